/**
 * The turn is told: the enemy's deeds one by one at the pace the player sets, with a caption and controls that never move,
 * and again at will from a list. Of our own deeds only fights are told, in passing.
 * @module
 */

import { deedsOf, lastTurnOf } from "./deeds.js";
import { announce, h, put, s } from "./dom.js";
import { pathsOf } from "./motion.js";
import { faster, PACES, pace, setPace, timeFor } from "./pace.js";
import { bringIntoSight } from "./sight.js";
import { captionOf, cardOf, itemOf } from "./talewords.js";
import { still } from "./theme.js";
import { count } from "./words.js";

/** @typedef {import("./deeds.js").Deed} Deed */
/** @typedef {import("./types.js").LogEntry} LogEntry */
/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./pace.js").Pace} Pace */
/** @typedef {{deed: Deed, before: Scene | null, after: Scene | null}} Step what is told, and the boards before and after it where they are at hand */

/** Signs of the controls, drawn by ourselves. */
const SIGNS = {
  pause: "M-5-6h3.500v12h-3.500zM1.500-6h3.500v12h-3.500z",
  play: "M-5-7L7 0L-5 7z",
  next: "M-7-6L2 0L-7 6zM3-6h3v12h-3z",
  faster: "M-8-6L-1 0L-8 6zM0-6L7 0L0 6z",
};

/** On a small screen a deed is seen at this scale. */
const NEAR = 0.95;

/** So long a fight of our own stays told, in milliseconds. */
const LINGERS = 4200;

/** @param {keyof typeof SIGNS} name */
function sign(name) {
  return s("svg", { class: "sign", viewBox: "-9 -8 18 16", "aria-hidden": "true" }, s("path", { d: SIGNS[name] }));
}

/** The tale of a turn, beside and below the board. */
export class Tale {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    /** What is told of the turn. @type {Step[]} */
    this.steps = [];
    this.at = -1;
    /** Whether the enemy's turn is told as it goes, told again, or nothing is told. @type {"live" | "again" | "off"} */
    this.mode = "off";
    this.paused = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** Whether all is told that is known, and more is awaited. */
    this.waiting = true;
    /** Whether nothing is told until it is our move. */
    this.skipping = false;
    /** Whether the board shows an earlier moment. */
    this.rewound = false;
    /** The deeds of the last turn, as long as it is the last. @type {{last: LogEntry, count: number, deeds: Deed[]} | null} */
    this.known = null;
    /** Where the board was looked at from before it came nearer. @type {{x: number, y: number, scale: number} | null} */
    this.seenFrom = null;
    /** Counts the steps shown, so that a board that comes late is not shown over a later one. */
    this.shown = 0;
    this.caption = h("p", { class: "caption", role: "status", "aria-live": "polite" });
    const press = (
      /** @type {keyof typeof SIGNS} */ name,
      /** @type {string} */ words,
      /** @type {() => void} */ act,
    ) => h("button", { class: name, "data-tale": name, onclick: act }, sign(name), h("span", null, words));
    this.pauseButton = press("pause", "Pause", () => this.toggle());
    this.pauseButton.classList.add("go");
    this.nextButton = press("next", "Next", () => this.next());
    this.fasterButton = press("faster", "Faster", () => this.hurry());
    this.skipButton = h(
      "button",
      { class: "skip", "data-tale": "skip", onclick: () => this.skip() },
      "Skip to my move",
    );
    this.gone = h("i");
    this.count = h("output", { class: "step-count" });
    this.choice = h(
      "select",
      {
        "aria-label": "Pace",
        title: "How turns are told",
        onchange: () => this.choose(/** @type {Pace} */ (this.choice.value)),
      },
      ...Object.entries(PACES).map(([name, words]) => h("option", { value: name }, words)),
    );
    this.bar = h(
      "section",
      { class: "told-bar", "aria-label": "As it happens", hidden: true },
      this.caption,
      h(
        "div",
        { class: "controls", role: "group", "aria-label": "How it is told" },
        this.pauseButton,
        this.nextButton,
        this.fasterButton,
        this.skipButton,
        h("span", { class: "gone", "aria-hidden": "true" }, this.gone),
        this.count,
        h("label", { class: "pace" }, h("span", null, "Pace"), this.choice),
      ),
    );
    this.head = h("h2", { class: "phase" });
    this.card = h("div", { class: "told-card" });
    this.list = h("ol", { class: "deeds", "aria-label": "What the enemy did" });
    this.whose = h("h3", null, "What the enemy did");
    this.foot = h("p", { class: "soft told-foot" });
    this.panel = h(
      "section",
      { class: "told-panel", "aria-label": "The turn, as it happened", hidden: true },
      this.head,
      this.card,
      this.whose,
      this.list,
      this.foot,
    );
    /** Opens the tale of the last turn; it stands in the panel when there is one to tell. */
    this.again = h("button", { class: "again", "data-focus": "again", hidden: true, onclick: () => this.tellAgain(0) });
  }

  get match() {
    return this.table.match;
  }

  /** The side that listens; null for whoever looks on or leads both. @returns {string | null} */
  get mine() {
    const { you, turn, seats } = this.match.view;
    if (you.length === 1) return you[0];
    if (you.length === 2) return seats.find((seat) => seat.name === turn.side)?.side ?? null;
    return null;
  }

  /**
   * What is new, as deeds to be told; to be called before the board shows it.
   * @param {LogEntry[]} fresh
   * @returns {Deed[]}
   */
  hear(fresh) {
    if (this.mode === "again" && fresh.length > 0) this.close();
    this.rewound = false;
    const deeds = fresh.length > 0 && fresh.length < 400 ? deedsOf(fresh) : [];
    this.table.telling.remember(deeds);
    return deeds;
  }

  /**
   * Tells what is new, once the board shows it.
   * @param {Deed[]} deeds
   * @param {Scene | null} before
   * @param {Scene} after
   */
  tell(deeds, before, after) {
    const { match } = this;
    const own = match.view.you.length === 2 || (this.mine !== null && deeds.some((deed) => deed.side === this.mine));
    // Whoever acts himself has heard enough; what he did elsewhere is passed over while more of the enemy waits.
    const more = this.mode === "live" && match.due.length > 0;
    if (deeds.length > 0 && own && this.mode === "live" && !more) this.close();
    this.offer();
    const quiet = pace() === "none" || document.hidden || this.skipping;
    if (match.ours || match.view.turn.over) this.skipping = false;
    if (deeds.length === 0) {
      if (this.mode === "live" && this.waiting) this.conclude();
    } else if (own && more) this.waiting = true;
    else if (own || quiet) this.inPassing(deeds, before, after);
    else {
      if (this.mode !== "live") this.open("live");
      for (const deed of deeds) this.add({ deed, before, after });
      match.held = true;
      if (this.waiting) this.go(Math.max(0, this.steps.length - deeds.length));
      else this.showCount();
    }
  }

  /**
   * One more deed of the turn; with another turn the list begins anew.
   * @param {Step} step
   */
  add(step) {
    if (this.waiting && this.steps.some(({ deed }) => deed.turn !== step.deed.turn)) {
      this.steps = [];
      this.at = -1;
      put(this.list);
    }
    this.steps.push(step);
    const i = this.steps.length - 1;
    this.list.append(itemOf(step.deed, i, () => this.pick(i)));
  }

  /**
   * A fight is told where it is fought, and stays a while; nobody waits for it.
   * @param {Deed[]} deeds
   * @param {Scene | null} before
   * @param {Scene} after
   */
  inPassing(deeds, before, after) {
    const { telling } = this.table;
    const fight = deeds.findLast((deed) => deed.weight === "fight" && (deed.sum || deed.who.length > 0));
    clearTimeout(this.timer);
    this.timer = undefined;
    if (!fight || !before) {
      telling.clear();
      return;
    }
    telling.show(fight, before, after);
    this.timer = setTimeout(() => this.mode === "off" && (telling.clear(), (this.timer = undefined)), LINGERS);
  }

  /** @param {"live" | "again"} mode */
  open(mode) {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.mode = mode;
    this.steps = [];
    this.at = -1;
    this.waiting = true;
    this.paused = pace() === "step";
    put(this.list);
    put(this.card);
    put(this.caption);
    this.choice.value = pace();
    this.pin(true);
    this.bar.hidden = false;
    this.panel.hidden = false;
    this.table.page.classList.add("telling");
    this.skipButton.textContent = mode === "again" ? "Back to the present" : "Skip to my move";
    const whose = this.match.view.you.length === 1 ? "What the enemy did" : "What happened";
    this.whose.textContent = whose;
    this.list.setAttribute("aria-label", whose);
    this.showPause();
  }

  /**
   * On a phone the drawer under the tale keeps its height, so that the board keeps its own.
   * @param {boolean} fast
   */
  pin(fast) {
    const { element } = this.table.side;
    const high = fast && matchMedia("(max-width: 760px)").matches ? `${element.offsetHeight}px` : "";
    element.style.height = high;
    element.style.maxHeight = high;
  }

  /** The tale ends, and the board is the present one. */
  close() {
    const { table, mode } = this;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.mode = "off";
    this.shown += 1;
    const had = this.bar.contains(document.activeElement) || this.panel.contains(document.activeElement);
    this.bar.hidden = true;
    this.panel.hidden = true;
    this.pin(false);
    table.page.classList.remove("telling");
    table.telling.clear();
    if (this.seenFrom) {
      Object.assign(table.board.camera, this.seenFrom);
      table.board.camera.apply();
      this.seenFrom = null;
    }
    if (mode === "again") table.hand.idle = false;
    if (mode === "again" || this.rewound) {
      this.rewound = false;
      table.changed([]);
    }
    // Many deeds that nobody waits for any more are one step to the present.
    if (this.skipping) void this.match.catchUp();
    else this.match.release();
    if (had) table.board.frame.focus({ preventScroll: true });
    this.offer();
    table.conclude();
  }

  /** Offers the tale of the last turn, if there is one. */
  offer() {
    const { view, log } = this.match;
    const any = this.mode === "off" && this.table.back === null ? this.lastTurn(log).length : 0;
    this.again.hidden = any === 0;
    if (any > 0) {
      const enemy = view.turn.over || view.you.length !== 1 ? "What happened last turn" : "What the enemy did";
      put(this.again, sign("play"), h("span", null, `${enemy}: ${count(any, "deed")}`));
    }
  }

  /** @param {LogEntry[]} log */
  lastTurn(log) {
    const entries = lastTurnOf(log.slice(-1500), this.mine);
    const last = entries[entries.length - 1];
    if (!last) return [];
    if (this.known?.last !== last || this.known.count !== entries.length)
      this.known = { last, count: entries.length, deeds: deedsOf(entries) };
    return this.known.deeds;
  }

  /**
   * Tells the last turn again, from one of its deeds on.
   * @param {number} from
   */
  tellAgain(from) {
    const deeds = this.lastTurn(this.match.log);
    if (deeds.length === 0) return;
    if (this.table.back !== null) this.table.lookAt(null);
    this.open("again");
    this.table.hand.idle = true;
    this.table.hand.draw();
    this.steps = deeds.map((deed) => ({ deed, before: null, after: null }));
    put(this.list, ...deeds.map((deed, i) => itemOf(deed, i, () => this.pick(i))));
    this.table.side.draw(false);
    if (pace() === "none") this.paused = true;
    this.showPause();
    this.go(from);
    this.pauseButton.focus({ preventScroll: true });
  }

  /**
   * A click on a deed tells it again.
   * @param {number} i
   */
  pick(i) {
    if (this.mode === "off") return;
    this.paused = true;
    this.showPause();
    this.go(i);
  }

  /**
   * Shows a step, and goes on after its time.
   * @param {number} i
   */
  go(i) {
    clearTimeout(this.timer);
    this.timer = undefined;
    const step = this.steps[i];
    if (!step) {
      this.conclude();
      return;
    }
    this.at = i;
    this.waiting = false;
    this.shown += 1;
    this.showWords(step.deed);
    void this.showBoard(step, this.shown);
    if (!this.paused) this.wait(step.deed);
  }

  /** @param {Deed} deed */
  wait(deed) {
    clearTimeout(this.timer);
    const time = timeFor(deed.weight);
    this.timer = Number.isFinite(time) ? setTimeout(() => this.go(this.at + 1), time) : undefined;
  }

  /** All is told that is known: the next may come, or it is our move. */
  conclude() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waiting = true;
    if (this.mode === "again") {
      this.paused = true;
      this.showPause();
      return;
    }
    // What waited comes now, and may be told at once.
    this.match.release();
    if (this.mode !== "live" || this.match.held) return;
    const { ours, thinker, view } = this.match;
    if (ours || view.turn.over) this.close();
    else this.foot.textContent = thinker ? "The computer thinks on." : "Waiting for the enemy.";
  }

  /**
   * Caption, card and list of a step. Nothing of it changes its size.
   * @param {Deed} deed
   */
  showWords(deed) {
    const { view } = this.match;
    const seat = view.seats.find((each) => each.side === deed.side);
    put(this.caption, ...captionOf(deed, view.seats));
    this.head.textContent = [seat?.name, deed.label].filter(Boolean).join(" · ");
    const ours = this.mine === null || deed.side === null || deed.side === this.mine;
    put(this.card, cardOf(deed, ours));
    const [card, lit] = [this.card.firstElementChild, this.card.querySelector(".bars li.lit")];
    // The row that came up is in sight, however long the sum.
    if (card && lit instanceof HTMLElement)
      card.scrollTop = Math.max(0, lit.offsetTop + lit.offsetHeight + 40 - card.clientHeight);
    [...this.list.children].forEach((item, i) => {
      item.classList.toggle("told-now", i === this.at);
      item.classList.toggle("to-come", i > this.at);
      item.firstElementChild?.removeAttribute("aria-current");
      if (i !== this.at) return;
      item.firstElementChild?.setAttribute("aria-current", "step");
      const [top, bottom] = [
        /** @type {HTMLElement} */ (item).offsetTop,
        /** @type {HTMLElement} */ (item).offsetHeight,
      ];
      const { list } = this;
      if (top < list.scrollTop || top + bottom > list.scrollTop + list.clientHeight)
        list.scrollTop = top - list.clientHeight / 2;
    });
    this.foot.textContent =
      this.mode === "again" ? "A click on a deed tells it again; Esc comes back." : "A click on a deed tells it again.";
    this.showCount();
  }

  showCount() {
    const [at, all] = [this.at + 1, this.steps.length];
    const more = this.mode === "live" && (this.match.due.length > 0 || this.match.thinker !== null);
    this.count.textContent = more ? `step ${at}` : `step ${at} of ${all}`;
    this.gone.style.setProperty("--p", `${Math.round((100 * at) / Math.max(1, all + this.match.due.length))}%`);
  }

  /**
   * The deed on the board.
   * @param {Step} step
   * @param {number} turn
   */
  async showBoard(step, turn) {
    const { table, match } = this;
    const { deed } = step;
    // The board at hand is that of the last step; an earlier one has a board of its own.
    if (!step.before || !step.after || this.rewound || this.at < this.steps.length - 1) {
      const moments = await Promise.all([match.moment(deed.first - 1), match.moment(deed.last)]).catch(() => null);
      if (!moments || turn !== this.shown || this.mode === "off") return;
      const [before, after] = moments.map((moment) => ({ ...moment.scene, landscape: match.view.scene.landscape }));
      this.rewound = true;
      table.board.show(before, moments[0].layer);
      table.telling.remember([deed]);
      table.board.show(after, moments[1].layer, pathsOf([{ events: deed.events }]));
      table.hand.draw();
      this.draw(deed, before, after);
      return;
    }
    this.draw(deed, step.before, step.after);
  }

  /**
   * @param {Deed} deed
   * @param {Scene} before
   * @param {Scene} after
   */
  draw(deed, before, after) {
    const { telling, board } = this.table;
    telling.show(deed, before, after);
    // On a small screen the board comes nearer, and goes back when all is told.
    const { camera, frame } = board;
    if (frame.clientWidth < 560 && camera.scale < NEAR) {
      this.seenFrom ??= { x: camera.x, y: camera.y, scale: camera.scale };
      camera.zoom(NEAR / camera.scale);
    }
    bringIntoSight(camera, telling.spots(deed, before, after), this.bar);
    board.frame.classList.toggle("told-still", still());
  }

  showPause() {
    const name = this.paused ? "play" : "pause";
    put(this.pauseButton, sign(name), h("span", null, this.paused ? "Go on" : "Pause"));
    this.fasterButton.disabled = pace() === "quick" && !this.paused;
  }

  toggle() {
    this.paused = !this.paused;
    if (!this.paused && (pace() === "step" || pace() === "none")) this.choose("slow");
    this.showPause();
    const step = this.steps[this.at];
    if (this.paused) {
      clearTimeout(this.timer);
      this.timer = undefined;
    } else if (step) this.wait(step.deed);
    announce(this.paused ? "Paused." : "Going on.");
  }

  next() {
    this.go(this.at + 1);
  }

  hurry() {
    this.choose(faster());
    this.paused = false;
    this.showPause();
    const step = this.steps[this.at];
    if (step) this.wait(step.deed);
  }

  /** @param {Pace} wanted */
  choose(wanted) {
    setPace(wanted);
    this.choice.value = wanted;
    this.paused = wanted === "step";
    this.showPause();
    if (wanted === "none") this.skip();
    else if (wanted !== "step" && this.steps[this.at]) this.wait(this.steps[this.at].deed);
    else clearTimeout(this.timer);
  }

  /** To our move at once. */
  skip() {
    this.skipping = this.mode === "live";
    this.close();
  }

  /**
   * Keys while a turn is told.
   * @param {string} key
   * @param {Element} on
   * @returns {boolean} whether the key meant something
   */
  press(key, on) {
    if (this.mode === "off") return false;
    if (on.closest("button, select") && (key === " " || key === "Enter")) return false;
    /** @type {Record<string, () => void>} */
    const deeds = {
      " ": () => this.toggle(),
      ".": () => this.next(),
      ArrowRight: () => this.next(),
      ",": () => this.go(Math.max(0, this.at - 1)),
      ArrowLeft: () => this.go(Math.max(0, this.at - 1)),
      ">": () => this.hurry(),
      Escape: () => this.skip(),
    };
    deeds[key]?.();
    return deeds[key] !== undefined;
  }
}
