/**
 * Small pictures of battlefields: the part of the real map where the armies stand, and their stacks upon it.
 * @module
 */

import { h, s } from "./dom.js";

/** @typedef {import("./types.js").ScenarioCard} ScenarioCard */

const ROOM = 150;

/** Only pictures that come into sight are fetched, a little before they do. */
const watcher = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      const address = target.getAttribute("data-href");
      if (!isIntersecting || !address) continue;
      if (target instanceof HTMLImageElement) target.src = address;
      else target.querySelector("image")?.setAttribute("href", address);
      watcher.unobserve(target);
    }
  },
  { rootMargin: "240px" },
);

/**
 * The sketch of a battlefield, of a few kilobytes.
 * @param {ScenarioCard} card
 */
export function sketchOf(card) {
  const picture = h("img", { class: "battlefield", alt: "", width: 480, height: 320, "data-href": card.picture });
  watcher.observe(picture);
  return picture;
}

/** @param {ScenarioCard} card */
export function battlefield(card) {
  const { field } = card;
  if (!field) return sketchOf(card);
  const { width, height } = field;
  const stacks = field.armies.map((points) => points.map(([x, y]) => ({ x, y })));
  const picture = s(
    "svg",
    {
      class: "battlefield",
      viewBox: frame(stacks.flat(), width, height),
      preserveAspectRatio: "xMidYMid slice",
      role: "img",
      "aria-label": `The battlefield of ${card.title}`,
      "data-href": field.landscape,
    },
    s("rect", { width, height, fill: "#e6d9b4" }),
    s("image", { width, height }),
    ...stacks.map((places, side) =>
      s("g", { class: `stacks side${side}` }, ...places.map((at, i) => stack(at, field.faces?.[side]?.[i] ?? ""))),
    ),
  );
  watcher.observe(picture);
  return picture;
}

/** What is drawn on a counter: a bow, a rider, a wheel, a standard, or a shield. @type {[RegExp, string][]} */
const FACES = [
  [/^(BO|IB|SK|HA|.*archer.*|psiloi)$/iu, "M-6-3q13 9 0 18M-6-3v18M-9 6h17m-4-4l4 4-4 4"],
  [/^(CH|.*chariot.*|wagon)$/iu, "M-8 6a8 8 0 1 0 16 0a8 8 0 1 0-16 0M0-2v16M-8 6h16"],
  [/^(MC|.*cavalry.*|.*horse.*|kn|cv|lh)$/iu, "M-10 14q2-10 8-11q2-6 8-6l4 6-6 1q-1 4-1 10"],
  [/^([A-F]|commander|leader.*)$/u, "M-6 15v-19h13l-4 4.500 4 4.500h-13"],
  [/^(AX|SD)$/u, "M-7 14l12-16M1-5q9 0 9 9l-7-2z"],
];
const SHIELD = "M-9-3h18v7q0 8-9 12q-9-4-9-12z";

/**
 * @param {{x: number, y: number}} at
 * @param {string} glyph of the counter on top
 */
function stack({ x, y }, glyph) {
  const face = FACES.find(([kinds]) => kinds.test(glyph))?.[1] ?? SHIELD;
  return s(
    "g",
    { transform: `translate(${x.toFixed(0)} ${y.toFixed(0)})` },
    s("rect", { class: "edge", x: -23, y: -19, width: 46, height: 46, rx: 4 }),
    s("rect", { class: "face", x: -23, y: -23, width: 46, height: 46, rx: 4 }),
    s("path", { class: "band", d: "M-17-14h34" }),
    s("path", { class: "drawn", d: face }),
  );
}

/**
 * The part of the map with the armies on it, three by two.
 * @param {{x: number, y: number}[]} places
 * @param {number} width
 * @param {number} height
 */
function frame(places, width, height) {
  if (places.length === 0) return `0 0 ${width} ${height}`;
  const [xs, ys] = [places.map((p) => p.x), places.map((p) => p.y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const wide = Math.min(width, Math.max(right - left + 2 * ROOM, (bottom - top + 2 * ROOM) * 1.5));
  const high = Math.min(height, wide / 1.5);
  const held = (/** @type {number} */ middle, /** @type {number} */ part, /** @type {number} */ whole) =>
    Math.min(Math.max(0, middle - part / 2), whole - part);
  return [held((left + right) / 2, wide, width), held((top + bottom) / 2, high, height), wide, high]
    .map(Math.round)
    .join(" ");
}
