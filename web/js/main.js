/**
 * The way in: which page the address names.
 *
 * `#/` lobby · `#/game/ID` table · `#/game/ID/at/N` a moment of it · `#/reset/TOKEN` a new password
 * `#/guide/GAME` its guide · `#/card/GAME` its reference card · `#/learn/GAME/LESSON` a lesson
 * `/invite/TOKEN` a friend's invitation
 * @module
 */

import { showReset } from "./account.js";
import { get, post, Refused } from "./api.js";
import { byId, h, notice, put } from "./dom.js";
import { showLobby } from "./lobby.js";
import { lightUp } from "./theme.js";

/** What leaving the present page must put away. @type {() => void} */
let leave = () => {};
/** The game on the table, to tell a new moment from a new game. @type {string | null} */
let atTable = null;

/** The styles of the table, which the lobby does without, once they were asked for. @type {Promise<unknown> | null} */
let dressed = null;

/** @param {string} name */
function style(name) {
  const link = h("link", { rel: "stylesheet", href: `/css/${name}.css` });
  return new Promise((resolve) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", resolve);
    // What is said of computer players has the last word.
    byId("styles").before(link);
  });
}

async function arrive() {
  const [, kind, id, at, moment] = (location.hash || "#/").split("/");
  if (kind === "game" && id && id === atTable) {
    window.dispatchEvent(new CustomEvent("moment", { detail: at === "at" ? Number(moment) : null }));
    return;
  }
  leave();
  leave = () => {};
  atTable = null;
  const page = byId("page");
  page.className = kind === "game" ? "at-table" : "at-lobby";
  if (kind === "game" && id) {
    atTable = id;
    const styles = ["panel", "table", "board", "profile", "handling", "tabletop", "beside", "told", "end"];
    dressed ??= Promise.all(styles.map(style));
    const [{ showTable }] = await Promise.all([import("./sitting.js"), dressed]);
    leave = await showTable(page, id, at === "at" ? Number(moment) : null);
  } else if ((kind === "guide" || kind === "card") && id) {
    const reading = await import("./guide.js");
    await (kind === "guide" ? reading.showGuide(page, id) : reading.showCard(page, id));
  } else if (kind === "learn" && id && at) {
    const { id: table } = await post(`/lessons/${encodeURIComponent(id)}/${encodeURIComponent(at)}`);
    location.replace(`#/game/${table}`);
  } else {
    leave = await showLobby(page);
    if (kind === "reset" && id) {
      history.replaceState(null, "", "#/");
      showReset(id);
    }
  }
}

/** Takes the seat an invitation offers, then goes to its table. */
async function acceptInvitation() {
  const token = location.pathname.slice("/invite/".length);
  try {
    const { id } = await post(`/invite/${encodeURIComponent(token)}`);
    history.replaceState(null, "", `/#/game/${id}`);
  } catch (refused) {
    history.replaceState(null, "", "/#/");
    notice(refused instanceof Refused ? refused.why : "This invitation cannot be read.", "bad");
  }
}

async function start() {
  lightUp();
  window.addEventListener("hashchange", () => void arrive().catch(apologise));
  // The first request makes a guest of a stranger.
  await get("/me");
  if (location.pathname.startsWith("/invite/")) await acceptInvitation();
  await arrive();
}

/** @param {unknown} fault */
function apologise(fault) {
  const why = fault instanceof Error ? fault.message : String(fault);
  put(
    byId("page"),
    h(
      "main",
      { class: "plain" },
      h("h1", null, "This page cannot be shown"),
      h("p", null, why),
      h("p", null, h("a", { href: "#/" }, "To the lobby")),
    ),
  );
}

start().catch(apologise);
