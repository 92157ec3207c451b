/**
 * Resolving: a card of odds can be clicked to have it fought, one by one or all of them.
 * @module
 */

import { h } from "./dom.js";
import { oddsCard } from "./odds.js";

/** @typedef {import("./types.js").Sum} Sum */
/** @typedef {import("./hand.js").Hand} Hand */
/** @typedef {import("./choices.js").Choice} Choice */

/** One of several fights is resolved by an order of this kind. */
const RESOLVE = "resolve";

/**
 * The choice that comes to a sum, as long as it may be made.
 * @param {Sum} sum
 * @param {Hand | null} hand
 */
function choiceOf(sum, hand) {
  if (!sum.order || !hand || hand.idle) return null;
  const order = JSON.stringify(sum.order);
  return hand.choices.all.find((choice) => JSON.stringify(choice.order) === order) ?? null;
}

/**
 * Cards of odds, each with the order that does it, and one button for all where several wait.
 * @param {Sum[]} sums
 * @param {Hand | null} hand
 */
export function offered(sums, hand) {
  const cards = sums.map((sum) => {
    const choice = choiceOf(sum, hand);
    return choice && hand ? clickable(sum, choice, hand) : oddsCard(sum);
  });
  const waiting = sums.filter((sum) => choiceOf(sum, hand)?.kind === RESOLVE).length;
  if (waiting > 1 && hand)
    cards.unshift(
      h(
        "button",
        { class: "go resolve-all", "data-focus": "resolve all", onclick: () => void resolveAll(hand) },
        `Resolve all ${waiting}`,
      ),
    );
  return cards;
}

/**
 * @param {Sum} sum
 * @param {Choice} choice
 * @param {Hand} hand
 */
function clickable(sum, choice, hand) {
  const card = oddsCard(sum);
  const words = choice.kind === RESOLVE ? "Resolve this" : choice.text;
  const play = () => void hand.play(choice);
  card.classList.add("clickable");
  card.append(
    h(
      "button",
      {
        class: "resolve",
        "data-kind": choice.kind,
        "data-focus": `resolve ${sum.title}`,
        "aria-label": `${words}: ${sum.title}`,
        onclick: play,
      },
      words,
    ),
  );
  // The whole card is a target for a mouse or a finger; its button serves the others.
  card.addEventListener("click", (event) => {
    if (!(event.target instanceof Element && event.target.closest("button, a"))) play();
  });
  return card;
}

/**
 * Has fights fought one after another, until none is left or something else is asked.
 * @param {Hand} hand
 * @param {string} [kind] of the orders that begin them
 */
export async function resolveAll(hand, kind = RESOLVE) {
  const { side } = hand.match.view.turn;
  const kinds = new Set(hand.choices.all.map((choice) => choice.kind));
  for (;;) {
    const { entry, turn } = hand.match.view;
    const next = hand.choices.all.find((choice) => choice.kind === kind);
    if (!next || turn.side !== side || hand.choices.all.some((choice) => !kinds.has(choice.kind))) return;
    await hand.play(next);
    if (hand.match.view.entry === entry) return;
  }
}
