/**
 * The tracks beside that of the turns.
 * @module
 */

import { h } from "./dom.js";

/**
 * What each of them stands at.
 * @param {import("./types.js").Scene} scene
 */
export function trackTable(scene) {
  const rows = scene.tracks.slice(1).map((track) => {
    const few = track.spaces.length <= 4;
    const space = (/** @type {string} */ words, /** @type {number} */ i) =>
      h(i === track.at ? "b" : "span", null, words);
    const now = track.at === null ? "–" : `${track.spaces[track.at]} of ${track.spaces[track.spaces.length - 1]}`;
    return h(
      "tr",
      null,
      h("th", { scope: "row" }, track.name, track.house && h("span", { class: "house", title: "Of the house" }, " ⌂")),
      h("td", null, ...(few ? track.spaces.flatMap((words, i) => [i > 0 && " · ", space(words, i)]) : [now])),
    );
  });
  return rows.length > 0 && h("table", null, h("tbody", null, ...rows));
}
