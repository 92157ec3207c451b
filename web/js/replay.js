/**
 * Looking back: any entry, both directions, at a chosen speed, with bookmarks and links to a moment.
 * @module
 */

import { h, notice, put, s } from "./dom.js";

/** Signs drawn by ourselves: not every machine has them as letters. */
const SIGNS = {
  first: "M-7-6v12M7-6L0 0L7 6zM1-6L-6 0L1 6z",
  back: "M4-6L-5 0L4 6z",
  play: "M-5-7L7 0L-5 7z",
  pause: "M-5-6h3v12h-3zM2-6h3v12h-3z",
  on: "M-4-6L5 0L-4 6z",
  last: "M7-6v12M-7-6L0 0L-7 6zM-1-6L6 0L-1 6z",
};

/** @param {keyof typeof SIGNS} name */
function sign(name) {
  return s("svg", { class: "sign", viewBox: "-9 -8 18 16", "aria-hidden": "true" }, s("path", { d: SIGNS[name] }));
}

const SPEEDS = [
  [2000, "slow"],
  [900, "steady"],
  [350, "fast"],
];

/** The replay bar under the board. */
export class Replay {
  /**
   * @param {import("./match.js").Match} match
   * @param {(n: number | null) => void} goTo null is the present
   */
  constructor(match, goTo) {
    this.match = match;
    this.goTo = goTo;
    /** @type {number | null} */
    this.at = null;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
    const step = (/** @type {string} */ label, /** @type {keyof typeof SIGNS} */ name, /** @type {() => void} */ act) =>
      h("button", { "aria-label": label, title: label, onclick: act }, sign(name));
    this.slider = h("input", {
      type: "range",
      min: 0,
      step: 1,
      "aria-label": "Entry",
      oninput: () => this.goTo(Number(this.slider.value)),
    });
    this.count = h("output", { class: "count" });
    this.playing = step("Play", "play", () => this.toggle());
    this.speed = h(
      "select",
      { "aria-label": "Speed", onchange: () => this.timer && this.start() },
      ...SPEEDS.map(([ms, name], i) => h("option", { value: ms, selected: i === 1 }, String(name))),
    );
    this.marks = h("span", { class: "bookmarks" });
    /** How the fortunes went, drawn once somebody looks back. @type {import("./fortunes.js").Fortunes | null} */
    this.fortunes = null;
    this.graph = h("div", { class: "graph" });
    this.element = h(
      "div",
      { class: "replay", role: "group", "aria-label": "Replay", hidden: true },
      this.graph,
      h(
        "div",
        { class: "steps" },
        step("First entry", "first", () => this.goTo(0)),
        step("One back", "back", () => this.step(-1)),
        this.playing,
        step("One on", "on", () => this.step(1)),
        step("Last entry", "last", () => this.goTo(this.match.view.entry)),
        this.speed,
      ),
      h("div", { class: "where" }, this.slider, this.count),
      h(
        "div",
        { class: "marks" },
        h("button", { onclick: () => this.bookmark() }, "Bookmark"),
        h("button", { onclick: () => void this.share() }, "Link to this moment"),
        h("a", { class: "button", href: `/api${this.match.path}/record`, download: "" }, "Save the record"),
        this.marks,
        h("button", { class: "go", onclick: () => this.goTo(null) }, "Back to the present"),
      ),
    );
  }

  get key() {
    return `strategikon.bookmarks.${this.match.id}`;
  }

  /** @returns {number[]} */
  get bookmarks() {
    try {
      const kept = JSON.parse(localStorage.getItem(this.key) ?? "[]");
      return Array.isArray(kept) ? kept.filter((n) => Number.isInteger(n)) : [];
    } catch {
      return [];
    }
  }

  /**
   * Shows where we look.
   * @param {number | null} n
   */
  show(n) {
    this.at = n;
    this.element.hidden = n === null;
    if (n === null) return this.stop();
    void this.showFortunes(n);
    const last = this.match.view.entry;
    this.slider.max = String(last);
    this.slider.value = String(n);
    this.count.textContent = `${n} of ${last}`;
    if (n >= last) this.stop();
    put(
      this.marks,
      ...this.bookmarks.map((mark) =>
        h(
          "button",
          {
            class: mark === n ? "bookmark here" : "bookmark",
            "aria-label": `Bookmark at entry ${mark}`,
            onclick: () => this.goTo(mark),
          },
          `⚑ ${mark}`,
        ),
      ),
    );
    return undefined;
  }

  /**
   * The estimated chances over time. Between people they are nobody's to know before the end.
   * @param {number} n
   */
  async showFortunes(n) {
    const { match } = this;
    if (!match.view.turn.over && !match.alone) return;
    if (!this.fortunes) {
      const { Fortunes } = await import("./fortunes.js");
      this.fortunes ??= new Fortunes(match, (entry) => this.goTo(entry));
      put(this.graph, this.fortunes.element);
    }
    await this.fortunes.show(this.at ?? n);
  }

  /** @param {number} way */
  step(way) {
    const last = this.match.view.entry;
    const from = this.at ?? last;
    this.goTo(Math.min(last, Math.max(0, from + way)));
  }

  toggle() {
    if (this.timer) this.stop();
    else this.start();
  }

  start() {
    this.stop();
    if ((this.at ?? 0) >= this.match.view.entry) this.goTo(0);
    this.timer = setInterval(() => this.step(1), Number(this.speed.value));
    put(this.playing, sign("pause"));
    this.playing.setAttribute("aria-label", "Pause");
  }

  stop() {
    clearInterval(this.timer);
    this.timer = undefined;
    put(this.playing, sign("play"));
    this.playing.setAttribute("aria-label", "Play");
  }

  bookmark() {
    if (this.at === null) return;
    const kept = this.bookmarks;
    const next = kept.includes(this.at) ? kept.filter((n) => n !== this.at) : [...kept, this.at].sort((a, b) => a - b);
    localStorage.setItem(this.key, JSON.stringify(next));
    this.show(this.at);
  }

  async share() {
    const link = new URL(`/#/game/${this.match.id}/at/${this.at}`, location.href).href;
    try {
      await navigator.clipboard.writeText(link);
      notice("The link to this moment is copied.");
    } catch {
      notice(link);
    }
  }
}
