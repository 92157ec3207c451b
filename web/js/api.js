/**
 * The HTTP API: every request the client makes.
 * @module
 */

/** @typedef {import("./types.js").Objection} Objection */

/** A request the server refused, with the rule and the reason. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {Objection} objection
   * @param {unknown} body
   */
  constructor(status, objection, body) {
    super(objection.why);
    this.status = status;
    this.rule = objection.rule;
    this.why = objection.why;
    this.body = body;
  }
}

/**
 * @param {string} path
 * @param {RequestInit} init
 * @returns {Promise<any>}
 */
async function ask(path, init) {
  let answer;
  try {
    answer = await fetch(path, { credentials: "same-origin", ...init });
  } catch {
    throw new Refused(
      0,
      { rule: "connection", why: "The server does not answer. Your game is safe; try again in a moment." },
      null,
    );
  }
  const text = await answer.text();
  /** @type {any} */
  let body = null;
  try {
    body = text ? JSON.parse(text) : null;
  } catch {
    body = null;
  }
  if (!answer.ok) {
    const objection = body?.error ?? { rule: "protocol", why: `The server answered ${answer.status}.` };
    throw new Refused(answer.status, objection, body);
  }
  return body;
}

/**
 * @param {string} path below `/api`
 * @returns {Promise<any>}
 */
export function get(path) {
  return ask(`/api${path}`, { method: "GET" });
}

/**
 * @param {string} path below `/api`
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
export function post(path, body = {}) {
  return ask(`/api${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Strategikon": "1" },
    body: JSON.stringify(body),
  });
}

/**
 * A file of the server as text.
 * @param {string} path
 * @returns {Promise<string>}
 */
export async function text(path) {
  const answer = await fetch(path, { credentials: "same-origin" });
  if (!answer.ok)
    throw new Refused(answer.status, { rule: "protocol", why: `The server answered ${answer.status}.` }, null);
  return answer.text();
}
