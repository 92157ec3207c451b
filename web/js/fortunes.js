/**
 * How the fortunes of a game went: the estimated chance of each side over time, and where it turned.
 * @module
 */

import { Refused } from "./api.js";
import { curve, firstAt, HIGH, WIDE } from "./course.js";
import { h, put, s } from "./dom.js";
import { percent } from "./reasons.js";
import { sentence } from "./words.js";

/** @typedef {import("./types.js").Chances} Chances */
/** @typedef {import("./types.js").TurningPoint} TurningPoint */

/** So near to a turning point, in pixels, it is meant. */
const NEAR = 6;

/** Dots stand so far apart, in pixels, even if the turns they mark do not. */
const APART = 21;

/** The graph under the board of a replay. */
export class Fortunes {
  /**
   * @param {import("./match.js").Match} match
   * @param {(entry: number) => void} goTo
   */
  constructor(match, goTo) {
    this.match = match;
    this.goTo = goTo;
    /** @type {Chances | null} */
    this.chances = null;
    /** The number of deeds it was drawn for. */
    this.number = -1;
    /** The last entry of the axis. */
    this.last = 1;
    this.at = 0;
    /** @type {TurningPoint[]} */
    this.turning = [];
    const title = "How often such positions were won in games between soldiers; a draw counts half.";
    this.told = h("p", { class: "told", title });
    this.curve = s("svg", {
      viewBox: `0 0 ${WIDE} ${HIGH}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": "Estimated chances over time",
    });
    this.hairline = h("i", { class: "hairline", "aria-hidden": "true" });
    this.dots = h("div", { class: "dots-of-turns", "aria-hidden": "true" });
    this.names = h("div", { class: "names", "aria-hidden": "true" });
    this.field = h(
      "div",
      {
        class: "field-of-fortune",
        onpointerdown: (/** @type {PointerEvent} */ e) => this.press(e),
        onpointermove: (/** @type {PointerEvent} */ e) => this.pass(e),
        onpointerleave: () => this.tell(this.at),
      },
      this.curve,
      this.names,
      this.hairline,
      this.dots,
    );
    this.list = h("ol", { class: "turning", "aria-label": "Turning points" });
    this.points = h("details", { open: !matchMedia("(max-width: 760px)").matches }, h("summary"), this.list);
    this.element = h(
      "section",
      { class: "fortunes", "aria-label": "Estimated chances" },
      h("div", { class: "chances-told" }, this.told, this.field),
      this.points,
    );
    new ResizeObserver(() => this.spread()).observe(this.field);
  }

  /**
   * Shows where we look; asks for the chances first, if the game has gone on.
   * @param {number} at
   */
  async show(at) {
    this.at = at;
    const { view } = this.match;
    if (this.number !== view.number) {
      this.number = view.number;
      if (!this.chances) put(this.told, "Weighing the course of the game…");
      try {
        const chances = /** @type {Chances} */ (await this.match.keep("/chances"));
        if (this.number !== view.number) return;
        this.draw(chances, view.entry);
      } catch (refused) {
        this.number = -1;
        if (!(refused instanceof Refused)) throw refused;
        put(this.told, sentence(refused.why));
        this.field.hidden = true;
        this.points.hidden = true;
        return;
      }
    }
    this.mark(this.at);
  }

  /** @param {number} entry */
  x(entry) {
    return (entry / this.last) * WIDE;
  }

  /**
   * The first side's chance after an entry, between the points that are known.
   * @param {number} entry
   */
  first(entry) {
    return firstAt(this.chances?.points ?? [], entry);
  }

  /**
   * @param {Chances} chances
   * @param {number} last
   */
  draw(chances, last) {
    this.chances = chances;
    this.last = Math.max(1, last);
    const { points, turning, sides } = chances;
    this.field.hidden = points.length === 0;
    this.points.hidden = turning.length === 0;
    const [line, middle] = [curve(points, this.last), HIGH / 2];
    const half = (/** @type {number} */ i) =>
      s("clipPath", { id: `fortune${i}` }, s("rect", { x: 0, y: i * middle, width: WIDE, height: middle }));
    const area = (/** @type {number} */ i) =>
      s("path", { class: `area${i}`, d: `M0 ${middle}L${line}L${WIDE} ${middle}z`, "clip-path": `url(#fortune${i})` });
    put(
      this.curve,
      s("defs", null, half(0), half(1)),
      ...[0.25, 0.75].map((y) => s("path", { class: "quarter", d: `M0 ${y * HIGH}H${WIDE}` })),
      area(0),
      area(1),
      s("path", { class: "middle", d: `M0 ${middle}H${WIDE}` }),
      s("path", { class: "course-line", d: `M${line}` }),
    );
    const ends = `${sides[0]}: ${percent(this.first(0))} at the beginning, ${percent(this.first(this.last))} now`;
    this.curve.setAttribute("aria-label", `Estimated chances over time. ${ends}; ${turning.length} turning points.`);
    put(this.names, ...sides.map((name, i) => h("span", { class: `name${i}` }, name)));
    this.drawTurning(turning, sides);
  }

  /**
   * @param {TurningPoint[]} turning
   * @param {string[]} sides
   */
  drawTurning(turning, sides) {
    const inOrder = [...turning].sort((a, b) => a.entry - b.entry);
    this.turning = inOrder;
    put(
      this.dots,
      ...inOrder.map((point, i) => {
        const dot = h("span", { class: "dot", "data-entry": point.entry }, String(i + 1));
        // Half a dot of room, above and below.
        dot.style.top = `${Math.min(90, Math.max(10, (1 - point.first_after) * 100))}%`;
        return dot;
      }),
    );
    put(
      this.list,
      ...inOrder.map((point, i) => {
        const gainer = point.first_after > point.first_before ? 0 : 1;
        const of = (/** @type {number} */ first) => percent(gainer === 0 ? first : 1 - first);
        return h(
          "li",
          null,
          h(
            "button",
            { "data-entry": point.entry, onclick: () => this.goTo(point.entry) },
            h("span", { class: "dot", "aria-hidden": "true" }, String(i + 1)),
            h("span", null, sentence(point.text)),
            h("b", { class: `for${gainer}` }, `${sides[gainer]} ${of(point.first_before)} → ${of(point.first_after)}`),
          ),
        );
      }),
    );
    this.spread();
    const summary = this.points.querySelector("summary");
    if (summary) put(summary, turning.length === 1 ? "The turning point" : `${turning.length} turning points`);
  }

  /** Puts the dots where their turns are, side by side where those crowd, and all within the field. */
  spread() {
    const wide = this.field.clientWidth || WIDE;
    const half = APART / 2;
    const spots = this.turning.map((point) => (this.x(point.entry) / WIDE) * wide);
    let left = half;
    spots.forEach((spot, i) => {
      spots[i] = Math.max(spot, left);
      left = spots[i] + APART;
    });
    let right = wide - half;
    for (let i = spots.length - 1; i >= 0; i -= 1) {
      spots[i] = Math.min(spots[i], right);
      right = spots[i] - APART;
    }
    [...this.dots.children].forEach((dot, i) => {
      if (dot instanceof HTMLElement) dot.style.left = `${((spots[i] / wide) * 100).toFixed(2)}%`;
    });
  }

  /** @param {number} at */
  mark(at) {
    this.hairline.style.left = `${(this.x(at) / WIDE) * 100}%`;
    for (const item of this.element.querySelectorAll("[data-entry]"))
      item.classList.toggle("here", Number(item.getAttribute("data-entry")) === at);
    this.tell(at);
  }

  /**
   * Says how things stood.
   * @param {number} entry
   */
  tell(entry) {
    if (!this.chances || this.chances.points.length === 0) return;
    const { sides, points } = this.chances;
    const first = this.first(entry);
    const label = points.findLast((point) => point.entry <= entry)?.label;
    put(
      this.told,
      h("b", { class: "for0" }, `${sides[0]} ${percent(first)}`),
      " · ",
      h("b", { class: "for1" }, `${sides[1]} ${percent(1 - first)}`),
      label && h("span", { class: "soft" }, ` ${label}`),
    );
  }

  /**
   * The entry under the pointer; a turning point, if one is near.
   * @param {PointerEvent} event
   */
  entryAt(event) {
    const dot = event.target instanceof Element ? event.target.closest(".dot") : null;
    if (dot && !this.field.hasPointerCapture(event.pointerId)) return Number(dot.getAttribute("data-entry"));
    const box = this.field.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    const near = (this.chances?.turning ?? [])
      .map((point) => ({ entry: point.entry, off: Math.abs((point.entry / this.last - share) * box.width) }))
      .sort((a, b) => a.off - b.off)[0];
    return near && near.off < NEAR ? near.entry : Math.round(share * this.last);
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (event.button !== 0) return;
    event.preventDefault();
    const entry = this.entryAt(event);
    // A dot is pressed; the field is stroked.
    if (!(event.target instanceof Element && event.target.closest(".dot")))
      this.field.setPointerCapture(event.pointerId);
    this.goTo(entry);
  }

  /** @param {PointerEvent} event */
  pass(event) {
    const entry = this.entryAt(event);
    this.tell(entry);
    if (this.field.hasPointerCapture(event.pointerId) && entry !== this.at) this.goTo(entry);
  }
}
