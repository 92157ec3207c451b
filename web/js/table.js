/**
 * The table: board, panel, log, talk, replay.
 * @module
 */

import { Banner } from "./banner.js";
import { Beside } from "./beside.js";
import { ChatPanel } from "./chat.js";
import { Cursor } from "./cursor.js";
import { dragFromBoxes } from "./deploying.js";
import { announce, h, put, s } from "./dom.js";
import { Fingers } from "./fingers.js";
import { Glass } from "./glass.js";
import { goalLine, GoalStrip } from "./goal.js";
import { readLinks } from "./guide.js";
import { Hand } from "./hand.js";
import { bindKeys } from "./keys.js";
import { LogPanel } from "./log.js";
import { explainHouse, showMenu } from "./menu.js";
import { pathsOf } from "./motion.js";
import { invitation, showInvitation } from "./newgame.js";
import { Overlays } from "./overlays.js";
import { Passing } from "./passing.js";
import { Panel } from "./panel.js";
import { ProfileCard } from "./profile.js";
import { TableCursor, TableFingers } from "./reach.js";
import { Replay } from "./replay.js";
import { resolveAll } from "./resolving.js";
import { RulesPanel } from "./rules.js";
import { showSeat } from "./seats.js";
import { Sidebar } from "./sidebar.js";
import { TableHand } from "./tabletop.js";
import { Tale } from "./tale.js";
import { Telling } from "./telling.js";
import { Threats } from "./threats.js";
import { lightButton, still } from "./theme.js";
import { undoWords } from "./undoing.js";
import { sentence, yours } from "./words.js";

/** @typedef {import("./types.js").LogEntry} LogEntry */

/** One game, played or watched. */
export class Table {
  /**
   * @param {HTMLElement} page
   * @param {import("./match.js").Match} match an open one
   * @param {import("./board.js").Board} board with its map laid
   * @param {(hex: string) => string} ground
   */
  constructor(page, match, board, ground) {
    this.page = page;
    this.match = match;
    this.board = board;
    const game = match.view.scenario.split("/")[0];
    this.panel = new Panel(match, game);
    this.log = new LogPanel((n) => this.lookAt(n));
    this.rules = new RulesPanel(game, h("div", null, goalLine(match.view.card.goal), readLinks(game)));
    this.chat = new ChatPanel(match);
    this.replay = new Replay(match, (n) => this.lookAt(n));
    this.open_table = Boolean(match.view.scene.landscape.table);
    /** @type {Cursor | TableCursor} */
    this.cursor = this.open_table ? new TableCursor(this) : new Cursor(this, ground);
    this.hand = new (this.open_table ? TableHand : Hand)(match, board, {
      why: (title, objection, wayOut) => void this.why(title, objection, wayOut),
      hush: () => this.panel.hush(),
      inspect: (hex) => this.panel.inspect(hex),
      ask: (choices, title) => this.panel.ask(choices, title),
      redraw: () => this.redraw(),
      weigh: (choice) => void this.panel.weigh(choice),
      fights: (bouts) => void this.showBouts(bouts),
      foretell: (route) => void this.panel.foretell(route),
    });
    this.panel.hand = this.hand;
    this.panel.counselled = (reasons) => void this.counsel(reasons);
    const invite = () => match.view.invite ?? invitation(match.id);
    if (invite()) this.panel.invite = () => showInvitation(invite() ?? "");
    const { overlays = [] } = match.view.scene.landscape.table ?? {};
    /** What may be shown over an open table. */
    this.overlays = this.open_table ? new Overlays(this, overlays) : null;
    /** What lies beside an open table. */
    this.beside = this.open_table ? new Beside(this) : null;
    /** What a counter says, when it is asked. */
    this.card = new ProfileCard(this);
    this.glass = new Glass(board);
    this.telling = new Telling(board);
    /** The enemy's turn, told deed by deed. */
    this.tale = new Tale(this);
    this.panel.again = this.tale.again;
    this.panel.ended = () => void this.showEnd();
    if (this.hand instanceof TableHand) this.hand.looked = (at) => this.glass.show(at);
    this.panel.bouts.fight = (bout) => this.fightOf(bout);
    this.panel.bouts.fightAll = () => void resolveAll(this.hand, "attack");
    this.panel.bouts.sideOf = (id) => this.hand.counter(id)?.side ?? 0;
    this.panel.bouts.light = (bout) => this.telling.light(bout?.counters ?? [], board.scene);
    this.goal = new GoalStrip();
    /** Threats and fields of fire over a map of hexes. */
    this.threats = new Threats(this);
    /** What is told wherever one looks. */
    this.passing = new Passing(this);
    const press = (/** @type {string} */ words, /** @type {string} */ title, /** @type {() => void} */ act) =>
      h("button", { onclick: act, title }, words);
    this.undoButton = press("Undo", "Take back (u)", () => void this.undo());
    this.banner = new Banner(
      [
        this.undoButton,
        // An open table has switches of its own.
        ...(this.open_table ? [] : this.threats.buttons),
        press("Replay", "Look back over the game", () => this.lookAt(this.back === null ? match.view.entry : null)),
        press("Rules", "The rules (r)", () => this.side.open("rules")),
        press("Menu", "Computer, record, draw, resignation, keys", () =>
          showMenu(match, () => void this.counsel(true)),
        ),
        lightButton(),
      ],
      (side) => showSeat(match, side),
    );
    /** Who is asked for advice, once somebody was. @type {import("./counsel.js").Counsel | null} */
    this.adviser = null;
    this.side = new Sidebar(this.panel.element, [
      {
        name: "log",
        words: "Log",
        body: this.log.element,
        opened: () => this.log.toEnd(),
      },
      {
        name: "rules",
        words: "Rules",
        body: this.rules.element,
        opened: () => void this.rules.open(),
      },
      {
        name: "chat",
        words: "Talk",
        body: this.chat.element,
        opened: () => {},
      },
    ]);
    this.dice = h("div", { class: "thrown", "aria-hidden": "true" });
    this.line = h(
      "p",
      { class: "line", role: "status", hidden: true },
      "The line to the server is lost; trying again…",
    );
    /** Who leads through a lesson, if it is one. @type {import("./lesson.js").Tutor | null} */
    this.tutor = null;
    /** The map with what is printed on it. @type {import("./types.js").Landscape | null} */
    this.land = null;
    /** The entry looked at, if not the present. @type {number | null} */
    this.back = null;
    /** The newest question about fights. */
    this.weighed = 0;
    /** Whether the game was seen going on. */
    this.going = false;
    /** How it ended. @type {import("./end.js").End | null} */
    this.end = null;
    /** @type {HTMLElement | null} */
    this.stage = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.clearing = undefined;
  }

  /** @param {number | null} at */
  open(at) {
    const { camera } = this.board;
    camera.gestures = this.open_table ? new TableFingers(this) : new Fingers(this);
    const zoom = h(
      "div",
      { class: "zoom", role: "group", "aria-label": "Zoom" },
      h("button", { "aria-label": "Nearer", onclick: () => camera.zoom(1.3) }, "+"),
      h("button", { "aria-label": "Farther", onclick: () => camera.zoom(1 / 1.3) }, "−"),
      h(
        "button",
        {
          "aria-label": "The whole battle",
          onclick: () => this.lookAtBattle(),
        },
        s(
          "svg",
          { viewBox: "-8 -8 16 16", "aria-hidden": "true" },
          s("path", {
            d: "M-6.500-2.500v-4h4M6.500-2.500v-4h-4M-6.500 2.500v4h4M6.500 2.500v4h-4",
          }),
        ),
      ),
    );
    for (const part of [this.side.element, this.goal.element, this.tale.panel]) {
      part.addEventListener("click", (event) => {
        const rule = event.target instanceof Element ? event.target.closest("[data-rule]") : null;
        if (rule) this.openRule(rule.getAttribute("data-rule") ?? "");
      });
    }
    put(
      this.page,
      this.banner.element,
      h(
        "main",
        { class: "table" },
        this.goal.element,
        h(
          "div",
          { class: this.open_table ? "stage wooden" : "stage" },
          this.beside?.element ?? null,
          this.board.frame,
          zoom,
          this.threats.legend,
          this.dice,
          this.glass.element,
          this.line,
          this.replay.element,
          this.tale.bar,
        ),
        this.side.element,
        this.tale.panel,
      ),
    );
    this.stage = this.board.frame.parentElement;
    if (this.overlays) this.beside?.lay(this.overlays.element);
    this.match.changed = (fresh) => this.changed(fresh);
    this.match.progressed = (share) => {
      this.banner.progress(share);
      if (this.back === null) this.panel.progress(share);
    };
    this.match.connected = (state) => (this.line.hidden = state === "open");
    this.changed([]);
    this.lookAtBattle();
    camera.resized = () => this.keepInSight();
    const unbind = bindKeys(this);
    const undrag = dragFromBoxes(this);
    const ticking = setInterval(() => this.tick(), 1000);
    if (at !== null && Number.isFinite(at)) this.lookAt(at);
    this.board.frame.focus({ preventScroll: true });
    return () => {
      this.match.close();
      this.replay.stop();
      unbind();
      undrag();
      clearInterval(ticking);
    };
  }

  /**
   * After every change on the server.
   * @param {LogEntry[]} fresh
   */
  changed(fresh) {
    const { view } = this.match;
    this.log.show(this.match.log);
    this.passing.hear();
    const stood = this.board.scene?.counters.filter((c) => c.place).length ?? Infinity;
    if (this.back === null) {
      const before = this.board.scene;
      const deeds = this.tale.hear(fresh);
      this.board.show(
        view.scene,
        view.layer,
        pathsOf(fresh),
        deeds.some((deed) => deed.weight === "fight"),
      );
      this.tale.tell(deeds, before, view.scene);
      this.banner.show(view, view.scene, () => explainHouse(view));
      this.goal.show(view.scene);
      this.banner.progress(this.match.share);
      this.side.words.textContent = this.yours(view.scene.description);
      this.throwDice(fresh);
    } else {
      this.replay.show(this.back);
    }
    this.adviser?.review();
    this.hand.update();
    void this.showBouts(null);
    const { camera, layout } = this.board;
    const { marked } = this.hand;
    const unseen = marked.length > 0 && !marked.some((hex) => camera.sees(layout.centre(hex)));
    // An army that has just deployed is worth a look, and so are hexes to choose from that are all out of sight.
    if (view.scene.counters.filter((c) => c.place).length > stood + 3) this.lookAtBattle();
    else if (unseen) this.board.lookAt([...marked, ...this.battleHexes()]);
    this.board.frame.setAttribute("aria-label", `Board of ${view.scene.title}`);
    this.board.frame.dataset.entry = String(view.entry);
    const bound = view.you.length === 1 && !view.undo.free && view.entry > 0;
    this.undoButton.textContent = bound && !this.match.alone ? "Ask undo" : "Undo";
    // The computer is not asked: there is only nothing of ours to take back.
    const nothing = view.entry === 0 || (bound && this.match.alone);
    this.undoButton.disabled = !this.match.seated || nothing || Boolean(view.turn.over);
    this.sayUndo();
    this.card.refresh();
    // What is told deed by deed is said in its caption.
    if (this.tale.mode !== "live")
      for (const event of fresh.flatMap((entry) => entry.events).slice(-8)) announce(sentence(event.text));
    this.passing.badge();
    this.tutor?.update();
    if (!view.turn.over) this.going = true;
    this.conclude();
  }

  /** Shows how it ended, once, when the last deed is told. */
  conclude() {
    if (this.tutor || !this.going || !this.match.view.turn.over || this.tale.mode !== "off" || this.back !== null)
      return;
    this.going = false;
    void this.showEnd();
  }

  /** How the game ended and why; its page comes only when it is wanted. */
  async showEnd() {
    const { End } = await import("./end.js");
    this.end ??= new End(this);
    this.stage?.append(this.end.element);
    await this.end.open();
  }

  /** Says on the button what it takes back. */
  sayUndo() {
    const asks = this.undoButton.textContent;
    const words = this.undoButton.disabled ? "" : undoWords(this.match.takenBack, this.match.view.scene);
    this.undoButton.title = words ? `${asks}: ${words} (u)` : "Take back (u)";
    this.undoButton.setAttribute("aria-label", words ? `${asks}: ${words}` : (asks ?? "Undo"));
    this.panel.takesBack = words ? { words: `${asks}: ${words}`, undo: () => void this.undo() } : null;
    this.panel.showUndo();
  }

  /** Every second: the clocks run on, and whose time is up is told. */
  tick() {
    this.banner.tick();
    const late = this.banner.late();
    if (late === this.panel.late) return;
    this.panel.late = late;
    this.panel.show(this.back);
  }

  /** When the panel takes room from the board, the counter in hand stays in sight. */
  keepInSight() {
    const hex = this.hand.counter(this.hand.selected)?.place;
    if (hex) this.board.camera.reveal(this.board.layout.centre(hex));
  }

  /** After every change of the selection. */
  redraw() {
    this.panel.show(this.back);
    this.beside?.show();
    void (this.overlays ?? this.threats).draw();
  }

  /**
   * Words about counters of both sides, told to whoever leads one of them.
   * @param {string} words
   */
  yours(words) {
    const { you, scene } = this.match.view;
    return you.length === 1 ? yours(words, scene.sides[you[0] === "first" ? 0 : 1].name) : words;
  }

  /**
   * The fights of what is held over an open table; null for those that stand.
   * @param {import("./types.js").Bout[] | null} held
   */
  async showBouts(held) {
    if (!this.open_table) return;
    const turn = (this.weighed += 1);
    const due = !this.match.view.turn.over && this.back === null;
    const bouts = held ?? (due ? await this.match.keep("/bouts").catch(() => []) : []);
    if (turn === this.weighed) this.panel.bouts.show(bouts, held !== null);
  }

  /**
   * What begins a fight, if it may be begun now.
   * @param {import("./types.js").Bout} bout
   */
  fightOf({ counters }) {
    const { hand } = this;
    const meant = hand.choices.all.find(
      (c) => c.kind === "attack" && counters.includes(c.counter ?? -1) && counters.includes(c.with ?? -1),
    );
    return meant ? () => void hand.play(meant) : null;
  }

  /** @param {LogEntry[]} fresh */
  throwDice(fresh) {
    const faces = fresh.flatMap((entry) => entry.events).flatMap((event) => event.dice ?? []);
    if (faces.length === 0) return;
    // Dice of a deed that is told lie beside its target; on an open table they stay where they fell.
    if (this.beside) {
      const last = fresh.flatMap((entry) => entry.events).findLast((event) => (event.dice ?? []).length > 0);
      this.beside.throw(last?.dice ?? []);
    }
    if (this.telling.layer.querySelector(".told-die")) return;
    put(
      this.dice,
      ...faces.slice(-3).map((face) => h("span", { class: still() ? "big die" : "big die falls" }, String(face))),
    );
    clearTimeout(this.clearing);
    this.clearing = setTimeout(() => put(this.dice), 1600);
  }

  /**
   * @param {string} title
   * @param {import("./types.js").Objection} objection
   * @param {boolean} [wayOut] whether to lead to what must be done first
   */
  async why(title, objection, wayOut = false) {
    if (this.tutor && objection.rule === "lesson") return this.tutor.advise(sentence(objection.why));
    announce(sentence(objection.why));
    return this.panel.why(title, objection, wayOut ? this.leadTo(objection.why) : null);
  }

  /**
   * The way to the counter or hex a sentence speaks of.
   * @param {string} words
   * @returns {(() => void) | null}
   */
  leadTo(words) {
    const { hand, cursor, board } = this;
    const named = board.scene?.counters.find(
      (c) => hand.choices.able.has(c.id) && new RegExp(`${c.name}(?!\\d)`).test(words),
    );
    const hex = named?.place ?? /\b\d{4}\b/.exec(words)?.[0];
    if (!named && !hex) return null;
    return () => {
      // A counter beside the map is taken up, so that its ways in are shown.
      if (named && named.place === null) void hand.take(named.id);
      else if (named && !hand.choices.inHand) hand.select(named.id);
      if (hex && board.layout.holds(hex)) cursor.place(hex);
      board.frame.focus({ preventScroll: true });
    };
  }

  /** @param {string} rule */
  openRule(rule) {
    this.side.open("rules");
    void this.rules.show(rule);
  }

  /** Lets go, or comes back to the present. */
  escape() {
    if (this.tale.mode !== "off") this.tale.skip();
    else if (this.end?.close()) return;
    else if (this.back !== null) this.lookAt(null);
    else if (this.banner.element.classList.contains("unfolded")) this.banner.unfold(false);
    else if (this.board.camera.breakOff() || this.card.dismiss() || this.adviser?.dismiss()) return;
    else void this.hand.relinquish();
  }

  /** Tells the board in words. */
  tell() {
    announce(this.side.words.textContent ?? "");
    this.side.tell();
  }

  /**
   * Asks the computer what it would do; its adviser comes only when called.
   * @param {boolean} reasons whether also why, and what else there is
   */
  async counsel(reasons) {
    if (this.back !== null) this.lookAt(null);
    const { Counsel } = await import("./counsel.js");
    this.adviser ??= new Counsel(this);
    await this.adviser.ask(reasons);
  }

  /** @param {boolean} [whole] */
  async undo(whole = false) {
    if (this.back !== null) this.lookAt(null);
    await this.match.undo(whole);
  }

  /** Hexes where something stands or may be placed. */
  battleHexes() {
    const scene = this.board.scene ?? this.match.view.scene;
    const hexes = scene.counters.flatMap((c) => (c.place ? [c.place] : []));
    const places = this.hand.choices.all.flatMap((c) => (c.place && c.counter !== null ? [c.place] : []));
    return [...new Set([...hexes, ...places])];
  }

  lookAtBattle() {
    // An open table is seen whole where there is room.
    const whole = this.open_table && this.board.camera.room.w > 560;
    this.board.lookAt(whole ? [] : this.battleHexes());
  }

  /**
   * Shows the board after an entry, or the present.
   * @param {number | null} n
   */
  lookAt(n) {
    const at = n === null ? null : Math.min(this.match.view.entry, Math.max(0, Math.round(n)));
    if (this.tale.mode !== "off") this.tale.skip();
    this.telling.clear();
    if (at !== null) this.end?.close();
    this.back = at;
    history.replaceState(null, "", at === null ? `#/game/${this.match.id}` : `#/game/${this.match.id}/at/${at}`);
    this.hand.idle = at !== null;
    this.card.close();
    this.page.classList.toggle("looking-back", at !== null);
    if (at !== null && this.replay.element.hidden) this.side.draw(false);
    this.replay.show(at);
    this.log.mark(at);
    if (at === null) this.changed([]);
    else {
      this.panel.show(at);
      void this.showMoment(at);
    }
  }

  /** @param {number} at */
  async showMoment(at) {
    const { match } = this;
    const moment = await match.moment(at).catch(() => null);
    if (!moment || this.back !== at) return;
    const entry = match.log.find((e) => e.entry === at);
    const scene = { ...moment.scene, landscape: match.view.scene.landscape };
    this.board.show(scene, moment.layer, pathsOf(entry ? [entry] : []));
    this.banner.show(match.view, scene, () => explainHouse(match.view));
    this.goal.show(scene);
    this.side.words.textContent = this.yours(scene.description);
    this.panel.hex = null;
    this.hand.draw();
    this.card.refresh();
    if (entry && !this.replay.timer) announce(entry.events.map((e) => sentence(e.text)).join(" "));
    if (at < match.view.entry) void match.moment(at + 1).catch(() => {});
  }
}
