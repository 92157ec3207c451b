/**
 * What lies on the wood beside the cloth of an open table: what is left to be spent, the card of the element picked out, the
 * lost, the dice that fell last, and the switches of what is shown.
 * @module
 */

import { aboutList } from "./cards.js";
import { h, put, s } from "./dom.js";
import { still } from "./theme.js";
import { sentence } from "./words.js";

/** @typedef {import("./types.js").Counter} Counter */

/** Where the pips of a die lie. */
const PIPS = [[], [4], [2, 6], [2, 4, 6], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/**
 * A die with its pips.
 * @param {number} face
 * @param {string} [look]
 */
export function die(face, look = "") {
  const spots = PIPS[face] ?? [];
  return s(
    "svg",
    { class: `pip-die ${look}`, viewBox: "0 0 48 48", role: "img", "aria-label": `die ${face}` },
    s("rect", { x: 2, y: 4, width: 44, height: 43, rx: 9, class: "below" }),
    s("rect", { x: 2, y: 1, width: 44, height: 43, rx: 9, class: "face" }),
    ...spots.map((n) => s("circle", { cx: 12 + 12 * (n % 3), cy: 10.5 + 12 * Math.floor(n / 3), r: 4.4 })),
  );
}

/** The wood beside the cloth. */
export class Beside {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.purse = h("section", { class: "wood-card purse", hidden: true });
    this.picked = h("section", { class: "wood-card picked", hidden: true, "aria-live": "off" });
    this.lost = h("section", { class: "wood-card lost" });
    this.dice = h("div", { class: "lying", "aria-hidden": "true" });
    this.element = h("aside", { class: "beside", "aria-label": "Beside the table" });
    /** The element under the pointer. @type {number | null} */
    this.hovered = null;
  }

  /** @param {HTMLElement} switches */
  lay(switches) {
    put(this.element, this.purse, switches, this.picked, this.lost, this.dice);
  }

  show() {
    const scene = this.table.board.scene ?? this.table.match.view.scene;
    this.showPurse(scene);
    this.showPicked();
    this.showLost(scene);
  }

  /**
   * What is left to be spent this turn, one token for each.
   * @param {import("./types.js").Scene} scene
   */
  showPurse(scene) {
    const card = scene.cards.find(({ kind }) => kind === "pips");
    const track = scene.tracks.find(({ name }) => name === "PIPs");
    this.purse.hidden = !card || !track;
    if (!card || !track) return;
    const left = track.at === null ? 0 : track.at + 1;
    const tokens = track.spaces.map((_, i) => h("i", { class: i < left ? "token" : "token spent" }));
    put(
      this.purse,
      h("h3", null, track.name),
      h("p", { class: "left" }, h("b", null, String(left)), " left"),
      h("div", { class: "tokens", role: "img", "aria-label": card.title }, ...tokens),
    );
    this.purse.title = card.text;
  }

  /** @param {number | null} id */
  hover(id) {
    this.hovered = id;
    this.showPicked();
  }

  /** The card of the element picked out or pointed at: itself, large, its figures, what it has done and may do. */
  showPicked() {
    const { hand, board } = this.table;
    const scene = board.scene ?? this.table.match.view.scene;
    const counter = scene.counters.find((c) => c.id === (this.hovered ?? hand.selected)) ?? null;
    this.picked.hidden = counter === null;
    if (!counter) return;
    const deeds = new Set(hand.idle ? [] : hand.choices.of(counter.id).map((choice) => choice.kind));
    const marks = counter.seals.filter((seal) => seal !== "active");
    put(
      this.picked,
      h("h3", null, counter.id === hand.selected ? "Picked out" : (scene.sides[counter.side]?.name ?? "")),
      this.portrait(counter),
      h("h4", null, counter.name),
      marks.length > 0 && h("p", { class: "marks" }, ...marks.map((mark) => h("span", null, mark))),
      aboutList(counter),
      deeds.size > 0 && h("p", { class: "deeds" }, sentence(`it may ${[...deeds].join(", ")}`)),
    );
  }

  /**
   * The base itself, several times as large as on the table.
   * @param {Counter} counter
   */
  portrait(counter) {
    const original = this.table.board.counters.querySelector(`#c${counter.id} .turned`);
    const { width, depth } = counter.base ?? { width: 2000, depth: 1000 };
    const [w, d] = [width * 0.04, depth * 0.04];
    const picture = s("svg", {
      class: "portrait",
      viewBox: `${-w / 2 - 4} -14 ${w + 8} ${d + 22}`,
      "aria-hidden": "true",
    });
    if (original) {
      const copy = /** @type {SVGGElement} */ (original.cloneNode(true));
      copy.removeAttribute("transform");
      picture.append(copy);
    } else {
      picture.append(s("use", { href: `#b${Math.min(counter.side, 1)}-${counter.glyph}`, y: d / 2 }));
    }
    return picture;
  }

  /**
   * The lost of either side, and how many decide the day.
   * @param {import("./types.js").Scene} scene
   */
  showLost(scene) {
    const goal = scene.cards.find(({ kind }) => kind === "goal");
    const fallen = scene.boxes.filter(({ name }) => / lost$/.test(name));
    const began = scene.counters.some((c) => c.place);
    this.lost.hidden = !began;
    put(
      this.lost,
      h("h3", null, "Lost elements"),
      ...scene.sides.map((side, i) => {
        const there = fallen.find((box) => box.side === i)?.counters ?? [];
        const gone = there.flatMap((id) => scene.counters.filter((c) => c.id === id));
        const slots = Array.from({ length: Math.max(4, gone.length) }, (_, n) => {
          const counter = gone[n];
          return h(
            "span",
            { class: counter ? "slot full" : "slot", title: counter?.name ?? null },
            counter && s("svg", { viewBox: "-42 -34 84 68" }, s("use", { href: `#b${i}-${counter.glyph}` })),
          );
        });
        return h(
          "div",
          { class: `toll of${i}` },
          h("span", { class: "name" }, side.name),
          h("small", null, side.standing),
          h("span", { class: "slots", role: "img", "aria-label": side.standing }, ...slots),
        );
      }),
      goal && h("p", { class: "soft" }, goal.text),
    );
  }

  /**
   * The dice that fell last stay where they fell.
   * @param {number[]} faces
   */
  throw(faces) {
    const sides = faces.length === 2 ? ["first", "second"] : [""];
    put(this.dice, ...faces.slice(-3).map((face, i) => die(face, `${sides[i] ?? ""}${still() ? "" : " falls"}`)));
  }
}
