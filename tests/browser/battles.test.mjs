import assert from "node:assert/strict";
import { test } from "node:test";
import { Keys, Pointer, Touch, fightOut } from "./battle.mjs";
import { PHONE, Player, stage } from "./stage.mjs";

const { server, browser } = await stage();

/** Where pictures go, if somebody wants to look at them. */
const PICTURES = process.env.PICTURES;

/** Keeps a picture of the first fight and of the end. */
function watch(page, name) {
  let fights = -1;
  return async (done) => {
    if (!PICTURES || done.fights > 2 || fights === done.fights) return;
    ({ fights } = done);
    await page.screenshot({ path: `${PICTURES}/${name}-${done.marches}-${fights}.png` });
  };
}

/** A battle from the lists to the verdict by one sort of hands. */
async function battle(hands, name, screen) {
  const player = await Player.sit(browser, server, screen);
  await player.begin("dba/lake-regillus", { dice: "physical" });
  const held = new hands(player);
  const done = await fightOut(player, held, { look: watch(player.page, name) });
  assert.equal(done.verdict.winner, "Latins", JSON.stringify(done));
  assert.ok(done.marches >= 4 && done.fights >= 3, JSON.stringify(done));
  if (PICTURES) await player.page.screenshot({ path: `${PICTURES}/${name}-end.png` });
  await player.leave();
  return held;
}

test("a whole battle against the computer", async () => {
  const player = await Player.sit(browser, server);
  await player.begin("dba/qadisiyya", { seating: "computer", level: "recruit" });
  const done = await fightOut(player, new Pointer(player), {
    patience: 1200,
    keen: true,
    look: watch(player.page, "computer"),
  });
  assert.ok(done.marches >= 4 && done.fights >= 1, JSON.stringify(done));
  assert.ok(done.verdict.rule, JSON.stringify(done));
  if (PICTURES) await player.page.screenshot({ path: `${PICTURES}/computer-end.png` });
  await player.leave();
});

test("a whole battle by dragging, its fights foretold while the line is held", async () => {
  const { foretold } = await battle(Pointer, "drag");
  assert.ok(foretold > 0, "what would be fought was shown before the line was let go");
});
test("a whole battle by keyboard", () => battle(Keys, "keys"));
test("a whole battle on the phone", () => battle(Touch, "phone", PHONE));
