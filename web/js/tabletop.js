/**
 * The hand over an open table: elements, lines and columns are held, measured, snapped to legal places and put down.
 *
 * What is meant by holding something somewhere, whether it may stand there and why not, is the server's to say; the client
 * only knows where bases are.
 * @module
 */

import { ahead, apart, corners, lineOf, poseOf, short, turned } from "./cloth.js";
import { announce } from "./dom.js";
import { Hand } from "./hand.js";
import { showHeld, showSpots } from "./lifted.js";
import { Posed } from "./posed.js";

/** @typedef {import("./cloth.js").Pose} Pose */
/** @typedef {import("./cloth.js").Cloth} Cloth */
/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {import("./types.js").Way} Way */
/** @typedef {import("./hand.js").Aim} Aim */
/** @typedef {{id: number, at: Pose, name: string, element: Element}} Piece */

/** So near a place worth taking draws what is held to it, in thousandths of the unit. */
const DRAWS = 450;
/** So near it is meant where the exact place is not legal. */
const SNAPS = 1000;
/** So near, as it is pushed: a line that lines up with the enemy slides by a unit at most. */
const PUSHED = 1800;
/** So near a place without a counter is pointed at. */
const POINTS = 1600;
/** How far an arrow key carries, and how far a bracket turns. */
export const STEP = 250;
export const TURN = 5000;

/** The hand over an open table. */
export class TableHand extends Hand {
  /**
   * @param {import("./match.js").Match} match
   * @param {import("./board.js").Board} board
   * @param {import("./hand.js").Desk} desk
   */
  constructor(match, board, desk) {
    super(match, board, desk);
    /** Those led together, the one that is held first. @type {number[]} */
    this.group = [];
    /** Where they may be led. @type {Way[]} */
    this.ways = [];
    /** Where the first of them is held. @type {Pose | null} */
    this.held = null;
    /** What holding it there comes to. @type {Way | null} */
    this.meant = null;
    /** A legal place offered in place of one that is not. @type {Way | null} */
    this.offered = null;
    /** What is asked about poses. */
    this.posed = new Posed(match);
    /** The search for ways. @type {Promise<void>} */
    this.found = Promise.resolve();
    /** How many shall stand abreast, if they shall stand otherwise than they do. @type {number | null} */
    this.abreast = null;
    /** Something that lies on the table and is held. @type {Piece | null} */
    this.piece = null;
    /** Shows what is held nearer. @type {(at: Point | null) => void} */
    this.looked = () => {};
    /** Whether the ways are listed, and all of them. */
    this.listing = false;
    this.more = false;
  }

  /** @returns {Cloth} */
  get cloth() {
    return /** @type {any} */ (this.board.layout);
  }

  update() {
    super.update();
    if (this.selected === null || this.idle) this.letGo();
    else if (!this.group.includes(this.selected)) this.group = [this.selected];
    this.abreast = null;
    this.piece = null;
    this.found = this.findWays();
  }

  /** Elements that may be led somewhere. @param {number} id */
  led(id) {
    return this.choices.of(id).some((c) => c.marches || c.begins === "placing" || c.place !== null || c.undoes);
  }

  /** Asks where those in the hand may be led. */
  async findWays() {
    const { group } = this;
    this.ways = [];
    if (this.idle || group.length === 0 || !this.match.ours) return this.draw();
    const { entry } = this.match.view;
    const ways = await this.match.keep(`/ways?counters=${group.join()}`).catch(() => []);
    if (this.group !== group || this.match.view.entry !== entry) return undefined;
    this.ways = ways;
    if (this.held) this.hold(this.held);
    return this.draw();
  }

  /** @param {number | null} id */
  select(id) {
    this.take_up(id === null ? [] : [id]);
  }

  /**
   * Takes up those that are to be led together.
   * @param {number[]} ids
   */
  take_up(ids) {
    this.letGo();
    this.more = false;
    this.abreast = null;
    this.piece = null;
    this.group = ids;
    this.selected = ids[0] ?? null;
    this.arrived = null;
    this.desk.hush();
    // With nothing in the hand nothing is asked, and it is drawn at once.
    if (ids.length > 0) this.draw();
    this.found = this.findWays();
    const names = ids.map((id) => this.counter(id)?.name).filter(Boolean);
    if (names.length > 0) announce(`${names.join(", ")} selected.`);
  }

  /** Those who may be led now: a line of others could not be. */
  ready() {
    return this.scene.counters.filter((c) => this.led(c.id));
  }

  /** The whole line an element stands in, itself first; nobody if it cannot be led. @param {number | undefined} id */
  lineOf(id) {
    const counter = id === undefined || !this.led(id) ? null : this.counter(id);
    return counter ? lineOf(counter, this.ready()) : [];
  }

  /** @param {number} id */
  takeLine(id) {
    const line = this.lineOf(id);
    if (line.length > 0) this.take_up(line);
  }

  /** What lies on the table and may be taken up, in order. @returns {Piece[]} */
  pieces() {
    if (this.idle || !this.match.ours) return [];
    return [...this.board.realm.querySelectorAll("[data-piece]")].map((element) => ({
      id: Number(element.getAttribute("data-piece")),
      at: poseOf(element.getAttribute("data-at") ?? "0 0 0"),
      name: element.querySelector("title")?.textContent ?? "piece",
      element,
    }));
  }

  /**
   * Takes up something that lies on the table.
   * @param {Piece} piece
   */
  takePiece(piece) {
    this.letGo();
    this.group = [];
    this.selected = null;
    this.piece = piece;
    this.desk.hush();
    this.draw();
    announce(`${piece.name} taken up. Arrows carry it, brackets turn it, Enter puts it down.`);
  }

  /** Another formation: so many abreast, or as they stand. */
  reform() {
    if (this.group.length < 2) return;
    const files = (this.abreast ?? 0) + 1;
    this.abreast = files < Math.min(4, this.group.length) ? files : null;
    announce(this.abreast ? `In column, ${this.abreast} abreast.` : "In line, as they stand.");
    this.desk.redraw();
    if (!this.held) return;
    this.hold(this.held);
    void this.rest();
  }

  /** Lets what is held hang where it stood. */
  letGo() {
    this.piece?.element.classList.remove("lifted-from");
    this.held = null;
    this.meant = null;
    this.offered = null;
    this.posed.forget();
    this.desk.fights(null);
  }

  clear() {
    this.letGo();
    this.piece = null;
    super.clear();
  }

  /** Everything the selection shows on the table. */
  draw() {
    const { choices, board } = this;
    this.goals = new Map();
    board.choose(this.idle ? [] : this.group, this.idle ? [] : choices.able);
    this.marked = [];
    showSpots(this);
    showHeld(this);
    this.desk.redraw();
  }

  /**
   * Where a counter stands, or would if it were taken from beside the table.
   * @param {number} id
   * @returns {{pose: Pose, base: import("./cloth.js").Footprint} | null}
   */
  stands(id) {
    const counter = this.counter(id);
    if (!counter?.base) return null;
    const pose = counter.place ? poseOf(counter.place) : this.beside();
    return { pose, base: counter.base };
  }

  /** The pose of what comes from beside the table: as the ways for it front. */
  beside() {
    const first = this.ways.find((way) => way.ends.length > 0)?.ends[0].place;
    const { width, depth } = this.cloth.table;
    return { x: width / 2, y: depth / 2, heading: first?.heading ?? 0 };
  }

  /** The outer front corners of the front rank. @returns {{at: Point, hand: "left" | "right"}[]} */
  hinges() {
    const all = this.group.flatMap((id) => this.stands(id) ?? []);
    if (all.length === 0) return [];
    const q = ahead(all[0].pose.heading);
    const along = (/** @type {Point} */ p) => p.x * q.x + p.y * q.y;
    const across = (/** @type {Point} */ p) => -p.x * q.y + p.y * q.x;
    const front = Math.max(...all.map(({ pose }) => along(pose)));
    const rank = all
      .filter(({ pose }) => along(pose) > front - 10)
      .flatMap(({ pose, base }) => corners(pose, base).slice(0, 2));
    rank.sort((a, b) => across(a) - across(b));
    return [
      { at: rank[0], hand: "left" },
      { at: rank[rank.length - 1], hand: "right" },
    ];
  }

  /**
   * Holds the first of those selected at a pose: shows where it would stand, and asks about it.
   * @param {Pose} pose
   */
  hold(pose) {
    const rounded = {
      x: Math.round(pose.x),
      y: Math.round(pose.y),
      heading: Math.round(pose.heading + 360_000) % 360_000,
    };
    this.held = rounded;
    this.offered = null;
    const near = this.piece || this.abreast ? null : this.nearest(rounded, DRAWS);
    if (near) {
      void this.foresee_fights(near);
      this.posed.forget();
      this.meant = near;
    } else {
      this.posed.ask(this.about(rounded), (way) => this.heard(way));
    }
    showHeld(this);
  }

  /**
   * The way that ends nearest to a pose, if one is near enough.
   * @param {Pose} pose
   * @param {number} within
   * @param {(end: Pose, pose: Pose) => number} [off] how far off an end is
   */
  nearest(pose, within, off = apart) {
    const ways = this.ways.filter((way) => way.ends.length > 0);
    const best = ways.reduce(
      (/** @type {{way: Way | null, far: number}} */ best, way) => {
        const far = off(way.ends[0].place, pose);
        return far < best.far ? { way, far } : best;
      },
      { way: null, far: within },
    );
    return best.way;
  }

  /** What is asked about a pose. @param {Pose} pose */
  about({ x, y, heading }) {
    const files = this.abreast ? `&abreast=${this.abreast}` : "";
    const what = this.piece ? `piece=${this.piece.id}` : `counters=${this.group.join()}${files}`;
    return `/posed?${what}&x=${x}&y=${y}&heading=${heading}`;
  }

  /**
   * The fights that a way of the list would lead to.
   * @param {Way} way
   */
  async foresee_fights(way) {
    /** @type {import("./types.js").Bout[]} */
    const bouts = await this.match.keep("/bouts", { orders: way.orders }).catch(() => []);
    if (this.meant !== way) return;
    const led = way.ends.map(({ counter }) => counter);
    this.desk.fights(bouts.filter((bout) => bout.counters.some((id) => led.includes(id))));
  }

  /** How far off an end is of what is pushed there from where it stands: ends behind it are not meant. */
  pushed() {
    const from = this.stands(this.group[0])?.pose;
    return (/** @type {Pose} */ end, /** @type {Pose} */ to) => {
      const onward = from && (end.x - from.x) * (to.x - from.x) + (end.y - from.y) * (to.y - from.y) > 0;
      return onward ? short(end, to) : apart(end, to);
    };
  }

  /** @param {Way | null} way */
  heard(way) {
    const free = !this.piece && !this.abreast;
    const near = way?.objection && this.held && free ? this.nearest(this.held, PUSHED, this.pushed()) : null;
    this.meant = near ?? way;
    if (near) void this.foresee_fights(near);
    else this.desk.fights(way?.objection ? [] : (way?.bouts ?? []));
    showHeld(this);
  }

  /** Waits until it is known where those in the hand may be led, and what the last pose comes to. */
  async known() {
    let found;
    do {
      ({ found } = this);
      await found;
      await this.posed.answered();
    } while (found !== this.found);
  }

  /** Puts down what is held: where it may stand, or back, with the reason and the nearest place that may be had. */
  async putDown() {
    await this.known();
    const { meant, held } = this;
    if (!held) return;
    if (meant && !meant.objection) {
      await this.lead(meant);
      return;
    }
    const name = this.piece?.name ?? this.counter(this.group[0])?.name ?? "It";
    this.held = null;
    this.meant = null;
    this.offered = this.piece ? null : this.nearest(held, Infinity);
    this.desk.fights(null);
    if (meant?.objection) this.desk.why(`Not there: ${name}`, meant.objection);
    else announce("Nobody could say what that comes to. Try again.");
    showHeld(this);
    this.desk.redraw();
  }

  /** What is left lying somewhere waits for a word; where it may not stand is said at once, with the nearest place. */
  async rest() {
    await this.known();
    if (!this.held) return;
    if (!this.meant || this.meant.objection) {
      await this.putDown();
      return;
    }
    this.desk.redraw();
    announce(this.meant.text);
  }

  /** Puts what is held back where it stood. */
  release() {
    this.letGo();
    this.draw();
  }

  /**
   * Shows where a way of the list ends, or what is held once more.
   * @param {Way | null} way
   */
  preview(way) {
    if (this.held) return;
    this.meant = way;
    showHeld(this);
  }

  /** @param {Event} event */
  list(event) {
    this.listing = event.target instanceof HTMLDetailsElement && event.target.open;
  }

  listMore() {
    this.more = true;
    this.desk.redraw();
  }

  /** @param {Way} way */
  async lead(way) {
    this.letGo();
    await this.give(way.orders, way.text);
  }

  /**
   * Takes a counter: does the one thing there is to do with it, or selects it.
   * @param {number} id
   */
  take(id) {
    const immediate = this.choices.immediate(id);
    if (immediate) return this.play(immediate);
    if (id !== this.selected || this.group.length > 1) this.select(id);
    return Promise.resolve();
  }

  /**
   * A click, tap or Enter on the table.
   * @param {Aim & {at?: Point}} aim
   */
  async point(aim) {
    const { counter, at } = aim;
    const there = this.counter(counter);
    this.desk.inspect(there?.place ?? null);
    if (this.idle || !this.match.ours) return undefined;
    if (there && this.choices.able.has(there.id)) return this.take(there.id);
    if (!at) return this.clear();
    if (this.piece) {
      this.hold({ ...at, heading: (this.held ?? this.piece.at).heading });
      return this.putDown();
    }
    if (this.group.length > 0 && this.led(this.group[0])) return this.sendTo(at, Boolean(aim.touch));
    const free = this.choices.all.filter((c) => c.counter === null && c.place !== null);
    const far = (/** @type {string | null} */ place) => {
      const pose = poseOf(place ?? "");
      return Math.hypot(pose.x - at.x, pose.y - at.y);
    };
    const near = free.filter((c) => far(c.place) < POINTS).sort((a, b) => far(a.place) - far(b.place));
    if (near.length > 0) return this.desk.ask(near.slice(0, 8), "Here");
    if (there) return this.whyNot.ask(there.place ?? "", there.id);
    return this.clear();
  }

  /**
   * Leads those selected to a point of the table; a finger sees first where that is.
   * @param {Point} at
   * @param {boolean} touch
   */
  async sendTo(at, touch) {
    const first = this.stands(this.group[0]);
    if (!first) return;
    const same = this.meant && this.held && Math.hypot(this.held.x - at.x, this.held.y - at.y) < SNAPS;
    if (touch && same) return this.putDown();
    // What is pointed at is the middle of the base, not its front.
    const q = ahead(first.pose.heading);
    const [x, y] = [at.x + (q.x * first.base.depth) / 2, at.y + (q.y * first.base.depth) / 2];
    this.hold({ x, y, heading: first.pose.heading });
    return touch ? this.rest() : this.putDown();
  }

  /** What the pointer passes over: the odds there. @param {string | null} _hex @param {number | null} [counter] */
  pass(_hex, counter = null) {
    const weighed = counter === null ? null : this.choices.of(counter).find((c) => c.weighed);
    return this.desk.weigh(weighed ?? null);
  }

  /**
   * Carries what is held a step, by keys.
   * @param {number} dx
   * @param {number} dy
   * @param {number} turn
   */
  nudge(dx, dy, turn) {
    if (this.piece) {
      const { x, y, heading } = this.held ?? this.piece.at;
      this.hold({ x: x + dx, y: y + dy, heading: heading + turn });
      void this.sayHeld();
      return true;
    }
    const first = this.group[0] === undefined ? null : this.stands(this.group[0]);
    if (!first || !this.led(this.group[0])) return false;
    const from = this.held ?? first.pose;
    const hinge = turn === 0 ? null : this.hinges()[turn > 0 ? 1 : 0];
    const about = hinge && !this.held ? hinge.at : from;
    const spun = turned(from, about, turn);
    this.hold({ ...spun, x: spun.x + dx, y: spun.y + dy });
    void this.sayHeld();
    return true;
  }

  /** Says what holding it there comes to, once that is known. */
  async sayHeld() {
    await this.posed.answered();
    const { meant } = this;
    if (!meant) return;
    const reach = meant.reach ? `${this.cloth.reading(meant.reach)}. ` : "";
    announce(`${reach}${meant.objection?.why ?? meant.text}`);
    this.desk.redraw();
  }
}
