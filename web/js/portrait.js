/**
 * A counter drawn large, and where on it each thing is printed.
 * @module
 */

import { s } from "./dom.js";
import { cardboard } from "./tray.js";

/** @typedef {import("./types.js").Counter} Counter */
/** @typedef {import("./types.js").Inscription} Inscription */
/** @typedef {{x: number, y: number}} Point */

/** Where the renderer prints what has no drawing of its own (crates/board/src/counter.rs). @type {Record<string, Point>} */
const SPOTS = {
  band: { x: 4, y: -16.4 },
  glyph: { x: 4, y: -3 },
  code: { x: -13, y: -9 },
  left: { x: -14, y: 13 },
  middle: { x: 0, y: 14 },
  right: { x: 14, y: 13 },
  symbol: { x: -13, y: -9 },
  seal: { x: 14, y: 4 },
};

/** How far from the middle the point is that shows where a counter faces. */
const TIP = 27;

/**
 * A counter as it lies on the board, large; one beside the map as the panel shows it.
 * @param {Counter} counter
 * @param {import("./board.js").Board} board
 * @returns {SVGSVGElement}
 */
export function portrait(counter, board) {
  const original = counter.base ? null : board.counters.querySelector(`#c${counter.id}`);
  const copy = /** @type {SVGGElement | null} */ (original?.cloneNode(true) ?? null);
  if (!copy) {
    const picture = cardboard(counter);
    picture.classList.add("portrait");
    return picture;
  }
  for (const part of ["id", "class", "transform", "style"]) copy.removeAttribute(part);
  copy.querySelector(".depth")?.remove();
  copy.querySelector("title")?.remove();
  copy.querySelector('[href="#seal-active"]')?.remove();
  return s("svg", { class: "cardboard portrait", viewBox: "-27 -27 54 56", "aria-hidden": "true" }, copy);
}

/**
 * Where on a picture something is printed, in the units of the picture.
 * @param {SVGSVGElement} picture
 * @param {Inscription} one
 * @param {Counter} counter
 * @returns {Point}
 */
export function partOf(picture, one, counter) {
  const drawing = picture.querySelector(`[href="#${one.at === "symbol" ? "s" : "seal"}-${CSS.escape(one.shows)}"]`);
  const [x, y] = ["x", "y"].map((name) => Number(drawing?.getAttribute(name) ?? Number.NaN));
  if ((one.at === "symbol" || one.at === "seal") && Number.isFinite(x)) return { x, y };
  if (one.at === "facing") {
    const turned = picture.querySelector('[href^="#facing"]')?.getAttribute("transform") ?? "";
    const turn = ((Number(/-?\d+/.exec(turned)?.[0] ?? 0) || 0) * Math.PI) / 180;
    return { x: Math.sin(turn) * TIP, y: -Math.cos(turn) * TIP };
  }
  // A figure that stands alone stands in the middle.
  if (one.at === "left" && !counter.middle && !counter.right) return { x: 0, y: 13 };
  return SPOTS[one.at] ?? { x: 0, y: 0 };
}
