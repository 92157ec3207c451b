import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, Player, sound, stage } from "./stage.mjs";

const { server, browser } = await stage();

/** A battle or campaign of each game, as far as some unit may be moved. */
const GAMES = [
  "armageddon/rome",
  "basileus/arcadiopolis",
  "jihad/first-conquests",
  "apocalypse/delta",
  "dba/lake-regillus",
];

const marching = (view) => (view.orders ?? []).some((order) => order.marches);

/** A counter with something to do that lies on top where it stands. */
function onTop({ scene, orders }) {
  const able = new Set(orders.filter((o) => o.marches).map((o) => o.counter));
  const tops = new Map(scene.counters.filter((c) => c.place).map((c) => [JSON.stringify(c.place), c]));
  return [...tops.values()].find((c) => able.has(c.id)) ?? [...tops.values()][0];
}

/** Where a counter is drawn. */
async function spotOf(player, id) {
  const find = () =>
    player.page.evaluate((id) => {
      const counter = document.querySelector(`#c${id}`).getBoundingClientRect();
      const board = document.querySelector(".board").getBoundingClientRect();
      const [x, y] = [counter.left + counter.width / 2, counter.top + counter.height / 2];
      return { x, y, seen: x > board.left && x < board.right && y > board.top && y < board.bottom };
    }, id);
  const spot = await find();
  if (spot.seen) return spot;
  await player.page.evaluate(() => document.querySelector('.zoom [aria-label="The whole battle"]').click());
  return find();
}

for (const scenario of GAMES) {
  test(`a counter of ${scenario} says under the pointer all that is printed on it`, async () => {
    const player = await Player.sit(browser, server);
    const { page } = player;
    const view = await player.reach(scenario, marching);
    await player.settled();
    const unit = onTop(view);
    const { x, y } = await spotOf(player, unit.id);
    await page.mouse.move(x - 90, y - 90);
    await page.mouse.move(x, y);
    await page.waitForSelector(".profile:not([hidden])");
    // In a stack that fans out the counter under the pointer is the one that is told.
    const told = await page.locator(".profile").evaluate((card) => ({
      id: Number(card.dataset.of),
      words: card.textContent,
      figures: [...card.querySelectorAll("dt")].map((e) => e.textContent),
      lines: card.querySelectorAll(".pointers path").length,
      marks: card.querySelectorAll(".marks li").length,
      rules: card.querySelectorAll(".rules-of .rule").length,
    }));
    const { scene } = await player.view();
    const shown = scene.counters.find((c) => c.id === told.id);
    const profile = await player.ask(`/games/${player.game}/profile/${shown.id}`);
    for (const { means } of profile.inscriptions) {
      const said = means.replace(/^./, "").slice(0, 40);
      assert.ok(told.words.includes(said), `${means} in ${told.words}`);
    }
    const figures = [shown.left, shown.middle, shown.right].filter(Boolean);
    assert.deepEqual(told.figures, figures, "every figure is named");
    assert.equal(told.lines, told.marks, "a line leads from each mark to its name");
    assert.ok(told.marks >= 2 && told.rules > 0);
    const [card, counter] = [await page.locator(".profile").boundingBox(), { x, y }];
    const covered =
      counter.x > card.x && counter.x < card.x + card.width && counter.y > card.y && counter.y < card.y + card.height;
    assert.equal(covered, false, "it does not lie over the counter it speaks of");
    await sound(player, scenario);
    await page.mouse.move(x + 300, 20);
    await page.waitForSelector(".profile", { state: "hidden" });
    // Asked for with the other button it stays, and its rules open.
    const again = await spotOf(player, told.id);
    await page.mouse.click(again.x, again.y, { button: "right" });
    await page.waitForSelector(".profile.pinned:not([hidden])");
    await page.mouse.move(x + 300, 20);
    await page.locator(".profile .rules-of .rule").first().click();
    await page.waitForSelector("#body-rules .case.opened");
    await page.keyboard.press("Escape");
    await page.waitForSelector(".profile", { state: "hidden" });
    await player.leave();
  });
}

test("what a counter says is told by key and let go by Escape", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  const view = await player.deployed();
  const unit = view.scene.counters.find((c) => c.side === 0 && c.place);
  await page.keyboard.press("n");
  await page.waitForSelector(".counter.chosen");
  await page.keyboard.press("i");
  await page.waitForSelector(".profile.pinned:not([hidden])");
  await page.waitForFunction(() => /movement points/i.test(document.querySelector("#announcer").textContent));
  await page.keyboard.press("Escape");
  await page.waitForSelector(".profile", { state: "hidden" });
  assert.equal(await page.locator(".counter.chosen").count(), 1, "the first Escape closes the card alone");
  assert.ok(unit);
  await player.leave();
});

test("on a phone a long press opens the card in the drawer, and the board stays where it is", async () => {
  const player = await Player.sit(browser, server, PHONE);
  const { page } = player;
  const view = await player.deployed();
  const unit = onTop(view);
  const { x, y } = await spotOf(player, unit.id);
  const box = () => page.evaluate(() => JSON.stringify(document.querySelector(".sheet").getBoundingClientRect()));
  const before = await box();
  const line = await player.context.newCDPSession(page);
  await line.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y, id: 1 }] });
  await page.waitForSelector(".panel .profile:not([hidden])");
  await line.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  assert.equal(await box(), before, "nothing has moved");
  assert.equal(await page.locator(".counter.chosen").count(), 0, "a long press is no tap");
  await sound(player, "the card in the drawer");
  const close = await page.locator(".profile .close").boundingBox();
  assert.ok(close.width >= 44 && close.height >= 44);
  await page.tap(".profile .close");
  await page.waitForSelector(".profile", { state: "hidden" });
  await player.leave();
});

test("recruits say where they are chosen what they cost, who pays, and how many are left", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  const recruiting = (view) => (view.orders ?? []).some((o) => o.kind === "place" && /^Recruit/.test(o.text));
  const view = await player.reach("jihad/first-conquests", recruiting);
  await player.settled();
  const { counter } = view.orders.find((o) => o.kind === "place");
  const unit = view.scene.counters.find((c) => c.id === counter);
  assert.match(unit.about.join("; "), /costs \d+ of \d+ .* points?.*left.* in the pool/);
  await page.click(`.pile[data-counter="${counter}"]`);
  const about = await page.textContent(".now .about");
  for (const line of unit.about) assert.ok(about.includes(line.slice(1)), `${line} in ${about}`);
  await player.leave();
});
