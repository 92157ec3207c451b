import assert from "node:assert/strict";
import { test } from "node:test";
import { Player, stage } from "./stage.mjs";

const { server, browser } = await stage();

/** The objection on the page, compared with what the referee says to the same order. */
async function objects(player, order) {
  const { page } = player;
  await page.waitForSelector(".why:not([hidden])");
  const said = await player.ask(`/games/${player.game}/check`, { order });
  assert.equal(said.ok, false);
  const shown = await page.textContent(".now .why");
  assert.ok(shown.toLowerCase().includes(said.why.toLowerCase().slice(0, 50)), `${shown} / ${said.why}`);
  assert.equal(await page.getAttribute(".now .why [data-rule]", "data-rule"), said.rule);
  return said;
}

test("a counter placed outside its zone is refused with the rule, and the rule opens", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await player.begin();
  const { orders } = await player.view();
  const place = orders.find((o) => o.kind === "place").order;
  await page.click(`.pile[data-counter="${place.unit}"]`);
  const entry = await player.entry();
  await player.clickHex("3227");
  const said = await objects(player, { ...place, hex: "3227" });
  assert.equal(await player.entry(), entry, "nothing happened");
  await page.click(".now .why [data-rule]");
  await page.waitForSelector(`.case.opened[data-case="${said.rule}"]`);
  const rules = await player.ask("/rules/armageddon");
  const rule = (rules.rules ?? rules).find((r) => r.rule === said.rule);
  const text = await page.textContent(".case.opened");
  assert.ok(text.includes(rule.title) && text.includes(rule.summary.slice(0, 40)));
  await player.leave();
});

test("a unit that has moved cannot be moved again, and the page says why", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await player.deployed();
  const view = await player.view();
  const alone = view.scene.counters.find(
    (c) => c.side === 0 && c.place && view.scene.counters.filter((o) => o.place === c.place).length === 1,
  );
  await player.clickHex(alone.place);
  await page.waitForSelector(".set.reach [data-hex]", { state: "attached" });
  const routes = await player.ask(`/games/${player.game}/routes/${alone.id}`);
  const empty = routes.find((r) => !view.scene.counters.some((c) => c.place === r.place));
  await player.clickHex(empty.place);
  await page.waitForFunction((n) => Number(document.querySelector(".board").dataset.entry) > n, view.entry);
  await page.keyboard.press("h");
  await player.settled();
  await player.clickHex(empty.place);
  await objects(player, { do: "move", unit: alone.id });
  await player.leave();
});

test("pointing at empty ground, or leading a counter nowhere, gives no order", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await player.deployed();
  const { scene, entry } = await player.view();
  const taken = new Set(scene.counters.map((c) => c.place));
  const empty = ["2019", "2119", "1919", "2219"].find((hex) => !taken.has(hex));
  const asked = page.waitForResponse((answer) => answer.url().includes("/meant?"));
  await player.clickHex(empty);
  assert.equal(await (await asked).json(), null, "it means nothing");
  await page.waitForTimeout(300);
  assert.equal((await player.view()).entry, entry, "nothing happened");
  assert.deepEqual(await player.ask(`/games/${player.game}/meant`), null);
  const wrong = await player.ask(`/games/${player.game}/meant?counter=chief`);
  assert.match(wrong.error?.why ?? wrong.why, /`chief` is no counter/);
  await player.leave();
});

test("a hex out of reach is refused with the reason on the way there", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await player.deployed();
  const view = await player.view();
  const unit = view.scene.counters.find((c) => c.side === 0 && c.place);
  await player.clickHex(unit.place);
  await page.waitForSelector(".set.reach [data-hex]", { state: "attached" });
  await player.clickHex("2024");
  await page.waitForSelector(".why:not([hidden])");
  const rule = await page.getAttribute(".now .why [data-rule]", "data-rule");
  assert.notEqual(rule, "protocol");
  assert.match(await page.textContent(".now .why"), /Not 2024/);
  const rules = await player.ask("/rules/armageddon");
  assert.ok(
    (rules.rules ?? rules).some((r) => r.rule === rule),
    `rule ${rule} is in the list`,
  );
  await player.leave();
});

test("a unit whose movement is spent is not silent about it: the page says what ended its move", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await player.deployed();
  const { scene } = await player.view();
  const unit = scene.counters.find((c) => c.side === 0 && c.place && /Skirmishers/.test(c.name));
  const routes = await player.ask(`/games/${player.game}/routes/${unit.id}`);
  const taken = new Set(scene.counters.map((c) => c.place));
  const [far] = routes.filter((r) => !taken.has(r.place)).sort((a, b) => parseFloat(b.cost) - parseFloat(a.cost));
  const entry = await player.entry();
  await player.clickHex(unit.place);
  await page.waitForSelector(`.set.reach [data-hex="${far.place}"]`, { state: "attached" });
  await player.clickHex(far.place);
  await page.waitForFunction((n) => Number(document.querySelector(".board").dataset.entry) > n, entry);
  assert.match(await player.prompt(), /choose a unit to move/i, "it was put down by itself");
  await player.clickHex("2024");
  await page.waitForSelector(".why:not([hidden])");
  const why = await page.textContent(".now .why");
  assert.ok(why.includes(unit.name) && why.includes(far.place) && /movement is spent|had to stop/.test(why), why);
  assert.match(await page.getAttribute(".now .why [data-rule]", "data-rule"), /^movement\./);
  await player.leave();
});

test("when the phase cannot be ended the page says why, and leads to what must be done first", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  const view = await player.reach("armageddon/charchemish", (v) => /must enter/.test(v.prompt));
  assert.ok(!view.orders.some((o) => o.kind === "done"));
  assert.doesNotMatch(await player.prompt(), /or end moving/, "nothing is offered that is not legal");
  for (const ask of [() => page.click("text=Why can I not go on?"), () => page.keyboard.press("e")]) {
    await ask();
    await page.waitForSelector(".why:not([hidden]) >> text=must enter");
    assert.equal(await page.getAttribute(".now .why [data-rule]", "data-rule"), "R23");
  }
  await page.click("text=Show me");
  await page.waitForFunction(() => /enters the map/.test(document.querySelector(".now .prompt").textContent));
  const seen = await page.locator(".set.reach .enter").evaluateAll((all) => {
    const frame = document.querySelector(".board").getBoundingClientRect();
    return all.some((e) => {
      const box = e.getBoundingClientRect();
      return box.left > frame.left && box.right < frame.right && box.top > frame.top && box.bottom < frame.bottom;
    });
  });
  assert.ok(seen, "the ways in are in sight");
  await player.leave();
});

test("what the table settles itself opens a summary like any rule", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await player.begin();
  const { rules } = await player.ask("/rules/armageddon");
  for (const rule of ["protocol", "dice", "connection", "table.undo", "table.draw", "table.resign", "table.clock"])
    assert.ok(rules.find((r) => r.rule === rule)?.summary.length > 60, rule);
  await page.click("nav button:has-text('Menu')");
  await page.click("dialog button:has-text('Resign')");
  await page.click("dialog button.go:has-text('Resign')");
  await page.click('.prompt [data-rule="table.resign"]');
  await page.waitForSelector('.case.opened[data-case="table.resign"]');
  assert.match(await page.textContent(".case.opened"), /other side has won/);
  await player.leave();
});

test("an enemy's counter cannot be taken up, and the page says why", async () => {
  const player = await Player.sit(browser, server);
  await player.deployed();
  const { scene } = await player.view();
  const foe = scene.counters.findLast((c) => c.side === 1 && c.place);
  const entry = await player.entry();
  await player.clickHex(foe.place);
  const top = scene.counters.findLast((c) => c.place === foe.place);
  await objects(player, { do: "move", unit: top.id });
  assert.equal(await player.entry(), entry);
  assert.equal(await player.page.locator(".counter.chosen").count(), 0);
  await player.leave();
});

test("an enemy out of reach cannot be attacked, and the page says why", async () => {
  const player = await Player.sit(browser, server);
  const view = await player.reach("armageddon/rome", (v) => v.orders?.some((o) => o.kind === "attack"));
  const targets = new Set(view.orders.filter((o) => o.kind === "attack").map((o) => o.place));
  const foe = view.scene.counters.find((c) => c.place && c.side !== view.scene.to_act && !targets.has(c.place));
  const entry = await player.entry();
  await player.clickHex(foe.place);
  await objects(player, { do: "attack", hex: foe.place });
  assert.equal(await player.entry(), entry);
  await player.leave();
});

test("the rules panel finds rules by words", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await player.begin();
  await page.click("nav button:has-text('Rules')");
  const { rules: book } = await player.ask("/rules/armageddon");
  const chariots = book.filter((rule) => /chariot/i.test(`${rule.rule} ${rule.title} ${rule.summary}`));
  const listed = (n) => page.waitForFunction((n) => document.querySelectorAll(".case").length === n, n);
  // The whole book comes by and by.
  await listed(book.length);
  await page.fill(".rules input", "chariot");
  await listed(chariots.length);
  for (const text of await page.locator(".case").allTextContents()) assert.match(text, /chariot/i);
  await player.leave();
});
