/**
 * Who leads a side: a player or the computer, and how that changes in the middle of a game.
 * @module
 */

import { keepLevel, lastLevel, levelPicker, levelWords } from "./computer.js";
import { dialog, h } from "./dom.js";

/** @typedef {import("./match.js").Match} Match */
/** @typedef {import("./types.js").Seat} Seat */
/** @typedef {import("./types.js").SeatCard} SeatCard */
/** @typedef {import("./types.js").View} View */

/**
 * Whether the visitor may say who leads a seat: it is theirs, and there is something left to lead.
 * @param {View} view
 * @param {SeatCard | undefined} seat
 */
export function disposes(view, seat) {
  return Boolean(seat && view.owns?.includes(seat.side) && !view.turn.over && !view.dice.physical);
}

/**
 * The visitor's seats that the computer leads while nobody gives orders: there is only watching.
 * @param {View} view
 */
export function watched(view) {
  return view.you.length > 0 ? [] : view.seats.filter((seat) => seat.computer && disposes(view, seat));
}

/**
 * Gives a side to the computer, changes its level, or takes it over.
 * @param {Match} match
 * @param {Seat} side
 * @param {import("./types.js").Level | null} level
 */
export async function lead(match, side, level) {
  if (level) keepLevel(level);
  await match.act("/seat", { side, computer: level });
}

/**
 * What the menu says of the visitor's seats.
 * @param {Match} match
 * @returns {{words: string, act: () => void}[]}
 */
export function seatItems(match) {
  const { view } = match;
  return view.seats
    .filter((seat) => disposes(view, seat))
    .map((seat) => ({
      words: seat.computer
        ? `${seat.name}: led by the computer (${levelWords(seat.computer)})…`
        : `Let the computer play the ${seat.name}…`,
      act: () => showSeat(match, seat.side),
    }));
}

/**
 * Asks who shall lead a side.
 * @param {Match} match
 * @param {Seat} side
 */
export function showSeat(match, side) {
  const { view } = match;
  const seat = view.seats.find((s) => s.side === side);
  if (!seat || !disposes(view, seat)) return;
  const level = levelPicker(seat.computer ?? lastLevel());
  const say = (/** @type {string} */ words, /** @type {boolean} */ go, /** @type {() => unknown} */ deed) =>
    h("button", { class: go ? "go" : null, onclick: () => (box.close(), deed()) }, words);
  const hand = () => void lead(match, side, level.value());
  const box = dialog(
    seat.name,
    h(
      "p",
      null,
      seat.computer
        ? `The computer leads this side, as a ${levelWords(seat.computer)}. You may change that at any moment.`
        : "You lead this side. The computer can go on from here, and you may take over again at any moment.",
    ),
    level.element,
    h(
      "p",
      { class: "actions" },
      seat.computer && say("Take over this side", true, () => void lead(match, side, null)),
      say(seat.computer ? "Set this level" : "Let the computer play my side", !seat.computer, hand),
    ),
  );
  box.classList.add("seat");
}
