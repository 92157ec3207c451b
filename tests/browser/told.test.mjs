/**
 * A turn is told: deed by deed at the reader's pace, again at will, and nothing shifts meanwhile.
 */

import assert from "node:assert/strict";
import test from "node:test";
import { advance } from "./general.mjs";
import { PHONE, Player, SMALL, sound, stage } from "./stage.mjs";

const { server, browser } = await stage();

/** The computer's side is the second; ours is carried on by the API until the computer answers. */
async function against(player, scenario) {
  await player.make(scenario, { seating: "computer", level: "recruit", side: "first" });
  await advance(player, (view) => {
    const turn = view.scene.tracks[0]?.at;
    return view.turn.over || (turn !== null && turn !== undefined && view.your_move);
  });
  await player.go(`/#/game/${player.made}`);
  await player.atTable();
}

/** Has our side carried on until something is told; answers whether anything was. */
async function untilTold(player, wanted = () => true) {
  for (let i = 0; i < 60; i += 1) {
    const told = await player.page.evaluate(() => {
      const bar = document.querySelector(".told-bar");
      return bar.hidden ? null : { odds: document.querySelector(".told-card .odds") !== null };
    });
    if (told && wanted(told)) return true;
    if (told) await player.page.keyboard.press(".");
    else {
      const view = await player.view();
      if (view.turn.over) return false;
      if (view.your_move) await advance(player, (now) => now.entry > view.entry + 40 || !now.your_move);
    }
    await player.page.waitForTimeout(60);
  }
  return false;
}

/** Counts what shifts on the page from now on. */
function watchShifts(page) {
  return page.evaluate(() => {
    window.shifted = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (!entry.hadRecentInput)
          window.shifted.push({
            value: entry.value,
            what: entry.sources.map((each) => each.node?.className ?? each.node?.nodeName).join(" | "),
          });
    }).observe({ type: "layout-shift", buffered: false });
  });
}

async function shifts(page) {
  await page.waitForTimeout(120);
  const all = await page.evaluate(() => window.shifted);
  return { sum: all.reduce((sum, each) => sum + each.value, 0), all };
}

test("The enemy's turn waits for the reader step by step, and nothing shifts", async () => {
  const ann = await Player.sit(browser, server, { pace: "step" });
  const { page } = ann;
  await against(ann, "armageddon/rome");
  assert.ok(await untilTold(ann), "the computer's turn is told");
  await watchShifts(page);
  const seen = new Set();
  for (let i = 0; i < 8 && !(await page.locator(".told-bar").isHidden()); i += 1) {
    const words = await page.textContent(".told-bar .caption");
    assert.ok(words.length > 6, "each deed has its words");
    seen.add(words);
    assert.equal(await page.locator(".deeds .told-now").count(), 1, "one deed of the list is the one being told");
    assert.equal(await page.locator(".deeds [aria-current=step]").count(), 1);
    const box = await page.locator(".told-bar").boundingBox();
    assert.ok(Math.abs(box.height - 118.4) < 2, "the caption has a fixed height");
    await page.click("[data-tale=next]");
    await page.waitForTimeout(60);
  }
  assert.ok(seen.size > 1, "several deeds were told");
  const { sum, all } = await shifts(page);
  assert.ok(sum < 0.02, `${sum}: ${JSON.stringify(all)}`);
  await sound(ann, "a turn that is told");
  await ann.leave();
});

test("A fight is told with its sum, its die beside the target and its row lit", async () => {
  const ann = await Player.sit(browser, server, { pace: "step" });
  const { page } = ann;
  await against(ann, "armageddon/rome");
  assert.ok(await untilTold(ann, (told) => told.odds), "a fight of the enemy is told");
  assert.equal(await page.locator(".told-card .bars li.lit").count(), 1, "the row that came up");
  const face = await page.textContent(".told-card .bars li.lit .die.lit");
  assert.match(await page.textContent(".told-bar .caption"), new RegExp(`Die\\s*${face}`));
  assert.equal(await page.locator(".told .told-die circle").count(), Number(face), "the die shows as many pips");
  const result = await page.textContent(".told-card .bars li.lit .what");
  assert.ok(result.startsWith(await page.textContent(".told .stamp")), "what came of it is stamped on the target");
  const widths = await page.locator(".told-card .bars i").evaluateAll((bars) => bars.map((bar) => bar.offsetWidth));
  assert.equal(new Set(widths).size, 1, "bars of one length");
  const purple = await page.evaluate(() => getComputedStyle(document.querySelector(".told-ground .lamp")).stroke);
  assert.equal(purple, "rgb(255, 223, 126)", "what is told is lamplight");
  await ann.leave();
});

test("The pace is kept, a turn passes by itself, and can be told again by keys alone", async () => {
  const ann = await Player.sit(browser, server, { pace: "quick" });
  const { page } = ann;
  await against(ann, "armageddon/rome");
  assert.ok(await untilTold(ann));
  await page.keyboard.press("Space");
  assert.match(await page.textContent("[data-tale=pause]"), /Go on/);
  await page.keyboard.press("Escape");
  await page.waitForSelector(".told-bar", { state: "hidden" });
  await page.waitForFunction(() => !document.querySelector(".side.thinks"));
  await page.waitForSelector(".again:not([hidden])");
  const words = await page.textContent(".again");
  const deeds = Number(/(\d+)/.exec(words)[1]);
  await page.focus(".again");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".told-bar:not([hidden])");
  assert.equal(await page.locator(".deeds > li").count(), deeds, "the list has every deed of the turn");
  // The focus is on the control that pauses.
  await page.keyboard.press("Space");
  assert.match(await page.textContent("[data-tale=pause]"), /Go on/);
  await page.locator(".deeds .deed").first().focus();
  await page.keyboard.press("Enter");
  const first = await page.textContent(".told-bar .caption");
  await page.keyboard.press(".");
  if (deeds > 1) await page.waitForFunction((first) => document.querySelector(".caption").textContent !== first, first);
  await page.locator(".deeds .deed").first().click();
  assert.equal(await page.textContent(".told-bar .caption"), first, "a click tells a deed again");
  await page.selectOption(".pace select", "slow");
  await page.keyboard.press("Escape");
  await page.waitForSelector(".told-bar", { state: "hidden" });
  assert.equal(await page.evaluate(() => localStorage.getItem("strategikon.pace")), "slow", "remembered");
  const { entry } = await ann.view();
  assert.equal(await ann.entry(), entry, "the board is the present one");
  await ann.leave();
});

test("On a phone the rows are fixed and the odds are a strip of six faces", async () => {
  const ann = await Player.sit(browser, server, { ...PHONE, pace: "step" });
  const { page } = ann;
  await against(ann, "armageddon/rome");
  assert.ok(await untilTold(ann, (told) => told.odds));
  await watchShifts(page);
  const rows = () =>
    page.evaluate(() =>
      [".banner", ".board", ".told-bar", ".told-bar .controls", ".told-panel", ".told-card"].map((name) => {
        const { top, height } = document.querySelector(name).getBoundingClientRect();
        return `${name} ${Math.round(top)} ${Math.round(height)}`;
      }),
    );
  assert.equal(await page.locator(".strip .face").count(), 6);
  assert.equal(await page.locator(".strip .face.fell").count(), 1);
  const before = await rows();
  for (let i = 0; i < 4 && !(await page.locator(".told-bar").isHidden()); i += 1) {
    assert.deepEqual(await rows(), before, "no row has moved");
    await page.tap("[data-tale=next]");
    await page.waitForTimeout(60);
  }
  const { sum, all } = await shifts(page);
  assert.ok(sum < 0.02, `${sum}: ${JSON.stringify(all)}`);
  const small = await page
    .locator(".told-bar button, .told-bar select")
    .evaluateAll((all) =>
      all.filter((e) => e.offsetParent && (e.offsetHeight < 44 || e.offsetWidth < 44)).map((e) => e.textContent),
    );
  assert.deepEqual(small, [], "every target has 44 pixels");
  await ann.leave();
});

for (const scenario of ["basileus/practice", "jihad/first-conquests", "apocalypse/delta", "dba/kadesh"]) {
  test(`${scenario}: the computer's turn is told in the game's own words`, async () => {
    const ann = await Player.sit(browser, server, { pace: "step" });
    const { page } = ann;
    // Whoever hands both sides to the computer looks on, and every turn is told.
    await ann.make(scenario, { seating: "computer", level: "recruit", side: "first" });
    await ann.go(`/#/game/${ann.made}`);
    await ann.atTable();
    await ann.ask(`/games/${ann.made}/seat`, { side: "first", computer: "recruit" });
    const told = new Set();
    for (let i = 0; i < 6; i += 1) {
      const last = [...told].pop() ?? "";
      await page.waitForFunction(
        (last) => ![last, ""].includes(document.querySelector(".told-bar .caption").textContent),
        last,
      );
      told.add(await page.textContent(".told-bar .caption"));
      await page.click("[data-tale=next]");
    }
    assert.ok(told.size > 3 && [...told].every((words) => words.length > 6), [...told].join("\n"));
    await page.click("[data-tale=skip]");
    await page.waitForSelector(".told-bar", { state: "hidden" });
    await ann.leave();
  });
}

test("The log follows unless the reader scrolled, and citations are quiet until wanted", async () => {
  const ann = await Player.sit(browser, server, SMALL);
  const { page } = ann;
  await ann.reach("armageddon/rome", (view) => view.entry > 60);
  const sizes = await page
    .locator(".entries button.rule")
    .evaluateAll((all) => [...new Set(all.map((each) => getComputedStyle(each).fontSize))]);
  assert.deepEqual(sizes, ["0px"]);
  const rule = page.locator(".entries button.rule").last();
  await page.keyboard.press("Shift");
  await rule.focus();
  assert.notEqual(await rule.evaluate((each) => getComputedStyle(each).fontSize), "0px");
  const atEnd = () =>
    page.evaluate(() => {
      const log = document.querySelector(".log");
      return log.scrollTop + log.clientHeight > log.scrollHeight - 60;
    });
  await page.waitForFunction(() => {
    const log = document.querySelector(".log");
    return log.scrollTop + log.clientHeight > log.scrollHeight - 60;
  });
  await page.evaluate(() => (document.querySelector(".log").scrollTop = 0));
  await page.waitForTimeout(60);
  const { entry } = await ann.view();
  await advance(ann, (view) => view.entry > entry + 6);
  await ann.settled();
  assert.equal(await atEnd(), false, "whoever scrolled up reads on there");
  await ann.leave();
});
