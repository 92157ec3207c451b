/**
 * At which pace a turn is told: as the player sets it, and remembered.
 * @module
 */

/** @typedef {"step" | "slow" | "quick" | "none"} Pace */
/** @typedef {"fight" | "march" | "word"} Weight how much there is to see in a deed */

const KEY = "strategikon.pace";

/** The paces, the most patient first, and what each is called. @type {Record<Pace, string>} */
export const PACES = { step: "step by step", slow: "slow", quick: "quick", none: "not at all" };

/** So long a deed is told, in milliseconds; step by step, until the reader goes on. @type {Record<Pace, Record<Weight, number>>} */
const TIMES = {
  step: { fight: Infinity, march: Infinity, word: Infinity },
  slow: { fight: 3600, march: 1300, word: 1500 },
  quick: { fight: 1700, march: 480, word: 650 },
  none: { fight: 0, march: 0, word: 0 },
};

/** @returns {Pace} */
export function pace() {
  const kept = localStorage.getItem(KEY);
  return kept !== null && kept in PACES ? /** @type {Pace} */ (kept) : "quick";
}

/** @param {Pace} wanted */
export function setPace(wanted) {
  localStorage.setItem(KEY, wanted);
}

/** The next faster pace that still tells; the fastest stays. @returns {Pace} */
export function faster() {
  return pace() === "step" ? "slow" : "quick";
}

/** @param {Weight} weight */
export function timeFor(weight) {
  return TIMES[pace()][weight];
}
