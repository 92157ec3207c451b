import assert from "node:assert/strict";
import { test } from "node:test";
import { Player, stage } from "./stage.mjs";

const { server, browser } = await stage();

/** Goes with Tab to the element that fits, as somebody without a mouse would. */
async function tabTo(page, fits) {
  for (let i = 0; i < 60; i += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(fits)) return;
  }
  throw new Error("Tab does not lead there");
}

const on = (player, entry) =>
  player.page.waitForFunction((n) => Number(document.querySelector(".board").dataset.entry) > n, entry);
const heard = (player) => player.page.textContent("#announcer");

test("a game is begun, armies deployed, a unit moved and the turn ended by keyboard alone", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await player.go();
  await page.waitForSelector(".card");
  await tabTo(page, () => document.activeElement?.textContent === "Play now");
  await page.keyboard.press("Enter");
  await player.atTable();
  let entry = await player.entry();
  await page.keyboard.press("m");
  await on(player, entry);
  await page.waitForFunction(() => /choose a unit to move/i.test(document.querySelector(".prompt").textContent));

  await page.keyboard.press("n");
  await page.waitForSelector(".counter.chosen");
  await page.waitForSelector(".set.reach [data-hex]", { state: "attached" });
  await page.waitForFunction(() => /selected/.test(document.querySelector("#announcer").textContent));
  const goals = await page.locator(".set.reach [data-hex]").evaluateAll((all) => all.map((e) => e.dataset.hex));
  const start = await page.evaluate(
    () => / at (\d{4})/.exec(document.querySelector(".counter.chosen title").textContent)[1],
  );
  const goal = goals.find((hex) => hex.slice(0, 2) === start.slice(0, 2)) ?? goals[0];
  const [across, down] = [
    Number(goal.slice(0, 2)) - Number(start.slice(0, 2)),
    Number(goal.slice(2)) - Number(start.slice(2)),
  ];
  for (let i = 0; i < Math.abs(across); i += 1) await page.keyboard.press(across > 0 ? "ArrowRight" : "ArrowLeft");
  for (let i = 0; i < Math.abs(down); i += 1) await page.keyboard.press(down > 0 ? "ArrowDown" : "ArrowUp");
  await page.waitForFunction((hex) => document.querySelector("#announcer").textContent.includes(`${hex}`), goal);
  assert.match(await heard(player), new RegExp(`${goal}.*You may: Go to ${goal}`));
  entry = await player.entry();
  await page.keyboard.press("Enter");
  await on(player, entry);
  await player.settled();

  entry = await player.entry();
  await page.keyboard.press("u");
  await page.waitForFunction((n) => Number(document.querySelector(".board").dataset.entry) < n, entry);
  entry = await player.entry();
  await page.keyboard.press("e");
  await on(player, entry);
  await page.waitForFunction(() => /Game-Turn 1: Sabines/.test(document.querySelector(".entries").textContent));
  await player.leave();
});

test("a counter is placed and faced by keyboard", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await player.begin();
  await tabTo(page, () => document.activeElement?.classList.contains("pile"));
  await page.keyboard.press("Enter");
  await page.waitForSelector(".pile.chosen");
  await page.focus("#board");
  await page.keyboard.press("ArrowUp");
  let entry = await player.entry();
  await page.keyboard.press("Enter");
  await on(player, entry);
  assert.match(await player.prompt(), /choose the facing/i);
  entry = await player.entry();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await on(player, entry);
  assert.match(await player.prompt(), /21 to go/);
  await player.leave();
});

test("the question mark shows the keys, and the board is told in words", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await player.deployed();
  await page.keyboard.press("?");
  await page.waitForSelector("dialog .keys");
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog", { state: "detached" });
  await page.keyboard.press("b");
  const { scene } = await player.view();
  await page.waitForFunction(() => /Romans: .*Militia/.test(document.querySelector("#announcer").textContent));
  assert.equal(await page.textContent("#board-words"), scene.description);
  await player.leave();
});
