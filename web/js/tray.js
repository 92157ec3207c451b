/**
 * Counters outside the map: boxes, stacks in the panel, drawn with the renderer's own symbols.
 * @module
 */

import { h, s } from "./dom.js";

/** @typedef {import("./types.js").Counter} Counter */

/** The renderer's inks for glyphs, by side. */
const INKS = ["#133a60", "#6b3f06"];

/**
 * A counter as a small picture.
 * @param {Counter} counter
 */
export function cardboard(counter) {
  const side = Math.min(counter.side, 1);
  const hidden = counter.glyph === "hidden";
  const use = (/** @type {string} */ name, /** @type {Record<string, unknown>} */ props = {}) =>
    s("use", { href: `#${name}`, ...props });
  const based = counter.base && document.getElementById(`b${side}-${counter.glyph}`) !== null;
  const drawn = document.getElementById(`g-${counter.glyph}`) !== null;
  const leader = /^[A-F]$/.test(counter.glyph);
  const letters = (/** @type {number} */ y, /** @type {number} */ size) =>
    s("text", { y, "font-size": size, "font-weight": 700, "text-anchor": "middle", fill: INKS[side] }, counter.glyph);
  const figure = (
    /** @type {string} */ text,
    /** @type {number} */ x,
    /** @type {string} */ anchor,
    /** @type {number} */ size,
  ) =>
    text &&
    s("text", { x, y: 17.6, "font-size": size, "font-weight": 700, "text-anchor": anchor, fill: "#1d140a" }, text);
  const wide = counter.left.length + counter.middle.length + counter.right.length > 6;
  const [large, small] = wide ? [10.5, 7.5] : [13.5, 9.5];
  return s(
    "svg",
    { class: "cardboard", viewBox: "-24 -24 50 52", "aria-hidden": "true" },
    use(`${hidden ? "back" : "card"}${side}`),
    !hidden &&
      (based
        ? use(`b${side}-${counter.glyph}`, { transform: "translate(0 -3) scale(.42)" })
        : leader
          ? use("g-leader", { color: INKS[side] })
          : drawn
            ? use(`g-${counter.glyph}`, { color: INKS[side] })
            : letters(3, counter.glyph.length > 3 ? 10 : 15)),
    !hidden && leader && letters(-1, 11),
    !hidden && figure(counter.left, -18.2, "start", large),
    !hidden && figure(counter.middle, 0, "middle", small),
    !hidden && figure(counter.right, 18.2, "end", large),
    counter.seals.includes("disrupted") && use("seal-disrupted", { x: 17, y: -17 }),
  );
}

/**
 * A counter's name without its ordinal.
 * @param {Counter} counter
 */
export function sort(counter) {
  return counter.name.replace(/ \d+$/, "");
}

/**
 * Marks the pile in which the selected counter lies.
 * @param {Element} boxes
 * @param {number | null} selected
 */
export function markPile(boxes, selected) {
  for (const pile of boxes.querySelectorAll("[data-heap]")) {
    const chosen = (pile.getAttribute("data-heap") ?? "").split(" ").includes(String(selected));
    pile.classList.toggle("chosen", chosen);
    if (pile.getAttribute("aria-pressed") !== String(chosen)) pile.setAttribute("aria-pressed", String(chosen));
  }
}

/**
 * A box beside the map: identical counters lie on each other.
 * @param {string} name
 * @param {Counter[]} counters
 * @param {{able: Set<number>, selected: number | null, take: (id: number) => void}} hand
 */
export function tray(name, counters, { able, selected, take }) {
  /** @type {Map<string, Counter[]>} */
  const heaps = new Map();
  for (const counter of counters) {
    const key = `${sort(counter)} ${counter.left} ${counter.middle} ${counter.right}`;
    heaps.set(key, [...(heaps.get(key) ?? []), counter]);
  }
  const piles = [...heaps.values()].map((heap) => {
    const top = heap.find((c) => able.has(c.id)) ?? heap[0];
    const words = heap.length > 1 ? `${sort(top)}, ${heap.length} of them` : top.name;
    const chosen = heap.some((c) => c.id === selected);
    const picture = [
      cardboard(top),
      heap.length > 1 ? h("span", { class: "many", "aria-hidden": "true" }, `×${heap.length}`) : null,
    ];
    return h(
      "li",
      null,
      able.has(top.id)
        ? h(
            "button",
            {
              class: chosen ? "pile chosen" : "pile",
              title: words,
              "aria-label": words,
              "aria-pressed": chosen,
              "data-counter": top.id,
              "data-heap": heap.map((c) => c.id).join(" "),
              onclick: () => take(top.id),
            },
            ...picture,
          )
        : h("span", { class: "pile", title: words, role: "img", "aria-label": words }, ...picture),
    );
  });
  return h(
    "section",
    { class: counters.some((c) => able.has(c.id)) ? "box" : "box idle" },
    h("h3", null, name),
    h("ul", null, ...piles),
  );
}
