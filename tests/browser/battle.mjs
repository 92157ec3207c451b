/**
 * A whole battle on an open table through the page, led by one sort of hands: pointer, keys or fingers. Dice are entered by
 * hand, so that the first side wins what it fights and the battle always comes to the same end.
 */

import assert from "node:assert/strict";
import { theComputer } from "./general.mjs";

/** The dice of the set-up: the first side invades from the south, and the middle of the table is open. */
const SET_UP = { Aggression: [6, 1], Terrain: [6, 3, 6], "Base edges": [3] };

/** What a view's dice show: six PIPs for everybody, and the first side is better in every fight. */
export function faces(view, active) {
  const { count } = view.turn.dice;
  const { phase } = view.scene;
  if (SET_UP[phase]) return SET_UP[phase].slice(0, count);
  if (count === 1) return [6];
  return active === 0 ? [6, 1] : [1, 6];
}

/** Where a point behind the front of a pose is on the screen, in thousandths of the unit. */
export function onScreen(page, pose, back = 400) {
  return page.evaluate(
    ([pose, back]) => {
      const sheet = document.querySelector(".sheet");
      const box = sheet.getBoundingClientRect();
      const scale = (box.width / sheet.offsetWidth) * 0.04;
      const turn = (pose.heading / 180_000) * Math.PI;
      const rim = (34 * box.width) / sheet.offsetWidth;
      return {
        x: box.left + rim + (pose.x - Math.sin(turn) * back) * scale,
        y: box.top + rim + (pose.y + Math.cos(turn) * back) * scale,
        scale,
      };
    },
    [pose, back],
  );
}

/** The vector a pose fronts along. */
export function ahead(pose) {
  const turn = (pose.heading / 180_000) * Math.PI;
  return { x: Math.sin(turn), y: -Math.cos(turn) };
}

/** Waits until the page shows a later moment. */
export const moved = (page, entry) =>
  page.waitForFunction((n) => Number(document.querySelector(".board").dataset.entry) > n, entry);

/** The largest groups of the side to move that have not moved, each by one that stands in front. */
export function lines(view) {
  const groups = view.orders.filter((o) => o.kind === "move").map((o) => o.order.units);
  const largest = [...groups].sort((a, b) => b.length - a.length);
  const taken = new Set();
  const lines = [];
  for (const units of largest) {
    if (units.some((id) => taken.has(id))) continue;
    units.forEach((id) => taken.add(id));
    lines.push(units.map((id) => view.scene.counters.find((c) => c.id === id)));
  }
  return lines;
}

/** The foremost of a line, as it fronts. */
function foremost(line) {
  const way = ahead(line[0].place);
  const along = ({ place }) => place.x * way.x + place.y * way.y;
  return line.reduce((a, b) => (along(b) > along(a) ? b : a));
}

/** Hands that lead a battle by dragging. */
export class Pointer {
  constructor(player) {
    this.player = player;
    this.page = player.page;
    /** How often fights were foretold while a line was held. */
    this.foretold = 0;
  }

  press(kind) {
    return this.page.locator(`.now .actions button[data-kind="${kind}"]`).first().click();
  }

  async die(face) {
    await this.page.click(`.die-button[data-face="${face}"]`);
  }

  async point(counter) {
    const { x, y } = await onScreen(this.page, counter.place);
    await this.page.mouse.click(x, y);
  }

  /** Drags a whole line so far ahead, in units of the table, and lets it go there. */
  async march(line, far, { drop = true } = {}) {
    const { page } = this;
    const anchor = foremost(line);
    const from = await onScreen(page, anchor.place);
    if (line.length > 1) await page.mouse.dblclick(from.x, from.y);
    else await page.mouse.click(from.x, from.y);
    await page.waitForSelector(".counter.chosen");
    const way = ahead(anchor.place);
    const length = far * 1000 * from.scale;
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    for (const part of [0.3, 0.7, 1])
      await page.mouse.move(from.x + way.x * length * part, from.y + way.y * length * part);
    await page.waitForSelector(".held .ghost, .held .footprint", { state: "attached" });
    // What would be fought is shown while the line is still held.
    const fights = page.locator(".bouts:not([hidden]) h3", { hasText: "would be fought" });
    await fights.waitFor({ timeout: 400 }).then(
      () => (this.foretold += 1),
      () => {},
    );
    if (drop) await page.mouse.up();
  }

  async fight() {
    await this.page.click(".bouts button[data-kind=fight]");
  }

  /** Leads somebody who can meet the enemy there, by the list of useful places; whether there was one. */
  async meet(view) {
    const { page, player } = this;
    const alone = view.orders.filter((o) => o.kind === "move" && o.order.units.length === 1).map((o) => o.counter);
    for (const id of alone) {
      const ways = await player.ask(`/games/${player.game}/ways?counters=${id}`);
      const meets = ways.find((way) => /meets/.test(way.text));
      const counter = view.scene.counters.find((c) => c.id === id && c.place);
      if (!meets || !counter) continue;
      await this.letGo();
      await this.point(counter);
      await page.waitForSelector(".where-to details");
      if (!(await page.locator(".where-to details[open]").count())) await page.click(".where-to summary");
      await page.locator(".where-to details button", { hasText: meets.text }).first().click();
      return true;
    }
    return false;
  }

  async offered() {
    const offer = this.page.locator(".where-to button.go", { hasText: "Nearest legal place" });
    if ((await offer.count()) === 0) return false;
    await offer.click();
    return true;
  }

  async letGo() {
    await this.page.keyboard.press("Escape");
  }
}

/** Hands that have nothing but a keyboard. */
export class Keys extends Pointer {
  async key(...keys) {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  async press(kind) {
    await this.page.focus(`.now .actions button[data-kind="${kind}"]`);
    await this.key("Enter");
    await this.page.focus("#board");
  }

  async die(face) {
    await this.page.focus(`.die-button[data-face="${face}"]`);
    await this.key("Enter");
    await this.page.focus("#board");
  }

  /** Goes from one to the next until this counter is picked out. */
  async pick(counter) {
    await this.page.focus("#board");
    for (let i = 0; i < 40; i += 1) {
      await this.key("n");
      const chosen = await this.page.locator(".counter.chosen").evaluateAll((all) => all.map((e) => e.id));
      if (chosen.includes(`c${counter.id}`)) return;
    }
    assert.fail(`${counter.name} is not among those who can be picked out by keys`);
  }

  async point(counter) {
    await this.pick(counter);
    await this.key("Enter");
  }

  async march(line, far) {
    const anchor = foremost(line);
    await this.pick(anchor);
    if (line.length > 1) await this.key("g");
    const way = ahead(anchor.place);
    const sideways = Math.abs(way.x) > Math.abs(way.y);
    const key = sideways ? (way.x > 0 ? "ArrowRight" : "ArrowLeft") : way.y > 0 ? "ArrowDown" : "ArrowUp";
    for (let i = 0; i < far * 4; i += 1) await this.key(key);
    await this.page.waitForFunction(() => /of [\d.]+ MU/.test(document.querySelector("#announcer").textContent));
    await this.key("Enter");
  }

  async fight() {
    await this.page.focus(".bouts button[data-kind=fight]");
    await this.key("Enter");
    await this.page.focus("#board");
  }

  async offered() {
    if ((await this.page.locator(".where-to button.go", { hasText: "Nearest legal place" }).count()) === 0)
      return false;
    await this.page.focus("#board");
    await this.key("Enter");
    return true;
  }
}

/** Hands on a telephone. */
export class Touch extends Pointer {
  press(kind) {
    return this.page.locator(`.now .actions button[data-kind="${kind}"]`).first().tap();
  }

  async die(face) {
    await this.page.tap(`.die-button[data-face="${face}"]`);
  }

  /** Where a counter is, brought into sight. */
  async find(counter, back) {
    const { page } = this;
    await page.evaluate(() => document.querySelector('.zoom [aria-label="The whole battle"]').click());
    return onScreen(page, counter.place, back);
  }

  async point(counter) {
    const { x, y } = await this.find(counter);
    await this.page.touchscreen.tap(x, y);
  }

  /** Takes a whole line up by its button, taps so far ahead of it, and puts it down where the page says it may stand. */
  async march(line, far) {
    const { page, player } = this;
    const anchor = foremost(line);
    await this.point(anchor);
    await page.waitForSelector(`#c${anchor.id}.chosen`, { state: "attached" });
    if (line.length > 1) await page.locator('.where-to [data-focus="whole line"]').tap();
    const way = ahead(anchor.place);
    const from = await onScreen(page, anchor.place);
    await page.touchscreen.tap(from.x + way.x * far * 1000 * from.scale, from.y + way.y * far * 1000 * from.scale);
    // Down where it is held or, where the referee refuses that, at the nearest legal place; if there is none, back again.
    const go = page.locator(".where-to button.go").first();
    await go.or(page.locator(".why:not([hidden])")).first().waitFor({ state: "attached" });
    if ((await go.count()) === 0) return;
    const before = await player.entry();
    await go.tap();
    await moved(page, before);
  }

  async fight() {
    await this.page.tap(".bouts button[data-kind=fight]");
  }
}

/**
 * Leads both sides of a battle to its end.
 * @returns what was done
 */
export async function fightOut(player, hands, { patience = 400, keen = false, look = async () => {} } = {}) {
  const { page } = player;
  const done = { marches: 0, fights: 0, shots: 0, turns: 0 };
  let active = 0;
  let led = "";
  let tries = 0;
  for (let i = 0; i < patience; i += 1) {
    await player.settled();
    const view = await player.view();
    const { phase } = view.scene;
    if (view.turn.over) {
      await page.waitForSelector(".verdict");
      return { ...done, verdict: view.turn.over };
    }
    if (view.turn.dice) {
      for (const face of faces(view, active)) await hands.die(face);
      await moved(page, view.entry);
      continue;
    }
    if (!view.orders?.length) {
      await theComputer(page);
      continue;
    }
    const kinds = new Set(view.orders.map((o) => o.kind));
    const side = view.scene.sides.findIndex(({ name }) => name === view.turn.side);
    if (phase === "Movement") {
      active = side;
      const turn = `${view.scene.tracks[0].at} ${view.scene.tracks[0].spaces} ${side}`;
      if (turn !== led) [led, tries, done.turns] = [turn, 0, done.turns + 1];
      const [line] = lines(view);
      if (keen && (await hands.meet(view))) {
        await moved(page, view.entry);
        done.marches += 1;
        continue;
      }
      if (line && tries < 2) {
        tries += 1;
        await hands.march(line, 3);
        await page.waitForFunction(
          (n) =>
            Number(document.querySelector(".board").dataset.entry) > n ||
            document.querySelector(".why:not([hidden])") !== null ||
            document.querySelector(".held .ghost, .held .footprint") === null,
          view.entry,
        );
        const went = (await player.entry()) > view.entry;
        if (went || (await hands.offered())) {
          await moved(page, view.entry);
          done.marches += 1;
        }
        await look(done);
        await hands.letGo();
        continue;
      }
      await hands.press("done");
    } else if (kinds.has("muster")) {
      await hands.press("muster");
    } else if (kinds.has("attack") && (await page.locator(".bouts button[data-kind=fight]").count()) > 0) {
      done.fights += 1;
      await look(done);
      await hands.fight();
    } else {
      const order = view.orders.find((o) => o.counter !== null && o.place === null) ?? view.orders[0];
      if (order.kind === "shoot") done.shots += 1;
      const target = view.scene.counters.find((c) => c.id === order.counter);
      if (target?.place) {
        await hands.point(target);
        // One that may be meant in several ways asks which, by buttons.
        await page
          .waitForFunction(
            (n) =>
              Number(document.querySelector(".board").dataset.entry) > n ||
              document.querySelector(".now .question button") !== null,
            view.entry,
            { timeout: 10_000 },
          )
          .catch(() => null);
        if ((await player.entry()) <= view.entry) await hands.press(order.kind);
      } else {
        await hands.press(kinds.has("done") ? "done" : order.kind);
      }
    }
    await moved(page, view.entry);
  }
  throw new Error(`no end after ${patience} steps: ${(await player.view()).prompt}`);
}
