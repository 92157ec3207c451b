/**
 * A small picture of a place of the board at a moment.
 * @module
 */

import { poseOf } from "./cloth.js";
import { parseSvg, put, s } from "./dom.js";

/** Half of what is seen of a map of hexes, and of an open table, in the measure of its sheet. */
const HEXES = 92;
const CLOTH = 150;

/**
 * The place where some entries were played, as the board stood before them; filled once it is known.
 * @param {import("./table.js").Table} table
 * @param {number} from
 * @param {number} to
 */
export function inset(table, from, to) {
  const picture = s("svg", { class: "inset", viewBox: "0 0 10 10", "aria-hidden": "true" });
  void fill(picture, table, from, to);
  return picture;
}

/**
 * @param {SVGElement} picture
 * @param {import("./table.js").Table} table
 * @param {number} from
 * @param {number} to
 */
async function fill(picture, table, from, to) {
  const { match, board } = table;
  const moment = await match.moment(from).catch(() => null);
  if (!moment) return;
  const events = match.log.filter((entry) => entry.entry > from && entry.entry <= to).flatMap((entry) => entry.events);
  const ids = events.flatMap((event) => event.counters ?? []);
  const cloth = Boolean(match.view.scene.landscape.table);
  const stood = moment.scene.counters.filter((counter) => ids.includes(counter.id) && counter.place);
  const named = cloth ? [] : events.flatMap((event) => event.places ?? []).filter((place) => board.layout.holds(place));
  const spots = [
    ...named.map((place) => board.layout.centre(place)),
    ...stood
      .filter(({ place }) => cloth || (place && board.layout.holds(place)))
      .map(({ place }) =>
        cloth ? /** @type {any} */ (board.layout).spot(poseOf(place ?? "")) : board.layout.centre(place ?? ""),
      ),
  ];
  if (spots.length === 0) return;
  const at = spots[spots.length - 1];
  const half = cloth ? CLOTH : HEXES;
  picture.setAttribute("viewBox", `${at.x - half} ${at.y - half} ${2 * half} ${2 * half}`);
  const { x, y } = board.layout.size;
  const pieces = parseSvg(`<g>${moment.layer.realm}${moment.layer.counters.join("")}</g>`);
  for (const piece of pieces.querySelectorAll("[id]")) piece.removeAttribute("id");
  const ring = s("circle", { class: "told-spot", cx: at.x, cy: at.y, r: half * 0.42 });
  put(picture, s("image", { href: match.view.landscape, width: x, height: y }), ...pieces.childNodes, ring);
}
