/**
 * Resolving: cards of odds are clicked, one by one or all of them, and nothing is offered that is done.
 */

import assert from "node:assert/strict";
import test from "node:test";
import { Player, stage } from "./stage.mjs";

const { server, browser } = await stage();

/** The fights that wait, by the titles of their cards. */
function cards(page) {
  return page.locator(".odds-now .odds.clickable h3").allTextContents();
}

/** A battle in which several attacks are committed and wait to be resolved. */
async function committed(player) {
  const several = (view) => new Set(view.sums.filter((sum) => sum.order).map((sum) => sum.title)).size > 1;
  const resolves = (view) => view.orders.some((order) => order.kind === "resolve");
  await player.reach("armageddon/rome", (view) => resolves(view) && several(view));
}

test("A card resolves what it speaks of, and is gone with it", async () => {
  const ann = await Player.sit(browser, server);
  const { page } = ann;
  await committed(ann);
  const before = await cards(page);
  assert.ok(before.length > 1, "a card for each attack");
  assert.match(await page.textContent(".resolve-all"), new RegExp(`Resolve all ${before.length}`));
  const widths = await page.locator(".odds-now .bars i").evaluateAll((bars) => bars.map((bar) => bar.offsetWidth));
  assert.equal(new Set(widths).size, 1, "bars of one length");
  const looks = await page.locator(".odds-now .bars li").evaluateAll((rows) => rows.map((row) => row.className));
  assert.ok(
    looks.every((look) => ["good", "ill", "none"].includes(look)),
    `coloured by who gains: ${looks}`,
  );
  const entry = await ann.entry();
  await page.locator(".odds-now .odds.clickable h3").first().click();
  await page.waitForFunction((n) => Number(document.querySelector(".board").dataset.entry) > n, entry);
  const { orders, log } = { ...(await ann.view()), log: await ann.ask(`/games/${ann.game}/log?from=${entry}`) };
  assert.ok(
    log.some((each) => each.events.some((event) => event.dice)),
    "dice have fallen",
  );
  const after = await cards(page);
  assert.ok(!after.includes(before[0]), "what is resolved is not offered");
  const offered = orders.filter((order) => order.kind === "resolve").map((order) => order.place);
  assert.ok(after.length <= offered.length);
  await ann.leave();
});

test("All are resolved one after another with one press, by keys too", async () => {
  const ann = await Player.sit(browser, server);
  const { page } = ann;
  await committed(ann);
  const many = (await cards(page)).length;
  const from = await ann.entry();
  await page.focus(".resolve-all");
  await page.keyboard.press("Enter");
  // As far as nothing else is asked: whoever is hit may have to choose losses or a way back.
  await page.waitForFunction(() => !document.querySelector(".resolve-all"));
  await ann.settled();
  const log = await ann.ask(`/games/${ann.game}/log?from=${from}`);
  const rolls = log.filter((entry) => entry.events.some((event) => event.dice)).length;
  const { orders } = await ann.view();
  const left = orders.some((order) => order.kind === "resolve");
  assert.ok(rolls >= 1 && (rolls === many || !left || orders.some((order) => order.kind !== "resolve")));
  await ann.leave();
});
