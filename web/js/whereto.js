/**
 * Where those in the hand may go on an open table, as buttons: for keys and screen readers, and for whoever does not drag.
 * @module
 */

import { h } from "./dom.js";

/** @typedef {import("./types.js").Way} Way */

/** So many ways are listed at once. */
const FEW = 8;

/**
 * What is held, what is offered instead, and the ways worth going, those that meet somebody first.
 * @param {import("./tabletop.js").TableHand} hand
 */
export function whereTo(hand) {
  const { offered, held, meant, ways, group } = hand;
  const button = (/** @type {Way} */ way, /** @type {string} */ words, /** @type {string} */ look) =>
    h(
      "button",
      {
        class: look || null,
        "data-focus": `way ${words}`,
        onclick: () => void hand.lead(way),
        onmouseenter: () => hand.preview(way),
        onmouseleave: () => hand.preview(null),
        onfocus: () => hand.preview(way),
        onblur: () => hand.preview(null),
      },
      words,
    );
  const rank = (/** @type {Way} */ way) => (way.text.includes("meets") ? 0 : 1);
  const listed = [...ways].sort((a, b) => rank(a) - rank(b));
  const names = group.map((id) => hand.counter(id)?.name);
  const line = hand.lineOf(group[0]);
  return h(
    "div",
    { class: "where-to", role: "group", "aria-label": "Where to" },
    held && meant && !meant.objection && button(meant, "Put it down here", "go"),
    held && h("button", { "data-focus": "put back", onclick: () => hand.release() }, "Put back"),
    offered && button(offered, `Nearest legal place: ${offered.text}`, "go"),
    group.length > 1 && h("p", { class: "soft" }, `${group.length} together: ${names.join(", ")}`),
    group.length < line.length &&
      h(
        "button",
        {
          "data-focus": "whole line",
          title: "Everybody who stands in one line with it (g, or a double click on it)",
          onclick: () => hand.take_up(line),
        },
        `The whole line: ${line.length} together`,
        h("kbd", { "aria-hidden": "true" }, "g"),
      ),
    group.length > 1 &&
      h(
        "button",
        {
          "aria-pressed": String(hand.abreast !== null),
          "data-focus": "in column",
          title: "They fall in behind the one that is held (k)",
          onclick: () => hand.reform(),
        },
        hand.abreast ? `In column, ${hand.abreast} abreast` : "In column",
        h("kbd", { "aria-hidden": "true" }, "k"),
      ),
    listed.length > 0 &&
      h(
        "details",
        { open: hand.listing, ontoggle: (/** @type {Event} */ e) => hand.list(e) },
        h("summary", { "data-focus": "ways" }, `Where to: ${listed.length} useful places`),
        h(
          "div",
          { class: "actions" },
          ...listed.slice(0, hand.more ? listed.length : FEW).map((way) => button(way, way.text, "")),
        ),
        listed.length > FEW &&
          !hand.more &&
          h("button", { class: "quiet", "data-focus": "more ways", onclick: () => hand.listMore() }, "All of them"),
      ),
  );
}
