/**
 * The covers of the games, drawn in a few strokes.
 * @module
 */

import { s } from "./dom.js";

/** The colours and strokes of each cover. @type {Record<string, {ground: string, ink: string, paths: string[]}>} */
const COVERS = {
  armageddon: {
    ground: "#c9a35a",
    ink: "#3b2410",
    paths: [
      "M24 34a12 12 0 1 0 24 0a12 12 0 1 0-24 0",
      "M36 22v24M24 34h24M27.500 25.500l17 17M44.500 25.500l-17 17",
      "M36 34L12 26V12M8 12h12M12 26l-6 4",
    ],
  },
  basileus: {
    ground: "#6a1f4d",
    ink: "#f3d68a",
    paths: ["M30 8v44M18 22h24", "M30 12q10-5 10 3t-10 5", "M14 40q16 10 32 0M14 46q16 10 32 0"],
  },
  jihad: {
    ground: "#2f6d5a",
    ink: "#f3ead6",
    paths: [
      "M38 12a13 13 0 1 0 4 20a11 11 0 1 1-4-20z",
      "M4 50q12-12 24 0q14-14 28 0",
      "M44 14l2 4 4 .5-3 3 .8 4-3.800-2-3.800 2 .8-4-3-3 4-.5z",
    ],
  },
  apocalypse: {
    ground: "#1f4f7d",
    ink: "#f3d68a",
    paths: ["M10 40h40l-7 10H17z", "M30 40V10M30 12q16 6 12 22H30M30 14q-12 6-10 18h10", "M50 34q6-4 3-10q6 6 2 13"],
  },
  dba: {
    ground: "#53702f",
    ink: "#faf3e2",
    paths: [
      "M8 16h14v10H8zM24 16h14v10H24zM40 16h14v10H40z",
      "M12 40h14v10H12zM28 40h14v10H28z",
      "M15 16v-6M31 16v-6M47 16v-6M30 30l3 4 3-4",
    ],
  },
};

/**
 * The cover of a game.
 * @param {string} game
 */
export function cover(game) {
  const { ground, ink, paths } = COVERS[game] ?? { ground: "#8a7650", ink: "#faf3e2", paths: ["M14 14h32v32H14z"] };
  return s(
    "svg",
    { class: "cover", viewBox: "0 0 60 60", "aria-hidden": "true" },
    s("rect", { width: 60, height: 60, rx: 5, fill: ground }),
    s("rect", { x: 3, y: 3, width: 54, height: 54, rx: 3, fill: "none", stroke: ink, "stroke-opacity": 0.45 }),
    ...paths.map((d) =>
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
