// The player's part in the dice: a text with every order, each bound by the one before. The first is the digest of the
// second, the second that of the third and so on, all made from one secret beforehand: whoever knows the last one cannot
// foresee the next, and the player cannot choose it any more. docs/security.md says what that proves against whom.

/** So many are made from one secret. */
const LENGTH = 1000;
const KEPT = "strategikon nonces ";

/** Square roots and cube roots of the first primes, as SHA-256 has them. */
const PRIMES = /** @type {number[]} */ ([]);
for (let n = 2; PRIMES.length < 64; n++) if (PRIMES.every((prime) => n % prime !== 0)) PRIMES.push(n);
/** Of one block at a time. */
const W = new Int32Array(64);
const fraction = (/** @type {number} */ root) => Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

/** @param {number} word @param {number} by */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/**
 * SHA-256 of a text of ASCII, in hexadecimal. The browser's own is not there on a page without https, and makes one wait.
 * @param {string} text
 * @returns {string}
 */
export function digest(text) {
  const length = text.length;
  const words = new Int32Array((((length + 8) >> 6) + 1) * 16);
  for (let i = 0; i < length; i++) words[i >> 2] |= text.charCodeAt(i) << (24 - (i & 3) * 8);
  words[length >> 2] |= 0x80 << (24 - (length & 3) * 8);
  words[words.length - 1] = length * 8;
  const hash = [...START];
  for (let block = 0; block < words.length; block += 16) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) W[i] = words[block + i];
      else {
        const s0 = turned(W[i - 15], 7) ^ turned(W[i - 15], 18) ^ (W[i - 15] >>> 3);
        const s1 = turned(W[i - 2], 17) ^ turned(W[i - 2], 19) ^ (W[i - 2] >>> 10);
        W[i] = W[i - 16] + s0 + W[i - 7] + s1;
      }
    }
    let [a, b, c, d, e, f, g, z] = hash;
    for (let i = 0; i < 64; i++) {
      const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const t1 = (z + s1 + ((e & f) ^ (~e & g)) + ROUNDS[i] + W[i]) | 0;
      const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      z = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    [a, b, c, d, e, f, g, z].forEach((word, i) => (hash[i] = (hash[i] + word) | 0));
  }
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** @returns {string} */
function secret() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}

/**
 * Every nonce of a secret, the first to be given first.
 * @param {string} made
 */
function chain(made) {
  const all = [made];
  while (all.length < LENGTH) all.push(digest(all[all.length - 1]));
  return all.reverse();
}

/** The nonces of a side in a game. They are kept, so that another day is bound by this one. */
export class Nonces {
  /** @param {string} name of the game and the side */
  constructor(name) {
    this.key = KEPT + name;
    /** @type {string[]} */
    this.all = [];
  }

  /**
   * The nonce to give after the one the game knows as this side's last.
   * @param {string | null | undefined} last
   * @returns {string}
   */
  after(last) {
    if (this.all.length === 0) {
      const kept = localStorage.getItem(this.key);
      if (kept) this.all = chain(kept);
    }
    const at = last ? this.all.indexOf(last) : -1;
    if (at < 0 || at + 1 === this.all.length) {
      // Given elsewhere, or used up: what this browser has shown before is not used again.
      const fresh = secret();
      localStorage.setItem(this.key, fresh);
      this.all = chain(fresh);
      return this.all[0];
    }
    return this.all[at + 1];
  }
}
