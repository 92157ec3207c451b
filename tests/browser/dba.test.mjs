import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, Player, sound, stage } from "./stage.mjs";

const { server, browser } = await stage();

/** Where pictures go, if somebody wants to look at them. */
const PICTURES = process.env.PICTURES;

async function picture(page, name) {
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png` });
}

/** The dice of a set-up by hand: the first side invades from the south over open ground and throws a six for its PIPs. */
const FACES = { Aggression: [6, 1], Terrain: [1, 2, 3], "Base edges": [3], Movement: [6] };

/** Has a battle set up by the API until somebody moves, always the same. */
async function toTheFirstMove(player) {
  const { id } = await player.make("dba/kadesh", { dice: "physical" });
  for (let i = 0; i < 60; i += 1) {
    const view = await player.view();
    if (view.scene.phase === "Movement" && view.turn.side) break;
    const { dice } = view.turn;
    if (dice) {
      const faces = (FACES[view.scene.phase] ?? [6]).slice(0, dice.count);
      await player.ask(`/games/${id}/roll`, { entry: view.entry, dice: faces });
      continue;
    }
    const order = ["muster", "done"].map((kind) => view.orders.find((o) => o.kind === kind)).find(Boolean);
    await player.give(view.entry, [(order ?? view.orders[0]).order]);
  }
  await player.go(`/#/game/${id}`);
  await player.atTable();
  const view = await player.view();
  assert.equal(view.scene.phase, "Movement");
  return view;
}

/** Where a point behind the front of a counter is on the screen, in thousandths of the unit. */
function onScreen(page, pose, back = 400) {
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

/** The elements of the side to move that may be moved alone, those in front first. */
function movers(view) {
  const able = new Set(view.orders.filter((o) => o.kind === "move").map((o) => o.counter));
  return view.scene.counters.filter((c) => able.has(c.id) && c.place?.heading !== undefined);
}

/** The vector a counter fronts along. */
function ahead(pose) {
  const turn = (pose.heading / 180_000) * Math.PI;
  return { x: Math.sin(turn), y: -Math.cos(turn) };
}

/** Drags a counter so far along its front, in units of the table. */
async function drag(page, counter, far, { drop = true } = {}) {
  const from = await onScreen(page, counter.place);
  const way = ahead(counter.place);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  const length = far * 1000 * from.scale;
  for (const part of [0.2, 0.5, 0.8, 1])
    await page.mouse.move(from.x + way.x * length * part, from.y + way.y * length * part);
  await page.waitForSelector(".reading");
  if (drop) await page.mouse.up();
}

const moved = (page, entry) =>
  page.waitForFunction((n) => Number(document.querySelector(".board").dataset.entry) > n, entry);

test("a turn by dragging: an element, a line, a wheel, a place that is too far, the end of movement", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  let view = await toTheFirstMove(player);
  assert.ok((await page.locator(".counter.base").count()) >= 24, "both armies stand");
  assert.ok((await page.locator(".piece").count()) >= 3, "and terrain lies");
  await picture(page, "dba-first");

  const [lone] = movers(view).filter((c) => c.glyph === "psiloi" || c.symbols?.includes("general"));
  await drag(page, lone, 1.2, { drop: false });
  assert.match(await page.textContent(".reading"), /^1\.\d+ of \d MU$|^1 of \d MU$/);
  await picture(page, "dba-drag");
  await page.mouse.up();
  await moved(page, view.entry);
  const before = view;
  view = await player.view();
  const place = (id) => view.scene.counters.find((c) => c.id === id).place;
  const far = Math.hypot(place(lone.id).x - lone.place.x, place(lone.id).y - lone.place.y);
  assert.ok(far > 500 && far < 1800, `it went ${far}`);
  const pips = (v) => Number(/^\d+/.exec(v.scene.cards.find((c) => c.kind === "pips")?.title ?? "0")?.[0]);
  assert.ok(pips(view) < pips(before), "that cost a PIP");

  if (pips(view) > 0) {
    const anchor = movers(view).find((c) => c.id !== lone.id);
    const spot = await onScreen(page, anchor.place);
    await page.mouse.dblclick(spot.x, spot.y);
    await page.waitForFunction(() => document.querySelectorAll(".counter.chosen").length > 1);
    await page.waitForSelector(".handle");
    await drag(page, anchor, 9, { drop: false });
    await page.waitForSelector(".reading.bad, .ghost.bad");
    await picture(page, "dba-too-far");
    await page.mouse.up();
    await page.waitForSelector(".why:not([hidden])");
    assert.match(
      await page.textContent(".why"),
      /front corner moves [\d.]+ MU; .* may move \d|stands in the way|cannot|would/,
    );
    await page.click("text=Nearest legal place");
    await moved(page, view.entry);
    view = await player.view();
  }
  await page.keyboard.press("Escape");
  await page.click("button[data-kind=done]");
  await moved(page, view.entry);
  await sound(player, "the open table");
  await player.leave();
});

test("a line wheels by its handle and a lasso takes several", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  const view = await toTheFirstMove(player);
  const anchor = movers(view).find((c) => c.glyph !== "psiloi" && !c.symbols?.includes("general"));
  const line = view.scene.counters.filter((c) => c.side === anchor.side && c.place);
  const spots = await Promise.all(line.map((c) => onScreen(page, c.place, 0)));
  const [xs, ys] = [spots.map((s) => s.x), spots.map((s) => s.y)];
  await page.keyboard.down("Shift");
  await page.mouse.move(Math.min(...xs) - 14, Math.min(...ys) - 14);
  await page.mouse.down();
  await page.mouse.move(Math.max(...xs) - 5, Math.max(...ys) - 5, { steps: 4 });
  await page.mouse.move(Math.max(...xs) + 14, Math.max(...ys) + 14);
  await page.mouse.up();
  await page.keyboard.up("Shift");
  await page.waitForFunction(() => document.querySelectorAll(".counter.chosen").length > 3);

  await page.keyboard.press("Escape");
  const spot = await onScreen(page, anchor.place);
  await page.mouse.dblclick(spot.x, spot.y);
  await page.waitForFunction(() => document.querySelectorAll(".counter.chosen").length > 3);
  await page.waitForSelector('[data-handle="left"]');
  const box = await page.locator('[data-handle="left"]').boundingBox();
  const way = ahead(anchor.place);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + way.x * 12, box.y + box.height / 2 + way.y * 12, { steps: 4 });
  await page.waitForSelector(".reading");
  await picture(page, "dba-wheel");
  await page.mouse.up();
  await moved(page, view.entry);
  const after = (await player.view()).scene.counters.find((c) => c.id === anchor.id).place;
  assert.notEqual(after.heading, anchor.place.heading, "it has wheeled");
  await player.leave();
});

test("a turn by keyboard: taken up, carried by arrows, wheeled by brackets, put down", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  const view = await toTheFirstMove(player);
  await page.focus("#board");
  await page.keyboard.press("n");
  await page.waitForSelector(".counter.chosen");
  await page.waitForSelector(".way-mark");
  const id = Number((await page.getAttribute(".counter.chosen", "id")).slice(1));
  const pose = view.scene.counters.find((c) => c.id === id).place;
  const way = ahead(pose);
  const key =
    Math.abs(way.x) > Math.abs(way.y) ? (way.x > 0 ? "ArrowRight" : "ArrowLeft") : way.y > 0 ? "ArrowDown" : "ArrowUp";
  for (let i = 0; i < 3; i += 1) await page.keyboard.press(key);
  await page.waitForSelector(".ghost:not(.bad)");
  await page.waitForFunction(() => /of \d MU/.test(document.querySelector("#announcer").textContent));
  await page.keyboard.press("Enter");
  await moved(page, view.entry);
  const after = await player.view();
  assert.notDeepEqual(after.scene.counters.find((c) => c.id === id).place, pose);
  await page.keyboard.press("Escape");
  await page.keyboard.press("e");
  await moved(page, after.entry);
  assert.notEqual((await player.view()).scene.phase === "Movement" && (await player.view()).turn.side, view.turn.side);
  await player.leave();
});

test("a turn on the phone: tapped, seen, put down", async () => {
  const player = await Player.sit(browser, server, PHONE);
  const { page } = player;
  const view = await toTheFirstMove(player);
  await picture(page, "dba-phone");
  const counter = movers(view)[0];
  const spot = await onScreen(page, counter.place);
  await page.touchscreen.tap(spot.x, spot.y);
  await page.waitForSelector(".counter.chosen");
  await page.waitForSelector(".way-mark", { state: "attached" });
  const now = await onScreen(page, counter.place);
  const way = ahead(counter.place);
  await page.touchscreen.tap(now.x + way.x * 1000 * now.scale, now.y + way.y * 1000 * now.scale);
  await page.waitForSelector(".ghost:not(.bad)", { state: "attached" });
  await picture(page, "dba-phone-ghost");
  await page.locator("text=Put it down here").click();
  await moved(page, view.entry);
  await player.leave();
});

test("before the battle everything is chosen at the table", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await player.begin("dba/kadesh", { dice: "physical" });
  await picture(page, "dba-options");
  for (let i = 0; i < 40; i += 1) {
    const view = await player.view();
    if (view.scene.phase === "Movement") break;
    if (view.turn.dice) {
      const faces = (FACES[view.scene.phase] ?? [6]).slice(0, view.turn.dice.count);
      for (const face of faces) await page.click(`.die-button[data-face="${face}"]`);
      await moved(page, view.entry);
      continue;
    }
    const kind = ["muster", "done", "number"].find((kind) => view.orders.some((o) => o.kind === kind));
    await page.locator(`button[data-kind=${kind}]`).first().click();
    await moved(page, view.entry);
    if (["Terrain", "Deployment"].includes(view.scene.phase)) await picture(page, `dba-${view.scene.phase}-${i}`);
  }
  assert.equal((await player.view()).scene.phase, "Movement");
  await player.leave();
});
