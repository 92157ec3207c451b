/**
 * A complete game against the computer in each game of the shelf, begun in the lobby, and how its fortunes went.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { look, playOut, theComputer } from "./general.mjs";
import { PHONE, Player, SMALL, sound, stage } from "./stage.mjs";

const { server, browser } = await stage();

/** Sits down against the computer from the lobby, by clicks. */
async function sitDown(scenario, level) {
  const player = await Player.sit(browser, server, SMALL);
  const { page } = player;
  await player.go();
  const [game] = scenario.split("/");
  await page.click(`.spine[data-game="${game}"]`);
  await page.click(`.card[data-scenario="${scenario}"]`);
  if (level) await page.check(`.levels input[value="${level}"]`);
  await page.click("dialog button[type=submit]");
  await player.atTable();
  return player;
}

/** The server and the page agree that it is over, and that the computer has played its part. */
async function isOver(player, level) {
  const { turn, seats, you } = await player.view();
  assert.ok(turn.over, "the server agrees that the game is over");
  assert.equal(seats[1].computer, level);
  assert.deepEqual(you, ["first"]);
  const verdict = await player.prompt();
  assert.match(verdict, /won|drawn/i);
  const log = await player.ask(`/games/${player.game}/log?from=0`);
  const sides = new Set(log.map((entry) => entry.side).filter(Boolean));
  assert.equal(sides.size, 2, "both sides have given orders");
}

/** How the fortunes went: the graph, its turning points, and the ways they lead to moments. */
async function fortunes(player) {
  const { page } = player;
  await page.click("nav button:has-text('Replay')");
  await page.waitForSelector(".fortunes .course-line", { state: "attached", timeout: 30_000 });
  const { points, turning, sides } = await player.ask(`/games/${player.game}/chances`);
  const { entry, turn } = await player.view();
  assert.ok(points.length > 3, `${points.length} points`);
  const end = turn.over.winner === null ? 0.5 : turn.over.winner === sides[0] ? 1 : 0;
  assert.equal(points[points.length - 1].first, end, "the last point is how it ended");
  assert.match(await page.textContent(".fortunes .told"), new RegExp(`${sides[0]} ${end * 100} %`));
  assert.equal(await page.locator(".dots-of-turns .dot").count(), turning.length);
  assert.equal(await page.locator(".turning button").count(), turning.length);
  const box = await page.locator(".field-of-fortune").boundingBox();
  // In the widest gap between turning points: those draw the pointer to themselves.
  const ends = [0, ...turning.map((point) => point.entry), entry].sort((a, b) => a - b);
  const gaps = ends.slice(1).map((end, i) => ({ wide: end - ends[i], middle: Math.round((end + ends[i]) / 2) }));
  const { middle } = gaps.sort((a, b) => b.wide - a.wide)[0];
  await page.locator(".field-of-fortune").click({ position: { x: (box.width * middle) / entry, y: box.height / 2 } });
  await page.waitForFunction(
    ([n, off]) => Math.abs(Number(document.querySelector(".replay input[type=range]").value) - n) <= off,
    [middle, Math.ceil((entry * 14) / box.width)],
  );
  for (const [i, point] of turning.entries()) {
    await page.locator(".turning button").nth(i).click();
    await page.waitForFunction((n) => location.hash.endsWith(`/at/${n}`), point.entry);
    assert.ok(
      await page
        .locator(".dots-of-turns .dot")
        .nth(i)
        .evaluate((dot) => dot.classList.contains("here")),
    );
  }
  await page.keyboard.press(",");
  await page.click('.replay [aria-label="First entry"]');
  await page.waitForFunction(() => parseFloat(document.querySelector(".hairline").style.left) === 0);
  return turning;
}

test("a game of Armageddon against the computer is played to its end", async () => {
  const player = await sitDown("armageddon/rome", "recruit");
  const done = await playOut(player, { marches: 1 });
  await isOver(player, "recruit");
  assert.ok(done.marches > 2, `${done.marches} marches`);
  await fortunes(player);
  await player.leave();
});

test("a battle of Basileus against the computer is played to its end, and its turning points are told", async () => {
  const player = await sitDown("basileus/practice");
  const { page } = player;
  const done = await playOut(player, { marches: 1, patience: 2500 });
  await isOver(player, "soldier");
  assert.ok(done.marches > 2, `${done.marches} marches`);
  const turning = await fortunes(player);
  assert.ok(turning.length > 0, "a battle that is won has turned somewhere");
  await sound(player, "the fortunes of a game");

  // The same on a phone, where the list waits until it is asked for.
  const phone = await Player.sit(browser, server, PHONE);
  await phone.context.addCookies(await player.context.cookies());
  await phone.go(`/#/game/${player.game}/at/1`);
  await phone.atTable();
  await phone.page.waitForSelector(".fortunes .course-line", { state: "attached", timeout: 30_000 });
  const board = await phone.page.locator(".board").boundingBox();
  assert.ok(board.height > 844 * 0.3, `the board keeps ${board.height}`);
  assert.equal(await phone.page.evaluate(() => document.documentElement.scrollWidth), 390, "nothing sticks out");
  assert.equal(await phone.page.locator(".turning").isVisible(), false);
  await phone.page.tap(".fortunes summary");
  await phone.page.locator(".turning button").first().tap();
  await phone.page.waitForFunction((n) => location.hash.endsWith(`/at/${n}`), turning[0].entry);
  const field = await phone.page.locator(".field-of-fortune").boundingBox();
  await phone.page.touchscreen.tap(field.x + field.width / 2, field.y + field.height / 2);
  await phone.page.waitForFunction(
    () => {
      const { value, max } = document.querySelector(".replay input[type=range]");
      return Math.abs(Number(value) / Number(max) - 0.5) < 0.1;
    },
    undefined,
    { polling: 50 },
  );
  await sound(phone, "the fortunes of a game on a phone");
  await Promise.all([phone.leave(), page.close()]);
  await player.leave();
});

/** A careful Caliph: recruits what he can at once, marches little, and goes on. */
async function rule(player, patience = 900) {
  const { page } = player;
  let phase = "";
  let acted = 0;
  for (let i = 0; i < patience; i += 1) {
    const sight = await look(page);
    if (sight.over) return;
    if (sight.thinking) {
      await theComputer(page);
      continue;
    }
    if (sight.phase !== phase) [phase, acted] = [sight.phase, 0];
    const kinds = sight.buttons.map((b) => b.kind);
    const click = (locator) => player.answered(() => locator.click({ timeout: 2000 }));
    const point = (hex) => player.answered(() => player.clickHex(hex));
    const press = (kind) => click(page.locator(`.now .actions button[data-kind="${kind}"]`).first());
    const piles = page.locator("button.pile:not(.chosen)");
    const idle = (await page.locator(".pile.chosen").count()) === 0 && (await piles.count()) > 0;
    const units = sight.counters.filter((c) => c.able && c.hex);
    if (sight.buttons.some((b) => b.asked)) await click(page.locator(".question button[data-kind]").first());
    else if (kinds.includes("halt") && sight.reach.length === 0) await press("halt");
    else if (/^Movement|move/i.test(sight.phase) && acted < 2 && units.length > 0 && kinds.includes("done")) {
      acted += 1;
      await point(units[acted % units.length].hex);
    } else if (kinds.includes("halt")) {
      if (acted < 4 && sight.reach.length > 0) {
        acted += 1;
        await point(sight.reach[0].hex);
      } else await press("halt");
    } else if (kinds.includes("done")) await press("done");
    else if (kinds.includes("commit")) await press("commit");
    else if (kinds.length > 0) await press(kinds[0]);
    else if (idle) await click(piles.first());
    else if (sight.reach.length > 0) {
      await point(sight.reach[i % sight.reach.length].hex);
    } else if (units.length > 0) {
      await point(units[i % units.length].hex);
    } else await player.answered(async () => {});
  }
  throw new Error(`no end: ${JSON.stringify(await look(page)).slice(0, 1500)}`);
}

test("a scenario of Jihad! against the computer is played to its end", async () => {
  const player = await sitDown("jihad/first-conquests", "recruit");
  await rule(player);
  await isOver(player, "recruit");
  await fortunes(player);
  await player.leave();
});
