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
  return land.numbers ? Promise.resolve(land) : get(`/landscape/${encodeURIComponent(land.key)}.json`);
}

/**
 * @param {Landscape} land with its body
 * @returns {(hex: string) => string}
 */
export function landmarks(land) {
  const indexes = new Map((land.numbers ?? []).map((number, index) => [number, index]));
  const names = new Map((land.labels ?? []).map((label) => [label.hex, label.text]));
  return (hex) => {
    const ground = land.terrain?.[indexes.get(hex) ?? -1] ?? "";
    const name = names.get(hex);
    return [ground, name && `marked ${name}`].filter(Boolean).join(", ");
  };
}
