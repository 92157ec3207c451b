/**
 * What the ground of a hex is called.
 * @module
 */

import { get } from "./api.js";

/** @typedef {import("./types.js").Landscape} Landscape */

/**
 * @param {Landscape} land as the view has it, perhaps without its body
 * @returns {Promise<(hex: string) => string>}
 */
export async function landmarks(land) {
  /** @type {Landscape} */
  let whole = land;
  if (!whole.terrain) whole = await get(`/landscape/${encodeURIComponent(land.key)}.json`).catch(() => land);
  const places = land.orientation === "flat" ? land.rows : land.columns;
  const names = new Map((whole.labels ?? []).map((label) => [label.hex, label.text]));
  const labels = new Map((whole.numbers ?? []).map((number, index) => [number, index]));
  return (hex) => {
    const number = Number(hex);
    const counted = (Math.floor(number / 100) - 1) * places + (number % 100) - 1;
    const ground = whole.terrain?.[labels.get(hex) ?? counted] ?? "";
    const name = names.get(hex);
    return [ground, name && `marked ${name}`].filter(Boolean).join(", ");
  };
}
