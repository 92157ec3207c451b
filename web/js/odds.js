/**
 * Odds: the sum, term by term, and the exact chance of each result as bars of one length, coloured by who gains.
 * @module
 */

import { h } from "./dom.js";
import { ruleLink } from "./rules.js";

/** @typedef {import("./types.js").Sum} Sum */
/** @typedef {import("./types.js").Chance} Chance */
/** @typedef {{ours?: boolean, lit?: number, dice?: number[]}} Fallen whether we act, the row that came up, and the dice that fell */

/**
 * Whether a result is good or ill for whoever reads it.
 * @param {Chance} chance
 * @param {boolean} ours whether the reader's side acts
 */
function tone({ gains }, ours) {
  if (gains === undefined) return "unsaid";
  if (gains === "nobody") return "none";
  return (gains === "attacker") === ours ? "good" : "ill";
}

/** @param {Chance} chance */
function share({ ways, of }) {
  return of > 0 ? ways / of : 0;
}

/**
 * The faces of a die under the result they bring.
 * @param {Chance} chance
 * @param {number[]} dice
 */
function faces(chance, dice) {
  if (!chance.faces || chance.of !== 6) return null;
  return h(
    "span",
    { class: "faces", "aria-hidden": "true" },
    ...chance.faces.map((face) => h("span", { class: dice.includes(face) ? "die lit" : "die" }, String(face))),
  );
}

/**
 * @param {Chance[]} chances
 * @param {Fallen} [fallen]
 */
export function bars(chances, { ours = true, lit = -1, dice = [] } = {}) {
  return h(
    "ul",
    { class: "bars" },
    ...chances.map((chance, i) => {
      const bar = h("i", { "aria-hidden": "true" });
      bar.style.setProperty("--p", `${(share(chance) * 100).toFixed(1)}%`);
      const percent = `${Math.round(share(chance) * 100)}%`;
      return h(
        "li",
        { class: `${tone(chance, ours)}${i === lit ? " lit" : lit >= 0 ? " dim" : ""}` },
        h("span", { class: "what" }, chance.result, faces(chance, lit >= 0 ? dice : [])),
        bar,
        h("b", { title: `${chance.ways} of ${chance.of}` }, percent),
      );
    }),
  );
}

/**
 * On a small screen: the six faces in a row, those that bring the same side by side, the one that fell lit.
 * @param {Chance[]} chances
 * @param {Fallen} [fallen]
 */
export function faceStrip(chances, { ours = true, lit = -1, dice = [] } = {}) {
  const single = chances.every((chance) => chance.faces && chance.of === 6);
  return h(
    "div",
    { class: "strip", "aria-hidden": "true" },
    ...chances.map((chance, i) => {
      const group = h(
        "div",
        { class: `${tone(chance, ours)}${i === lit ? " lit" : ""}` },
        h(
          "span",
          { class: "row" },
          ...(single
            ? (chance.faces ?? []).map((face) =>
                h("span", { class: i === lit && dice.includes(face) ? "face fell" : "face" }, String(face)),
              )
            : [h("span", { class: i === lit ? "face fell" : "face" }, i === lit ? dice.join(" ") : "·")]),
        ),
        h("small", null, chance.result),
        h("small", null, h("b", null, `${Math.round(share(chance) * 100)} %`)),
      );
      group.style.setProperty("--n", String(single ? chance.ways : Math.max(1, Math.round(share(chance) * 6))));
      return group;
    }),
  );
}

/**
 * The whole computation.
 * @param {Sum} sum
 */
export function sumTable(sum) {
  return h(
    "table",
    null,
    h(
      "tbody",
      null,
      ...sum.terms.map((term) =>
        h("tr", null, h("th", { scope: "row" }, term.label, " ", ruleLink(term.rule)), h("td", null, term.value)),
      ),
    ),
    h("tfoot", null, h("tr", { class: "sum" }, h("th", { scope: "row", colspan: 2 }, sum.total))),
  );
}

/**
 * @param {Sum} sum
 */
export function oddsCard(sum) {
  return h(
    "section",
    { class: "odds" },
    h("h3", null, sum.title),
    sumTable(sum),
    sum.results.length > 0 && bars(sum.results),
  );
}

/**
 * The answer of an odds request.
 * @param {{chances: Chance[], sums: Sum[]}} odds
 */
export function oddsCards(odds) {
  const cards = (odds.sums ?? []).map(oddsCard);
  if (cards.length === 0 && (odds.chances ?? []).length > 0)
    return [h("section", { class: "odds" }, h("h3", null, "The roll"), bars(odds.chances))];
  return cards;
}
