/**
 * The player's hand: what is selected, what a click, drag or key on the board means, and what is shown for it.
 * @module
 */

import { announce } from "./dom.js";
import { Choices } from "./choices.js";
import { Company } from "./company.js";
import { Deploying } from "./deploying.js";
import { Pointing } from "./pointing.js";
import { WhyNot } from "./whynot.js";

/** @typedef {import("./types.js").Order} Order */
/** @typedef {import("./types.js").Route} Route */
/** @typedef {import("./types.js").Objection} Objection */
/** @typedef {import("./choices.js").Choice} Choice */
/** @typedef {{orders: Order[], text: string, kind: string, label?: string, path: string[], route?: Route, choices?: Choice[]}} Goal several choices are asked about */
/** @typedef {{hex: string | null, counter: number | null, fanned?: boolean, touch?: boolean, dropped?: boolean, onto?: boolean, direction?: number | null}} Aim `onto`: onto friends too */

/**
 * @typedef {object} Desk what the hand needs of the panel
 * @property {(title: string, objection: Objection, wayOut?: boolean) => void} why
 * @property {() => void} hush takes the last objection away
 * @property {(hex: string | null) => void} inspect
 * @property {(choices: Choice[], title: string) => void} ask
 * @property {() => void} redraw
 * @property {(choice: Choice | null) => void} weigh shows the odds of an order not yet given
 * @property {(bouts: import("./types.js").Bout[] | null) => void} fights shows the fights of what is held, or those that stand
 * @property {(route: Route) => void} foretell shows what a way would cost and meet
 */

/** The hand over the board. */
export class Hand {
  /**
   * @param {import("./match.js").Match} match
   * @param {import("./board.js").Board} board
   * @param {Desk} desk
   */
  constructor(match, board, desk) {
    this.match = match;
    this.board = board;
    this.desk = desk;
    /** @type {number | null} */
    this.selected = null;
    /** @type {Route[]} */
    this.routes = [];
    /** The ways of the selected counter, while they are asked for. @type {Promise<void> | null} */
    this.finding = null;
    /** @type {Map<string, Goal>} */
    this.goals = new Map();
    /** @type {number | null} */
    this.lastFacing = null;
    /** The sort of counter placed last, to go on with. @type {string | null} */
    this.placing = null;
    /** Whether the board may be acted on: not while looking back. */
    this.idle = false;
    this.choices = new Choices(match.view);
    this.whyNot = new WhyNot(this);
    /** The counter that came to its journey's end last, and by which way. @type {{id: number, route: Route} | null} */
    this.arrived = null;
    /** The destination whose way a finger has asked for. @type {string | null} */
    this.shown = null;
    /** The hexes marked on the board. @type {string[]} */
    this.marked = [];
    /** Those who go with the selected counter. */
    this.company = new Company(this);
    this.deploying = new Deploying(this);
    /** A friend's hex that was pointed at: once more, and whoever was selected goes there. @type {{hex: string, id: number, goal: Goal} | null} */
    this.onto = null;
    this.pointing = new Pointing(this);
  }

  get scene() {
    return this.match.view.scene;
  }

  /** @param {number | null} id */
  counter(id) {
    return this.scene.counters.find((c) => c.id === id) ?? null;
  }

  /** After every change of the position. */
  update() {
    this.choices = new Choices(this.match.view);
    const { inHand } = this.choices;
    if (inHand) this.selected = inHand.id;
    else if (this.selected !== null && this.choices.of(this.selected).length === 0) this.selected = null;
    if (this.placing && !this.choices.facingDue) {
      const next = this.scene.counters.find((c) => c.glyph === this.placing && this.choices.placed.has(c.id));
      this.selected = next?.id ?? null;
      if (!next) this.placing = null;
    }
    // Where one counter alone is to be placed, it need not be looked for.
    const { placed } = this.choices;
    if (this.selected === null && placed.size === 1 && this.choices.able.size === 1) this.selected = [...placed][0];
    this.routes = [];
    this.onto = null;
    this.company.review();
    this.show();
    void this.deploying.mark();
  }

  /** Shows the selection: with its ways, where they are known already, or first without them. */
  show() {
    const id = this.selected;
    const ways = id !== null && this.company.size === 0 && this.marches(id) && this.match.answered(`/routes/${id}`);
    if (ways) this.routes = ways;
    this.draw();
    this.finding = ways ? null : this.findRoutes();
  }

  /**
   * Whether a counter has ways to go.
   * @param {number} id
   */
  marches(id) {
    const { choices } = this;
    return (
      choices.of(id).some((c) => c.marches) || (choices.inHand && choices.all.some((c) => c.towards !== undefined))
    );
  }

  /** Asks where the selected counter can get to. */
  async findRoutes() {
    const id = this.selected;
    if (id === null || !this.marches(id)) return;
    const { entry } = this.match.view;
    const routes = await this.match.keep(`/routes/${id}`).catch(() => []);
    if (this.selected !== id || this.match.view.entry !== entry) return;
    this.routes = routes;
    if (this.company.size > 0) await this.company.find();
    this.draw();
  }

  /**
   * Asks for a counter's routes before it is selected, so that they are there when it is.
   * @param {number} id
   */
  foresee(id) {
    if (this.choices.of(id).some((c) => c.marches)) void this.match.keep(`/routes/${id}`).catch(() => []);
  }

  /** Everything the selection shows on the board. */
  draw() {
    const { choices, board } = this;
    this.goals = this.idle ? new Map() : this.findGoals();
    const chosen = this.selected === null || this.idle ? [] : [...this.company.ids, this.selected];
    board.choose(chosen, this.idle ? [] : choices.able);
    const shown = [...this.goals].map(([hex, goal]) => ({ hex, kind: goal.kind, label: goal.label }));
    if (!this.idle && this.selected === null) {
      for (const c of choices.all) {
        if (!c.look || c.look === "able") continue;
        const aimed = c.counter === null || c.begins === "placing" ? c.place : null;
        const hex = aimed ?? (c.place === null ? (this.counter(c.counter)?.place ?? null) : null);
        if (hex && !shown.some((s) => s.hex === hex)) shown.push({ hex, kind: c.look, label: undefined });
      }
    }
    board.highlight("reach", shown);
    this.marked = shown.map((s) => s.hex);
    const turns = this.idle ? [] : choices.turns.map((c) => /** @type {number} */ (c.facing));
    board.arrows(turns.length > 0 ? (choices.active?.place ?? null) : null, turns);
    if (this.onto) this.showOnto(this.onto);
    else board.path([]);
    this.desk.redraw();
  }

  /** Where the selected counter may go or aim, and by which orders. */
  findGoals() {
    /** @type {Map<string, Goal>} */
    const goals = new Map();
    const id = this.selected;
    if (id === null || this.choices.facingDue) return goals;
    const from = this.counter(id)?.place ?? null;
    for (const route of this.company.shared(this.routes)) {
      const label = route.stops ? `${route.cost} ■` : route.cost;
      goals.set(route.place, {
        orders: route.orders,
        text: [`Go to ${route.place}, cost ${route.cost}`, ...(route.meets ?? [])].join(", "),
        kind: "move",
        label,
        path: from ? [from, ...route.path] : route.path,
        route,
      });
    }
    for (const choice of this.choices.of(id)) {
      const same = choice.place ? goals.get(choice.place) : undefined;
      // The same counter in the same place in more than one way: paid for by another, for instance.
      if (same && !same.route && choice.begins === "placing") same.choices?.push(choice);
      else if (choice.place && !same) {
        goals.set(choice.place, {
          orders: [choice.order],
          text: choice.text,
          kind: choice.look ?? "unit",
          path: from ? [from, choice.place] : [],
          choices: [choice],
        });
      }
    }
    return goals;
  }

  /**
   * Selects a counter, or nothing.
   * @param {number | null} id
   */
  select(id) {
    if (id !== this.selected) this.company.clear();
    this.selected = id;
    this.onto = null;
    this.arrived = null;
    this.routes = [];
    this.desk.hush();
    this.show();
    const counter = this.counter(id);
    if (counter) announce(`${counter.name} selected.`);
  }

  /**
   * Takes a counter: does the one thing there is to do with it, or selects it.
   * @param {number} id
   */
  take(id) {
    const immediate = this.choices.immediate(id);
    if (immediate) return this.play(immediate);
    const [only, ...more] = this.choices.of(id);
    // A unit beside the map has nowhere to be aimed at before it is taken up.
    if (this.counter(id)?.place === null && more.length === 0 && only?.marches) return this.play(only);
    if (id !== this.selected) this.select(id);
    else if (!this.choices.inHand && !this.choices.placed.has(id)) {
      // Pointing at it once more takes it up, to turn it where it stands.
      const march = this.choices.of(id).find((c) => c.marches);
      if (march) return this.play(march);
      this.select(null);
    }
    return Promise.resolve();
  }

  /**
   * Gives one order.
   * @param {Choice} choice
   */
  play(choice) {
    if (choice.kind === "muster" && this.deploying.begun) return this.deploying.rest();
    if (choice.facing !== undefined) this.lastFacing = choice.facing;
    if (choice.begins === "placing") this.placing = this.counter(choice.counter)?.glyph ?? null;
    else if (choice.facing === undefined) this.placing = null;
    return this.give([choice.order], choice.text);
  }

  /**
   * Gives several orders in one go.
   * @param {Order[]} orders
   * @param {string} text
   */
  async give(orders, text) {
    if (this.idle || !(await this.match.free())) return;
    this.arrived = null;
    this.desk.hush();
    const refused = await this.match.give(orders);
    if (refused) this.desk.why(text, refused);
    else await this.deploying.face();
  }

  /**
   * A click, tap, drop or Enter.
   * @param {Aim} aim
   */
  async point(aim) {
    const { hex, counter, direction = null } = aim;
    if (direction !== null) return this.turn(direction);
    if (!hex) return this.clear();
    this.desk.inspect(hex);
    if (this.idle || !this.match.ours) return undefined;
    // Whoever is quicker than the line points at a way that is not known yet.
    if (this.finding && !this.goals.has(hex)) await this.finding;
    const { choices } = this;
    const active = choices.active?.place;
    if (choices.facingDue && active)
      return this.turn(hex === active ? this.lastFacing : this.board.layout.towards(active, hex));

    const goal = aim.fanned ? null : this.goals.get(hex);
    if (goal?.choices && goal.choices.length > 1) return this.desk.ask(goal.choices, `At ${hex}`);
    // A finger passes over nothing: its first touch shows what the way meets, the second one goes.
    if (aim.touch && goal?.route?.meets && this.shown !== hex) {
      this.shown = hex;
      this.pass(hex);
      return announce(goal.text);
    }
    if (aim.touch && goal?.route && this.shown !== hex && (await this.pointing.showRisk(goal.route, goal))) {
      this.shown = hex;
      return undefined;
    }
    this.shown = null;
    const once = this.onto?.hex === hex && !aim.fanned ? this.onto : null;
    if (once) return this.goOnto(once);
    if (goal?.route && this.selected !== null && !aim.dropped && !aim.onto) {
      const friend = this.friendAt(hex, counter);
      if (friend !== null) return this.pointAtFriend(friend, hex, goal);
    }
    if (goal && this.selected !== null) return this.goTo(goal);
    const aboard = this.boarding(counter);
    if (aboard) return this.play(aboard);

    if (aim.dropped) {
      return this.whyNot.ask(hex, counter);
    }
    const able = this.board.stack(hex).filter((c) => choices.able.has(c.id) && c.id !== choices.inHand?.id);
    if (aim.touch && !aim.fanned && able.length > 1) return this.board.fanOut(hex);
    const picked = able.find((c) => c.id === counter) ?? (aim.fanned ? null : able[0]);
    if (picked) return this.take(picked.id);

    const aimed = choices.at(hex);
    if (aimed.length === 1 && !aimed[0].careful) return this.play(aimed[0]);
    if (aimed.length > 0) return this.desk.ask(aimed, `At ${hex}`);
    if (await this.changeHands(counter)) return undefined;
    return this.whyNot.ask(hex, counter);
  }

  /**
   * A friend in a hex with something to do besides those in hand: the one pointed at, or the top one.
   * @param {string} hex
   * @param {number | null} counter
   */
  friendAt(hex, counter) {
    const { choices } = this;
    const own = new Set([...this.company.all, choices.inHand?.id]);
    const friends = this.board.stack(hex).filter((c) => choices.inHand !== null || choices.able.has(c.id));
    const ours = friends.filter((c) => c.side === this.scene.to_act && !own.has(c.id));
    return (ours.find((c) => c.id === counter) ?? ours[0])?.id ?? null;
  }

  /**
   * A friend is selected by pointing at it; whoever was selected goes there when it is pointed at once more.
   * @param {number} friend
   * @param {string} hex
   * @param {Goal} goal
   */
  pointAtFriend(friend, hex, goal) {
    const id = /** @type {number} */ (this.selected);
    const name = this.counter(id)?.name ?? "it";
    const onto = { hex, id, goal };
    if (!this.choices.inHand && this.company.size === 0) this.select(friend);
    this.onto = onto;
    this.showOnto(onto);
    announce(`Once more, and ${name} goes there.`);
  }

  /** @param {{id: number, goal: Goal}} onto */
  showOnto({ id, goal }) {
    this.board.path(goal.path, { words: [`Once more: ${this.counter(id)?.name ?? "it"} goes there`] });
  }

  /** @param {{hex: string, id: number, goal: Goal}} onto */
  async goOnto({ id, goal }) {
    this.onto = null;
    if (this.selected !== id && !this.choices.inHand) this.selected = id;
    return this.goTo(goal);
  }

  /** @param {Goal} goal */
  async goTo(goal) {
    if (this.company.size > 0 && goal.route) return this.company.march(goal.route.place);
    const placed = goal.choices?.[0]?.begins === "placing";
    const id = this.selected;
    this.placing = placed ? (this.counter(id)?.glyph ?? null) : null;
    await this.give(goal.orders, goal.text);
    const { route } = goal;
    const there = id !== null && route && this.counter(id)?.place === route.place;
    if (there && this.choices.inHand?.id !== id) this.arrived = { id, route };
    return undefined;
  }

  /** Lets every unit join that may, one after another: who joins may bar the next. */
  async joinAll() {
    const tried = new Set();
    for (;;) {
      const next = this.choices.all.find((c) => c.kind === "join" && !tried.has(c.counter));
      if (!next || this.idle || !(await this.match.free())) return;
      tried.add(next.counter);
      const rest = this.choices.all.filter((c) => c.kind === "join" && !tried.has(c.counter));
      const before = this.match.view.entry;
      this.desk.hush();
      await this.match.give([next, ...rest].map((c) => c.order));
      // As many as were played have joined; the one after them was refused and is passed over.
      rest.slice(0, this.match.view.entry - before).forEach((c) => tried.add(c.counter));
    }
  }

  /**
   * A choice of the selected counter that names another counter, such as a chariot.
   * @param {number | null} counter
   */
  boarding(counter) {
    if (this.selected === null || counter === null || counter === this.selected) return null;
    return this.choices.of(this.selected).find((c) => c.with === counter) ?? null;
  }

  /**
   * With a unit in hand, pointing at another of ours ends the first one's move.
   * @param {number | null} counter
   */
  async changeHands(counter) {
    const [halt, other] = [this.choices.kind("halt"), this.counter(counter)];
    if (!halt || !other || other.id === this.choices.inHand?.id || other.side !== this.choices.inHand?.side)
      return false;
    await this.play(halt);
    if (this.choices.able.has(other.id)) this.select(other.id);
    else await this.whyNot.ask(other.place ?? "", other.id);
    return true;
  }

  /**
   * Turns the counter in hand.
   * @param {number | null} direction
   */
  turn(direction) {
    const choice = this.choices.turns.find((c) => c.facing === direction);
    if (choice) return this.play(choice);
    const sample = this.choices.turns[0];
    if (!sample || direction === null) return undefined;
    const swapped = Object.entries(sample.order).map(([name, value]) => [
      name,
      value === sample.facing ? direction : value,
    ]);
    return this.whyNot.object(`Not facing ${this.board.layout.compass(direction)}`, [Object.fromEntries(swapped)]);
  }

  /** Lets go of anything: of a unit just taken up, by taking that back; of one on its way, where it stands. */
  async relinquish() {
    const { inHand } = this.choices;
    const { match } = this;
    this.clear();
    if (!inHand || this.idle || !match.ours) return;
    const { to } = match.begun;
    const back = match.view.undo.free || match.alone;
    const halt = this.choices.kind("halt");
    if (back && match.view.entry - to === 1) await match.undo();
    else if (halt) await this.play(halt);
    if (this.choices.inHand === null) this.select(null);
  }

  /** Lets go. */
  clear() {
    this.onto = null;
    this.company.clear();
    this.board.unfan();
    this.desk.inspect(null);
    this.desk.hush();
    this.placing = null;
    if (this.choices.inHand) return;
    this.select(null);
  }

  /**
   * The pointer passes over a hex.
   * @param {string | null} hex
   */
  pass(hex) {
    return this.pointing.pass(hex);
  }

  /**
   * What may be done at a hex, in words.
   * @param {string} hex
   */
  words(hex) {
    const goal = this.goals.get(hex);
    if (goal) return goal.text;
    return this.choices
      .at(hex)
      .map((c) => c.text)
      .join("; ");
  }

  /**
   * The next counter with something to do, after the selected one.
   * @param {1 | -1} way
   */
  next(way) {
    const able = this.scene.counters.filter((c) => this.choices.able.has(c.id));
    if (able.length === 0) return null;
    const at = able.findIndex((c) => c.id === this.selected);
    return able[(at + way + able.length) % able.length];
  }
}
