/**
 * What the enemy could do next turn, and what a counter could hit: laid over a map of hexes on demand.
 * @module
 */

import { h, notice } from "./dom.js";
import { showLegend } from "./legend.js";

/** The two switches, and what they show. */
export class Threats {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.on = { threats: false, fire: false };
    const press = (/** @type {"threats" | "fire"} */ what, /** @type {string} */ words, /** @type {string} */ title) =>
      h("button", { onclick: () => this.toggle(what), title }, words);
    this.pressed = {
      threats: press("threats", "Threats", "What the enemy could do next turn (t)"),
      fire: press("fire", "Range", "What the selected counter could hit (f)"),
    };
    this.buttons = [this.pressed.threats, this.pressed.fire];
    this.legend = h("div", { class: "legend", hidden: true });
  }

  /** @param {"threats" | "fire"} what */
  toggle(what) {
    const { hand, cursor } = this.table;
    this.on[what] = !this.on[what];
    this.pressed[what].setAttribute("aria-pressed", String(this.on[what]));
    if (this.on.fire && what === "fire" && hand.selected === null && !cursor.hex)
      notice("Select a counter to see what it could hit.");
    void this.draw();
  }

  /** Shows what is wanted, as it bears on the counter in hand or under the cursor. */
  async draw() {
    const { match, board, hand, cursor, back } = this.table;
    const { entry } = match.view;
    const top = cursor.hex ? board.stack(cursor.hex)[0]?.id : undefined;
    const who = hand.selected ?? top;
    const threats = this.on.threats && back === null;
    const fire = this.on.fire && back === null && who !== undefined;
    /** @type {{place: string, kind: string}[]} */
    const menaced = threats ? await match.keep("/menace").catch(() => []) : [];
    /** @type {string[]} */
    const hit = fire ? await match.keep(`/fire/${who}`).catch(() => []) : [];
    if (entry !== match.view.entry) return;
    showLegend(this.legend, { threats, fire });
    board.highlight(
      "menace",
      menaced.map(({ place, kind }) => ({ hex: place, kind })),
    );
    board.highlight(
      "range",
      hit.map((hex) => ({ hex, kind: "range" })),
    );
  }
}
