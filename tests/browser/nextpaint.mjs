/**
 * How long a player waits for the next paint after a click or key, on a machine slowed four-fold: `node nextpaint.mjs`.
 * Prints a line for docs/benchmarks.md; nothing is asserted, since machines differ.
 */

import { launch, Player, Server } from "./stage.mjs";

const SLOWER = 4;

const [server, browser] = await Promise.all([Server.start(), launch()]);
const player = await Player.sit(browser, server);
const { page } = player;
const line = await player.context.newCDPSession(page);

await player.context.addInitScript(() => {
  window.waits = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (entry.interactionId) window.waits.push([entry.interactionId, entry.duration, entry.name]);
  }).observe({ type: "event", durationThreshold: 16, buffered: true });
});

/** The longest wait of each interaction so far. */
async function waits() {
  const all = await page.evaluate(() => window.waits);
  const longest = new Map();
  for (const [id, duration] of all) longest.set(id, Math.max(longest.get(id) ?? 0, duration));
  return [...longest.values()];
}

const told = [];
async function measure(words, deeds) {
  await page.evaluate(() => (window.waits.length = 0));
  let count = 0;
  for (const deed of deeds) {
    await deed().catch(() => {});
    count += 1;
    await page.waitForTimeout(350);
  }
  // What was painted within 16 ms is not reported at all.
  const seen = await waits();
  const durations = [...Array(Math.max(0, count - seen.length)).fill(16), ...seen].sort((a, b) => a - b);
  const at = (share) => durations[Math.min(durations.length - 1, Math.floor(durations.length * share))];
  told.push(`| ${words} | ${durations.length} | ${at(0.5)} ms | ${at(0.95)} ms |`);
}

await player.deployed();
await line.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
const { scene } = await player.view();
const own = [...new Set(scene.counters.filter((c) => c.side === 0 && c.place).map((c) => c.place))];
const spots = [];
for (const hex of own.slice(0, 8)) spots.push(await player.spot(hex));
const click =
  ({ x, y }) =>
  () =>
    page.mouse.click(x, y);
await measure(
  "a table of Rome: counters selected and let go",
  spots.flatMap((spot) => [click(spot), () => page.keyboard.press("Escape")]),
);
await measure(
  "the same: tabs, cursor, overlays",
  ["l", "r", "c", "n", "n", "ArrowUp", "ArrowLeft", "ArrowDown", "t", "t", "f", "f", "b", "+", "-", "0"].map(
    (key) => () => page.keyboard.press(key),
  ),
);
await line.send("Emulation.setCPUThrottlingRate", { rate: 1 });
await player.go("/");
await page.waitForSelector("#next-lesson");
await page.click("#next-lesson");
await player.atTable();
await page.waitForSelector(".lesson-bubble .say");
await line.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
const axe = await player.spot("2524");
const goal = await player.spot("2323");
await measure("the first lesson: select, march, next, back", [
  click(axe),
  click(goal),
  () => page.click(".lesson-bubble >> text=Next"),
  () => page.click(".lesson-bubble >> text=Back"),
  () => page.click(".lesson-bubble >> text=Next"),
  () => page.click(".lesson-bubble >> text=Back"),
]);
console.log(["| what | interactions | median | 95th percentile |", "|---|---|---|---|", ...told].join("\n"));
await player.context.close();
await browser.close();
await server.stop();
