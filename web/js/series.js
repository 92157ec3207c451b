/**
 * Best of three: battles of one scenario one after another, counted in this browser.
 * @module
 */

import { post, Refused } from "./api.js";
import { h, notice } from "./dom.js";
import { ordinal } from "./words.js";

/** @typedef {{wish: object, number: number, won: [number, number], next?: string}} Series won before this battle, by side */

const SERIES = "strategikon.series.";
const BATTLES = 3;

/**
 * The series a game belongs to.
 * @param {string} id
 * @returns {Series | null}
 */
function seriesOf(id) {
  const kept = localStorage.getItem(SERIES + id);
  return kept ? JSON.parse(kept) : null;
}

/**
 * Keeps a series with a game of it.
 * @param {string} id
 * @param {Series} series
 */
function keep(id, series) {
  localStorage.setItem(SERIES + id, JSON.stringify(series));
}

/**
 * The first battle of a series has begun.
 * @param {string} id
 * @param {object} wish as the game was asked for
 */
export function beginSeries(id, wish) {
  keep(id, { wish, number: 1, won: [0, 0] });
}

/**
 * How a series stands after a battle of it, and the way to the next; nothing if the game belongs to none.
 * @param {import("./match.js").Match} match whose game is over
 */
export function seriesWords(match) {
  const series = seriesOf(match.id);
  const over = match.view.turn.over;
  if (!series || !over) return null;
  const names = match.view.scene.sides.map((side) => side.name);
  const won = series.won.map((n, i) => n + Number(over.winner === names[i]));
  const score = `${names[0]} ${won[0]}, ${names[1]} ${won[1]}`;
  const decided = Math.max(...won) * 2 > BATTLES || series.number >= BATTLES;
  const [ahead] = won[0] === won[1] ? [null] : won[0] > won[1] ? names : [...names].reverse();
  if (decided) {
    const end = ahead ? `${ahead} win the best of three` : "The best of three is drawn";
    return h("p", { class: "series" }, h("b", null, `${end}: ${score}.`));
  }
  const next = async () => {
    // Told beside the board and at the end: whichever is pressed second goes to the battle that the first began.
    series.next ??= seriesOf(match.id)?.next;
    if (!series.next) {
      try {
        const { id } = await post("/games", series.wish);
        keep(id, { wish: series.wish, number: series.number + 1, won: [won[0], won[1]] });
        keep(match.id, { ...series, next: id });
        series.next = id;
      } catch (refused) {
        notice(refused instanceof Refused ? refused.why : String(refused), "bad");
        return;
      }
    }
    location.hash = `#/game/${series.next}`;
  };
  return h(
    "p",
    { class: "series" },
    `Best of three: ${score}. `,
    h(
      "button",
      { class: "go", "data-focus": "next battle", onclick: () => void next() },
      `The ${ordinal(series.number + 1)} battle`,
    ),
  );
}
