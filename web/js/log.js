/**
 * The log: sentences with dice and rules; each entry leads to its moment.
 * @module
 */

import { h, put } from "./dom.js";
import { bars, sumTable } from "./odds.js";
import { ruleLink } from "./rules.js";
import { sentence } from "./words.js";

/** @typedef {import("./types.js").LogEntry} LogEntry */
/** @typedef {import("./types.js").GameEvent} GameEvent */

/** @param {number} face */
function die(face) {
  return h("span", { class: "die", "aria-label": `die ${face}` }, String(face));
}

/** The log panel. */
export class LogPanel {
  /** @param {(entry: number) => void} goTo */
  constructor(goTo) {
    this.goTo = goTo;
    this.list = h("ol", { class: "entries", "aria-label": "Log" });
    this.element = h("div", { class: "log", onscroll: () => this.scrolled() }, this.list);
    /** Whether the reader follows the newest entries. */
    this.pinned = true;
    /** How far it was scrolled last. */
    this.at = 0;
    this.shown = 0;
    /** @type {LogEntry | undefined} */
    this.tail = undefined;
    this.label = "";
    /** The entry before, which a step may go on from. @type {LogEntry | null} */
    this.before = null;
    /** The entry looked at, if not the present. @type {number | null} */
    this.marked = null;
  }

  /**
   * Shows the log, adding only what is new.
   * @param {LogEntry[]} log
   */
  show(log) {
    const last = log.length > 0 ? log[log.length - 1].entry : 0;
    // What was taken back goes from the list; what came in its place is new.
    if (log.length < this.shown || (this.shown > 0 && log[this.shown - 1] !== this.tail)) {
      put(this.list);
      this.shown = 0;
      this.label = "";
      this.before = null;
    }
    if (log.length === this.shown) return;
    for (const entry of log.slice(this.shown)) {
      if (entry.events.length === 0) continue;
      if (entry.turn_label && entry.turn_label !== this.label) {
        this.label = entry.turn_label;
        this.before = null;
        this.list.append(h("li", { class: "turn" }, h("h4", null, this.label)));
      }
      if (!this.goesOn(entry)) this.list.append(this.item(entry, entry.entry === last));
    }
    this.shown = log.length;
    this.tail = log[log.length - 1];
    if (this.pinned) this.toEnd();
  }

  /**
   * A step of the unit that stepped last goes on in the same line.
   * @param {LogEntry} entry
   */
  goesOn(entry) {
    const steps = (/** @type {LogEntry | null} */ e) =>
      e?.events.length === 1 && e.events[0].kind === "moved" && e.events[0].counters?.length ? e.events[0] : null;
    const [last, now] = [steps(this.before), steps(entry)];
    const line = this.list.lastElementChild;
    const same = last && now && String(last.counters) === String(now.counters) && line?.matches(".entry");
    this.before = entry;
    const [button, words] = [line?.querySelector(".moment"), line?.querySelector("p.moved .words")];
    if (!same || !line || !button || !words) return false;
    words.textContent = `${words.textContent?.replace(/\.$/, "")} – ${now.places?.[now.places.length - 1] ?? ""}.`;
    line.setAttribute("data-entry", String(entry.entry));
    button.textContent = String(entry.entry);
    button.setAttribute("aria-label", `Entry ${entry.entry}: see the board at this moment`);
    return true;
  }

  /**
   * @param {LogEntry} entry
   * @param {boolean} fresh
   */
  item(entry, fresh) {
    const sums = entry.events.filter((e) => e.sum);
    return h(
      "li",
      { class: fresh ? "entry fresh" : "entry", "data-entry": entry.entry },
      h(
        "button",
        {
          class: "moment",
          title: "See the board at this moment",
          "aria-label": `Entry ${entry.entry}: see the board at this moment`,
          onclick: (/** @type {Event} */ e) =>
            this.goTo(Number(/** @type {HTMLElement} */ (e.currentTarget).textContent)),
        },
        String(entry.entry),
      ),
      h("div", null, ...entry.events.flatMap(eventWords), ...sums.map((e) => breakdown(e))),
    );
  }

  get atEnd() {
    return this.element.scrollTop + this.element.clientHeight > this.element.scrollHeight - 60;
  }

  /** Whoever scrolls up wants to read there; that the log grew or shrank meanwhile says nothing. */
  scrolled() {
    const { scrollTop } = this.element;
    if (this.atEnd) this.pinned = true;
    else if (scrollTop < this.at) this.pinned = false;
    this.at = scrollTop;
  }

  /** Scrolls to the newest entry. */
  toEnd() {
    requestAnimationFrame(() => {
      if (this.marked === null) this.element.scrollTop = this.element.scrollHeight;
    });
  }

  /**
   * Marks the entry looked at.
   * @param {number | null} n
   */
  mark(n) {
    const back = this.marked !== null && n === null;
    this.marked = n;
    if (back) this.toEnd();
    const items = [...this.list.querySelectorAll("li.entry")];
    // Several steps share a line, and not every entry has one: the first line that ends there or later.
    const marked = n === null ? undefined : items.find((item) => Number(item.getAttribute("data-entry")) >= n);
    for (const item of items) item.classList.toggle("here", item === marked);
    marked?.scrollIntoView({ block: "nearest" });
  }
}

/** @param {GameEvent} event */
function eventWords(event) {
  const dice = event.dice ?? [];
  const words = dice.length > 0 ? event.text.replace(/,? die \d+$/, "") : event.text;
  return [
    h(
      "p",
      { class: event.kind },
      h("span", { class: "words" }, sentence(words).replace(/\.$/, dice.length > 0 ? "" : ".")),
      ...dice.flatMap((face) => [" ", die(face)]),
      " ",
      ruleLink(event.rule),
    ),
  ];
}

/** @param {GameEvent} event */
function breakdown(event) {
  if (!event.sum) return null;
  return h("details", { class: "odds" }, h("summary", null, "The sum"), sumTable(event.sum), bars(event.sum.results));
}
