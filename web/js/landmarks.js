/**
 * The map as data: the numbers of its hexes and what their ground is called.
 * @module
 */

import { get } from "./api.js";

/** @typedef {import("./types.js").Landscape} Landscape */

/**
 * A map with its body, which never changes.
 * @param {Landscape} land as the view has it
 * @returns {Promise<Landscape>}
 */
export function wholeMap(land) {
  return land.numbers || land.table ? Promise.resolve(land) : get(`/landscape/${encodeURIComponent(land.key)}.json`);
}

/**
 * @param {Landscape} land with its body
 * @returns {(hex: string) => string}
 */
export function landmarks(land) {
  const indexes = new Map((land.numbers ?? []).map((number, index) => [number, index]));
  const labels = (land.labels ?? []).filter((label) => label.kind !== "anchor");
  const names = new Map(labels.map((label) => [label.hex, label.text]));
  return (hex) => {
    const ground = land.terrain?.[indexes.get(hex) ?? -1] ?? "";
    const name = names.get(hex);
    return [ground, name && `marked ${name}`].filter(Boolean).join(", ");
  };
}

/** Labels that name the place in their hex. */
const PLACES = new Set(["town", "city", "capital", "port"]);

/**
 * What a hex is called: by the town in it, if there is one, and by its number.
 * @param {Landscape} land with its body
 * @returns {(hex: string) => string}
 */
export function named(land) {
  const places = (land.labels ?? []).filter((label) => PLACES.has(label.kind));
  const names = new Map(places.map((label) => [label.hex, label.text]));
  // A pose has no name.
  if (land.table) return () => "";
  return (hex) => (names.has(hex) ? `${names.get(hex)} (${hex})` : hex);
}
