/**
 * The end: the result and its rule, losses, how the chances went and through whom, the decisions that mattered, and what
 * one may do next.
 * @module
 */

import { get, post, Refused } from "./api.js";
import { announce, h, notice, put } from "./dom.js";
import { cellTable, courseGraph, wreath } from "./endgraph.js";
import { inset } from "./inset.js";
import { reckoned, signed } from "./reckoning.js";
import { ruleLink, rulebook } from "./rules.js";
import { seriesWords } from "./series.js";
import { capital, count, sentence } from "./words.js";

/** @typedef {import("./types.js").Analysis} Analysis */
/** @typedef {import("./types.js").Chances} Chances */
/** @typedef {import("./types.js").Decision} Decision */
/** @typedef {import("./reckoning.js").Reckoning} Reckoning */

/** More turns share a column. */
const COLUMNS = 12;
/** So many decisions are told. */
const TOLD = 4;

/** @param {number} hundredths */
function percents(hundredths) {
  return `${signed(hundredths).replace("·", "0")} %`;
}

/** How a game ended. */
export class End {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.body = h("div", { class: "end-body" });
    this.close_ = h("button", { class: "close", "aria-label": "Close", onclick: () => this.close() }, "✕");
    this.element = h(
      "section",
      { class: "end", role: "region", "aria-label": "How it ended", tabindex: -1, hidden: true },
      this.close_,
      this.body,
    );
    this.element.addEventListener("click", (event) => {
      const rule = event.target instanceof Element ? event.target.closest("[data-rule]") : null;
      if (!rule) return;
      this.close();
      table.openRule(rule.getAttribute("data-rule") ?? "");
    });
  }

  get match() {
    return this.table.match;
  }

  /** The side that reads: the one somebody led here; the first for those who looked on. */
  get mine() {
    const { view } = this.match;
    const led = view.you.length === 1 ? view.you[0] : (view.seats.find((seat) => !seat.computer)?.side ?? "first");
    return led === "second" ? 1 : 0;
  }

  /** Whether the reader led one of the sides. */
  get led() {
    return this.match.view.you.length === 1;
  }

  async open() {
    const { over } = this.match.view.turn;
    if (!over) return;
    this.element.hidden = false;
    this.weighing = h("p", { class: "weighing", role: "status" }, "Weighing the game, decision by decision…");
    put(this.body, this.heading(null), this.weighing, this.foot());
    this.element.focus({ preventScroll: true });
    announce(`${this.title()}. ${sentence(over.why)}`);
    void this.nameRule(over.rule);
    try {
      const { path } = this.match;
      // The analysis goes by the chances that were told: first those.
      const chances = /** @type {Chances} */ (await this.match.keep("/chances"));
      const analysis = /** @type {Analysis} */ (await get(`${path}/analysis`));
      this.draw(chances, analysis);
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      put(this.weighing, sentence(refused.why));
    }
    void this.nameRule(over.rule);
  }

  /** Puts it away; answers whether it was open. */
  close() {
    if (this.element.hidden) return false;
    const had = this.element.contains(document.activeElement);
    this.element.hidden = true;
    if (had) this.table.board.frame.focus({ preventScroll: true });
    return true;
  }

  title() {
    const { winner, grade } = /** @type {import("./types.js").Verdict} */ (this.match.view.turn.over);
    if (!winner) return "A draw";
    const how = /^(minor|major|decisive|marginal)$/.test(grade) ? `: a ${grade} victory` : "";
    return `${this.led ? (winner === this.match.view.seats[this.mine]?.name ? "Victory. " : "Defeat. ") : ""}${/^The /.test(winner) ? winner : `The ${winner}`} win${how}`;
  }

  /**
   * The rule by its title.
   * @param {string} rule
   */
  async nameRule(rule) {
    const link = this.body.querySelector(".verdict-rule [data-rule]");
    const found = (await rulebook(this.table.panel.game).catch(() => [])).find((each) => each.rule === rule);
    if (link && found) put(link, `${found.title} (${found.rule})`);
  }

  /** @param {Analysis | null} analysis */
  heading(analysis) {
    const { view } = this.match;
    const over = /** @type {import("./types.js").Verdict} */ (view.turn.over);
    const won = view.seats.findIndex((seat) => seat.name === over.winner);
    const minutes = Math.round(((view.updated ?? 0) - (view.created ?? 0)) / 60_000);
    const lost = (/** @type {number} */ i) =>
      analysis &&
      h(
        "tr",
        { class: `of${i}` },
        h("th", { scope: "row" }, `${view.scene.sides[i].name} lost`),
        h("td", null, `${analysis.lost[i]} of ${count(analysis.fielded[i], "counter")}`),
      );
    return h(
      "header",
      null,
      wreath(won, won < 0 ? "=" : view.scene.sides[won].name.slice(0, 1)),
      h(
        "div",
        null,
        h("h2", null, this.title()),
        h("p", { class: "verdict-rule" }, sentence(over.why), " ", ruleLink(over.rule)),
        seriesWords(this.match),
      ),
      h(
        "table",
        { class: "tolls" },
        h(
          "tbody",
          null,
          lost(0),
          lost(1),
          minutes > 0 &&
            minutes < 1440 &&
            h("tr", null, h("th", { scope: "row" }, "played"), h("td", null, count(minutes, "minute"))),
        ),
      ),
    );
  }

  /**
   * @param {Chances} chances
   * @param {Analysis} analysis
   */
  draw(chances, analysis) {
    const { mine } = this;
    const reckoning = reckoned(analysis, mine, COLUMNS);
    const me = this.led ? "you" : analysis.sides[mine];
    put(
      this.body,
      this.heading(analysis),
      !analysis.fitted &&
        h(
          "p",
          { class: "not-fitted" },
          "The chances of this game are not fitted to games that were played. They are a rough judgment: good to compare one moment with another, not to be taken at their word.",
        ),
      h(
        "div",
        { class: "columns" },
        h(
          "section",
          { class: "course-of-game", "aria-label": "The chances, turn by turn" },
          h(
            "h3",
            null,
            `${this.led ? "Your" : `The ${analysis.sides[mine]}’`} chance, turn by turn, and what moved it`,
          ),
          courseGraph(chances, reckoning, mine, this.match.view.entry),
          cellTable(reckoning, [me, analysis.sides[1 - mine]]),
          this.turning(chances),
          ...this.throws(analysis),
        ),
        h(
          "section",
          { class: "skill", "aria-label": "Luck against skill" },
          h("h3", null, "Luck against skill"),
          this.account(reckoning, analysis),
          ...this.decisions(analysis),
        ),
      ),
      h(
        "p",
        { class: "soft small" },
        "A throw is worth the chance after it less the mean of all throws; a decision the chance after it less that of the best the commander saw.",
        analysis.told_to < this.match.view.entry - 1 &&
          ` After entry ${analysis.told_to} there was no time to tell dice and decisions apart.`,
      ),
      this.foot(),
    );
  }

  /** @param {Chances} chances */
  turning(chances) {
    const { mine } = this;
    const of = (/** @type {number} */ first) => Math.round(100 * (mine === 0 ? first : 1 - first));
    const points = [...chances.turning].sort((a, b) => a.entry - b.entry);
    return h(
      "ol",
      { class: "turning-points", "aria-label": "Turning points" },
      ...points.map((point, i) => {
        const [before, after] = [of(point.first_before), of(point.first_after)];
        return h(
          "li",
          null,
          h("span", { class: "dot", "aria-hidden": "true" }, String(i + 1)),
          h("span", { class: "what" }, sentence(point.text)),
          h("b", { class: after < before ? "loss" : "gain" }, `${before} → ${after} %`),
          h("button", { onclick: () => this.show(point.entry), "aria-label": `Show it: ${point.text}` }, "Show it"),
        );
      }),
    );
  }

  /**
   * The throws that gave or took most.
   * @param {Analysis} analysis
   */
  throws(analysis) {
    const sign = this.mine === 0 ? 1 : -1;
    if (analysis.throws.length === 0) return [];
    const rows = analysis.throws.map(({ entry, turn, gain, text }) => {
      const change = Math.round(100 * sign * gain);
      const fell = this.match.log.find((each) => each.entry === entry)?.events.flatMap((event) => event.dice ?? []);
      return h(
        "li",
        null,
        h("span", { class: "die", "aria-hidden": "true" }, fell?.[0] ?? "–"),
        h("span", { class: "what" }, h("span", { class: "soft" }, `turn ${turn}: `), sentence(text)),
        h("b", { class: change < 0 ? "loss" : "gain" }, percents(change)),
        h("button", { onclick: () => this.show(entry), "aria-label": `Show it: ${text}` }, "Show it"),
      );
    });
    return [
      h("h3", null, "The dice that mattered"),
      h("ol", { class: "turning-points throws", "aria-label": "The dice that mattered" }, ...rows),
    ];
  }

  /**
   * @param {Reckoning} reckoning
   * @param {Analysis} analysis
   */
  account({ start, end, totals }, analysis) {
    const { mine } = this;
    const enemy = analysis.sides[1 - mine];
    const [me, my] = this.led ? ["you", "your decisions"] : [`the ${analysis.sides[mine]}`, "their decisions"];
    const tone = (/** @type {number} */ n) => (n < 0 ? "loss" : n > 0 ? "gain" : "soft");
    let at = 0;
    const row = (/** @type {string} */ words, /** @type {number} */ change, /** @type {string} */ look) => {
      const bar = h("i", { class: look, "aria-hidden": "true" });
      const [low, high] = [Math.min(at, at + change), Math.max(at, at + change)];
      bar.style.setProperty("--from", `${Math.max(0, low)}%`);
      bar.style.setProperty("--to", `${Math.min(100, high)}%`);
      at += change;
      const figure = look === "stood" ? `${change} %` : percents(change);
      return h(
        "tr",
        null,
        h("th", { scope: "row" }, words),
        h("td", { class: "bar" }, bar),
        h("td", { class: look === "stood" ? "soft" : tone(change) }, figure),
      );
    };
    return h(
      "div",
      null,
      h(
        "p",
        { class: "in-short" },
        "The dice were worth ",
        h("b", { class: tone(totals[0]) }, percents(totals[0])),
        ` to ${me}, ${my} `,
        h("b", { class: tone(totals[1]) }, percents(totals[1])),
        `, those of the ${enemy} `,
        h("b", { class: tone(totals[2]) }, percents(totals[2])),
        ".",
      ),
      h(
        "table",
        { class: "account" },
        h(
          "tbody",
          null,
          row("Chance as it stood", start, "stood"),
          row("The dice were worth", totals[0], "dice"),
          row(this.led ? "Your decisions" : `${analysis.sides[mine]} decisions`, totals[1], "mine"),
          row(`${enemy} decisions`, totals[2], `side${1 - mine}`),
        ),
        h("tfoot", null, h("tr", null, h("th", { scope: "row" }, "The result"), h("td"), h("td", null, `${end} %`))),
      ),
    );
  }

  /** @param {Analysis} analysis */
  decisions(analysis) {
    const own = this.led ? (this.mine === 0 ? "first" : "second") : null;
    const all = analysis.decisions.filter((each) => own === null || each.side === own);
    const worst = all.filter((each) => each.gain < 0).sort((a, b) => a.gain - b.gain);
    const best = all.filter((each) => each.gain > 0).sort((a, b) => b.gain - a.gain);
    const picked = [...best.slice(0, 1), ...worst.slice(0, TOLD - 1), ...best.slice(1)].slice(0, TOLD);
    if (picked.length === 0) return [h("p", { class: "soft" }, "No decision stood out.")];
    const rank = (/** @type {Decision} */ each) =>
      each === best[0] ? "Best" : each === worst[0] ? "Worst" : each.gain < 0 ? "Next worst" : "Next best";
    return [
      h("h3", null, "Decisions"),
      h("ul", { class: "decisions" }, ...picked.map((each) => this.decision(each, rank(each), analysis))),
    ];
  }

  /**
   * @param {Decision} decision
   * @param {string} rank
   * @param {Analysis} analysis
   */
  decision({ from, entry, side, turn, gain, text, instead }, rank, analysis) {
    const tone = gain < 0 ? "loss" : "gain";
    const whose = this.led ? "" : `, ${analysis.sides[side === "first" ? 0 : 1]}`;
    const margin = instead && gain > 0 ? Math.round(100 * instead.margin) : null;
    const figure = percents(Math.round(100 * gain));
    return h(
      "li",
      null,
      inset(this.table, from, entry),
      h(
        "div",
        null,
        h(
          "p",
          { class: "rank" },
          h("b", { class: tone }, `${rank} · turn ${turn}${whose}`),
          h(
            "b",
            { class: tone },
            margin !== null && margin > 0 ? `${figure}, ${percents(margin)} on the next best` : figure,
          ),
        ),
        h("p", null, sentence(capital(text))),
        gain < 0 && instead && h("p", { class: "soft" }, `The commander would rather: ${sentence(instead.text)}`),
        h(
          "p",
          { class: "links" },
          h("button", { class: "link", onclick: () => this.show(entry) }, "Show it"),
          " ",
          h("button", { class: "link", onclick: () => void this.playOn(from, side) }, "Play on from here"),
        ),
      ),
    );
  }

  /** @param {number} entry */
  show(entry) {
    this.close();
    this.table.lookAt(entry);
  }

  foot() {
    const { match } = this;
    const mayAgain = (match.view.owns ?? match.view.you).length > 0;
    return h(
      "footer",
      { class: "actions" },
      mayAgain && h("button", { class: "go", onclick: () => void this.again(false) }, "Rematch"),
      mayAgain && h("button", { onclick: () => void this.again(true) }, "Change sides"),
      h("button", { onclick: () => this.show(match.view.entry) }, "Look back"),
      h("span", { class: "apart" }),
      h("button", { class: "share", onclick: () => void this.share() }, "Share a picture"),
      h("a", { class: "button", href: `/api${match.path}/record`, download: "" }, "Save the record"),
    );
  }

  /**
   * The same game again, perhaps with the sides changed.
   * @param {boolean} changed
   */
  async again(changed) {
    const { view } = this.match;
    const own = this.mine === 0 ? "first" : "second";
    const other = own === "first" ? "second" : "first";
    const level = view.seats.find((seat) => seat.computer)?.computer;
    const alone = (view.owns ?? view.you).length === 2;
    const wish = {
      scenario: view.scenario,
      options: view.options ?? {},
      seating: alone ? (level ? "computer" : "hotseat") : "invite",
      ...(alone && level && { level }),
      side: changed ? other : own,
      dice: view.dice.physical ? "physical" : "server",
    };
    try {
      const { id, invite } = await post("/games", wish);
      if (invite) await post(`${this.match.path}/chat`, { text: `A rematch? ${new URL(invite, location.href).href}` });
      location.hash = `#/game/${id}`;
    } catch (refused) {
      notice(refused instanceof Refused ? refused.why : String(refused), "bad");
    }
  }

  /**
   * Another game from a moment of this one.
   * @param {number} entry
   * @param {import("./types.js").Seat} side
   */
  async playOn(entry, side) {
    const level = this.match.view.seats.find((seat) => seat.computer)?.computer ?? "veteran";
    const own = this.led ? (this.mine === 0 ? "first" : "second") : side;
    try {
      const { id } = await post(`${this.match.path}/branch`, { entry, side: own, level });
      location.hash = `#/game/${id}`;
    } catch (refused) {
      notice(refused instanceof Refused ? refused.why : String(refused), "bad");
    }
  }

  /** The board with its result as a picture: handed on where the system can, otherwise saved. */
  async share() {
    const { path, id, view } = this.match;
    notice("Drawing the picture…");
    const answer = await fetch(`/api${path}/picture.png`);
    if (!answer.ok) {
      notice("The picture could not be drawn.", "bad");
      return;
    }
    const file = new File([await answer.blob()], `strategikon-${id}.png`, { type: "image/png" });
    const title = `${view.scene.title}: ${this.title()}`;
    if (navigator.canShare?.({ files: [file] }) && matchMedia("(pointer: coarse)").matches) {
      await navigator.share({ files: [file], title }).catch(() => {});
      return;
    }
    const address = URL.createObjectURL(file);
    const link = h("a", { href: address, download: file.name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  }
}
