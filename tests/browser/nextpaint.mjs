/**
 * How long a player waits for the next paint after a click, tap or key, on a machine slowed four-fold:
 * `node nextpaint.mjs`, or `node nextpaint.mjs jihad phone` for some of the tables.
 *
 * Prints the table of docs/benchmarks.md; nothing is asserted, since machines differ. Beside the wait stands the work: what the
 * page's own thread did for an interaction in processor time without the slowing, which other work on the machine disturbs least.
 */

import { advance } from "./general.mjs";
import { launch, Player, PHONE, Server } from "./stage.mjs";

const SLOWER = 4;
/** So long a player looks before the next click or key. */
const LOOK = 350;
/** What the browser does not report was painted within this time. */
const SHORTEST = 16;

const KEYS = "l r c n n ArrowUp ArrowLeft ArrowDown t t f f b + - 0 n p i Escape".split(" ");
const CLOTH_KEYS = "l r c n n g ArrowUp ArrowLeft ] z z a a d d v v + - 0 Escape".split(" ");

const deployed = (view) => !view.orders.some((order) => order.kind === "muster");
const marching = (view) => view.orders.some((order) => order.marches || order.kind === "move");

/** The tables that are measured: what stands on them, and by what hands. */
const TABLES = {
  rome: { scenario: "armageddon/rome", wanted: deployed },
  basileus: { scenario: "basileus/arcadiopolis", wanted: marching },
  jihad: { scenario: "jihad/first-conquests", wanted: marching },
  apocalypse: { scenario: "apocalypse/campaign", wanted: () => true },
  dba: { scenario: "dba/lake-regillus", wanted: marching, more: { dice: "server" }, keys: CLOTH_KEYS },
  phone: { scenario: "armageddon/rome", wanted: deployed, options: PHONE },
  "phone-jihad": { scenario: "jihad/first-conquests", wanted: marching, options: PHONE },
};

const chosen = process.argv.slice(2);
const names = [...Object.keys(TABLES), "lesson"].filter((name) => chosen.length === 0 || chosen.includes(name));
const [server, browser] = await Promise.all([Server.start(), launch()]);
const told = [];

/** A table whose interactions are measured. */
class Bench {
  static async open(options = {}) {
    const bench = new Bench();
    bench.player = await Player.sit(browser, server, options);
    bench.page = bench.player.page;
    bench.touch = Boolean(options.hasTouch);
    await bench.player.context.addInitScript(() => {
      window.waits = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          if (entry.interactionId) window.waits.push([entry.interactionId, entry.duration]);
      }).observe({ type: "event", durationThreshold: 16, buffered: true });
    });
    bench.line = await bench.player.context.newCDPSession(bench.page);
    await bench.line.send("Performance.enable", { timeDomain: "threadTicks" });
    return bench;
  }

  slowed(rate) {
    return this.line.send("Emulation.setCPUThrottlingRate", { rate });
  }

  /** What the page's thread has worked so far, in milliseconds. */
  async worked() {
    const { metrics } = await this.line.send("Performance.getMetrics");
    return 1000 * (metrics.find((one) => one.name === "TaskDuration")?.value ?? 0);
  }

  /** The map is laid and nothing is under way any more. */
  async atRest() {
    await this.page.waitForLoadState("networkidle");
    await this.page.waitForFunction(() => document.querySelector("img.landscape")?.complete);
    await this.page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 })));
    await this.page.waitForTimeout(1000);
  }

  /** The player has looked, and what was to be painted is. */
  async painted() {
    await this.page.waitForTimeout(LOOK);
    await this.page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 50)))),
    );
  }

  /** The longest wait of each interaction so far. */
  async waits() {
    const longest = new Map();
    for (const [id, duration] of await this.page.evaluate(() => window.waits))
      longest.set(id, Math.max(longest.get(id) ?? 0, duration));
    return [...longest.values()];
  }

  /**
   * Does each deed once slowed, for the wait, and once at full speed, for the work.
   * @param {string} words
   * @param {[string, () => Promise<unknown>][]} deeds
   */
  async measure(words, deeds) {
    await this.atRest();
    const durations = [];
    await this.slowed(SLOWER);
    for (const [name, deed] of deeds) {
      await this.page.evaluate(() => (window.waits.length = 0));
      await deed().catch(() => {});
      await this.painted();
      const wait = Math.max(SHORTEST, ...(await this.waits()));
      durations.push(wait);
      if (process.env.TELL) console.log(`  ${words}: ${name} ${wait} ms`);
    }
    await this.slowed(1);
    await this.page.waitForTimeout(LOOK);
    const works = [];
    for (const [name, deed] of deeds) {
      const before = await this.worked();
      await deed().catch(() => {});
      await this.page.waitForTimeout(LOOK);
      works.push((await this.worked()) - before);
      if (process.env.TELL) console.log(`  ${words}: ${name} ${works.at(-1).toFixed(1)} ms of work`);
    }
    const at = (all, share) => [...all].sort((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * share))];
    const ms = (value) => `${Math.round(value)} ms`;
    told.push(
      `| ${words} | ${durations.length} | ${ms(at(durations, 0.5))} | ${ms(at(durations, 0.95))} | ${ms(at(works, 0.5))} | ${ms(at(works, 0.95))} |`,
    );
    return durations;
  }

  /** Clicks or taps at a point of the window. */
  at({ x, y }) {
    return () => (this.touch ? this.page.touchscreen.tap(x, y) : this.page.mouse.click(x, y));
  }

  press(key) {
    return [key, () => this.page.keyboard.press(key)];
  }

  tap(selector) {
    const deed = this.touch ? "tap" : "click";
    return [selector, () => this.page.locator(selector).first()[deed]({ timeout: 1500 })];
  }
}

/** Where counters of those who are to move stand on the screen, no two of them at one place. */
async function standing(bench, view) {
  const able = new Set(view.orders.map((order) => order.counter));
  const { counters, to_act } = view.scene;
  const all = counters.filter((c) => c.place && c.side === to_act).sort((a, b) => able.has(b.id) - able.has(a.id));
  const spots = [];
  if (!view.scene.landscape.table) {
    for (const hex of [...new Set(all.map((c) => c.place))].slice(0, 8)) spots.push(await bench.player.spot(hex));
    return spots;
  }
  for (const { id } of all.slice(0, 8)) {
    const box = await bench.page.locator(`#counters #c${id}`).boundingBox();
    if (box) spots.push({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
  }
  return spots;
}

const all = [];
for (const name of names.filter((one) => one in TABLES)) {
  const { scenario, wanted, options = {}, more = {}, keys = KEYS } = TABLES[name];
  const bench = await Bench.open(options);
  const { player } = bench;
  await player.make(scenario, more);
  const view = await advance(player, wanted);
  await player.go(`/#/game/${player.made}`);
  await player.atTable();
  await bench.atRest();
  const spots = await standing(bench, view);
  const where = bench.touch ? `${scenario}, on a phone` : scenario;
  const letGo = bench.touch ? bench.tap(".now .link[data-focus='let go']") : bench.press("Escape");
  all.push(
    ...(await bench.measure(
      `${where}: counters selected and let go`,
      spots.flatMap((spot, i) => [[`counter ${i + 1}`, bench.at(spot)], letGo]),
    )),
  );
  const others = bench.touch
    ? [
        ...["log", "rules", "chat", "log"].map((tab) => bench.tap(`#tab-${tab}`)),
        ...["Nearer", "Farther", "The whole battle"].map((words) => bench.tap(`.zoom [aria-label="${words}"]`)),
        bench.tap(".banner .unfold"),
        bench.tap(".banner .unfold"),
      ]
    : keys.map((key) => bench.press(key));
  all.push(
    ...(await bench.measure(`the same: ${bench.touch ? "drawer, zoom, menu" : "tabs, cursor, overlays"}`, others)),
  );
  await player.context.close();
}

if (names.includes("lesson")) {
  const bench = await Bench.open();
  const { player, page } = bench;
  await player.go("/");
  await page.click("#next-lesson");
  await player.atTable();
  await page.waitForSelector(".lesson-bubble .say");
  const [axe, goal] = [await player.spot("2524"), await player.spot("2323")];
  const onward = () => bench.tap(".lesson-bubble >> text=Next");
  const back = () => bench.tap(".lesson-bubble >> text=Back");
  all.push(
    ...(await bench.measure("the first lesson: select, march, next, back", [
      ["select", bench.at(axe)],
      ["march", bench.at(goal)],
      onward(),
      back(),
      onward(),
      back(),
    ])),
  );
  await player.context.close();
}

const sorted = all.sort((a, b) => a - b);
const share = sorted.filter((wait) => wait <= 100).length / sorted.length;
console.log(
  [
    "| what | interactions | wait, median | wait, 95th percentile | work, median | work, 95th percentile |",
    "|---|---|---|---|---|---|",
    ...told,
  ].join("\n"),
);
console.log(
  `all ${sorted.length}: 95th percentile ${sorted[Math.floor(sorted.length * 0.95)]} ms, ${(100 * share).toFixed(0)} % within 100 ms`,
);
await browser.close();
await server.stop();
