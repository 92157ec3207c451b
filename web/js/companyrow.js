/**
 * Who goes along: the rest of the selected counter's stack, each to be taken or left.
 * @module
 */

import { h } from "./dom.js";

/**
 * @param {import("./hand.js").Hand} hand
 */
export function companyRow(hand) {
  const { company } = hand;
  const others = company?.candidates() ?? [];
  if (others.length === 0) return null;
  const whole = others.every((c) => company.ids.has(c.id));
  return h(
    "div",
    { class: "company", role: "group", "aria-label": "Who goes along" },
    h("span", { class: "soft" }, "With it:"),
    others.length > 1 &&
      h(
        "button",
        {
          "aria-pressed": String(whole),
          "data-focus": "whole stack",
          title: "The whole stack goes together (s)",
          onclick: () => void company.whole(),
        },
        "Whole stack",
        h("kbd", { "aria-hidden": "true" }, "s"),
      ),
    ...others.map((counter) =>
      h(
        "button",
        {
          "aria-pressed": String(company.ids.has(counter.id)),
          "data-focus": `with ${counter.id}`,
          onclick: () => void company.toggle(counter.id),
        },
        counter.name,
      ),
    ),
  );
}
