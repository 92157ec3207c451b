/**
 * The computer as a player: its levels, and the choice among them.
 * @module
 */

import { get } from "./api.js";
import { h } from "./dom.js";
import { sentence } from "./words.js";

/** @typedef {import("./types.js").Level} Level */

/** The levels, the weakest first. @type {Level[]} */
const LEVELS = ["recruit", "soldier", "veteran", "strategos"];

const KEPT = "strategikon.level";

/** What the server says of its levels. @type {Promise<{level: Level, about: string}[]> | null} */
let told = null;

function levels() {
  told ??= get("/levels");
  told.catch(() => (told = null));
  return told;
}

/** @param {string} level */
export function levelWords(level) {
  return level.charAt(0).toUpperCase() + level.slice(1);
}

/** The level played against last. @returns {Level} */
export function lastLevel() {
  const kept = localStorage.getItem(KEPT);
  return LEVELS.find((level) => level === kept) ?? "soldier";
}

/** @param {Level} level */
export function keepLevel(level) {
  localStorage.setItem(KEPT, level);
}

/**
 * A choice among the levels, with a line about the one chosen.
 * @param {Level} [chosen]
 * @returns {{element: HTMLElement, value: () => Level}}
 */
export function levelPicker(chosen = lastLevel()) {
  // Two of them never stand in one form, but may in one page.
  const name = `level-${Math.random().toString(36).slice(2)}`;
  const about = h("p", { class: "about-level", id: name, "aria-live": "polite" });
  const radios = LEVELS.map((level) =>
    h("input", { type: "radio", name, value: level, checked: level === chosen, "aria-describedby": name }),
  );
  const value = () => LEVELS[radios.findIndex((radio) => radio.checked)] ?? chosen;
  /** @type {{level: Level, about: string}[]} */
  let lines = [];
  const tell = () => {
    about.textContent = sentence(lines.find((line) => line.level === value())?.about ?? "");
  };
  const element = h(
    "fieldset",
    { class: "levels", onchange: tell },
    h("legend", null, "How good?"),
    h(
      "div",
      { class: "segments" },
      ...radios.map((radio, i) => h("label", null, radio, h("span", null, levelWords(LEVELS[i])))),
    ),
    about,
  );
  levels().then(
    (all) => {
      lines = all;
      tell();
      for (const radio of radios) {
        const line = all.find((one) => one.level === radio.value);
        if (line) radio.parentElement?.setAttribute("title", sentence(line.about));
      }
    },
    () => {},
  );
  return { element, value };
}
