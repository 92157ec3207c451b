/**
 * The board: the printed map, the counters on it, and what the player is shown besides.
 * @module
 */

import { text } from "./api.js";
import { Camera } from "./camera.js";
import { h, parseSvg, put, s } from "./dom.js";
import { Cloth } from "./cloth.js";
import { Layout } from "./geometry.js";
import { FALL, slide } from "./motion.js";

/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {{hex: string, kind: string, label?: string}} Highlight */

/** Looks the renderer defines for highlights; others take the first. */
const LOOKS = new Set([
  "hint-move",
  "hint-target",
  "hint-place",
  "hint-retreat",
  "hint-enter",
  "threat-fire",
  "threat-melee",
  "threat-stop",
]);

/** More hexes than this are shown as a region; ways to go are one, however few. */
const WIDE = 120;

/** The board in its frame. */
export class Board {
  constructor() {
    this.map = h("img", { class: "landscape", alt: "", draggable: "false" });
    this.realm = s("g", { id: "realm" });
    this.under = s("g", { class: "under", id: "under" });
    this.counters = s("g", { id: "counters" });
    this.marks = s("g", { id: "marks" });
    this.over = s("g", { class: "over", id: "over" });
    this.fan = s("g", { class: "fan" });
    this.cursor = s("path", { class: "cursor", visibility: "hidden" });
    this.symbols = s("g");
    this.drawing = s(
      "svg",
      { class: "drawing", "aria-hidden": "true" },
      this.symbols,
      this.realm,
      this.under,
      this.counters,
      this.marks,
      this.over,
      this.cursor,
      this.fan,
    );
    this.sheet = h("div", { class: "sheet" }, this.map, h("div", { class: "night" }), this.drawing);
    this.frame = h(
      "div",
      {
        class: "board",
        id: "board",
        tabindex: 0,
        role: "application",
        "aria-roledescription": "hex map",
        "aria-label": "Board",
        "aria-describedby": "board-words",
      },
      this.sheet,
    );
    this.camera = new Camera(this.frame, this.sheet);
    /** @type {Layout} */
    this.layout = new Layout({ key: "", orientation: "flat", columns: 1, rows: 1, even_shifted: true });
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Map<string, SVGGElement>} */
    this.groups = new Map();
    this.key = "";
    /** The hex whose stack is spread. @type {string | null} */
    this.fanned = null;
    /** Counters in the order they are stacked. @type {string[]} */
    this.stacked = [];
    /** The counter lifted out of its stack. @type {Element | null} */
    this.raised = null;
  }

  /**
   * Lays a map, once for each.
   * @param {import("./types.js").Landscape} land with its body
   * @param {string} picture
   */
  async lay(land, picture) {
    if (this.key === land.key) return;
    this.key = land.key;
    // A cloth answers what a layout of hexes does.
    this.layout = land.table ? /** @type {any} */ (new Cloth(land.table)) : new Layout(land);
    this.frame.classList.toggle("open-table", Boolean(land.table));
    if (land.table) this.frame.setAttribute("aria-roledescription", "open table");
    const { x, y } = this.layout.size;
    this.camera.size = { x, y };
    for (const [name, value] of [
      ["width", x],
      ["height", y],
    ]) {
      this.sheet.style.setProperty(String(name), `${value}px`);
    }
    this.drawing.setAttribute("viewBox", `0 0 ${x} ${y}`);
    this.map.src = picture;
    const symbols = parseSvg(await text(`/api/symbols/${land.table ? "table" : land.orientation}.svg`));
    put(this.symbols, ...symbols.childNodes);
  }

  /**
   * Shows a scene; counters that moved slide there, along `paths` where one is known.
   * @param {Scene} scene
   * @param {import("./types.js").Layer} layer
   * @param {Map<number, string[]>} [paths]
   * @param {boolean} [late] after a die has fallen
   */
  show(scene, layer, paths = new Map(), late = false) {
    const before = this.places();
    this.scene = scene;
    const group = (/** @type {string[]} */ pieces) => parseSvg(`<g>${pieces.join("")}</g>`).firstElementChild;
    this.unfan();
    patch(this.realm, parseSvg(layer.realm).firstElementChild);
    patch(this.counters, group(layer.counters));
    patch(this.marks, group(layer.marks));
    this.stacked = [...this.counters.children].map((child) => child.id);
    this.raised = null;
    slide(this.counters, before, this.layout, paths, late ? FALL : 0);
  }

  /** Where every counter is drawn. */
  places() {
    /** @type {Map<string, string>} */
    const places = new Map();
    for (const child of this.counters.children) places.set(child.id, child.getAttribute("transform") ?? "");
    return places;
  }

  /**
   * A named set of highlights under the counters, in place of the last of that name.
   * @param {string} name
   * @param {Highlight[]} all
   */
  highlight(name, all) {
    const group = this.group(name, this.under);
    // Where half the map is in reach, one line goes round it; what a way costs is said along the way.
    const ways = name === "reach" ? all.filter(({ kind }) => kind === "move") : [];
    const wide = (all.length > WIDE || ways.length > 1) && name !== "range";
    group.classList.toggle("wide", wide);
    this.frame.classList.toggle("reaching", ways.length > 1);
    if (all.length > WIDE && name !== "range") {
      put(group, this.shade(ways), ...this.regions(name, all));
      return;
    }
    const region = ways.length > 1 ? [this.shade(ways), ...this.regions(name, ways)] : [];
    const single = ways.length > 1 ? all.filter((each) => each.kind !== "move") : all;
    const drawn = single.flatMap(({ hex, kind, label }) => {
      const { x, y } = this.layout.centre(hex);
      const family = name === "menace" ? "threat" : "hint";
      const look = `${family}-${kind}`;
      const shape = LOOKS.has(look)
        ? s("use", { class: `${family} ${kind}`, href: `#${look}`, x, y, "data-hex": hex })
        : s("path", { class: `${family} ${kind}`, d: this.layout.outline(hex, 3), "data-hex": hex });
      const words = label ? s("text", { class: "cost", x, y: y + 27 }, label) : null;
      return words ? [shape, words] : [shape];
    });
    put(group, ...region, ...drawn);
  }

  /**
   * What cannot be reached lies a shade darker.
   * @param {Highlight[]} reached
   */
  shade(reached) {
    if (reached.length < 2) return null;
    const { x, y } = this.layout.size;
    const open = [...reached.map(({ hex }) => hex), ...this.chosen].map((hex) => this.layout.outline(hex)).join("");
    return s("path", { class: "shade", "fill-rule": "evenodd", d: `M0 0H${x}V${y}H0z${open}` });
  }

  /** The hexes of the counters in hand. */
  get chosen() {
    const ids = new Set([...this.counters.querySelectorAll(".chosen")].map((e) => Number(e.id.slice(1))));
    const places = (this.scene?.counters ?? []).flatMap((c) => (c.place && ids.has(c.id) ? [c.place] : []));
    return [...new Set(places)].filter((hex) => this.layout.holds(hex));
  }

  /**
   * Many hexes as regions, one for each kind: a pale ground and a line round it. Each hex can still be found.
   * @param {string} name
   * @param {Highlight[]} all
   */
  regions(name, all) {
    const family = name === "menace" ? "threat" : "hint";
    const kinds = [...new Set(all.map(({ kind }) => kind))];
    return kinds.flatMap((kind) => {
      const hexes = all.filter((each) => each.kind === kind).map(({ hex }) => hex);
      const look = `${family} ${kind}`;
      // One shape for all the ground: hundreds of them would be styled, laid out and painted one by one.
      const ground = s("path", { class: `${look} tint`, d: hexes.map((hex) => this.layout.outline(hex)).join("") });
      const spots = hexes.map((hex) => s("desc", { class: `${look} spot`, "data-hex": hex }));
      // Where one stands is within one's reach.
      const within = new Set(name === "reach" && kind === "move" ? [...hexes, ...this.chosen] : hexes);
      return [ground, ...spots, s("path", { class: `${look} rim`, d: this.layout.rim(within) })];
    });
  }

  /**
   * @param {string} name
   * @param {SVGElement} parent
   */
  group(name, parent) {
    let group = this.groups.get(name);
    if (!group) {
      group = s("g", { class: `set ${name}` });
      this.groups.set(name, group);
      parent.append(group);
    }
    return group;
  }

  /**
   * The way a counter would take, dotted, with a ring at its end; what it has cost so far, and what it meets there.
   * @param {string[]} hexes
   * @param {{costs?: (hex: string) => string, words?: string[]}} [told]
   */
  path(hexes, { costs = () => "", words = [] } = {}) {
    const group = this.group("path", this.over);
    if (hexes.length < 2) {
      put(group);
      return;
    }
    const points = hexes.map((hex) => this.layout.centre(hex));
    const line = points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
    const end = points[points.length - 1];
    const near = Math.max(1, 0.95 / this.camera.scale);
    const beads = hexes.slice(1, -1).map((hex, i) => {
      const { x, y } = points[i + 1];
      return s(
        "g",
        { class: "bead", transform: `translate(${x} ${y}) scale(${Math.min(near, 1.7)})` },
        s("circle", { r: 10 }),
        s("text", { y: 4 }, costs(hex)),
      );
    });
    put(
      group,
      s("path", { class: "way", d: `M${line}` }),
      ...beads,
      s("circle", { class: "end", cx: end.x, cy: end.y, r: 9 }),
      words.length > 0 ? this.bubble(end, words, near) : null,
    );
  }

  /**
   * Words beside a point, always on the sheet.
   * @param {Point} at
   * @param {string[]} words
   * @param {number} near how much larger than the map they are drawn
   */
  bubble(at, words, near) {
    const wide = Math.max(...words.map((line) => line.length)) * 6.5 + 24;
    const high = words.length * 18 + 12;
    // Beside the point if there is room at one side, otherwise below it.
    const room = { left: at.x / near, right: (this.camera.size.x - at.x) / near };
    const beside = room.right > wide + 26 ? 22 : room.left > wide + 26 ? -22 - wide : null;
    const x = beside ?? Math.min(room.right - wide - 4, Math.max(4 - room.left, -wide / 2));
    const y = beside === null ? 18 : Math.max(-high / 2, 6 - at.y / near);
    return s(
      "g",
      { class: "bubble", transform: `translate(${at.x} ${at.y}) scale(${near})` },
      s("rect", { x, y, width: wide, height: high, rx: 7 }),
      ...words.map((line, i) =>
        s(
          "text",
          { x: x + 11, y: y + 20 + 18 * i, class: i === 0 ? "first" : null },
          line[0].toUpperCase() + line.slice(1),
        ),
      ),
    );
  }

  /**
   * Arrows about a counter, to turn it.
   * @param {string | null} hex
   * @param {number[]} directions
   */
  arrows(hex, directions) {
    const group = this.group("arrows", this.over);
    if (!hex) {
      put(group);
      return;
    }
    const centre = this.layout.centre(hex);
    put(
      group,
      ...directions.map((direction) => {
        const way = this.layout.heading(direction);
        const turn = direction * 60 + (this.layout.flat ? 0 : 30);
        const at = `translate(${centre.x + way.x * 44} ${centre.y + way.y * 44}) rotate(${turn})`;
        return s(
          "g",
          { class: "arrow", transform: at, "data-direction": direction },
          s("circle", { r: 14 }),
          s("path", { d: "M-8 4L0-7L8 4L0 1z" }),
        );
      }),
    );
  }

  /**
   * Lights the arrow that a drag points along.
   * @param {number | null} direction
   */
  aim(direction) {
    for (const arrow of this.groups.get("arrows")?.children ?? [])
      arrow.classList.toggle("aimed", arrow.getAttribute("data-direction") === String(direction));
  }

  /**
   * Marks the counters in hand.
   * @param {Iterable<number>} ids
   * @param {Iterable<number>} able counters with something to do
   */
  choose(ids, able) {
    const [chosen, ready] = [new Set([...ids].map((id) => `c${id}`)), new Set([...able].map((id) => `c${id}`))];
    for (const child of this.counters.children) {
      child.classList.toggle("chosen", chosen.has(child.id));
      child.classList.toggle("able", ready.has(child.id));
    }
    this.raise(this.counters.querySelector(".chosen"));
  }

  /**
   * Lays a counter on top of its stack, and the last one back in its place.
   * @param {Element | null} counter
   */
  raise(counter) {
    if (this.raised && this.raised !== counter && this.raised.isConnected) {
      const above = this.stacked.slice(this.stacked.indexOf(this.raised.id) + 1);
      const next = above.map((id) => this.counters.querySelector(`#${id}`)).find((e) => e && e !== counter);
      this.counters.insertBefore(this.raised, next ?? null);
    }
    this.raised = counter;
    if (counter && this.counters.lastElementChild !== counter) this.counters.append(counter);
  }

  /**
   * Puts the hex cursor somewhere.
   * @param {string | null} hex
   */
  point(hex) {
    this.cursor.setAttribute("visibility", hex ? "visible" : "hidden");
    if (hex) this.cursor.setAttribute("d", this.layout.outline(hex, 1));
  }

  /**
   * The counters of a hex, the top one first.
   * @param {string} hex
   */
  stack(hex) {
    return (this.scene?.counters ?? []).filter((c) => c.place === hex).reverse();
  }

  /**
   * The counter drawn at a point of the window.
   * @param {{clientX: number, clientY: number}} event
   * @returns {{id: number, fanned: boolean} | null}
   */
  counterAt(event) {
    for (const element of document.elementsFromPoint(event.clientX, event.clientY)) {
      const spread = element.closest("[data-counter]");
      if (spread) return { id: Number(spread.getAttribute("data-counter")), fanned: true };
      const counter = element.closest(".counter");
      if (counter && this.counters.contains(counter)) return { id: Number(counter.id.slice(1)), fanned: false };
    }
    return null;
  }

  /**
   * The turning arrow at a point of the window.
   * @param {{clientX: number, clientY: number}} event
   */
  arrowAt(event) {
    const hit = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-direction]");
    return hit ? Number(hit.getAttribute("data-direction")) : null;
  }

  /**
   * Spreads a stack so that each counter can be seen and taken.
   * @param {string} hex
   */
  fanOut(hex) {
    if (this.fanned === hex) return;
    this.unfan();
    const stack = this.stack(hex).reverse();
    if (stack.length < 2) return;
    this.fanned = hex;
    const { x, y } = this.layout.centre(hex);
    // On a small or far board the counters come nearer, so that a finger finds them.
    const nearer = Math.max(1, (matchMedia("(pointer: coarse)").matches ? 1.1 : 0.75) / this.camera.scale);
    const step = 52 * nearer;
    const wide = stack.length * step + 8;
    const left = Math.min(Math.max(x - wide / 2, 4), Math.max(4, this.camera.size.x - wide - 4));
    this.fan.append(
      s("rect", { class: "tray", x: left, y: y - 34 * nearer, width: wide, height: 68 * nearer, rx: 8 * nearer }),
    );
    stack.forEach((counter, i) => {
      const original = this.counters.querySelector(`#c${counter.id}`);
      if (!original) return;
      const copy = /** @type {SVGGElement} */ (original.cloneNode(true));
      copy.removeAttribute("id");
      copy.querySelector(".depth")?.remove();
      copy.setAttribute("data-counter", String(counter.id));
      copy.setAttribute("transform", `translate(${left + 4 + step * (i + 0.5)} ${y}) scale(${nearer})`);
      this.fan.append(copy);
    });
  }

  unfan() {
    this.fanned = null;
    put(this.fan);
  }

  /**
   * Whether a point lies on the spread stack.
   * @param {Point} at
   */
  onFan(at) {
    const tray = /** @type {SVGRectElement | null} */ (this.fan.querySelector(".tray"));
    if (!tray) return false;
    const [x, y, w, high] = ["x", "y", "width", "height"].map((name) => Number(tray.getAttribute(name)));
    return at.x >= x - 6 && at.x <= x + w + 6 && at.y >= y - 6 && at.y <= y + high + 6;
  }

  /**
   * Carries a copy of a counter under the pointer.
   * @param {number | null} id
   * @param {Point} [at]
   */
  ghost(id, at) {
    const group = this.group("ghost", this.over);
    if (id === null || !at) {
      put(group);
      return;
    }
    let copy = /** @type {SVGGElement | null} */ (group.firstElementChild);
    if (!copy) {
      const original = this.counters.querySelector(`#c${id}`);
      if (!original) return;
      copy = /** @type {SVGGElement} */ (original.cloneNode(true));
      copy.removeAttribute("id");
      group.append(copy);
    }
    copy.setAttribute("transform", `translate(${at.x} ${at.y}) scale(1.12)`);
  }

  /**
   * Looks at hexes.
   * @param {string[]} hexes
   * @param {number} [closest]
   */
  lookAt(hexes, closest) {
    if (hexes.length === 0) {
      this.camera.show({ left: 0, top: 0, right: this.camera.size.x, bottom: this.camera.size.y });
      return;
    }
    const points = hexes.map((hex) => this.layout.centre(hex));
    const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
    const room = 110;
    this.camera.show(
      {
        left: Math.min(...xs) - room,
        right: Math.max(...xs) + room,
        top: Math.min(...ys) - room,
        bottom: Math.max(...ys) + room,
      },
      closest,
    );
  }
}

/**
 * Makes one group of the layer like the server's, touching only what changed.
 * @param {SVGElement} group
 * @param {Element | null} fresh
 */
function patch(group, fresh) {
  const old = new Map([...group.children].map((child) => [child.id, child]));
  const next = [...(fresh?.children ?? [])].map((child) => {
    const same = old.get(child.id);
    if (!same) return child;
    const worn = same.getAttribute("class");
    same.setAttribute("class", child.getAttribute("class") ?? "");
    if (same.isEqualNode(child)) {
      same.setAttribute("class", worn ?? "");
      return same;
    }
    return child;
  });
  group.replaceChildren(...next);
}
