/**
 * Who I am: a guest at once, an account to keep games across devices.
 * @module
 */

import { get, post, Refused } from "./api.js";
import { confirmed, dialog, h, notice, put } from "./dom.js";
import { forgetTaken } from "./progress.js";

/** @typedef {import("./types.js").Me} Me */

/**
 * The button with my name.
 * @param {() => void} changed
 */
export function accountButton(changed) {
  const button = h("button", { class: "me", onclick: () => me && showAccount(me, update) }, "…");
  /** @type {Me | null} */
  let me = null;
  async function update() {
    me = /** @type {Me} */ (await get("/me"));
    put(button, me.name);
    button.setAttribute("aria-label", `Account: ${me.name}`);
    changed();
  }
  update().catch(() => put(button, "offline"));
  return button;
}

/**
 * @param {string} label
 * @param {Record<string, unknown>} props
 */
function field(label, props) {
  return h("label", { class: "field" }, label, h("input", props));
}

/**
 * A form that posts what it says.
 * @param {string} path
 * @param {string} yes
 * @param {(HTMLElement | false)[]} fields
 * @param {(body: Record<string, unknown>) => Record<string, unknown>} shape
 * @param {() => void} done
 */
function form(path, yes, fields, shape, done) {
  const fault = h("p", { class: "why", role: "alert", hidden: true });
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const said = Object.fromEntries(new FormData(/** @type {HTMLFormElement} */ (event.target)));
    try {
      await post(path, shape(said));
      done();
    } catch (refused) {
      put(fault, refused instanceof Refused ? refused.why : String(refused));
      fault.hidden = false;
    }
  };
  return h(
    "form",
    { onsubmit: submit },
    ...fields,
    fault,
    h("p", { class: "actions" }, h("button", { class: "go", type: "submit" }, yes)),
  );
}

/**
 * @param {Me} me
 * @param {() => Promise<void>} update
 */
function showAccount(me, update) {
  const done = (/** @type {string} */ words) => () => {
    box.close();
    notice(words);
    void update();
  };
  const leave = async () => {
    await post("/logout");
    forgetTaken();
    done("You have left your account; you are a guest again.")();
  };
  const settings = form(
    "/settings",
    "Keep",
    [
      field("E-mail (optional)", { type: "email", name: "email", value: me.email ?? "", autocomplete: "email" }),
      h(
        "label",
        { class: "check" },
        h("input", { type: "checkbox", name: "notify", checked: me.notify, disabled: !me.mail }),
        me.mail ? "Write to me when it is my move" : "Write to me when it is my move (this server sends no mail)",
      ),
    ],
    (said) => ({ email: said.email ?? "", notify: said.notify === "on" }),
    done("Your settings are kept."),
  );
  const unconfirmed =
    me.mail && me.email && !me.confirmed
      ? h(
          "p",
          { class: "why" },
          `A letter is on its way to ${me.email}: open its link, and the table may write to you.`,
        )
      : null;
  const password = form(
    "/password",
    "Change it",
    [
      field("Password now", { type: "password", name: "old", required: true, autocomplete: "current-password" }),
      newPassword("New password", "new"),
    ],
    (said) => said,
    done("Your password is changed; every other browser is signed out."),
  );
  const close = form(
    "/account/close",
    "Close my account",
    [field("Password", { type: "password", name: "password", required: true, autocomplete: "current-password" })],
    (said) => said,
    () => {
      forgetTaken();
      done("Your account is closed; you are a guest again.")();
    },
  );
  const register = form(
    "/register",
    "Make an account",
    [
      field("Name", { name: "name", required: true, maxlength: 40, autocomplete: "username" }),
      newPassword("Password", "password"),
      field("E-mail (optional)", { type: "email", name: "email", autocomplete: "email" }),
    ],
    (said) => (said.email ? said : { name: said.name, password: said.password }),
    done("Your games now go with your name."),
  );
  const login = form(
    "/login",
    "Enter",
    [
      field("Name", { name: "name", required: true, autocomplete: "username" }),
      field("Password", { type: "password", name: "password", required: true, autocomplete: "current-password" }),
    ],
    (said) => said,
    done("Welcome back."),
  );
  const forgotten = me.mail
    ? fold(
        "I forgot my password",
        form(
          "/password/forgotten",
          "Write to me",
          [field("Name", { name: "name", required: true, autocomplete: "username" })],
          (said) => said,
          done("If the account has a confirmed address, a letter is on its way."),
        ),
      )
    : null;
  const box = me.guest
    ? dialog(
        me.name,
        h("p", null, "You play as a guest in this browser. An account keeps your games and lessons across devices."),
        h(
          "div",
          { class: "two" },
          h("section", null, h("h3", null, "New account"), register),
          h("section", null, h("h3", null, "I have one"), login, forgotten),
        ),
        tokensFold(),
      )
    : dialog(
        me.name,
        settings,
        unconfirmed,
        fold("Password", password),
        sessionsFold(),
        tokensFold(),
        fold(
          "Close the account",
          h("p", null, "Your games going on are given up, your name and address forgotten. Finished games stay."),
          close,
        ),
        h("p", { class: "actions" }, h("button", { onclick: leave }, "Log out")),
      );
  if (me.guest) box.classList.add("wide");
}

/**
 * A field for a password to be chosen.
 * @param {string} label
 * @param {string} name
 */
function newPassword(label, name) {
  return field(label, { type: "password", name, required: true, minlength: 8, autocomplete: "new-password" });
}

/**
 * Something folded away under its name.
 * @param {string} name
 * @param {...HTMLElement} children
 */
function fold(name, ...children) {
  return h("details", null, h("summary", null, name), ...children);
}

/** The browsers I am signed in with, each with a button that ends it; asked for when it is opened. */
function sessionsFold() {
  const list = h("div");
  const details = fold("Where I am signed in", list);
  const end = async (/** @type {Record<string, string>} */ which, /** @type {string} */ question) => {
    if (!(await confirmed("Sign out", question, "Sign out there"))) return;
    await post("/sessions/end", which);
    await show();
  };
  const show = async () => {
    /** @type {{id: string, began: number, browser: string, this: boolean}[]} */
    const sessions = await get("/sessions");
    const rows = sessions.map((session) => {
      const out = () => void end({ id: session.id }, "That browser is signed out at once.");
      return h(
        "li",
        null,
        `${browserName(session.browser)}, since ${new Date(session.began).toLocaleDateString()} `,
        session.this ? h("em", null, "this browser") : h("button", { onclick: out }, "Sign out"),
      );
    });
    const all = () => void end({}, "Every other browser is signed out at once.");
    put(
      list,
      h("ul", { class: "sessions" }, ...rows),
      sessions.length > 1 && h("button", { onclick: all }, "Sign out everywhere else"),
    );
  };
  details.addEventListener("toggle", () => void (details.open && show()));
  return details;
}

/** The bots that may play for me, each with a button that ends it, and a form for one more. */
function tokensFold() {
  const list = h("div");
  const made = h("p", { role: "status", hidden: true });
  const show = async () => {
    /** @type {{id: string, name: string, created: number, expires: number}[]} */
    const tokens = await get("/tokens");
    const rows = tokens.map((token) => {
      const withdraw = async () => {
        if (!(await confirmed("Withdraw the token", `${token.name} stops playing at once.`, "Withdraw it"))) return;
        await post("/tokens/withdraw", { id: token.id });
        made.hidden = true;
        await show();
      };
      const until = new Date(token.expires).toLocaleDateString();
      return h(
        "li",
        null,
        `${token.name}, until ${until} `,
        h("button", { onclick: () => void withdraw() }, "Withdraw"),
      );
    });
    put(list, h("ul", { class: "sessions" }, ...rows));
  };
  const fault = h("p", { class: "why", role: "alert", hidden: true });
  const make = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    fault.hidden = true;
    try {
      const { name, token } = await post("/tokens", { name: new FormData(form).get("bot") });
      put(made, `The token of ${name}, shown this once: `, h("code", null, token));
      made.hidden = false;
      form.reset();
      await show();
    } catch (refused) {
      put(fault, refused instanceof Refused ? refused.why : String(refused));
      fault.hidden = false;
    }
  };
  const details = fold(
    "Bots that play for me",
    h("p", null, "Whoever has a token plays your games through the API, and opens nothing else of yours."),
    list,
    made,
    h(
      "form",
      { onsubmit: make },
      field("Name of the bot", { name: "bot", required: true, maxlength: 40, autocomplete: "off" }),
      fault,
      h("p", { class: "actions" }, h("button", { class: "go", type: "submit" }, "Make a token")),
    ),
  );
  details.addEventListener("toggle", () => void (details.open && show()));
  return details;
}

/** How browsers call themselves, the more particular first. */
const BROWSERS = { "Edg/": "Edge", "Firefox/": "Firefox", "Chrome/": "Chrome", "Safari/": "Safari" };

/**
 * A browser in a word or two.
 * @param {string} agent what it calls itself
 */
function browserName(agent) {
  const name = Object.entries(BROWSERS).find(([mark]) => agent.includes(mark))?.[1] ?? "A browser";
  return /Mobile|Android/.test(agent) ? `${name} on a phone` : name;
}

/**
 * Asks for a new password by the link of a mail.
 * @param {string} token
 */
export function showReset(token) {
  const reset = form(
    "/password/reset",
    "Set it",
    [newPassword("New password", "password")],
    (said) => ({ token, password: said.password }),
    () => {
      box.close();
      notice("Your password is set; sign in with it.");
    },
  );
  const box = dialog("A new password", reset);
}
