/**
 * Everything by keyboard.
 * @module
 */

import { dialog, h } from "./dom.js";
import { TableCursor } from "./reach.js";

/** @typedef {import("./table.js").Table} Table */

const ARROWS = /** @type {const} */ ({ ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" });

/** What each key does, for the help. */
const HELP = [
  ["arrows", "move the hex cursor over the board"],
  ["Enter", "act on the hex under the cursor: select, go, attack, place, face"],
  ["Shift + Enter", "go onto a friend's hex"],
  ["i", "what the counter under the cursor says"],
  ["s", "the whole stack goes together, or the one alone"],
  ["1 – 9", "take the counter of that place in the stack under the cursor, from the top"],
  ["n, p", "next and previous counter with something to do"],
  ["[ , ]", "turn the counter in hand left and right; on an open table, wheel"],
  ["g, k", "on an open table: the whole line, or the element alone; in column, or in line"],
  ["z, a, d, v", "on an open table: zones, arcs, command, bad going"],
  ["e", "end the phase, commit, go on"],
  ["h", "halt the unit in hand"],
  ["m", "deploy automatically"],
  ["u, U", "undo the last thing said; the whole move or attack"],
  ["H, w", "a hint; what the computer would do, and why"],
  ["t, f", "show threats; show the field of fire"],
  ["o, l, r, c", "go to odds, log, rules, chat"],
  ["b", "hear the board in words"],
  [", , .", "look one entry back, one on"],
  ["Space, . , >", "while a turn is told: pause, the next deed, faster; Esc skips to your move"],
  ["+ , − , 0", "nearer, farther, the whole battle"],
  ["Esc", "let go; back to the present"],
  ["?", "this list"],
];

/** Shows the keys. */
export function showKeys() {
  dialog(
    "Keys",
    h(
      "dl",
      { class: "keys" },
      ...HELP.flatMap(([key, words]) => [h("dt", null, h("kbd", null, key)), h("dd", null, words)]),
    ),
  );
}

/**
 * @param {Table} table
 * @returns {() => void} what ends it
 */
export function bindKeys(table) {
  /** @param {KeyboardEvent} event */
  const press = (event) => {
    const on = event.target instanceof Element ? event.target : document.body;
    if (event.ctrlKey || event.metaKey || event.altKey || on.closest("dialog, input, select, textarea")) return;
    if (act(table, event, on)) event.preventDefault();
  };
  // The board has the focus from the beginning; its frame is shown to those who use keys.
  const keys = (/** @type {Event} */ event) =>
    document.documentElement.classList.toggle("by-keys", event.type === "keydown");
  document.addEventListener("keydown", press);
  document.addEventListener("keydown", keys);
  document.addEventListener("pointerdown", keys);
  return () => {
    document.removeEventListener("keydown", press);
    document.removeEventListener("keydown", keys);
    document.removeEventListener("pointerdown", keys);
  };
}

/**
 * @param {Table} table
 * @param {KeyboardEvent} event
 * @param {Element} on
 * @returns {boolean} whether the key meant something
 */
function act(table, event, on) {
  const { key } = event;
  if (table.tale.press(key, on)) return true;
  const atBoard = on.closest("#board") !== null || on === document.body;
  if (key in ARROWS) {
    if (!atBoard) return false;
    table.cursor.move(ARROWS[/** @type {keyof typeof ARROWS} */ (key)]);
    return true;
  }
  if ((key === "Enter" || key === " ") && atBoard) {
    table.cursor.act(event.shiftKey);
    return true;
  }
  if (/^[1-9]$/.test(key)) {
    table.cursor.take(Number(key) - 1);
    return true;
  }
  const { hand } = table;
  const given = hand.idle ? undefined : hand.choices.general.find((c) => c.key === key);
  if (given) {
    void hand.play(given);
    return true;
  }
  if (table.overlays?.press(key)) return true;
  /** @type {Record<string, () => void>} */
  const deeds = {
    n: () => table.cursor.cycle(1),
    p: () => table.cursor.cycle(-1),
    "[": () => table.cursor.turn(-1),
    "]": () => table.cursor.turn(1),
    i: () => table.cursor.ask(),
    s: () => void (table.open_table || hand.idle || hand.company.whole()),
    g: () => table.cursor instanceof TableCursor && table.cursor.line(),
    k: () => table.cursor instanceof TableCursor && table.cursor.reform(),
    u: () => void table.undo(),
    U: () => void table.undo(true),
    e: () => void (hand.idle || !hand.match.ours || hand.whyNot.on()),
    H: () => void table.counsel(false),
    w: () => void table.counsel(true),
    t: () => table.open_table || table.threats.toggle("threats"),
    f: () => table.open_table || table.threats.toggle("fire"),
    o: () => table.panel.odds.scrollIntoView({ block: "nearest" }),
    l: () => table.side.open("log"),
    r: () => table.side.open("rules"),
    c: () => table.side.open("chat"),
    b: () => table.tell(),
    ",": () => table.replay.step(-1),
    ".": () => table.replay.step(1),
    "+": () => table.board.camera.zoom(1.25),
    "=": () => table.board.camera.zoom(1.25),
    "-": () => table.board.camera.zoom(0.8),
    0: () => table.lookAtBattle(),
    Escape: () => table.escape(),
    "?": showKeys,
  };
  const deed = deeds[key];
  deed?.();
  return deed !== undefined;
}
