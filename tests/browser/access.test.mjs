import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, Player, sound, stage } from "./stage.mjs";

const { server, browser } = await stage();

test("lobby, dialogs, table, rules and replay are accessible by day", async () => {
  const player = await Player.sit(browser, server, { colorScheme: "light" });
  const { page } = player;
  await player.go();
  await page.waitForSelector(".card");
  await sound(player, "lobby");
  await page.click('.card[data-scenario="armageddon/rome"]');
  await sound(player, "new game");
  await page.click("dialog >> text=Hot-seat");
  await page.click("dialog button[type=submit]");
  await player.atTable();
  await sound(player, "deployment");
  await player.muster();
  await page.keyboard.press("n");
  await page.waitForSelector(".set.reach [data-hex]", { state: "attached" });
  await sound(player, "table");
  await page.click("nav button:has-text('Rules')");
  await page.waitForSelector(".case");
  await sound(player, "rules");
  await page.keyboard.press("Escape");
  await page.click("nav button:has-text('Menu')");
  await sound(player, "menu");
  await page.keyboard.press("Escape");
  await page.click("nav button:has-text('Replay')");
  await page.waitForSelector(".replay:not([hidden])");
  await sound(player, "replay");
  await player.leave();
});

test("lobby, table and objections are accessible by lamplight", async () => {
  const player = await Player.sit(browser, server, { colorScheme: "dark" });
  const { page } = player;
  await player.go();
  await page.waitForSelector(".card");
  await sound(player, "lobby");
  await player.begin();
  await page.locator("button.pile").first().click();
  await player.clickHex("3227");
  await page.waitForSelector(".why:not([hidden])");
  await sound(player, "table with an objection");
  await player.leave();
});

test("the table on a phone is accessible", async () => {
  const player = await Player.sit(browser, server, PHONE);
  await player.deployed();
  await player.page.tap(".handle");
  await sound(player, "phone");
  await player.leave();
});

test("counters slide in less than 300 ms, and not at all when the system asks for no motion", async () => {
  for (const [reducedMotion, slides] of [
    ["no-preference", true],
    ["reduce", false],
  ]) {
    const player = await Player.sit(browser, server, { reducedMotion });
    const { page } = player;
    await player.deployed();
    const { scene } = await player.view();
    const unit = scene.counters.find(
      (c) => c.side === 0 && c.place && scene.counters.filter((o) => o.place === c.place).length === 1,
    );
    const routes = await player.ask(`/games/${player.game}/routes/${unit.id}`);
    await page.evaluate(() => {
      window.slides = [];
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (frames, timing) {
        window.slides.push(typeof timing === "number" ? timing : timing.duration);
        return animate.call(this, frames, timing);
      };
    });
    const entry = await player.entry();
    await player.clickHex(unit.place);
    await page.waitForSelector(".set.reach [data-hex]", { state: "attached" });
    await player.clickHex(routes[routes.length - 1].place);
    await page.waitForFunction((n) => Number(document.querySelector(".board").dataset.entry) > n, entry);
    const durations = await page.evaluate(() => window.slides);
    assert.equal(durations.length > 0, slides);
    for (const ms of durations) assert.ok(ms < 300);
    await player.leave();
  }
});
