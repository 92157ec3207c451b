/**
 * Which lessons were taken: kept in this browser, and with the account of whoever has one.
 * @module
 */

import { get, post } from "./api.js";

const KEPT = "strategikon.lessons";

/** The lessons taken, by `game/lesson`. @returns {Set<string>} */
export function taken() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return new Set(Array.isArray(kept) ? kept.filter((name) => typeof name === "string") : []);
  } catch {
    return new Set();
  }
}

/** @param {Iterable<string>} lessons */
function keep(lessons) {
  try {
    localStorage.setItem(KEPT, JSON.stringify([...lessons]));
  } catch {
    // A browser that keeps nothing forgets this too.
  }
}

/** @param {string} lesson `game/lesson` */
export function markTaken(lesson) {
  keep(taken().add(lesson));
  // What could not be brought now is brought when the lobby is seen next.
  shareTaken().catch(() => {});
}

/**
 * Lays what this browser knows and what the account knows together; a guest's lessons stay here.
 * @returns {Promise<boolean>} whether the browser has learnt of others
 */
export async function shareTaken() {
  const me = /** @type {import("./types.js").Me} */ (await get("/me"));
  if (me.guest) return false;
  const here = taken();
  const { taken: all } = await post("/lessons", { taken: [...here] });
  // What was taken meanwhile stays.
  keep(new Set([...all, ...taken()]));
  return all.some((/** @type {string} */ lesson) => !here.has(lesson));
}

/** Whoever leaves an account leaves its lessons with it. */
export function forgetTaken() {
  keep([]);
}

/**
 * The first lesson of a game that was not taken yet; none if all were.
 * @param {import("./types.js").ShelfGame} game
 */
export function nextLesson(game) {
  const known = taken();
  return (game.lessons ?? []).find((lesson) => !known.has(`${game.game}/${lesson.name}`)) ?? null;
}
