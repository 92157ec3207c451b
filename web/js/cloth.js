/**
 * Where things lie on an open table: the same layout as the renderer's (crates/board/src/tabletop.rs).
 *
 * A place of an open table is a pose. Throughout the client it is known by a key, "12500 3000 90000": from the left, from
 * the far edge, the heading; all in thousandths.
 * @module
 */

/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {{x: number, y: number, heading: number}} Pose */
/** @typedef {{width: number, depth: number}} Footprint */

/** Units of the drawing to one of the table's. */
export const UNIT = 40;
/** The strip of wood around the cloth. */
const RIM = 34;
const PER = UNIT / 1000;
/** What is nearer than this, in thousandths, touches. */
const TOUCHES = 6;

/**
 * The key of a place; hexes are their own.
 * @param {unknown} place
 * @returns {any}
 */
export function keyOf(place) {
  if (place === null || typeof place !== "object" || !("heading" in place)) return place;
  const { x, y, heading } = /** @type {Pose} */ (place);
  return `${x} ${y} ${heading}`;
}

/**
 * The pose of a key.
 * @param {string} key
 * @returns {Pose}
 */
export function poseOf(key) {
  const [x, y, heading] = key.split(" ").map(Number);
  return { x, y, heading: heading ?? 0 };
}

/**
 * A view, or part of one, whose places are known by their keys.
 * @template {{scene?: import("./types.js").Scene, orders?: import("./types.js").ListedOrder[]}} T
 * @param {T} view
 * @returns {T}
 */
export function keyed(view) {
  const { scene, orders } = view;
  if (!scene?.landscape.table) return view;
  const put = (/** @type {any} */ thing) =>
    typeof thing.place === "object" ? { ...thing, place: keyOf(thing.place) } : thing;
  return {
    ...view,
    scene: { ...scene, counters: scene.counters.map(put) },
    ...(orders && { orders: orders.map(put) }),
  };
}

/**
 * The vector of length 1 in the direction of a heading.
 * @param {number} heading
 * @returns {Point}
 */
export function ahead(heading) {
  const turn = (heading / 180_000) * Math.PI;
  return { x: Math.sin(turn), y: -Math.cos(turn) };
}

/**
 * The corners of a base: left front, right front, right rear, left rear.
 * @param {Pose} pose
 * @param {Footprint} base
 * @returns {Point[]}
 */
export function corners(pose, { width, depth }) {
  const q = ahead(pose.heading);
  const r = { x: -q.y, y: q.x };
  const at = (/** @type {number} */ aside, /** @type {number} */ back) => ({
    x: pose.x + r.x * aside - q.x * back,
    y: pose.y + r.y * aside - q.y * back,
  });
  return [at(-width / 2, 0), at(width / 2, 0), at(width / 2, depth), at(-width / 2, depth)];
}

/**
 * How far a pose is from another: apart, and a turn of a right angle counts as two units.
 * @param {Pose} one
 * @param {Pose} other
 */
export function apart(one, other) {
  const turn = Math.abs(((other.heading - one.heading + 540_000) % 360_000) - 180_000);
  return Math.hypot(one.x - other.x, one.y - other.y) + turn / 45;
}

/**
 * How far short of a pose an end is: the same, but what is held beyond an end straight ahead of it counts for a quarter.
 * Whoever pushes a line into the enemy means to meet him.
 * @param {Pose} end
 * @param {Pose} pose
 */
export function short(end, pose) {
  const q = ahead(end.heading);
  const beyond = Math.max(0, (pose.x - end.x) * q.x + (pose.y - end.y) * q.y);
  return apart({ ...end, x: end.x + q.x * beyond, y: end.y + q.y * beyond }, pose) + beyond / 4;
}

/**
 * A pose turned about a point.
 * @param {Pose} pose
 * @param {Point} about
 * @param {number} by thousandths of a degree, clockwise
 * @returns {Pose}
 */
export function turned(pose, about, by) {
  const turn = (by / 180_000) * Math.PI;
  const [dx, dy] = [pose.x - about.x, pose.y - about.y];
  return {
    x: about.x + dx * Math.cos(turn) - dy * Math.sin(turn),
    y: about.y + dx * Math.sin(turn) + dy * Math.cos(turn),
    heading: (pose.heading + by + 720_000) % 360_000,
  };
}

/**
 * Whether two bases stand edge to edge and corner to corner with one heading.
 * @param {{pose: Pose, base: Footprint}} one
 * @param {{pose: Pose, base: Footprint}} other
 */
function linked(one, other) {
  if (one.pose.heading !== other.pose.heading) return false;
  const near = (/** @type {Point} */ a, /** @type {Point} */ b) => Math.hypot(a.x - b.x, a.y - b.y) < TOUCHES;
  const [a, b] = [corners(one.pose, one.base), corners(other.pose, other.base)];
  const beside = near(a[1], b[0]) || near(a[0], b[1]);
  const behind = (near(a[3], b[0]) && near(a[2], b[1])) || (near(b[3], a[0]) && near(b[2], a[1]));
  return beside || behind;
}

/**
 * The line an element stands in: all of its side that are linked with it, itself first.
 * @param {import("./types.js").Counter} counter
 * @param {import("./types.js").Counter[]} all
 * @returns {number[]}
 */
export function lineOf(counter, all) {
  const stands = all
    .filter((c) => c.side === counter.side && c.place && c.base)
    .map((c) => ({ id: c.id, pose: poseOf(/** @type {string} */ (c.place)), base: /** @type {Footprint} */ (c.base) }));
  const line = stands.filter((one) => one.id === counter.id);
  for (const one of line) {
    for (const other of stands) if (!line.includes(other) && linked(one, other)) line.push(other);
  }
  return line.map(({ id }) => id);
}

/** The cloth on its sheet; to boards and cameras what a layout of hexes is. */
export class Cloth {
  /** @param {{width: number, depth: number, unit: string}} table */
  constructor(table) {
    this.table = table;
    this.unit = table.unit;
    /** @type {"flat" | "pointy"} */
    this.orientation = "flat";
    this.flat = true;
  }

  /** Width and height of the sheet. */
  get size() {
    return { x: this.table.width * PER + 2 * RIM, y: this.table.depth * PER + 2 * RIM };
  }

  /**
   * A point of the table on the sheet.
   * @param {Point} point
   * @returns {Point}
   */
  spot({ x, y }) {
    return { x: x * PER + RIM, y: y * PER + RIM };
  }

  /**
   * A point of the sheet on the table.
   * @param {Point} point
   * @returns {Point}
   */
  point({ x, y }) {
    return { x: (x - RIM) / PER, y: (y - RIM) / PER };
  }

  /**
   * Where a place is: of a base the middle of its front.
   * @param {string} place
   * @returns {Point}
   */
  centre(place) {
    return this.spot(poseOf(keyOf(place)));
  }

  /**
   * What the ruler reads: "2.4 of 3 MU".
   * @param {[number, number]} reach how far of how far, in thousandths
   */
  reading(reach) {
    const [far, most] = reach.map((thousandths) => String(Math.round(thousandths / 10) / 100));
    return `${far} of ${most} ${this.unit}`;
  }

  /**
   * The outline of a base.
   * @param {Pose} pose
   * @param {Footprint} base
   */
  plate(pose, base) {
    const points = corners(pose, base).map((corner) => this.spot(corner));
    return `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}z`;
  }

  /** @returns {null} there are no hexes */
  at() {
    return null;
  }

  /** @param {string} place */
  holds(place) {
    return place.split(" ").length === 3;
  }

  /** @param {string} place */
  outline(place) {
    return this.plate(poseOf(place), { width: 2000, depth: 2000 });
  }

  /** No place is next to another. */
  arrow() {
    return null;
  }

  towards() {
    return 0;
  }

  heading() {
    return { x: 0, y: -1 };
  }

  rim() {
    return "";
  }

  compass() {
    return "";
  }

  spoken() {
    return "";
  }
}
