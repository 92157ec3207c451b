/**
 * Where hexes lie on the sheet: the same layout as the renderer's (crates/board/src/layout.rs).
 * @module
 */

/** @typedef {{x: number, y: number}} Point */

/** From the centre of a hex to its corners. */
export const RADIUS = 36;
const HALF_ROOT_3 = 0.8660254037844386;
/** From the centre of a hex to the middle of its sides. */
export const INRADIUS = RADIUS * HALF_ROOT_3;
const BLEED = 16;

const COMPASS = {
  flat: ["N", "NE", "SE", "S", "SW", "NW"],
  pointy: ["NE", "E", "SE", "SW", "W", "NW"],
};
/** @type {Record<string, string>} */
const SPOKEN = {
  N: "north",
  NE: "north-east",
  E: "east",
  SE: "south-east",
  S: "south",
  SW: "south-west",
  W: "west",
  NW: "north-west",
};

/** The hexes of a map on its sheet. */
export class Layout {
  /** @param {import("./types.js").Landscape} land */
  constructor(land) {
    this.flat = land.orientation === "flat";
    this.orientation = land.orientation;
    this.lines = this.flat ? land.columns : land.rows;
    this.places = this.flat ? land.rows : land.columns;
    this.evenShifted = land.even_shifted;
    /** The number of each hex, line by line. */
    this.numbers = land.numbers ?? [];
    this.indexes = new Map(this.numbers.map((number, index) => [number, index]));
  }

  /** Width and height of the sheet. */
  get size() {
    const push = this.lines > 1 ? INRADIUS : 0;
    const across = (this.lines - 1) * 1.5 * RADIUS + 2 * RADIUS + 2 * BLEED;
    const along = this.places * 2 * INRADIUS + push + 2 * BLEED;
    return this.flat ? { x: across, y: along } : { x: along, y: across };
  }

  /**
   * The line of a hex and its place in it, from 1; off the map where there is no such hex.
   * @param {string} hex
   */
  split(hex) {
    const index = this.indexes.get(hex);
    if (index === undefined) return { line: 0, place: 0 };
    return { line: Math.floor(index / this.places) + 1, place: (index % this.places) + 1 };
  }

  /**
   * @param {number} line
   * @param {number} place
   * @returns {string | null} the hex, if it is on the map
   */
  join(line, place) {
    if (line < 1 || place < 1 || line > this.lines || place > this.places) return null;
    return this.numbers[(line - 1) * this.places + place - 1] ?? null;
  }

  /**
   * Whether the map has such a hex.
   * @param {string} hex
   */
  holds(hex) {
    return this.indexes.has(hex);
  }

  /** @param {number} line */
  push(line) {
    return this.lines > 1 && ((line - 1) % 2 === 1) === this.evenShifted ? INRADIUS : 0;
  }

  /**
   * @param {number} line
   * @param {number} place
   * @returns {Point}
   */
  spot(line, place) {
    const across = BLEED + RADIUS + (line - 1) * 1.5 * RADIUS;
    const along = BLEED + INRADIUS + (place - 1) * 2 * INRADIUS + this.push(line);
    return this.flat ? { x: across, y: along } : { x: along, y: across };
  }

  /**
   * The centre of a hex.
   * @param {string} hex
   * @returns {Point}
   */
  centre(hex) {
    const { line, place } = this.split(hex);
    return this.spot(line, place);
  }

  /**
   * The hex a point lies in.
   * @param {Point} point
   * @returns {string | null}
   */
  at(point) {
    const [across, along] = this.flat ? [point.x, point.y] : [point.y, point.x];
    const near = Math.round((across - BLEED - RADIUS) / (1.5 * RADIUS)) + 1;
    let best = null;
    let least = RADIUS * RADIUS;
    for (const line of [near - 1, near, near + 1]) {
      const place = Math.round((along - BLEED - INRADIUS - this.push(line)) / (2 * INRADIUS)) + 1;
      const hex = this.join(line, place);
      if (!hex) continue;
      const spot = this.spot(line, place);
      const far = (spot.x - point.x) ** 2 + (spot.y - point.y) ** 2;
      if (far < least) [best, least] = [hex, far];
    }
    return best;
  }

  /**
   * The vector of length 1 through the middle of a side.
   * @param {number} direction
   * @returns {Point}
   */
  heading(direction) {
    const turn = ((direction * 60 + (this.flat ? 0 : 30)) * Math.PI) / 180;
    return { x: Math.sin(turn), y: -Math.cos(turn) };
  }

  /**
   * The next hex in a direction.
   * @param {string} hex
   * @param {number} direction
   * @returns {string | null}
   */
  neighbour(hex, direction) {
    const centre = this.centre(hex);
    const way = this.heading(direction);
    return this.at({ x: centre.x + way.x * 2 * INRADIUS, y: centre.y + way.y * 2 * INRADIUS });
  }

  /**
   * The direction that leads from one hex most nearly towards another.
   * @param {string} from
   * @param {string} to
   */
  towards(from, to) {
    const [a, b] = [this.centre(from), this.centre(to)];
    let best = 0;
    let most = -Infinity;
    for (let direction = 0; direction < 6; direction += 1) {
      const way = this.heading(direction);
      const along = way.x * (b.x - a.x) + way.y * (b.y - a.y);
      if (along > most) [best, most] = [direction, along];
    }
    return best;
  }

  /**
   * Steps between two hexes.
   * @param {string} a
   * @param {string} b
   */
  distance(a, b) {
    const axial = (/** @type {string} */ hex) => {
      const { line, place } = this.split(hex);
      const pushed = this.push(line) > 0 ? 0.5 : 0;
      return { q: line, r: place + pushed - line / 2 };
    };
    const [p, q] = [axial(a), axial(b)];
    const dq = q.q - p.q;
    const dr = q.r - p.r;
    return Math.round(Math.max(Math.abs(dq), Math.abs(dr), Math.abs(dq + dr)));
  }

  /**
   * Where an arrow key leads.
   * @param {string} hex
   * @param {"up" | "down" | "left" | "right"} arrow
   * @returns {string | null}
   */
  arrow(hex, arrow) {
    const { line, place } = this.split(hex);
    const [dx, dy] = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] }[arrow];
    return this.flat ? this.join(line + dx, place + dy) : this.join(line + dy, place + dx);
  }

  /**
   * The corners of a hex as an SVG path, a little inside its rim.
   * @param {string} hex
   * @param {number} [inset]
   */
  outline(hex, inset = 0) {
    const centre = this.centre(hex);
    const corners = [];
    for (let corner = 0; corner < 6; corner += 1) {
      const turn = ((corner * 60 + (this.flat ? 0 : 30)) * Math.PI) / 180;
      const reach = RADIUS - inset;
      corners.push(
        `${(centre.x + reach * Math.cos(turn)).toFixed(1)} ${(centre.y + reach * Math.sin(turn)).toFixed(1)}`,
      );
    }
    return `M${corners.join("L")}z`;
  }

  /**
   * The line round some hexes, as an SVG path of their sides that no two of them share.
   * @param {Set<string>} hexes
   */
  rim(hexes) {
    let path = "";
    for (const hex of hexes) {
      const centre = this.centre(hex);
      for (let direction = 0; direction < 6; direction += 1) {
        const next = this.neighbour(hex, direction);
        if (next && hexes.has(next)) continue;
        const middle = this.heading(direction);
        const [x, y] = [centre.x + middle.x * INRADIUS, centre.y + middle.y * INRADIUS];
        const [dx, dy] = [(-middle.y * RADIUS) / 2, (middle.x * RADIUS) / 2];
        path += `M${(x - dx).toFixed(1)} ${(y - dy).toFixed(1)}L${(x + dx).toFixed(1)} ${(y + dy).toFixed(1)}`;
      }
    }
    return path;
  }

  /** @param {number} direction */
  compass(direction) {
    return COMPASS[this.orientation][direction] ?? "?";
  }

  /** @param {number} direction */
  spoken(direction) {
    return SPOKEN[this.compass(direction)] ?? "";
  }
}
