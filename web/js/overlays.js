/**
 * What may be laid over an open table on demand: zones, arcs, how far a word carries, bad going. Which there are and what
 * ground they cover is the game's to say.
 * @module
 */

import { announce, h, put, s } from "./dom.js";
import { sentence } from "./words.js";

/** @typedef {import("./types.js").Overlay} Overlay */
/** @typedef {import("./types.js").Region} Region */

/** The switches, and what they show. */
export class Overlays {
  /**
   * @param {import("./table.js").Table} table
   * @param {Overlay[]} all
   */
  constructor(table, all) {
    this.table = table;
    this.all = all;
    /** @type {Set<string>} */
    this.on = new Set();
    this.buttons = all.map(({ kind, title, about, key }) =>
      h(
        "button",
        {
          "aria-pressed": "false",
          "aria-keyshortcuts": key,
          title: `${about} (${key})`,
          "data-overlay": kind,
          onclick: () => void this.toggle(kind),
        },
        title,
        h("kbd", { "aria-hidden": "true" }, key),
      ),
    );
    this.element = h("div", { class: "switches", role: "group", "aria-label": "Shown on the table" }, ...this.buttons);
  }

  /**
   * A key that may be one of theirs.
   * @param {string} key
   */
  press(key) {
    const meant = this.all.find((overlay) => overlay.key === key);
    if (meant) void this.toggle(meant.kind);
    return meant !== undefined;
  }

  /** @param {string} kind */
  async toggle(kind) {
    if (this.on.has(kind)) this.on.delete(kind);
    else this.on.add(kind);
    this.all.forEach((overlay, i) => this.buttons[i].setAttribute("aria-pressed", String(this.on.has(overlay.kind))));
    const shown = await this.draw();
    const meant = this.all.find((overlay) => overlay.kind === kind);
    if (!meant) return;
    if (!this.on.has(kind)) announce(`${meant.title} hidden.`);
    else announce(`${meant.title}. ${this.spoken(shown.get(kind) ?? [])}`);
  }

  /**
   * What is shown, for those who do not see it: what bears on the chosen first, and not everything of many.
   * @param {Region[]} regions
   */
  spoken(regions) {
    const weight = (/** @type {Region} */ { look }) => (look === "strong" || look === "lost" ? 0 : 1);
    const names = [...regions].sort((a, b) => weight(a) - weight(b)).map(({ name }) => name);
    if (names.length === 0) return "Nothing to show.";
    const more = names.length > 6 ? ` and ${names.length - 6} more` : "";
    return sentence(names.slice(0, 6).join(", ") + more);
  }

  /** Draws what is wanted as it bears on those in the hand, or all of it. */
  async draw() {
    const { match, board, hand, back } = this.table;
    const { entry } = match.view;
    const chosen = "group" in hand && Array.isArray(hand.group) ? hand.group.join() : "";
    /** @type {Map<string, Region[]>} */
    const shown = new Map();
    for (const { kind } of this.all) {
      const wanted = this.on.has(kind) && back === null;
      const asked = `/regions?overlay=${kind}&counters=${chosen}`;
      /** @type {Region[]} */
      const regions = wanted ? await match.keep(asked).catch(() => []) : [];
      if (entry !== match.view.entry) return shown;
      shown.set(kind, regions);
      // What marks a counter lies on it, ground lies under it.
      const marks = (/** @type {Region} */ region) => region.look === "lost";
      const drawn = (/** @type {Region[]} */ some) => some.map((region) => this.drawn(region));
      put(board.group(`regions ${kind}`, board.under), ...drawn(regions.filter((r) => !marks(r))));
      put(board.group(`regions marking ${kind}`, board.over), ...drawn(regions.filter(marks)));
    }
    return shown;
  }

  /** @param {Region} region */
  drawn({ look, side, outline, name }) {
    const { layout } = this.table.board;
    const cloth = /** @type {import("./cloth.js").Cloth} */ (/** @type {unknown} */ (layout));
    const points = outline.map(([x, y]) => cloth.spot({ x, y }));
    const d = `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}z`;
    return s("path", { class: `region ${look}${side === null ? "" : ` side${side}`}`, d }, s("title", null, name));
  }
}
