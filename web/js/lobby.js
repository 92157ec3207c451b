/**
 * The lobby: the shelf, my games, open challenges, games to watch.
 * @module
 */

import { accountButton } from "./account.js";
import { get, post, Refused } from "./api.js";
import { battlefield } from "./battlefield.js";
import { h, notice, put } from "./dom.js";
import { goalLine } from "./goal.js";
import { lastLevel, levelWords } from "./computer.js";
import { newGame, playComputer } from "./newgame.js";
import { shareTaken, taken } from "./progress.js";
import { learn, offered } from "./school.js";
import { showShelf } from "./shelf.js";
import { lightButton } from "./theme.js";
import { agoWords, count, lengthWords, resultWords } from "./words.js";

/** @typedef {import("./types.js").ShelfGame} ShelfGame */
/** @typedef {import("./types.js").GameCard} GameCard */

const REFRESH = 15_000;
/** So many games of a list are shown. */
const SHOWN = 8;

/**
 * @param {HTMLElement} page
 * @returns {Promise<() => void>}
 */
export async function showLobby(page) {
  document.title = "Strategikon";
  const mine = h("div", { class: "lists" });
  const others = h("div", { class: "lists" });
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
        accountButton(() => {
          void refresh();
          void learnt();
        }),
      ),
    ),
    h("main", { class: "lobby" }, h("h1", { class: "unseen" }, "Lobby"), mine, hero, others, shelf),
  );
  const refresh = () => showLists(mine, others).catch(() => {});
  const games = /** @type {Promise<ShelfGame[]>} */ (get("/shelf"));
  const lay = async () => {
    const all = await games;
    showHero(hero, all);
    showShelf(shelf, all);
  };
  /** Whoever came or went took their lessons along. */
  let known = taken().size;
  const learnt = async () => {
    const more = await shareTaken().catch(() => false);
    const size = taken().size;
    if (!more && size === known) return;
    known = size;
    await lay();
  };
  await Promise.all([lay(), refresh()]);
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
  const next = offered(all);
  const play = async () => {
    try {
      await playComputer(card);
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
      goalLine(card.goal),
      h("p", { class: "facts" }, `${card.sides.join(" against ")} · ${lengthWords(card)}`),
      h(
        "p",
        { class: "actions" },
        next &&
          h(
            "button",
            {
              class: next.first ? "go large" : "large",
              id: "next-lesson",
              onclick: () => learn(next.game.game, next.lesson.name),
            },
            next.first ? "First lesson" : `Lesson: ${next.lesson.title}`,
            h("span", { class: "minutes" }, ` ${next.lesson.minutes} min`),
          ),
        h("button", { class: next?.first ? "large" : "go large", onclick: play }, "Play now"),
        h("button", { class: "large", onclick: () => newGame(card, "invite") }, "Invite a friend"),
      ),
      h(
        "p",
        { class: "small" },
        next?.first ? "The lesson leads you through your first moves at the real table. " : "",
        `“Play now” sets you against the computer, a ${levelWords(lastLevel())}. No account needed.`,
      ),
    ),
  );
}

/**
 * @param {HTMLElement} mine
 * @param {HTMLElement} others
 */
async function showLists(mine, others) {
  const [own, open, watch] = /** @type {GameCard[][]} */ (
    await Promise.all(["mine", "open", "watch"].map((list) => get(`/games?list=${list}`)))
  );
  const waiting = own.filter((game) => game.your_move).length;
  document.title = waiting > 0 ? `(${waiting}) Strategikon` : "Strategikon";
  const over = own.filter((game) => game.result || game.turn.over);
  const going = own.filter((game) => !over.includes(game));
  // The list is made anew every few seconds: what was opened stays open.
  const opened = mine.querySelector("details")?.open ?? going.length === 0;
  put(
    mine,
    own.length > 0 &&
      h(
        "section",
        { class: "games" },
        h("h2", null, "Your games"),
        rows(going, mineRow),
        over.length > 0 &&
          h("details", { open: opened }, h("summary", null, `${count(over.length, "game")} over`), rows(over, mineRow)),
      ),
  );
  const foreign = watch.filter((game) => !game.sides.some((side) => side.you));
  put(others, list("Open challenges", open, openRow), list("Games to watch", foreign, watchRow));
}

/**
 * @param {GameCard[]} all
 * @param {(game: GameCard) => HTMLElement} row
 */
function rows(all, row) {
  return h("ul", null, ...all.slice(0, SHOWN).map((game) => h("li", null, row(game))));
}

/**
 * @param {string} title
 * @param {GameCard[]} all
 * @param {(game: GameCard) => HTMLElement} row
 */
function list(title, all, row) {
  return all.length > 0 && h("section", { class: "games" }, h("h2", null, title), rows(all, row));
}

/** @param {GameCard} game */
function opponents(game) {
  const led = game.sides.filter((side) => side.computer);
  if (led.length > 1) return `${game.sides.map((side) => side.name).join(" and ")}, the computer against itself`;
  if (led.length > 0 && game.sides.every((side) => side.you)) {
    const own = game.sides.filter((side) => !side.computer).map((side) => side.name);
    return `${own.join("")} against the computer, ${levelWords(led[0].computer ?? "")}`;
  }
  if (game.sides.every((side) => side.you))
    return `${game.sides.map((side) => side.name).join(" and ")}, at one screen`;
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
          : game.sides.some((s) => s.computer)
            ? "the computer’s move"
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
  const state = game.turn.over ? resultWords(game.turn.over) : count(game.moves, "move");
  return h(
    "a",
    { class: "row", href: `#/game/${game.id}` },
    h("b", null, game.title),
    h("span", null, opponents(game)),
    h("span", { class: "state" }, state),
  );
}
