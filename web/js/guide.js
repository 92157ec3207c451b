/**
 * What is read beside the board: a game's guide, and its reference card, in the table or on a page of their own.
 * @module
 */

import { get, text } from "./api.js";
import { dialog, h, put } from "./dom.js";
import { dress } from "./dress.js";
import { blocks } from "./markdown.js";
import { linked, rulebook, ruleLink } from "./rules.js";

/** @typedef {{title: string, rule: string, head: string[], rows: string[][], note: string}} Chart */
/** @typedef {{game: string, title: string, charts: Chart[]}} Card */

/**
 * The two things to read about a game.
 * @param {string} game
 */
export function readLinks(game) {
  return h(
    "p",
    { class: "read-links" },
    h("button", { type: "button", onclick: () => void openGuide(game) }, "Guide"),
    " ",
    h("a", { class: "button", href: `#/card/${game}`, target: "_blank", rel: "noopener" }, "Reference card"),
  );
}

/**
 * A game's guide as elements.
 * @param {string} game
 */
async function guideOf(game) {
  const [source, book] = await Promise.all([
    text(`/api/guides/${encodeURIComponent(game)}`),
    rulebook(game).catch(() => []),
  ]);
  const numbers = new Set(book.map((rule) => rule.rule));
  const article = h(
    "article",
    { class: "guide" },
    ...blocks(source, {
      words: (words) => linked(words, numbers),
      code: (code) => (numbers.has(code) ? ruleLink(code) : h("code", null, code)),
      picture: (path) => {
        const found = /\/guides\/([\w-]+\/[\w-]+\.png)$/u.exec(path);
        return found ? `/api/pictures/${found[1]}` : null;
      },
    }),
  );
  article.addEventListener("click", (event) => {
    const rule = event.target instanceof Element ? event.target.closest("[data-rule]") : null;
    if (rule) void openRule(game, rule.getAttribute("data-rule") ?? "");
  });
  return article;
}

/**
 * @param {string} game
 * @param {string} number
 */
async function openRule(game, number) {
  const book = await rulebook(game);
  const rule = book.find((one) => one.rule === number);
  if (rule) dialog(`${rule.title} (${rule.rule})`, h("p", null, rule.summary));
}

/**
 * Opens a guide over the table or the lobby.
 * @param {string} game
 */
export async function openGuide(game) {
  await dress("reading");
  const body = h("div", { class: "book", tabindex: 0 }, h("p", null, "Opening the guide…"));
  const box = dialog("Guide", body);
  box.classList.add("wide-dialog");
  body.focus();
  put(body, await guideOf(game).catch(() => h("p", null, "The guide cannot be fetched just now.")));
}

/**
 * A page with the guide alone.
 * @param {HTMLElement} page
 * @param {string} game
 */
export async function showGuide(page, game) {
  await dress("reading");
  const article = await guideOf(game);
  document.title = "Guide – Strategikon";
  put(page, h("main", { class: "book page" }, back(), article));
}

function back() {
  return h("p", { class: "back no-print" }, h("a", { href: "#/" }, "To the lobby"));
}

/**
 * A page with the charts of a game, to print.
 * @param {HTMLElement} page
 * @param {string} game
 */
export async function showCard(page, game) {
  await dress("reading");
  const card = /** @type {Card} */ (await get(`/cards/${encodeURIComponent(game)}`));
  document.title = `${card.title}, reference card – Strategikon`;
  const main = h(
    "main",
    { class: "card-page" },
    h(
      "header",
      null,
      h("h1", null, card.title, " ", h("small", null, "reference card")),
      h(
        "p",
        { class: "no-print" },
        h("button", { class: "go", onclick: () => window.print() }, "Print"),
        " ",
        h("a", { href: "#/" }, "To the lobby"),
      ),
    ),
    h("div", { class: "charts" }, ...card.charts.map(chart)),
    h("footer", null, "⌂ values of the house, not of the rulebook."),
  );
  main.addEventListener("click", (event) => {
    const rule = event.target instanceof Element ? event.target.closest("[data-rule]") : null;
    if (rule) void openRule(game, rule.getAttribute("data-rule") ?? "");
  });
  put(page, main);
}

/**
 * A word of a chart as people read it.
 * @param {string} cell
 */
function plain(cell) {
  return cell === "✓" ? "yes" : cell.replaceAll(/(?<=[a-z])-(?=[a-z])/gu, " ");
}

/** @param {Chart} chart */
function chart({ title, rule, head, rows, note }) {
  const told = head.length === 0;
  const wide = rows.length > 14 || head.length > 6;
  return h(
    "section",
    { class: wide ? "chart large" : "chart" },
    h("h2", null, title, " ", rule && ruleLink(rule)),
    told
      ? h(
          "dl",
          null,
          ...rows.flatMap(([name, words, number]) => [
            h("dt", null, name, " ", ruleLink(number)),
            h("dd", null, words),
          ]),
        )
      : h(
          "table",
          null,
          head.some(Boolean) && h("thead", null, h("tr", null, ...head.map((cell) => h("th", { scope: "col" }, cell)))),
          h(
            "tbody",
            null,
            ...rows.map(([first, ...rest]) =>
              h("tr", null, h("th", { scope: "row" }, plain(first)), ...rest.map((cell) => h("td", null, plain(cell)))),
            ),
          ),
        ),
    note && h("p", { class: "note" }, note),
  );
}
