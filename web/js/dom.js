/**
 * Elements, announcements and notices.
 * @module
 */

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, unknown>} Props */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {Element} element
 * @param {Props | null} props
 */
function dress(element, props) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on") && typeof value === "function") {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (name === "value" && "value" in element) {
      element.value = value;
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
}

/**
 * @param {Element} element
 * @param {Child[]} children
 */
function fill(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * An HTML element: `h("button", {class: "go", onclick}, "Play")`. Text is always text.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props = null, ...children) {
  const element = document.createElement(tag);
  dress(element, props);
  fill(element, children);
  return element;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, props = null, ...children) {
  const element = /** @type {SVGElementTagNameMap[K]} */ (document.createElementNS(SVG, tag));
  dress(element, props);
  fill(element, children);
  return element;
}

/**
 * Replaces what an element holds.
 * @param {Element} element
 * @param {...Child} children
 */
export function put(element, ...children) {
  element.replaceChildren();
  fill(element, children);
}

/**
 * Replaces what an element holds, unless it shows the same already: what has not changed need not be laid out anew.
 * Only for what does the same where it looks the same.
 * @param {Element} element
 * @param {...Child} children
 */
export function renew(element, ...children) {
  const fresh = document.createElement("div");
  fill(fresh, children);
  const [was, now] = [element.childNodes, fresh.childNodes];
  if (was.length === now.length && [...now].every((node, i) => node.isEqualNode(was[i]))) return;
  element.replaceChildren(...now);
}

/**
 * The element with an id; it must exist.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/**
 * SVG text from the server as nodes of this document.
 * @param {string} text a complete SVG document or a fragment
 * @returns {SVGElement}
 */
export function parseSvg(text) {
  const whole = text.trimStart().startsWith("<svg") ? text : `<svg xmlns="${SVG}">${text}</svg>`;
  const root = new DOMParser().parseFromString(whole, "image/svg+xml").documentElement;
  if (root.nodeName !== "svg") throw new Error("the picture from the server cannot be read");
  return /** @type {SVGElement} */ (/** @type {unknown} */ (document.importNode(root, true)));
}

/**
 * When the page has nothing else to do, or soon all the same.
 * @returns {Promise<unknown>}
 */
export function idle() {
  // Not every browser tells when it is idle.
  if (typeof requestIdleCallback !== "function") return new Promise((resolve) => setTimeout(resolve, 30));
  return new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 }));
}

/** When the next frame has been painted. */
export function painted() {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/** @type {string[]} */
let waiting = [];

/**
 * Says something to those who listen instead of looking. What is said within one breath is said together.
 * @param {string} text
 */
export function announce(text) {
  if (!text) return;
  if (waiting.length === 0) {
    setTimeout(() => {
      const line = h("p", null, waiting.join(" "));
      waiting = [];
      const announcer = byId("announcer");
      while (announcer.childElementCount > 6) announcer.firstElementChild?.remove();
      announcer.append(line);
    }, 120);
  }
  waiting.push(text);
}

/**
 * A notice that goes away by itself.
 * @param {string} text
 * @param {"plain" | "bad"} [tone]
 */
export function notice(text, tone = "plain") {
  const box = h("p", { class: `notice ${tone}` }, text);
  byId("notices").append(box);
  setTimeout(() => box.remove(), 6000);
}

/**
 * A dialog with a title; closing removes it and gives the focus back.
 * @param {string} title
 * @param {...Child} children
 * @returns {HTMLDialogElement}
 */
export function dialog(title, ...children) {
  const name = `d${Math.random().toString(36).slice(2)}`;
  const close = h("button", { class: "close", "aria-label": "Close", onclick: () => box.close() }, "✕");
  const box = h(
    "dialog",
    { "aria-labelledby": name },
    h("header", null, h("h2", { id: name }, title), close),
    ...children,
  );
  box.addEventListener("close", () => box.remove());
  box.addEventListener("click", (event) => {
    if (event.target === box) box.close();
  });
  document.body.append(box);
  box.showModal();
  return box;
}

/**
 * Asks before something that cannot be taken back.
 * @param {string} title
 * @param {string} question
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
export function confirmed(title, question, yes) {
  return new Promise((resolve) => {
    let answer = false;
    const done = (/** @type {boolean} */ value) => () => {
      answer = value;
      box.close();
    };
    const box = dialog(
      title,
      h("p", null, question),
      h(
        "p",
        { class: "actions" },
        h("button", { class: "go", onclick: done(true) }, yes),
        h("button", { onclick: done(false) }, "No, go back"),
      ),
    );
    box.addEventListener("close", () => resolve(answer));
  });
}
