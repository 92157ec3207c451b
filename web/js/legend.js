/**
 * What the overlays mean.
 * @module
 */

import { h, put, s } from "./dom.js";

/** The threat overlay: how a hex is drawn, and what that says. */
const THREATS = [
  ["reach", "the enemy could come here"],
  ["melee", "could be attacked hand to hand"],
  ["fire", "could be shot at"],
];

/**
 * A small hex in the look of an overlay.
 * @param {string} family
 * @param {string} kind
 */
function swatch(family, kind) {
  const look = `${family}-${kind}`;
  const hex = "M-46 0L-23-40H23L46 0L23 40H-23z";
  return s(
    "svg",
    { class: "swatch", viewBox: "-42 -38 84 76", "aria-hidden": "true" },
    document.getElementById(look)
      ? s("use", { class: `${family} ${kind}`, href: `#${look}` })
      : s("path", { class: `${family} ${kind}`, d: hex }),
  );
}

/**
 * @param {HTMLElement} legend
 * @param {{threats: boolean, fire: boolean}} shown
 */
export function showLegend(legend, { threats, fire }) {
  legend.hidden = !threats && !fire;
  const row = (/** @type {string} */ family, /** @type {string} */ kind, /** @type {string} */ words) =>
    h("p", null, swatch(family, kind), words);
  put(
    legend,
    threats && h("h3", null, "Next turn"),
    ...(threats ? THREATS.map(([kind, words]) => row("threat", kind, words)) : []),
    fire && row("hint", "range", "the counter in hand could hit this"),
  );
}
