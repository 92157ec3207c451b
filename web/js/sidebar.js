/**
 * The side of the table: panel, tabs of log, rules and talk, the board in words; a drawer on a phone.
 * @module
 */

import { h } from "./dom.js";

/** @typedef {"log" | "rules" | "chat"} TabName */
/** @typedef {{name: TabName, words: string, body: HTMLElement, opened: () => void}} Tab */

/** The side of the table. */
export class Sidebar {
  /**
   * @param {HTMLElement} now
   * @param {Tab[]} tabs
   */
  constructor(now, tabs) {
    this.words = h("p", { id: "board-words" });
    this.details = h("details", { class: "in-words" }, h("summary", null, "The board in words"), this.words);
    this.handle = h(
      "button",
      { class: "handle", "aria-expanded": "false", "aria-label": "More of the panel", onclick: () => this.draw() },
      h("i"),
    );
    this.tabs = tabs.map((tab) => {
      const button = h(
        "button",
        { role: "tab", id: `tab-${tab.name}`, "aria-controls": `body-${tab.name}`, onclick: () => this.open(tab.name) },
        tab.words,
      );
      for (const [name, value] of [
        ["id", `body-${tab.name}`],
        ["role", "tabpanel"],
        ["aria-labelledby", `tab-${tab.name}`],
        ["tabindex", "0"],
      ])
        tab.body.setAttribute(name, value);
      return { ...tab, button };
    });
    const list = h(
      "div",
      {
        class: "tabs",
        role: "tablist",
        "aria-label": "More",
        onkeydown: (/** @type {KeyboardEvent} */ e) => this.key(e),
      },
      ...this.tabs.map((t) => t.button),
    );
    this.element = h(
      "aside",
      { class: "panel", "aria-label": "Panel" },
      this.handle,
      now,
      list,
      h("div", { class: "bodies" }, ...this.tabs.map((t) => t.body)),
      this.details,
    );
    this.choose("log");
  }

  /** @param {TabName} name */
  choose(name) {
    for (const tab of this.tabs) {
      const on = tab.name === name;
      tab.button.setAttribute("aria-selected", String(on));
      tab.button.tabIndex = on ? 0 : -1;
      tab.body.hidden = !on;
      if (on) tab.button.classList.remove("news");
      if (on) tab.opened();
    }
  }

  /**
   * Opens a tab because the player wants to see it.
   * @param {TabName} name
   */
  open(name) {
    this.choose(name);
    this.draw(true);
    // In a drawer the whole panel scrolls: a log is opened at its end there too.
    const block = name === "log" ? "end" : "nearest";
    this.tabs.find((t) => t.name === name)?.body.scrollIntoView({ block });
  }

  /**
   * Whether a tab can be read now.
   * @param {TabName} name
   */
  sees(name) {
    return this.tabs.some((tab) => tab.name === name && tab.body.offsetParent !== null);
  }

  /**
   * Marks a tab that has something new.
   * @param {TabName} name
   */
  flag(name) {
    this.tabs.find((tab) => tab.name === name)?.button.classList.add("news");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const way = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (way === 0) return;
    const at = this.tabs.findIndex((t) => t.button === document.activeElement);
    const next = this.tabs[(at + way + this.tabs.length) % this.tabs.length];
    this.open(next.name);
    next.button.focus();
  }

  /**
   * Draws the drawer out or pushes it in.
   * @param {boolean} [out]
   */
  draw(out) {
    const now = this.element.classList.toggle("open", out);
    this.handle.setAttribute("aria-expanded", String(now));
  }

  /** Opens the board in words. */
  tell() {
    this.details.open = true;
    this.draw(true);
    this.details.scrollIntoView({ block: "nearest" });
  }
}
