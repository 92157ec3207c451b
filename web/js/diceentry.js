/**
 * Dice thrown by hand, and told to the table.
 * @module
 */

import { h, put } from "./dom.js";

/**
 * Buttons for dice thrown by hand.
 * @param {import("./match.js").Match} match
 * @param {{count: number, sides: number}} request
 */
export function diceEntry(match, request) {
  /** @type {number[]} */
  const faces = [];
  const row = h("div", { class: "dice-entry", role: "group", "aria-label": "Enter the dice" });
  const press = (/** @type {number} */ face) => () => {
    faces.push(face);
    if (faces.length === request.count) void match.roll([...faces]);
    else put(row, ...all(), h("span", null, faces.join(", ")));
  };
  const all = () =>
    Array.from({ length: request.sides }, (_, i) =>
      h("button", { class: "die-button", "data-face": i + 1, onclick: press(i + 1) }, String(i + 1)),
    );
  put(row, ...all());
  return row;
}
