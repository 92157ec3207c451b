/**
 * Odds: the sum, term by term, and the exact chance of each result as bars.
 * @module
 */

import { h } from "./dom.js";
import { ruleLink } from "./rules.js";

/** @typedef {import("./types.js").Sum} Sum */
/** @typedef {import("./types.js").Chance} Chance */

/** @param {string} result */
function tone(result) {
  if (/no effect|nothing|miss/i.test(result)) return "none";
  return /eliminat|lost|destroy/i.test(result) ? "best" : "good";
}

/**
 * @param {Chance[]} chances
 */
export function bars(chances) {
  return h(
    "ul",
    { class: "bars" },
    ...chances.map((chance) => {
      const share = chance.of > 0 ? chance.ways / chance.of : 0;
      const bar = h("i", { "aria-hidden": "true" });
      bar.style.setProperty("--p", `${(share * 100).toFixed(1)}%`);
      const percent = `${Math.round(share * 100)}%`;
      return h(
        "li",
        { class: tone(chance.result) },
        h("span", null, chance.result),
        bar,
        h("b", { title: `${chance.ways} of ${chance.of}` }, percent),
      );
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
