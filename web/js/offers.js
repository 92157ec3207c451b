/**
 * What is offered across the table: to take back, a draw, a victory on time; each with its answer.
 * @module
 */

import { h } from "./dom.js";

/**
 * @param {import("./match.js").Match} match
 * @param {string | null} late the side whose time is up
 * @returns {HTMLElement[]}
 */
export function offersOf(match, late) {
  const { view } = match;
  const alone = view.you.length === 2;
  const other = (/** @type {string | null} */ seat) =>
    seat !== null && !alone && match.seated && !view.you.includes(/** @type {any} */ (seat));
  const mine = (/** @type {string | null} */ seat) =>
    seat !== null && !alone && view.you.includes(/** @type {any} */ (seat));
  const answer = (/** @type {string} */ words, /** @type {() => void} */ yes, /** @type {() => void} */ no) =>
    h(
      "p",
      { class: "offer" },
      words,
      " ",
      h("button", { class: "go", onclick: yes }, "Accept"),
      h("button", { onclick: no }, "Decline"),
    );
  return [
    other(view.undo.asked_by) &&
      answer(
        view.undo.rematch
          ? "Your opponent asks to begin anew: both deployments would be taken back."
          : "Your opponent asks to take the last orders back.",
        () => void match.act("/undo/answer", { accept: true, asked: view.undo.asked }),
        () => void match.act("/undo/answer", { accept: false, asked: view.undo.asked }),
      ),
    mine(view.undo.asked_by) && h("p", { class: "offer" }, "You have asked to take back; your opponent decides."),
    other(view.draw.offered_by) &&
      answer(
        "Your opponent offers a draw.",
        () => void match.act("/draw", { accept: true }),
        () => void match.act("/draw", { decline: true }),
      ),
    mine(view.draw.offered_by) && h("p", { class: "offer" }, "You have offered a draw."),
    !view.turn.over &&
      other(late) &&
      h(
        "p",
        { class: "offer" },
        "Your opponent's time is up. ",
        h("button", { class: "go", onclick: () => void match.act("/claim") }, "Claim the victory"),
      ),
    !view.turn.over &&
      mine(late) &&
      h("p", { class: "offer" }, "Your time is up; your opponent may claim the victory."),
  ].filter((offer) => offer instanceof HTMLElement);
}
