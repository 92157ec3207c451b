/**
 * Sitting down at a table: the game is asked for, its map laid, and everything put away again at the end.
 * @module
 */

import { Board } from "./board.js";
import { h, put } from "./dom.js";
import { landmarks, named, wholeMap } from "./landmarks.js";
import { Match } from "./match.js";
import { rulebook } from "./rules.js";
import { Table } from "./table.js";

/**
 * @param {HTMLElement} page
 * @param {string} id
 * @param {number | null} at
 * @returns {Promise<() => void>} what leaving the table puts away
 */
export async function showTable(page, id, at) {
  put(page, h("main", { class: "plain" }, h("p", null, "Laying out the map…")));
  const match = new Match(id);
  await match.open();
  const board = new Board();
  const { scene, landscape } = match.view;
  const land = await wholeMap(scene.landscape);
  await board.lay(land, landscape);
  void rulebook(match.view.scenario.split("/")[0]).catch(() => {});
  const table = new Table(page, match, board, landmarks(land));
  table.panel.called = named(land);
  table.land = land;
  const close = table.open(at);
  if (match.view.lesson) table.tutor = await (await import("./lesson.js")).Tutor.open(table);
  const moment = (/** @type {Event} */ event) => table.lookAt(/** @type {CustomEvent} */ (event).detail);
  window.addEventListener("moment", moment);
  return () => {
    window.removeEventListener("moment", moment);
    table.tutor?.close();
    close();
  };
}
