import assert from "node:assert/strict";
import { test } from "node:test";
import { Player, SMALL, stage } from "./stage.mjs";

const { server, browser } = await stage();

/** What the page offers now. */
function look(page) {
  return page.evaluate(() => ({
    asked: [...document.querySelectorAll(".question button[data-kind]")].map((b) => b.dataset.kind),
    buttons: [...document.querySelectorAll(".now .actions button[data-kind]")].map((b) => b.dataset.kind),
    reach: [...document.querySelectorAll(".set.reach [data-hex]")].map((e) => e.dataset.hex),
    prompt: document.querySelector(".prompt").textContent,
    entry: Number(document.querySelector(".board").dataset.entry),
  }));
}

test("the first turn of Jihad! is played by both sides through the page", async () => {
  const player = await Player.sit(browser, server, SMALL);
  const { page } = player;
  await player.go();
  await page.click('.card[data-scenario="jihad/full"]');
  await page.click("dialog >> text=Hot-seat");
  await page.click("dialog button[type=submit]");
  await player.atTable();

  const income = await page.textContent("#app, body");
  assert.match(income, /base of the Muslims/, "the income is explained point by point");

  const done = { marched: 0 };
  const moved = new Map();
  let view = await player.view();
  for (let i = 0; i < 400 && view.scene.tracks[0].at < 1; i += 1) {
    // What is pushed may be on its way still: page and server must speak of the same moment.
    await player.settled();
    view = await player.view();
    const { phase } = view.scene;
    const sight = await look(page);
    const point = (hex) => player.answered(() => player.clickHex(hex));
    const press = (locator) => player.answered(() => locator.first().click());
    const places = view.orders.filter((o) => o.kind === "place" && o.place);
    const starts = view.orders.filter((o) => o.kind === "move");
    if (sight.asked.length > 0) {
      await press(page.locator(".question button[data-kind]"));
    } else if (places.length > 0 && (moved.get(phase) ?? 0) < 3) {
      const [{ counter, place }] = places;
      // A leader who comes up lies in no pool; his hexes are marked at once.
      const pile = page.locator(`.pile[data-counter="${counter}"]`);
      if (await pile.count()) await pile.click();
      await point(place);
      // A click may come before the page has marked the hexes; then it is tried again.
      if ((await player.entry()) !== sight.entry) moved.set(phase, (moved.get(phase) ?? 0) + 1);
    } else if (starts.length > 0 && (moved.get(phase) ?? 0) < 2) {
      moved.set(phase, (moved.get(phase) ?? 0) + 1);
      await point(view.scene.counters.find((c) => c.id === starts[0].counter).place);
      const { reach } = await look(page);
      if (reach.length > 0) {
        await point(reach[Math.floor(reach.length / 2)]);
        done.marched += 1;
      }
    } else if (sight.buttons.some((kind) => kind === "halt" || kind === "done")) {
      const kind = sight.buttons.find((each) => each === "halt" || each === "done");
      await press(page.locator(`.now .actions button[data-kind="${kind}"]`));
    } else if (sight.reach.length > 0) {
      await point(sight.reach[0]);
    } else if (sight.buttons.length > 0) {
      await press(page.locator(".now .actions button[data-kind]"));
    } else {
      await player.answered(async () => {});
    }
    view = await player.view();
  }
  assert.equal(view.scene.tracks[0].at, 1, `the second turn has come: ${view.scene.phase}, ${view.scene.prompt}`);
  const orders = await player.ask(`/games/${player.game}/log?from=0`);
  const recruited = orders.filter((entry) => entry.order === "place").length;
  assert.ok(recruited >= 3, `${recruited} recruited`);
  assert.ok(done.marched >= 1, `${done.marched} marched`);
  const log = await page.textContent(".entries");
  assert.match(log, /Muslim Bedouin/);
  await player.leave();
});
