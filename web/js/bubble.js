/**
 * Where a lesson's words stand: beside what they speak of, over as little as can be.
 * @module
 */

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

/** Between the words and what is ringed. */
const GAP = 26;
/** A screen narrower than this has the words at the top or the bottom. */
export const NARROW = 760;

/**
 * @param {Box} a
 * @param {Box} b
 */
export function overlap(a, b) {
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return across > 0 && down > 0 ? across * down : 0;
}

/**
 * @param {Box} box
 * @param {number} by
 * @returns {Box}
 */
export function grown(box, by) {
  return { left: box.left - by, top: box.top - by, right: box.right + by, bottom: box.bottom + by };
}

/** @param {Box} box */
export function middle(box) {
  return { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
}

/**
 * The place for words of a size: within the room, never over what is ringed if that can be, and over few counters.
 * @param {{width: number, height: number}} size
 * @param {Box} room
 * @param {Box[]} rings what the words speak of, the nearest thing first
 * @param {Box[]} others what had better be seen too
 * @returns {{x: number, y: number}}
 */
export function placed(size, room, rings, others) {
  const { width, height } = size;
  const anchor = rings[0] ?? null;
  const edges = [8, Math.max(8, (room.right - room.left - width) / 2), Math.max(8, room.right - room.left - width - 8)];
  const heights = [
    8,
    Math.max(8, (room.bottom - room.top - height) / 2),
    Math.max(8, room.bottom - room.top - height - 8),
  ];
  const spots = edges.flatMap((x) => heights.map((y) => ({ x: room.left + x, y: room.top + y })));
  if (anchor) {
    const { x, y } = middle(anchor);
    const across = [x - width / 2, x - width * 0.15, x - width * 0.85];
    const down = [y - height / 2, y - height * 0.15, y - height * 0.85];
    spots.unshift(
      ...down.map((top) => ({ x: anchor.right + GAP, y: top })),
      ...down.map((top) => ({ x: anchor.left - GAP - width, y: top })),
      ...across.map((left) => ({ x: left, y: anchor.bottom + GAP })),
      ...across.map((left) => ({ x: left, y: anchor.top - GAP - height })),
    );
  }
  const within = spots.map(({ x, y }) => ({
    x: Math.max(room.left + 8, Math.min(x, room.right - width - 8)),
    y: Math.max(room.top + 8, Math.min(y, room.bottom - height - 8)),
  }));
  const cost = (/** @type {{x: number, y: number}} */ at) => {
    const box = { left: at.x, top: at.y, right: at.x + width, bottom: at.y + height };
    const covers = (/** @type {Box[]} */ boxes) => boxes.reduce((sum, other) => sum + overlap(box, other), 0);
    const spot = middle(box);
    const far = anchor ? Math.hypot(spot.x - middle(anchor).x, spot.y - middle(anchor).y) : 0;
    return covers(rings.map((ring) => grown(ring, 6))) * 1000 + covers(others) * 3 + far;
  };
  return within.reduce((best, at) => (cost(at) < cost(best) - 0.5 ? at : best));
}

/**
 * The corners of the tail that points from the words to what is ringed; none if that is out of reach.
 * @param {Box} box
 * @param {Box} ring
 * @returns {string}
 */
export function tail(box, ring) {
  const to = middle(ring);
  const from = {
    x: Math.max(box.left + 20, Math.min(to.x, box.right - 20)),
    y: Math.max(box.top + 20, Math.min(to.y, box.bottom - 20)),
  };
  const edge = {
    x: to.x < box.left ? box.left + 2 : to.x > box.right ? box.right - 2 : from.x,
    y: to.y < box.top ? box.top + 2 : to.y > box.bottom ? box.bottom - 2 : from.y,
  };
  const far = Math.hypot(to.x - edge.x, to.y - edge.y);
  const reach = Math.hypot(ring.right - ring.left, ring.bottom - ring.top) / 2.6;
  if (far < reach || far > reach + 420) return "";
  const along = { x: (to.x - edge.x) / far, y: (to.y - edge.y) / far };
  const tip = { x: to.x - along.x * reach, y: to.y - along.y * reach };
  const wide = 10;
  return [
    `${edge.x - along.y * wide},${edge.y + along.x * wide}`,
    `${tip.x},${tip.y}`,
    `${edge.x + along.y * wide},${edge.y - along.x * wide}`,
  ].join(" ");
}
