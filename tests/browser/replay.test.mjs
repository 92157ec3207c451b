import assert from "node:assert/strict";
import { test } from "node:test";
import { Player, stage } from "./stage.mjs";

const { server, browser } = await stage();

/** A game some way on: both armies stand, two units have moved. */
async function underWay() {
  const player = await Player.sit(browser, server);
  await player.deployed();
  for (let unit = 0; unit < 2; unit += 1) {
    const { scene } = await player.view();
    const counter = scene.counters.filter((c) => c.side === 0 && c.place)[unit * 4];
    const routes = await player.ask(`/games/${player.game}/routes/${counter.id}`);
    await player.order(...routes[routes.length - 1].orders);
    const { orders } = await player.view();
    const halt = orders.find((o) => o.kind === "halt");
    if (halt) await player.order(halt.order);
  }
  await player.settled();
  return player;
}

/** Where every counter is drawn. */
const drawn = (player) =>
  player.page
    .locator("#counters .counter")
    .evaluateAll((all) => Object.fromEntries(all.map((c) => [c.id, c.getAttribute("transform")])));

const shows = (player, n) =>
  player.page.waitForFunction((n) => document.querySelector(".replay .count")?.textContent.startsWith(`${n} of`), n);

test("every entry is shown back and forth, and the board is the same both ways", async () => {
  const player = await underWay();
  const { page } = player;
  const present = await drawn(player);
  const last = await player.entry();
  await page.click("nav button:has-text('Replay')");
  await shows(player, last);
  const seen = new Map();
  for (let n = last - 1; n >= 0; n -= 1) {
    await page.click('.replay [aria-label="One back"]');
    await shows(player, n);
    const moment = await player.ask(`/games/${player.game}/at/${n}`);
    await page.waitForFunction(
      (count) => document.querySelectorAll("#counters .counter").length === count,
      moment.scene.counters.filter((c) => c.place).length,
    );
    seen.set(n, await drawn(player));
  }
  assert.deepEqual(seen.get(0), {}, "nothing stands before the deployment");
  for (let n = 1; n < last; n += 1) {
    await page.click('.replay [aria-label="One on"]');
    await shows(player, n);
    await page.waitForFunction(
      async (then) =>
        JSON.stringify(
          Object.fromEntries(
            [...document.querySelectorAll("#counters .counter")].map((c) => [c.id, c.getAttribute("transform")]),
          ),
        ) === then,
      JSON.stringify(seen.get(n)),
    );
  }
  await page.click("text=Back to the present");
  await page.waitForSelector(".replay", { state: "hidden" });
  assert.deepEqual(await drawn(player), present);
  await player.leave();
});

test("a click on a log entry shows the board at that moment, and orders wait for the present", async () => {
  const player = await underWay();
  const { page } = player;
  await page.locator(".entries .moment").first().click();
  await page.waitForSelector(".replay:not([hidden])");
  assert.match(await player.prompt(), /Looking back at entry \d+/);
  assert.equal(await page.locator(".now .actions button").count(), 0);
  await page.keyboard.press("Escape");
  await page.waitForSelector(".replay", { state: "hidden" });
  assert.ok((await page.locator(".now .actions button").count()) > 0);
  await player.leave();
});

test("a moment is told in words, with its own phase, and marked in the log", async () => {
  const player = await underWay();
  const { page } = player;
  const last = await player.entry();
  await player.go(`/#/game/${player.game}/at/1`);
  await shows(player, 1);
  await page.waitForFunction(() => /Deployment/.test(document.querySelector(".phase").textContent));
  assert.match(await player.prompt(), /entry 1 of \d+\. Romans deploy/);
  assert.match(await page.locator(".box").first().textContent(), /Sabines to come/i, "the boxes are those of then");
  await player.go(`/#/game/${player.game}/at/${last - 1}`);
  await shows(player, last - 1);
  assert.equal(await page.locator(".entry.here").count(), 1, "a step on the way is marked with its journey");
  const heads = await page.locator(".entries .turn").allInnerTexts();
  assert.deepEqual(
    heads,
    ["Deployment", "Game-Turn 1, Movement Phase"],
    "an entry stands under the phase it was made in",
  );
  await player.leave();
});

test("a link leads to a moment, and bookmarks are kept", async () => {
  const player = await underWay();
  const { page } = player;
  await player.go(`/#/game/${player.game}/at/2`);
  await page.reload();
  await player.atTable();
  await shows(player, 2);
  await page.click("text=Bookmark");
  await page.waitForSelector(".bookmark.here");
  await page.reload();
  await shows(player, 2);
  await page.click('.replay [aria-label="First entry"]');
  await shows(player, 0);
  await page.click(".bookmark");
  await shows(player, 2);
  assert.match(page.url(), /\/at\/2$/);
  await player.leave();
});

test("the replay plays by itself to the last entry and stops there", async () => {
  const player = await underWay();
  const { page } = player;
  await page.keyboard.press(",");
  await page.click('.replay [aria-label="First entry"]');
  await page.selectOption('.replay [aria-label="Speed"]', { label: "fast" });
  await page.click('.replay [aria-label="Play"]');
  await page.waitForSelector('.replay [aria-label="Pause"]');
  await shows(player, await player.entry());
  await page.waitForSelector('.replay [aria-label="Play"]');
  await player.leave();
});

test("the record can be saved", async () => {
  const player = await underWay();
  const { page } = player;
  await page.keyboard.press(",");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(".replay >> text=Save the record")]);
  assert.match(download.suggestedFilename(), new RegExp(`${player.game}.*record$`));
  const stream = await download.createReadStream();
  let text = "";
  for await (const part of stream) text += part;
  const lines = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.equal(lines[0].scenario, "armageddon/rome");
  assert.equal(lines.filter((line) => line.order || line.roll).length, await player.entry());
  assert.equal(lines.filter((line) => line.seat).length, 2, "and who sat where");
  await player.leave();
});
