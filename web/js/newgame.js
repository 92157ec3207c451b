/**
 * A scenario's card and the choices before a game begins.
 * @module
 */

import { post, Refused, text } from "./api.js";
import { battlefield } from "./battlefield.js";
import { keepLevel, lastLevel, levelPicker } from "./computer.js";
import { dialog, h, notice, parseSvg, put } from "./dom.js";
import { goalLine } from "./goal.js";
import { beginSeries } from "./series.js";
import { difficulty, lengthWords } from "./words.js";

/** @typedef {import("./types.js").ScenarioCard} ScenarioCard */

/** @type {Record<string, object | null>} */
const CLOCKS = {
  none: null,
  "live-20": { kind: "live", bank_seconds: 1200, increment_seconds: 10 },
  "live-60": { kind: "live", bank_seconds: 3600, increment_seconds: 20 },
  "days-1": { kind: "days", days_per_move: 1 },
  "days-3": { kind: "days", days_per_move: 3 },
  "days-7": { kind: "days", days_per_move: 7 },
};

const SEATINGS = [
  ["computer", "Play the computer", "it leads the other side"],
  ["hotseat", "Hot-seat", "both sides at this screen, or you alone"],
  ["invite", "Invite a friend", "you get a link to send"],
  ["open", "Open challenge", "anybody in the lobby may take it up"],
];

const INVITATIONS = "strategikon.invite.";

/**
 * The invitation of a game this browser began.
 * @param {string} id
 */
export function invitation(id) {
  return localStorage.getItem(INVITATIONS + id);
}

/**
 * @param {string} name
 * @param {string} value
 * @param {string} label
 * @param {string} about
 * @param {boolean} [checked]
 */
function radio(name, value, label, about, checked = false) {
  return h(
    "label",
    { class: "radio" },
    h("input", { type: "radio", name, value, checked }),
    h("span", null, h("b", null, label), h("small", null, about)),
  );
}

/**
 * @param {string} name
 * @param {string} label
 * @param {[string, string][]} values
 * @param {string} [chosen]
 */
function select(name, label, values, chosen) {
  return h(
    "label",
    { class: "field" },
    label,
    h("select", { name }, ...values.map(([value, words]) => h("option", { value, selected: value === chosen }, words))),
  );
}

/**
 * Sits down against the computer at the level played last, and goes to the table.
 * @param {ScenarioCard} card
 */
export async function playComputer(card) {
  const { id } = await post("/games", {
    scenario: card.scenario,
    options: {},
    seating: "computer",
    side: "first",
    level: lastLevel(),
    dice: "server",
  });
  location.hash = `#/game/${id}`;
}

/**
 * @param {ScenarioCard} card
 * @param {"computer" | "hotseat" | "invite" | "open"} [wanted] how it is to be played, to begin with
 */
export function newGame(card, wanted = "computer") {
  const fault = h("p", { class: "why", hidden: true, role: "alert" });
  const level = levelPicker();
  const sides = select("side", "You play", [
    ["first", card.sides[0]],
    ["second", card.sides[1]],
    ["random", "whichever falls to you"],
  ]);
  const apart = h(
    "div",
    { class: "apart" },
    select("clock", "Clock", [
      ["none", "none"],
      ["live-20", "live: 20 min + 10 s a move"],
      ["live-60", "live: 60 min + 20 s a move"],
      ["days-1", "by post: 1 day a move"],
      ["days-3", "by post: 3 days a move"],
      ["days-7", "by post: 7 days a move"],
    ]),
  );
  const together = h(
    "div",
    null,
    select("dice", "Dice", [
      ["server", "rolled here"],
      ["physical", "our own, entered by hand"],
    ]),
  );
  // Several battles one after another, at one screen or against the computer.
  const series = h(
    "div",
    null,
    select("battles", "Play", [
      ["1", "one battle"],
      ["3", "best of three"],
    ]),
  );
  const options = card.options.map((option) =>
    isSwitch(option)
      ? switchField(option)
      : h(
          "label",
          { class: "field" },
          option.about,
          h(
            "select",
            { "data-option": option.name },
            ...option.values.map((value, i) =>
              h(
                "option",
                { value: JSON.stringify(value), selected: JSON.stringify(value) === JSON.stringify(option.default) },
                option.titles?.[i] ?? String(value),
              ),
            ),
          ),
        ),
  );
  // Armies are laid out where they have no field to stand on yet.
  const armies = (card.field ? [] : card.sides).map(() => ({
    picture: h("div", { class: "lineup", role: "img" }),
    words: h("figcaption"),
    address: "",
  }));
  const form = h(
    "form",
    { class: "new-game", onsubmit: begin, onchange: muster },
    h(
      "fieldset",
      { onchange: seat },
      h("legend", null, "Who plays?"),
      ...SEATINGS.map(([value, label, about]) => radio("seating", value, label, about, value === wanted)),
    ),
    level.element,
    sides,
    apart,
    together,
    series,
    ...options,
    fault,
    h("p", { class: "actions" }, h("button", { class: "go large", type: "submit" }, "Begin")),
  );
  const box = dialog(
    card.title,
    h(
      "p",
      { class: "facts" },
      `${card.date} · ${card.sides.join(" against ")} · ${lengthWords(card)} `,
      difficulty(card.difficulty),
    ),
    h(
      "div",
      { class: "two" },
      h(
        "div",
        null,
        battlefield(card),
        ...armies.map(({ picture, words }) => h("figure", { class: "army" }, picture, words)),
        about(card),
      ),
      form,
    ),
  );
  box.classList.add("wide");
  seat();
  muster();

  /** @returns {Record<string, unknown>} the options as they are chosen */
  function chosenOptions() {
    const fields = [...form.querySelectorAll("select")].filter((field) => field.dataset.option);
    const switches = [...form.querySelectorAll("input")].filter((field) => field.dataset.option);
    return Object.fromEntries([
      ...fields.map((field) => [field.dataset.option, JSON.parse(field.value)]),
      ...switches.map((field) => [field.dataset.option, field.checked]),
    ]);
  }

  /** Lays both armies out as the options have them. */
  function muster() {
    const wanted = encodeURIComponent(JSON.stringify(chosenOptions()));
    armies.forEach((army, i) => {
      const option = card.options.filter((one) => one.titles)[i];
      const titled = option && form.querySelector(`select[data-option="${option.name}"]`);
      const name = titled instanceof HTMLSelectElement ? (titled.selectedOptions[0]?.textContent ?? "") : card.sides[i];
      const address = `/api/shelf/${card.scenario}/army.svg?side=${i === 0 ? "first" : "second"}&options=${wanted}`;
      if (army.address !== address) {
        army.address = address;
        // Drawn into the page, so that its letters are those of the page.
        void text(address).then((svg) => army.address === address && put(army.picture, parseSvg(svg)));
      }
      army.picture.setAttribute("aria-label", `The army: ${name}`);
      put(army.words, name);
      // Sides are called by what is chosen for them.
      const side = sides.querySelector(`option[value="${i === 0 ? "first" : "second"}"]`);
      if (side && titled) put(side, name);
    });
  }

  function seat() {
    const seating = new FormData(form).get("seating");
    level.element.hidden = seating !== "computer";
    sides.hidden = seating === "hotseat";
    apart.hidden = seating === "hotseat" || seating === "computer";
    together.hidden = seating !== "hotseat";
    series.hidden = !apart.hidden;
  }

  /** @param {Event} event */
  async function begin(event) {
    event.preventDefault();
    const said = new FormData(form);
    const seating = said.get("seating");
    const hot = seating === "hotseat";
    const computer = seating === "computer";
    const chosen = chosenOptions();
    try {
      const wish = {
        scenario: card.scenario,
        options: chosen,
        seating,
        side: hot ? "first" : said.get("side"),
        clock: hot || computer ? null : CLOCKS[String(said.get("clock"))],
        dice: hot ? said.get("dice") : "server",
        ...(computer ? { level: level.value() } : {}),
      };
      const { id, invite } = await post("/games", wish);
      if (!series.hidden && said.get("battles") === "3") beginSeries(id, wish);
      if (computer) keepLevel(level.value());
      box.close();
      if (invite) {
        localStorage.setItem(INVITATIONS + id, invite);
        showInvitation(invite);
      }
      location.hash = `#/game/${id}`;
    } catch (refused) {
      put(fault, refused instanceof Refused ? refused.why : String(refused));
      fault.hidden = false;
    }
  }
}

/** @param {ScenarioCard} card */
function about(card) {
  return h(
    "div",
    { class: "about" },
    goalLine(card.goal),
    h("p", null, card.notes),
    card.rules.length > 0 && h("h3", null, "Special rules"),
    card.rules.length > 0 && h("ul", null, ...card.rules.map((rule) => h("li", null, rule))),
    card.house.length > 0 && h("h3", null, h("span", { class: "house" }, "⌂"), " Not of the rulebook"),
    card.house.length > 0 && h("ul", null, ...card.house.map((line) => h("li", null, line))),
  );
}

/**
 * Shows the link a friend needs.
 * @param {string} invite
 */
export function showInvitation(invite) {
  const link = new URL(invite, location.href).href;
  const field = h("input", { readonly: true, value: link, "aria-label": "The link", onfocus: () => field.select() });
  const copy = async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(link);
      notice("The link is copied.");
    } catch {
      notice("Copy the marked link with your keyboard.");
    }
  };
  const box = dialog(
    "Invite a friend",
    h("p", null, "Send this link. Whoever opens it first takes the other side, and the game begins."),
    h("p", { class: "copy" }, field, h("button", { class: "go", onclick: copy }, "Copy")),
    h("p", { class: "actions" }, h("button", { onclick: () => box.close() }, "To the table")),
  );
}

/**
 * Whether an option is one that is on or off.
 * @param {import("./types.js").OptionCard} option
 */
function isSwitch(option) {
  return option.values.length === 2 && option.values.every((value) => typeof value === "boolean");
}

/** @param {import("./types.js").OptionCard} option */
function switchField(option) {
  return h(
    "label",
    { class: "field switch" },
    h("input", { type: "checkbox", role: "switch", "data-option": option.name, checked: option.default === true }),
    h("span", null, option.about),
  );
}
