/**
 * The shelf: games, each with its scenarios; chosen, searched, sifted and put in order.
 * @module
 */

import { sketchOf } from "./battlefield.js";
import { cover } from "./covers.js";
import { h, put } from "./dom.js";
import { newGame } from "./newgame.js";
import { courseLine, wayIn } from "./school.js";
import { count, difficulty, LENGTHS, lengthWords, LEVELS, yearsWords } from "./words.js";

/** @typedef {import("./types.js").ScenarioCard} ScenarioCard */
/** @typedef {import("./types.js").ShelfGame} ShelfGame */

/** What the groups scenarios are printed in are called; others bear their own name. @type {Record<string, string>} */
const GROUPS = {
  player: "Of the rulebook",
  historian: "For the historian",
  fan: "By other hands",
};

/** With several games on the shelf, so many of each are shown before one is chosen. */
const FIRST = 4;

/** How the shelf was looked at last, kept while the browser is open. */
const KEPT = "strategikon.shelf";

/** Orders of a list, by what they compare. @type {Record<string, (card: ScenarioCard) => number>} */
const KEYS = {
  year: (card) => card.year,
  difficulty: (card) => card.difficulty,
  length: (card) => Object.keys(LENGTHS).indexOf(card.length) * 1000 + card.turns,
};

/**
 * @param {string} label
 * @param {[string, string][]} values
 * @param {string} chosen
 * @param {() => void} list
 */
function sieve(label, values, chosen, list) {
  const options = values.map(([value, words]) => h("option", { value, selected: value === chosen }, words));
  return h("select", { "aria-label": label, onchange: list }, ...options);
}

/** How the shelf was looked at last. @returns {Record<string, string>} */
function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");
  } catch {
    return {};
  }
}

/**
 * @param {HTMLElement} shelf
 * @param {ShelfGame[]} all
 */
export function showShelf(shelf, all) {
  const before = kept();
  let chosen = all.some((game) => game.game === before.game) ? before.game : "";
  const found = h("div", { class: "found", "aria-live": "polite" });
  const search = h("input", {
    type: "search",
    placeholder: "a battle, a people, a year",
    "aria-label": "Search the shelf",
    value: before.words ?? "",
    oninput: list,
  });
  const level = sieve(
    "Difficulty",
    [["", "any difficulty"], ...LEVELS.map((words, i) => /** @type {[string, string]} */ ([String(i + 1), words]))],
    before.level,
    list,
  );
  const length = sieve("Length", [["", "any length"], ...Object.entries(LENGTHS)], before.length, list);
  const order = sieve(
    "Order",
    [
      ["shelf", "in the order of the book"],
      ["year", "by year"],
      ["difficulty", "easiest first"],
      ["length", "shortest first"],
    ],
    before.order,
    list,
  );
  const spines = all.length > 1 ? h("div", { class: "spines", role: "group", "aria-label": "Games" }) : null;
  put(
    shelf,
    h("h2", { id: "shelf-title" }, "The shelf"),
    spines,
    h("div", { class: "filters" }, search, level, length, order),
    found,
  );

  /** @param {string} game */
  function choose(game) {
    chosen = game;
    list();
    spines?.querySelector(`[data-game="${game}"]`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** @param {ScenarioCard} card */
  function sifted(card) {
    const said = [card.title, card.date, card.scenario, ...card.sides, card.notes].join(" ").toLowerCase();
    return (
      words().every((word) => said.includes(word)) &&
      (level.value === "" || String(card.difficulty) === level.value) &&
      (length.value === "" || card.length === length.value)
    );
  }

  function words() {
    return search.value.toLowerCase().split(/\s+/).filter(Boolean);
  }

  /** @param {ShelfGame} game */
  function sorted(game) {
    const key = KEYS[order.value];
    const titled = (/** @type {ScenarioCard} */ c) => words().some((word) => c.title.toLowerCase().includes(word));
    return game.scenarios
      .filter(sifted)
      .sort((a, b) => (key ? key(a) - key(b) : Number(titled(b)) - Number(titled(a))));
  }

  function list() {
    const state = { game: chosen, words: search.value, level: level.value, length: length.value, order: order.value };
    sessionStorage.setItem(KEPT, JSON.stringify(state));
    const stood = all.map((game) => ({ game, cards: sorted(game) }));
    const focus = spines?.contains(document.activeElement);
    if (spines) put(spines, ...spinesOf(stood, chosen, choose));
    if (focus) /** @type {HTMLElement | null} */ (spines?.querySelector("[aria-pressed=true]"))?.focus();
    const narrowed = search.value !== "" || level.value !== "" || length.value !== "";
    const brief = all.length > 1 && chosen === "" && !narrowed;
    const sections = stood
      .filter(({ game, cards }) => (chosen === "" || game.game === chosen) && cards.length > 0)
      .map(({ game, cards }) => {
        const grouped = order.value === "shelf" && !brief && !narrowed;
        return h(
          "section",
          { class: "game", "aria-label": game.title },
          h("h3", null, game.title, " ", h("small", null, period(game))),
          wayIn(game),
          ...(grouped ? byGroup(cards) : [grid(brief ? cards.slice(0, FIRST) : cards)]),
          brief &&
            cards.length > FIRST &&
            h(
              "button",
              { class: "more", onclick: () => choose(game.game) },
              `All ${count(cards.length, "scenario")} of ${game.title}`,
            ),
        );
      });
    put(found, ...(sections.length > 0 ? sections : [h("p", null, "Nothing on the shelf answers to that.")]));
  }
  list();
}

/** @param {ShelfGame} game */
function period(game) {
  const years = game.scenarios.map((card) => card.year);
  return `${yearsWords(Math.min(...years), Math.max(...years))}, ${count(years.length, "scenario")}`;
}

/**
 * One button for each game, and one for all of them.
 * @param {{game: ShelfGame, cards: ScenarioCard[]}[]} stood
 * @param {string} chosen
 * @param {(game: string) => void} choose
 */
function spinesOf(stood, chosen, choose) {
  const spine = (
    /** @type {string} */ game,
    /** @type {string} */ title,
    /** @type {string} */ words,
    /** @type {import("./dom.js").Child} */ front = null,
    /** @type {import("./dom.js").Child} */ learnt = null,
  ) =>
    h(
      "button",
      { class: "spine", "data-game": game, "aria-pressed": String(game === chosen), onclick: () => choose(game) },
      front,
      h("b", null, title),
      h("span", null, words),
      learnt,
    );
  const total = stood.reduce((sum, { cards }) => sum + cards.length, 0);
  const games = stood.map(({ game, cards }) => {
    const years = game.scenarios.map((card) => card.year);
    const span = yearsWords(Math.min(...years), Math.max(...years));
    return spine(game.game, game.title, `${span} · ${cards.length}`, cover(game.cover), courseLine(game));
  });
  return [spine("", "All games", count(total, "scenario")), ...games];
}

/** @param {ScenarioCard[]} cards */
function byGroup(cards) {
  // What is for learning leads the rulebook's own.
  const group = (/** @type {ScenarioCard} */ card) => (card.category === "basic" ? "player" : card.category);
  const groups = [...new Set(cards.map(group))];
  if (groups.length < 2) return [grid(cards)];
  const title = (/** @type {string} */ name) => GROUPS[name] ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return groups.flatMap((name) => [h("h4", null, title(name)), grid(cards.filter((card) => group(card) === name))]);
}

/** @param {ScenarioCard[]} cards */
function grid(cards) {
  return h("ul", { class: "grid" }, ...cards.map((card) => h("li", null, scenarioCard(card), reportLink(card))));
}

/** What many games of a scenario say, where the server has such a report. @param {ScenarioCard} card */
function reportLink({ report }) {
  if (!report) return null;
  return h("a", { class: "report", href: report.address, target: "_blank", title: report.title }, "What the lab found");
}

/** @param {ScenarioCard} card */
function scenarioCard(card) {
  return h(
    "button",
    { class: "card", onclick: () => newGame(card), "data-scenario": card.scenario },
    // The map itself comes when the card is opened.
    sketchOf(card),
    h("span", { class: "title" }, card.title),
    h("span", { class: "date" }, card.date),
    h("span", { class: "facts" }, card.sides.join(" – ")),
    h("span", { class: "facts" }, lengthWords(card), " ", difficulty(card.difficulty)),
    card.category === "basic" && h("span", { class: "learn" }, "to learn with"),
    card.house.length > 0 && h("span", { class: "house", title: card.house.join(" ") }, "⌂ house values"),
  );
}
