/**
 * The board by keyboard: a cursor that goes from hex to hex and says what is there.
 * @module
 */

import { announce } from "./dom.js";
import { sentence } from "./words.js";

/** The hex cursor. */
export class Cursor {
  /**
   * @param {import("./table.js").Table} table
   * @param {(hex: string) => string} ground
   */
  constructor(table, ground) {
    this.table = table;
    this.ground = ground;
    /** @type {string | null} */
    this.hex = null;
  }

  /** @param {"up" | "down" | "left" | "right"} arrow */
  move(arrow) {
    const { board, hand } = this.table;
    const { layout } = board;
    const start =
      hand.counter(hand.selected)?.place ??
      this.table.battleHexes()[0] ??
      layout.at({ x: layout.size.x / 2, y: layout.size.y / 2 });
    const to = this.hex ? layout.arrow(this.hex, arrow) : start;
    if (to) this.place(to);
  }

  /** @param {string} hex */
  place(hex) {
    const { board, hand, panel } = this.table;
    this.hex = hex;
    board.point(hex);
    board.camera.reveal(board.layout.centre(hex));
    panel.inspect(hex);
    hand.pass(hex);
    announce(this.words(hex));
    this.table.card.rest(board.stack(hex)[0]?.id ?? null);
  }

  /** Tells what the counter under the cursor says, or the selected one. */
  ask() {
    const { board, hand, card } = this.table;
    const id = (this.hex ? board.stack(this.hex)[0]?.id : undefined) ?? hand.selected;
    if (id === null || id === undefined) announce("No counter is here.");
    else if (card.shown === id && card.pinned) card.close();
    else void card.show(id, { pinned: true, aloud: true });
  }

  /**
   * Where the pointer was last, unseen.
   * @param {string | null} hex
   */
  rest(hex) {
    this.hex = hex;
    this.table.board.point(null);
  }

  /**
   * A hex in words: ground, marks, counters, what may be done there.
   * @param {string} hex
   */
  words(hex) {
    const { board, hand } = this.table;
    const units = board.stack(hex).map((c) => {
      const facing = c.facing === null ? "" : ` facing ${board.layout.spoken(c.facing)}`;
      return `${board.scene?.sides[c.side]?.name ?? ""}: ${c.name}${facing}${c.seals.includes("disrupted") ? ", disrupted" : ""}`;
    });
    const marks = (board.scene?.marks ?? []).filter((m) => m.place === hex).map((m) => m.text);
    const may = hand.words(hex);
    const place = [hex, this.ground(hex)].filter(Boolean).join(", ");
    return [place, ...marks, ...units, may && `You may: ${may}`].filter(Boolean).map(sentence).join(" ");
  }

  /**
   * Does what a click there would do.
   * @param {boolean} [onto] onto friends too
   */
  act(onto = false) {
    if (!this.hex) {
      this.move("up");
      return;
    }
    const { board, hand } = this.table;
    void hand.point({ hex: this.hex, counter: board.stack(this.hex)[0]?.id ?? null, onto });
  }

  /** @param {number} place in the stack, from the top */
  take(place) {
    const { board, hand } = this.table;
    const counter = this.hex ? board.stack(this.hex)[place] : null;
    if (!counter) return;
    if (hand.choices.able.has(counter.id)) void hand.take(counter.id);
    else announce(`Nothing to do with ${counter.name}.`);
  }

  /** @param {1 | -1} way */
  cycle(way) {
    const { hand } = this.table;
    const next = hand.next(way);
    if (!next) {
      announce("No counter has anything to do.");
      return;
    }
    if (!hand.choices.inHand) hand.select(next.id);
    if (next.place) this.place(next.place);
  }

  /** @param {number} by */
  turn(by) {
    void this.turnBy(by);
  }

  /** @param {number} by sixths */
  async turnBy(by) {
    const { hand } = this.table;
    if (await hand.deploying.turn(by)) return;
    const { active } = hand.choices;
    if (active && active.facing !== null) {
      await hand.turn((active.facing + by + 6) % 6);
      return;
    }
    // A counter that is only selected is taken up first.
    const chosen = hand.counter(hand.selected);
    const march = chosen ? hand.choices.of(chosen.id).find((c) => c.marches) : undefined;
    if (!chosen || chosen.facing === null || !march) return;
    await hand.give([march.order], march.text);
    if (hand.choices.turns.length > 0) await hand.turn((chosen.facing + by + 6) % 6);
  }
}
