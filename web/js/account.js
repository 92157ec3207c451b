/**
 * Who I am: a guest at once, an account to keep games across devices.
 * @module
 */

import { get, post, Refused } from "./api.js";
import { dialog, h, notice, put } from "./dom.js";

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
  const register = form(
    "/register",
    "Make an account",
    [
      field("Name", { name: "name", required: true, maxlength: 40, autocomplete: "username" }),
      field("Password", {
        type: "password",
        name: "password",
        required: true,
        minlength: 8,
        autocomplete: "new-password",
      }),
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
  const box = me.guest
    ? dialog(
        me.name,
        h("p", null, "You play as a guest in this browser. An account keeps your games across devices."),
        h(
          "div",
          { class: "two" },
          h("section", null, h("h3", null, "New account"), register),
          h("section", null, h("h3", null, "I have one"), login),
        ),
      )
    : dialog(me.name, settings, h("p", { class: "actions" }, h("button", { onclick: leave }, "Log out")));
  if (me.guest) box.classList.add("wide");
}
