/**
 * One game as the server tells it: the view, the log, what is pushed, and what we say.
 * @module
 */

import { get, post, Refused } from "./api.js";
import { follows, laidOver } from "./changes.js";
import { keyed } from "./cloth.js";
import { confirmed, notice } from "./dom.js";
import { Nonces } from "./nonces.js";
import { Questions } from "./questions.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").LogEntry} LogEntry */
/** @typedef {import("./types.js").Order} Order */
/** @typedef {import("./types.js").News} News */
/** @typedef {import("./types.js").ChatLine} ChatLine */

const PATIENCE = [500, 1000, 2000, 5000, 10_000];

/** How often something is said anew when the computer moved meanwhile. */
const AGAIN = 5;

/** The server gives so many entries of a log at a time. */
const LOG_PAGE = 1000;

/** A game on the server. */
export class Match extends Questions {
  /** @param {string} id */
  constructor(id) {
    super(id);
    /** Of each side this browser has given orders for. @type {Nonces[]} */
    this.nonces = [];
    /** Called after every change with the entries that are new. @type {(fresh: LogEntry[]) => void} */
    this.changed = () => {};
    /** Called when the line to the server opens or is lost. @type {(line: "open" | "lost") => void} */
    this.connected = () => {};
    /** Called as the computer thinks on: how much of its time for the turn is used. @type {(share: number) => void} */
    this.progressed = () => {};
    this.share = 0;
    /** @type {LogEntry[]} */
    this.log = [];
    /** @type {View | null} */
    this.latest = null;
    this.busy = false;
    /** The entry the order that waits for its answer was given after. */
    this.given = -1;
    /** The answer that is waited for. @type {Promise<unknown>} */
    this.answer = Promise.resolve();
    this.asking = false;
    this.again = false;
    /** Log entries pushed ahead of their board. @type {LogEntry[]} */
    this.gathered = [];
    /** What was pushed and is not shown yet. @type {{news: News, undone: boolean}[]} */
    this.due = [];
    /** Whether what was shown last is still being told: what was pushed since waits. */
    this.held = false;
    this.tries = 0;
    /** The log catching up with the view. @type {Promise<void>} */
    this.told = Promise.resolve();
    this.closed = false;
    /** @type {EventSource | null} */
    this.line = null;
    /** Entry numbers before each thing we said, to take it back as a whole. @type {number[]} */
    this.said = [];
  }

  /** @returns {View} */
  get view() {
    if (!this.latest) throw new Error("the game is not open yet");
    return this.latest;
  }

  /** Whether this browser plays a side. */
  get seated() {
    return this.view.you.length > 0;
  }

  /** Whether both sides belong to this browser: one screen, or a game against the computer. */
  get alone() {
    return (this.view.owns ?? this.view.you).length === 2;
  }

  /** The seat the computer leads and is to move for. */
  get thinker() {
    const side = this.view.turn.over ? null : this.view.thinking?.side;
    return this.view.seats.find((seat) => seat.side === side) ?? null;
  }

  /** Whether an order of ours is due. */
  get ours() {
    return (this.view.orders?.length ?? 0) > 0;
  }

  async open() {
    const [view, log] = await Promise.all([get(this.path), this.readLog(0)]);
    this.take({ ...view, log });
    await this.told;
    this.listen();
  }

  /**
   * The log after an entry, page by page.
   * @param {number} from
   * @returns {Promise<LogEntry[]>}
   */
  async readLog(from) {
    /** @type {LogEntry[]} */
    const log = [];
    for (;;) {
      const page = /** @type {LogEntry[]} */ (await get(`${this.path}/log?from=${from + log.length}`));
      log.push(...page);
      if (page.length < LOG_PAGE) return log;
    }
  }

  close() {
    this.closed = true;
    this.line?.close();
  }

  /** Hears what the server pushes; after a loss, from where it was lost. */
  listen() {
    if (this.closed) return;
    const line = new EventSource(`/api${this.path}/events?from=${this.view.number}&changes=true`);
    this.line = line;
    line.addEventListener("open", () => {
      this.tries = 0;
      this.connected("open");
    });
    line.addEventListener("error", () => {
      this.connected("lost");
      line.close();
      if (this.closed || this.line !== line) return;
      const wait = PATIENCE[Math.min(this.tries, PATIENCE.length - 1)];
      this.tries += 1;
      setTimeout(() => this.listen(), wait);
    });
    for (const kind of ["entry", "undone", "seats", "offer", "anew"])
      line.addEventListener(kind, (event) => this.receive(JSON.parse(event.data), /undone|anew/.test(kind)));
    line.addEventListener("chat", (event) => this.hearTalk(JSON.parse(event.data)));
    line.addEventListener("progress", (event) => this.think(JSON.parse(event.data)));
    line.addEventListener("presence", (event) => this.see(JSON.parse(event.data).online));
  }

  /** @param {{side: string, share: number}} progress */
  think({ side, share }) {
    if (side !== this.view.thinking?.side) return;
    this.share = share;
    this.progressed(share);
  }

  /**
   * Takes what was pushed in its turn: the computer's moves one after another, so that they can be followed.
   * @param {News} news
   * @param {boolean} undone
   */
  receive(news, undone) {
    this.due.push({ news, undone });
    this.showDue(undone);
  }

  /**
   * Shows what was pushed, as far as its time has come.
   * @param {boolean} [all] at once
   */
  showDue(all = false) {
    // What follows from an order of ours is told without being waited for.
    while (this.due.length > 0 && (all || !this.held || this.busy || document.hidden)) {
      const [next] = this.due.splice(0, 1);
      this.hear(next.news, next.undone);
    }
  }

  /** Lays what waits aside and shows the present. */
  async catchUp() {
    this.held = false;
    if (this.due.length < 3) {
      this.showDue(true);
      return;
    }
    this.due = [];
    this.gathered = [];
    await this.refresh();
  }

  /** What was shown last has been told: the next may come. */
  release() {
    this.held = false;
    this.showDue();
  }

  /**
   * Takes what was pushed; entries gather until the board comes with the last of them.
   * @param {News} news
   * @param {boolean} undone
   */
  hear(news, undone) {
    if (news.number <= this.view.number) return;
    if (undone) this.forget(news.back_to ?? news.entry);
    this.gathered.push(...(news.log ?? []));
    if (!bringsBoard(news)) return;
    const log = this.gathered;
    this.gathered = [];
    this.lay({ ...news, log });
  }

  /**
   * Lays news over the view; if they speak of another board than ours, asks for the view.
   * @param {News} news
   */
  lay(news) {
    if (follows(this.view, news)) this.take(laidOver(this.view, news));
    else void this.refresh();
  }

  /** @param {ChatLine} line */
  hearTalk(line) {
    // Talk has its number among the deeds: what came before it goes first.
    this.showDue(true);
    if (line.n <= this.view.number) return;
    this.take({ ...this.view, number: line.n, chat: [...this.view.chat, line], log: [] });
  }

  /** @param {boolean[]} online */
  see(online) {
    const seats = this.view.seats.map((seat, i) => ({ ...seat, online: online[i] ?? seat.online }));
    this.take({ ...this.view, seats, log: [] });
  }

  /** Asks for the present view; several wishes at once are one request. */
  async refresh() {
    if (this.busy || this.asking) {
      this.again = true;
      return;
    }
    this.asking = true;
    try {
      const [view, log] = await Promise.all([get(this.path), this.readLog(0)]);
      if (view.number >= this.view.number) {
        const known = Math.min(this.known, view.entry);
        this.log = log.filter((/** @type {LogEntry} */ entry) => entry.entry <= known);
        this.take({ ...view, log });
      }
      await this.told;
    } catch (refused) {
      if (!(refused instanceof Refused) || refused.status !== 0) throw refused;
    } finally {
      this.asking = false;
      if (this.again) {
        this.again = false;
        void this.refresh();
      }
    }
  }

  /**
   * Takes a new view and fetches the entries that led to it.
   * @param {View} view
   */
  take(view) {
    const before = this.latest;
    view = keyed(view);
    this.latest = view;
    if (before?.thinking?.side !== view.thinking?.side) this.share = 0;
    if (before?.number !== view.number) {
      // The last entry's board still changes: orders gather in it.
      this.letGo((n) => n >= view.entry || n === before?.entry);
      // The ways of the counter in hand come with it.
      if (view.routes) this.learn(`/routes/${view.routes.counter}`, view.routes.ways);
    }
    this.told = this.tell(view, before);
  }

  /** The last entry the log has. */
  get known() {
    return this.log.length > 0 ? this.log[this.log.length - 1].entry : 0;
  }

  /**
   * Forgets what was taken back.
   * @param {number} entry the last one that stands
   */
  forget(entry) {
    this.log = this.log.filter((e) => e.entry <= entry);
    this.gathered = this.gathered.filter((e) => e.entry <= entry);
    this.said = this.said.filter((n) => n < entry);
    this.moments.clear();
  }

  /**
   * @param {View} view
   * @param {View | null} before
   */
  async tell(view, before) {
    if (before !== null && view.entry < before.entry) this.forget(view.entry);
    const { known } = this;
    /** @type {LogEntry[]} */
    let fresh = [];
    if (view.entry > known) {
      fresh = (view.log ?? []).filter((entry) => entry.entry > known);
      if (fresh.length !== view.entry - known) fresh = await this.readLog(known);
      if (this.latest !== view) return;
      this.log = [...this.log, ...fresh];
    }
    this.changed(fresh);
  }

  /**
   * Gives orders, one after another.
   * @param {Order[]} orders
   * @returns {Promise<import("./types.js").Objection | null>} why one was refused
   */
  async give(orders) {
    return this.send("/orders", { orders, nonce: this.nonce() });
  }

  /** This side's part in the dice: bound by the one it gave before. */
  nonce() {
    const { turn, seats, dice } = this.view;
    const to = Math.max(
      seats.findIndex((seat) => seat.name === turn.side),
      0,
    );
    const nonces = (this.nonces[to] ??= new Nonces(`${this.path} ${to}`));
    return nonces.after(dice.nonces?.[to]);
  }

  /**
   * Enters dice thrown by hand.
   * @param {number[]} dice
   */
  async roll(dice) {
    return this.send("/roll", { dice });
  }

  /**
   * Whether an order may be given for the board that is shown. The news of the last one may be here before its answer:
   * then the answer is waited for. The same thing said twice is said once.
   */
  async free() {
    if (!this.busy) return true;
    const { entry } = this.view;
    if (entry === this.given) return false;
    await this.answer;
    return !this.busy && this.view.entry === entry;
  }

  /**
   * @param {string} what
   * @param {Record<string, unknown>} body
   * @returns {Promise<import("./types.js").Objection | null>}
   */
  async send(what, body) {
    if (this.busy) return null;
    this.busy = true;
    this.given = this.view.entry;
    const said = this.say(what, body);
    this.answer = said.catch(() => null);
    return said;
  }

  /**
   * @param {string} what
   * @param {Record<string, unknown>} body
   * @returns {Promise<import("./types.js").Objection | null>}
   */
  async say(what, body) {
    const { entry, board } = this.view;
    // Kept before it is answered: the push may come first. While nothing came of it, it does not count.
    if (this.said[this.said.length - 1] !== entry) this.said.push(entry);
    try {
      const news = await post(`${this.path}${what}`, { entry, board, ...body });
      // The same may have been pushed already.
      if (news.number > this.view.number) this.lay(news);
      await this.told;
      return news.refused ?? null;
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      if (refused.status === 409) {
        notice("The board has changed meanwhile; here it is as it stands now.");
        this.again = true;
        return null;
      }
      return { rule: refused.rule, why: refused.why };
    } finally {
      this.busy = false;
      if (this.again) {
        this.again = false;
        void this.refresh();
      }
    }
  }

  /**
   * The move or attack the last order belongs to: the entry before it began, and what it was.
   * @returns {{to: number, what: string | null}}
   */
  get begun() {
    const last = this.log.length - 1;
    const side = this.log[last]?.side ?? null;
    // What the computer did is taken back with the order of ours before it.
    if (this.view.seats.some((seat) => seat.computer && seat.name === side))
      return { to: Math.max(0, this.view.entry - 1), what: null };
    let at = last;
    while (at >= 0 && side !== null && this.log[at].side === side && this.log[at].continues) at -= 1;
    if (at < 0) return { to: 0, what: null };
    const first = this.log[at];
    // What the other side did, or dice, stands in between: no farther than that.
    if (at < last && first.side !== side) return { to: first.entry, what: null };
    return { to: first.entry - 1, what: first.begins ?? null };
  }

  /** The entry to which the last thing said here is taken back; after a reload, the whole of what it belongs to. */
  get lastSaid() {
    const said = this.said.filter((n) => n < this.view.entry);
    return said.length > 0 ? said[said.length - 1] : this.begun.to;
  }

  /**
   * What was said since an entry was one thing: it is taken back in one go.
   * @param {number} entry
   */
  asOne(entry) {
    const first = this.said.find((n) => n >= entry);
    this.said = this.said.filter((n) => n <= (first ?? entry));
  }

  /** The entries that undoing takes back, the first one first. */
  get takenBack() {
    const to = Math.min(this.lastSaid, Math.max(0, this.view.entry - 1));
    return this.log.filter((entry) => entry.entry > to);
  }

  /**
   * Takes back what was said last, or the whole move or attack it belongs to.
   * @param {boolean} [whole]
   */
  async undo(whole = false) {
    this.showDue(true);
    const { entry, seats } = this.view;
    const to = Math.min(whole ? this.begun.to : this.lastSaid, Math.max(0, entry - 1));
    const against = this.alone && seats.some((seat) => seat.computer);
    const known = this.said.some((n) => n < entry);
    const body = against && !known && !whole ? { entry } : { entry, to };
    const anew = this.view.undo.anew_before;
    const atOneScreen = this.alone && !against;
    if ("to" in body && anew !== null && to < anew && !atOneScreen) await this.beginAnew("/undo", body, AGAIN);
    else await this.act("/undo", body, against ? AGAIN : 0);
  }

  /**
   * Takes back how both sides set up, if that is meant.
   * @param {string} what
   * @param {Record<string, unknown>} body
   * @param {number} again
   */
  async beginAnew(what, body, again) {
    const question = "Both deployments would be taken back, and each side has seen the other's.";
    if (await confirmed("Begin anew?", question, "Begin anew")) await this.act(what, { ...body, rematch: true }, again);
  }

  /**
   * Says something about the table rather than the game: draw, resignation, chat.
   * @param {string} what
   * @param {Record<string, unknown>} [body]
   * @param {number} [again] how often it is said anew if the board has changed meanwhile
   * @returns {Promise<void>}
   */
  async act(what, body = {}, again = 0) {
    try {
      const view = await post(`${this.path}${what}`, body);
      if (view?.scene) {
        if (view.number > this.view.number) this.take(view);
      } else {
        await this.refresh();
      }
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      const current = /** @type {{view?: View} | null} */ (refused.body)?.view;
      const overtaken = refused.status === 409 && current !== undefined && again > 0;
      if (refused.rule === "table.rematch") return this.beginAnew(what, body, again);
      if (!overtaken) notice(refused.why, "bad");
      await this.refresh();
      await this.told;
      if (overtaken) return this.act(what, { ...body, entry: this.view.entry }, again - 1);
    }
    await this.told;
    return undefined;
  }
}

/**
 * Whether a message is the last of several, which brings the board.
 * @param {News} news
 */
function bringsBoard(news) {
  return news.scene !== undefined || news.changes !== undefined;
}
