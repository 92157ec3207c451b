/**
 * The course of a game as a curve: the chance of the first side over time, never beyond 0 and 100 %.
 * @module
 */

/** @typedef {import("./types.js").ChancePoint} ChancePoint */

/** The drawing's own measure; it is stretched to the room there is. */
export const WIDE = 1000;
export const HIGH = 100;

/**
 * A chance as it may be shown: what is no number is nobody's.
 * @param {number} chance
 */
export function bounded(chance) {
  return Number.isFinite(chance) ? Math.min(1, Math.max(0, chance)) : 0.5;
}

/**
 * The first side's chance after an entry, between the points that are known.
 * @param {ChancePoint[]} points
 * @param {number} entry
 */
export function firstAt(points, entry) {
  const after = points.find((point) => point.entry >= entry);
  const before = points.findLast((point) => point.entry <= entry);
  if (!before || !after) return bounded((before ?? after)?.first ?? 0.5);
  const way = after.entry - before.entry;
  const [from, to] = [bounded(before.first), bounded(after.first)];
  return way === 0 ? to : from + ((to - from) * (entry - before.entry)) / way;
}

/**
 * The curve from the start to the last entry, as the spots of an SVG path.
 * @param {ChancePoint[]} points
 * @param {number} last
 */
export function curve(points, last) {
  const spots = [
    [0, firstAt(points, 0)],
    ...points.map((point) => [point.entry, bounded(point.first)]),
    [last, firstAt(points, last)],
  ];
  const x = (/** @type {number} */ entry) => ((entry / last) * WIDE).toFixed(1);
  return spots.map(([entry, first]) => `${x(entry)} ${((1 - first) * HIGH).toFixed(1)}`).join("L");
}
