import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, Player, SMALL, stage } from "./stage.mjs";

const { server, browser } = await stage();

const ROME = "At the end of Game-Turn 10: whoever controls D wins; otherwise it is a draw.";

test("what wins stands in the lobby, in the dialog, over the board and among the rules", async () => {
  const player = await Player.sit(browser, server, SMALL);
  const { page } = player;
  await player.go();
  assert.ok((await page.textContent(".hero .goal-line")).includes(ROME));
  await page.click('.card[data-scenario="armageddon/rome"]');
  assert.ok((await page.textContent("dialog .goal-line")).includes(ROME));
  await page.click("dialog >> text=Hot-seat");
  await page.click("dialog button[type=submit]");
  await player.atTable();
  assert.ok((await page.textContent(".goal-strip .wins")).includes(ROME));
  await page.click("nav >> text=Rules");
  assert.ok((await page.textContent(".rules .goal-line")).includes(ROME));
  await page.click(".goal-strip [data-rule]");
  await page.waitForSelector('.case.opened[data-case="setup.victory"]');
  await player.leave();
});

test("the goal tells how it stands now, and how it stood then", async () => {
  const player = await Player.sit(browser, server, SMALL);
  const { page } = player;
  const figures = () => page.locator(".goal-strip .figures li").allTextContents();
  const view = await player.reach("armageddon/rome", ({ scene }) =>
    scene.sides.some((side) => /[1-9]\d* lost/.test(side.standing)),
  );
  const said = await figures();
  const lost = view.scene.goal.standing.filter(({ of }) => of);
  assert.equal(lost.length, 2);
  for (const { text, of } of lost) {
    assert.ok(
      said.some((line) => line.includes(text) && line.includes(`${of[0]} of ${of[1]}`)),
      said.join("; "),
    );
  }
  assert.ok(
    said.some((line) => /^D held by/.test(line)),
    said.join("; "),
  );
  await page.click("nav >> text=Replay");
  await page.keyboard.press("Home");
  await page.waitForFunction(() => /held by nobody/.test(document.querySelector(".goal-strip .figures").textContent));
  await player.leave();
});

test("on the phone the goal is in view and its figures too", async () => {
  const player = await Player.sit(browser, server, PHONE);
  const { page } = player;
  await player.reach("jihad/full", () => true);
  const strip = await page.locator(".goal-strip").boundingBox();
  assert.ok(strip.height < 90, `${strip.height} px leave the board its room`);
  await page.locator(".goal-strip .figures").waitFor({ state: "visible" });
  await page.click(".goal-strip .wins");
  assert.ok((await page.locator(".goal-strip").boundingBox()).height > strip.height, "a tap shows the whole sentence");
  await player.begin("armageddon/rome");
  await page.locator(".goal-strip .figures").waitFor({ state: "visible" });
  const cut = await page.locator(".goal-strip .figures").evaluate((row) => row.scrollWidth - row.clientWidth);
  assert.ok(cut <= 0, `${cut} px of the figures are cut off`);
  await player.leave();
});
