/**
 * The menu of the table and what it explains.
 * @module
 */

import { confirmed, dialog, h, notice } from "./dom.js";
import { showKeys } from "./keys.js";
import { invitation, showInvitation } from "./newgame.js";
import { seatItems } from "./seats.js";

/** @typedef {import("./match.js").Match} Match */

/**
 * What is not of the rulebook.
 * @param {import("./types.js").View} view
 */
export function explainHouse(view) {
  const tracks = view.scene.tracks
    .filter((t) => t.house)
    .map((t) => `${t.name}: its length is ours, not the rulebook's.`);
  const lines = [view.scene.landscape.house, ...view.card.house, ...tracks].filter(Boolean);
  dialog(
    "Not of the rulebook",
    h(
      "p",
      null,
      lines.length > 0
        ? "Where the rulebook is silent, or its map was not to be had, these values are of the house:"
        : "Everything in this scenario is of the rulebook.",
    ),
    h("ul", null, ...lines.map((line) => h("li", null, String(line)))),
  );
}

/** @param {import("./types.js").View} view */
function explainDice(view) {
  dialog(
    "The dice",
    h(
      "p",
      null,
      "Before the game the server drew a secret seed and showed its digest. Each roll follows from the seed, the number of the roll and a text from each side that comes with their orders and was settled before the other’s was known, so neither side nor the server can pick it. When the game is over the seed is shown, and “strategikon verify” recomputes every roll of the record, which the server signs.",
    ),
    h("p", null, h("b", null, "Digest: "), h("code", null, view.dice?.commitment ?? "–")),
    h("p", null, h("b", null, "Seed: "), h("code", null, view.dice?.seed ?? "shown when the game is over")),
  );
}

/**
 * Offers a draw; the computer answers at once.
 * @param {Match} match
 */
async function offerDraw(match) {
  await match.act("/draw", { offer: true });
  const { turn, draw, seats } = match.view;
  if (!turn.over && !draw.offered_by && seats.some((seat) => seat.computer))
    notice("The computer thinks it stands too well for a draw.");
}

/**
 * @param {Match} match
 * @param {() => void} counsel asks the computer what it would do
 */
export function showMenu(match, counsel) {
  const { view } = match;
  const alone = view.you.length === 2;
  const playing = match.seated && !view.turn.over;
  const item = (/** @type {string} */ words, /** @type {() => void} */ act) =>
    h("li", null, h("button", { onclick: () => (box.close(), act()) }, words));
  const resign = async () => {
    const whom = alone ? "The side to move gives the game up." : "The game ends at once and your opponent wins.";
    if (await confirmed("Resign?", whom, "Resign")) await match.act("/resign");
  };
  const invite = view.invite ?? invitation(match.id);
  const clocks = view.seats.some((s) => s.clock_ms !== null && s.clock_ms !== undefined);
  const box = dialog(
    "Menu",
    h(
      "ul",
      { class: "menu" },
      view.seats.some((s) => !s.player) && invite ? item("Invitation link", () => showInvitation(invite)) : null,
      playing && item("What would you do, and why?", counsel),
      ...seatItems(match).map(({ words, act }) => item(words, act)),
      item("Keys", showKeys),
      item("What is not of the rulebook", () => explainHouse(view)),
      item("How the dice are kept honest", () => explainDice(view)),
      h("li", null, h("a", { class: "button", href: `/api${match.path}/record`, download: "" }, "Save the record")),
      playing && !alone ? item("Offer a draw", () => void offerDraw(match)) : null,
      playing && !alone && clocks ? item("Claim victory on time", () => void match.act("/claim")) : null,
      playing ? item("Resign", () => void resign()) : null,
      item("To the lobby", () => (location.hash = "#/")),
    ),
  );
}
