import assert from "node:assert/strict";
import { test } from "node:test";
import { ahead, moved, onScreen } from "./battle.mjs";
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

/** The elements of the side to move that may be moved alone, those in front first. */
function movers(view) {
  const able = new Set(view.orders.filter((o) => o.kind === "move").map((o) => o.counter));
  return view.scene.counters.filter((c) => able.has(c.id) && c.place?.heading !== undefined);
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
  // Whoever holds an element looks at the table, not at its card; that would have come by now.
  await page.waitForTimeout(900);
  assert.equal(await page.locator(".profile:not([hidden])").count(), 0);
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

test("zones, arcs, command and bad going are shown on demand, for all or for the chosen", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  const view = await toTheFirstMove(player);
  const shown = (kind) => page.locator(`.regions.${kind} .region`).count();
  assert.equal(await shown("zones"), 0, "nothing is shown unasked");
  await page.click("button[data-overlay=zones]");
  await page.waitForSelector(".regions.zones .region", { state: "attached" });
  const all = await shown("zones");
  assert.ok(all >= 20, `${all} zones`);
  await page.focus("#board");
  await page.keyboard.press("a");
  await page.waitForSelector(".regions.arcs .region", { state: "attached" });
  await page.keyboard.press("d");
  await page.waitForSelector(".regions.command .region.faint", { state: "attached" });
  await page.keyboard.press("v");
  await page.waitForFunction(() => /Bad going/.test(document.querySelector("#announcer").textContent));
  await picture(page, "dba-overlays");
  // Of the chosen only its own zone, and those of the enemy.
  const own = movers(view)[0];
  const spot = await onScreen(page, own.place);
  await page.mouse.click(spot.x, spot.y);
  await page.waitForFunction((n) => document.querySelectorAll(".regions.zones .region").length < n, all);
  await page.keyboard.press("z");
  await page.waitForFunction(() => document.querySelectorAll(".regions.zones .region").length === 0);
  assert.equal(await page.getAttribute("button[data-overlay=zones]", "aria-pressed"), "false");
  assert.equal(await page.getAttribute("button[data-overlay=arcs]", "aria-pressed"), "true");
  await player.leave();
});

test("PIPs lie as tokens beside the table, with the card of whoever is picked out", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  const view = await toTheFirstMove(player);
  assert.equal(await page.locator(".purse .token:not(.spent)").count(), 6);
  const [lone] = movers(view).filter((c) => c.glyph === "psiloi" || c.symbols?.includes("general"));
  await drag(page, lone, 1);
  await moved(page, view.entry);
  await page.waitForFunction(() => document.querySelectorAll(".purse .token:not(.spent)").length === 5);
  const other = movers(await player.view()).find((c) => c.id !== lone.id);
  const spot = await onScreen(page, other.place);
  await page.mouse.move(spot.x, spot.y);
  await page.waitForFunction((name) => document.querySelector(".picked h4")?.textContent === name, other.name);
  assert.match(await page.textContent(".picked"), /against foot.*against mounted.*Moves \d MU/s);
  assert.match(await page.textContent(".picked .deeds"), /It may move/);
  await player.leave();
});

test("the table is told: which one it is, how far before whom, whether it is overlapped", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  const view = await toTheFirstMove(player);
  const words = await page.textContent("#board-words");
  assert.match(words, /: (second|third|fourth) [A-Z][a-z ]+, at [\d.]+, [\d.]+ facing/);
  const near = await player.view();
  const told = near.scene.counters.flatMap((c) => c.about ?? []);
  const standing = told.filter((line) => /MU (before|behind|to the)/.test(line));
  for (const line of standing) assert.match(line, /^[\d.]+ MU \w.* the \w+'s? .*, not overlapped$/);
  assert.ok(view.scene.description.split("\n").length > 24);
  await player.leave();
});

test("a line falls into column by drag", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  const view = await toTheFirstMove(player);
  const units = view.orders.filter((o) => o.kind === "move").map((o) => o.order.units);
  const pair = units
    .filter((ids) => ids.length === 2)
    .map((ids) => ids.map((id) => view.scene.counters.find((c) => c.id === id)));
  const [two] = pair.filter(
    ([a, b]) => Math.abs(a.place.y - b.place.y) < 10 && a.glyph === "bows" && b.glyph === "bows",
  );
  assert.ok(two, "two Bows stand side by side");
  // The lasso takes just these two.
  const spots = await Promise.all(two.map((c) => onScreen(page, c.place, 0)));
  const [xs, ys] = [spots.map((s) => s.x), spots.map((s) => s.y)];
  await page.keyboard.down("Shift");
  await page.mouse.move(Math.min(...xs) - 9, Math.min(...ys) - 9);
  await page.mouse.down();
  await page.mouse.move(Math.max(...xs) + 4, Math.max(...ys) + 4, { steps: 3 });
  await page.mouse.move(Math.max(...xs) + 9, Math.max(...ys) + 9);
  await page.mouse.up();
  await page.keyboard.up("Shift");
  await page.waitForFunction(() => document.querySelectorAll(".counter.chosen").length === 2);
  await page.keyboard.press("k");
  await page.waitForSelector('.where-to button[aria-pressed="true"]');
  // So far that nobody need go back to fall in.
  await drag(page, two[0], two[0].base.depth / 1000 + 0.4, { drop: false });
  await page.waitForSelector(".held .ghost:not(.bad)");
  await picture(page, "dba-column");
  await page.mouse.up();
  await moved(page, view.entry);
  const after = (await player.view()).scene.counters;
  const [lead, follower] = two.map(({ id }) => after.find((c) => c.id === id).place);
  const way = ahead(lead);
  assert.equal(lead.heading, follower.heading);
  const aside = (follower.x - lead.x) * way.y - (follower.y - lead.y) * way.x;
  assert.ok(Math.abs(aside) < 5, `one behind the other, ${aside} aside`);
  await player.leave();
});

test("terrain is laid by its sort, dragged and turned; the camp is dragged along its edge", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await player.begin("dba/lake-regillus", { dice: "physical" });
  const until = async (phase) => {
    for (let i = 0; i < 40; i += 1) {
      const view = await player.view();
      if (view.scene.phase === phase && view.turn.side) return view;
      if (view.turn.dice) {
        const faces = (FACES[view.scene.phase] ?? [6]).slice(0, view.turn.dice.count);
        for (const face of faces) await page.click(`.die-button[data-face="${face}"]`);
      } else {
        const kind = ["muster", "done", "number"].find((kind) => view.orders.some((o) => o.kind === kind));
        await page.locator(`button[data-kind=${kind}]`).first().click();
      }
      await moved(page, view.entry);
    }
    return assert.fail(`${phase} does not come`);
  };
  let view = await until("Terrain");
  await page.locator("button[data-kind=lay]", { hasText: "woods" }).first().click();
  await moved(page, view.entry);
  const woods = page.locator(".piece.woods");
  await woods.waitFor({ state: "attached" });
  const at = (await woods.getAttribute("data-at")).split(" ").map(Number);
  const middle = { x: at[0], y: at[1], heading: 0 };
  const from = await onScreen(page, middle, 0);
  view = await player.view();
  // Towards the middle of the table, where there is room.
  const [dx, dy] = [Math.sign(19_000 - at[0]) * 1200, Math.sign(19_000 - at[1]) * 1200];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + dx * 0.5 * from.scale, from.y + dy * 0.5 * from.scale);
  await page.mouse.move(from.x + dx * from.scale, from.y + dy * from.scale);
  await page.waitForSelector(".lifted-piece:not(.bad)");
  await picture(page, "dba-terrain-drag");
  await page.mouse.up();
  await moved(page, view.entry);
  const now = (await page.locator(".piece.woods").getAttribute("data-at")).split(" ").map(Number);
  assert.ok(Math.abs(now[0] - at[0] - dx) < 120 && Math.abs(now[1] - at[1] - dy) < 120, `${at} to ${now}`);
  // By keys: taken up, turned, put down.
  view = await player.view();
  await page.focus("#board");
  await page.keyboard.press("n");
  await page.keyboard.press("]");
  await page.waitForSelector(".lifted-piece:not(.bad):not(.still)");
  await page.keyboard.press("Enter");
  await moved(page, view.entry);
  const turned = (await page.locator(".piece.woods").getAttribute("data-at")).split(" ").map(Number);
  assert.equal((turned[2] - now[2] + 360_000) % 360_000, 5000);

  view = await until("Camps");
  await picture(page, "dba-camp");
  const camp = page.locator(".piece.camp[data-piece]");
  const stood = (await camp.getAttribute("data-at")).split(" ").map(Number);
  const spot = await onScreen(page, { x: stood[0], y: stood[1], heading: 0 }, 0);
  await page.mouse.move(spot.x, spot.y);
  await page.mouse.down();
  await page.mouse.move(spot.x - 1000 * spot.scale, spot.y);
  await page.mouse.move(spot.x - 4000 * spot.scale, spot.y);
  await page.waitForSelector(".lifted-piece");
  await page.mouse.up();
  await moved(page, view.entry);
  assert.equal(await page.locator(".piece.camp:not([data-piece])").count(), 1, "it is set up");
  await player.leave();
});

test("any list against any other is chosen with a picture of both armies", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await player.go("/");
  await page.waitForSelector(".card");
  const { title } = (await player.ask("/shelf"))
    .find((game) => game.game === "dba")
    .scenarios.find((s) => s.scenario === "dba/open");
  await page.evaluate(async () => {
    const { newGame } = await import("/js/newgame.js");
    const shelf = await (await fetch("/api/shelf")).json();
    newGame(shelf.find((g) => g.game === "dba").scenarios.find((s) => s.scenario === "dba/open"));
  });
  await page.waitForSelector(`dialog:has-text("${title}")`);
  const drawn = (n, what) =>
    page.waitForFunction(([n, what]) => document.querySelectorAll(".lineup")[n].textContent.includes(what), [n, what]);
  await drawn(0, "Spears");
  await page.selectOption("select[data-option=second]", { label: "III/48 Rus, AD 860–1054" });
  await drawn(1, "Blades (general)");
  await picture(page, "dba-picker");
  assert.match(await page.locator(".army figcaption").nth(1).textContent(), /Rus/);
  assert.equal(await page.locator(".lineup .counter.side1").count(), 13, "twelve elements and the Camp Followers");
  await page.check('input[value="hotseat"]');
  await page.selectOption("select[name=battles]", "3");
  await page.click("dialog button[type=submit]");
  await player.atTable();
  assert.equal((await player.view()).scene.sides[1].name, "Rus");
  // Best of three: the Latins, who begin, give up twice.
  for (const [score, next] of [
    ["Latin 0, Rus 1", true],
    ["Latin 0, Rus 2", false],
  ]) {
    const { game } = player;
    await player.ask(`/games/${game}/resign`, {});
    // Told at the end, and beside the board as well.
    await page.waitForSelector(".end:not([hidden]) .series");
    for (const where of [".end", ".panel"]) {
      assert.match(await page.textContent(`${where} .series`), new RegExp(score));
      assert.equal(await page.locator(`${where} .series button`).count(), Number(next));
    }
    if (!next) continue;
    await page.click(".end .series button");
    await page.waitForFunction((id) => !location.hash.includes(id), game);
    await player.atTable();
  }
  assert.match(await page.textContent(".series"), /Rus win the best of three/);
  await player.leave();
});
