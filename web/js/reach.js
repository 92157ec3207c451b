/**
 * The open table under pointer, finger and keys: what gestures over it mean.
 * @module
 */

import { poseOf, turned } from "./cloth.js";
import { announce, put, s } from "./dom.js";
import { Fingers } from "./fingers.js";
import { STEP, TURN } from "./tabletop.js";
import { sentence } from "./words.js";

/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {import("./cloth.js").Pose} Pose */
/** @typedef {import("./tabletop.js").TableHand} TableHand */

/** Two taps so soon after one another, in milliseconds, take a whole line. */
const TWICE = 380;

/** What gestures mean at an open table. */
export class TableFingers extends Fingers {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    super(table);
    this.tapped = { id: -1, when: 0 };
    /** What a drag does, and from where. @type {{kind: "carry" | "wheel" | "lasso", from: Point, pose?: Pose, hinge?: Point} | null} */
    this.drag = null;
  }

  /** @returns {TableHand} */
  get held() {
    return /** @type {any} */ (this.hand);
  }

  /**
   * @param {Point} at
   * @param {PointerEvent} event
   */
  tap(at, event) {
    const { board, held } = this;
    board.frame.focus({ preventScroll: true });
    const hit = board.counterAt(event);
    const again = hit && hit.id === this.tapped.id && event.timeStamp - this.tapped.when < TWICE;
    this.tapped = { id: hit?.id ?? -1, when: event.timeStamp };
    if (again && !held.idle && held.led(hit.id)) {
      held.takeLine(hit.id);
      return;
    }
    const touch = event.pointerType === "touch";
    void held.point({ hex: null, counter: hit?.id ?? null, at: held.cloth.point(at), touch });
  }

  /**
   * @param {Point} at
   * @param {PointerEvent} event
   */
  lift(at, event) {
    const { board, held } = this;
    this.table.card.rest(null);
    if (held.idle || !held.match.ours) return false;
    const from = held.cloth.point(at);
    const handle = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-handle]");
    const [first] = held.group;
    const stands = first === undefined ? null : held.stands(first);
    if (handle && stands) {
      const hand = handle.getAttribute("data-handle");
      const hinge = held.hinges().find((one) => one.hand !== hand)?.at;
      if (!hinge) return false;
      this.drag = { kind: "wheel", from, pose: stands.pose, hinge };
      return true;
    }
    const hit = board.counterAt(event);
    if (event.shiftKey && !hit) {
      this.drag = { kind: "lasso", from };
      return true;
    }
    const piece = hit ? null : this.pieceAt(event);
    if (piece) {
      if (held.piece?.id !== piece.id) held.takePiece(piece);
      this.drag = { kind: "carry", from, pose: held.held ?? piece.at };
      return true;
    }
    if (!hit || !held.led(hit.id)) return false;
    if (!held.group.includes(hit.id)) held.select(hit.id);
    else if (held.group[0] !== hit.id) held.take_up([hit.id, ...held.group.filter((id) => id !== hit.id)]);
    const pose = held.stands(hit.id)?.pose;
    if (!pose) return false;
    this.drag = { kind: "carry", from, pose };
    return true;
  }

  /**
   * What lies on the table at a point of the window and may be taken up.
   * @param {PointerEvent} event
   */
  pieceAt(event) {
    const under = document.elementsFromPoint(event.clientX, event.clientY);
    const element = under.map((one) => one.closest("[data-piece]")).find(Boolean);
    return element ? (this.held.pieces().find((piece) => piece.element === element) ?? null) : null;
  }

  /** @param {Point} at */
  carry(at) {
    const { drag, held } = this;
    if (!drag) return;
    const now = held.cloth.point(at);
    if (drag.kind === "lasso") this.lasso(drag.from, now);
    else if (drag.kind === "carry" && drag.pose) {
      const { x, y, heading } = drag.pose;
      // Brackets turn what is carried.
      held.hold({ x: x + now.x - drag.from.x, y: y + now.y - drag.from.y, heading: held.held?.heading ?? heading });
    } else if (drag.pose && drag.hinge) {
      const { hinge } = drag;
      const angle = (/** @type {Point} */ p) => Math.atan2(p.y - hinge.y, p.x - hinge.x);
      const by = ((angle(now) - angle(drag.from)) * 180_000) / Math.PI;
      held.hold(turned(drag.pose, hinge, by));
    }
  }

  /** @param {Point | null} at */
  drop(at) {
    const { drag, held, board } = this;
    this.drag = null;
    put(board.group("lasso", board.over));
    if (!drag) return;
    if (drag.kind === "lasso") {
      if (at) this.gather(drag.from, held.cloth.point(at));
      return;
    }
    if (at) void held.putDown();
    else {
      held.letGo();
      held.draw();
    }
  }

  /**
   * @param {Point} from
   * @param {Point} to
   */
  lasso(from, to) {
    const { board, held } = this;
    const [a, b] = [held.cloth.spot(from), held.cloth.spot(to)];
    const box = {
      x: Math.min(a.x, b.x),
      y: Math.min(a.y, b.y),
      width: Math.abs(a.x - b.x),
      height: Math.abs(a.y - b.y),
    };
    put(board.group("lasso", board.over), s("rect", { class: "lasso", ...box, rx: 6 }));
  }

  /**
   * Takes up whoever stands within the lasso.
   * @param {Point} from
   * @param {Point} to
   */
  gather(from, to) {
    const { held } = this;
    const within = (/** @type {number} */ v, /** @type {number} */ a, /** @type {number} */ b) =>
      v >= Math.min(a, b) && v <= Math.max(a, b);
    const caught = held.scene.counters.filter((c) => {
      if (!c.place || !held.led(c.id)) return false;
      const { x, y } = poseOf(c.place);
      return within(x, from.x, to.x) && within(y, from.y, to.y);
    });
    if (caught.length > 0) held.take_up(caught.map((c) => c.id));
  }

  /**
   * @param {Point | null} at
   * @param {PointerEvent} event
   */
  hover(at, event) {
    const hit = at ? this.board.counterAt(event) : null;
    const key = hit ? String(hit.id) : null;
    this.table.card.rest(hit?.id ?? null);
    if (key === this.hovered) return;
    this.hovered = key;
    this.held.pass(null, hit?.id ?? null);
    this.table.beside?.hover(hit?.id ?? null);
  }
}

/** The open table by keyboard. */
export class TableCursor {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    /** @type {string | null} */
    this.hex = null;
  }

  /** @returns {TableHand} */
  get held() {
    return /** @type {any} */ (this.table.hand);
  }

  /** Tells what the selected element says. */
  ask() {
    const { card } = this.table;
    const id = this.held.selected;
    if (id === null) announce("No element is selected.");
    else if (card.shown === id && card.pinned) card.close();
    else void card.show(id, { pinned: true, aloud: true });
  }

  /** @param {"up" | "down" | "left" | "right"} arrow */
  move(arrow) {
    const [dx, dy] = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] }[arrow];
    if (!this.held.nudge(dx * STEP, dy * STEP, 0)) this.cycle(1);
  }

  /** @param {string} place */
  place(place) {
    const { board, panel } = this.table;
    this.hex = place;
    board.camera.reveal(board.layout.centre(place));
    panel.inspect(place);
  }

  /** @param {string | null} place */
  rest(place) {
    this.hex = place;
  }

  /** Puts down what is held, or takes up whoever is next. */
  act() {
    const { held } = this;
    if (held.held) void held.putDown();
    else if (held.piece) this.cyclePieces(1);
    else if (held.offered) void held.lead(held.offered);
    else if (held.selected === null) this.cycle(1);
    else void held.take(held.selected);
  }

  take() {}

  /** The whole line. */
  line() {
    const { held } = this;
    if (held.selected === null) return;
    const line = held.lineOf(held.selected);
    if (line.length > held.group.length) held.take_up(line);
    else held.select(held.selected);
  }

  /** @param {1 | -1} way */
  cycle(way) {
    const { held } = this;
    const next = held.next(way);
    if (!next) {
      this.cyclePieces(way);
      return;
    }
    held.select(next.id);
    if (next.place) this.place(next.place);
    announce(this.table.yours([next.name, ...(next.about ?? [])].map(sentence).join(" ")));
  }

  /**
   * Where nobody stands to be taken up, what lies on the table may be.
   * @param {1 | -1} way
   */
  cyclePieces(way) {
    const pieces = this.held.pieces();
    if (pieces.length === 0) {
      announce("Nobody has anything to do.");
      return;
    }
    const at = pieces.findIndex((piece) => piece.id === this.held.piece?.id);
    this.held.takePiece(pieces[(at + way + pieces.length) % pieces.length]);
  }

  /** Another formation of those in the hand. */
  reform() {
    this.held.reform();
  }

  /** @param {number} by */
  turn(by) {
    this.held.nudge(0, 0, by * TURN);
  }
}
