/**
 * The legal orders the client already holds, sorted by what a player points at.
 *
 * What an order does, what it points at and how that looks is said by the game; nothing is guessed from its fields.
 * @module
 */

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").ListedOrder} Choice */

/** What may be said now. */
export class Choices {
  /** @param {View} view */
  constructor(view) {
    const { counters } = view.scene;
    /** @type {Choice[]} */
    this.all = (view.orders ?? []).map((listed) => {
      // A counter that lies nowhere to be pointed at, such as a leader who comes up now: its places stand for it.
      const seen = listed.counter !== null && counters.some((c) => c.id === listed.counter);
      return seen ? listed : { ...listed, counter: null };
    });
    const held = this.all.find((c) => c.counter !== null && c.continues && (c.towards ?? c.facing) !== undefined);
    const active = held
      ? counters.find((c) => c.id === held.counter)
      : counters.find((c) => c.seals.includes("active"));
    this.active = active ?? null;
    /** Orders about no counter and no place: buttons. */
    this.general = this.all.filter((c) => c.counter === null && c.place === null && c.facing === undefined);
    /** Ways to turn the counter in hand. */
    this.turns = this.all.filter((c) => c.facing !== undefined);
    /** Whether nothing but a facing is asked. */
    this.facingDue = this.turns.length > 0 && this.turns.length === this.all.length;
    /** The counter in hand: one that steps or turns. */
    this.inHand = held ? this.active : null;
    /** The counters something may be said about. */
    this.able = new Set(
      this.all
        .filter((c) => c.counter !== null && c.facing === undefined)
        .map((c) => /** @type {number} */ (c.counter)),
    );
  }

  /**
   * What may be said about a counter, its turning left out.
   * @param {number} id
   */
  of(id) {
    return this.all.filter((c) => c.counter === id && c.facing === undefined);
  }

  /**
   * What may be said about a place alone.
   * @param {string} place
   */
  at(place) {
    return this.all.filter((c) => c.counter === null && c.place === place);
  }

  /** The counters that may be put somewhere. */
  get placed() {
    const placing = this.all.filter((c) => c.counter !== null && c.begins === "placing");
    return new Set(placing.map((c) => /** @type {number} */ (c.counter)));
  }

  /**
   * The one thing to do with a counter that needs no further aim; null if the player must choose.
   * @param {number} id
   */
  immediate(id) {
    const all = this.of(id);
    const [only] = all;
    return all.length === 1 && only.place === null && !only.marches && !only.careful ? only : null;
  }

  /**
   * Whether a choice of an earlier moment may still be made.
   * @param {Choice} choice
   */
  includes(choice) {
    const order = JSON.stringify(choice.order);
    return this.all.some((c) => JSON.stringify(c.order) === order);
  }

  /** @param {string} kind */
  kind(kind) {
    return this.all.find((c) => c.kind === kind) ?? null;
  }

  /** The buttons in the order of their weight, the one that carries on marked. */
  get ranked() {
    const weight = (/** @type {Choice} */ c) => c.onward ?? 0;
    const most = Math.max(1, ...this.general.map(weight));
    return [...this.general]
      .sort((a, b) => Math.sign(weight(b)) - Math.sign(weight(a)))
      .map((choice) => ({ choice, onward: weight(choice) === most }));
  }
}
