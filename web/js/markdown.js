/**
 * The Markdown our guides are written in, as elements: everything that is not understood stays text.
 * @module
 */

import { h } from "./dom.js";

/** @typedef {import("./dom.js").Child} Child */
/** @typedef {{words: (text: string) => Child[], code: (text: string) => Child, picture: (path: string) => string | null}} Looks how plain words, code and pictures are shown */

/**
 * The name a heading is linked by.
 * @param {string} text
 */
export function slug(text) {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, "")
    .trim()
    .replaceAll(" ", "-");
}

/**
 * A line with its emphasis, code, links and pictures.
 * @param {string} text
 * @param {Looks} looks
 * @returns {Child[]}
 */
export function inline(text, looks) {
  const marks = /!\[([^\]]*)\]\(([^)]*)\)|\[([^\]]+)\]\(([^)]*)\)|`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*/gu;
  /** @type {Child[]} */
  const parts = [];
  let from = 0;
  for (const match of text.matchAll(marks)) {
    const at = match.index ?? 0;
    if (at > from) parts.push(...looks.words(text.slice(from, at)));
    from = at + match[0].length;
    const [, alt, picture, words, address, code, strong, soft] = match;
    if (picture !== undefined) parts.push(drawing(alt, picture, looks));
    else if (words !== undefined) parts.push(link(words, address, looks));
    else if (code !== undefined) parts.push(looks.code(code));
    else if (strong !== undefined) parts.push(h("b", null, ...inline(strong, looks)));
    else parts.push(h("i", null, ...inline(soft, looks)));
  }
  if (from < text.length) parts.push(...looks.words(text.slice(from)));
  return parts;
}

/**
 * @param {string} alt
 * @param {string} path
 * @param {Looks} looks
 */
function drawing(alt, path, looks) {
  const src = looks.picture(path);
  return src ? h("img", { src, alt, loading: "lazy" }) : alt;
}

/**
 * Links within the page; other pages of the documentation are not here, so their names stay words.
 * @param {string} words
 * @param {string} address
 * @param {Looks} looks
 */
function link(words, address, looks) {
  if (!address.startsWith("#")) return h("span", null, ...inline(words, looks));
  const to = `guide-${address.slice(1)}`;
  const go = (/** @type {Event} */ event) => {
    event.preventDefault();
    document.getElementById(to)?.scrollIntoView({ block: "start" });
    document.getElementById(to)?.focus({ preventScroll: true });
  };
  return h("a", { href: `#${to}`, onclick: go }, ...inline(words, looks));
}

/** @param {string} line */
function cells(line) {
  return line
    .trim()
    .replace(/^\|/u, "")
    .replace(/\|$/u, "")
    .split("|")
    .map((cell) => cell.trim());
}

/**
 * A whole text.
 * @param {string} text
 * @param {Looks} looks
 * @returns {HTMLElement[]}
 */
export function blocks(text, looks) {
  const lines = text.replaceAll("\r", "").split("\n");
  /** @type {HTMLElement[]} */
  const out = [];
  let i = 0;
  const while_ = (/** @type {(line: string) => boolean} */ holds) => {
    const from = i;
    while (i < lines.length && holds(lines[i])) i += 1;
    return lines.slice(from, i);
  };
  while (i < lines.length) {
    const line = lines[i];
    const heading = /^(#{1,4}) (.*)$/u.exec(line);
    if (line.trim() === "") i += 1;
    else if (heading) {
      i += 1;
      const level = /** @type {"h1" | "h2" | "h3" | "h4"} */ (`h${heading[1].length}`);
      out.push(h(level, { id: `guide-${slug(heading[2])}`, tabindex: -1 }, ...inline(heading[2], looks)));
    } else if (line.startsWith("```")) {
      i += 1;
      const code = while_((l) => !l.startsWith("```"));
      i += 1;
      out.push(h("pre", { tabindex: 0 }, h("code", null, code.join("\n"))));
    } else if (line.startsWith("|")) {
      const rows = while_((l) => l.startsWith("|")).map(cells);
      out.push(table(rows, looks));
    } else if (/^(-|\d+\.) /u.test(line)) {
      const ordered = /^\d/u.test(line);
      const items = while_((l) => l.trim() !== "" && !l.startsWith("#") && !l.startsWith("|")).reduce((all, l) => {
        const item = /^(?:-|\d+\.) (.*)$/u.exec(l);
        if (item) all.push(item[1]);
        else all[all.length - 1] += ` ${l.trim()}`;
        return all;
      }, /** @type {string[]} */ ([]));
      out.push(h(ordered ? "ol" : "ul", null, ...items.map((item) => h("li", null, ...inline(item, looks)))));
    } else {
      const words = while_((l) => l.trim() !== "" && !/^(#{1,4} |```|\||- |\d+\. )/u.test(l));
      if (words.length === 0) words.push(lines[i++]);
      out.push(h("p", null, ...inline(words.join(" "), looks)));
    }
  }
  return out;
}

/**
 * @param {string[][]} rows with the line of dashes
 * @param {Looks} looks
 */
function table(rows, looks) {
  const [head, , ...body] = rows;
  const named = head.some((cell) => cell !== "");
  return h(
    "div",
    { class: "wide", tabindex: 0, role: "group", "aria-label": "Table" },
    h(
      "table",
      null,
      named && h("thead", null, h("tr", null, ...head.map((cell) => h("th", null, ...inline(cell, looks))))),
      h(
        "tbody",
        null,
        ...body.map((row) => h("tr", null, ...row.map((cell) => h("td", null, ...inline(cell, looks))))),
      ),
    ),
  );
}
