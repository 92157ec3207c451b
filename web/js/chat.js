/**
 * Talk at the table, with mute.
 * @module
 */

import { h, put } from "./dom.js";
import { agoWords } from "./words.js";

/** @typedef {import("./types.js").View} View */

/** The chat panel. */
export class ChatPanel {
  /** @param {import("./match.js").Match} match */
  constructor(match) {
    this.match = match;
    this.lines = h("ol", { class: "lines", "aria-label": "Chat", "aria-live": "polite" });
    this.text = h("input", {
      name: "text",
      maxlength: 500,
      autocomplete: "off",
      "aria-label": "Say something",
      placeholder: "Say something",
    });
    this.element = h(
      "div",
      { class: "chat" },
      this.lines,
      h("form", { onsubmit: (/** @type {Event} */ e) => void this.say(e) }, this.text, h("button", null, "Say")),
    );
    this.drawn = "";
  }

  /** @param {View} view */
  show(view) {
    const muted = new Set(view.muted ?? []);
    const drawn = JSON.stringify([view.chat, view.muted]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const heard = view.chat.filter((line) => !muted.has(line.who));
    const others = [...new Set([...view.chat.map((line) => line.who), ...muted])];
    put(
      this.lines,
      ...heard.map((line) =>
        h(
          "li",
          null,
          h("b", null, line.who),
          " ",
          h("span", null, line.text),
          " ",
          h("small", null, agoWords(line.at)),
        ),
      ),
      ...others
        .filter((who) => muted.has(who))
        .map((who) => h("li", { class: "muted" }, `${who} is muted. `, this.muteButton(who, false))),
    );
    for (const item of this.lines.querySelectorAll("li:not(.muted)")) {
      const who = item.querySelector("b")?.textContent ?? "";
      if (!this.own(view, who)) item.append(" ", this.muteButton(who, true));
    }
    this.lines.scrollTop = this.lines.scrollHeight;
  }

  /**
   * @param {View} view
   * @param {string} who
   */
  own(view, who) {
    return view.seats.some((seat) => view.you.includes(seat.side) && seat.player === who);
  }

  /**
   * @param {string} who
   * @param {boolean} mute
   */
  muteButton(who, mute) {
    return h(
      "button",
      {
        class: "quiet mute",
        "aria-label": `${mute ? "Mute" : "Hear"} ${who}`,
        onclick: () => void this.match.act("/mute", { player: who, mute }),
      },
      mute ? "mute" : "hear again",
    );
  }

  /** @param {Event} event */
  async say(event) {
    event.preventDefault();
    const text = this.text.value.trim();
    if (!text) return;
    this.text.value = "";
    await this.match.act("/chat", { text });
  }
}
