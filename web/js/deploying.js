/**
 * Deployment: the rest placed automatically, where the enemy is to be expected, facings remembered, counters dragged
 * from their box.
 * @module
 */

import { h, notice, put, s } from "./dom.js";
import { cardboard } from "./tray.js";

/** @typedef {import("./types.js").Order} Order */
/** @typedef {import("./geometry.js").Point} Point */

/** The server takes so many orders at a time. */
const AT_ONCE = 90;

/** A press becomes a drag when it has gone so far. */
const SLACK = 6;

/** What a hand does while its side deploys. */
export class Deploying {
  /** @param {import("./hand.js").Hand} hand */
  constructor(hand) {
    this.hand = hand;
    /** The counter faced last without being asked, that one key may turn. @type {{id: number, entry: number} | null} */
    this.faced = null;
  }

  /** Whether the present side deploys by counters on hexes. */
  get due() {
    return this.hand.choices.kind("muster") !== null && !this.hand.scene.landscape.table;
  }

  /** Whether somebody stands already where the player has put them. */
  get begun() {
    return this.due && this.hand.choices.kind("lift") !== null;
  }

  /** What the button says that deploys automatically. */
  words() {
    return this.begun ? "Deploy the rest automatically" : null;
  }

  /** Places whoever still waits; everybody else stays where they are. */
  async rest() {
    const { match } = this.hand;
    const before = match.view.entry;
    const { orders } = /** @type {{orders: Order[]}} */ (await match.ask("/deployment?rest=true"));
    for (let from = 0; from < orders.length; from += AT_ONCE) {
      const part = orders.slice(from, from + AT_ONCE);
      const at = match.view.entry;
      await this.hand.give(part, "Deploying the rest");
      if (match.view.entry < at + part.length) break;
    }
    match.asOne(before);
    if (orders.length === 0) notice("Nobody is left to be placed.");
  }

  /** A facing asked for is the one given last, if there was one; a key turns it from there. */
  async face() {
    const { hand } = this;
    const { choices, lastFacing, match } = hand;
    this.faced = null;
    if (!this.placing || !choices.facingDue || lastFacing === null || hand.idle) return;
    const same = choices.turns.find((c) => c.facing === lastFacing);
    const id = choices.active?.id;
    if (!same || id === undefined || match.busy) return;
    const before = match.view.entry;
    await hand.play(same);
    if (match.view.entry === before + 1) this.faced = { id, entry: match.view.entry };
  }

  get placing() {
    return this.hand.placing !== null;
  }

  /**
   * Turns the counter that was faced last of itself.
   * @param {number} by sixths of a turn
   * @returns {Promise<boolean>} whether there was one
   */
  async turn(by) {
    const { hand, faced } = this;
    const counter = faced && hand.counter(faced.id);
    if (!faced || !counter || counter.facing === null || hand.match.view.entry !== faced.entry) return false;
    const facing = (counter.facing + by + 6) % 6;
    hand.placing = null;
    await hand.match.undo();
    const choice = hand.choices.turns.find((c) => c.facing === facing);
    if (!choice) return true;
    hand.placing = counter.glyph;
    await hand.play(choice);
    this.faced = { id: faced.id, entry: hand.match.view.entry };
    return true;
  }

  /** Marks on the board where the enemy stands or will stand. */
  async mark() {
    const { hand } = this;
    const { match, board } = hand;
    const group = board.group("enemy", board.under);
    const side = hand.scene.to_act;
    if (!this.due || hand.idle || side === null) {
      put(group);
      return;
    }
    const answer = /** @type {{enemy: string[]} | null} */ (await match.keep("/deployment").catch(() => null));
    const hexes = (answer?.enemy ?? []).filter((hex) => board.layout.holds(hex));
    if (!this.due || hexes.length === 0) {
      put(group);
      return;
    }
    const own = [...new Set(hand.choices.all.flatMap((c) => (c.begins === "placing" && c.place ? [c.place] : [])))];
    const ours = hand.scene.counters.filter((c) => c.side === side && c.place).map((c) => c.place ?? "");
    const from = middle([...own, ...ours].map((hex) => board.layout.centre(hex)));
    const to = middle(hexes.map((hex) => board.layout.centre(hex)));
    const other = 1 - side;
    const name = hand.scene.sides[other]?.name ?? "the enemy";
    put(
      group,
      s("path", { class: `ground side${other}`, d: board.layout.rim(new Set(hexes)) }),
      ...arrow(from, to, name, other),
    );
  }
}

/** @param {Point[]} points */
function middle(points) {
  const sum = points.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }), { x: 0, y: 0 });
  return { x: sum.x / Math.max(1, points.length), y: sum.y / Math.max(1, points.length) };
}

/**
 * An arrow from where one deploys towards the enemy, with his name.
 * @param {Point} from
 * @param {Point} to
 * @param {string} name
 * @param {number} side
 */
function arrow(from, to, name, side) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const far = Math.hypot(dx, dy);
  if (far < 120) return [];
  const turn = (Math.atan2(dy, dx) * 180) / Math.PI;
  const at = { x: from.x + dx * 0.5, y: from.y + dy * 0.5 };
  return [
    s(
      "g",
      { class: `towards side${side}`, transform: `translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})` },
      s("path", { d: "M-60-9H28V-24L66 0 28 24V9H-60z", transform: `rotate(${turn.toFixed(1)})` }),
      s("text", { y: Math.abs(Math.sin((turn * Math.PI) / 180)) > 0.7 ? 5 : 46 }, name),
    ),
  ];
}

/**
 * Lets counters be dragged from their box onto the board.
 * @param {import("./table.js").Table} table
 */
export function dragFromBoxes(table) {
  const { boxes } = table.panel;
  /** @type {{id: number, x: number, y: number, picture: HTMLElement | null} | null} */
  let press = null;
  const over = (/** @type {PointerEvent} */ event) => {
    const { board } = table;
    const box = board.frame.getBoundingClientRect();
    const inside =
      event.clientX > box.left && event.clientX < box.right && event.clientY > box.top && event.clientY < box.bottom;
    return inside ? board.layout.at(board.camera.point(event)) : null;
  };
  boxes.addEventListener("pointerdown", (event) => {
    const pile = event.target instanceof Element ? event.target.closest("button.pile[data-counter]") : null;
    if (!pile || event.button !== 0 || event.pointerType === "touch" || table.open_table) return;
    press = { id: Number(pile.getAttribute("data-counter")), x: event.clientX, y: event.clientY, picture: null };
  });
  const move = (/** @type {PointerEvent} */ event) => {
    if (!press) return;
    const { hand } = table;
    if (!press.picture) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < SLACK) return;
      const counter = hand.counter(press.id);
      if (!counter || hand.idle || !hand.choices.placed.has(press.id)) {
        press = null;
        return;
      }
      press.picture = h("div", { class: "carried", "aria-hidden": "true" }, cardboard(counter));
      document.body.append(press.picture);
      if (hand.selected !== press.id) hand.select(press.id);
    }
    press.picture.style.left = `${event.clientX}px`;
    press.picture.style.top = `${event.clientY}px`;
    hand.pass(over(event));
    event.preventDefault();
  };
  const drop = (/** @type {PointerEvent} */ event) => {
    const dropped = press;
    press = null;
    if (!dropped?.picture) return;
    dropped.picture.remove();
    const hex = event.type === "pointerup" ? over(event) : null;
    if (hex) void table.hand.point({ hex, counter: table.board.stack(hex)[0]?.id ?? null, dropped: true });
  };
  const escape = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape" || !press) return;
    press.picture?.remove();
    press = null;
  };
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", drop);
  document.addEventListener("pointercancel", drop);
  document.addEventListener("keydown", escape);
  return () => {
    document.removeEventListener("pointermove", move);
    document.removeEventListener("pointerup", drop);
    document.removeEventListener("pointercancel", drop);
    document.removeEventListener("keydown", escape);
  };
}
