/**
 * Fights before they are ordered: both sums side by side, the exact chance of each outcome, and the whole line below, so
 * that one fight is not mistaken for all.
 * @module
 */

import { h, put } from "./dom.js";
import { ruleLink } from "./rules.js";
import { count, sentence } from "./words.js";

/** @typedef {import("./types.js").Bout} Bout */

/** The fights that stand, or would. */
export class Bouts {
  constructor() {
    this.element = h("section", { class: "bouts", "aria-label": "Coming combats", hidden: true });
    /** @type {Bout[]} */
    this.all = [];
    /** Which of them is opened. */
    this.at = 0;
    /** Whether they only would be fought: of what is still held. */
    this.held = false;
    /** The order that begins a fight, if it may be given. @type {(bout: Bout) => (() => void) | null} */
    this.fight = () => null;
    /** Has all of them fought one after another. */
    this.fightAll = () => {};
    /** Whose a counter is. @type {(id: number) => number} */
    this.sideOf = () => 0;
    /** Lights those who fight. @type {(bout: Bout | null) => void} */
    this.light = () => {};
  }

  /**
   * @param {Bout[]} all
   * @param {boolean} held
   */
  show(all, held) {
    const open = this.all[this.at]?.counters.join();
    const again = all.findIndex((bout) => bout.counters.join() === open);
    this.at = Math.max(0, again);
    this.all = all;
    this.held = held;
    this.draw();
  }

  draw() {
    const { all, at } = this;
    const bout = all[at];
    this.element.hidden = !bout;
    if (!bout) {
      put(this.element);
      return;
    }
    const many = all.length > 1 ? `, ${at + 1} of ${all.length}` : "";
    const begin = this.held ? null : this.fight(bout);
    put(
      this.element,
      h("h3", null, this.held ? `It would be fought${many}` : `The coming combat${many}`),
      h("div", { class: "sums" }, ...[0, 1].map((who) => sum(bout, who, this.sideOf(bout.counters[who])))),
      h("ul", { class: "outcomes" }, ...bout.results.map(outcome)),
      begin &&
        h(
          "button",
          { class: "go", "data-focus": "fight", "data-kind": "fight", onclick: begin },
          `Fight: ${bout.names.join(" against ")}`,
        ),
      !this.held &&
        all.filter((each) => this.fight(each)).length > 1 &&
        h(
          "button",
          { class: "fight-all", "data-focus": "fight all", onclick: () => this.fightAll() },
          "Fight them all",
        ),
      all.length > 1 && this.line(),
    );
  }

  /** The whole line: each fight in a row. */
  line() {
    const rows = this.all.map((bout, i) => {
      const [better, equal] = bout.ways.map((n) => (100 * n) / bout.of);
      const bar = h("i", { "aria-hidden": "true" });
      bar.style.setProperty("--p", `${better.toFixed(1)}%`);
      bar.style.setProperty("--q", `${(better + equal).toFixed(1)}%`);
      const show = () => {
        this.at = i;
        this.draw();
      };
      return h(
        "li",
        null,
        h(
          "button",
          {
            class: "bout",
            "aria-pressed": String(i === this.at),
            "data-focus": `bout ${i}`,
            onclick: show,
            onmouseenter: () => this.light(bout),
            onmouseleave: () => this.light(null),
          },
          h("span", null, bout.names.join(" – ")),
          h("span", { class: "score" }, bout.factors.join(" : ")),
          bar,
          h("b", null, `${better.toFixed(1)} %`),
        ),
      );
    });
    return h(
      "div",
      null,
      h("h4", null, `The whole line: ${count(this.all.length, "combat")}`, h("small", null, "the first wins")),
      h("ol", { class: "line-of-battle" }, ...rows),
    );
  }
}

/**
 * What one of the two adds to its die.
 * @param {Bout} bout
 * @param {number} who
 * @param {number} side
 */
function sum(bout, who, side) {
  return h(
    "table",
    { class: `sum-of of${side}` },
    h("caption", null, bout.names[who]),
    h(
      "tbody",
      null,
      ...bout.terms[who].map(({ label, value, rule }) =>
        h("tr", null, h("th", { scope: "row" }, label, " ", ruleLink(rule)), h("td", null, value)),
      ),
    ),
    h("tfoot", null, h("tr", null, h("th", { scope: "row" }, "and a die"), h("td", null, String(bout.factors[who])))),
  );
}

/** @param {import("./types.js").Chance} chance */
function outcome({ result, ways, of }) {
  const [how, what = ""] = result.split(": ");
  const bar = h("i", { "aria-hidden": "true" });
  bar.style.setProperty("--p", `${((100 * ways) / of).toFixed(1)}%`);
  return h(
    "li",
    { class: how.replace(" ", "-") },
    h("span", null, sentence(how).replace(/\.$/, ""), h("small", null, what)),
    bar,
    h(
      "span",
      { class: "of" },
      h("b", null, `${((100 * ways) / of).toFixed(1)} %`),
      h("small", null, `${ways} of ${of}`),
    ),
  );
}
