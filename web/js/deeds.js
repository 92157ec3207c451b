/**
 * The log as a tale: what was done, deed by deed. A deed is a march, a fight with its dice, or whatever else the game told
 * in one breath; what happened in it is said by the game's events, and nothing is guessed from their words.
 * @module
 */

/** @typedef {import("./types.js").GameEvent} GameEvent */
/** @typedef {import("./types.js").LogEntry} LogEntry */
/** @typedef {import("./types.js").Sum} Sum */

/**
 * @typedef {object} Deed
 * @property {number} first its first entry
 * @property {number} last its last entry
 * @property {string | null} side whose order it was
 * @property {number | undefined} turn the Player-Turn it belongs to
 * @property {string} label where the game stood
 * @property {GameEvent[]} events
 * @property {Sum | null} sum the computation behind it
 * @property {number[]} dice as they fell
 * @property {string} result what the dice brought, in the game's words
 * @property {string[]} at the places it is about
 * @property {number[]} who the counters that act in it
 * @property {number[]} hit the counters that something befell
 * @property {import("./pace.js").Weight} weight
 */

const MARCHES = new Set(["moved", "placed", "carried", "turned"]);
const BEFALLS = new Set(["retreated", "removed", "marked"]);

/**
 * @param {LogEntry} entry
 * @returns {Deed}
 */
function begun({ entry, side, player_turn, turn_label }) {
  return {
    first: entry,
    last: entry,
    side,
    turn: player_turn,
    label: turn_label,
    events: [],
    sum: null,
    dice: [],
    result: "",
    at: [],
    who: [],
    hit: [],
    weight: "word",
  };
}

/** @param {GameEvent} event */
function weighed(event) {
  return event.sum && event.sum.results.length > 0 ? event.sum : null;
}

/**
 * Whether an event begins another deed.
 * @param {Deed} deed the one under way
 * @param {GameEvent} event
 * @param {LogEntry} entry
 */
function begins(deed, event, entry) {
  const [last] = deed.events.slice(-1);
  if (!last || last === event) return false;
  if (MARCHES.has(event.kind)) {
    const same = String(last.counters) === String(event.counters) || !event.counters;
    return !MARCHES.has(last.kind) || !same;
  }
  // The same sum is told again with its result.
  const sum = weighed(event);
  if (sum) return deed.dice.length > 0 || MARCHES.has(last.kind) ? sum.title !== deed.sum?.title : false;
  if (event.kind === "declared") return deed.dice.length > 0 || MARCHES.has(last.kind);
  if (event.dice && deed.dice.length > 0) return event.kind !== "result" || entry.entry !== deed.last;
  if (event.kind === "announced" || event.kind === "control" || event.kind === "ended")
    return deed.last !== entry.entry;
  return false;
}

/**
 * @param {Deed} deed
 * @param {GameEvent} event
 * @param {LogEntry} entry
 */
function add(deed, event, entry) {
  deed.last = entry.entry;
  deed.side ??= entry.side;
  deed.events.push(event);
  const sum = weighed(event);
  if (sum && !deed.sum) {
    deed.sum = sum;
    deed.at = event.places ?? [];
  }
  if (event.kind === "declared" || (sum && event.counters)) deed.who.push(...(event.counters ?? []));
  if (event.dice) deed.dice = event.dice;
  if (event.kind === "result") {
    deed.result = event.text;
    if (deed.at.length === 0) deed.at = event.places ?? [];
    if (deed.who.length === 0) deed.who.push(...(event.counters ?? []));
  }
  if (BEFALLS.has(event.kind)) deed.hit.push(...(event.counters ?? []));
  if (MARCHES.has(event.kind)) deed.who.push(...(event.counters ?? []));
  deed.weight = deed.sum || deed.dice.length > 0 ? "fight" : MARCHES.has(event.kind) ? "march" : deed.weight;
}

/**
 * The deeds of some entries. What only turns a counter, or says that a phase begins, is none.
 * @param {LogEntry[]} entries
 * @returns {Deed[]}
 */
export function deedsOf(entries) {
  /** @type {Deed[]} */
  const deeds = [];
  /** @type {Deed | null} */
  let deed = null;
  for (const entry of entries) {
    for (const event of entry.events) {
      if (event.kind === "phase") {
        deed = null;
        continue;
      }
      if (
        !deed ||
        begins(deed, event, entry) ||
        (entry.side !== null && deed.side !== null && entry.side !== deed.side && !BEFALLS.has(event.kind))
      ) {
        deed = begun(entry);
        deeds.push(deed);
      }
      add(deed, event, entry);
    }
  }
  return deeds.filter(worthTelling);
}

/** @param {Deed} deed */
function worthTelling(deed) {
  if (deed.sum || deed.dice.length > 0) return true;
  return deed.events.some((event) => event.kind !== "turned" && event.kind !== "declared");
}

/**
 * The row of the odds that came up, by the faces of the die or by the words of the result.
 * @param {Deed} deed
 */
export function rowOf({ sum, dice, result }) {
  if (!sum || dice.length === 0) return -1;
  const byFace = dice.length === 1 ? sum.results.findIndex((chance) => chance.faces?.includes(dice[0])) : -1;
  return byFace >= 0 ? byFace : sum.results.findIndex((chance) => chance.result === result);
}

/**
 * The ways counters went in a deed.
 * @param {Deed} deed
 * @returns {{kind: "moved" | "retreated", counters: number[], way: string[]}[]}
 */
export function waysOf(deed) {
  /** @type {{kind: "moved" | "retreated", counters: number[], way: string[]}[]} */
  const ways = [];
  for (const event of deed.events) {
    if ((event.kind !== "moved" && event.kind !== "retreated") || !event.counters || !event.places) continue;
    const open = ways.find((way) => way.kind === event.kind && String(way.counters) === String(event.counters));
    if (open) open.way.push(...event.places.filter((place, i) => i > 0 || place !== open.way[open.way.length - 1]));
    else ways.push({ kind: event.kind, counters: event.counters, way: [...event.places] });
  }
  return ways.filter(({ way }) => way.length > 1);
}

/**
 * The words of a deed: of a fight its sum, its dice apart, and what came of them.
 * @param {Deed} deed
 * @returns {{before: string, dice: number[], after: string}}
 */
export function wordsOf(deed) {
  const told = deed.events.filter((event) => event.text);
  if (deed.sum) {
    const befell = told.filter((event) => BEFALLS.has(event.kind)).map((event) => event.text);
    return {
      before: `${deed.sum.title}: ${deed.sum.total}`,
      dice: deed.dice,
      after: [deed.result, ...new Set(befell.filter((text) => text !== deed.result))].filter(Boolean).join("; "),
    };
  }
  if (deed.dice.length > 0) {
    const at = told.findIndex((event) => event.dice);
    const words = (/** @type {GameEvent[]} */ events) => events.map((event) => event.text).join("; ");
    return {
      before: words(told.slice(0, at)),
      dice: deed.dice,
      after: words(told.slice(at)).replace(/,? die \d+/g, ""),
    };
  }
  // Of a march its end, and what stopped it.
  const steps = told.filter((event) => event.kind === "moved" && event.places);
  const rest = told.filter((event) => !steps.includes(event) && event.kind !== "turned").map((event) => event.text);
  const [first, end] = [steps[0], steps[steps.length - 1]];
  const from = first?.places?.[0];
  const march = end ? `${end.text}${from ? `, from ${from}` : ""}` : null;
  return { before: [march, ...rest.slice(0, 3)].filter(Boolean).join("; "), dice: [], after: "" };
}

/**
 * What the other side did in its last Player-Turn.
 * @param {LogEntry[]} log
 * @param {string | null} mine the side that asks; null for whoever looks on
 * @returns {LogEntry[]}
 */
export function lastTurnOf(log, mine) {
  /** @type {Map<number, number>} */
  const balance = new Map();
  for (const entry of log)
    if (entry.side !== null && entry.player_turn !== undefined)
      balance.set(entry.player_turn, (balance.get(entry.player_turn) ?? 0) + (entry.side === mine ? -1 : 1));
  const theirs = [...balance].filter(([, orders]) => orders > 0).map(([turn]) => turn);
  const last = Math.max(...theirs);
  return theirs.length > 0 ? log.filter((entry) => entry.player_turn === last) : [];
}
