/**
 * A lesson at the table: one thing said, what it speaks of ringed, the steps counted.
 * @module
 */

import { get, post, Refused } from "./api.js";
import { grown, middle, NARROW, placed, tail } from "./bubble.js";
import { announce, h, notice, put, s } from "./dom.js";
import { dress } from "./dress.js";
import { markTaken } from "./progress.js";
import { ruleLink } from "./rules.js";
import { count } from "./words.js";

/** @typedef {import("./bubble.js").Box} Box */
/** @typedef {{counter?: string, place?: string | {x: number, y: number}, control?: string, part?: string}} Ring */
/** @typedef {{say: string, hint: string, ring: Ring[], rules: string[], waits: boolean}} Step */
/** @typedef {{name: string, title: string, about: string, minutes: number}} LessonCard */
/** @typedef {LessonCard & {side: string, steps: Step[], close: string, rules: string[], game: {name: string, title: string}, course: LessonCard[]}} Script */

/** Parts of the table that lessons speak of, by what finds them. @type {Record<string, string>} */
const PARTS = {
  goal: ".goal-strip",
  panel: ".panel .prompt",
  odds: ".panel .odds > *",
  log: "#tab-log",
  undo: '.banner button[title^="Take back"]',
  threats: '.banner button[title^="What the enemy"]',
  beside: ".beside",
};

/** Counters slide, drawers open: so long their places are looked after. */
const SETTLING = 900;

/**
 * Sets a table for a lesson and goes there.
 * @param {string} game
 * @param {string} name
 */
export async function takeLesson(game, name) {
  try {
    const { id } = await post(`/lessons/${encodeURIComponent(game)}/${encodeURIComponent(name)}`);
    location.hash = `#/game/${id}`;
  } catch (refused) {
    notice(refused instanceof Refused ? refused.why : String(refused), "bad");
  }
}

/**
 * Words of which some `**stand out**`.
 * @param {string} text
 */
export function spoken(text) {
  return text.split("**").map((part, i) => (i % 2 === 1 ? h("b", null, part) : part));
}

/** Leads a pupil through a lesson. */
export class Tutor {
  /**
   * @param {import("./table.js").Table} table
   * @param {Script} script
   */
  constructor(table, script) {
    this.table = table;
    this.script = script;
    /** The step that is read. */
    this.at = table.match.view.lesson?.from ?? 0;
    /** Where the pupil stood when the step was chosen. */
    this.stood = this.at;
    /** A kind word about the last order. */
    this.word = "";
    this.settled = 0;
    /** @type {MutationObserver | null} */
    this.watch = null;
    this.words = h("div", { class: "said" });
    this.foot = h("footer");
    this.bubble = h(
      "section",
      { class: "lesson-bubble", tabindex: -1, "aria-label": `Lesson: ${script.title}` },
      this.words,
      this.foot,
    );
    this.bubble.addEventListener("click", (event) => {
      const rule = event.target instanceof Element ? event.target.closest("[data-rule]") : null;
      if (rule) table.openRule(rule.getAttribute("data-rule") ?? "");
    });
    this.rings = h("div", { class: "lesson-rings", "aria-hidden": "true" });
    this.pointer = s("polygon", { points: "" });
    this.layer = h(
      "div",
      { class: "lesson-layer" },
      this.rings,
      s("svg", { class: "lesson-tail", "aria-hidden": "true" }, this.pointer),
      this.bubble,
    );
    /** @type {Box[]} */
    this.ringed = [];
    this.laid = "";
    this.follow = () => this.keepUp();
  }

  /** @param {import("./table.js").Table} table */
  static async open(table) {
    const { lesson, scenario } = table.match.view;
    if (!lesson) return null;
    const game = scenario.split("/")[0];
    const path = `/lessons/${encodeURIComponent(game)}/${encodeURIComponent(lesson.name)}`;
    const [script] = await Promise.all([get(path).catch(() => null), dress("lesson")]);
    if (!script) return null;
    const tutor = new Tutor(table, script);
    table.page.append(tutor.layer);
    tutor.watch = new MutationObserver(tutor.follow);
    tutor.watch.observe(table.board.sheet, { attributes: true, attributeFilter: ["style"] });
    window.addEventListener("resize", tutor.follow);
    table.side.element.addEventListener("scroll", tutor.follow, true);
    tutor.show();
    return tutor;
  }

  close() {
    this.watch?.disconnect();
    window.removeEventListener("resize", this.follow);
    this.layer.remove();
  }

  get standing() {
    return this.table.match.view.lesson ?? { from: 0, step: 0, given: 0, of: this.script.steps.length };
  }

  /** After every change of the position. */
  update() {
    const { from } = this.standing;
    if (from === this.stood) return this.keepUp();
    this.stood = from;
    this.at = from;
    this.word = "";
    this.show();
    return undefined;
  }

  /**
   * A kind word why not now.
   * @param {string} why
   */
  advise(why) {
    this.word = why;
    // The step whose orders are expected is the one to look at.
    this.at = Math.min(this.standing.step, this.script.steps.length - 1);
    this.show();
  }

  /** @param {number} by */
  turn(by) {
    this.at = Math.max(0, Math.min(this.at + by, this.script.steps.length));
    this.word = "";
    this.show();
    this.bubble.focus({ preventScroll: true });
  }

  /** Says the step. */
  show() {
    const { steps } = this.script;
    const step = steps[this.at];
    if (!step) {
      this.end();
      return;
    }
    const { step: due } = this.standing;
    const button = (/** @type {string} */ words, /** @type {number} */ by, /** @type {string | null} */ look) =>
      h("button", { class: look, "data-focus": words, onclick: () => this.turn(by) }, words);
    const more = this.at < due;
    put(
      this.words,
      h("p", { class: "say" }, ...spoken(step.say)),
      this.word && h("p", { class: "kind", role: "status" }, this.word),
      !this.word && step.hint && h("p", { class: "hint" }, step.hint),
      step.rules.length > 0 && h("p", { class: "rules-cited" }, ...step.rules.map((rule) => ruleLink(rule))),
    );
    put(
      this.foot,
      h(
        "div",
        { class: "steps" },
        h(
          "span",
          { class: "beads", "aria-hidden": "true" },
          ...steps.map((_, i) => h("i", { class: i < this.at ? "past" : i === this.at ? "at" : null })),
        ),
        h("span", { class: "counted" }, `step ${this.at + 1} of ${steps.length}`),
      ),
      this.at > 0 && button("Back", -1, null),
      more
        ? button("Next", 1, "go")
        : step.waits && h("span", { class: "yours" }, this.at === due ? "Your move" : "Done"),
    );
    this.bubble.setAttribute("aria-label", `Lesson: ${this.script.title}, step ${this.at + 1} of ${steps.length}`);
    announce(`${step.say.replaceAll("**", "")} ${this.word || step.hint}`);
    this.reveal(step);
    this.keepUp();
  }

  /** The lesson is over. */
  end() {
    const { script } = this;
    const { name: game, title } = script.game;
    markTaken(`${game}/${script.name}`);
    const at = script.course.findIndex((lesson) => lesson.name === script.name);
    const next = script.course[at + 1];
    const go = (/** @type {string} */ name) => () => void takeLesson(game, name);
    put(
      this.words,
      h("h2", null, "Well done"),
      h("p", { class: "say" }, ...spoken(script.close)),
      h("p", { class: "hint" }, `Lesson ${at + 1} of ${count(script.course.length, "lesson")} of ${title}.`),
      script.rules.length > 0 &&
        h("p", { class: "rules-cited" }, "Read on: ", ...script.rules.map((rule) => ruleLink(rule))),
    );
    put(
      this.foot,
      next
        ? h("button", { class: "go", onclick: go(next.name) }, `Next: ${next.title}`)
        : h("a", { class: "button go", href: "#/" }, "To the lobby, and play"),
      h("button", { onclick: go(script.name) }, "Again"),
      next && h("a", { href: "#/" }, "Lobby"),
    );
    this.bubble.setAttribute("aria-label", `Lesson: ${script.title}, done`);
    announce(`Well done. ${script.close.replaceAll("**", "")}`);
    this.keepUp();
  }

  /**
   * Brings what is ringed into sight.
   * @param {Step} step
   */
  reveal(step) {
    const { board } = this.table;
    for (const ring of [...step.ring].reverse()) {
      const place = this.placeOf(ring);
      if (place) board.camera.reveal(place);
    }
  }

  /**
   * The point of the board a ring is about.
   * @param {Ring} ring
   */
  placeOf(ring) {
    const { board } = this.table;
    const at = ring.counter ? this.counters(ring.counter)[0]?.place : this.hexOf(ring.place);
    if (at === null || at === undefined) return null;
    if (typeof ring.place === "object") return { x: ring.place.x * 1000, y: ring.place.y * 1000 };
    return board.layout.centre(at);
  }

  /**
   * The counters a ring names, "Axemen 1", or with their side, "Sabines: Axemen 1".
   * @param {string} name
   */
  counters(name) {
    const scene = this.table.match.view.scene;
    const cut = name.indexOf(": ");
    const [side, own] = cut < 0 ? [null, name] : [name.slice(0, cut), name.slice(cut + 2)];
    const numbered = new RegExp(`^${own.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}( #?\\d+)?$`, "i");
    return scene.counters.filter((c) => numbered.test(c.name) && (side === null || scene.sides[c.side].name === side));
  }

  /** @param {Ring["place"]} place */
  hexOf(place) {
    if (typeof place !== "string") return null;
    const labels = this.table.land?.labels ?? [];
    if (this.table.board.layout.holds(place)) return place;
    return labels.find((label) => label.text.toLowerCase() === place.toLowerCase())?.hex ?? null;
  }

  /**
   * Where a ring is drawn on the screen; nothing if it cannot be seen.
   * @param {Ring} ring
   * @returns {Box | null}
   */
  boxOf(ring) {
    const { board } = this.table;
    if (ring.control || ring.part) {
      const found = ring.control
        ? document.querySelector(`.panel [data-kind="${CSS.escape(ring.control)}"]`)
        : document.querySelector(PARTS[ring.part ?? ""] ?? "#none");
      const box = found?.getBoundingClientRect();
      return box && box.width > 0 && box.bottom > 0 && box.top < window.innerHeight ? grown(box, 4) : null;
    }
    const counter = ring.counter ? this.counters(ring.counter)[0] : null;
    const drawn = counter ? (board.counters.querySelector(`#c${counter.id}`) ?? boxed(counter.id)) : null;
    if (drawn) {
      const box = drawn.getBoundingClientRect();
      return box.width > 0 ? round(box, 1.5) : null;
    }
    const point = this.placeOf(ring);
    if (!point) return null;
    const frame = board.frame.getBoundingClientRect();
    const at = board.camera.onScreen(point);
    const wide = Math.max(16, 34 * board.camera.scale);
    const [x, y] = [frame.left + at.x, frame.top + at.y];
    const seen = x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
    return seen ? { left: x - wide, top: y - wide, right: x + wide, bottom: y + wide } : null;
  }

  /** Looks after the places for a while: what slides is followed. */
  keepUp() {
    const until = performance.now() + SETTLING;
    const running = this.settled > performance.now();
    this.settled = until;
    if (running) return;
    const step = () => {
      if (!this.layer.isConnected) return;
      this.lay();
      if (performance.now() < this.settled) requestAnimationFrame(step);
    };
    step();
  }

  /** Puts rings and words where they belong. */
  lay() {
    const step = this.script.steps[this.at];
    const rings = (step?.ring ?? []).map((ring) => ({ ring, box: this.boxOf(ring) }));
    const frame = this.table.board.frame.getBoundingClientRect();
    const boxes = rings.flatMap(({ box }) => (box ? [box] : []));
    const size = { width: this.bubble.offsetWidth, height: this.bubble.offsetHeight };
    const laid = JSON.stringify([boxes, frame, size, this.at]);
    if (laid === this.laid) return;
    this.laid = laid;
    this.ringed = boxes;
    put(
      this.rings,
      ...rings.flatMap(({ ring, box }) => {
        if (!box) return [];
        const mark = h("i", { class: ring.control || ring.part ? "ring square" : "ring" });
        Object.assign(mark.style, {
          left: `${box.left}px`,
          top: `${box.top}px`,
          width: `${box.right - box.left}px`,
          height: `${box.bottom - box.top}px`,
        });
        return [mark];
      }),
    );
    const room = { left: frame.left, top: frame.top, right: frame.right, bottom: frame.bottom };
    const others = [...this.table.board.counters.children].map((child) => child.getBoundingClientRect());
    const onBoard = boxes.filter((box) => middle(box).x < frame.right && middle(box).y > frame.top);
    const narrow = window.innerWidth < NARROW;
    const at = narrow
      ? docked(size, room, boxes)
      : placed(size, room, onBoard.length > 0 ? [...onBoard, ...boxes] : boxes, others);
    Object.assign(this.bubble.style, { left: `${at.x}px`, top: `${at.y}px` });
    const box = { left: at.x, top: at.y, right: at.x + size.width, bottom: at.y + size.height };
    const aim = onBoard[0] ?? boxes[0];
    this.pointer.setAttribute("points", aim && !narrow ? tail(box, aim) : "");
  }
}

/**
 * On a narrow screen: at the top or the bottom of the board, where less is hidden.
 * @param {{width: number, height: number}} size
 * @param {Box} room
 * @param {Box[]} rings
 */
function docked(size, room, rings) {
  const x = room.left + (room.right - room.left - size.width) / 2;
  const high = room.top + 6;
  const low = room.bottom - size.height - 6;
  const hides = (/** @type {number} */ y) =>
    rings.filter((ring) => ring.bottom > y - 4 && ring.top < y + size.height + 4).length;
  return { x, y: hides(low) <= hides(high) ? low : high };
}

/**
 * A circle about a counter.
 * @param {DOMRect} box
 * @param {number} wide
 * @returns {Box}
 */
function round(box, wide) {
  const at = middle(box);
  const half = (Math.max(box.width, box.height) / 2) * wide;
  return { left: at.x - half, top: at.y - half, right: at.x + half, bottom: at.y + half };
}

/**
 * A counter in a box beside the map.
 * @param {number} id
 */
function boxed(id) {
  return document.querySelector(`.panel [data-counter="${id}"]`);
}
