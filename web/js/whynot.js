/**
 * "Why not?": asks the referee about what the player pointed at, and finds the words.
 * @module
 */

import { lastStep, MARCHES, ONWARD, spent, tooFar } from "./customs.js";

/** @typedef {import("./types.js").Order} Order */
/** @typedef {import("./types.js").Route} Route */

/** Questions about what cannot be done. */
export class WhyNot {
  /** @param {import("./hand.js").Hand} hand */
  constructor(hand) {
    this.hand = hand;
  }

  get game() {
    return this.hand.match.view.scenario.split("/")[0];
  }

  /**
   * Asks why something pointed at cannot be done.
   * @param {string} hex
   * @param {number | null} counter
   */
  async ask(hex, counter) {
    const { hand } = this;
    const { choices, selected } = hand;
    const unit = hand.counter(counter);
    const mine = unit?.side === hand.scene.to_act;
    const title = selected === null && mine ? `Not ${unit.name}` : `Not ${hex}`;
    if (selected === null && !mine && hand.arrived) return this.noFarther(title, hand.arrived);
    const approach = selected === null ? null : this.approach(selected, hex);
    if (approach) {
      const objection = await hand.match.objection(approach.orders);
      const known = objection && objection.rule !== "protocol";
      return hand.desk.why(title, known ? objection : tooFar(this.game, approach.near));
    }
    const like = (/** @type {number | null} */ who, /** @type {string | null} */ where) =>
      choices.like({ counter: who, hex: where }, hand.board.layout);
    const order =
      selected !== null ? like(selected, hex) : mine ? like(counter, null) : (like(null, hex) ?? like(counter, null));
    return order ? this.object(title, [order]) : undefined;
  }

  /**
   * Tells what ended the journey of the counter that came somewhere last.
   * @param {string} title
   * @param {{id: number, route: Route}} arrived
   */
  async noFarther(title, { id, route }) {
    const { hand } = this;
    const name = hand.counter(id)?.name ?? "the unit";
    // The referee's own word for a unit that is done, in games whose rules of the road are not known here.
    const again = await hand.match.objection(route.orders.slice(0, 1));
    const said = again && again.rule !== "protocol" ? again : { rule: "", why: `${name} has made its move` };
    hand.desk.why(title, spent(this.game, name, route) ?? said);
  }

  /** Asks why the phase cannot be ended yet. */
  async on() {
    const { hand } = this;
    for (const kind of ONWARD) {
      const objection = await hand.match.objection([{ do: kind }]);
      if (objection && objection.rule !== "protocol") {
        hand.desk.why("Not yet", objection, true);
        return;
      }
    }
    const { prompt, turn } = hand.match.view;
    const words = turn.side && prompt.startsWith(`${turn.side}: `) ? prompt.slice(turn.side.length + 2) : prompt;
    hand.desk.why("Not yet", { rule: "", why: words }, true);
  }

  /**
   * Shows the objection to orders; if there is none they are legal after all, and given.
   * @param {string} title
   * @param {Order[]} orders
   */
  async object(title, orders) {
    const objection = await this.hand.match.objection(orders);
    if (objection) this.hand.desk.why(title, objection);
    else await this.hand.give(orders, title);
  }

  /**
   * The way to a hex that cannot be reached: as near as can be, and one step more.
   * @param {number} id
   * @param {string} hex
   * @returns {{orders: Order[], near: Route} | null}
   */
  approach(id, hex) {
    const { board, choices, routes } = this.hand;
    const { layout } = board;
    const unit = this.hand.counter(id);
    if (!unit?.hex || unit.hex === hex || routes.length === 0) return null;
    const start = choices.inHand
      ? []
      : choices
          .of(id)
          .filter((c) => MARCHES.has(c.kind))
          .map((c) => c.order)
          .slice(0, 1);
    const ways = [{ hex: unit.hex, orders: start, cost: "0", stops: false }, ...routes];
    const near = ways.sort(
      (a, b) => layout.distance(a.hex, hex) - layout.distance(b.hex, hex) || parseFloat(a.cost) - parseFloat(b.cost),
    )[0];
    const to = layout.towards(near.hex, hex);
    const steps = near.orders.filter((order) => typeof order.to === "number");
    const facing = steps.length > 0 ? Number(steps[steps.length - 1].to) : (unit.facing ?? to);
    return { orders: [...near.orders, ...lastStep(facing, to)], near };
  }
}
