/**
 * What a counter says: the counter itself, large, with each mark named where it is printed, what it did, what it may
 * still do, and the rules that speak of it. On hover, focus or a long press.
 *
 * A card that follows the pointer is never in its way; asked for by the other button, a key or a long press it stays, and
 * its rules can be opened.
 * @module
 */

import { announce, h, put, s } from "./dom.js";
import { partOf, portrait } from "./portrait.js";
import { ruleLink, rulebook } from "./rules.js";
import { capital, sentence } from "./words.js";

/** @typedef {import("./types.js").Profile} Profile */
/** @typedef {import("./types.js").Inscription} Inscription */
/** @typedef {import("./types.js").Counter} Counter */

/** How long the pointer rests on a counter before its card comes, and how long the card stays without it. */
const REST = 480;
const LINGER = 220;

/** Figures stand in a list of their own, under the picture. */
const FIGURES = new Set(["left", "middle", "right"]);

/** The card of one counter. */
export class ProfileCard {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.element = h("section", {
      class: "profile",
      hidden: true,
      tabindex: -1,
      onclick: (/** @type {MouseEvent} */ event) => this.pressed(event),
    });
    /** The counter shown. @type {number | null} */
    this.shown = null;
    /** Whether it stays until it is closed. */
    this.pinned = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** The counter the pointer rests on. @type {number | null} */
    this.over = null;
    /** The newest question. */
    this.asked = 0;
    const { frame } = table.board;
    // What came with the cursor goes when the board is left.
    frame.addEventListener("blur", () => this.rest(null));
    frame.addEventListener("contextmenu", (event) => {
      const hit = table.board.counterAt(event);
      event.preventDefault();
      if (hit) void this.show(hit.id, { pinned: true });
    });
  }

  /** Whether it lies in the drawer: there is no room for it over the board. */
  get drawn() {
    return matchMedia("(max-width: 760px)").matches;
  }

  /** @param {MouseEvent} event */
  pressed(event) {
    const target = event.target instanceof Element ? event.target : null;
    const rule = target?.closest("[data-rule]");
    // What is opened covers the drawer the card lies in.
    if (rule) this.table.openRule(rule.getAttribute("data-rule") ?? "");
    event.stopPropagation();
  }

  /**
   * The pointer is over a counter, or over none.
   * @param {number | null} id
   */
  rest(id) {
    if (id === this.over && id !== null) return;
    this.over = id;
    clearTimeout(this.timer);
    if (this.pinned) return;
    if (id === null) this.leave();
    else if (id !== this.shown) this.timer = setTimeout(() => void this.show(id), this.shown === null ? REST : LINGER);
  }

  /** It goes, unless the pointer comes back; one that is on its way does not come. */
  leave() {
    clearTimeout(this.timer);
    if (this.shown === null) this.asked += 1;
    else this.timer = setTimeout(() => this.close(), LINGER);
  }

  close() {
    clearTimeout(this.timer);
    this.asked += 1;
    const was = this.shown !== null;
    this.shown = null;
    this.over = null;
    this.pinned = false;
    this.element.hidden = true;
    this.element.classList.remove("pinned");
    if (this.element.contains(document.activeElement)) this.table.board.frame.focus({ preventScroll: true });
    return was;
  }

  /** Closes it by key; one that only followed the pointer does not stand in the way of what else the key lets go. */
  dismiss() {
    const { pinned } = this;
    return this.close() && pinned;
  }

  /** After every change of the position: what it says may be otherwise now. */
  refresh() {
    const { shown } = this;
    if (shown === null) return;
    if (this.table.board.scene?.counters.some((c) => c.id === shown)) void this.show(shown, { again: true });
    else this.close();
  }

  /**
   * Shows a counter's card.
   * @param {number} id
   * @param {{pinned?: boolean, again?: boolean, aloud?: boolean}} [how] `pinned` to stay, `aloud` to be read too
   */
  async show(id, { pinned = false, again = false, aloud = false } = {}) {
    const { table } = this;
    const counter = table.board.scene?.counters.find((c) => c.id === id);
    if (!counter) return;
    clearTimeout(this.timer);
    if (!again) this.pinned = pinned;
    const turn = (this.asked += 1);
    const back = table.back !== null;
    const profile = /** @type {Profile | null} */ (await table.match.keep(`/profile/${id}`).catch(() => null));
    if (turn !== this.asked) return;
    this.shown = id;
    const book = await rulebook(table.panel.game).catch(() => []);
    if (turn !== this.asked) return;
    const titles = new Map(book.map((rule) => [rule.rule, rule.title]));
    this.lay(counter, back && profile ? printedOnly(profile) : profile, titles);
    if (this.pinned && this.drawn && !again) this.element.scrollIntoView({ block: "nearest" });
    if (aloud) announce(spoken(counter, profile));
  }

  /**
   * @param {Counter} counter
   * @param {Profile | null} profile
   * @param {Map<string, string>} titles of the rules
   */
  lay(counter, profile, titles) {
    const { table } = this;
    const side = table.board.scene?.sides[counter.side]?.name ?? "";
    const where = counter.place ? table.panel.called(counter.place) : "";
    const all = profile?.inscriptions ?? [];
    const picture = portrait(counter, table.board);
    // From the top to the bottom of the counter, so that no line crosses another.
    const high = (/** @type {Inscription} */ one) => partOf(picture, one, counter).y;
    const marks = all.filter((one) => !FIGURES.has(one.at)).sort((a, b) => high(a) - high(b));
    const figures = all.filter((one) => FIGURES.has(one.at));
    const lines = s("svg", { class: "pointers", "aria-hidden": "true" });
    const named = marks.map((one) => h("li", null, ...markWords(one)));
    const list = (/** @type {string} */ head, /** @type {string[]} */ words) =>
      words.length > 0 &&
      h("p", { class: "deeds" }, h("b", null, head), " ", words.map((line) => line.replace(/\.$/, "")).join("; "), ".");
    put(
      this.element,
      h(
        "header",
        null,
        h("h3", null, counter.name, where ? h("span", { class: "soft" }, ` in ${where}`) : null),
        h("span", { class: `side-of${Math.min(counter.side, 1)}` }, side),
        h("button", { class: "quiet close", "aria-label": "Close the card", onclick: () => this.close() }, "×"),
      ),
      h("div", { class: "named" }, picture, h("ul", { class: "marks" }, ...named), lines),
      figures.length > 0 &&
        h(
          "dl",
          { class: "figures" },
          ...figures.flatMap((one) => [
            h("dt", null, one.shows),
            h("dd", null, one.means, " ", one.rule ? ruleLink(one.rule) : null),
          ]),
        ),
      profile === null && h("p", { class: "soft" }, "Nobody but its owner knows what this is."),
      list("This turn:", profile?.did ?? []),
      list("Now:", profile?.may ?? []),
      profile &&
        profile.rules.length > 0 &&
        h(
          "p",
          { class: "deeds rules-of" },
          h("b", null, "Rules:"),
          " ",
          ...profile.rules.flatMap((rule, i) => [i > 0 && " · ", ruleLink(rule, titles.get(rule) ?? rule)]),
        ),
    );
    if (!this.pinned) this.element.append(h("p", { class: "keep soft" }, "Right-click, or i: keep this card"));
    this.element.setAttribute("aria-label", `What ${counter.name} says`);
    this.element.dataset.of = String(counter.id);
    this.element.classList.toggle("pinned", this.pinned);
    this.place(counter);
    this.element.hidden = false;
    this.point(picture, marks, named, lines, counter);
  }

  /**
   * Puts the card where it covers neither the counter it speaks of nor the way there.
   * @param {Counter} counter
   */
  place(counter) {
    const { table } = this;
    const home = this.drawn ? table.panel.element : table.board.frame.parentElement;
    if (home && this.element.parentElement !== home) {
      if (this.drawn) home.insertBefore(this.element, table.panel.objection);
      else home.append(this.element);
    }
    const { camera, layout } = table.board;
    const at = counter.place && !this.drawn ? camera.onScreen(layout.centre(counter.place)) : null;
    const { w, h: high } = table.board.camera.room;
    this.element.classList.toggle("right", at !== null && at.x < w / 2);
    this.element.classList.toggle("high", at !== null && at.y > high / 2);
  }

  /**
   * Lines from each thing printed to its name.
   * @param {SVGSVGElement} picture
   * @param {Inscription[]} marks
   * @param {HTMLElement[]} named
   * @param {SVGSVGElement} lines
   * @param {Counter} counter
   */
  point(picture, marks, named, lines, counter) {
    const frame = lines.getBoundingClientRect();
    const box = picture.getBoundingClientRect();
    const view = picture.viewBox.baseVal;
    if (box.width === 0) return;
    const scale = Math.min(box.width / view.width, box.height / view.height);
    const drawn = marks.map((one, i) => {
      const at = partOf(picture, one, counter);
      const words = named[i].getBoundingClientRect();
      const from = {
        x: box.left + box.width / 2 + (at.x - view.x - view.width / 2) * scale - frame.left,
        y: box.top + box.height / 2 + (at.y - view.y - view.height / 2) * scale - frame.top,
      };
      const to = { x: words.left - frame.left - 5, y: words.top - frame.top + 11 };
      return [
        s("path", { d: `M${from.x.toFixed(1)} ${from.y.toFixed(1)}L${to.x.toFixed(1)} ${to.y.toFixed(1)}` }),
        s("circle", { cx: from.x.toFixed(1), cy: from.y.toFixed(1), r: 2 }),
      ];
    });
    put(lines, ...drawn.flat());
  }
}

/**
 * A card of the past tells what is printed: what lay upon the counter then is seen on the board.
 * @param {Profile} profile
 * @returns {Profile}
 */
function printedOnly(profile) {
  return { ...profile, inscriptions: profile.inscriptions.filter((one) => one.at !== "seal"), did: [], may: [] };
}

/** @param {Inscription} one */
function markWords(one) {
  const told = one.means.toLowerCase().startsWith(one.shows.toLowerCase());
  return [
    told ? null : h("b", null, one.shows),
    told ? capital(one.means) : ` ${one.means}`,
    one.rule ? " " : null,
    one.rule ? ruleLink(one.rule) : null,
  ];
}

/**
 * The card in words.
 * @param {Counter} counter
 * @param {Profile | null} profile
 */
function spoken(counter, profile) {
  const marks = (profile?.inscriptions ?? []).map((one) => `${one.shows}: ${one.means}`);
  return [counter.name, ...marks, ...(profile?.did ?? []), ...(profile?.may ?? [])].map(sentence).join(" ");
}
