/**
 * Stacks that go together: whole ones, or those of them the player has chosen, where the rules let each go.
 * @module
 */

import { announce } from "./dom.js";
import { count } from "./words.js";

/** @typedef {import("./types.js").Route} Route */
/** @typedef {import("./types.js").Counter} Counter */

/** Those who go with the selected counter. */
export class Company {
  /** @param {import("./hand.js").Hand} hand */
  constructor(hand) {
    this.hand = hand;
    /** Beside the selected one. @type {Set<number>} */
    this.ids = new Set();
    /** The ways of each. @type {Map<number, Route[]>} */
    this.ways = new Map();
  }

  get size() {
    return this.ids.size;
  }

  /** Everybody, the selected one first. */
  get all() {
    const { selected } = this.hand;
    return selected === null ? [] : [selected, ...this.ids];
  }

  /**
   * Those who could go with the selected counter from where it stands.
   * @returns {Counter[]}
   */
  candidates() {
    const { hand } = this;
    const first = hand.counter(hand.selected);
    if (!first?.place || hand.idle || hand.choices.inHand || hand.choices.facingDue) return [];
    const marches = (/** @type {number} */ id) => hand.choices.of(id).some((c) => c.marches);
    if (!marches(first.id)) return [];
    return hand.board.stack(first.place).filter((c) => c.id !== first.id && c.side === first.side && marches(c.id));
  }

  /** Leaves those behind who cannot go any more. */
  review() {
    const open = new Set(this.candidates().map((c) => c.id));
    for (const id of this.ids) if (!open.has(id)) this.ids.delete(id);
    this.ways.clear();
  }

  clear() {
    this.ids.clear();
    this.ways.clear();
  }

  /**
   * One more goes along, or stays.
   * @param {number} id
   */
  async toggle(id) {
    if (!this.ids.delete(id)) this.ids.add(id);
    await this.gathered();
  }

  /** The whole stack goes, or the one alone. */
  async whole() {
    const others = this.candidates();
    if (others.length === 0) {
      announce("Nobody here could go along.");
      return;
    }
    const all = others.every((c) => this.ids.has(c.id));
    this.ids = new Set(all ? [] : others.map((c) => c.id));
    await this.gathered();
  }

  /** Who goes has changed: so have the ways. */
  async gathered() {
    await this.find();
    this.hand.draw();
    announce(this.size > 0 ? `${count(this.size + 1, "counter")} go together.` : "It goes alone.");
  }

  /** Asks for the ways of everybody. */
  async find() {
    const { match } = this.hand;
    const { entry } = match.view;
    const found = await Promise.all(
      [...this.ids].map(async (id) => /** @type {const} */ ([id, await match.keep(`/routes/${id}`).catch(() => [])])),
    );
    if (match.view.entry === entry) this.ways = new Map(found);
  }

  /**
   * Of the selected counter's ways those that everybody can go.
   * @param {Route[]} routes
   */
  shared(routes) {
    if (this.size === 0) return routes;
    const places = [...this.ids].map((id) => new Set((this.ways.get(id) ?? []).map((route) => route.place)));
    return routes.filter((route) => places.every((reached) => reached.has(route.place)));
  }

  /**
   * Leads everybody to a place, one after another, or as one stack where the rules have stacks move as one. What is said
   * so is taken back in one go.
   * @param {string} place
   */
  async march(place) {
    const { hand } = this;
    const { match } = hand;
    const everybody = this.all;
    const before = match.view.entry;
    this.clear();
    const left = new Set(everybody);
    for (const id of everybody) {
      if (!left.delete(id)) continue;
      if (!(await this.lead(id, place, left))) break;
    }
    match.asOne(before);
  }

  /**
   * @param {number} id
   * @param {string} place
   * @param {Set<number>} others those who could still come along with it
   * @returns {Promise<boolean>} whether the next one may be led
   */
  async lead(id, place, others) {
    const { hand } = this;
    const { match } = hand;
    const march = hand.choices.of(id).find((c) => c.marches);
    if (!march || !match.ours) return false;
    // A stack that moves as one is taken up first, and those join it who shall.
    if (others.size > 0 && !(await this.give([march.order], march.text))) return false;
    for (const other of [...others]) {
      const join = hand.choices.of(other).find((c) => c.kind === "join");
      if (!join) break;
      if (!(await this.give([join.order], join.text))) return false;
      others.delete(other);
    }
    const routes = /** @type {Route[]} */ (await match.ask(`/routes/${id}`).catch(() => []));
    const route = routes.find((one) => one.place === place);
    const name = hand.counter(id)?.name ?? "it";
    if (!route) {
      await hand.whyNot.ask(place, id);
      return false;
    }
    if (!(await this.give(route.orders, `${name} to ${place}`))) return false;
    const halt = hand.choices.inHand?.id === id && others.size > 0 ? hand.choices.kind("halt") : null;
    if (halt && !(await this.give([halt.order], halt.text))) return false;
    return match.ours;
  }

  /**
   * @param {import("./types.js").Order[]} orders
   * @param {string} text
   * @returns {Promise<boolean>} whether all of them were played
   */
  async give(orders, text) {
    const { match } = this.hand;
    const before = match.view.entry;
    await this.hand.give(orders, text);
    return match.view.entry >= before + orders.length;
  }
}
