/**
 * What the browser tests share: a server, Chromium, and a player's hands and eyes.
 */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { advance } from "./general.mjs";

export const PROGRAM =
  process.env.STRATEGIKON_PROGRAM ?? fileURLToPath(new URL("../../target/release/strategikon", import.meta.url));
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** Computer players look into so many positions, not for so long, and nobody waits to watch them. */
const QUICK = ["--nodes", "40", "--pace", "0ms"];

/** A port nobody uses. */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/**
 * What a file of tests needs, put away when they are done. Where `run.mjs` has set them up, the server and Chromium are
 * those of all files.
 * @param {{own?: boolean, more?: (url: string) => string[]}} [wishes] `own` for a server nobody else plays on, `more`
 *   for further words of its command line
 */
export async function stage({ own = false, more } = {}) {
  const { STRATEGIKON_URL: url, CHROMIUM_URL: line } = process.env;
  const shared = url && !own && !more;
  const [server, browser] = await Promise.all([
    shared ? { url, stop: () => {} } : Server.start(more),
    line ? chromium.connect(line) : launch(),
  ]);
  after(async () => {
    await browser.close();
    await server.stop();
  });
  return { server, browser };
}

/** A server with a database of its own. */
export class Server {
  /**
   * @param {(url: string) => string[]} [more] further words of the command line, for a server at this address
   * @param {string[]} [manner] how its computer players go about their moves
   */
  static async start(more = () => [], manner = QUICK) {
    const server = new Server();
    server.folder = mkdtempSync(join(tmpdir(), "strategikon-"));
    server.port = await freePort();
    server.url = `http://127.0.0.1:${server.port}`;
    server.more = [...manner, ...more(server.url)];
    await server.up();
    return server;
  }

  async up() {
    const database = `sqlite:${join(this.folder, "games.db")}`;
    this.said = "";
    this.process = spawn(
      PROGRAM,
      ["serve", "--no-browser", "--no-limits", "--port", String(this.port), "--database", database, ...this.more],
      {
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    for (const stream of [this.process.stdout, this.process.stderr]) stream.on("data", (text) => (this.said += text));
    this.gone = new Promise((resolve) => this.process.once("exit", resolve));
    for (let tries = 0; tries < 200; tries += 1) {
      const well = await fetch(`${this.url}/healthz`).then(
        (a) => a.ok,
        () => false,
      );
      if (well) return;
      if (this.process.exitCode !== null) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`the server does not start:\n${this.said}`);
  }

  async down(signal = "SIGKILL") {
    this.process.kill(signal);
    await this.gone;
  }

  async stop() {
    await this.down("SIGTERM");
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A line to a server that can be cut and mended. */
export class Cable {
  static async lay(server) {
    const cable = new Cable();
    cable.ends = new Set();
    cable.whole = true;
    cable.relay = createServer((near) => {
      if (!cable.whole) {
        near.destroy();
        return;
      }
      const far = connect(server.port, "127.0.0.1");
      for (const [end, other] of [
        [near, far],
        [far, near],
      ]) {
        cable.ends.add(end);
        end.pipe(other);
        end.on("error", () => other.destroy());
        end.on("close", () => {
          cable.ends.delete(end);
          other.destroy();
        });
      }
    });
    await new Promise((resolve) => cable.relay.listen(0, "127.0.0.1", resolve));
    cable.url = `http://127.0.0.1:${cable.relay.address().port}`;
    return cable;
  }

  cut() {
    this.whole = false;
    for (const end of this.ends) end.destroy();
  }

  mend() {
    this.whole = true;
  }

  remove() {
    this.cut();
    this.relay.close();
  }
}

/**
 * A machine without faces but a fallback nobody would choose, so that the page is seen in what it brings itself.
 * @returns {string} the folder of its settings
 */
function bare() {
  const folder = mkdtempSync(join(tmpdir(), "strategikon-bare-"));
  const faces = fileURLToPath(new URL("bare", import.meta.url));
  const settings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${faces}</dir><cachedir>${folder}</cachedir></fontconfig>
`;
  writeFileSync(join(folder, "fonts.conf"), settings);
  return folder;
}

/** How Chromium is started: without the talk it has with the world, on a machine without faces. */
export function chromiumOptions() {
  const folder = bare();
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return {
    executablePath: CHROMIUM,
    env: { ...process.env, FONTCONFIG_FILE: join(folder, "fonts.conf") },
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-software-rasterizer",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-domain-reliability",
      "--disable-sync",
      "--no-first-run",
      "--no-default-browser-check",
      "--metrics-recording-only",
    ],
  };
}

export function launch() {
  return chromium.launch(chromiumOptions());
}

/** Asserts that a page has no serious or critical violation of the rules of accessibility. */
export async function sound(player, where) {
  const { AxeBuilder } = await import("@axe-core/playwright");
  // Drawings are hidden from assistive programs, which have the board in words; they only cost time here.
  const { violations } = await new AxeBuilder({ page: player.page })
    .exclude(".battlefield")
    .exclude(".sheet")
    .options({ resultTypes: ["violations"] })
    .analyze();
  const grave = violations.filter((v) => ["serious", "critical"].includes(v.impact ?? ""));
  const told = grave.map(
    (v) => `${v.id}: ${v.help}\n${v.nodes.map((n) => `  ${n.target} ${n.failureSummary}`).join("\n")}`,
  );
  assert.deepEqual(told, [], where);
}

/** A screen on which a whole game is played: the smaller it is, the less there is to draw. */
export const SMALL = { viewport: { width: 1024, height: 640 } };

/** A telephone. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Somebody before a screen. Whatever the page complains of in its console is kept. */
export class Player {
  static async sit(browser, server, { pace = "none", ...options } = {}) {
    const player = new Player();
    player.context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: "reduce",
      ...options,
    });
    // Turns are told only where a test is about that: nobody else waits for them.
    await player.context.addInitScript((pace) => {
      if (!localStorage.getItem("strategikon.pace")) localStorage.setItem("strategikon.pace", pace);
    }, pace);
    await player.context.addInitScript(() => {
      // Whatever a click may change on the page at the table, in one word.
      window.fingerprint = () =>
        [
          document.querySelector(".board")?.dataset.entry,
          document.querySelector(".now")?.textContent,
          ...[...document.querySelectorAll(".chosen")].map((e) => e.id || e.dataset.counter),
          ...[...document.querySelectorAll(".set.reach [data-hex]")].map((e) => e.dataset.hex),
        ].join();
    });
    player.page = await player.context.newPage();
    // Asking at every frame would keep the page drawing frames.
    const waits = player.page.waitForFunction.bind(player.page);
    player.page.waitForFunction = (fact, given, options) => waits(fact, given, { polling: 50, ...options });
    player.server = server;
    player.complaints = [];
    player.pardoned = [];
    player.page.on("console", (message) => {
      if (["error", "warning"].includes(message.type()))
        player.complaints.push(`${message.text()} ${message.location().url}`);
    });
    player.unanswered = new Set();
    player.page.on("request", (request) => request.method() === "POST" && player.unanswered.add(request));
    for (const end of ["requestfinished", "requestfailed"])
      player.page.on(end, (request) => player.unanswered.delete(request));
    player.page.on("pageerror", (error) => player.complaints.push(String(error.stack ?? error)));
    player.page.setDefaultTimeout(30_000);
    return player;
  }

  /** Complaints of this pattern are part of the test, such as those of a line cut on purpose. */
  pardon(pattern) {
    this.pardoned.push(pattern);
  }

  async leave() {
    await this.context.close();
    const complaints = this.complaints.filter((text) => !this.pardoned.some((pattern) => pattern.test(text)));
    assert.deepEqual(complaints, [], "the console stays silent");
  }

  async go(path = "/") {
    await this.page.goto(this.server.url + path);
  }

  /** Asks the server with the cookies of this browser, past its page. */
  async ask(path, body) {
    const order = { method: "POST", headers: { "X-Strategikon": "1" }, data: body };
    const answer = await this.context.request.fetch(`${this.server.url}/api${path}`, body === undefined ? {} : order);
    return answer.json();
  }

  /** The game's id, from the address, or of the game last made. */
  get game() {
    return /#\/game\/([^/]+)/.exec(this.page.url())?.[1] ?? this.made;
  }

  view() {
    return this.ask(`/games/${this.game}`);
  }

  /** Makes a game by the API. */
  async make(scenario, more = {}) {
    await this.ask("/me");
    const made = await this.ask("/games", {
      scenario,
      options: {},
      seating: "hotseat",
      side: "first",
      clock: null,
      dice: "server",
      ...more,
    });
    this.made = made.id;
    return made;
  }

  /** Begins a game by the API and sits down at it. */
  async begin(scenario = "armageddon/rome", more = {}) {
    const made = await this.make(scenario, more);
    await this.go(`/#/game/${made.id}`);
    await this.atTable();
    return made;
  }

  /**
   * Begins a game, has it played on by the API, and sits down when it is as wanted: no page need draw the way there.
   * @returns the view of that moment
   */
  async reach(scenario, wanted, more = {}) {
    const { id } = await this.make(scenario, more);
    const view = await advance(this, wanted);
    await this.go(`/#/game/${id}`);
    await this.atTable();
    return view;
  }

  /** Sits down at a game of Rome in which both armies stand. */
  deployed() {
    return this.reach("armageddon/rome", (view) => !view.orders.some((order) => order.kind === "muster"));
  }

  async atTable() {
    await this.page.waitForSelector(".board[data-entry]");
  }

  /** Gives orders by the API, as a shortcut to a later moment of the game. */
  async order(...orders) {
    const { entry } = await this.view();
    return this.give(entry, orders);
  }

  /** Gives orders by the API, at an entry. */
  give(entry, orders) {
    return this.ask(`/games/${this.game}/orders`, { entry, orders, nonce: "0123456789abcdef0123" });
  }

  /** Where a hex is on the screen. */
  async spot(hex) {
    const find = () =>
      this.page.evaluate(
        async ([hex, path]) => {
          const { Layout } = await import("/js/geometry.js");
          const { wholeMap } = await import("/js/landmarks.js");
          window.layoutOfTests ??= new Layout(await wholeMap((await (await fetch(path)).json()).scene.landscape));
          const sheet = document.querySelector(".sheet");
          const box = sheet.getBoundingClientRect();
          const frame = document.querySelector(".board").getBoundingClientRect();
          const scale = box.width / sheet.offsetWidth;
          const at = window.layoutOfTests.centre(hex);
          const [x, y] = [box.left + at.x * scale, box.top + at.y * scale];
          const seen = x > frame.left + 8 && x < frame.right - 8 && y > frame.top + 8 && y < frame.bottom - 8;
          return { x, y, seen };
        },
        [hex, `/api/games/${this.game}`],
      );
    const spot = await find();
    if (spot.seen) return spot;
    await this.page.evaluate(() => document.querySelector('.zoom [aria-label="The whole battle"]').click());
    const again = await find();
    if (!again.seen) {
      await this.page.evaluate(() =>
        Array.from({ length: 8 }, () => document.querySelector('.zoom [aria-label="Farther"]').click()),
      );
      return find();
    }
    return again;
  }

  async clickHex(hex) {
    const { x, y } = await this.spot(hex);
    await this.page.mouse.click(x, y);
  }

  /** Waits until the page shows what the server knows. */
  async settled() {
    const { entry } = await this.view();
    await this.page.waitForFunction((n) => Number(document.querySelector(".board")?.dataset.entry) >= n, entry, {
      polling: 40,
    });
  }

  /** Waits until an element has come to rest. */
  async rest(selector) {
    await this.page.waitForFunction(
      (selector) => {
        const element = document.querySelector(selector);
        const box = JSON.stringify(element.getBoundingClientRect());
        const resting = element.lastBox === box;
        element.lastBox = box;
        return resting;
      },
      selector,
      { polling: 50 },
    );
  }

  /**
   * Does something and waits until the page shows that it was done; not every click does anything.
   * @param {() => Promise<unknown>} deed
   */
  async answered(deed) {
    const before = await this.page.evaluate(() => window.fingerprint());
    // The page may have gone on since it was looked at; then it is looked at again.
    await deed().catch(() => {});
    await this.page
      .waitForFunction((before) => window.fingerprint() !== before, before, { timeout: 700, polling: 40 })
      .catch(() => {});
  }

  entry() {
    return this.page.evaluate(() => Number(document.querySelector(".board")?.dataset.entry));
  }

  prompt() {
    return this.page.textContent(".now .prompt");
  }

  /** Both armies deployed, through the page. */
  async muster() {
    for (let side = 0; side < 2; side += 1) {
      const before = await this.entry();
      await this.page.click("button[data-kind=muster]");
      await this.page.waitForFunction((n) => Number(document.querySelector(".board").dataset.entry) > n, before);
    }
  }
}
