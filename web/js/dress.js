/**
 * Styles that come when they are wanted.
 * @module
 */

import { byId, h } from "./dom.js";

/** @type {Map<string, Promise<unknown>>} */
const worn = new Map();

/**
 * A sheet of styles, asked for once.
 * @param {string} name
 */
export function dress(name) {
  let wearing = worn.get(name);
  if (!wearing) {
    wearing = new Promise((resolve) => {
      const link = h("link", { rel: "stylesheet", href: `/css/${name}.css` });
      link.addEventListener("load", resolve);
      link.addEventListener("error", resolve);
      byId("styles").before(link);
    });
    worn.set(name, wearing);
  }
  return wearing;
}
