/**
 * What wins, always in view over the board: one sentence, and how it stands with that.
 * @module
 */

import { h, put } from "./dom.js";
import { ruleLink } from "./rules.js";
import { capital } from "./words.js";

/**
 * What wins, in a line: before a game, and among the rules.
 * @param {string} text
 */
export function goalLine(text) {
  return h("p", { class: "goal-line" }, h("b", null, "Goal"), " ", text);
}

/** The strip over the board. */
export class GoalStrip {
  constructor() {
    this.words = h("p", { class: "wins" });
    this.figures = h("ul", { class: "figures" });
    // On a narrow screen a tap shows the whole sentence; what it stands at is never folded away.
    this.element = h(
      "section",
      {
        class: "goal-strip",
        "aria-label": "Goal",
        onclick: (/** @type {MouseEvent} */ event) => {
          if (!(event.target instanceof Element && event.target.closest("button"))) this.unfold();
        },
      },
      this.words,
      this.figures,
    );
  }

  unfold() {
    this.element.classList.toggle("whole");
  }

  /** @param {import("./types.js").Scene} scene of the moment shown */
  show(scene) {
    const { text, standing, rule } = scene.goal;
    put(this.words, h("b", null, "Goal"), " ", text, " ", rule && ruleLink(rule));
    put(this.figures, ...standing.map((figure) => figureItem(figure)));
  }
}

/** @param {import("./types.js").Figure} figure */
function figureItem(figure) {
  const side = figure.side === null ? null : `side-of${figure.side}`;
  if (!figure.of) return h("li", { class: side }, capital(figure.text));
  const [now, whole] = figure.of;
  const share = whole > 0 ? Math.min(1, now / whole) : 0;
  const gauge = h("i", { class: "gauge", "aria-hidden": "true" });
  gauge.style.setProperty("--p", `${Math.round(share * 100)}%`);
  return h("li", { class: side }, capital(figure.text), " ", gauge, h("b", null, `${now} of ${whole}`));
}
