/**
 * Lessons in the lobby: the next one of each game, and how many were taken.
 * @module
 */

import { h } from "./dom.js";
import { nextLesson, taken } from "./progress.js";
import { count } from "./words.js";

/** @typedef {import("./types.js").ShelfGame} ShelfGame */

/**
 * Sets a table for a lesson; what that needs comes when it is wanted.
 * @param {string} game
 * @param {string} lesson
 */
export function learn(game, lesson) {
  location.hash = `#/learn/${game}/${lesson}`;
}

/**
 * How far the course of a game was taken, in dots and words.
 * @param {ShelfGame} game
 */
export function courseLine(game) {
  const lessons = game.lessons ?? [];
  if (lessons.length === 0) return null;
  const known = taken();
  const done = lessons.filter((lesson) => known.has(`${game.game}/${lesson.name}`)).length;
  return h(
    "span",
    { class: "course" },
    h(
      "span",
      { class: "beads", "aria-hidden": "true" },
      ...lessons.map((_, i) => h("i", { class: i < done ? "past" : null })),
    ),
    done === 0 ? count(lessons.length, "lesson") : `${done} of ${count(lessons.length, "lesson")}`,
  );
}

/**
 * What leads into a game: its next lesson, its guide, its card.
 * @param {ShelfGame} game
 */
export function wayIn(game) {
  const next = nextLesson(game) ?? game.lessons?.[0] ?? null;
  const read = async () => (await import("./guide.js")).openGuide(game.game);
  return h(
    "p",
    { class: "way-in" },
    next &&
      h(
        "button",
        { class: "lesson", "data-lesson": `${game.game}/${next.name}`, onclick: () => learn(game.game, next.name) },
        taken().size === 0 ? "Learn it: " : "Lesson: ",
        h("b", null, next.title),
        h("span", { class: "minutes" }, ` ${next.minutes} min`),
      ),
    h("button", { onclick: () => void read() }, "Guide"),
    h("a", { class: "button", href: `#/card/${game.game}` }, "Reference card"),
  );
}

/**
 * The first lesson for somebody new, the next one for somebody who began; null when all were taken.
 * @param {ShelfGame[]} all
 * @returns {{game: ShelfGame, lesson: import("./types.js").LessonCard, first: boolean} | null}
 */
export function offered(all) {
  const known = taken();
  const begun = all.find((game) => [...known].some((name) => name.startsWith(`${game.game}/`)) && nextLesson(game));
  const game = begun ?? all.find((one) => nextLesson(one));
  const lesson = game ? nextLesson(game) : null;
  return game && lesson ? { game, lesson, first: known.size === 0 } : null;
}
