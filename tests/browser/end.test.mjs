/**
 * The end of a game: what decided it, what it cost, and what one may do next.
 */

import assert from "node:assert/strict";
import test from "node:test";
import { advance } from "./general.mjs";
import { PHONE, Player, sound, stage } from "./stage.mjs";

const { server, browser } = await stage();

/** A game played by the API for some turns and given up before our eyes. */
async function ended(player, scenario = "armageddon/rome", entries = 120) {
  await player.reach(scenario, (view) => view.entry > entries, { seating: "hotseat" });
  await player.ask(`/games/${player.game}/resign`, {});
  await player.page.waitForSelector(".end:not([hidden]) .cells", { timeout: 60_000 });
}

/** The figures of a row, in hundredths. */
function figures(texts) {
  return texts.map((text) => Number(/[+−-]?\d+/.exec(text)?.[0]?.replace("−", "-") ?? 0));
}

test("The parts add up: the cells to the curve, their rows to the account, the account to the result", async () => {
  const ann = await Player.sit(browser, server);
  const { page } = ann;
  await ended(ann);
  const rows = await page
    .locator(".cells tbody tr")
    .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent)));
  const sums = rows.map((row) => figures(row).reduce((a, b) => a + b, 0));
  const account = figures(await page.locator(".account tbody td:last-child").allTextContents());
  const [result] = figures(await page.locator(".account tfoot td:last-child").allTextContents());
  assert.deepEqual(account.slice(1), sums, "the rows are the account");
  assert.equal(
    account.reduce((a, b) => a + b, 0),
    result,
    "and the account is the result",
  );
  assert.ok([0, 50, 100].includes(result));
  const header = await page.textContent(".end header");
  assert.match(header, /win/);
  assert.match(await page.getAttribute(".verdict-rule [data-rule]", "data-rule"), /^table\.resign$/);
  assert.match(header, /lost\s*\d+ of \d+ counters/);
  await sound(ann, "the end");
  await ann.leave();
});

test("What is shown can be seen, played on from, and handed on", async () => {
  const ann = await Player.sit(browser, server);
  const { page } = ann;
  await ended(ann);
  const old = ann.game;
  const shows = page.locator(".end .turning-points button, .end .links button:first-child");
  if ((await shows.count()) > 0) {
    await shows.first().click();
    await page.waitForSelector(".end", { state: "hidden" });
    await page.waitForSelector(".replay:not([hidden])");
    assert.match(page.url(), /\/at\/\d+$/, "the replay opens there");
    await page.keyboard.press("Escape");
    await page.click(".now .how");
    await page.waitForSelector(".end:not([hidden]) .cells");
  }
  const [download] = await Promise.all([page.waitForEvent("download", { timeout: 60_000 }), page.click(".end .share")]);
  assert.match(download.suggestedFilename(), /\.png$/);
  assert.match(await page.getAttribute(".end footer a", "href"), /\/record$/);
  const made = await ann.ask(`/games/${old}/branch`, { entry: 40, side: "first", level: "recruit" });
  assert.ok(made.id, JSON.stringify(made));
  const [then, now] = [await ann.ask(`/games/${old}/at/40`), await ann.ask(`/games/${made.id}`)];
  assert.equal(now.entry, 0, "the new game begins there");
  const stand = (scene) => scene.counters.map((c) => `${c.id} ${c.place}`).sort();
  assert.deepEqual(stand(now.scene), stand(then.scene), "with everybody where they stood");
  await page.click(".end footer button.go");
  await page.waitForFunction((old) => !location.hash.includes(old), old);
  await ann.atTable();
  assert.equal((await ann.view()).scenario, "armageddon/rome", "a rematch");
  await ann.leave();
});

test("By keys and on a phone: it is closed, opened again, and nothing stands beyond the screen", async () => {
  const ann = await Player.sit(browser, server, PHONE);
  const { page } = ann;
  await ended(ann, "armageddon/rome", 60);
  const wide = await page.evaluate(() => document.querySelector(".end").scrollWidth);
  assert.ok(wide <= 390, `${wide}`);
  const small = await page
    .locator(".end button, .end footer a")
    .evaluateAll((all) =>
      all.filter((e) => e.offsetParent && !e.matches(".rule") && e.offsetHeight < 44).map((e) => e.textContent),
    );
  assert.deepEqual(small, []);
  await page.keyboard.press("Escape");
  await page.waitForSelector(".end", { state: "hidden" });
  await page.focus(".now .how");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".end:not([hidden]) .cells");
  await ann.leave();
});

test("Where chances are not fitted to played games, it is said", async () => {
  const ann = await Player.sit(browser, server);
  const { page } = ann;
  await ann.begin("dba/kadesh", { seating: "computer", level: "recruit", side: "first" });
  await page.waitForFunction(() => !document.querySelector(".side.thinks"));
  await ann.ask(`/games/${ann.game}/resign`, {});
  await page.waitForSelector(".end:not([hidden]) .cells", { timeout: 60_000 });
  const { fitted } = await ann.ask(`/games/${ann.game}/analysis`);
  assert.equal(await page.locator(".not-fitted").count(), fitted ? 0 : 1);
  await ann.leave();
});

test("Figures rounded together always make the whole", async () => {
  const ann = await Player.sit(browser, server);
  await ann.go("/");
  const wrong = await ann.page.evaluate(async () => {
    const { apportioned, reckoned } = await import("/js/reckoning.js");
    const bad = [];
    let seed = 7;
    const chance = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
    for (let n = 0; n < 400; n += 1) {
      let first = chance();
      const start = first;
      const turns = Array.from({ length: 1 + Math.floor(chance() * 30) }, (_, i) => {
        const [dice, a, b] = [chance() - 0.5, chance() - 0.5, chance() - 0.5].map((x) => x / 4);
        const turn = { label: String(i + 1), entry: i * 9, first, dice, decided: [a, b] };
        first += dice + a + b;
        return turn;
      });
      for (const mine of [0, 1]) {
        const told = reckoned({ turns, start, end: first }, mine, 12);
        const sum = told.totals.reduce((all, each) => all + each, told.start);
        if (sum !== told.end || told.columns.length > 12) bad.push([n, mine, sum, told.end]);
      }
    }
    if (apportioned([0.4, 0.4, 0.2], 1).join() !== "1,0,0") bad.push("apportioned");
    return bad;
  });
  assert.deepEqual(wrong, []);
  await ann.leave();
});
