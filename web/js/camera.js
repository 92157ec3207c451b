/**
 * Looking at the board: pan and zoom by mouse, wheel, touch, pinch and keys, and telling a tap from a drag.
 * @module
 */

import { still } from "./theme.js";

/** @typedef {import("./geometry.js").Point} Point */

/**
 * @typedef {object} Gestures
 * @property {(at: Point, event: PointerEvent) => void} tap
 * @property {(at: Point, event: PointerEvent) => boolean} lift whether a drag from here carries a counter
 * @property {(at: Point, event: PointerEvent) => void} carry
 * @property {(at: Point | null, event: PointerEvent) => void} drop null when the drag is broken off
 * @property {(at: Point | null, event: PointerEvent) => void} hover
 * @property {(at: Point, event: PointerEvent) => boolean} [hold] a finger that rests; whether that means something
 */

const CLOSEST = 2.6;

/** So long a finger rests before it asks rather than taps. */
const HOLD = 480;

/** The eye above the sheet. */
export class Camera {
  /**
   * @param {HTMLElement} frame what is seen
   * @param {HTMLElement} sheet what is moved under it
   */
  constructor(frame, sheet) {
    this.frame = frame;
    this.sheet = sheet;
    /** @type {Gestures} */
    this.gestures = { tap() {}, lift: () => false, carry() {}, drop() {}, hover() {} };
    this.size = { x: 100, y: 100 };
    this.x = 0;
    this.y = 0;
    this.scale = 1;
    /** @type {Map<number, Point>} */
    this.fingers = new Map();
    /** @type {"idle" | "pressed" | "pan" | "carry" | "pinch" | "held"} */
    this.mode = "idle";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.holding = undefined;
    this.pressed = { x: 0, y: 0 };
    /** The event that pressed. @type {PointerEvent | null} */
    this.target = null;
    frame.addEventListener("pointerdown", (e) => this.down(e));
    frame.addEventListener("pointermove", (e) => this.move(e));
    frame.addEventListener("pointerup", (e) => this.up(e));
    frame.addEventListener("pointercancel", (e) => this.cancel(e));
    frame.addEventListener(
      "pointerleave",
      (e) => this.mode === "idle" && e.pointerType === "mouse" && this.gestures.hover(null, e),
    );
    frame.addEventListener("wheel", (e) => this.wheel(e), { passive: false });
    frame.addEventListener("dragstart", (e) => e.preventDefault());
    // A tap may bring the panel up under the finger; no click may follow and hit it.
    frame.addEventListener("touchend", (e) => e.cancelable && e.preventDefault(), { passive: false });
    /** Called when the frame has another size. */
    this.resized = () => {};
    this.seen = { w: 0, h: 0 };
    new ResizeObserver(() => this.resize()).observe(frame);
  }

  /** How large the frame is. It is remembered, since asking has the whole page laid out. */
  get room() {
    if (this.seen.w > 0 && this.seen.h > 0) return this.seen;
    return { w: this.frame.clientWidth, h: this.frame.clientHeight };
  }

  /** In a frame of another size the middle stays in the middle. */
  resize() {
    const { clientWidth: w, clientHeight: h } = this.frame;
    if (this.seen.w > 0 && w > 0) {
      this.x += (w - this.seen.w) / 2;
      this.y += (h - this.seen.h) / 2;
    }
    this.seen = { w, h };
    this.apply();
    if (this.mode === "idle") this.resized();
  }

  /** The smallest scale: the whole sheet in the frame. */
  get farthest() {
    const { w, h } = this.room;
    return Math.min(w / this.size.x, h / this.size.y) * 0.96 || 0.1;
  }

  /**
   * A point of the window as a point of the sheet.
   * @param {{clientX: number, clientY: number}} event
   * @returns {Point}
   */
  point(event) {
    const box = this.frame.getBoundingClientRect();
    return { x: (event.clientX - box.left - this.x) / this.scale, y: (event.clientY - box.top - this.y) / this.scale };
  }

  /**
   * A point of the sheet as a point of the frame.
   * @param {Point} at
   * @returns {Point}
   */
  onScreen(at) {
    return { x: at.x * this.scale + this.x, y: at.y * this.scale + this.y };
  }

  apply() {
    const { w, h } = this.room;
    if (w === 0 || h === 0) return;
    this.scale = Math.min(CLOSEST, Math.max(this.farthest, this.scale));
    const [sw, sh] = [this.size.x * this.scale, this.size.y * this.scale];
    const margin = 60;
    this.x = sw < w ? (w - sw) / 2 : Math.min(margin, Math.max(w - sw - margin, this.x));
    this.y = sh < h ? (h - sh) / 2 : Math.min(margin, Math.max(h - sh - margin, this.y));
    this.sheet.style.transform = `translate(${this.x.toFixed(1)}px, ${this.y.toFixed(1)}px) scale(${this.scale.toFixed(4)})`;
  }

  /**
   * @param {number} factor
   * @param {Point} [about] a point of the frame; its middle if left out
   */
  zoom(factor, about = { x: this.room.w / 2, y: this.room.h / 2 }) {
    const scale = Math.min(CLOSEST, Math.max(this.farthest, this.scale * factor));
    const ratio = scale / this.scale;
    this.x = about.x - (about.x - this.x) * ratio;
    this.y = about.y - (about.y - this.y) * ratio;
    this.scale = scale;
    this.apply();
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.apply();
  }

  /**
   * Shows a part of the sheet.
   * @param {{left: number, top: number, right: number, bottom: number}} box
   * @param {number} [closest]
   */
  show(box, closest = 1.15) {
    const { w, h } = this.room;
    const scale = Math.min(closest, w / (box.right - box.left), h / (box.bottom - box.top));
    this.scale = Math.max(this.farthest, scale);
    this.x = w / 2 - ((box.left + box.right) / 2) * this.scale;
    this.y = h / 2 - ((box.top + box.bottom) / 2) * this.scale;
    this.apply();
  }

  /**
   * Whether a point of the sheet is in sight.
   * @param {Point} at
   */
  sees(at) {
    const { x, y } = this.onScreen(at);
    return x > 0 && y > 0 && x < this.room.w && y < this.room.h;
  }

  /**
   * Moves just so far that a point is well in sight.
   * @param {Point} at
   */
  reveal(at) {
    const spot = this.onScreen(at);
    const { w, h } = this.room;
    const margin = Math.min(90, w / 4, h / 4);
    const dx = spot.x < margin ? margin - spot.x : spot.x > w - margin ? w - margin - spot.x : 0;
    const dy = spot.y < margin ? margin - spot.y : spot.y > h - margin ? h - margin - spot.y : 0;
    if (dx === 0 && dy === 0) return;
    if (!still()) {
      this.sheet.classList.add("gliding");
      setTimeout(() => this.sheet.classList.remove("gliding"), 260);
    }
    this.pan(dx, dy);
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button !== 0 || (event.target instanceof Element && event.target.closest("button"))) return;
    this.frame.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size === 2) {
      clearTimeout(this.holding);
      if (this.mode === "carry") this.gestures.drop(null, event);
      this.mode = "pinch";
      return;
    }
    this.mode = "pressed";
    this.target = event;
    this.pressed = { x: event.clientX, y: event.clientY };
    clearTimeout(this.holding);
    if (event.pointerType !== "mouse") this.holding = setTimeout(() => this.held(event), HOLD);
  }

  /** @param {PointerEvent} event a finger came down so long ago and has not moved */
  held(event) {
    if (this.mode === "pressed" && this.gestures.hold?.(this.point(event), event)) this.mode = "held";
  }

  /** @param {PointerEvent} event */
  move(event) {
    const last = this.fingers.get(event.pointerId);
    if (!last) {
      if (this.mode === "idle" && event.pointerType === "mouse") this.gestures.hover(this.point(event), event);
      return;
    }
    const now = { x: event.clientX, y: event.clientY };
    if (this.mode === "pinch") {
      const [other] = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
      if (other) {
        const box = this.frame.getBoundingClientRect();
        const far = (/** @type {Point} */ p) => Math.hypot(p.x - other.x, p.y - other.y) || 1;
        const middle = { x: (now.x + other.x) / 2 - box.left, y: (now.y + other.y) / 2 - box.top };
        this.zoom(far(now) / far(last), middle);
        this.pan((now.x - last.x) / 2, (now.y - last.y) / 2);
      }
    } else if (this.mode === "pressed") {
      const slack = event.pointerType === "touch" ? 10 : 5;
      if (Math.hypot(now.x - this.pressed.x, now.y - this.pressed.y) > slack) {
        clearTimeout(this.holding);
        const from = this.point({ clientX: this.pressed.x, clientY: this.pressed.y });
        this.mode = this.target && this.gestures.lift(from, this.target) ? "carry" : "pan";
        this.frame.classList.toggle("panning", this.mode === "pan");
      }
    }
    if (this.mode === "pan") this.pan(now.x - last.x, now.y - last.y);
    if (this.mode === "carry") this.gestures.carry(this.point(event), event);
    this.fingers.set(event.pointerId, now);
  }

  /** @param {PointerEvent} event */
  up(event) {
    clearTimeout(this.holding);
    if (!this.fingers.delete(event.pointerId)) return;
    if (this.mode === "pressed") this.gestures.tap(this.point(event), event);
    if (this.mode === "carry") this.gestures.drop(this.point(event), event);
    if (this.fingers.size === 0) this.mode = "idle";
    this.frame.classList.remove("panning");
  }

  /** @param {PointerEvent} event */
  cancel(event) {
    clearTimeout(this.holding);
    this.fingers.delete(event.pointerId);
    if (this.mode === "carry") this.gestures.drop(null, event);
    if (this.fingers.size === 0) this.mode = "idle";
    this.frame.classList.remove("panning");
  }

  /** Breaks off what is being dragged. */
  breakOff() {
    clearTimeout(this.holding);
    if (this.mode !== "carry" || !this.target) return false;
    this.gestures.drop(null, this.target);
    this.mode = "held";
    return true;
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    const box = this.frame.getBoundingClientRect();
    const pixels = event.deltaY * (event.deltaMode === 1 ? 16 : 1);
    this.zoom(Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.0016)), {
      x: event.clientX - box.left,
      y: event.clientY - box.top,
    });
  }
}
