import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, Player, sound, stage } from "./stage.mjs";

const { server, browser } = await stage();

const GAMES = ["armageddon", "basileus", "jihad", "apocalypse", "dba"];

/** The number of the step that is read, from 1. */
const step = (page) =>
  page.evaluate(() =>
    Number(/step (\d+)/.exec(document.querySelector(".lesson-bubble .counted")?.textContent)?.[1] ?? 0),
  );

const at = (page, n) =>
  page.waitForFunction(
    (n) => document.querySelector(".lesson-bubble .counted")?.textContent.startsWith(`step ${n} `),
    n,
  );

const next = (page) => page.click(".lesson-bubble button:text-is('Next')");

const press = (page, kind) => page.click(`.panel [data-kind="${kind}"]`);

const ended = (page) => page.waitForSelector(".lesson-bubble h2:text-is('Well done')");

/** Sits down at a lesson. */
async function take(player, game, lesson) {
  await player.go(`/#/learn/${game}/${lesson}`);
  await player.atTable();
  await player.page.waitForSelector(".lesson-bubble .say");
}

/** The bubble must not lie over what it speaks of. */
async function uncovered(page) {
  await page.waitForTimeout(120);
  const hidden = await page.evaluate(() => {
    const box = document.querySelector(".lesson-bubble").getBoundingClientRect();
    return [...document.querySelectorAll(".lesson-rings .ring")].filter((ring) => {
      const own = ring.getBoundingClientRect();
      const [x, y] = [(own.left + own.right) / 2, (own.top + own.bottom) / 2];
      return x > box.left && x < box.right && y > box.top && y < box.bottom;
    }).length;
  });
  assert.equal(hidden, 0, "what is ringed can be seen");
}

test("a stranger comes from the lobby through the first lesson to the first move in three clicks", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  const line = await player.context.newCDPSession(page);
  await line.send("Network.enable");
  let bytes = 0;
  line.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.goto(server.url, { waitUntil: "networkidle" });
  await page.waitForSelector("#next-lesson");
  assert.ok(bytes > 20_000 && bytes <= 200_000, `the first page has ${bytes} bytes`);
  await page.click("#next-lesson");
  await player.atTable();
  await page.waitForSelector(".lesson-bubble .say");
  await uncovered(page);
  const before = await player.entry();
  await player.clickHex("2524");
  await player.clickHex("2323");
  await page.waitForFunction((n) => Number(document.querySelector(".board").dataset.entry) > n, before);
  await at(page, 2);
  await player.leave();
});

test("the first lesson of Armageddon is played by mouse, and the lobby knows it then", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await take(player, "armageddon", "march");
  // Somebody else first: a kind word, and nothing is moved.
  const before = await player.entry();
  await player.clickHex("2625");
  await player.clickHex("2524");
  await page.keyboard.press("Escape");
  await player.clickHex("2624");
  await player.clickHex("2623");
  await page.waitForSelector(".lesson-bubble .kind");
  assert.match(await page.textContent(".lesson-bubble .kind"), /axemen/i);
  assert.equal(await player.entry(), before);
  await page.keyboard.press("Escape");
  await player.clickHex("2524");
  await player.clickHex("2323");
  await at(page, 2);
  await uncovered(page);
  await sound(player, "a lesson");
  await next(page);
  await page.click('[data-direction="4"]', { force: true });
  await at(page, 4);
  await press(page, "halt");
  await at(page, 5);
  await player.clickHex("2624");
  await player.clickHex("2424");
  await at(page, 6);
  await press(page, "halt");
  await press(page, "done");
  await at(page, 7);
  assert.equal((await player.view()).scene.counters.find((c) => c.side === 1 && c.name === "Axemen 1").place, "1925");
  await page.click(".lesson-bubble button:text-is('Back')");
  assert.equal(await step(page), 6);
  await next(page);
  await next(page);
  await ended(page);
  await page.click(".lesson-bubble >> text=Lobby");
  await page.waitForSelector("#next-lesson");
  assert.match(await page.textContent("#next-lesson"), /Shooting/);
  assert.match(await page.textContent('.spine[data-game="armageddon"] .course'), /1 of 6 lessons/);
  const games = await player.ask("/games?list=mine");
  assert.deepEqual(games, [], "a lesson is in no list");
  await player.leave();
});

test("a lesson is taken by keyboard alone", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await take(player, "armageddon", "winning");
  const { scene } = await player.view();
  const axe = scene.counters.find((c) => c.side === 0 && c.name === "Axemen 1");
  const onward = async () => {
    await page.locator(".lesson-bubble button:text-is('Next')").focus();
    await page.keyboard.press("Enter");
  };
  await onward();
  await at(page, 2);
  await page.locator("#board").focus();
  const chosen = () => page.locator(`#counters #c${axe.id}.chosen`).count();
  for (let i = 0; i < 4 && (await chosen()) === 0; i += 1) await page.keyboard.press("n");
  assert.equal(await chosen(), 1);
  await page.waitForSelector(".set.reach [data-hex]", { state: "attached" });
  // From 2523 to 2724.
  for (const key of ["ArrowRight", "ArrowRight", "ArrowDown", "Enter"]) await page.keyboard.press(key);
  await at(page, 3);
  // A key pressed while the march is still being played is nobody's.
  await page.waitForSelector(".panel [data-kind=halt]");
  await page.keyboard.press("h");
  await page.waitForSelector(".panel [data-kind=done]");
  await page.keyboard.press("e");
  await at(page, 4);
  // The end of the game may be told first.
  if ((await page.locator("dialog[open]").count()) > 0) await page.keyboard.press("Escape");
  await onward();
  await ended(page);
  await player.leave();
});

test("on a phone the words lie over no counter they speak of, and a finger takes the lesson", async () => {
  const player = await Player.sit(browser, server, PHONE);
  const { page } = player;
  const tap = async (hex) => {
    const { x, y } = await player.spot(hex);
    await page.touchscreen.tap(x, y);
  };
  await player.go();
  await page.tap("#next-lesson");
  await player.atTable();
  await page.waitForSelector(".lesson-bubble .say");
  await uncovered(page);
  await tap("2524");
  await tap("2323");
  await at(page, 2);
  const next = await page.locator(".lesson-bubble button:text-is('Next')").boundingBox();
  assert.ok(next.height >= 44, `${next.height} px are enough for a finger`);
  await page.tap(".lesson-bubble button:text-is('Next')");
  await at(page, 3);
  await uncovered(page);
  await sound(player, "a lesson on the phone");
  await player.leave();
});

test("the first lesson of Basileus is played by mouse", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await take(player, "basileus", "march");
  await next(page);
  await player.clickHex("0512");
  await player.clickHex("0412");
  await at(page, 3);
  await next(page);
  await player.clickHex("0614");
  await player.clickHex("0314");
  await at(page, 5);
  await press(page, "done");
  await at(page, 6);
  await press(page, "done");
  await at(page, 7);
  await player.clickHex("0412");
  await player.clickHex("0512");
  await ended(page);
  await player.leave();
});

test("the first lesson of Jihad! is played by mouse", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await take(player, "jihad", "income");
  await next(page);
  const raise = async (place) => {
    const view = await player.view();
    const { counter } = view.orders.find((o) => o.kind === "place" && o.place === place && /Bedouin/.test(o.text));
    const pile = page.locator(`.pile[data-counter="${counter}"]`);
    if ((await pile.getAttribute("aria-pressed").catch(() => null)) !== "true") await pile.click();
    await player.clickHex(place);
    await page.waitForFunction((n) => Number(document.querySelector(".board").dataset.entry) > n, view.entry);
  };
  await raise("2515");
  await at(page, 3);
  await raise("2611");
  await at(page, 4);
  await raise("2311");
  await raise("2311");
  await at(page, 5);
  await press(page, "done");
  await at(page, 6);
  await next(page);
  await ended(page);
  await player.leave();
});

test("the first lesson of Apocalypse is played by mouse", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await take(player, "apocalypse", "gather");
  await next(page);
  await press(page, "raise");
  await at(page, 3);
  await player.clickHex("5435");
  await at(page, 4);
  for (let i = 0; i < 5; i += 1) {
    const before = await player.entry();
    await player.clickHex("5634");
    await page.waitForFunction((n) => Number(document.querySelector(".board").dataset.entry) > n, before);
  }
  await at(page, 5);
  await press(page, "done");
  await ended(page);
  await player.leave();
});

test("the first lesson of DBA is played by dragging", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await take(player, "dba", "pips");
  await next(page);
  const middle = async (id) => {
    const box = await page.locator(`#counters #c${id}`).boundingBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const drag = async (id, up) => {
    const from = await middle(id);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    for (const part of [0.3, 0.7, 1]) await page.mouse.move(from.x, from.y - up * part);
    await page.waitForTimeout(150);
    await page.mouse.up();
  };
  await drag(0, 34);
  await at(page, 3);
  const line = await middle(3);
  await page.mouse.dblclick(line.x, line.y);
  await page.waitForFunction(() => document.querySelectorAll("#counters .chosen").length === 3);
  await drag(3, 40);
  await at(page, 4);
  await press(page, "done");
  await at(page, 5);
  await next(page);
  await ended(page);
  await player.leave();
});

test("every guide opens inside the table and the lobby, with its pictures and its rules", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  for (const game of GAMES) {
    await player.go(`/#/guide/${game}`);
    await page.waitForSelector(".guide h2");
    assert.ok((await page.locator(".guide table").count()) > 0, game);
    assert.ok((await page.locator(".guide [data-rule]").count()) > 5, `${game} cites rules`);
    assert.equal(await page.locator(".guide:has-text('](')").count(), 0, `${game}: no link is left as text`);
  }
  await page.waitForFunction(() => [...document.images].length > 0);
  await page.evaluate(() => document.querySelector(".guide img").scrollIntoView());
  await page.waitForFunction(() => document.querySelector(".guide img").naturalWidth > 0);
  await sound(player, "a guide");
  await player.begin();
  await page.click("nav >> text=Rules");
  await page.click(".rules >> text=Guide");
  await page.waitForSelector("dialog .guide h2");
  await page.locator("dialog .guide [data-rule]").first().click();
  await page.waitForFunction(() => document.querySelectorAll("dialog").length === 2);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await player.leave();
});

test("every reference card is one page of paper", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  for (const game of GAMES) {
    await player.go(`/#/card/${game}`);
    await page.waitForSelector(".chart table");
    assert.ok((await page.locator(".chart").count()) >= 5, game);
    const paper = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    const sheets = paper.match(/\/Type\s*\/Page\b/g)?.length;
    assert.equal(sheets, 1, `${game} has ${sheets} pages`);
  }
  await sound(player, "a reference card");
  await player.leave();
});
