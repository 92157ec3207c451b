/**
 * Whether a counter arrives where a way leads, and whole: the exact chances of every roll on it.
 * @module
 */

import { capital } from "./words.js";

/** @typedef {import("./types.js").Route} Route */
/** @typedef {import("./types.js").Chance} Chance */

/** The pointer passes over many ways: only where it stays a moment is asked about. */
const STAY = 90;

/** So many outcomes are told at once. */
const MOST = 4;

/**
 * @param {import("./match.js").Match} match
 * @param {number} counter
 * @param {Route} route
 * @param {() => boolean} wanted whether somebody still asks
 * @returns {Promise<string[]>} the outcomes with their chances, in words; none where nothing is left to dice
 */
export async function arrivalWords(match, counter, route, wanted) {
  await new Promise((resolve) => setTimeout(resolve, STAY));
  if (!wanted() || match.busy) return [];
  const odds = await match.keep("/odds", { orders: route.orders, counter }).catch(() => null);
  const chances = /** @type {Chance[]} */ (odds?.arrives ?? []);
  const [first, ...more] = chances;
  if (!first) return [];
  if (more.length === 0) return [first.ways === first.of ? capital(first.result) : share(first)];
  const shown = chances.slice(0, MOST).map(share);
  return chances.length > MOST ? [...shown.slice(0, -1), "or worse"] : shown;
}

/** @param {Chance} chance */
function share({ result, ways, of }) {
  const percent = (100 * ways) / of;
  // What can happen is never told as impossible, nor as certain.
  const told = percent > 0 && percent < 1 ? "under 1" : percent > 99 && percent < 100 ? "over 99" : percent.toFixed(0);
  return `${result}: ${told} %`;
}
