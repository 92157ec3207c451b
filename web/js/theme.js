/**
 * Light and dark: as the system says, or as the reader does.
 * @module
 */

import { h } from "./dom.js";

const KEY = "strategikon.light";
const NAMES = { system: "as the system", light: "day", dark: "lamp" };
const SIGNS = { system: "◐", light: "☀", dark: "☾" };

/** @typedef {keyof typeof NAMES} Light */

/** @returns {Light} */
function chosen() {
  const kept = localStorage.getItem(KEY);
  return kept === "light" || kept === "dark" ? kept : "system";
}

/** Applies the reader's choice. */
export function lightUp() {
  const light = chosen();
  if (light === "system") delete document.documentElement.dataset.light;
  else document.documentElement.dataset.light = light;
}

/** The button that goes from one light to the next. */
export function lightButton() {
  const button = h("button", { class: "quiet light", onclick: next });
  function label() {
    const light = chosen();
    button.textContent = SIGNS[light];
    button.setAttribute("aria-label", `Light: ${NAMES[light]}`);
    button.title = `Light: ${NAMES[light]}`;
  }
  function next() {
    const order = /** @type {Light[]} */ (["system", "light", "dark"]);
    const light = order[(order.indexOf(chosen()) + 1) % order.length];
    localStorage.setItem(KEY, light);
    lightUp();
    label();
  }
  label();
  return button;
}

/** Whether the system asks for no motion. */
export function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
