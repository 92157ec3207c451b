/**
 * What is asked about a game besides playing it: each answer is kept as long as it holds.
 * @module
 */

import { get, post, Refused } from "./api.js";
import { keyed } from "./cloth.js";

/** @typedef {import("./types.js").Order} Order */
/** @typedef {import("./types.js").Moment} Moment */

/** Questions about one game. */
export class Questions {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    /** Answers that hold as long as the position does. @type {Map<string, Promise<any>>} */
    this.kept = new Map();
    /** Those of them that are here. @type {Map<string, any>} */
    this.answers = new Map();
    /** @type {Map<number, Promise<Moment>>} */
    this.moments = new Map();
  }

  get path() {
    return `/games/${encodeURIComponent(this.id)}`;
  }

  /**
   * The position is another: what was answered holds no more.
   * @param {(entry: number) => boolean} changed whether the board after an entry may be otherwise too
   */
  letGo(changed) {
    this.kept.clear();
    this.answers.clear();
    for (const entry of [...this.moments.keys()]) if (changed(entry)) this.moments.delete(entry);
  }

  /**
   * An answer that came unasked.
   * @param {string} what
   * @param {unknown} answer
   */
  learn(what, answer) {
    this.kept.set(what, Promise.resolve(answer));
    this.answers.set(what, answer);
  }

  /**
   * An answer that holds as long as the position does, asked for once.
   * @param {string} what
   * @param {unknown} [body] posts it, if there is one
   * @returns {Promise<any>}
   */
  keep(what, body) {
    const key = body === undefined ? what : `${what} ${JSON.stringify(body)}`;
    let answer = this.kept.get(key);
    if (!answer) {
      answer = body === undefined ? get(`${this.path}${what}`) : post(`${this.path}${what}`, body);
      this.keepAnswer(key, answer);
    }
    return answer;
  }

  /**
   * @param {string} key
   * @param {Promise<any>} answer
   */
  keepAnswer(key, answer) {
    this.kept.set(key, answer);
    answer.then(
      (here) => this.kept.get(key) === answer && this.answers.set(key, here),
      () => this.kept.get(key) === answer && this.kept.delete(key),
    );
  }

  /**
   * What was answered already about this position; nothing if it must be waited for.
   * @param {string} what
   * @returns {any}
   */
  answered(what) {
    return this.answers.get(what);
  }

  /**
   * An answer for this moment alone.
   * @param {string} what
   * @returns {Promise<any>}
   */
  ask(what) {
    return get(`${this.path}${what}`);
  }

  /**
   * Why an order, or the last of several, is refused; null if it is not.
   * @param {Order[]} orders
   * @returns {Promise<import("./types.js").Objection | null>}
   */
  async objection(orders) {
    try {
      const answer = await post(`${this.path}/check`, orders.length === 1 ? { order: orders[0] } : { orders });
      return answer.ok ? null : { rule: answer.rule, why: answer.why };
    } catch (refused) {
      if (refused instanceof Refused) return { rule: refused.rule, why: refused.why };
      throw refused;
    }
  }

  /**
   * What pointing somewhere, or going on, comes to; null if nothing that may be done now is like it.
   * @param {{counter: number | null, place: string | null, onward?: boolean}} pointed
   * @returns {Promise<{orders: Order[], objection: import("./types.js").Objection | null} | null>}
   */
  meant({ counter, place, onward = false }) {
    const asked = new URLSearchParams();
    if (onward) asked.set("onward", "true");
    if (counter !== null) asked.set("counter", String(counter));
    if (place !== null) asked.set("place", place);
    return get(`${this.path}/meant?${asked}`);
  }

  /**
   * The board after an entry.
   * @param {number} n
   * @returns {Promise<Moment>}
   */
  moment(n) {
    let moment = this.moments.get(n);
    if (!moment) {
      moment = get(`${this.path}/at/${n}`).then(keyed);
      this.moments.set(n, moment);
      moment.catch(() => this.moments.delete(n));
    }
    return moment;
  }
}
