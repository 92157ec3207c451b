/**
 * The way the pointer is over: what it costs and meets, and whether it is reached, and whole.
 * @module
 */

import { arrivalWords } from "./arrival.js";
import { announce } from "./dom.js";

/** @typedef {import("./types.js").Route} Route */
/** @typedef {import("./hand.js").Goal} Goal */

/** What is shown along a way before it is gone. */
export class Pointing {
  /** @param {import("./hand.js").Hand} hand */
  constructor(hand) {
    this.hand = hand;
    /** The way the pointer is over. @type {Route | null} */
    this.passed = null;
  }

  /**
   * What the pointer passes over: the way there, and the odds there.
   * @param {string | null} hex
   */
  pass(hex) {
    const goal = hex ? this.hand.goals.get(hex) : null;
    const route = goal?.route ?? null;
    this.passed = route;
    const words = route ? [costWords(route), ...(route.meets ?? [])] : [];
    this.showWay(goal ?? null, words);
    if (route && this.hand.selected !== null) void this.foretellArrival(this.hand.selected, goal ?? null, route, words);
    if (route?.meets) return this.hand.desk.foretell(route);
    const aimed = hex && this.hand.selected === null ? this.hand.choices.at(hex).find((c) => c.weighed) : null;
    return this.hand.desk.weigh(aimed ?? null);
  }

  /**
   * @param {Goal | null} goal
   * @param {string[]} words at its end
   */
  showWay(goal, words) {
    this.hand.board.path(goal?.kind === "move" ? goal.path : [], {
      costs: (place) => this.hand.goals.get(place)?.route?.cost ?? "",
      words,
    });
  }

  /**
   * Adds to what is said at the end of a way whether it is reached, and whole.
   * @param {number} id
   * @param {Goal | null} goal
   * @param {Route} route
   * @param {string[]} words
   */
  async foretellArrival(id, goal, route, words) {
    const wanted = () => this.passed === route && this.hand.selected === id && !this.hand.idle;
    const told = await arrivalWords(this.hand.match, id, route, wanted);
    if (told.length > 0 && wanted()) this.showWay(goal, [words[0], ...told, ...words.slice(1)]);
  }

  /**
   * Shows a finger what dice lie on a way, before it goes.
   * @param {Route} route
   * @param {Goal} goal
   * @returns {Promise<boolean>} whether there are any
   */
  async showRisk(route, goal) {
    const id = this.hand.selected;
    if (id === null || this.hand.company.size > 0) return false;
    const told = await arrivalWords(this.hand.match, id, route, () => this.hand.selected === id);
    if (told.length === 0 || this.hand.selected !== id) return false;
    this.showWay(goal, [costWords(route), ...told]);
    announce([goal.text, ...told].join(", "));
    return true;
  }
}

/**
 * What a way costs, and whether it ends there whatever is left.
 * @param {Route} route
 */
function costWords(route) {
  const points = /^(1|½|1½)$/.test(route.cost) ? "point" : "points";
  return `${route.cost} ${points} to get there${route.stops ? ", and must stop" : ""}`;
}
