/**
 * What lies open beside the map: cards of the game, and what is to be known of a counter before it is taken up.
 * @module
 */

import { h } from "./dom.js";
import { ruleLink } from "./rules.js";
import { sentence } from "./words.js";

/**
 * A card that lies open: what it says, and how it stands with that.
 * @param {import("./types.js").Card} card
 */
export function openCard(card) {
  return h(
    "section",
    { class: `open-card ${card.kind}` },
    h("h3", null, card.title, " ", card.rule && ruleLink(card.rule)),
    h("p", null, card.text),
    card.standing && h("p", { class: "standing" }, sentence(card.standing)),
  );
}

/**
 * What is to be known of a counter, line by line.
 * @param {import("./types.js").Counter} counter
 */
export function aboutList(counter) {
  const lines = counter.about ?? [];
  return lines.length > 0 ? h("ul", { class: "about" }, ...lines.map((line) => h("li", null, sentence(line)))) : null;
}
