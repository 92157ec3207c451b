/**
 * The legal orders the client already holds, sorted by what a player points at.
 * @module
 */

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Order} Order */

/**
 * @typedef {object} Choice
 * @property {Order} order
 * @property {string} text
 * @property {string} kind
 * @property {number | null} counter the counter it is about
 * @property {string | null} hex where it leads or aims
 * @property {number | null} facing the way it turns a counter
 */

/** Orders that begin something with a counter which the player then aims at a hex. */
const BEGINNINGS = new Set(["move", "fall_back", "lift"]);

/** What may be said now. */
export class Choices {
  /**
   * @param {View} view
   * @param {import("./geometry.js").Layout} layout
   */
  constructor(view, layout) {
    const active = view.scene.counters.find((c) => c.seals.includes("active"));
    this.active = active ?? null;
    const known = new Set(view.scene.counters.map((c) => c.id));
    /** @type {Choice[]} */
    this.all = (view.orders ?? []).map((listed) => {
      const { order } = listed;
      const named = order.unit ?? order.leader ?? order.counter;
      const step = typeof order.to === "number" ? order.to : null;
      const facing = typeof order.facing === "number" ? order.facing : null;
      const turns = step !== null || facing !== null;
      // A counter that lies nowhere to be pointed at, such as a leader who comes up now: its hexes stand for it.
      const seen = typeof named === "number" && known.has(named);
      const placed = listed.kind === "place" && typeof order.at === "string" ? (listed.hex ?? null) : null;
      const beyond = step !== null && active?.hex ? layout.neighbour(active.hex, step) : null;
      return {
        order,
        text: listed.text,
        kind: listed.kind ?? String(order.do ?? ""),
        counter: seen ? /** @type {number} */ (named) : turns ? (active?.id ?? null) : null,
        hex: typeof order.hex === "string" ? order.hex : typeof order.to === "string" ? order.to : (beyond ?? placed),
        facing,
      };
    });
    /** Orders about no counter and no hex: buttons. */
    this.general = this.all.filter((c) => c.counter === null && c.hex === null && c.facing === null);
    /** Ways to turn the counter in hand. */
    this.turns = this.all.filter((c) => c.facing !== null);
    /** Whether nothing but a facing is asked. */
    this.facingDue = this.turns.length > 0 && this.turns.length === this.all.length;
    /** The counter in hand: one that steps or turns. */
    this.inHand = this.all.some((c) => c.counter === active?.id && (c.facing !== null || "to" in c.order))
      ? active
      : null;
  }

  /**
   * What may be said about a counter, its turning left out.
   * @param {number} id
   */
  of(id) {
    return this.all.filter((c) => c.counter === id && c.facing === null);
  }

  /**
   * What may be said about a hex alone.
   * @param {string} hex
   */
  at(hex) {
    return this.all.filter((c) => c.counter === null && c.hex === hex);
  }

  /** The counters something may be said about. */
  get able() {
    return new Set(
      this.all.filter((c) => c.counter !== null && c.facing === null).map((c) => /** @type {number} */ (c.counter)),
    );
  }

  /**
   * The one thing to do with a counter that needs no further aim; null if the player must choose.
   * @param {number} id
   */
  immediate(id) {
    const all = this.of(id);
    return all.length === 1 && all[0].hex === null && !BEGINNINGS.has(all[0].kind) ? all[0] : null;
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

  /**
   * An order like those that are legal, but about what the player pointed at: to be asked why it is not.
   * @param {{counter: number | null, hex: string | null}} aim
   * @param {import("./geometry.js").Layout} layout
   * @returns {Order | null}
   */
  like({ counter, hex }, layout) {
    const here = this.active?.hex;
    if (hex && this.inHand && here && counter === this.inHand.id) {
      const sample = this.all.find((c) => "to" in c.order) ?? { order: { do: "step" } };
      if (layout.distance(here, hex) === 1) return { ...sample.order, to: layout.towards(here, hex) };
    }
    const named = (/** @type {Order} */ order) => ["unit", "counter"].find((name) => name in order) ?? null;
    const samples = [...this.all].sort((a, b) => Number(b.counter === counter) - Number(a.counter === counter));
    for (const { order } of samples) {
      const name = named(order);
      const wantsHex = typeof order.hex === "string";
      if (name && wantsHex && counter !== null && hex) return { ...order, [name]: counter, hex };
      if (!name && wantsHex && hex && counter === null) return { ...order, hex };
      if (name && !wantsHex && counter !== null && !("chariot" in order)) return { ...order, [name]: counter };
    }
    return null;
  }
}
