/**
 * The head of the table: title, turn track, sides with clocks, and the buttons about the table.
 * @module
 */

import { levelWords } from "./computer.js";
import { h, put, s } from "./dom.js";
import { disposes } from "./seats.js";
import { clockWords, count } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Scene} Scene */

/** The head of the page at the table. */
export class Banner {
  /**
   * @param {(HTMLElement | null)[]} buttons
   * @param {(side: import("./types.js").Seat) => void} seat asks who shall lead a side
   */
  constructor(buttons, seat) {
    this.seat = seat;
    /** The plate of the side the computer thinks for. @type {HTMLElement | null} */
    this.thinker = null;
    /** @type {HTMLElement[]} */
    this.plates = [];
    this.title = h("h1");
    this.house = h("span");
    this.track = h("div", { class: "tracks" });
    this.sides = h("div", { class: "sides" });
    // On a phone the head is one line, and what is done about the table waits behind this.
    this.more = h(
      "button",
      {
        class: "unfold quiet",
        "aria-label": "Undo, replay, rules, menu",
        "aria-expanded": "false",
        "aria-controls": "table-nav",
        onclick: () => this.unfold(),
      },
      s("svg", { viewBox: "-9 -8 18 16", "aria-hidden": "true" }, s("path", { d: "M-7-5H7M-7 0H7M-7 5H7" })),
    );
    this.element = h(
      "header",
      { class: "banner" },
      h(
        "a",
        { class: "brand", href: "#/", title: "To the lobby" },
        h("span", { class: "long" }, "Strategikon"),
        h("span", { class: "short", "aria-hidden": "true" }, "Σ"),
      ),
      this.title,
      this.house,
      this.track,
      this.sides,
      this.more,
      h("nav", { "aria-label": "Table", id: "table-nav", onclick: () => this.unfold(false) }, ...buttons),
    );
    /** @type {{element: HTMLElement, ms: number, runs: boolean, side: string}[]} */
    this.clocks = [];
    this.since = 0;
  }

  /** @param {boolean} [out] */
  unfold(out) {
    const now = this.element.classList.toggle("unfolded", out);
    this.more.setAttribute("aria-expanded", String(now));
    return now;
  }

  /** The side whose time is up. */
  late() {
    const gone = performance.now() - this.since;
    return this.clocks.find((clock) => clock.runs && clock.ms <= gone)?.side ?? null;
  }

  /**
   * @param {View} view
   * @param {Scene} scene of the moment shown
   * @param {() => void} explain tells what is of the house
   */
  show(view, scene, explain) {
    const house = [scene.landscape.house, ...view.card.house].filter(Boolean).length > 0;
    put(this.title, h("span", null, scene.title), " ", h("small", null, scene.subtitle));
    const mark = { class: "house quiet", onclick: explain, title: "Not everything here is of the rulebook" };
    put(this.house, house && h("button", { ...mark, "aria-label": "House values: what is not of the rulebook" }, "⌂"));
    put(
      this.track,
      // The first is that of the turns; the panel has the others.
      ...scene.tracks.slice(0, 1).map((track) => {
        const now =
          track.at === null ? "not begun" : `${track.spaces[track.at]} of ${track.spaces[track.spaces.length - 1]}`;
        const spaces = track.spaces.map((space, i) =>
          h("li", { class: i === track.at ? "now" : track.at !== null && i < track.at ? "done" : null }, space),
        );
        const long = track.spaces.length > 11;
        return h(
          "div",
          { class: "track-of" },
          h(
            "p",
            { class: "turn-now" },
            `${track.name} ${now}`,
            track.house && h("span", { class: "house", title: "Its length is of the house" }, " ⌂"),
          ),
          h(
            "ol",
            {
              class: long ? "track long" : "track",
              "data-of": track.at === null ? count(track.spaces.length, "turn") : `of ${track.spaces.length}`,
              "aria-hidden": "true",
            },
            ...spaces,
          ),
        );
      }),
    );
    this.clocks = [];
    this.since = performance.now();
    this.thinker = null;
    const plates = scene.sides.map((side, i) => {
      const seat = view.seats.find((s) => s.name === side.name) ?? view.seats[i];
      const present = scene === view.scene;
      const moves =
        present && view.turn.over
          ? false
          : present && view.turn.side
            ? view.turn.side === side.name
            : scene.to_act === i;
      const clock =
        seat && seat.clock_ms !== null && seat.clock_ms !== undefined ? h("time", { class: "clock" }) : null;
      if (clock && seat)
        this.clocks.push({ element: clock, ms: seat.clock_ms ?? 0, runs: seat.running ?? moves, side: seat.side });
      const thinks = Boolean(present && seat && !view.turn.over && view.thinking?.side === seat.side);
      const words = [
        h("span", { class: "name" }, side.name),
        " ",
        (side.strength > 0 || scene.counters.some((c) => c.place)) && h("b", null, String(side.strength)),
        this.leader(view, seat),
        clock,
        moves && h("span", { class: "unseen" }, " to move"),
        thinks && h("span", { class: "unseen" }, ", thinking"),
      ];
      const pressed = Boolean(seat && disposes(view, seat));
      const plate = this.plate(i, pressed ? (seat?.side ?? null) : null);
      plate.className = `side side${i}${moves ? " moves" : ""}${thinks ? " thinks" : ""}`;
      plate.title = side.standing;
      put(plate, ...words, pressed && h("span", { class: "unseen" }, ": who leads it?"));
      if (thinks) this.thinker = plate;
      return plate;
    });
    // A plate that stays in its place can be pressed while the computer's moves go on.
    if (plates.some((plate, i) => this.sides.children[i] !== plate)) put(this.sides, ...plates);
    this.tick();
  }

  /**
   * The plate of a side, the same one as long as it is of the same kind.
   * @param {number} i
   * @param {import("./types.js").Seat | null} seat whose leader it asks for; null if that is not the visitor's to say
   * @returns {HTMLElement}
   */
  plate(i, seat) {
    const old = this.plates[i];
    if (old && (old.tagName === "BUTTON") === (seat !== null)) return old;
    const plate =
      seat === null ? h("span") : h("button", { "aria-haspopup": "dialog", onclick: () => this.seat(seat) });
    this.plates[i] = plate;
    return plate;
  }

  /**
   * Who leads a side, as its plate says it.
   * @param {View} view
   * @param {import("./types.js").SeatCard | undefined} seat
   */
  leader(view, seat) {
    const theirs = seat && !view.owns?.includes(seat.side);
    if (seat?.computer) {
      const name = levelWords(seat.computer);
      return h(
        "span",
        { class: "player level", title: "Led by the computer" },
        h("span", { class: "unseen" }, "computer, "),
        h("span", { class: "who" }, theirs && seat.player ? `${seat.player}’s ${name}` : name),
      );
    }
    if (!seat?.player || view.you.length === 2) return null;
    return h(
      "span",
      { class: "player" },
      seat.online && view.owns?.length !== 2 ? h("i", { class: "online", title: "here" }) : null,
      h("span", { class: "who" }, view.you.includes(seat.side) ? "you" : seat.player),
    );
  }

  /** @param {number} share of the computer's time for the turn */
  progress(share) {
    this.thinker?.style.setProperty("--p", `${Math.round(share * 100)}%`);
  }

  /** Runs the clocks on. */
  tick() {
    const gone = performance.now() - this.since;
    for (const { element, ms, runs } of this.clocks) {
      const left = runs ? ms - gone : ms;
      element.textContent = clockWords(left);
      element.classList.toggle("low", left < 60_000);
    }
  }
}
