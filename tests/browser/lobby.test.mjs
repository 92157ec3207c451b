import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, Player, Server } from "./stage.mjs";

let server;
let browser;
before(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

test("a stranger plays their first moves within a minute of seeing the lobby", async () => {
  const started = Date.now();
  const player = await Player.sit(browser, server);
  const { page } = player;
  await player.go();
  await page.click("text=Play now");
  await player.atTable();
  assert.match(await player.prompt(), /place your counters/i);
  await player.muster();
  assert.match(await player.prompt(), /choose a unit to move/i);
  const unit = (await player.view()).scene.counters.find((c) => c.side === 0 && c.hex);
  await player.clickHex(unit.hex);
  const goal = await page.waitForSelector(".set.reach [data-hex]", { state: "attached" });
  const hex = await goal.getAttribute("data-hex");
  const before = await player.entry();
  await player.clickHex(hex);
  await page.waitForFunction((n) => Number(document.querySelector(".board").dataset.entry) > n, before);
  assert.match(await page.textContent(".entries"), new RegExp(`to .*${hex}`));
  assert.ok(Date.now() - started < 60_000);
  await player.leave();
});

test("the first page transfers less than 200 KiB", async () => {
  const player = await Player.sit(browser, server);
  const line = await player.context.newCDPSession(player.page);
  await line.send("Network.enable");
  let bytes = 0;
  line.on("Network.loadingFinished", (event) => (bytes += event.encodedDataLength));
  await player.go();
  await player.page.waitForSelector(".card");
  await player.page.waitForLoadState("networkidle");
  assert.ok(bytes > 10_000, "something was measured");
  assert.ok(bytes < 200 * 1024, `${bytes} bytes`);
  await player.leave();
});

test("the board is interactive within a second", async () => {
  const player = await Player.sit(browser, server);
  const { id } = await player.begin();
  const started = Date.now();
  await player.page.reload();
  await player.atTable();
  await player.page.waitForSelector("button[data-kind=muster]");
  const took = Date.now() - started;
  assert.ok(took < 1000, `${took} ms for game ${id}`);
  await player.leave();
});

test("every scenario stands on the shelf with picture, date, length and difficulty, and can be searched", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await player.go();
  await page.waitForSelector(".card");
  const shelf = await player.ask("/shelf");
  const scenarios = shelf.flatMap((game) => game.scenarios);
  assert.equal(await page.locator(".card").count(), scenarios.length);
  const rome = page.locator('.card[data-scenario="armageddon/rome"]');
  assert.match(await rome.innerText(), /Rome[\s\S]*753 BC[\s\S]*Romans – Sabines[\s\S]*10 turns/);
  await rome.scrollIntoViewIfNeeded();
  await rome.locator("image[href]").waitFor({ state: "attached" });
  assert.ok(
    (await rome.locator(".stacks.side0 > g").count()) > 3 && (await rome.locator(".stacks.side1 > g").count()) > 3,
    "both armies stand on the map",
  );
  await page.fill(".filters input", "kadesh");
  await page.waitForFunction(() => document.querySelectorAll(".card").length < 5);
  assert.match(await page.locator(".card").first().innerText(), /Kadesh/);
  await player.leave();
});

test("an open challenge is seen and taken up by somebody else, and can be watched by a third", async () => {
  const [host, guest, watcher] = await Promise.all([1, 2, 3].map(() => Player.sit(browser, server)));
  await host.go();
  await host.page.click('.card[data-scenario="armageddon/rome"]');
  await host.page.click("text=Open challenge");
  await host.page.selectOption("select[name=side]", "second");
  await host.page.click("dialog button[type=submit]");
  await host.atTable();
  assert.match(await host.prompt(), /waiting for somebody to take the Romans/i);
  await guest.go();
  await guest.page.click("text=Take it up");
  await guest.atTable();
  assert.match(await guest.prompt(), /place your counters/i);
  await host.page.waitForFunction(() => !/somebody/.test(document.querySelector(".prompt").textContent));
  await watcher.go();
  await watcher.page.click(".games a.row");
  await watcher.atTable();
  assert.equal(await watcher.page.locator(".now .actions button").count(), 0, "who watches has no orders to give");
  await Promise.all([host, guest, watcher].map((player) => player.leave()));
});

test("an account keeps games across browsers", async () => {
  const [home, away] = await Promise.all([1, 2].map(() => Player.sit(browser, server)));
  const { id } = await home.begin();
  await home.go("/#/");
  await home.page.click("button.me");
  const name = `Belisarius ${Date.now() % 10_000}`;
  await home.page.locator("dialog section").first().locator("input[name=name]").fill(name);
  await home.page.locator("dialog section").first().locator("input[name=password]").fill("antonina-505");
  await home.page.click("text=Make an account");
  await home.page.waitForSelector(`button.me:has-text("${name}")`);
  await away.go();
  await away.page.click("button.me");
  await away.page.locator("dialog section").nth(1).locator("input[name=name]").fill(name);
  await away.page.locator("dialog section").nth(1).locator("input[name=password]").fill("antonina-505");
  await away.page.click("dialog button:has-text('Enter')");
  await away.page.waitForSelector(`a.row[href="#/game/${id}"]`);
  await Promise.all([home.leave(), away.leave()]);
});
