/**
 * "What would you do, and why?": the computer's plans for the side to move, in words and on the board.
 * @module
 */

import { Refused } from "./api.js";
import { bounded } from "./course.js";
import { announce, h, notice, put } from "./dom.js";
import { because, inOneBreath, percent } from "./reasons.js";
import { ruleLink } from "./rules.js";
import { clearSketch, outline, sketch } from "./sketch.js";
import { sentence } from "./words.js";

/** @typedef {import("./types.js").Plan} Plan */
/** @typedef {import("./types.js").Advice} Advice */

/** What is told as a reason: at least so much of a chance. */
const WORTH_TELLING = 0.004;

/** The adviser at the table. */
export class Counsel {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.slot = table.panel.counsel;
    /** The entry the advice is for. @type {number | null} */
    this.entry = null;
    /** The plans told, the best first. @type {Plan[]} */
    this.plans = [];
    /** The plan shown on the board. @type {Plan | null} */
    this.shown = null;
  }

  /**
   * @param {boolean} reasons whether also why, and what else there is
   */
  async ask(reasons) {
    const { match } = this.table;
    if (!match.ours) {
      notice("It is not your move: there is nothing to advise.");
      return;
    }
    const { entry } = match.view;
    this.entry = entry;
    this.fill(
      reasons ? "What the computer would do" : "Hint",
      h("p", { class: "pondering" }, "Thinking it over ", h("span", { class: "dots" }, h("i"), h("i"), h("i"))),
    );
    this.slot.setAttribute("aria-busy", "true");
    this.reveal();
    try {
      const advice = /** @type {Advice} */ (await match.keep("/counsel", {}));
      if (this.entry !== entry) return;
      this.plans = advice.plans;
      if (advice.plans.length === 0) this.fill("Hint", h("p", null, "There is nothing to choose here."));
      else if (reasons) this.tell(advice);
      else this.hint(advice);
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      if (this.entry !== entry) return;
      this.fill("No advice", h("p", { class: "why" }, sentence(refused.why), " ", ruleLink(refused.rule)));
      announce(sentence(refused.why));
    } finally {
      this.slot.removeAttribute("aria-busy");
    }
    this.reveal();
  }

  /**
   * The best plan alone.
   * @param {Advice} advice
   */
  hint(advice) {
    const [best] = advice.plans;
    this.fill(
      "Hint",
      h("p", { class: "plan" }, this.words(best)),
      h(
        "p",
        { class: "actions" },
        this.playButton(best, "Do it", true),
        h("button", { "data-focus": "counsel why", onclick: () => this.tell(advice) }, "Why?"),
      ),
    );
    this.draw(best);
  }

  /**
   * The best plan with its reasons, and the others.
   * @param {Advice} advice
   */
  tell(advice) {
    const { view } = this.table.match;
    const [best, ...others] = advice.plans;
    const reasons = best.reasons.filter((reason) => Math.abs(reason.gain) >= WORTH_TELLING);
    const side = view.turn.side ?? "this side";
    this.fill(
      "What the computer would do",
      h("p", { class: "plan" }, this.words(best)),
      h("div", { class: "chance" }, h("span", null, `${side} win`), ...this.chance(best.chance)),
      reasons.length > 0 &&
        h(
          "ul",
          { class: "reasons" },
          ...reasons.map((reason) =>
            h(
              "li",
              { class: reason.gain < 0 ? "against" : "for" },
              h("span", null, because(reason)),
              h("b", null, `${reason.gain < 0 ? "−" : "+"}${percent(Math.abs(reason.gain))}`),
            ),
          ),
        ),
      h("p", { class: "actions" }, this.playButton(best, "Do it", true), this.showButton(best, "Show it")),
      others.length > 0 && h("h4", null, "Or else"),
      others.length > 0 &&
        h(
          "ol",
          { class: "others" },
          ...others.map((plan) =>
            h(
              "li",
              null,
              h("p", null, this.words(plan)),
              h(
                "div",
                { class: "chance" },
                ...this.chance(plan.chance),
                this.showButton(plan, "Show"),
                this.playButton(plan, "Play it", false),
              ),
            ),
          ),
        ),
      h(
        "p",
        { class: "soft small" },
        "How often such positions were won in games between soldiers; a draw counts half.",
      ),
    );
    this.draw(best);
    announce(`${this.words(best)} ${side} win with an estimated chance of ${percent(best.chance)}.`);
  }

  /** @param {Plan} plan */
  words(plan) {
    const { ways } = outline(this.table.board, plan.aims);
    return sentence(inOneBreath(plan.text, ways.at(-1)?.at(-1)));
  }

  /**
   * A chance as a small bar and a figure.
   * @param {number} chance
   */
  chance(chance) {
    const bar = h("i", { "aria-hidden": "true" });
    bar.style.setProperty("--p", `${Math.round(bounded(chance) * 100)}%`);
    return [bar, h("b", null, percent(bounded(chance)))];
  }

  /**
   * @param {Plan} plan
   * @param {string} words
   */
  showButton(plan, words) {
    return h(
      "button",
      {
        "data-plan": this.plans.indexOf(plan),
        "aria-pressed": String(plan === this.shown),
        "aria-label": `Show on the board: ${plan.text}`,
        onclick: () => this.draw(plan === this.shown ? null : plan),
      },
      words,
    );
  }

  /**
   * @param {Plan} plan
   * @param {string} words
   * @param {boolean} go
   */
  playButton(plan, words, go) {
    const { hand } = this.table;
    const play = () => {
      this.dismiss();
      void hand.give(plan.orders, plan.text);
    };
    const label = go ? null : `Play: ${plan.text}`;
    return h("button", { class: go ? "go" : null, "aria-label": label, onclick: play }, words);
  }

  /**
   * Shows a plan on the board.
   * @param {Plan | null} plan
   */
  draw(plan) {
    this.shown = plan;
    const { board } = this.table;
    if (plan) {
      const hexes = sketch(board, plan.aims);
      if (hexes.some((hex) => !board.camera.sees(board.layout.centre(hex))))
        board.lookAt([...hexes, ...this.table.battleHexes()]);
    } else clearSketch(board);
    for (const button of this.slot.querySelectorAll("[data-plan]"))
      button.setAttribute("aria-pressed", String(this.plans[Number(button.getAttribute("data-plan"))] === plan));
  }

  /**
   * @param {string} title
   * @param {...(HTMLElement | false)} parts
   */
  fill(title, ...parts) {
    const close = h(
      "button",
      { class: "quiet", "aria-label": "Put the advice away", onclick: () => this.dismiss() },
      "✕",
    );
    put(
      this.slot,
      h("section", { class: "advice", "aria-label": title }, h("header", null, h("h3", null, title), close), ...parts),
    );
  }

  /** Brings the advice into sight; on a phone the drawer leaves room for the board it speaks of. */
  reveal() {
    this.table.side.draw(false);
    const tall = this.slot.offsetHeight > this.table.side.element.clientHeight * 0.6;
    this.slot.scrollIntoView({ block: tall ? "start" : "nearest" });
  }

  /** After every change: advice for another position is put away. */
  review() {
    if (this.entry !== null && this.entry !== this.table.match.view.entry) this.dismiss();
  }

  /** Puts the advice away; answers whether there was any. */
  dismiss() {
    const any = this.entry !== null;
    this.entry = null;
    if (this.slot.contains(document.activeElement)) this.table.board.frame.focus({ preventScroll: true });
    put(this.slot);
    this.draw(null);
    return any;
  }
}
