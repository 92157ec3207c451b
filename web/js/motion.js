/**
 * Motion that explains: counters slide along their path, quickly, and not at all when the system asks for none.
 * @module
 */

import { still } from "./theme.js";

/** How long a counter slides, whatever its path. */
export const SLIDE = 280;

/** So long a die falls; what comes of it follows. */
export const FALL = 560;

/** @param {string} transform */
function translation(transform) {
  const found = /translate\(([-\d.]+)[ ,]+([-\d.]+)\)/.exec(transform);
  return found ? { x: Number(found[1]), y: Number(found[2]) } : null;
}

/**
 * Lets every counter that stands elsewhere than before slide to its place.
 * @param {SVGElement} counters
 * @param {Map<string, string>} before transforms by id
 * @param {import("./geometry.js").Layout} layout
 * @param {Map<number, string[]>} paths
 * @param {number} [delay]
 */
export function slide(counters, before, layout, paths, delay = 0) {
  if (still() || before.size === 0) return;
  for (const element of counters.children) {
    const then = before.get(element.id);
    const now = element.getAttribute("transform") ?? "";
    if (!then || then === now) continue;
    const [from, to] = [translation(then), translation(now)];
    if (!from || !to || Math.hypot(from.x - to.x, from.y - to.y) < 8) continue;
    const way = (paths.get(Number(element.id.slice(1))) ?? []).map((hex) => layout.centre(hex));
    const points = [from, ...way.slice(1, -1), to];
    const scale = /scale\([^)]*\)/.exec(now)?.[0] ?? "";
    const frames = points.map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px) ${scale}` }));
    element.parentElement?.append(element);
    element.animate(frames, { duration: SLIDE, delay, fill: "backwards", easing: "ease-in-out" });
  }
}

/**
 * The ways counters went, from what happened.
 * @param {{events: import("./types.js").GameEvent[]}[]} entries
 * @returns {Map<number, string[]>}
 */
export function pathsOf(entries) {
  /** @type {Map<number, string[]>} */
  const paths = new Map();
  for (const event of entries.flatMap((entry) => entry.events)) {
    if (event.kind !== "moved" && event.kind !== "retreated") continue;
    for (const id of event.counters ?? []) {
      const path = paths.get(id) ?? [];
      for (const hex of event.places ?? []) if (path[path.length - 1] !== hex) path.push(hex);
      paths.set(id, path);
    }
  }
  return paths;
}
