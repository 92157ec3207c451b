import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import { PROGRAM, Player, stage } from "./stage.mjs";

const PLAN = `
title = "Basileus <rehearsed> & measured"
scenarios = ["basileus/practice"]
players = "recruit"
games = 30
follow = 20
seed = 4

[[variant]]
name = "by chance"
players = "random"
`;

const folder = mkdtempSync(join(tmpdir(), "strategikon-lab-"));
after(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, "plan.toml"), PLAN);
const lab = (...words) =>
  execFileSync(PROGRAM, ["lab", ...words], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
lab("run", join(folder, "plan.toml"));
lab("report", join(folder, "plan.lab"));
const report = join(folder, "plan.lab", "report.html");

const { server, browser } = await stage({ own: true, more: () => ["--reports", folder] });

/** Opens the report as a file, and answers what it complained of. */
async function opened(wishes) {
  const context = await browser.newContext(wishes);
  const page = await context.newPage();
  const faults = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("request", (request) => !/^(file|data):/.test(request.url()) && faults.push(request.url()));
  await page.goto(`file://${report}`);
  return { context, page, faults };
}

test("a report opens without error by day and by night, on a desk and on a phone", async () => {
  assert.ok(statSync(report).size < 2 * 1024 * 1024, `${statSync(report).size} bytes`);
  for (const colorScheme of ["light", "dark"]) {
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      const { context, page, faults } = await opened({ colorScheme, viewport });
      assert.equal(await page.textContent("h1"), "Basileus <rehearsed> & measured");
      for (const title of ["Who wins", "How long games take", "How the chance ran", "Dice and play", "What is lost"]) {
        assert.equal(await page.locator("section h3", { hasText: title }).count(), 2, title);
      }
      assert.equal(await page.locator("svg.map").count(), 4);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= viewport.width, `${wide} pixels wide on ${viewport.width}`);
      assert.deepEqual(faults, []);
      await context.close();
    }
  }
});

test("a report can be read by everybody, and says how each figure is made", async () => {
  const { context, page } = await opened({ viewport: { width: 1440, height: 900 } });
  const { violations } = await new AxeBuilder({ page }).withTags(["wcag2a", "wcag2aa"]).analyze();
  assert.deepEqual(
    violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`),
    [],
  );
  const figures = await page.locator("figure").count();
  assert.equal(await page.locator("figure figcaption code").count(), figures);
  const command = await page.textContent("figure figcaption code");
  assert.match(command, /^strategikon simulate basileus\/practice --players recruit,recruit --seed 4 --games 30/);
  const [, ...words] = command.split(" ");
  const [again] = JSON.parse(
    execFileSync(PROGRAM, [...words, "--json"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }),
  );
  const told = JSON.parse(readFileSync(join(folder, "plan.lab", "report.json"), "utf8")).series[0];
  assert.deepEqual(Object.values(again.wins), told.won);
  await context.close();
});

test("the shelf links the report of a scenario on its card", async () => {
  const player = await Player.sit(browser, server);
  await player.go();
  await player.page.fill("input[type=search]", "the bridge");
  const card = player.page.locator("li", { has: player.page.locator('[data-scenario="basileus/practice"]') });
  const link = card.locator("a.report");
  assert.equal(await player.page.locator("a.report").count(), 1);
  const [page] = await Promise.all([player.context.waitForEvent("page"), link.click()]);
  await page.waitForSelector("h1");
  assert.equal(await page.textContent("h1"), "Basileus <rehearsed> & measured");
  assert.equal(new URL(page.url()).pathname, "/api/shelf/basileus/practice/report.html");
  await player.leave();
});
