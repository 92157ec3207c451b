/**
 * Runs the browser tests, two files side by side, with one server and one Chromium for all of them:
 * `npm test`, or `npm test -- phone lobby` for some files.
 */

import { readdirSync } from "node:fs";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { chromiumOptions, Server } from "./stage.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const wanted = process.argv.slice(2);
/** Those that take longest begin first, so that none of them is waited for at the end. */
const LONG = ["battles", "opponents", "apocalypse", "jihad", "computer", "hands", "friends", "why"];
const rank = (name) => (LONG.indexOf(name) + LONG.length + 1) % (LONG.length + 1);
const names = readdirSync(here)
  .filter((file) => file.endsWith(".test.mjs"))
  .map((file) => file.replace(".test.mjs", ""))
  .filter((name) => wanted.length === 0 || wanted.includes(name))
  .sort((a, b) => rank(a) - rank(b));
for (const name of wanted) {
  if (names.includes(name)) continue;
  console.error(`there is no ${name}.test.mjs in tests/browser`);
  process.exit(2);
}

const [server, browser] = await Promise.all([Server.start(), chromium.launchServer(chromiumOptions())]);
process.env.STRATEGIKON_URL = server.url;
process.env.CHROMIUM_URL = browser.wsEndpoint();
const tests = run({ files: names.map((name) => `${here}${name}.test.mjs`), concurrency: 2 });
tests.on("test:fail", () => (process.exitCode = 1));
const told = tests.compose(spec);
told.pipe(process.stdout);
await new Promise((resolve) => told.once("end", resolve));
await browser.close();
await server.stop();
