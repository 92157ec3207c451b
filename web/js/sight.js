/**
 * Bringing what is told into sight.
 * @module
 */

import { still } from "./theme.js";

/**
 * Moves the board just so far that a deed is seen beside the caption.
 * @param {import("./camera.js").Camera} camera
 * @param {import("./geometry.js").Point[]} spots
 * @param {HTMLElement} cover what lies over the foot of the board
 */
export function bringIntoSight(camera, spots, cover) {
  if (spots.length === 0) return;
  const { frame } = camera;
  const box = frame.getBoundingClientRect();
  const bar = cover.getBoundingClientRect();
  const high = bar.height > 0 ? Math.max(120, Math.min(box.height, bar.top - box.top)) : box.height;
  const seen = spots.map((spot) => camera.onScreen(spot));
  const shift = (/** @type {number[]} */ all, /** @type {number} */ room) => {
    const margin = Math.min(86, room / 4);
    const [low, top] = [Math.min(...all), Math.max(...all)];
    if (low >= margin && top <= room - margin) return 0;
    return top - low > room - 2 * margin
      ? room / 2 - (low + top) / 2
      : low < margin
        ? margin - low
        : room - margin - top;
  };
  const [dx, dy] = [
    shift(
      seen.map(({ x }) => x),
      box.width,
    ),
    shift(
      seen.map(({ y }) => y),
      high,
    ),
  ];
  if (dx === 0 && dy === 0) return;
  if (!still()) {
    camera.sheet.classList.add("gliding");
    setTimeout(() => camera.sheet.classList.remove("gliding"), 260);
  }
  camera.pan(dx, dy);
}
