/**
 * The stack of the hex that is pointed at, in the panel.
 * @module
 */

import { aboutList } from "./cards.js";
import { h } from "./dom.js";
import { cardboard } from "./tray.js";

/**
 * The counters of a hex, each to be taken.
 * @param {import("./hand.js").Hand} hand
 * @param {string | null} hex
 * @param {string} called what the hex is called
 * @returns {HTMLElement[]} none where nothing stands
 */
export function stackHere(hand, hex, called) {
  const stack = hex ? hand.board.stack(hex) : [];
  if (stack.length === 0) return [];
  const { layout } = hand.board;
  const rows = stack.map((counter, i) => {
    const able = !hand.idle && hand.choices.able.has(counter.id);
    const state = counter.seals.filter((seal) => seal !== "active" && seal !== "aboard").join(", ");
    const facing =
      counter.facing !== null && counter.aboard === null
        ? `faces ${layout.compass(counter.facing)}`
        : counter.aboard !== null
          ? "aboard"
          : "";
    const deed = able
      ? hand.choices
          .immediate(counter.id)
          ?.text.replace(counter.name, "")
          .replace(/ in \d{4}( \([^)]*\))?/, "")
          .trim()
      : null;
    const words = h(
      "span",
      null,
      h("b", null, counter.name),
      h("small", null, [facing, state].filter(Boolean).join(", ")),
      deed && h("em", null, deed),
      counter.id !== hand.selected && aboutList(counter),
    );
    const props = {
      class: counter.id === hand.selected ? "unit chosen" : "unit",
      "data-focus": `unit ${counter.id}`,
    };
    return h(
      "li",
      null,
      able
        ? h(
            "button",
            { ...props, onclick: () => void hand.take(counter.id), "aria-keyshortcuts": String(i + 1) },
            cardboard(counter),
            words,
          )
        : h("span", props, cardboard(counter), words),
    );
  });
  return [h("h3", null, called ? `In ${called}` : "Here"), h("ul", null, ...rows)];
}
