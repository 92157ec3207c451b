import assert from "node:assert/strict";
import { test } from "node:test";
import { Player, stage } from "./stage.mjs";

const { server, browser } = await stage({ own: true });

test("a stranger plays their first move in four presses from the lobby", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await player.go();
  await page.click("text=Play now");
  await player.atTable();
  assert.match(await player.prompt(), /place your counters/i);
  await page.click("button[data-kind=muster]");
  await page.waitForFunction(() => /choose a unit to move/i.test(document.querySelector(".prompt").textContent));
  const unit = (await player.view()).scene.counters.find((c) => c.side === 0 && c.place);
  await player.clickHex(unit.place);
  const goal = await page.waitForSelector(".set.reach [data-hex]", { state: "attached" });
  const hex = await goal.getAttribute("data-hex");
  const before = await player.entry();
  await player.clickHex(hex);
  await page.waitForFunction((n) => Number(document.querySelector(".board").dataset.entry) > n, before);
  assert.match(await page.textContent(".entries"), new RegExp(`to .*${hex}`));
  await player.leave();
});

test("the first page transfers less than 200 kB, its faces included", async () => {
  const player = await Player.sit(browser, server);
  const line = await player.context.newCDPSession(player.page);
  await line.send("Network.enable");
  let [bytes, requests, faces] = [0, 0, 0];
  line.on("Network.responseReceived", (event) => (faces += event.response.url.endsWith(".woff2")));
  line.on("Network.loadingFinished", (event) => {
    bytes += event.encodedDataLength;
    requests += 1;
  });
  await player.go();
  await player.page.waitForSelector(".card");
  await player.page.waitForLoadState("networkidle");
  assert.ok(bytes > 10_000 && faces === 3, `${bytes} bytes and ${faces} faces were measured`);
  assert.ok(bytes < 200_000, `${bytes} bytes`);
  assert.ok(requests < 60, `${requests} requests`);
  await player.leave();
});

test("the page works less than a second before the board is interactive", async () => {
  const player = await Player.sit(browser, server);
  const { id } = await player.begin();
  const line = await player.context.newCDPSession(player.page);
  // Processor time of the page's thread, which other work on the machine does not lengthen.
  await line.send("Performance.enable", { timeDomain: "threadTicks" });
  const worked = async () =>
    (await line.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value;
  const before = await worked();
  await player.page.reload();
  await player.atTable();
  await player.page.waitForSelector("button[data-kind=muster]");
  const took = (await worked()) - before;
  assert.ok(took > 0.01 && took < 1, `${took} s for game ${id}`);
  await player.leave();
});

test("every scenario stands on the shelf with picture, date, length and difficulty, and can be searched", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await player.go();
  await page.waitForSelector(".card");
  const shelf = await player.ask("/shelf");
  for (const { game, scenarios } of [...shelf].reverse()) {
    if (shelf.length > 1) await page.click(`.spine[data-game="${game}"]`);
    const names = await page.locator(".card").evaluateAll((cards) => cards.map((card) => card.dataset.scenario));
    assert.deepEqual([...names].sort(), scenarios.map((card) => card.scenario).sort());
    for (const card of await page.locator(".card").allInnerTexts()) assert.match(card, /\d+[\s\S]*turns?, an? /);
  }
  const rome = page.locator('.card[data-scenario="armageddon/rome"]');
  assert.match(await rome.innerText(), /Rome[\s\S]*753 BC[\s\S]*Romans – Sabines[\s\S]*10 turns/);
  await rome.scrollIntoViewIfNeeded();
  await page.waitForFunction(() => document.querySelector('[data-scenario="armageddon/rome"] img').naturalWidth > 0);
  const sketch = await page.evaluate(async () => (await fetch("/api/shelf/armageddon/rome/picture.svg")).text());
  for (const stack of ["#s0", "#s1"]) assert.ok(sketch.split(stack).length > 4, "both armies stand on the map");
  await rome.click();
  await page.waitForSelector("dialog .battlefield image[href]", { state: "attached" });
  await page.keyboard.press("Escape");
  await page.fill(".filters input", "kadesh");
  await page.waitForFunction(() => document.querySelectorAll(".card").length < 5);
  assert.match(await page.locator(".card").first().innerText(), /Kadesh/);
  await player.leave();
});

/** A shelf of five games, made from the scenarios of the first. */
async function fiveGames(route) {
  const answer = await route.fetch();
  const [first] = await answer.json();
  const copy = (game, title, from, to, years) => ({
    game,
    title,
    scenarios: first.scenarios
      .slice(from, to)
      .map((c) => ({ ...c, game, scenario: `${game}/${c.scenario.split("/")[1]}`, year: c.year + years })),
  });
  const others = [
    copy("second", "Second", 3, 12, 2100),
    copy("third", "Third!", 12, 23, 1700),
    copy("fourth", "Fourth in the East", 20, 23, 1500),
    copy("fifth", "Fifth 2.2+", 23, 35, 900),
  ];
  await route.fulfill({ response: answer, json: [first, ...others] });
}

test("a shelf of five games is chosen from by game, difficulty and length, and looked at again as it was left", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await page.route("**/api/shelf", fiveGames);
  await player.go();
  await page.waitForSelector(".card");
  assert.equal(await page.locator(".spine").count(), 6);
  assert.equal(await page.locator(".shelf .game").count(), 5);
  assert.equal(await page.locator(".card").count(), 4 + 4 + 4 + 3 + 4, "a few of each to begin with");
  await page.click("text=All 11 scenarios of Third!");
  assert.equal(await page.locator(".card").count(), 11);
  assert.equal(await page.getAttribute('.spine[data-game="third"]', "aria-pressed"), "true");
  const all = await page.locator(".card").evaluateAll((cards) => cards.map((c) => c.dataset.scenario));
  assert.ok(all.every((name) => name.startsWith("third/")));
  await page.selectOption('[aria-label="Difficulty"]', "1");
  const easy = await page.locator(".card").count();
  assert.ok(easy < 11, `${easy}`);
  await page.click(".spine:has-text('All games')");
  await page.selectOption('[aria-label="Length"]', "short");
  for (const facts of await page.locator(".card").allInnerTexts()) assert.match(facts, /an hour or two[\s\S]*easy/);
  await page.reload();
  await page.waitForSelector(".card");
  assert.equal(await page.inputValue('[aria-label="Length"]'), "short", "the shelf is as it was left");
  await page.fill(".filters input", "no such battle");
  await page.waitForSelector("text=Nothing on the shelf answers to that");
  await player.leave();
});

test("to invite a friend is one press from the first page", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await player.go();
  await page.click(".hero >> text=Invite a friend");
  assert.ok(await page.isChecked('input[name=seating][value="invite"]'));
  await page.click("dialog button[type=submit]");
  await page.waitForSelector('dialog input[aria-label="The link"]');
  assert.match(await page.inputValue('dialog input[aria-label="The link"]'), /\/invite\/[\w-]{20,}$/);
  await page.click("text=To the table");
  await player.atTable();
  await page.click("text=Show the link to send");
  await page.waitForSelector('dialog input[aria-label="The link"]');
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

test("an account keeps games and lessons across browsers, and takes its lessons along when it leaves", async () => {
  const [home, away] = await Promise.all([1, 2].map(() => Player.sit(browser, server)));
  const { id } = await home.begin();
  // As if they had been taken as guests: another one in each browser.
  const took = (player, lesson) =>
    player.page.evaluate((lesson) => localStorage.setItem("strategikon.lessons", JSON.stringify([lesson])), lesson);
  await took(home, "armageddon/march");
  await home.go("/#/");
  const course = (player, words) =>
    player.page.waitForSelector(`[data-game="armageddon"] .course:has-text("${words}")`);
  await course(home, "1 of 6 lessons");
  await home.page.click("button.me");
  const name = `Belisarius ${Date.now() % 10_000}`;
  await home.page.locator("dialog section").first().locator("input[name=name]").fill(name);
  await home.page.locator("dialog section").first().locator("input[name=password]").fill("antonina-505");
  await home.page.click("text=Make an account");
  await home.page.waitForSelector(`button.me:has-text("${name}")`);
  await away.go();
  await took(away, "armageddon/winning");
  await away.page.click("button.me");
  await away.page.locator("dialog section").nth(1).locator("input[name=name]").fill(name);
  await away.page.locator("dialog section").nth(1).locator("input[name=password]").fill("antonina-505");
  await away.page.click("dialog button:has-text('Enter')");
  await away.page.waitForSelector(`a.row[href="#/game/${id}"]`);
  await course(away, "2 of 6 lessons");
  await home.page.reload();
  await course(home, "2 of 6 lessons");
  await away.page.click("button.me");
  await away.page.click("text=Log out");
  await away.page.waitForFunction(() => /Guest/.test(document.querySelector("button.me").textContent));
  await away.page.waitForFunction(() => !/ of 6 lessons/.test(document.querySelector(".shelf").textContent));
  await Promise.all([home.leave(), away.leave()]);
});
