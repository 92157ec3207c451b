/**
 * What undoing would take back, in words.
 * @module
 */

import { count } from "./words.js";

/** @typedef {import("./types.js").LogEntry} LogEntry */
/** @typedef {import("./types.js").Scene} Scene */

/**
 * "Spearmen 3 to 1204", "3 counters to 1204", "the attack on 2107"; empty if nothing is taken back.
 * @param {LogEntry[]} entries what would be taken back, the first one first
 * @param {Scene} scene
 */
export function undoWords(entries, scene) {
  const events = entries.flatMap((entry) => entry.events);
  const moved = events.filter((event) => event.kind === "moved" && (event.counters ?? []).length > 0);
  const name = (/** @type {number} */ id) => scene.counters.find((c) => c.id === id)?.name ?? "a counter";
  if (moved.length > 0) {
    const who = [...new Set(moved.flatMap((event) => event.counters ?? []))];
    const places = moved.flatMap((event) => event.places ?? []);
    const subject = who.length === 1 ? name(who[0]) : count(who.length, "counter");
    return places.length > 0 ? `${subject} to ${places[places.length - 1]}` : subject;
  }
  const placed = events.filter((event) => event.kind === "placed");
  if (placed.length > 1) return `${count(placed.length, "counter")} placed`;
  const told = events[0]?.text ?? "";
  if (told) return told.replace(/\.$/, "");
  const begun = entries.find((entry) => entry.begins)?.begins;
  return begun ? `the ${begun} begun` : entries.length > 0 ? "the last order" : "";
}
