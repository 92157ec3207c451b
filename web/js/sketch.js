/**
 * A plan drawn on the board: ways as dotted lines, attacks as arrows, places as marked hexes.
 * @module
 */

import { put, s } from "./dom.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./types.js").Aim} Aim */

/**
 * What a plan means on the board.
 * @param {Board} board
 * @param {Aim[]} aims
 * @returns {{ways: string[][], thrusts: [string, string][], places: string[], targets: string[]}}
 */
export function outline(board, aims) {
  const counters = board.scene?.counters ?? [];
  const plan = {
    ways: /** @type {string[][]} */ ([]),
    thrusts: /** @type {[string, string][]} */ ([]),
    places: /** @type {string[]} */ ([]),
    targets: /** @type {string[]} */ ([]),
  };
  // Where counters have come to in the course of the plan.
  const moved = new Map();
  /** @type {string[]} */
  let way = [];
  /** @type {string | null} */
  let target = counters.length > 0 ? (board.scene?.marks.find((m) => m.kind === "target")?.place ?? null) : null;
  const stand = (/** @type {number | null} */ id) =>
    moved.get(id) ?? counters.find((counter) => counter.id === id)?.place ?? null;
  const lay = () => {
    if (way.length > 1) plan.ways.push(way);
    way = [];
  };
  for (const aim of aims) {
    const { counter: who, place } = aim;
    if (aim.undoes) continue;
    const from = stand(who);
    if (aim.joins) {
      const goal = place ?? target;
      if (from && goal) plan.thrusts.push([from, goal]);
    } else if (aim.towards !== undefined && place) {
      if (!from) continue;
      if (way.length === 0) way.push(from);
      way.push(place);
      moved.set(who, place);
    } else if (who !== null && place) {
      lay();
      if (from) plan.ways.push([from, place]);
      plan.places.push(place);
      moved.set(who, place);
    } else if (who !== null && aim.facing === undefined) {
      lay();
      if (from) plan.places.push(from);
    } else if (place) {
      lay();
      target = place;
      plan.targets.push(place);
    }
  }
  lay();
  // Where a way begins needs no mark besides.
  plan.places = plan.places.filter((hex) => !plan.ways.some((each) => each[0] === hex));
  return plan;
}

/**
 * Draws a plan, in place of the last one.
 * @param {Board} board
 * @param {Aim[]} aims
 * @returns {string[]} the hexes it touches
 */
export function sketch(board, aims) {
  const { layout } = board;
  const { ways, thrusts, places, targets } = outline(board, aims);
  board.highlight("planned", [
    ...[...new Set(places)].map((hex) => ({ hex, kind: "unit" })),
    ...[...new Set(targets)].map((hex) => ({ hex, kind: "target" })),
  ]);
  const line = (/** @type {string[]} */ hexes) =>
    `M${hexes
      .map((hex) => layout.centre(hex))
      .map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`)
      .join("L")}`;
  put(
    board.group("plan", board.over),
    ...ways.flatMap((hexes) => {
      const { x, y } = layout.centre(hexes[hexes.length - 1]);
      return [
        s("path", { class: "halo", d: line(hexes) }),
        s("path", { class: "way", d: line(hexes) }),
        s("circle", { class: "end", cx: x, cy: y, r: 11 }),
      ];
    }),
    ...thrusts.map(([from, to]) => thrust(layout.centre(from), layout.centre(to))),
  );
  return [...new Set([...ways.flat(), ...thrusts.flat(), ...places, ...targets])];
}

/**
 * An arrow from an attacker to the edge of what it attacks.
 * @param {import("./geometry.js").Point} from
 * @param {import("./geometry.js").Point} to
 */
function thrust(from, to) {
  const length = Math.max(1, Math.hypot(to.x - from.x, to.y - from.y));
  const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  const tip = Math.max(26, length - 16);
  return s("path", {
    class: "thrust",
    transform: `translate(${from.x.toFixed(1)} ${from.y.toFixed(1)}) rotate(${turn.toFixed(1)})`,
    d: `M14 0H${(tip - 9).toFixed(1)}M${tip.toFixed(1)} 0l-13 -8v16z`,
  });
}

/** @param {Board} board */
export function clearSketch(board) {
  board.highlight("planned", []);
  put(board.group("plan", board.over));
}
