/**
 * A deed is told where it was done: those in it are lit, the rest is a little darker, the dice lie beside the target, what
 * came of them is stamped on it, and whoever went back left a pale copy. What is told is lamplight, never purple.
 * @module
 */

import { ahead, poseOf } from "./cloth.js";
import { waysOf } from "./deeds.js";
import { put, s } from "./dom.js";

/** @typedef {import("./deeds.js").Deed} Deed */
/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {import("./types.js").Scene} Scene */

/** So wide a letter of a stamp is, and so many stand in a line. */
const LETTER = 8.3;
const LINE = 26;

/** Where the pips of a die stand, by its face. @type {[number, number][][]} */
const PIPS = [
  [],
  [[0, 0]],
  [
    [-1, -1],
    [1, 1],
  ],
  [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
];

/** Tells deeds over a board. */
export class Telling {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    /** Copies of counters as they were drawn before something befell them, by id. @type {Map<number, SVGElement>} */
    this.copies = new Map();
  }

  get under() {
    return this.board.group("told-ground", this.board.under);
  }

  get layer() {
    return this.board.group("told", this.board.over);
  }

  /** @returns {import("./cloth.js").Cloth | null} */
  get cloth() {
    return this.board.frame.classList.contains("open-table") ? /** @type {any} */ (this.board.layout) : null;
  }

  /** How much larger than the map what is told is drawn, so that it can be read. */
  get near() {
    return Math.min(2, Math.max(1, 0.85 / this.board.camera.scale));
  }

  clear() {
    put(this.layer);
    put(this.under);
  }

  /**
   * Lights those who would fight.
   * @param {number[]} ids
   * @param {Scene | null} scene
   */
  light(ids, scene) {
    put(this.under);
    put(this.layer, ...(scene ? this.rings(this.standing(ids, scene), "lit") : []));
  }

  /**
   * Keeps how counters are drawn before the board shows what befell them.
   * @param {Deed[]} deeds
   */
  remember(deeds) {
    this.copies.clear();
    for (const id of new Set(deeds.flatMap((deed) => deed.hit))) {
      const drawn = this.board.counters.querySelector(`#c${id}`);
      if (!drawn) continue;
      const copy = /** @type {SVGElement} */ (drawn.cloneNode(true));
      copy.removeAttribute("id");
      copy.classList.remove("chosen", "able");
      this.copies.set(id, copy);
    }
  }

  /**
   * The counters of these ids that stand on the board.
   * @param {number[]} ids
   * @param {Scene} scene
   */
  standing(ids, scene) {
    return [...new Set(ids)].flatMap((id) => scene.counters.filter((c) => c.id === id && c.place !== null));
  }

  /**
   * Where a deed takes place, as points of the sheet.
   * @param {Deed} deed
   * @param {Scene} before
   * @param {Scene} after
   * @returns {Point[]}
   */
  spots(deed, before, after) {
    const counters = [...this.standing(deed.who, before), ...this.standing([...deed.who, ...deed.hit], after)];
    const places = [...deed.at, ...counters.map((c) => c.place ?? "")];
    const spots = places.flatMap((place) => this.spot(place) ?? []);
    // Room for the stamp.
    const acting = this.standing(deed.who, before);
    const aims = deed.at.filter((place) => this.spot(place));
    const aim = this.target(deed, acting, aims);
    return aim ? [...spots, { x: aim.x, y: aim.y + 40 * this.near }] : spots;
  }

  /**
   * @param {string} place
   * @returns {Point | null}
   */
  spot(place) {
    const { cloth, board } = this;
    if (cloth) return /^-?\d+ -?\d+ /.test(place) ? cloth.spot(poseOf(place)) : null;
    return board.layout.holds(place) ? board.layout.centre(place) : null;
  }

  /**
   * @param {import("./types.js").Counter[]} counters
   * @param {string} look
   */
  rings(counters, look) {
    const { cloth, board } = this;
    if (cloth)
      return counters.flatMap((c) =>
        c.place && c.base ? [s("path", { class: look, d: cloth.plate(poseOf(c.place), c.base) })] : [],
      );
    const hexes = new Set(counters.flatMap((c) => (c.place && board.layout.holds(c.place) ? [c.place] : [])));
    return [...hexes].map((hex) => s("path", { class: look, d: board.layout.outline(hex, 2) }));
  }

  /**
   * Shows a deed: those in it as they stood before, what came of it as they stand now.
   * @param {Deed} deed
   * @param {Scene} before
   * @param {Scene} after
   */
  show(deed, before, after) {
    const { board, near } = this;
    const acting = this.standing(deed.who, before);
    const fought = deed.weight === "fight";
    const aims = deed.at.filter((place) => this.spot(place));
    /** @type {SVGElement[]} */
    const lights = this.rings(fought ? acting : this.standing(deed.who, after), "lamp");
    if (!this.cloth) for (const hex of aims) lights.push(s("path", { class: "lamp", d: board.layout.outline(hex, 2) }));
    const { x, y } = board.camera.size;
    const holes = lights.map((light) => light.getAttribute("d") ?? "").join("");
    put(
      this.under,
      fought ? s("path", { class: "dusk", "fill-rule": "evenodd", d: `M0 0H${x}V${y}H0z${holes}` }) : null,
      ...lights,
    );
    const target = this.target(deed, acting, aims);
    put(
      this.layer,
      ...this.ways(deed),
      ...(target ? this.arrows(acting, target, deed) : []),
      ...this.ghosts(deed, after),
      ...this.diceOf(deed, acting, target, near),
      target && fought && deed.result ? this.stamp(target, deed.result, near) : null,
    );
  }

  /**
   * Where a fight is decided: the place it is about, or where the last of those in it stands.
   * @param {Deed} deed
   * @param {import("./types.js").Counter[]} acting
   * @param {string[]} aims
   */
  target(deed, acting, aims) {
    const place = aims[0] ?? acting[acting.length - 1]?.place;
    return place && deed.weight === "fight" ? this.spot(place) : null;
  }

  /**
   * The ways counters went, and the pale ways of those driven back.
   * @param {Deed} deed
   */
  ways(deed) {
    if (this.cloth) return [];
    return waysOf(deed).map(({ kind, way }) => {
      const points = way.flatMap((place) => this.spot(place) ?? []);
      const line = points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
      return s("path", { class: `told-way ${kind}`, d: `M${line}` });
    });
  }

  /**
   * An arrow from each place of those who attack to the target.
   * @param {import("./types.js").Counter[]} acting
   * @param {Point} target
   * @param {Deed} deed
   */
  arrows(acting, target, deed) {
    if (this.cloth || !deed.sum) return [];
    const from = new Set(acting.flatMap((c) => (c.place ? [c.place] : [])));
    return [...from].flatMap((place) => {
      const start = this.spot(place);
      if (!start) return [];
      const [dx, dy] = [target.x - start.x, target.y - start.y];
      const far = Math.hypot(dx, dy);
      if (far < 20) return [];
      // From the edge of one hex well into the next.
      const [tail, head] = [24, far - 20];
      const turn = (Math.atan2(dy, dx) * 180) / Math.PI;
      return [
        s("path", {
          class: "told-arrow",
          transform: `translate(${start.x} ${start.y}) rotate(${turn.toFixed(1)})`,
          d: `M${tail} -5H${head - 15}V-13L${head} 0L${head - 15} 13V5H${tail}z`,
        }),
      ];
    });
  }

  /**
   * Pale copies of those who were lost or driven back, where they stood.
   * @param {Deed} deed
   * @param {Scene} after
   */
  ghosts(deed, after) {
    const gone = deed.events.filter((event) => event.kind === "removed" || event.kind === "retreated");
    return [...new Set(gone.flatMap((event) => event.counters ?? []))].flatMap((id) => {
      const copy = this.copies.get(id);
      if (!copy) return [];
      const lost = !after.counters.some((c) => c.id === id && c.place !== null);
      return [s("g", { class: lost ? "told-ghost lost" : "told-ghost" }, copy.cloneNode(true))];
    });
  }

  /**
   * The dice: one beside the target; on an open table each behind whoever threw it.
   * @param {Deed} deed
   * @param {import("./types.js").Counter[]} acting
   * @param {Point | null} target
   * @param {number} near
   */
  diceOf(deed, acting, target, near) {
    const { cloth } = this;
    const { dice } = deed;
    if (cloth && dice.length === 2 && acting.length >= 2) {
      return acting.slice(-2).flatMap((counter, i) => {
        if (!counter.place || !counter.base) return [];
        const pose = poseOf(counter.place);
        const way = ahead(pose.heading);
        const back = counter.base.depth + 900 * near;
        return [die(cloth.spot({ x: pose.x - way.x * back, y: pose.y - way.y * back }), dice[i], near)];
      });
    }
    if (!target) return [];
    // Above the target, to the right unless the sheet ends there; the stamp lies below.
    const right = target.x + (70 + 44 * dice.length) * near < this.board.camera.size.x;
    const low = target.y < 90 * near;
    return dice.slice(0, 6).map((face, i) =>
      die(
        {
          x: target.x + (right ? 1 : -1) * (66 + 42 * i) * near,
          y: target.y + (low ? 118 : -44) * near,
        },
        face,
        near,
      ),
    );
  }

  /**
   * What came of it, stamped across the target.
   * @param {Point} target
   * @param {string} words
   * @param {number} near
   */
  stamp(target, words, near) {
    const lines = folded(words);
    const wide = Math.max(...lines.map((line) => line.length)) * LETTER + 26;
    const high = lines.length * 20 + 14;
    const { x, y } = this.board.camera.size;
    const middle = Math.min(x - (wide / 2 + 6) * near, Math.max((wide / 2 + 6) * near, target.x));
    const top = target.y + (40 + high) * near < y ? target.y + 30 * near : target.y - (30 + high) * near;
    return s(
      "g",
      { class: "stamp", transform: `translate(${middle} ${top}) scale(${near}) rotate(-4)` },
      s("rect", { class: "seal", x: -wide / 2, y: 0, width: wide, height: high, rx: 4 }),
      s("rect", { class: "rim", x: -wide / 2 + 3, y: 3, width: wide - 6, height: high - 6, rx: 2 }),
      ...lines.map((line, i) => s("text", { y: 23 + 20 * i }, line)),
    );
  }
}

/**
 * A die that fell.
 * @param {Point} at
 * @param {number} face
 * @param {number} near
 */
function die({ x, y }, face, near) {
  const pips = PIPS[face] ?? [];
  return s(
    "g",
    { class: "told-die", transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${near.toFixed(2)})` },
    s(
      "g",
      { class: "tumbles" },
      s("rect", { class: "edge", x: -17, y: -14, width: 36, height: 36, rx: 8 }),
      s("rect", { class: "face", x: -18, y: -18, width: 36, height: 36, rx: 8 }),
      ...(pips.length > 0
        ? pips.map(([dx, dy]) => s("circle", { cx: dx * 10, cy: dy * 10, r: 3.6 }))
        : [s("text", { y: 8 }, String(face))]),
    ),
  );
}

/**
 * Words in lines that fit on a stamp.
 * @param {string} words
 */
function folded(words) {
  /** @type {string[]} */
  const lines = [];
  for (const word of words.split(" ")) {
    const [last] = lines.slice(-1);
    if (last !== undefined && `${last} ${word}`.length <= LINE) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.slice(0, 3);
}
