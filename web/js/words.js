/**
 * Small phrases used in several places.
 * @module
 */

import { h } from "./dom.js";

/** How long games take. @type {Record<string, string>} */
export const LENGTHS = { short: "an hour or two", medium: "an evening", long: "a long evening" };

/** How hard games are. */
export const LEVELS = ["easy", "moderate", "demanding"];

/** @param {import("./types.js").ScenarioCard} card */
export function lengthWords(card) {
  return `${count(card.turns, "turn")}, ${LENGTHS[card.length] ?? card.length}`;
}

/** @param {number} year years before Christ are negative */
function yearWords(year) {
  return year < 0 ? `${-year} BC` : `AD ${year}`;
}

/**
 * A stretch of years.
 * @param {number} first
 * @param {number} last
 */
export function yearsWords(first, last) {
  if (first === last) return yearWords(first);
  if (last < 0) return `${-first}–${-last} BC`;
  return first < 0 ? `${yearWords(first)} – ${yearWords(last)}` : `AD ${first}–${last}`;
}

/** @param {number} level 1 to 3 */
export function difficulty(level) {
  const words = LEVELS[level - 1] ?? "demanding";
  return h(
    "span",
    { class: "difficulty", title: words },
    h("span", { "aria-hidden": "true" }, "◆".repeat(level) + "◇".repeat(Math.max(0, 3 - level))),
    h("span", { class: "unseen" }, words),
  );
}

/** @param {import("./types.js").Verdict | null | undefined} verdict */
export function resultWords(verdict) {
  if (!verdict) return "over";
  return verdict.winner ? `${verdict.winner} won` : "drawn";
}

/** @param {string | number} when an instant as text or in seconds */
export function agoWords(when) {
  const then = typeof when === "number" ? (when > 1e12 ? when : when * 1000) : Date.parse(when);
  if (!Number.isFinite(then)) return "";
  const minutes = Math.max(0, Math.round((Date.now() - then) / 60_000));
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 48 * 60) return `${Math.round(minutes / 60)} h ago`;
  return `${count(Math.round(minutes / 1440), "day")} ago`;
}

/** @param {number} ms */
export function clockWords(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [d, hours, m, sec] = [
    Math.floor(seconds / 86400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
    seconds % 60,
  ];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  if (d > 0) return `${d} d ${hours} h`;
  return hours > 0 ? `${hours}:${two(m)}:${two(sec)}` : `${m}:${two(sec)}`;
}

/**
 * One and many.
 * @param {number} n
 * @param {string} one
 * @param {string} [many]
 */
export function count(n, one, many = `${one}s`) {
  return `${n} ${n === 1 ? one : many}`;
}

/**
 * A text with a capital at its head.
 * @param {string} text
 */
export function capital(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/**
 * A sentence begins with a capital and ends with a full stop.
 * @param {string} text
 */
export function sentence(text) {
  if (!text) return text;
  const begun = capital(text);
  return /[.!?…:]$/.test(begun) ? begun : `${begun}.`;
}

/**
 * Words about both sides as whoever leads one of them hears them: "the Latins' first Spears" are "your first Spears".
 * @param {string} text
 * @param {string} side
 */
export function yours(text, side) {
  return text.replaceAll(`the ${side}'s `, "your ").replaceAll(`the ${side}' `, "your ");
}

/**
 * Which of a few.
 * @param {number} n from 1
 */
export function ordinal(n) {
  return ["first", "second", "third"][n - 1] ?? `${n}th`;
}
