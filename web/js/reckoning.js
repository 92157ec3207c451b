/**
 * The account of a game in whole hundredths, so that what is shown adds up: the cells of a turn to the curve, their rows to
 * the account, and the account from the first chance to the result.
 * @module
 */

import { bounded } from "./course.js";

/** @typedef {import("./types.js").Analysis} Analysis */

/**
 * @typedef {object} Column one turn, or several that share a column
 * @property {string} label
 * @property {number} entry
 * @property {number} from the reader's chance as it began, in hundredths
 * @property {[number, number, number]} cells what the dice, the reader and the enemy changed
 */

/** @typedef {{columns: Column[], start: number, end: number, totals: [number, number, number]}} Reckoning */

/**
 * Numbers rounded so that they make up a whole: those that were cut most are raised first.
 * @param {number[]} parts
 * @param {number} whole
 * @returns {number[]}
 */
export function apportioned(parts, whole) {
  const floors = parts.map(Math.floor);
  let missing = whole - floors.reduce((sum, part) => sum + part, 0);
  const order = parts.map((part, i) => ({ i, cut: part - floors[i] })).sort((a, b) => b.cut - a.cut || a.i - b.i);
  // More than one round only where the parts were far from the whole.
  for (let n = 0; missing !== 0; n += 1) {
    const { i } = missing > 0 ? order[n % order.length] : order[order.length - 1 - (n % order.length)];
    floors[i] += Math.sign(missing);
    missing -= Math.sign(missing);
  }
  return floors;
}

/**
 * The account as one of the sides reads it, in at most so many columns.
 * @param {Analysis} analysis
 * @param {number} mine 0 or 1
 * @param {number} most
 * @returns {Reckoning}
 */
export function reckoned(analysis, mine, most) {
  const { turns } = analysis;
  const sign = mine === 0 ? 1 : -1;
  const hundredths = (/** @type {number} */ first) => Math.round(100 * bounded(mine === 0 ? first : 1 - first));
  const share = Math.max(1, Math.ceil(turns.length / most));
  /** @type {import("./types.js").TurnAccount[][]} */
  const groups = [];
  turns.forEach((turn, i) => (i % share === 0 ? groups.push([turn]) : groups[groups.length - 1].push(turn)));
  const end = hundredths(analysis.end);
  const starts = groups.map(([first]) => hundredths(first.first));
  /** @type {[number, number, number]} */
  const totals = [0, 0, 0];
  const columns = groups.map((group, i) => {
    const sum = (/** @type {(turn: import("./types.js").TurnAccount) => number} */ of) =>
      group.reduce((all, turn) => all + 100 * sign * of(turn), 0);
    const parts = [sum((t) => t.dice), sum((t) => t.decided[mine]), sum((t) => t.decided[1 - mine])];
    const cells = /** @type {[number, number, number]} */ (
      apportioned(
        parts.map((part) => (Number.isFinite(part) ? part : 0)),
        (starts[i + 1] ?? end) - starts[i],
      )
    );
    cells.forEach((cell, row) => (totals[row] += cell));
    const [first, last] = [group[0].label, group[group.length - 1].label];
    return { label: first === last ? first : `${first}–${last}`, entry: group[0].entry, from: starts[i], cells };
  });
  return { columns, start: starts[0] ?? end, end, totals };
}

/**
 * A change with its sign.
 * @param {number} hundredths
 */
export function signed(hundredths) {
  return hundredths > 0 ? `+${hundredths}` : hundredths < 0 ? `−${-hundredths}` : "·";
}
