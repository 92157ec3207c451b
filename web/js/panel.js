/**
 * The panel that speaks: what is expected now, the choices as buttons, why not, odds, boxes, the stack here.
 * @module
 */

import { Bouts } from "./bouts.js";
import { aboutList, openCard } from "./cards.js";
import { levelWords } from "./computer.js";
import { companyRow } from "./companyrow.js";
import { diceEntry } from "./diceentry.js";
import { h, put, renew } from "./dom.js";
import { stackHere } from "./here.js";
import { oddsCards } from "./odds.js";
import { offersOf } from "./offers.js";
import { offered } from "./resolving.js";
import { ruleLink, rulebook } from "./rules.js";
import { TableHand } from "./tabletop.js";
import { whereTo } from "./whereto.js";
import { lead, watched } from "./seats.js";
import { seriesWords } from "./series.js";
import { trackTable } from "./tracks.js";
import { markPile, sort, tray } from "./tray.js";
import { resultWords, sentence } from "./words.js";

/** @typedef {import("./choices.js").Choice} Choice */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Objection} Objection */

/** The upper part of the panel. */
export class Panel {
  /**
   * @param {import("./match.js").Match} match
   * @param {string} game
   */
  constructor(match, game) {
    this.match = match;
    this.game = game;
    /** @type {import("./hand.js").Hand | null} */
    this.hand = null;
    this.head = h("h2", { class: "phase" });
    this.advise = h("span", { class: "advise" });
    this.prompt = h("p", { class: "prompt" });
    this.offers = h("div", { class: "offers" });
    this.actions = h("div", { class: "actions", role: "group", "aria-label": "What you may do" });
    /** Tells the last turn again. @type {HTMLElement | null} */
    this.again = null;
    this.retold = h("div", { class: "retold" });
    /** What the computer would do, when it was asked. */
    this.counsel = h("div", { class: "counsel", "aria-live": "polite" });
    this.undoing = h("div", { class: "undoing" });
    this.thought = h("i");
    this.objection = h("div", { class: "why", role: "alert", hidden: true });
    this.odds = h("div", { class: "odds-now" });
    /** The fights that stand on an open table. */
    this.bouts = new Bouts();
    this.cards = h("div", { class: "cards" });
    this.boxes = h("div", { class: "boxes" });
    this.tracks = h("div", { class: "track-list" });
    this.here = h("div", { class: "here" });
    this.element = h(
      "section",
      { class: "now", "aria-label": "Now" },
      h("header", { class: "head" }, this.head, this.advise),
      this.prompt,
      this.offers,
      this.actions,
      this.retold,
      this.undoing,
      this.objection,
      this.counsel,
      this.odds,
      this.bouts.element,
      this.here,
      this.cards,
      this.boxes,
      this.tracks,
    );
    /** @type {{choices: Choice[], title: string} | null} */
    this.question = null;
    /** @type {string | null} */
    this.hex = null;
    this.weighing = 0;
    /** The scene whose boxes are shown, and who is able to be taken from them. @type {unknown[]} */
    this.boxed = [];
    /** The side whose time is up. @type {string | null} */
    this.late = null;
    /** What a hex is called. @type {(hex: string) => string} */
    this.called = (hex) => hex;
    /** Asks the computer what it would do. @type {(reasons: boolean) => void} */
    this.counselled = () => {};
    /** Shows how the game ended. */
    this.ended = () => {};
    /** Shows the link a friend needs; null if there is none. @type {(() => void) | null} */
    this.invite = null;
    /** What undoing takes back. @type {{words: string, undo: () => void} | null} */
    this.takesBack = null;
  }

  /** The button that says what it takes back. */
  showUndo() {
    const { takesBack } = this;
    renew(
      this.undoing,
      takesBack &&
        h(
          "button",
          { class: "quiet", "data-focus": "undo", onclick: takesBack.undo },
          h("span", null, takesBack.words),
          h("kbd", { "aria-hidden": "true" }, "u"),
        ),
    );
  }

  /**
   * @param {Choice} choice
   * @param {boolean} [onward]
   * @param {string} [text]
   */
  button(choice, onward = false, text = choice.text) {
    const { key } = choice;
    const weigh = () => void this.weigh(choice);
    return h(
      "button",
      {
        class: onward ? "go" : null,
        "data-focus": choice.text,
        "data-kind": choice.kind,
        onclick: () => void this.hand?.play(choice),
        onmouseenter: choice.weighed && weigh,
        onfocus:
          choice.weighed &&
          ((/** @type {FocusEvent} */ e) =>
            e.target instanceof Element && e.target.matches(":focus-visible") && weigh()),
      },
      text,
      key && h("kbd", { "aria-hidden": "true" }, key),
    );
  }

  /**
   * Shows everything anew; the focus stays where it was.
   * @param {number | null} back the entry looked at, if not the present
   */
  show(back = null) {
    const { view } = this.match;
    const focus = this.element.contains(document.activeElement)
      ? document.activeElement?.getAttribute("data-focus")
      : null;
    this.showPrompt(view, back);
    this.showAdvise(back);
    put(this.offers, ...offersOf(this.match, this.late));
    this.showActions(view, back);
    if (this.again && !this.retold.contains(this.again)) put(this.retold, this.again);
    this.showBoxes(back);
    this.showHere();
    if (this.weighing === 0) put(this.odds, ...(back === null ? this.standingOdds() : []));
    if (focus) {
      const again = [...this.element.querySelectorAll("[data-focus]")].find(
        (e) => e.getAttribute("data-focus") === focus,
      );
      if (again instanceof HTMLElement) again.focus({ preventScroll: true });
      else document.getElementById("board")?.focus({ preventScroll: true });
    }
  }

  /**
   * @param {View} view
   * @param {number | null} back
   */
  showPrompt(view, back) {
    const side = view.turn.side;
    if (back !== null) {
      const { phase, sides, to_act } = this.hand?.board.scene ?? view.scene;
      const events = this.match.log.find((entry) => entry.entry === back)?.events ?? [];
      put(this.head, [phase, to_act === null ? null : sides[to_act]?.name].filter(Boolean).join(" · "));
      put(
        this.prompt,
        `Looking back at entry ${back} of ${view.entry}. `,
        h("span", { class: "soft" }, events.map((event) => sentence(event.text)).join(" ")),
      );
      return;
    }
    put(this.head, [view.scene.phase, side].filter(Boolean).join(" · "));
    const over = view.turn.over;
    if (over) {
      put(this.head, "The end");
      put(
        this.prompt,
        h("b", { class: "verdict" }, `${resultWords(over)[0].toUpperCase()}${resultWords(over).slice(1)}. `),
        sentence(over.why),
        " ",
        ruleLink(over.rule),
        h("p", null, h("button", { class: "go how", "data-focus": "how", onclick: () => this.ended() }, "How it went")),
        seriesWords(this.match),
      );
      return;
    }
    const words = side && view.prompt.startsWith(`${side}: `) ? view.prompt.slice(side.length + 2) : view.prompt;
    const { thinker } = this.match;
    // Only whoever is to say something is spoken to; others hear who is waited for.
    if (this.match.ours || (view.turn.dice && this.match.seated)) put(this.prompt, sentence(words));
    else if (thinker) this.showThinking(thinker);
    else {
      const [seat, free] = [view.seats.find((s) => s.name === side), view.seats.find((s) => !s.player)];
      const whom = free
        ? `Waiting for somebody to take the ${free.name}`
        : seat
          ? `Waiting for ${seat.player} (${seat.name})`
          : "The dice are being rolled";
      put(
        this.prompt,
        h("span", { class: "waiting" }, sentence(whom)),
        " ",
        free && this.invite && h("button", { class: "go", onclick: this.invite }, "Show the link to send"),
      );
    }
  }

  /**
   * The computer is to move: who, and how far it has thought. What it is asked is not asked of whoever looks on.
   * @param {import("./types.js").SeatCard} seat
   */
  showThinking(seat) {
    put(
      this.prompt,
      h("span", { class: "waiting" }, `The computer plays the ${seat.name}, ${levelWords(seat.computer ?? "")}. `),
      h("span", { class: "thought", "aria-hidden": "true" }, this.thought),
    );
    this.progress(this.match.share);
  }

  /**
   * The ways to ask for advice, where it may be had.
   * @param {number | null} back
   */
  showAdvise(back) {
    const press = (/** @type {string} */ words, /** @type {string} */ title, /** @type {boolean} */ reasons) =>
      h("button", { "data-focus": words, title, onclick: () => this.counselled(reasons) }, words);
    const due = back === null && this.match.ours && this.match.alone;
    renew(
      this.advise,
      due && press("Hint", "What the computer would do (H)", false),
      due && press("What would you do?", "What the computer would do, and why (w)", true),
    );
  }

  /** @param {number} share of the computer's time for the turn */
  progress(share) {
    this.thought.style.setProperty("--p", `${Math.round(share * 100)}%`);
  }

  /**
   * @param {View} view
   * @param {number | null} back
   */
  showActions(view, back) {
    const { hand } = this;
    if (!hand || back !== null || !this.match.ours) {
      const due = back === null ? watched(view) : [];
      const shown = due.map((seat) => seat.side).join();
      // What can be pressed while the computer's moves go on stays where it is.
      if (shown && this.actions.dataset.watched === shown) return;
      this.actions.dataset.watched = shown;
      put(
        this.actions,
        back === null && view.turn.dice && this.match.seated && diceEntry(this.match, view.turn.dice),
        ...due.map((seat) =>
          h(
            "button",
            { "data-focus": `lead ${seat.side}`, onclick: () => void lead(this.match, seat.side, null) },
            `Take over the ${seat.name}`,
          ),
        ),
      );
      return;
    }
    this.actions.dataset.watched = "";
    const { choices } = hand;
    if (this.question && !this.question.choices.every((c) => choices.includes(c))) this.question = null;
    const asked = this.question;
    const chosen = hand.counter(hand.selected);
    const own =
      hand.selected === null ? [] : choices.of(hand.selected).filter((c) => c.place === null && !this.dragged(c));
    const joiners = this.joiners(choices);
    const marked = choices.all.filter((c) => c.button);
    put(
      this.actions,
      ...choices.ranked.map(({ choice, onward }) =>
        this.button(choice, onward, (choice.kind === "muster" && hand.deploying.words()) || choice.text),
      ),
      joiners > 1 &&
        h("button", { "data-focus": "join all", onclick: () => void hand.joinAll() }, `All ${joiners} join in`),
      ...(asked || marked.length > 3 ? [] : marked).map((c) => this.button(c)),
      choices.general.length === 0 &&
        !choices.facingDue &&
        !choices.inHand &&
        hand.goals.size === 0 &&
        // On an open table whoever may be pointed at is lit.
        !(hand instanceof TableHand && choices.all.length > 0) &&
        h(
          "button",
          { class: "stuck", "data-focus": "stuck", onclick: () => void hand.whyNot.on() },
          "Why can I not go on?",
        ),
      this.whole(view),
      ...this.sorts(hand),
      chosen &&
        h(
          "p",
          { class: "selected" },
          h("b", null, chosen.name),
          chosen.place && this.called(chosen.place) ? ` in ${this.called(chosen.place)}` : "",
          hand.goals.size > 0 ? ": choose a marked hex" : "",
          choices.inHand ? "." : hand.goals.size > 0 ? ", or " : " ",
          !choices.inHand &&
            h("button", { class: "link", "data-focus": "let go", onclick: () => hand.clear() }, "let go"),
        ),
      chosen && aboutList(chosen),
      chosen && companyRow(hand),
      chosen && this.whereTo(hand),
      ...own.map((c) => this.button(c, false, this.routed(c) ? "Take it up, to turn it on the spot" : c.text)),
      choices.facingDue && h("p", { class: "soft" }, "Click the hex it shall face, or an arrow."),
      asked &&
        h(
          "div",
          { class: "question", role: "group", "aria-label": asked.title },
          h("h3", null, asked.title),
          ...asked.choices.map((c) => this.button(c)),
        ),
    );
  }

  /**
   * Where something of a sort may be put in several places of an open table: a button for the sort. It lies in the first of
   * them and can be dragged from there.
   * @param {import("./hand.js").Hand} hand
   */
  sorts(hand) {
    if (!(hand instanceof TableHand) || hand.selected !== null) return [];
    /** @type {Map<string, Choice[]>} */
    const sorts = new Map();
    for (const choice of hand.choices.all.filter((c) => c.counter === null && c.place !== null))
      sorts.set(choice.text, [...(sorts.get(choice.text) ?? []), choice]);
    return [...sorts.values()].filter((all) => all.length > 1).map(([first]) => this.button(first));
  }

  /**
   * Whether an order only takes up what can be led without it, on an open table.
   * @param {Choice} choice
   */
  dragged(choice) {
    return this.hand instanceof TableHand && Boolean(choice.marches);
  }

  /**
   * On an open table: where those in the hand are held or offered a place, and the places worth going to.
   * @param {import("./hand.js").Hand} hand
   */
  whereTo(hand) {
    return hand instanceof TableHand && whereTo(hand);
  }

  /**
   * How many may join in: of counters that are alike only the first is listed.
   * @param {import("./choices.js").Choices} choices
   */
  joiners(choices) {
    const alike = (/** @type {import("./types.js").Counter} */ c) =>
      [c.side, c.place, sort(c), c.facing, ...c.seals].join();
    const listed = choices.all.filter((c) => c.kind === "join").map((c) => c.counter);
    const { counters } = this.match.view.scene;
    const sorts = new Set(counters.filter((c) => listed.includes(c.id)).map(alike));
    return counters.filter((c) => sorts.has(alike(c))).length;
  }

  /**
   * Whether a choice only takes up a counter, to be turned, whose ways are marked on the board already.
   * @param {Choice} choice
   */
  routed(choice) {
    const faces = (this.hand?.counter(choice.counter)?.facing ?? null) !== null;
    return faces && Boolean(choice.marches) && (this.hand?.goals.size ?? 0) > 0;
  }

  /**
   * The button that takes back a move or attack of several steps at once.
   * @param {View} view
   */
  whole(view) {
    const { to, what } = this.match.begun;
    if (!what || !(view.undo.free || view.you.length === 2) || to >= this.match.lastSaid) return null;
    return h(
      "button",
      { class: "quiet whole", "data-focus": "whole", title: "Shift + U", onclick: () => void this.match.undo(true) },
      `Take back the whole ${what}`,
    );
  }

  /** @param {number | null} back */
  showBoxes(back) {
    const { hand } = this;
    const scene = (back === null ? null : hand?.board.scene) ?? this.match.view.scene;
    const able = back === null && hand ? hand.choices.able : new Set();
    // A selection changes nothing in the boxes but which pile is marked.
    const [shown, capable] = this.boxed;
    if (shown === scene && capable === able) {
      markPile(this.boxes, hand?.selected ?? null);
      return;
    }
    this.boxed = [scene, able];
    const boxes = scene.boxes.map((box) => {
      const counters = box.counters.flatMap((id) => scene.counters.filter((c) => c.id === id));
      return { box, counters, ready: counters.some((c) => able.has(c.id)) };
    });
    boxes.sort((a, b) => Number(b.ready) - Number(a.ready));
    renew(this.tracks, trackTable(scene));
    renew(this.cards, ...scene.cards.map(openCard));
    put(
      this.boxes,
      ...boxes.map(({ box, counters }) =>
        tray(box.name, counters, {
          able: /** @type {Set<number>} */ (able),
          selected: hand?.selected ?? null,
          take: (id) => void hand?.take(id),
        }),
      ),
    );
  }

  /** The counters of the hex pointed at, each to be taken. */
  showHere() {
    renew(this.here, ...(this.hand ? stackHere(this.hand, this.hex, this.called(this.hex ?? "")) : []));
  }

  /** @param {string | null} hex */
  inspect(hex) {
    this.hex = hex;
    this.showHere();
  }

  /**
   * Asks which of several orders is meant.
   * @param {Choice[]} choices
   * @param {string} title
   */
  ask(choices, title) {
    this.question = { choices, title };
    this.show();
    const first = this.actions.querySelector(".question button");
    if (first instanceof HTMLElement) first.focus();
  }

  /**
   * Shows an objection with its rule.
   * @param {string} title
   * @param {Objection} objection
   * @param {(() => void) | null} [show] leads to what is spoken of
   */
  async why(title, objection, show = null) {
    const link = ruleLink(objection.rule);
    put(
      this.objection,
      h("b", null, `${title}. `),
      sentence(objection.why),
      " ",
      link,
      show && h("p", { class: "actions" }, h("button", { onclick: show }, "Show me")),
    );
    this.objection.hidden = false;
    this.objection.scrollIntoView({ block: "nearest" });
    const rule = link && (await rulebook(this.game).catch(() => [])).find((r) => r.rule === objection.rule);
    if (link && rule) put(link, `${rule.title} (${rule.rule})`);
  }

  /** Takes away the last objection and the last question. */
  hush() {
    this.objection.hidden = true;
    this.question = null;
    this.actions.querySelector(".question")?.remove();
  }

  /**
   * Shows the odds of an order not yet given.
   * @param {Choice | null} choice
   */
  weigh(choice) {
    return this.consider(choice && { order: choice.order }, () =>
      Boolean(choice && this.hand?.choices.includes(choice)),
    );
  }

  /**
   * Shows what a way would cost and every roll it would meet.
   * @param {import("./types.js").Route} route
   */
  foretell(route) {
    return this.consider({ orders: route.orders }, () => Boolean(this.hand?.routes.includes(route)));
  }

  /**
   * Shows the odds that are asked for, or those of the moment.
   * @param {object | null} question
   * @param {() => boolean} holds whether it may still be asked
   */
  async consider(question, holds) {
    const turn = (this.weighing += 1);
    if (!question) {
      this.weighing = 0;
      put(this.odds, ...this.standingOdds());
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 90));
    if (turn !== this.weighing) return;
    if (this.match.busy || !holds()) {
      this.weighing = 0;
      return;
    }
    const odds = await this.match.keep("/odds", question).catch(() => null);
    if (turn !== this.weighing) return;
    this.weighing = 0;
    const cards = odds ? oddsCards(odds) : [];
    put(this.odds, ...(cards.length > 0 ? cards : this.standingOdds()));
  }

  /** The odds of what may be committed or resolved now, each card with the order that does it. */
  standingOdds() {
    return offered(this.match.view.sums ?? [], this.hand);
  }
}
