import assert from "node:assert/strict";
import { test } from "node:test";
import { Player, stage } from "./stage.mjs";

const { server, browser } = await stage();

const on = (player, entry) =>
  player.page.waitForFunction((n) => Number(document.querySelector(".board").dataset.entry) > n, entry);
const alone = (scene, side) =>
  scene.counters.find(
    (c) => c.side === side && c.place && scene.counters.filter((o) => o.place === c.place).length === 1,
  );

test("a counter is placed from the tray, faced by an arrow, put elsewhere, and the next one follows", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await player.begin();
  const { orders } = await player.view();
  const places = orders.filter((o) => o.kind === "place");
  const [{ unit }] = places.map((o) => o.order);
  const [here, there] = places.filter((o) => o.order.unit === unit).map((o) => o.order.hex);
  await page.click(`.pile[data-counter="${unit}"]`);
  assert.equal(await page.locator(".set.reach .place").count(), places.filter((o) => o.order.unit === unit).length);
  await player.clickHex(here);
  await page.waitForSelector(".set.arrows .arrow");
  assert.equal(await page.locator(".set.arrows .arrow").count(), 6);
  await page.locator('.arrow[data-direction="4"]').click();
  await page.waitForSelector(".pile.chosen");
  const placed = (await player.view()).scene.counters.find((c) => c.id === unit);
  assert.deepEqual([placed.place, placed.facing], [here, 4]);
  await page.keyboard.press("Escape");
  await player.clickHex(here);
  const entry = await player.entry();
  await player.clickHex(there);
  await on(player, entry + 1);
  const moved = (await player.view()).scene.counters.filter((c) => c.place === there);
  assert.equal(moved.length, 1, "it stands where it was put");
  await player.leave();
});

test("a counter is dragged to its destination, and a drag to nowhere is refused with a reason", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await player.deployed();
  const { scene } = await player.view();
  const unit = alone(scene, 0);
  const [route] = await player.ask(`/games/${player.game}/routes/${unit.id}`);
  const drag = async (from, to) => {
    const [a, b] = [await player.spot(from), await player.spot(to)];
    await page.mouse.move(a.x, a.y);
    await page.mouse.down();
    for (let i = 1; i <= 8; i += 1) await page.mouse.move(a.x + ((b.x - a.x) * i) / 8, a.y + ((b.y - a.y) * i) / 8);
    assert.equal(await page.locator(".set.ghost .counter").count(), 1, "it is carried");
    await page.waitForSelector(".set.reach [data-hex]", { state: "attached" });
    await page.mouse.up();
  };
  const entry = await player.entry();
  await drag(unit.place, "2019");
  await page.waitForSelector(".why:not([hidden])");
  assert.equal(await player.entry(), entry);
  await drag(unit.place, route.place);
  await on(player, entry);
  const after = (await player.view()).scene.counters.find((c) => c.id === unit.id);
  assert.equal(after.place, route.place);
  await player.leave();
});

test("what was said in one go is taken back in one go", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await player.deployed();
  const { scene } = await player.view();
  const unit = alone(scene, 0);
  const routes = await player.ask(`/games/${player.game}/routes/${unit.id}`);
  const far = routes.find((r) => r.orders.length > 2);
  const entry = await player.entry();
  await player.clickHex(unit.place);
  await page.waitForSelector(".set.reach [data-hex]", { state: "attached" });
  await player.clickHex(far.place);
  await on(player, entry + 1);
  await page.click("nav button:has-text('Undo')");
  await page.waitForFunction((n) => Number(document.querySelector(".board").dataset.entry) === n, entry);
  assert.equal((await player.view()).scene.counters.find((c) => c.id === unit.id).place, unit.place);
  await player.leave();
});

test("after a reload one press takes back a whole move, and before it a button does", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await player.deployed();
  const { scene } = await player.view();
  const taken = new Set(scene.counters.map((c) => c.place));
  let [unit, near] = [null, null];
  for (const c of scene.counters.filter((c) => c.side === 0 && c.place)) {
    const routes = await player.ask(`/games/${player.game}/routes/${c.id}`);
    [unit, near] = [c, routes.find((r) => r.cost === "1" && !taken.has(r.place))];
    if (near) break;
  }
  const entry = await player.entry();
  const back = () => page.waitForFunction((n) => Number(document.querySelector(".board").dataset.entry) === n, entry);
  const march = async () => {
    await player.clickHex(unit.place);
    await page.click(`[data-focus="unit ${unit.id}"]`);
    await page.waitForSelector(`.set.reach [data-hex="${near.place}"]`, { state: "attached" });
    await player.clickHex(near.place);
    await page.waitForSelector(".set.arrows .arrow");
    await page.keyboard.press("h");
    await on(player, entry + near.orders.length);
  };
  await march();
  await page.click("text=Take back the whole move");
  await back();
  await march();
  await page.reload();
  await player.atTable();
  assert.equal(await page.locator("text=Take back the whole move").count(), 0, "undo does the same now");
  await page.click("nav button:has-text('Undo')");
  await back();
  assert.equal((await player.view()).scene.counters.find((c) => c.id === unit.id).place, unit.place);
  await player.leave();
});

test("all units that may join an attack do so at one press, and it is called off by a button", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  const ready = (v) =>
    v.orders.filter((o) => o.kind === "join").length > 1 && v.orders.some((o) => o.kind === "withdraw");
  const view = await player.reach("armageddon/rome", ready);
  const joiners = view.orders.filter((o) => o.kind === "join");
  const hexes = new Set(joiners.map((o) => view.scene.counters.find((c) => c.id === o.order.unit).place));
  assert.equal(await page.locator(".set.reach .unit").count(), hexes.size, "those who may join are marked");
  await page.click(`button:has-text("All ${joiners.length} join in")`);
  await page.waitForFunction(
    () => ![...document.querySelectorAll("button")].some((b) => /join in/.test(b.textContent)),
  );
  const after = await player.view();
  assert.ok(!after.orders.some((o) => o.kind === "join" && joiners.some((j) => j.order.unit === o.order.unit)));
  await page.click("button[data-kind=withdraw]");
  await on(player, after.entry);
  assert.ok(!(await player.view()).orders.some((o) => o.kind === "withdraw"));
  await player.leave();
});

test("the counter in hand lies on top of its stack", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await player.deployed();
  const { scene } = await player.view();
  const [hex] = scene.counters
    .filter((c) => c.side === 0 && c.place)
    .map((c) => c.place)
    .filter((h, _, all) => all.filter((o) => o === h).length > 1);
  const bottom = scene.counters.find((c) => c.place === hex);
  const order = () => page.locator("#counters .counter").evaluateAll((all) => all.map((c) => c.id));
  const before = await order();
  assert.notEqual(before.at(-1), `c${bottom.id}`);
  await player.clickHex(hex);
  await page.click(`[data-focus="unit ${bottom.id}"]`);
  await page.waitForSelector(`#c${bottom.id}.chosen`);
  assert.equal((await order()).at(-1), `c${bottom.id}`);
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.querySelector(".counter.chosen") === null);
  assert.deepEqual(await order(), before, "let go, it lies where it lay");
  await player.leave();
});

test("odds are shown before commitment, term by term, and stay in the log", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  const view = await player.reach(
    "armageddon/rome",
    (v) => (v.sums ?? []).some((sum) => sum.terms.length > 1) && v.orders.some((o) => o.kind === "commit"),
  );
  await player.settled();
  const [sum] = view.sums;
  const card = await page.locator(".odds-now .odds").first().innerText();
  for (const term of sum.terms)
    assert.ok(card.includes(term.label) && card.includes(term.value), `${term.label} in ${card}`);
  assert.ok(card.includes(sum.total));
  for (const chance of sum.results) assert.ok(card.includes(`${Math.round((100 * chance.ways) / chance.of)}%`));
  const entry = await player.entry();
  await page.keyboard.press("e");
  await on(player, entry);
  const log = await page.locator(".entries details.odds").last().textContent();
  assert.ok(log.includes(sum.total), "the same sum is in the log");
  await player.leave();
});

test("threats and fields of fire are laid over the board and taken away again", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await player.deployed();
  await page.click("nav button:has-text('Threats')");
  await page.waitForSelector(".set.menace [data-hex]", { state: "attached" });
  const menace = await player.ask(`/games/${player.game}/menace`);
  assert.equal(await page.locator(".set.menace [data-hex]").count(), menace.length);
  assert.match(await page.locator(".legend").innerText(), /could come here[\s\S]*hand to hand[\s\S]*shot at/);
  await page.click("nav button:has-text('Threats')");
  await page.waitForFunction(() => document.querySelectorAll(".set.menace [data-hex]").length === 0);
  assert.equal(await page.locator(".legend").isVisible(), false);

  const { scene } = await player.view();
  const fields = await Promise.all(
    scene.counters
      .filter((c) => c.place)
      .map(async (c) => ({ c, hexes: await player.ask(`/games/${player.game}/fire/${c.id}`) })),
  );
  const archer = fields.find((f) => f.hexes.length > 0 && f.c.side === 0);
  await page.click("nav button:has-text('Range')");
  await player.clickHex(archer.c.place);
  await page.waitForSelector(".set.range [data-hex]", { state: "attached" });
  assert.equal(await page.getAttribute("nav button:has-text('Range')", "aria-pressed"), "true");
  await player.leave();
});

test("a stack fans out under the pointer, the wheel zooms, a drag on the ground pans", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await player.deployed();
  const { scene } = await player.view();
  const stack = scene.counters.find((c) => c.place && scene.counters.filter((o) => o.place === c.place).length > 1);
  const { x, y } = await player.spot(stack.place);
  await page.mouse.move(x, y);
  await page.waitForSelector(".fan [data-counter]");
  assert.equal(
    await page.locator(".fan [data-counter]").count(),
    scene.counters.filter((c) => c.place === stack.place).length,
  );
  await page.mouse.move(x, y - 200);
  await page.waitForFunction(() => document.querySelectorAll(".fan [data-counter]").length === 0);
  const box = () => page.evaluate(() => document.querySelector(".sheet").getBoundingClientRect().toJSON());
  const before = await box();
  await page.mouse.wheel(0, -400);
  await page.waitForFunction(
    (w) => document.querySelector(".sheet").getBoundingClientRect().width > w * 1.2,
    before.width,
  );
  const zoomed = await box();
  await page.mouse.move(300, 700);
  await page.mouse.down();
  await page.mouse.move(220, 640, { steps: 5 });
  await page.mouse.up();
  const panned = await box();
  assert.ok(Math.abs(panned.left - zoomed.left + 80) < 2 && Math.abs(panned.top - zoomed.top + 60) < 2);
  await player.leave();
});

test("a selected counter shows its choices at once, from data already held", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await player.begin();
  const shown = await page.evaluate(async () => {
    document.querySelector("button.pile").click();
    // What follows from promises already kept is done; nothing has been fetched, and no frame drawn without it.
    for (let i = 0; i < 20; i += 1) await null;
    return document.querySelectorAll(".set.reach [data-hex]").length;
  });
  assert.ok(shown > 0);
  await player.leave();
});

test("house values carry a mark that explains them", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await player.begin();
  const { scene, card } = await player.view();
  await page.click(".banner .house");
  const told = await page.textContent("dialog");
  for (const line of [scene.landscape.house, ...card.house].filter(Boolean)) assert.ok(told.includes(line));
  await player.leave();
});

test("the light follows the system until the reader chooses", async () => {
  const player = await Player.sit(browser, server, { colorScheme: "dark" });
  const { page } = player;
  await player.go();
  await page.waitForSelector(".card");
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await paper();
  await page.click("button.light");
  const light = await paper();
  assert.notEqual(dark, light);
  await page.reload();
  await page.waitForSelector(".card");
  assert.equal(await paper(), light, "the choice is kept");
  await player.leave();
});
