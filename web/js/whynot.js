/**
 * "Why not?": asks the referee about what the player pointed at, and finds the words.
 * @module
 */

/** @typedef {import("./types.js").Order} Order */
/** @typedef {import("./types.js").Route} Route */

/** Questions about what cannot be done. */
export class WhyNot {
  /** @param {import("./hand.js").Hand} hand */
  constructor(hand) {
    this.hand = hand;
  }

  /**
   * Asks why something pointed at cannot be done.
   * @param {string} hex
   * @param {number | null} counter
   */
  async ask(hex, counter) {
    const { hand } = this;
    const { selected } = hand;
    const unit = hand.counter(counter);
    const mine = unit?.side === hand.scene.to_act;
    const title = selected === null && mine ? `Not ${unit.name}` : `Not ${hex}`;
    if (selected === null && !mine && hand.arrived) return this.noFarther(title, hand.arrived);
    const ask = (/** @type {number | null} */ who, /** @type {string | null} */ where) =>
      hand.match.meant({ counter: who, place: where });
    const meant =
      selected !== null
        ? await ask(selected, hex)
        : mine
          ? await ask(counter, null)
          : ((await ask(null, hex)) ?? (counter === null ? null : await ask(counter, null)));
    if (!meant) return undefined;
    if (meant.objection) return hand.desk.why(title, meant.objection);
    return hand.give(meant.orders, title);
  }

  /**
   * Tells what ended the journey of the counter that came somewhere last.
   * @param {string} title
   * @param {{id: number, route: Route}} arrived
   */
  async noFarther(title, { id, route }) {
    const { hand } = this;
    const name = hand.counter(id)?.name ?? "the unit";
    if (route.rule) {
      const came = route.stops
        ? `came to ${route.place}, and there it had to stop`
        : `came as far as ${route.place}, and there its movement is spent`;
      hand.desk.why(title, { rule: route.rule, why: `${name} ${came}` });
      return;
    }
    // The referee's own word for a unit that is done.
    const again = await hand.match.objection(route.orders.slice(0, 1));
    hand.desk.why(title, again && again.rule !== "protocol" ? again : { rule: "", why: `${name} has made its move` });
  }

  /** Asks why the phase cannot be ended yet. */
  async on() {
    const { hand } = this;
    const meant = await hand.match.meant({ counter: null, place: null, onward: true });
    if (meant?.objection) {
      hand.desk.why("Not yet", meant.objection, true);
      return;
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
}
