import assert from "node:assert/strict";
import { test } from "node:test";
import { playOut } from "./general.mjs";
import { Player, SMALL, stage } from "./stage.mjs";

const { server, browser } = await stage();

test("a complete hot-seat game of Rome is played through the page to its result", async () => {
  const player = await Player.sit(browser, server, SMALL);
  const { page } = player;
  await player.go();
  await page.click('.card[data-scenario="armageddon/rome"]');
  await page.click("dialog >> text=Hot-seat");
  await page.click("dialog button[type=submit]");
  await player.atTable();
  const done = await playOut(player);
  const { turn, scene } = await player.view();
  assert.ok(turn.over, "the server agrees that the game is over");
  const verdict = await player.prompt();
  assert.ok(verdict.includes(turn.over.why.slice(0, 40)), verdict);
  assert.ok(done.marches > 20, `${done.marches} marches`);
  assert.ok(done.attacks > 0, "somebody fought");
  assert.ok(scene.tracks[0].at !== null);
  const log = await page.textContent(".entries");
  assert.match(log, /Game-Turn 1\b/);
  assert.ok((await page.locator(".entries .die").count()) > 0, "dice stay in the log");
  await player.leave();
});

test("dice thrown by hand are entered in a hot-seat game", async () => {
  const player = await Player.sit(browser, server, SMALL);
  const { page } = player;
  const view = await player.reach("armageddon/rome", (view) => Boolean(view.turn.dice), { dice: "physical" });
  await page.click('.die-button[data-face="4"]');
  await page.waitForFunction((n) => Number(document.querySelector(".board").dataset.entry) > n, view.entry);
  assert.equal(await page.locator(".entries .die").last().textContent(), "4");
  await player.leave();
});
