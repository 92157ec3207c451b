/**
 * The reading glass: while something is held over the table, the place it comes to at more than twice the size, always in a
 * corner that is free.
 * @module
 */

import { h, s } from "./dom.js";

/** @typedef {import("./geometry.js").Point} Point */

/** How much larger than on the board things are seen. */
const TIMES = 2.4;
/** On a board seen nearer than this nobody needs a glass. */
const NEAR = 0.95;

/** The glass over the board. */
export class Glass {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    const again = (/** @type {string} */ id) => s("use", { href: `#${id}` });
    this.cloth = s("rect", { class: "cloth" });
    this.lens = s("svg", null, this.cloth, ...["realm", "under", "counters", "over"].map(again));
    this.element = h("div", { class: "glass", hidden: true, "aria-hidden": "true" }, this.lens);
  }

  /**
   * Shows what lies about a point of the sheet; nothing hides the glass.
   * @param {Point | null} at
   */
  show(at) {
    const { camera, frame } = this.board;
    this.element.hidden = at === null || camera.scale > NEAR;
    if (at === null || this.element.hidden) return;
    const wide = this.element.clientWidth / (camera.scale * TIMES);
    this.lens.setAttribute("viewBox", `${at.x - wide / 2} ${at.y - wide / 2} ${wide} ${wide}`);
    for (const [name, value] of Object.entries({ x: at.x - wide, y: at.y - wide, width: 2 * wide, height: 2 * wide }))
      this.cloth.setAttribute(name, String(value));
    const there = camera.onScreen(at);
    this.element.classList.toggle("right", there.x < frame.clientWidth / 2);
    this.element.classList.toggle("low", there.y < frame.clientHeight / 2);
  }
}
