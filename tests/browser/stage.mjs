/**
 * What the browser tests share: a server of their own, Chromium, and a player's hands and eyes.
 */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const PROGRAM = process.env.STRATEGIKON ?? fileURLToPath(new URL("../../target/release/strategikon", import.meta.url));
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

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

/** A server with a database of its own. */
export class Server {
  /** @param {(url: string) => string[]} [more] further words of the command line, for a server at this address */
  static async start(more = () => []) {
    const server = new Server();
    server.folder = mkdtempSync(join(tmpdir(), "strategikon-"));
    server.port = await freePort();
    server.url = `http://127.0.0.1:${server.port}`;
    server.more = more(server.url);
    await server.up();
    return server;
  }

  async up() {
    const database = `sqlite:${join(this.folder, "games.db")}`;
    this.said = "";
    this.process = spawn(
      PROGRAM,
      ["serve", "--no-browser", "--port", String(this.port), "--database", database, ...this.more],
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

/** Chromium without the talk it has with the world. */
export function launch() {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      "--no-sandbox",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-domain-reliability",
      "--disable-sync",
      "--no-first-run",
      "--no-default-browser-check",
      "--metrics-recording-only",
    ],
  });
}

/** Somebody before a screen. Whatever the page complains of in its console is kept. */
export class Player {
  static async sit(browser, server, options = {}) {
    const player = new Player();
    player.context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: "reduce",
      ...options,
    });
    player.page = await player.context.newPage();
    player.server = server;
    player.complaints = [];
    player.pardoned = [];
    player.page.on("console", (message) => {
      if (["error", "warning"].includes(message.type()))
        player.complaints.push(`${message.text()} ${message.location().url}`);
    });
    player.page.on("pageerror", (error) => player.complaints.push(String(error.stack ?? error)));
    player.page.setDefaultTimeout(8000);
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

  /** Asks the server as this browser would. */
  ask(path, body) {
    return this.page.evaluate(
      async ([path, body]) => {
        const init =
          body === undefined
            ? {}
            : {
                method: "POST",
                headers: { "Content-Type": "application/json", "X-Strategikon": "1" },
                body: JSON.stringify(body),
              };
        const answer = await fetch(`/api${path}`, init);
        return answer.json();
      },
      [path, body],
    );
  }

  /** The game's id, from the address. */
  get game() {
    return /#\/game\/([^/]+)/.exec(this.page.url())?.[1];
  }

  view() {
    return this.ask(`/games/${this.game}`);
  }

  /** Begins a game by the API and sits down at it. */
  async begin(scenario = "armageddon/rome", more = {}) {
    await this.go("/");
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
    await this.go(`/#/game/${made.id}`);
    await this.atTable();
    return made;
  }

  async atTable() {
    await this.page.waitForSelector(".board[data-entry]");
  }

  /** Gives an order by the API, as a shortcut to a later moment of the game. */
  async order(...orders) {
    const { entry } = await this.view();
    return this.ask(`/games/${this.game}/orders`, { entry, orders, nonce: "0123456789abcdef0123" });
  }

  /** Where a hex is on the screen. */
  async spot(hex) {
    const find = () =>
      this.page.evaluate(
        async ([hex, path]) => {
          const { Layout } = await import("/js/geometry.js");
          window.layoutOfTests ??= new Layout((await (await fetch(path)).json()).scene.landscape);
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
    await this.page.waitForFunction(
      async (path) => {
        const view = await (await fetch(path)).json();
        return document.querySelector(".board")?.dataset.entry === String(view.entry);
      },
      `/api/games/${this.game}`,
      { polling: 60 },
    );
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
