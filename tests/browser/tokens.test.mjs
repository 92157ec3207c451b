import assert from "node:assert/strict";
import { test } from "node:test";
import { Player, stage } from "./stage.mjs";

const { server, browser } = await stage({ own: true });

test("a guest makes a token for a bot, sees it once, and withdraws it", async () => {
  const ann = await Player.sit(browser, server);
  const { page } = ann;
  await ann.go();
  await page.click("button.me");
  await page.click("summary:has-text('Bots that play for me')");
  await page.fill("input[name=bot]", "Hannibal");
  await page.click("text=Make a token");
  const token = await page.textContent("dialog p[role=status] code");
  assert.match(token, /^[0-9a-f]{64}$/);
  const asBot = () => fetch(`${server.url}/api/me`, { headers: { authorization: `Bearer ${token}` } });
  const me = await asBot();
  assert.deepEqual([me.status, (await me.json()).name], [200, (await ann.ask("/me")).name]);

  await page.keyboard.press("Escape");
  await page.click("button.me");
  await page.click("summary:has-text('Bots that play for me')");
  await page.waitForSelector("dialog li:has-text('Hannibal')");
  assert.ok(!(await page.textContent("dialog")).includes(token), "shown once");
  await page.click("dialog li button:has-text('Withdraw')");
  await page.click("button:has-text('Withdraw it')");
  await page.waitForSelector("dialog li:has-text('Hannibal')", { state: "detached" });
  assert.equal((await asBot()).status, 401);
  await ann.leave();
});
