/**
 * A fight is told where it is fought: those who fought are lit, their dice lie beside them, and what came of it is stamped on
 * the table. What is told is lamplight, never purple.
 * @module
 */

import { ahead, poseOf } from "./cloth.js";
import { put, s } from "./dom.js";

/** @typedef {import("./types.js").GameEvent} GameEvent */
/** @typedef {import("./types.js").Scene} Scene */

/** So long what was told stays, in milliseconds. */
const STAYS = 4200;

/** The telling of fights over an open table. */
export class Telling {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.fading = undefined;
  }

  get layer() {
    return this.board.group("told", this.board.over);
  }

  /** @returns {import("./cloth.js").Cloth} */
  get cloth() {
    return /** @type {any} */ (this.board.layout);
  }

  /**
   * Tells the last fight of some entries, those who fought where they stood in it.
   * @param {import("./types.js").LogEntry[]} fresh
   * @param {Scene | null} before
   */
  tell(fresh, before) {
    const events = fresh.flatMap((entry) => entry.events);
    const at = events.findLastIndex((event) => event.dice?.length === 2 && event.counters?.length === 2);
    if (at < 0 || !before) return;
    const rolled = events[at];
    const result = events.slice(at + 1).find((event) => event.kind === "result");
    clearTimeout(this.fading);
    put(this.layer, ...this.drawn(rolled, result?.text ?? "", before));
    this.fading = setTimeout(() => put(this.layer), STAYS);
  }

  /**
   * Lights those who would fight.
   * @param {number[]} ids
   * @param {Scene | null} scene
   */
  light(ids, scene) {
    clearTimeout(this.fading);
    put(this.layer, ...(scene ? this.rings(ids, scene) : []));
  }

  /**
   * @param {number[]} ids
   * @param {Scene} scene
   */
  rings(ids, scene) {
    return ids.flatMap((id) => {
      const counter = scene.counters.find((c) => c.id === id);
      if (!counter?.place || !counter.base) return [];
      return [s("path", { class: "lit", d: this.cloth.plate(poseOf(counter.place), counter.base) })];
    });
  }

  /**
   * @param {GameEvent} rolled
   * @param {string} words
   * @param {Scene} scene
   */
  drawn(rolled, words, scene) {
    const ids = rolled.counters ?? [];
    /** @type {SVGElement[]} */
    const parts = this.rings(ids, scene);
    const near = Math.min(2, Math.max(1, 0.8 / this.board.camera.scale));
    const spots = ids.flatMap((id) => {
      const counter = scene.counters.find((c) => c.id === id);
      if (!counter?.place || !counter.base) return [];
      const pose = poseOf(counter.place);
      const way = ahead(pose.heading);
      const back = counter.base.depth + 900 * near;
      return [this.cloth.spot({ x: pose.x - way.x * back, y: pose.y - way.y * back })];
    });
    spots.forEach(({ x, y }, i) => {
      const face = rolled.dice?.[i];
      if (face === undefined) return;
      parts.push(
        s(
          "g",
          { class: "told-die", transform: `translate(${x} ${y}) scale(${near})` },
          s("rect", { x: -17, y: -17, width: 34, height: 34, rx: 7 }),
          s("text", { y: 8 }, String(face)),
        ),
      );
    });
    if (words && spots.length === 2) {
      const x = (spots[0].x + spots[1].x) / 2;
      const y = (spots[0].y + spots[1].y) / 2;
      const wide = words.length * 8.2 + 26;
      // Beside the two, on the side where there is room.
      const left = x + (60 + wide) * near > this.cloth.size.x;
      parts.push(
        s(
          "g",
          { class: "stamp", transform: `translate(${x} ${y}) scale(${near})` },
          s("rect", { x: left ? -wide - 56 : 56, y: -17, width: wide, height: 34, rx: 5 }),
          s("text", { x: (left ? -56 - wide : 56) + wide / 2, y: 6 }, words),
        ),
      );
    }
    return parts;
  }
}
