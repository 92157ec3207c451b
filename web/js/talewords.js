/**
 * A deed in words: its caption, its line in the list, and the card of its odds with the row that came up.
 * @module
 */

import { rowOf, wordsOf } from "./deeds.js";
import { h } from "./dom.js";
import { bars, faceStrip, sumTable } from "./odds.js";
import { sentence } from "./words.js";

/** @typedef {import("./deeds.js").Deed} Deed */

/**
 * @param {Deed} deed
 * @param {import("./types.js").SeatCard[]} seats
 */
export function captionOf(deed, seats) {
  const at = seats.findIndex((seat) => seat.side === deed.side);
  const { before, dice, after } = wordsOf(deed);
  const face = (/** @type {number} */ n) => h("span", { class: "die lit", "aria-label": `die ${n}` }, String(n));
  return [
    at >= 0 && h("b", { class: `who of${at}` }, `${seats[at].name} `),
    before && `${sentence(before)} `,
    ...(dice.length > 0 ? [dice.length === 1 ? "Die " : "Dice ", ...dice.flatMap((n) => [face(n), " "])] : []),
    after && h("b", null, sentence(after)),
  ];
}

/**
 * @param {Deed} deed
 * @param {number} i
 * @param {() => void} pick tells it again
 */
export function itemOf(deed, i, pick) {
  const { before, dice, after } = wordsOf(deed);
  const apart = dice.length > 0 && before !== "";
  return h(
    "li",
    null,
    h(
      "button",
      { class: "deed", onclick: pick },
      h("span", { class: "number", "aria-hidden": "true" }, String(i + 1)),
      h(
        "span",
        null,
        sentence(before || after).replace(/\.$/, apart ? "" : "."),
        ...(apart
          ? [" ", ...dice.flatMap((n) => [h("span", { class: "die" }, String(n)), " "]), h("b", null, sentence(after))]
          : []),
      ),
    ),
  );
}

/**
 * @param {Deed} deed
 * @param {boolean} ours whether the reader's side acts
 */
export function cardOf(deed, ours) {
  const { sum, dice } = deed;
  if (!sum) return null;
  const fallen = { ours, lit: rowOf(deed), dice };
  return h(
    "section",
    { class: "odds", tabindex: 0, "aria-label": sum.title },
    h("h3", null, sum.title),
    faceStrip(sum.results, fallen),
    sumTable(sum),
    bars(sum.results, fallen),
  );
}
