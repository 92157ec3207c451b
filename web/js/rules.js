/**
 * The rule list: every number anywhere opens its summary.
 * @module
 */

import { get } from "./api.js";
import { h, idle, put } from "./dom.js";

/** @typedef {import("./types.js").Rule} Rule */

/** @type {Map<string, Promise<Rule[]>>} */
const books = new Map();

/**
 * The rules of a game, asked for once.
 * @param {string} game
 * @returns {Promise<Rule[]>}
 */
export function rulebook(game) {
  let book = books.get(game);
  if (!book) {
    book = get(`/rules/${encodeURIComponent(game)}`).then((answer) => (Array.isArray(answer) ? answer : answer.rules));
    books.set(game, book);
    book.catch(() => books.delete(game));
  }
  return book;
}

/**
 * A rule's number that opens its summary.
 * @param {string} rule
 * @param {string} [words]
 */
export function ruleLink(rule, words) {
  if (!rule) return null;
  return h("button", { class: "rule", type: "button", "data-rule": rule, title: `Rule ${rule}` }, words ?? rule);
}

/** So many rules fill the panel; a whole book at once would be waited for. */
const AT_ONCE = 10;

/** The rules panel. */
export class RulesPanel {
  /**
   * @param {string} game
   * @param {HTMLElement} head what stands over the rules
   */
  constructor(game, head) {
    this.game = game;
    this.found = h("div", { class: "found", tabindex: -1 });
    this.search = h("input", {
      type: "search",
      placeholder: "Search the rules",
      "aria-label": "Search the rules",
      oninput: () => void this.list(),
    });
    this.element = h("div", { class: "rules" }, head, this.search, this.found);
    /** @type {string | null} */
    this.opened = null;
    /** The newest list: an older one is not gone on with. */
    this.listed = 0;
  }

  /** Lists the rules when they are first looked at. */
  async open() {
    if (!this.found.firstChild) await this.list();
  }

  /** Lists what the search finds, the opened rule first. */
  async list() {
    const turn = (this.listed += 1);
    let book;
    try {
      book = await rulebook(this.game);
    } catch {
      put(this.found, h("p", null, "The rules cannot be fetched just now."));
      return;
    }
    if (turn !== this.listed) return;
    const numbers = new Set(book.map((r) => r.rule));
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const all = book.filter((r) => words.every((w) => `${r.rule} ${r.title} ${r.summary}`.toLowerCase().includes(w)));
    const opened = this.opened ? book.find((r) => r.rule === this.opened) : null;
    const rest = all.filter((r) => r !== opened);
    put(
      this.found,
      opened && article(opened, true, numbers),
      this.opened && !opened && h("p", { class: "why" }, `The list has no rule ${this.opened}.`),
      ...rest.slice(0, AT_ONCE).map((r) => article(r, false, numbers)),
      rest.length === 0 && !opened && h("p", null, "No rule speaks of that."),
    );
    void this.goOn(rest.slice(AT_ONCE), numbers, turn);
  }

  /**
   * What lies below the fold follows when the page has nothing else to do.
   * @param {Rule[]} rest
   * @param {Set<string>} numbers of the whole book
   * @param {number} turn the list it belongs to
   */
  async goOn(rest, numbers, turn) {
    for (let at = 0; at < rest.length; at += AT_ONCE) {
      await idle();
      if (turn !== this.listed) return;
      this.found.append(...rest.slice(at, at + AT_ONCE).map((r) => article(r, false, numbers)));
    }
  }

  /**
   * Opens a rule.
   * @param {string} rule
   */
  async show(rule) {
    this.opened = rule;
    this.search.value = "";
    await this.list();
    this.found.scrollTop = 0;
    this.element.scrollIntoView({ block: "nearest" });
    this.found.querySelector("article")?.focus({ preventScroll: true });
  }
}

/**
 * @param {Rule} rule
 * @param {boolean} opened
 * @param {Set<string>} numbers of the whole book
 */
function article(rule, opened, numbers) {
  return h(
    "article",
    { class: opened ? "case opened" : "case", tabindex: -1, "data-case": rule.rule },
    h("h4", null, rule.title, " ", h("span", { class: "number" }, rule.rule)),
    h("p", null, ...linked(rule.summary, numbers)),
    rule.status === "missing" && h("p", { class: "small" }, "Not enforced yet."),
  );
}

/**
 * A summary with the rule numbers in it made to open: R42, melee.H, 13.3/2, but neither a plain 9 nor a plain word.
 * @param {string} text
 * @param {Set<string>} numbers of the whole book
 */
export function linked(text, numbers) {
  const cites = (/** @type {string} */ word) => numbers.has(word) && /[.\d]/.test(word) && !/^\d+$/.test(word);
  return text.split(/([\w/-]+(?:\.[\w/-]+)*)/).map((part) => (cites(part) ? ruleLink(part) : part));
}
