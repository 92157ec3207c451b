import assert from "node:assert/strict";
import { after, test } from "node:test";
import { theComputer } from "./general.mjs";
import { PHONE, Player, Server, sound, stage } from "./stage.mjs";

const { server, browser } = await stage();
/** Where the computer takes so long for its moves that one can watch it. */
const slow = await Server.start(undefined, ["--nodes", "400"]);
after(() => slow.stop());

/** A game against the computer whose two armies stand, the player to move. */
async function underWay(options = {}, level = "soldier", where = server) {
  const player = await Player.sit(browser, where, options);
  await player.begin("armageddon/rome", { seating: "computer", level });
  await player.page.click("button[data-kind=muster]");
  await toMove(player);
  return player;
}

/** Waits until the player has orders to give. */
async function toMove(player) {
  await player.page.waitForSelector(".now .actions button[data-kind=done]", { timeout: 60_000 });
  await theComputer(player.page);
  await player.settled();
}

/** Waits until the server says so of the game. */
async function until(player, wanted) {
  for (let tries = 0; tries < 200; tries += 1) {
    const view = await player.view();
    if (wanted(view)) return view;
    await player.page.waitForTimeout(50);
  }
  throw new Error("the moment wanted does not come");
}

test("from the lobby it is two presses to a game against the computer, and the level is remembered", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await player.go();
  await page.click('.card[data-scenario="armageddon/rome"]');
  assert.ok(await page.isChecked('input[name=seating][value="computer"]'), "the computer is the first choice");
  assert.ok(await page.isChecked('.levels input[value="soldier"]'), "a soldier to begin with");
  const levels = await player.ask("/levels");
  assert.deepEqual(
    levels.map((each) => each.level),
    ["recruit", "soldier", "veteran", "strategos"],
  );
  for (const { level, about } of levels) {
    await page.check(`.levels input[value="${level}"]`);
    const said = await page.textContent(".about-level");
    assert.equal(said.toLowerCase(), `${about}.`.toLowerCase());
  }
  await page.click("dialog >> text=Hot-seat");
  assert.equal(await page.locator(".levels").isVisible(), false, "levels are for the computer alone");
  await page.click("dialog >> text=Play the computer");
  await page.check('.levels input[value="recruit"]');
  await page.selectOption("select[name=side]", "second");
  await page.click("dialog button[type=submit]");
  await player.atTable();
  const view = await player.view();
  assert.deepEqual(view.you, ["second"]);
  assert.equal(view.seats[0].computer, "recruit");
  await until(player, ({ entry }) => entry > 0);
  await page.waitForSelector(".side0 .level:has-text('Recruit')");

  await player.go("/#/");
  const row = page.locator(`a.row[href="#/game/${view.id}"]`);
  assert.match(await row.textContent(), /against the computer, Recruit/);
  await page.click('.card[data-scenario="armageddon/rome"]');
  assert.ok(await page.isChecked('.levels input[value="recruit"]'), "the level played last");
  await player.leave();
});

test("the computer's plate shows its level and that it thinks, and its moves appear by themselves", async () => {
  const player = await underWay({}, "veteran", slow);
  const { page } = player;
  const before = await player.entry();
  // It may be over between two looks: whatever was shown is noted.
  await page.evaluate(() => {
    window.shown = { level: "", prompt: "", share: 0 };
    const note = () => {
      const plate = document.querySelector(".side1.thinks");
      if (!plate) return;
      window.shown.level = plate.querySelector(".level")?.textContent ?? "";
      window.shown.prompt = document.querySelector(".now .prompt").textContent;
      window.shown.share = Math.max(window.shown.share, parseFloat(plate.style.getPropertyValue("--p")) || 0);
    };
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await page.click("button[data-kind=done]");
  await page.waitForFunction((n) => Number(document.querySelector(".board").dataset.entry) > n + 1, before);
  await toMove(player);
  const { level, prompt, share } = await page.evaluate(() => window.shown);
  assert.match(level, /Veteran/);
  assert.match(prompt, /The computer plays the Sabines, Veteran/);
  assert.ok(share > 0, `${share} %`);
  assert.equal(await page.locator(".side.thinks").count(), 0);
  assert.match(await page.textContent(".side1"), /Veteran/);
  await player.leave();
});

test("the level is changed by keyboard, and sides are handed over and taken over again", async () => {
  const player = await underWay({}, "recruit", slow);
  const { page } = player;
  await page.focus("button.side1");
  await page.keyboard.press("Enter");
  await page.waitForSelector("dialog.seat");
  await sound(player, "who leads a side");
  assert.ok(await page.isChecked('dialog .levels input[value="recruit"]'));
  await page.focus('dialog .levels input[value="recruit"]');
  await page.keyboard.press("ArrowRight");
  await page.focus("dialog >> text=Set this level");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".side1 .level:has-text('Soldier')");
  assert.equal((await player.view()).seats[1].computer, "soldier");

  // Take the enemy over: both sides at this screen, as in hot-seat.
  await page.click("button.side1");
  await page.click("dialog >> text=Take over this side");
  await page.waitForFunction(() => document.querySelectorAll(".side .level").length === 0);
  assert.deepEqual((await player.view()).you, ["first", "second"]);

  // Hand over one after the other: then there is only watching.
  await page.click("nav button:has-text('Menu')");
  await page.click("dialog >> text=Let the computer play the Sabines");
  await page.check('dialog .levels input[value="recruit"]');
  await page.click("dialog >> text=Let the computer play my side");
  await page.waitForSelector(".side1 .level:has-text('Recruit')");
  await page.click("button.side0");
  await page.click("dialog >> text=Let the computer play my side");
  await page.waitForSelector(".side0 .level:has-text('Recruit')");
  await until(player, ({ you, entry }) => you.length === 0 && entry > 2);
  await page.waitForSelector("text=Take over the Sabines");
  await page.click("text=Take over the Romans");
  await until(player, ({ you }) => you.join() === "first");
  await page.waitForFunction(() => !document.querySelector(".side0 .level"));
  await player.leave();
});

test("what was ordered before the computer's answer is taken back at once", async () => {
  const player = await underWay({}, "recruit");
  const { page } = player;
  const before = await player.entry();
  await page.click("button[data-kind=done]");
  await page.waitForFunction((n) => Number(document.querySelector(".board").dataset.entry) > n + 1, before);
  await toMove(player);
  const after = await player.entry();
  assert.ok(after > before + 1, "the computer has moved");
  assert.equal(await page.textContent("nav button >> nth=0"), "Undo", "nobody is asked");
  await page.keyboard.press("u");
  await page.waitForFunction((n) => Number(document.querySelector(".board").dataset.entry) < n, after);
  const { entry, turn, you } = await player.view();
  assert.ok(entry <= after && turn.side === "Romans" && you.join() === "first", "the player is to move again");

  // After a reload the client knows no more than the server.
  await page.click("button[data-kind=done]");
  await toMove(player);
  await page.reload();
  await player.atTable();
  const late = await player.entry();
  await page.click("nav button:has-text('Undo')");
  await page.waitForFunction((n) => Number(document.querySelector(".board").dataset.entry) < n, late);
  assert.equal((await player.view()).turn.side, "Romans");
  await player.leave();
});

test("a hint is shown on the board with its sentence, and played with one press", async () => {
  const player = await underWay();
  const { page } = player;
  const entry = await player.entry();
  await page.evaluate(() => {
    const note = () => (window.busy ||= document.querySelector(".counsel[aria-busy=true]") !== null);
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await page.keyboard.press("Shift+H");
  await page.waitForSelector(".advice .plan");
  assert.ok(await page.evaluate(() => window.busy), "that it is thought about is told");
  const { plans } = await player.ask(`/games/${player.game}/counsel`, {});
  assert.ok(plans.length > 0);
  assert.ok((await page.textContent(".advice .plan")).length > 10);
  const drawn = page.locator(".set.plan > *, .set.planned > *");
  assert.ok((await drawn.count()) > 0, "the plan is drawn");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector(".advice, .set.plan > *"));

  await page.click(".advise >> text=Hint");
  await page.waitForSelector(".advice .plan", { timeout: 30_000 });
  await page.click(".advice >> text=Do it");
  await page.waitForFunction((n) => Number(document.querySelector(".board").dataset.entry) > n, entry);
  await page.waitForFunction(() => !document.querySelector(".advice"));
  assert.equal(await drawn.count(), 0, "what is done is no longer planned");
  await player.leave();
});

test("what would you do, and why: reasons, alternatives with their chances, each shown or played", async () => {
  const player = await underWay();
  const { page } = player;
  await page.keyboard.press("w");
  await page.waitForSelector(".advice .chance", { timeout: 30_000 });
  assert.match(await page.textContent(".advice .chance"), /Romans win\s*\d+ %/);
  const others = page.locator(".others li");
  assert.ok((await others.count()) > 0, "there are alternatives");
  for (const words of await others.allInnerTexts()) assert.match(words, /\d %/);
  for (const words of await page.locator(".reasons li").allInnerTexts()) assert.match(words, /[+−][\d.]+ %/);
  await sound(player, "counsel");
  const drawn = page.locator(".set.plan > *, .set.planned > *");
  assert.ok((await drawn.count()) > 0, "the best is drawn at once");
  const shown = page.locator('.advice [data-plan][aria-pressed="true"]');
  const show = others.first().locator("button", { hasText: "Show" });
  await show.click();
  assert.equal(await show.getAttribute("aria-pressed"), "true");
  assert.equal(await shown.count(), 1, "one plan at a time");
  assert.ok((await drawn.count()) > 0);
  await show.click();
  assert.equal(await drawn.count(), 0, "and none, if none is wanted");
  const entry = await player.entry();
  await others.first().locator("button", { hasText: "Play it" }).click();
  await page.waitForFunction((n) => Number(document.querySelector(".board").dataset.entry) > n, entry);
  await player.leave();
});

test("between people nobody is advised, and that is said with its rule", async () => {
  const [ann, bob] = await Promise.all([Player.sit(browser, server), Player.sit(browser, server)]);
  const { invite } = await ann.begin("armageddon/rome", { seating: "invite" });
  await bob.go(invite);
  await bob.atTable();
  await ann.page.waitForSelector("button[data-kind=muster]");
  ann.pardon(/403/);
  assert.equal(await ann.page.locator(".advise button").count(), 0);
  await ann.page.click("nav button:has-text('Menu')");
  await ann.page.click("dialog >> text=What would you do, and why?");
  await ann.page.waitForSelector(".advice .why");
  assert.match(await ann.page.textContent(".advice .why"), /between two people/i);
  assert.equal(await ann.page.getAttribute(".advice .why [data-rule]", "data-rule"), "table.counsel");

  // Each may let the computer play on for him; the other sees it.
  await ann.page.click("button.side0");
  await ann.page.click("dialog >> text=Let the computer play my side");
  await bob.page.waitForSelector(".side0 .level");
  assert.equal(await bob.page.locator("button.side0").count(), 0, "whose seat it is decides");
  await Promise.all([ann.leave(), bob.leave()]);
});

test("on a phone a game against the computer is begun, a hint shown and a side handed over by touch", async () => {
  const player = await Player.sit(browser, server, PHONE);
  const { page } = player;
  await player.go();
  await page.tap('.card[data-scenario="armageddon/rome"]');
  for (const box of await page
    .locator(".levels label")
    .evaluateAll((all) => all.map((e) => e.getBoundingClientRect().toJSON())))
    assert.ok(box.height >= 43.5 && box.width >= 43.5, `${box.width} × ${box.height}`);
  await sound(player, "new game on a phone");
  await page.tap("dialog button[type=submit]");
  await player.atTable();
  await page.tap("button[data-kind=muster]");
  await toMove(player);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390, "nothing sticks out");
  await page.tap(".advise >> text=Hint");
  await page.waitForSelector(".advice .plan", { timeout: 30_000 });
  const board = await page.locator(".board").boundingBox();
  assert.ok(board.height > 844 * 0.35, `the board stays in sight: ${board.height}`);
  // The plan comes into sight.
  await page.waitForFunction(() => {
    const frame = document.querySelector(".board").getBoundingClientRect();
    return [...document.querySelectorAll(".set.plan > *, .set.planned > *")].some((e) => {
      const box = e.getBoundingClientRect();
      return box.bottom > frame.top && box.top < frame.bottom && box.right > frame.left && box.left < frame.right;
    });
  });
  await page.tap("button.side1");
  await page.waitForSelector("dialog.seat");
  await page.tap('dialog .levels label:has(input[value="recruit"])');
  await page.tap("dialog >> text=Set this level");
  await page.waitForSelector(".side1 .level:has-text('Recruit')");
  await player.leave();
});

test("advice and graph are not loaded before they are wanted", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await player.go();
  await page.waitForSelector(".card");
  for (const late of ["table", "counsel", "sketch", "fortunes", "seats"])
    assert.ok(!asked.includes(`/js/${late}.js`), `${late} waits`);
  await page.click(".hero >> text=Play now");
  await player.atTable();
  for (const late of ["counsel", "sketch", "fortunes"]) assert.ok(!asked.includes(`/js/${late}.js`), `${late} waits`);
  assert.ok(!asked.some((path) => path.endsWith("/chances")));
  await player.leave();
});
