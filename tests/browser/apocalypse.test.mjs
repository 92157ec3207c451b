/**
 * A year of war, a whole scenario against the computer, and an expedition led by pointing.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { look, theComputer } from "./general.mjs";
import { PHONE, Player, SMALL, stage } from "./stage.mjs";

const { server, browser } = await stage();

/** Begins a scenario in the lobby, by clicks. */
async function sitDown(scenario, seating) {
  const player = await Player.sit(browser, server, SMALL);
  const { page } = player;
  await player.go();
  await page.click('.spine[data-game="apocalypse"]');
  await page.click(`.card[data-scenario="${scenario}"]`);
  assert.match(await page.textContent("dialog"), /win/, "what wins is said before the game begins");
  await seating(page);
  await page.click("dialog button[type=submit]");
  await player.atTable();
  return player;
}

/** What a general would rather press, the first that is offered. */
const WISHES = ["commit", "siege", "disembark", "camp", "halt", "raise", "done", "role", "fire", "rout"];

/**
 * Plays through the page alone: places, gathers, marches, besieges, names losses; until `over`.
 * @returns what was done
 */
async function wage(player, over, patience = 400) {
  const { page } = player;
  const done = { placed: 0, gathered: 0, marched: 0, sieges: 0, losses: 0, clicks: 0 };
  /** What was tried in this phase already. */
  let tried = new Set();
  let phase = "";
  /** How often the page was asked in vain since the last order. */
  let vain = 0;
  let entry = -1;
  for (let i = 0; i < patience; i += 1) {
    let sight = await look(page);
    if (sight.thinking) {
      await theComputer(page);
      continue;
    }
    if (sight.over || (await over(sight))) return done;
    const now = `${sight.turn} ${sight.phase}`;
    if (now !== phase) [phase, tried] = [now, new Set()];
    const press = (selector) => player.answered(() => page.locator(selector).first().click({ timeout: 800 }));
    const point = (hex) => player.answered(() => player.clickHex(hex));
    const kinds = new Set(sight.buttons.map((b) => b.kind));
    const lit = sight.reach.filter((r) => r.kind !== "unit");
    const pile = page.locator(".pile[data-counter]");
    done.clicks += 1;
    vain = sight.entry === entry ? vain + 1 : 0;
    entry = sight.entry;

    if (vain > 3) {
      // What seemed best leads nowhere: anything else that is offered.
      const able = sight.counters.filter((c) => c.able && c.hex);
      const ways = [
        ...sight.buttons.map(
          (_, n) => () => page.locator(".now .actions button[data-kind]").nth(n).click({ timeout: 800 }),
        ),
        ...sight.reach.slice(0, 6).map(
          ({ hex }) =>
            () =>
              player.clickHex(hex),
        ),
        ...able.slice(0, 6).map(
          ({ hex }) =>
            () =>
              player.clickHex(hex),
        ),
        () => pile.first().click({ timeout: 800 }),
        () => page.keyboard.press("Escape"),
      ];
      await player.answered(ways[(vain * 3) % ways.length]);
    } else if (sight.buttons.some((b) => b.asked)) {
      await press(".question button[data-kind]");
    } else if (/who joins/.test(sight.prompt)) {
      const all = page.locator('button[data-focus="join all"]');
      if ((await all.count()) > 0) await press('button[data-focus="join all"]');
      else if (kinds.has("done")) await press('.now .actions button[data-kind="done"]');
      else if (sight.reach.length > 0) await point(sight.reach[0].hex);
    } else if (/where the .* gathers/.test(sight.prompt)) {
      // Where most of them are already: whoever gathers elsewhere leaves his city open.
      const crowd = (hex) => sight.counters.filter((c) => c.hex === hex).length;
      await point([...lit].sort((a, b) => crowd(b.hex) - crowd(a.hex))[0].hex);
      done.gathered += 1;
    } else if (kinds.has("raise") && !tried.has("raise")) {
      tried.add("raise");
      await press('.now .actions button[data-kind="raise"]');
    } else if (/^move an expedition/i.test(sight.prompt) && tried.size < 2) {
      const { scene, orders } = await player.view();
      const able = new Set(orders.filter((o) => o.kind === "move").map((o) => o.counter));
      const army = scene.counters.find((c) => c.glyph === "army" && able.has(c.id) && !tried.has(c.id));
      tried.add(army?.id ?? `none ${tried.size}`);
      if (!army) continue;
      await player.clickHex(army.place);
      const chosen = page.locator(`.unit[data-focus="unit ${army.id}"]:not(.chosen)`);
      if (await chosen.count()) await chosen.click();
      await page.waitForSelector(".set.reach [data-hex]", { state: "attached", timeout: 3000 }).catch(() => {});
      sight = await look(page);
      const enemy = scene.marks.filter((m) => m.kind === "control" && m.side !== army.side).map((m) => m.place);
      const goals = sight.reach.filter((r) => r.kind === "move").map((r) => r.hex);
      const goal = goals.find((hex) => enemy.includes(hex)) ?? goals[Math.floor(goals.length / 3)];
      if (goal) await point(goal);
      done.marched += 1;
    } else if (/lose|lost|stays?\b/.test(sight.prompt) && (await pile.count()) > 0 && !kinds.has("rout")) {
      await press(".pile[data-counter]");
      done.losses += 1;
    } else if (WISHES.some((kind) => kinds.has(kind))) {
      const kind = WISHES.find((each) => kinds.has(each) && !(each === "siege" && tried.has("siege")));
      if (kind === "siege") done.sieges += 1;
      tried.add(kind);
      await press(`.now .actions button[data-kind="${kind}"]`);
    } else if (lit.length > 0) {
      await point(lit[(i * 5) % lit.length].hex);
      done.placed += 1;
    } else if ((await pile.count()) > 0) {
      await press(".pile[data-counter]");
    } else if (sight.buttons.length > 0) {
      await press(".now .actions button[data-kind]");
    } else {
      const unit = sight.counters.filter((c) => c.able && c.hex)[i % 3] ?? sight.counters.find((c) => c.able && c.hex);
      if (unit) await point(unit.hex);
      else await player.answered(async () => {});
    }
  }
  throw new Error(`no end after ${patience} steps: ${JSON.stringify(await look(page)).slice(0, 1500)}`);
}

/** The orders that gather every expedition and march nowhere, by the API. */
async function gathered(player, scenario, wanted) {
  await player.make(scenario);
  for (let i = 0; i < 300; i += 1) {
    const view = await player.view();
    if (wanted(view)) return view;
    const of = (kind) => view.orders.filter((o) => o.kind === kind);
    const gather = of("gather").find((o) => /\(/.test(o.text)) ?? of("gather")[0];
    const joins = /who joins/.test(view.prompt) ? of("join")[0] : undefined;
    const place = of("place")[i % Math.max(1, of("place").length)];
    const order = of("raise")[0] ?? gather ?? joins ?? place ?? of("camp")[0] ?? of("done")[0] ?? view.orders[0];
    await player.give(view.entry, [order.order]);
  }
  throw new Error("the moment wanted does not come");
}

const landMove = (view) => /Muslim Land Move/.test(view.scene.phase) && view.orders.some((o) => o.kind === "move");

/** The first expedition that may march, and the farthest way it may take for its movement points. */
async function farthest(player, view) {
  const able = new Set(view.orders.map((o) => o.counter));
  const army = view.scene.counters.find((c) => c.glyph === "army" && able.has(c.id));
  const routes = await player.ask(`/games/${player.game}/routes/${army.id}`);
  const free = routes.filter((route) => !route.stops && Number(route.cost) < Number(army.right));
  const [route] = free.sort((a, b) => Number(b.cost) - Number(a.cost));
  return { army, route };
}

test("a year of war in the Delta is played by both sides through the page", async () => {
  const player = await sitDown("apocalypse/delta", (page) => page.click("dialog >> text=Hot-seat"));
  const { page } = player;
  assert.match(await page.textContent(".goal-strip"), /Alexandria/, "the goal lies open");
  const done = await wage(player, (sight) => /647/.test(sight.turn));
  assert.ok(done.gathered >= 2, `${done.gathered} expeditions gathered`);
  assert.ok(done.marched >= 1, `${done.marched} marches`);
  const log = await player.ask(`/games/${player.game}/log?from=0`);
  const sides = new Set(log.map((entry) => entry.side).filter(Boolean));
  assert.equal(sides.size, 2, "both sides have given orders");
  const placed = log.filter((entry) => entry.order === "place").length;
  assert.ok(placed >= 20, `${placed} units placed; who has one place left goes there by himself`);
  const told = await page.textContent(".entries");
  for (const tale of [/gathers at/, /joins the expedition/, /sets out with \d+ MPs/, /Byzantine Land Move Phase/]) {
    assert.match(told, tale);
  }
  await player.leave();
});

test("a whole scenario is played against the computer to its result", async () => {
  const player = await sitDown("apocalypse/delta", (page) => page.check('.levels input[value="recruit"]'));
  const { page } = player;
  const done = await wage(player, () => false);
  const { turn, seats } = await player.view();
  assert.ok(turn.over, "the server agrees that the game is over");
  assert.equal(seats.filter((seat) => seat.computer === "recruit").length, 1);
  assert.match(await player.prompt(), /won/i);
  assert.ok(done.marched > 0, `${done.marched} marches`);
  const log = await player.ask(`/games/${player.game}/log?from=0`);
  assert.equal(new Set(log.map((entry) => entry.side).filter(Boolean)).size, 2, "both sides have given orders");
  assert.equal(await page.locator(".verdict").count(), 1);
  await player.leave();
});

test("an expedition is led by pointing: what it is, what its way costs and meets, then the march", async () => {
  const player = await Player.sit(browser, server, SMALL);
  const { page } = player;
  const view = await gathered(player, "apocalypse/delta", landMove);
  await player.go(`/#/game/${player.made}`);
  await player.atTable();
  const { army, route } = await farthest(player, view);
  assert.equal(
    view.scene.counters.filter((c) => c.place === army.place && c.side === army.side && c.glyph !== "army").length,
    0,
    "its units lie in its box",
  );
  await player.clickHex(army.place);
  const row = page.locator(`.unit[data-focus="unit ${army.id}"]:not(.chosen)`);
  if (await row.count()) await row.click();
  await page.waitForSelector(".set.reach [data-hex]", { state: "attached" });
  const about = await page.textContent(".now .actions .about");
  for (const fact of [/\d+ units/, /\d+ MPs: 40 less \d+ units/, /led by|no leader/i, /a winter here: no loss/i]) {
    assert.match(about, fact);
  }
  const { x, y } = await player.spot(route.place);
  await page.mouse.move(x, y);
  await page.waitForSelector(".bubble");
  const bubble = await page.textContent(".bubble");
  assert.match(bubble, new RegExp(`^${route.cost} points? to get there`));
  assert.match(bubble, /a winter there/i);
  assert.ok((await page.locator(".path .bead").count()) >= 1 || route.path.length < 3, "the way is counted");
  await page.waitForSelector(".odds h3:has-text('attrition')");
  await page.mouse.click(x, y);
  await page.waitForFunction((n) => Number(document.querySelector(".board").dataset.entry) > n, view.entry);
  await player.settled();
  const after = await player.view();
  const there = after.scene.counters.find((c) => c.id === army.id);
  assert.equal(there.place, route.place);
  assert.equal(Number(there.right), Number(army.right) - Number(route.cost), "as many MPs are left as was said");
  await page.keyboard.press("t");
  await page.waitForSelector(".set.menace [data-hex]", { state: "attached" });
  await player.leave();
});

test("on a phone the first touch shows the way and the second one marches", async () => {
  const player = await Player.sit(browser, server, PHONE);
  const { page } = player;
  const view = await gathered(player, "apocalypse/delta", landMove);
  await player.go(`/#/game/${player.made}`);
  await player.atTable();
  const { army, route } = await farthest(player, view);
  const tap = async (hex) => {
    const { x, y } = await player.spot(hex);
    await page.touchscreen.tap(x, y);
  };
  await tap(army.place);
  const fanned = page.locator(`.fan [data-counter="${army.id}"]`);
  if (await fanned.count()) await fanned.tap({ force: true });
  await page.waitForSelector(".set.reach [data-hex]", { state: "attached" });
  await tap(route.place);
  await page.waitForSelector(".bubble");
  assert.equal((await player.view()).entry, view.entry, "nobody has moved yet");
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390, "nothing sticks out");
  await tap(route.place);
  await page.waitForFunction((n) => Number(document.querySelector(".board").dataset.entry) > n, view.entry);
  await player.settled();
  const after = await player.view();
  assert.equal(after.scene.counters.find((c) => c.id === army.id).place, route.place);
  await player.leave();
});
