/**
 * Questions about a pose: what holding something there comes to. A hand asks at every twitch; the server hears one question
 * at a time and always the last one, and an answer that has been overtaken is not heard.
 * @module
 */

/** @typedef {import("./types.js").Way} Way */

/** What is asked while something is held. */
export class Posed {
  /** @param {import("./match.js").Match} match */
  constructor(match) {
    this.match = match;
    /** The number of the newest question. */
    this.newest = 0;
    /** What is asked next. @type {{about: string, heard: (way: Way | null) => void, number: number} | null} */
    this.next = null;
    /** The questions under way. @type {Promise<void> | null} */
    this.asking = null;
  }

  /** Nobody wants to know any more. */
  forget() {
    this.newest += 1;
    this.next = null;
  }

  /**
   * Asks, after whatever is being asked.
   * @param {string} about
   * @param {(way: Way | null) => void} heard gets the answer, unless something else is asked by then
   */
  ask(about, heard) {
    this.newest += 1;
    this.next = { about, heard, number: this.newest };
    this.asking ??= this.run();
  }

  async run() {
    try {
      while (this.next) {
        const { about, heard, number } = this.next;
        this.next = null;
        /** @type {Way | null} */
        const way = await this.match.ask(about).catch(() => null);
        if (number === this.newest) heard(way);
      }
    } finally {
      this.asking = null;
    }
  }

  /** Waits until everything asked is answered. */
  async answered() {
    while (this.asking) await this.asking;
  }
}
