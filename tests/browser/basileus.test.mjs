import assert from "node:assert/strict";
import { test } from "node:test";
import { playOut } from "./general.mjs";
import { Player, SMALL, stage } from "./stage.mjs";

const { server, browser } = await stage();

test("a whole battle of Basileus is played through the page to its result", async () => {
  const player = await Player.sit(browser, server, SMALL);
  const { page } = player;
  await player.go();
  await page.click('.card[data-scenario="basileus/dorostolon-third"]');
  await page.click("dialog >> text=Hot-seat");
  await page.click("dialog button[type=submit]");
  await player.atTable();
  const done = await playOut(player, { marches: 4, patience: 2500 });
  const { turn } = await player.view();
  assert.ok(turn.over, "the server agrees that the game is over");
  const verdict = await player.prompt();
  assert.match(verdict, /victory|draw/i);
  // The dice decide how long it lasts.
  assert.ok(done.marches > 5, `${done.marches} marches`);
  const log = await page.textContent(".entries");
  assert.match(log, /Turn 1\b/);
  assert.match(log, /(defender|attackers) (retreats?|tests? morale|loses?)/);
  assert.ok((await page.locator(".entries .die").count()) > 0, "dice stay in the log");
  await player.leave();
});
