/**
 * How a game went, drawn: the curve of the chances, the cells that add up to it, and a wreath for the winner.
 * @module
 */

import { h, s } from "./dom.js";
import { signed } from "./reckoning.js";

/** @typedef {import("./types.js").Chances} Chances */
/** @typedef {import("./reckoning.js").Reckoning} Reckoning */

/** The measures of the graph. */
const WIDE = 600;
const HIGH = 240;
/** So much weaker a change of a few hundredths looks than one of this many. */
const STRONG = 16;

/**
 * The curve of the reader's chance over the turns, with its turning points.
 * @param {Chances} chances
 * @param {Reckoning} reckoning
 * @param {number} mine the side that reads, 0 or 1
 * @param {number} last the last entry
 */
export function courseGraph(chances, { columns, end }, mine, last) {
  const n = Math.max(1, columns.length);
  const x = (/** @type {number} */ entry) => {
    const at = Math.max(
      0,
      columns.findLastIndex((column) => column.entry <= entry),
    );
    const [from, to] = [columns[at]?.entry ?? 0, columns[at + 1]?.entry ?? last];
    return ((at + (to > from ? Math.min(1, (entry - from) / (to - from)) : 0)) / n) * WIDE;
  };
  const y = (/** @type {number} */ hundredths) => HIGH * (1 - Math.min(100, Math.max(0, hundredths)) / 100);
  const of = (/** @type {number} */ first) => 100 * (mine === 0 ? first : 1 - first);
  // At the turns the curve is what the cells add up to.
  const spots = chances.points
    .filter((point) => point.entry < last && !columns.some((column) => column.entry === point.entry))
    .map((point) => ({ x: x(point.entry), y: y(of(point.first)) }));
  spots.push(...columns.map((column, i) => ({ x: (i / n) * WIDE, y: y(column.from) })));
  spots.push({ x: WIDE, y: y(end) });
  spots.sort((a, b) => a.x - b.x);
  const line = spots.map((spot) => `${spot.x.toFixed(1)} ${spot.y.toFixed(1)}`).join("L");
  const half = HIGH / 2;
  const area = (/** @type {number} */ side, /** @type {number} */ top) => [
    s("clipPath", { id: `end-half${side}` }, s("rect", { x: 0, y: top, width: WIDE, height: half })),
    s("path", {
      class: `of${side}`,
      d: `M0 ${half}L${line}L${WIDE} ${half}z`,
      "clip-path": `url(#end-half${side})`,
    }),
  ];
  const points = [...chances.turning].sort((a, b) => a.entry - b.entry);
  const marks = points.map((point, i) => {
    const px = x(point.entry);
    const after = spots.findIndex((spot) => spot.x >= px);
    const [left, right] = [spots[Math.max(0, after - 1)], spots[Math.max(0, after)]];
    const way = right.x > left.x ? (px - left.x) / (right.x - left.x) : 1;
    const py = left.y + (right.y - left.y) * way;
    const off = py > half ? -24 : 24;
    return s(
      "g",
      { class: "mark", transform: `translate(${Math.min(WIDE - 12, Math.max(12, px)).toFixed(1)} ${py.toFixed(1)})` },
      s("path", { d: `M0 0V${off}` }),
      s("circle", { class: "spot", r: 4 }),
      s("circle", { cy: off, r: 11 }),
      s("text", { y: off + 5 }, String(i + 1)),
    );
  });
  const said = `Your chance went from ${columns[0]?.from ?? end} to ${end} hundredths.`;
  return h(
    "div",
    { class: "graph-frame" },
    h("span", { class: "axis" }, h("i", null, "100"), h("i", null, "50"), h("i", null, "0")),
    s(
      "svg",
      { viewBox: `-4 -14 ${WIDE + 8} ${HIGH + 28}`, role: "img", "aria-label": said },
      s("rect", { class: "ground", width: WIDE, height: HIGH, rx: 4 }),
      ...columns.slice(1).map((_, i) => s("path", { class: "turn-line", d: `M${((i + 1) / n) * WIDE} 0V${HIGH}` })),
      ...area(mine, 0),
      ...area(1 - mine, half),
      s("path", { class: "middle", d: `M0 ${half}H${WIDE}` }),
      s("path", { class: "course-line", d: `M${line}` }),
      ...marks,
    ),
  );
}

/**
 * What moved the chance in each turn: the dice, the reader, the enemy.
 * @param {Reckoning} reckoning
 * @param {string[]} names
 */
export function cellTable({ columns }, [me, enemy]) {
  const row = (/** @type {string} */ name, /** @type {number} */ i) =>
    h(
      "tr",
      null,
      h("th", { scope: "row" }, name),
      ...columns.map(({ cells }) => {
        const cell = h("td", { class: cells[i] > 0 ? "gain" : cells[i] < 0 ? "loss" : null }, signed(cells[i]));
        cell.style.setProperty("--strong", `${Math.round(14 + 56 * Math.min(1, Math.abs(cells[i]) / STRONG))}%`);
        return cell;
      }),
    );
  return h(
    "table",
    { class: "cells" },
    h(
      "thead",
      null,
      h("tr", null, h("th", { scope: "col" }, "turn"), ...columns.map(({ label }) => h("th", { scope: "col" }, label))),
    ),
    h("tbody", null, row("dice", 0), row(me, 1), row(enemy, 2)),
  );
}

/**
 * A wreath in the colour of the winner.
 * @param {number} side below 0 for nobody
 * @param {string} letter
 */
export function wreath(side, letter) {
  const leaves = Array.from({ length: 22 }, (_, i) => {
    const turn = (i * 360) / 22;
    return s("ellipse", { cx: 0, cy: -27, rx: 3.6, ry: 8, transform: `rotate(${turn}) rotate(32 0 -27)` });
  });
  return s(
    "svg",
    { class: `wreath of${side < 0 ? "none" : side}`, viewBox: "-38 -38 76 76", "aria-hidden": "true" },
    ...leaves,
    s("text", { y: 11 }, letter),
  );
}
