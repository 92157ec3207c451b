/**
 * The reading glass: while something is held over the table, the place it comes to at more than twice the size, always in a
 * corner that is free.
 * @module
 */

import { h, put, s } from "./dom.js";

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
    this.cloth = s("rect", { class: "cloth" });
    this.lens = s("svg", null, this.cloth);
    this.element = h("div", { class: "glass", hidden: true, "aria-hidden": "true" }, this.lens);
  }

  /**
   * Shows what lies about a point of the sheet; nothing hides the glass.
   * @param {Point | null} at
   */
  show(at) {
    const { camera } = this.board;
    this.element.hidden = at === null || camera.scale > NEAR;
    if (at === null || this.element.hidden) {
      if (this.lens.childElementCount > 1) put(this.lens, this.cloth);
      return;
    }
    // Only while it is looked through: whatever changed on the board would have to be copied into the glass.
    if (this.lens.childElementCount === 1)
      this.lens.append(...["realm", "under", "counters", "over"].map((id) => s("use", { href: `#${id}` })));
    const wide = this.element.clientWidth / (camera.scale * TIMES);
    this.lens.setAttribute("viewBox", `${at.x - wide / 2} ${at.y - wide / 2} ${wide} ${wide}`);
    for (const [name, value] of Object.entries({ x: at.x - wide, y: at.y - wide, width: 2 * wide, height: 2 * wide }))
      this.cloth.setAttribute(name, String(value));
    const there = camera.onScreen(at);
    this.element.classList.toggle("right", there.x < camera.room.w / 2);
    this.element.classList.toggle("low", there.y < camera.room.h / 2);
  }
}
