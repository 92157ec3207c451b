import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, Player, stage } from "./stage.mjs";

const { server, browser } = await stage();

const tapHex = async (player, hex) => {
  const { x, y } = await player.spot(hex);
  await player.page.touchscreen.tap(x, y);
};

test("a game is begun and a unit moved on a phone by touch alone", async () => {
  const player = await Player.sit(browser, server, PHONE);
  const { page } = player;
  await player.go();
  await page.tap("text=Play now");
  await player.atTable();
  await page.tap("button[data-kind=muster]");
  await page.waitForFunction(() => /choose a unit to move/i.test(document.querySelector(".prompt").textContent));
  const { scene, entry } = await player.view();
  const stack = scene.counters.filter(
    (c) => c.side === 0 && c.place && scene.counters.filter((o) => o.place === c.place).length > 1,
  );
  await tapHex(player, stack[0].place);
  await page.waitForSelector(".fan [data-counter]");
  const spread = await page.locator(".fan [data-counter]").count();
  assert.equal(spread, scene.counters.filter((c) => c.place === stack[0].place).length, "the stack fans out");
  await page.locator(".fan [data-counter]").last().tap({ force: true });
  await page.waitForSelector(".set.reach [data-hex]", { state: "attached" });
  const goal = await page.locator(".set.reach [data-hex]").last().getAttribute("data-hex");
  await tapHex(player, goal);
  await page.waitForFunction((n) => Number(document.querySelector(".board").dataset.entry) > n, entry);
  await player.leave();
});

test("two fingers zoom the board and one pans it", async () => {
  const player = await Player.sit(browser, server, PHONE);
  const { page } = player;
  await player.begin();
  const width = () => page.evaluate(() => document.querySelector(".sheet").getBoundingClientRect().width);
  const left = () => page.evaluate(() => document.querySelector(".sheet").getBoundingClientRect().left);
  const line = await player.context.newCDPSession(page);
  const touch = (type, points) =>
    line.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  const before = await width();
  await touch("touchStart", [
    [150, 300],
    [220, 300],
  ]);
  for (let i = 1; i <= 6; i += 1)
    await touch("touchMove", [
      [150 - 10 * i, 300],
      [220 + 10 * i, 300],
    ]);
  await touch("touchEnd", []);
  const after = await width();
  assert.ok(after > before * 1.3, `${before} → ${after}`);
  const from = await left();
  await touch("touchStart", [[200, 250]]);
  for (let i = 1; i <= 6; i += 1) await touch("touchMove", [[200 - 15 * i, 250]]);
  await touch("touchEnd", []);
  assert.ok((await left()) < from - 40);
  await player.leave();
});

test("the board keeps most of the screen, the panel is a drawer, and targets are large enough", async () => {
  const player = await Player.sit(browser, server, PHONE);
  const { page } = player;
  await player.deployed();
  const board = await page.locator(".board").boundingBox();
  assert.ok(board.height > 844 * 0.45, `${board.height}`);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390, "nothing sticks out");
  assert.equal(await page.locator("#body-log").isVisible(), false);
  await page.tap(".handle");
  assert.equal(await page.locator("#body-log").isVisible(), true);
  for (const selector of [".now .actions button", ".zoom button", ".banner nav button", ".tabs button"]) {
    for (const box of await page
      .locator(selector)
      .evaluateAll((all) => all.map((e) => e.getBoundingClientRect().toJSON()))) {
      assert.ok(box.height >= 43.5 && box.width >= 43.5, `${selector}: ${box.width} × ${box.height}`);
    }
  }
  await player.leave();
});

test("a tap that brings the panel up does not hit it, and the counter in hand stays in sight", async () => {
  const player = await Player.sit(browser, server, PHONE);
  const { page } = player;
  await player.deployed();
  const { scene } = await player.view();
  const alone = scene.counters.filter(
    (c) => c.side === 0 && c.place && scene.counters.filter((o) => o.place === c.place).length === 1,
  );
  // The lower it stands, the sooner the panel comes up over it.
  const low = alone.sort((a, b) => Number(b.place.slice(2)) - Number(a.place.slice(2)))[0];
  await tapHex(player, low.place);
  await page.waitForSelector(`#c${low.id}.chosen`);
  await player.rest(`#c${low.id}`);
  assert.equal(await page.getAttribute(".handle", "aria-expanded"), "false");
  const [board, counter] = [
    await page.locator(".board").boundingBox(),
    await page.locator(`#c${low.id}`).boundingBox(),
  ];
  assert.ok(counter.y > board.y && counter.y + counter.height < board.y + board.height, "it is in sight");
  await page.tap(".handle");
  await page.tap(".entries .moment >> nth=0");
  await page.waitForSelector(".replay:not([hidden])");
  const replayed = await page.locator(".board").boundingBox();
  assert.ok(replayed.height > 300, `the drawer makes room for the moment: ${replayed.height}`);
  await player.leave();
});

/** A table where everything in its head is long: names, counts, and both clocks run. */
async function longHead(route) {
  const answer = await route.fetch();
  const view = await answer.json();
  const names = ["Upper Egyptians", "Lower Egyptians"];
  const players = ["Maximilianus of Wolfenbuettel", "Archistrategos Belisarius"];
  view.scene.title = "King David against the Philistines";
  view.turn.side = names[0];
  view.scene.sides.forEach((side, i) => Object.assign(side, { name: names[i], strength: 1284 + i }));
  view.seats.forEach((seat, i) =>
    Object.assign(seat, { name: names[i], player: players[i], online: true, running: true, clock_ms: 86_399_000 }),
  );
  await route.fulfill({ response: answer, json: view });
}

test("at every width the head of the table is whole, and from 1024 up one line, however long names and counts are", async () => {
  const [ann, bob] = [await Player.sit(browser, server), await Player.sit(browser, server)];
  const clock = { kind: "live", bank_seconds: 7200, increment_seconds: 10 };
  const { invite, id } = await ann.begin("armageddon/megiddo", { seating: "invite", clock });
  await bob.go(invite);
  await bob.atTable();
  await ann.page.click("button[data-kind=muster]");
  await bob.page.click("button[data-kind=muster]");
  await ann.page.waitForFunction(() => Number(document.querySelector(".board").dataset.entry) === 2);
  const look = () =>
    ann.page.evaluate(() => {
      const box = (e) => e.getBoundingClientRect();
      const all = (selector) => [...document.querySelectorAll(selector)];
      const shown = all(".banner > *").filter((e) => box(e).width > 0);
      return {
        out: all(".banner nav button, .banner .track .now, .banner .clock, .banner .side b, .banner h1 span")
          .filter((e) => box(e).width === 0 || box(e).left < 0 || box(e).right > innerWidth)
          .map((e) => e.textContent),
        cut: all(".banner nav button, .banner .clock, .banner .side b, .banner .track .now")
          .filter((e) => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== "inline")
          .map((e) => e.textContent),
        wide: document.documentElement.scrollWidth,
        lines: new Set(shown.map((e) => Math.round((box(e).top + box(e).bottom) / 16))).size,
        names: all(".side .name").map((e) => box(e).width),
      };
    });
  for (const long of [false, true]) {
    if (long) await ann.page.route(`**/api/games/${id}`, longHead);
    await ann.page.reload();
    await ann.atTable();
    for (const width of [390, 600, 768, 820, 1024, 1120, 1240, 1280, 1366, 1440, 1600, 1920]) {
      await ann.page.setViewportSize({ width, height: 800 });
      const { out, cut, wide, lines, names } = await look();
      assert.deepEqual({ out, cut, wide }, { out: [], cut: [], wide: width }, `at ${width}`);
      if (width >= 1024) assert.equal(lines, 1, `at ${width} everything stands on one line`);
      for (const name of names) assert.ok(name > 24, `at ${width} a side's name keeps ${name}`);
    }
  }
  await Promise.all([ann.leave(), bob.leave()]);
});
