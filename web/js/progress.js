/**
 * Which lessons were taken, kept in this browser.
 * @module
 */

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

/** @param {string} lesson `game/lesson` */
export function markTaken(lesson) {
  const all = taken().add(lesson);
  try {
    localStorage.setItem(KEPT, JSON.stringify([...all]));
  } catch {
    // A browser that keeps nothing forgets this too.
  }
}

/**
 * The first lesson of a game that was not taken yet; none if all were.
 * @param {import("./types.js").ShelfGame} game
 */
export function nextLesson(game) {
  const known = taken();
  return (game.lessons ?? []).find((lesson) => !known.has(`${game.game}/${lesson.name}`)) ?? null;
}
