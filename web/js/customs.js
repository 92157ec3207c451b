/**
 * What the client knows of single games beyond the words of the API: looks, keys and shortcuts.
 *
 * Everything here is comfort. A kind of order that is not named is shown as a plain choice and works.
 * @module
 */

/** @typedef {import("./types.js").Order} Order */
/** @typedef {import("./types.js").Route} Route */
/** @typedef {import("./choices.js").Choice} Choice */

/** How the hex of an order is highlighted. @type {Record<string, string>} */
const LOOKS = {
  place: "place",
  debark: "place",
  step: "move",
  attack: "target",
  also: "target",
  resolve: "target",
  enter: "enter",
  arrive: "enter",
  support: "unit",
};

/** @param {Choice} choice */
export function look(choice) {
  if (choice.kind === "step" && /^retreat/i.test(choice.text)) return "retreat";
  return LOOKS[choice.kind] ?? "unit";
}

/** Orders a stray click should not give. */
export const CAREFUL = new Set(["withdraw", "lift"]);

/** Hexes of these orders are not highlighted: the board marks them already. */
export const MARKED = new Set(["withdraw"]);

/** Orders about a counter that need no mark on the board: most counters have them. */
export const PLAIN = new Set(["move", "lead", "fall_back", "lift", "leave", "dismount"]);

/** Orders that go on with what an earlier one began: a move, an attack, a placing. */
export const CONTINUES = new Set("step turn face enter exit halt join leave also support".split(" "));

/** What an order began, in words. @type {Record<string, string>} */
export const BEGUN = { move: "move", fall_back: "move", attack: "attack", place: "placing" };

/** Orders that take a unit up, so that its routes are worth asking for. */
export const MARCHES = new Set(["move", "fall_back"]);

/** Orders whose odds are worth a look before they are given. */
export const WEIGHED = new Set(["attack", "also", "join", "leave", "support", "commit", "resolve"]);

/** Orders that carry the game on: the button that stands out. */
export const ONWARD = ["done", "commit", "halt"];

/** The key of an order given by a button. @type {Record<string, string>} */
export const KEYS = { halt: "h", done: "e", commit: "e", muster: "m", exit: "x", delay: "d" };

/**
 * Buttons in the order of their weight, the one that carries on marked.
 * @param {Choice[]} general
 * @returns {{choice: Choice, onward: boolean}[]}
 */
export function ranked(general) {
  const rank = (/** @type {Choice} */ c) => (ONWARD.includes(c.kind) ? 0 : 1);
  const mustering = general.some((c) => c.kind === "muster");
  return [...general]
    .sort((a, b) => rank(a) - rank(b))
    .map((choice) => ({ choice, onward: mustering ? choice.kind === "muster" : ONWARD.includes(choice.kind) }));
}

/**
 * The last step of a way that ends beside a hex: turned first, if the hex is not to the front.
 * @param {number} facing
 * @param {number} to
 * @returns {Order[]}
 */
export function lastStep(facing, to) {
  const off = (to - facing + 6) % 6;
  const ahead = off === 0 || off === 1 || off === 5;
  return ahead
    ? [{ do: "step", to }]
    : [
        { do: "turn", facing: to },
        { do: "step", to },
      ];
}

/** The rules behind a way that ends too early, by game. @type {Record<string, {spent: string, stops: string}>} */
const TOO_FAR = { armageddon: { spent: "movement.A", stops: "movement.L" } };

/**
 * Why a counter that came as near as it could goes no farther.
 * @param {string} game
 * @param {Route} near
 * @returns {import("./types.js").Objection}
 */
export function tooFar(game, near) {
  const rules = TOO_FAR[game] ?? { spent: "", stops: "" };
  if (near.stops) return { rule: rules.stops, why: `the way leads through ${near.hex}, and there it must stop` };
  return { rule: rules.spent, why: `it comes as far as ${near.hex}, and there its movement is spent` };
}

/**
 * What ended a journey; null in games whose rules of the road are not known here.
 * @param {string} game
 * @param {string} name
 * @param {Route} route
 * @returns {import("./types.js").Objection | null}
 */
export function spent(game, name, route) {
  const rules = TOO_FAR[game];
  if (!rules) return null;
  if (route.stops) return { rule: rules.stops, why: `${name} came to ${route.hex}, and there it had to stop` };
  return { rule: rules.spent, why: `${name} came as far as ${route.hex}, and there its movement is spent` };
}

/**
 * A placed counter taken back and put elsewhere. Of identical counters the first one left is the next placed.
 * @param {Choice[]} all
 * @param {import("./types.js").Counter[]} counters
 * @param {number} id
 * @param {string} hex
 * @returns {Order[] | null}
 */
export function relocation(all, counters, id, hex) {
  if (!all.some((c) => c.kind === "lift" && c.counter === id)) return null;
  const glyph = counters.find((c) => c.id === id)?.glyph;
  const alike = all.filter((c) => c.kind === "place" && counters.some((o) => o.id === c.counter && o.glyph === glyph));
  const first = Math.min(id, ...alike.map((c) => c.counter ?? id));
  return [
    { do: "lift", unit: id },
    { do: "place", unit: first, hex },
  ];
}
