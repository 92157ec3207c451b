/**
 * The board under pointer and finger: taps, drags, and stacks that fan out.
 * @module
 */

/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {import("./camera.js").Gestures} Gestures */

/** How long the pointer rests on a stack before it fans out. */
const REST = 320;

/**
 * What gestures on the board mean at a table.
 * @implements {Gestures}
 */
export class Fingers {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    /** @type {number | null} */
    this.carried = null;
    /** The hex of a counter that is being turned. @type {string | null} */
    this.turning = null;
    /** @type {string | null} */
    this.hovered = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.fanning = undefined;
  }

  get board() {
    return this.table.board;
  }

  get hand() {
    return this.table.hand;
  }

  /**
   * @param {Point} at
   * @param {PointerEvent} event
   */
  tap(at, event) {
    const { board, hand } = this;
    board.frame.focus({ preventScroll: true });
    clearTimeout(this.fanning);
    const hit = board.counterAt(event);
    const fanned = hit?.fanned ?? false;
    const hex = fanned ? board.fanned : board.layout.at(at);
    if (!fanned && board.fanned && board.fanned !== hex) board.unfan();
    this.table.cursor.rest(hex);
    const counter = hit && hand.counter(hit.id);
    const aimed =
      counter && (fanned || counter.place === hex) ? counter.id : hex ? (board.stack(hex)[0]?.id ?? null) : null;
    const direction = board.arrowAt(event);
    if (fanned) board.unfan();
    const touch = event.pointerType === "touch";
    // Somebody who goes along is pointed at with the key held.
    if (event.ctrlKey && aimed !== null && hand.company.candidates().some((c) => c.id === aimed)) {
      void hand.company.toggle(aimed);
      return;
    }
    void hand.point({ hex, counter: aimed, fanned, touch, direction, onto: event.shiftKey });
  }

  /**
   * A finger rests on a counter: it asks what that is.
   * @param {Point} at
   * @param {PointerEvent} event
   */
  hold(at, event) {
    const { board } = this;
    const hit = board.counterAt(event)?.id ?? board.stack(board.layout.at(at) ?? "")[0]?.id;
    if (hit === undefined) return false;
    void this.table.card.show(hit, { pinned: true });
    return true;
  }

  /**
   * @param {Point} _at
   * @param {PointerEvent} event
   */
  lift(_at, event) {
    const { board, hand } = this;
    const { choices } = hand;
    const hit = board.counterAt(event);
    this.table.card.rest(null);
    if (!hit || hand.idle || !hand.match.ours) return false;
    if (choices.facingDue) {
      // A drag from the counter that is to be faced turns it.
      this.turning = hand.counter(hit.id)?.place === choices.active?.place ? (choices.active?.place ?? null) : null;
      return this.turning !== null;
    }
    const inHand = choices.inHand && hand.counter(hit.id)?.place === choices.inHand.place ? choices.inHand.id : null;
    const id = choices.able.has(hit.id) ? hit.id : inHand;
    if (id === null || choices.immediate(id)) return false;
    board.unfan();
    if (hand.selected !== id && !hand.company.ids.has(id)) hand.select(id);
    this.carried = hand.company.ids.has(id) ? hand.selected : id;
    return true;
  }

  /** @param {Point} at */
  carry(at) {
    if (this.turning) {
      const hex = this.board.layout.at(at);
      this.board.aim(hex && hex !== this.turning ? this.board.layout.towards(this.turning, hex) : null);
      return;
    }
    this.board.ghost(this.carried, at);
    this.hand.pass(this.board.layout.at(at));
  }

  /** @param {Point | null} at */
  drop(at) {
    if (this.turning) {
      const [from, to] = [this.turning, at ? this.board.layout.at(at) : null];
      this.turning = null;
      this.board.aim(null);
      if (to && to !== from) void this.hand.turn(this.board.layout.towards(from, to));
      return;
    }
    const id = this.carried;
    this.carried = null;
    this.board.ghost(null);
    const hex = at ? this.board.layout.at(at) : null;
    if (id === null || !hex || hex === this.hand.counter(id)?.place) return;
    void this.hand.point({ hex, counter: this.board.stack(hex)[0]?.id ?? null, dropped: true });
  }

  /**
   * @param {Point | null} at
   * @param {PointerEvent} event
   */
  hover(at, event) {
    const { board, hand } = this;
    clearTimeout(this.fanning);
    this.table.card.rest(at ? (board.counterAt(event)?.id ?? null) : null);
    if (at && board.fanned && board.onFan(at)) return;
    const hex = at ? board.layout.at(at) : null;
    if (board.fanned && board.fanned !== hex) board.unfan();
    if (hex !== this.hovered) {
      this.hovered = hex;
      hand.pass(hex);
      const hit = board.counterAt(event);
      if (hit) hand.foresee(hit.id);
    }
    if (hex && !hand.goals.has(hex) && board.stack(hex).length > 1) {
      this.fanning = setTimeout(() => board.fanOut(hex), REST);
    }
  }
}
