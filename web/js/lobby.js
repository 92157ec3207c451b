/**
 * The lobby: the shelf, my games, open challenges, games to watch.
 * @module
 */

import { accountButton } from "./account.js";
import { get, post, Refused } from "./api.js";
import { battlefield } from "./battlefield.js";
import { h, notice, put } from "./dom.js";
import { newGame } from "./newgame.js";
import { lightButton } from "./theme.js";
import { agoWords, difficulty, lengthWords, resultWords } from "./words.js";

/** @typedef {import("./types.js").ScenarioCard} ScenarioCard */
/** @typedef {import("./types.js").ShelfGame} ShelfGame */
/** @typedef {import("./types.js").GameCard} GameCard */

const REFRESH = 15_000;
/** @type {Record<string, string>} */
const GROUPS = {
  basic: "To learn with",
  player: "Of the rulebook",
  historian: "For the historian",
  fan: "By other hands",
};

/**
 * @param {HTMLElement} page
 * @returns {Promise<() => void>}
 */
export async function showLobby(page) {
  document.title = "Strategikon";
  const games = h("div", { class: "lists" });
  const shelf = h(
    "section",
    { class: "shelf", "aria-labelledby": "shelf-title" },
    h("h2", { id: "shelf-title" }, "The shelf"),
  );
  const hero = h("section", { class: "hero", "aria-label": "Start here" });
  put(
    page,
    h(
      "header",
      { class: "top" },
      h("a", { class: "brand", href: "#/" }, "Strategikon"),
      h("p", { class: "motto" }, "Ancient and medieval wargames, with a referee who knows every rule"),
      h(
        "nav",
        { "aria-label": "You" },
        lightButton(),
        accountButton(() => void refresh()),
      ),
    ),
    h("main", { class: "lobby" }, h("h1", { class: "unseen" }, "Lobby"), hero, games, shelf),
  );
  const refresh = () => showLists(games).catch(() => {});
  const [all] = await Promise.all([/** @type {Promise<ShelfGame[]>} */ (get("/shelf")), refresh()]);
  showHero(hero, all);
  showShelf(shelf, all);
  const timer = setInterval(() => document.visibilityState === "visible" && void refresh(), REFRESH);
  return () => clearInterval(timer);
}

/**
 * @param {HTMLElement} hero
 * @param {ShelfGame[]} all
 */
function showHero(hero, all) {
  const cards = all.flatMap((game) => game.scenarios);
  const card = cards.find((c) => c.category === "basic") ?? cards.find((c) => c.difficulty === 1) ?? cards[0];
  if (!card) return;
  const play = async () => {
    try {
      const { id } = await post("/games", {
        scenario: card.scenario,
        options: {},
        seating: "hotseat",
        side: "first",
        clock: null,
        dice: "server",
      });
      location.hash = `#/game/${id}`;
    } catch (refused) {
      notice(refused instanceof Refused ? refused.why : String(refused), "bad");
    }
  };
  put(
    hero,
    battlefield(card),
    h(
      "div",
      { class: "words" },
      h("p", { class: "kicker" }, "New here? Start with this one"),
      h("h2", null, `${card.title}, `, h("span", { class: "date" }, card.date)),
      h("p", null, card.notes),
      h("p", { class: "facts" }, `${card.sides.join(" against ")} · ${lengthWords(card)}`),
      h(
        "p",
        { class: "actions" },
        h("button", { class: "go large", onclick: play }, "Play now"),
        h("button", { class: "large", onclick: () => newGame(card) }, "Invite a friend"),
      ),
      h("p", { class: "small" }, "“Play now” lays out a hot-seat game: both sides at this screen. No account needed."),
    ),
  );
}

/**
 * @param {HTMLElement} shelf
 * @param {ShelfGame[]} all
 */
function showShelf(shelf, all) {
  const found = h("div", { class: "found", "aria-live": "polite" });
  const search = h("input", {
    type: "search",
    placeholder: "a battle, a people, a year",
    "aria-label": "Search the shelf",
    oninput: list,
  });
  const order = h(
    "select",
    { "aria-label": "Order", onchange: list },
    h("option", { value: "shelf" }, "in the order of the book"),
    h("option", { value: "year" }, "by year"),
    h("option", { value: "difficulty" }, "easiest first"),
    h("option", { value: "length" }, "shortest first"),
  );
  shelf.append(h("div", { class: "filters" }, search, order), found);
  function list() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const said = (/** @type {ScenarioCard} */ c) =>
      [c.title, c.date, c.scenario, ...c.sides, c.notes].join(" ").toLowerCase();
    const sections = all.map((game) => {
      const titled = (/** @type {ScenarioCard} */ c) => words.some((w) => c.title.toLowerCase().includes(w));
      const cards = game.scenarios
        .filter((c) => words.every((w) => said(c).includes(w)))
        .sort((a, b) => Number(titled(b)) - Number(titled(a)));
      if (order.value === "shelf") return shelfByGroup(game, cards);
      const by = /** @type {Record<string, (c: ScenarioCard) => number>} */ ({
        year: (c) => c.year,
        difficulty: (c) => c.difficulty,
        length: (c) => c.turns,
      });
      const key = by[order.value] ?? by.year;
      return h("section", null, h("h3", null, game.title), grid([...cards].sort((a, b) => key(a) - key(b))));
    });
    const any = sections.some((section) => section.querySelector(".card"));
    put(found, ...(any ? sections : [h("p", null, "Nothing on the shelf answers to that.")]));
  }
  list();
}

/**
 * @param {ShelfGame} game
 * @param {ScenarioCard[]} cards
 */
function shelfByGroup(game, cards) {
  const groups = [...new Set(cards.map((c) => c.category))];
  const shown = groups.map((group) => [
    h("h4", null, GROUPS[group] ?? group),
    grid(cards.filter((c) => c.category === group)),
  ]);
  return h("section", null, cards.length > 0 && h("h3", null, game.title), ...shown.flat());
}

/** @param {ScenarioCard[]} cards */
function grid(cards) {
  return h("ul", { class: "grid" }, ...cards.map((card) => h("li", null, scenarioCard(card))));
}

/** @param {ScenarioCard} card */
function scenarioCard(card) {
  return h(
    "button",
    { class: "card", onclick: () => newGame(card), "data-scenario": card.scenario },
    battlefield(card),
    h("span", { class: "title" }, card.title),
    h("span", { class: "date" }, card.date),
    h("span", { class: "facts" }, card.sides.join(" – ")),
    h("span", { class: "facts" }, lengthWords(card), " ", difficulty(card.difficulty)),
    card.house.length > 0 && h("span", { class: "house", title: card.house.join(" ") }, "⌂ house values"),
  );
}

/** @param {HTMLElement} games */
async function showLists(games) {
  const [mine, open, watch] = /** @type {GameCard[][]} */ (
    await Promise.all(["mine", "open", "watch"].map((list) => get(`/games?list=${list}`)))
  );
  const waiting = mine.filter((game) => game.your_move).length;
  document.title = waiting > 0 ? `(${waiting}) Strategikon` : "Strategikon";
  put(
    games,
    list("Your games", mine, mineRow),
    list("Open challenges", open, openRow),
    list("Games to watch", watch, watchRow),
  );
}

/**
 * @param {string} title
 * @param {GameCard[]} all
 * @param {(game: GameCard) => HTMLElement} row
 */
function list(title, all, row) {
  if (all.length === 0) return null;
  const shown = all.slice(0, 12);
  return h(
    "section",
    { class: "games" },
    h("h2", null, title),
    h("ul", null, ...shown.map((game) => h("li", null, row(game)))),
  );
}

/** @param {GameCard} game */
function opponents(game) {
  return game.sides.map((side) => `${side.name}: ${side.you ? "you" : (side.player ?? "nobody yet")}`).join(" · ");
}

/** @param {GameCard} game */
function mineRow(game) {
  const state =
    game.result || game.turn.over
      ? resultWords(game.result ?? game.turn.over)
      : game.your_move
        ? "your move"
        : game.sides.some((s) => !s.player)
          ? "waiting for an opponent"
          : "their move";
  return h(
    "a",
    { class: game.your_move ? "row yours" : "row", href: `#/game/${game.id}` },
    h("b", null, game.title),
    h("span", null, opponents(game)),
    h("span", { class: "state" }, state),
    h("span", { class: "ago" }, agoWords(game.updated)),
  );
}

/** @param {GameCard} game */
function openRow(game) {
  const join = async () => {
    try {
      await post(`/games/${game.id}/join`);
      location.hash = `#/game/${game.id}`;
    } catch (refused) {
      notice(refused instanceof Refused ? refused.why : String(refused), "bad");
    }
  };
  const free = game.sides.filter((side) => !side.player).map((side) => side.name);
  const host = game.sides.find((side) => side.player)?.player ?? "Somebody";
  const yours = game.sides.some((side) => side.you);
  return h(
    "div",
    { class: "row" },
    h("b", null, game.title),
    h("span", null, `${host} looks for ${free.join(" or ")}`),
    yours ? h("a", { href: `#/game/${game.id}` }, "Your challenge") : h("button", { onclick: join }, "Take it up"),
  );
}

/** @param {GameCard} game */
function watchRow(game) {
  const state = game.turn.over ? resultWords(game.turn.over) : `${game.moves} moves`;
  return h(
    "a",
    { class: "row", href: `#/game/${game.id}` },
    h("b", null, game.title),
    h("span", null, opponents(game)),
    h("span", { class: "state" }, state),
  );
}
