/**
 * What is told in passing, wherever one looks: talk, offers, that it is our move.
 * @module
 */

import { announce, notice } from "./dom.js";
import { sentence } from "./words.js";

/** Hears what is new at the table. */
export class Passing {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    /** The last line of talk heard. */
    this.heard = Math.max(0, ...table.match.view.chat.map((line) => line.n));
    /** Offers told of already. @type {string[]} */
    this.offered = [];
    this.wasOurs = false;
  }

  hear() {
    this.hearTalk();
    this.hearOffers();
  }

  /** Shows the talk; what is said while another tab is open is told in passing. */
  hearTalk() {
    const { table } = this;
    const { view } = table.match;
    const muted = new Set(view.muted ?? []);
    const said = view.chat.filter((line) => line.n > this.heard && !muted.has(line.who));
    this.heard = Math.max(this.heard, ...view.chat.map((line) => line.n));
    table.chat.show(view);
    const last = said.filter((line) => !table.chat.own(view, line.who)).pop();
    if (!last || table.side.sees("chat")) return;
    table.side.flag("chat");
    notice(`${last.who}: ${last.text}`);
  }

  /** Tells of an offer in passing, wherever one looks. */
  hearOffers() {
    const { you, undo, draw } = this.table.match.view;
    const other = (/** @type {import("./types.js").Seat | null} */ seat) =>
      seat && you.length === 1 && !you.includes(seat) ? seat : null;
    const offers = [
      other(undo.asked_by) && "Your opponent asks to take the last orders back.",
      other(draw.offered_by) && "Your opponent offers a draw.",
    ].filter((words) => typeof words === "string");
    for (const words of offers) {
      if (this.offered.includes(words)) continue;
      notice(words);
      this.table.side.draw(true);
    }
    this.offered = offers;
  }

  /** Says on the page's title, and once aloud, that it is our move. */
  badge() {
    const { view, ours } = this.table.match;
    const mine = ours && view.you.length === 1;
    document.title = `${mine ? "● Your move – " : ""}${view.scene.title} – Strategikon`;
    if (ours && !this.wasOurs) announce(sentence(view.prompt));
    if (mine && !this.wasOurs && document.hidden) notice("It is your move.");
    this.wasOurs = ours;
  }
}
