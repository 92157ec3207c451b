/**
 * What is lifted over an open table, drawn: bases and pieces where they are held, the ghost where they will stand, the ruler
 * beside it, the handles to wheel by, and the places worth going to.
 * @module
 */

import { corners, turned } from "./cloth.js";
import { put, s } from "./dom.js";

/** @typedef {import("./cloth.js").Pose} Pose */
/** @typedef {import("./cloth.js").Footprint} Footprint */
/** @typedef {import("./types.js").Way} Way */
/** @typedef {import("./tabletop.js").TableHand} TableHand */

/**
 * Places that may be chosen without a counter, and those the selected one may be led to.
 * @param {TableHand} hand
 */
export function showSpots({ board, cloth, choices, group, idle, ways }) {
  const layer = board.group("reach", board.under);
  if (idle) return put(layer);
  const free = group.length === 0 ? choices.all.filter((c) => c.counter === null && c.place !== null) : [];
  const places = new Set(free.map((c) => /** @type {string} */ (c.place)));
  const spots = [...places].map((place) => {
    const { x, y } = cloth.centre(place);
    return s("circle", { class: "spot-mark", cx: x, cy: y, r: 9, "data-hex": place });
  });
  const worth = ways.filter((way) => way.ends.length > 0).map((way) => cloth.spot(way.ends[0].place));
  return put(layer, ...spots, ...worth.map(({ x, y }) => s("circle", { class: "way-mark", cx: x, cy: y, r: 4 })));
}

/**
 * The lifted bases, the ghost where they will stand, the ruler, the handles to wheel by.
 * @param {TableHand} hand
 */
export function showHeld(hand) {
  const { board, cloth, meant, held, offered, group } = hand;
  const layer = board.group("held", board.over);
  hand.looked(null);
  if (hand.piece && !hand.idle) return put(layer, liftedPiece(hand, hand.piece));
  const first = group[0] === undefined ? null : hand.stands(group[0]);
  if (hand.idle || !first) return put(layer);
  const parts = [];
  const way = offered ?? meant;
  if (held) parts.push(...liftedBases(hand, first.pose, held));
  if (way) {
    const bad = way.objection && !offered;
    for (const { counter, place } of way.ends) {
      const base = hand.counter(counter)?.base;
      if (base) parts.push(s("path", { class: bad ? "ghost bad" : "ghost", d: cloth.plate(place, base) }));
    }
    if (way.reach && held) parts.push(...ruler(hand, way, first));
  }
  if (!held && hand.ways.length > 0 && hand.counter(group[0])?.place) parts.push(...handles(hand));
  put(layer, ...parts);
  if (held) hand.looked(cloth.spot(way?.ends[0]?.place ?? held));
  return undefined;
}

/**
 * Where the bases stood, and the bases where they are held.
 * @param {TableHand} hand
 * @param {Pose} from where the first of them stands
 * @param {Pose} to where it is held
 */
function liftedBases(hand, from, to) {
  const { cloth } = hand;
  const moved = hand.group.flatMap((id) => {
    const stands = hand.stands(id);
    return stands ? [{ id, stands, at: carried(stands.pose, from, to) }] : [];
  });
  const left = moved.filter(({ id }) => hand.counter(id)?.place);
  return [
    ...left.map(({ stands }) => s("path", { class: "footprint", d: cloth.plate(stands.pose, stands.base) })),
    ...moved.map(
      ({ id, stands, at }) => figures(hand, id, at) ?? s("path", { class: "lifted", d: cloth.plate(at, stands.base) }),
    ),
  ];
}

/**
 * A piece of terrain or a camp where it is held.
 * @param {TableHand} hand
 * @param {import("./tabletop.js").Piece} piece
 */
function liftedPiece({ cloth, held, meant }, piece) {
  const copy = /** @type {SVGGElement} */ (piece.element.cloneNode(true));
  for (const name of ["id", "data-piece", "data-at"]) copy.removeAttribute(name);
  const bad = held && meant?.objection;
  piece.element.classList.toggle("lifted-from", Boolean(held));
  copy.setAttribute("class", bad ? "lifted-piece bad" : held ? "lifted-piece" : "lifted-piece still");
  const [from, to] = [cloth.spot(piece.at), cloth.spot(held ?? piece.at)];
  const turn = ((held ?? piece.at).heading - piece.at.heading) / 1000;
  copy.setAttribute("transform", `translate(${to.x} ${to.y}) rotate(${turn}) translate(${-from.x} ${-from.y})`);
  return copy;
}

/**
 * The figures of an element, lifted to where it is held.
 * @param {TableHand} hand
 * @param {number} id
 * @param {Pose} pose
 */
function figures({ board, cloth }, id, pose) {
  const original = board.counters.querySelector(`#c${id} .turned`);
  if (!original) return null;
  const copy = /** @type {SVGGElement} */ (original.cloneNode(true));
  const { x, y } = cloth.spot(pose);
  copy.setAttribute("class", "lifted-base");
  copy.setAttribute("transform", `translate(${x} ${y}) rotate(${pose.heading / 1000})`);
  return copy;
}

/**
 * Where one of several comes to when the first of them is carried somewhere.
 * @param {Pose} pose
 * @param {Pose} from where the first stood
 * @param {Pose} to
 */
function carried(pose, from, to) {
  const spun = turned(pose, from, to.heading - from.heading);
  return { ...spun, x: spun.x + to.x - from.x, y: spun.y + to.y - from.y };
}

/**
 * The ruler at the corner that is led farthest: "2.4 of 3 MU".
 * @param {TableHand} hand
 * @param {Way} way
 * @param {{pose: Pose, base: Footprint}} first
 */
function ruler({ board, cloth, offered }, way, first) {
  const end = way.ends[0]?.place;
  if (!end || !way.reach) return [];
  const [before, after] = [corners(first.pose, first.base), corners(end, first.base)];
  const far = [0, 1].map((i) => Math.hypot(before[i].x - after[i].x, before[i].y - after[i].y));
  const corner = far[0] >= far[1] ? 0 : 1;
  const [from, to] = [cloth.spot(before[corner]), cloth.spot(after[corner])];
  const near = Math.min(2.2, Math.max(1, 0.9 / board.camera.scale));
  const words = cloth.reading(way.reach);
  const wide = words.length * 8.4 + 24;
  const left = corner === 0 ? to.x / near > wide + 30 : (cloth.size.x - to.x) / near < wide + 30;
  const x = left ? -wide - 16 : 16;
  return [
    s("path", { class: "ruler", d: `M${from.x} ${from.y}L${to.x} ${to.y}` }),
    s("circle", { class: "ruler-end", cx: from.x, cy: from.y, r: 5 }),
    s("circle", { class: "ruler-end", cx: to.x, cy: to.y, r: 5 }),
    s(
      "g",
      {
        class: way.objection && !offered ? "reading bad" : "reading",
        transform: `translate(${to.x} ${to.y}) scale(${near})`,
      },
      s("rect", { x, y: -17, width: wide, height: 34, rx: 5 }),
      s("text", { x: x + wide / 2, y: 6 }, words),
    ),
  ];
}

/**
 * The two outer front corners of those selected: by these they wheel.
 * @param {TableHand} hand
 */
function handles(hand) {
  return hand.hinges().map(({ at, hand: which }) => {
    const { x, y } = hand.cloth.spot(at);
    return s(
      "g",
      { class: "handle", transform: `translate(${x} ${y})`, "data-handle": which },
      s("circle", { r: 22, class: "reach" }),
      s("circle", { r: 8 }),
    );
  });
}
