/**
 * The covers of the games, drawn in a few strokes.
 * @module
 */

import { s } from "./dom.js";

/** @typedef {import("./types.js").Cover} Cover */

/** What a game without a cover of its own has. @type {Cover} */
const PLAIN = { ground: "#8a7650", ink: "#faf3e2", strokes: ["M14 14h32v32H14z"] };

/**
 * The cover of a game.
 * @param {Cover | null} drawn
 */
export function cover(drawn) {
  const { ground, ink, strokes } = drawn ?? PLAIN;
  return s(
    "svg",
    { class: "cover", viewBox: "0 0 60 60", "aria-hidden": "true" },
    s("rect", { width: 60, height: 60, rx: 5, fill: ground }),
    s("rect", { x: 3, y: 3, width: 54, height: 54, rx: 3, fill: "none", stroke: ink, "stroke-opacity": 0.45 }),
    ...strokes.map((d) =>
      s("path", {
        d,
        fill: "none",
        stroke: ink,
        "stroke-width": 2.4,
        "stroke-linejoin": "round",
        "stroke-linecap": "round",
      }),
    ),
  );
}
