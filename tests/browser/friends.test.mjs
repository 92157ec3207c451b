import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { Cable, Player, stage } from "./stage.mjs";

const { server, browser } = await stage({ own: true });

/** Two browsers at one game: the first invites through the lobby, the second opens the link. */
async function invited(bobsLine) {
  const [ann, bob] = await Promise.all([Player.sit(browser, server), Player.sit(browser, bobsLine)]);
  await ann.go();
  await ann.page.click('.card[data-scenario="armageddon/rome"]');
  await ann.page.click("dialog >> text=Invite a friend");
  await ann.page.click("dialog button[type=submit]");
  const link = await ann.page.inputValue("dialog .copy input");
  await ann.page.click("dialog >> text=To the table");
  await ann.atTable();
  await bob.go(new URL(link).pathname);
  await bob.atTable();
  assert.equal(bob.game, ann.game);
  return [ann, bob];
}

/** Two browsers at one game made by the API. */
async function twoAtOneTable() {
  const [ann, bob] = await Promise.all([Player.sit(browser, server), Player.sit(browser, server)]);
  const { invite } = await ann.begin("armageddon/rome", { seating: "invite" });
  await bob.go(invite);
  await bob.atTable();
  return [ann, bob];
}

const press = async (player, kind) => {
  const before = await player.entry();
  await player.page.locator(`.now button[data-kind="${kind}"]`).first().click();
  await player.page.waitForFunction((n) => Number(document.querySelector(".board").dataset.entry) > n, before);
};

const sees = (player, entry) =>
  player.page.waitForFunction((n) => Number(document.querySelector(".board").dataset.entry) === n, entry);

/** The log as the page has it: the entries' numbers, in order. */
const entries = (player) =>
  player.page.locator(".entries li.entry").evaluateAll((all) => all.map((e) => Number(e.dataset.entry)));

test("two browsers play one game through a reload, a lost connection and a server restart", async () => {
  const cable = await Cable.lay(server);
  const [ann, bob] = await invited(cable);
  for (const player of [ann, bob])
    player.pardon(
      /ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED|ERR_CONNECTION_RESET|Failed to load resource/,
    );
  await press(ann, "muster");
  await sees(bob, await ann.entry());
  assert.match(await bob.page.title(), /Your move/);
  assert.doesNotMatch(await ann.page.title(), /Your move/);

  // A reload loses nothing.
  await bob.page.reload();
  await bob.atTable();
  await press(bob, "muster");
  await sees(ann, await bob.entry());

  // Bob's line is cut; Ann plays on; Bob catches up without missing or repeating an entry.
  cable.cut();
  await bob.page.waitForSelector(".line:not([hidden])");
  const missed = await bob.entry();
  const unit = (await ann.view()).scene.counters.find((c) => c.side === 0 && c.place);
  await ann.clickHex(unit.place);
  await ann.page.waitForSelector(".set.reach [data-hex]", { state: "attached" });
  await ann.clickHex(await ann.page.getAttribute(".set.reach [data-hex]", "data-hex"));
  await ann.page.waitForFunction((n) => Number(document.querySelector(".board").dataset.entry) > n, missed);
  if ((await ann.page.locator('.now button[data-kind="halt"]').count()) > 0) await press(ann, "halt");
  await press(ann, "done");
  const now = await ann.entry();
  assert.ok(now > missed + 2);
  assert.equal(await bob.entry(), missed);
  cable.mend();
  await sees(bob, now);
  const log = await entries(bob);
  assert.deepEqual(
    log,
    [...new Set(log)].sort((a, b) => a - b),
    "no entry twice, all in order",
  );
  assert.deepEqual(log, await entries(ann));

  // The server dies at once and comes back; both go on.
  await server.down("SIGKILL");
  await ann.page.waitForSelector(".line:not([hidden])");
  await server.up();
  await ann.page.waitForSelector(".line", { state: "hidden", timeout: 15_000 });
  await bob.page.waitForSelector(".line", { state: "hidden", timeout: 15_000 });
  assert.equal(await bob.entry(), now, "no acknowledged order is lost");
  const kind = await bob.page.locator(".now .actions button[data-kind]").first().getAttribute("data-kind");
  await press(bob, kind);
  await sees(ann, await bob.entry());
  await Promise.all([ann.leave(), bob.leave()]);
  cable.remove();
});

test("only the side to move is offered orders", async () => {
  const [ann, bob] = await twoAtOneTable();
  assert.ok((await ann.page.locator(".now .actions button").count()) > 0);
  assert.equal(await bob.page.locator(".now .actions button").count(), 0);
  assert.match(await bob.prompt(), /Waiting for/);
  await Promise.all([ann.leave(), bob.leave()]);
});

test("every order carries a nonce, bound by the one before, also after a reload", async () => {
  const [ann, bob] = await twoAtOneTable();
  const sent = [ann, bob].map((player) => {
    const nonces = [];
    player.page.on("request", (request) => {
      if (request.url().endsWith("/orders")) nonces.push(JSON.parse(request.postData()).nonce);
    });
    return nonces;
  });
  await press(ann, "muster");
  await sees(bob, await ann.entry());
  await press(bob, "muster");
  await sees(ann, await bob.entry());
  await press(ann, "done");
  await sees(bob, await ann.entry());
  await ann.page.reload();
  await ann.atTable();
  await press(bob, "done");
  await sees(ann, await bob.entry());
  await press(ann, "done");
  const digest = (text) => createHash("sha256").update(text).digest("hex");
  for (const [i, count] of [3, 2].entries()) {
    assert.equal(sent[i].length, count);
    for (let n = 1; n < count; n++) assert.equal(digest(sent[i][n]), sent[i][n - 1], `side ${i}, nonce ${n}`);
  }
  assert.notEqual(sent[0][0], sent[1][0]);
  const record = await (await ann.context.request.fetch(`${server.url}/api/games/${ann.game}/record`)).text();
  for (const nonce of sent.flat()) assert.ok(record.includes(nonce), "the record holds every nonce");
  assert.deepEqual((await ann.view()).dice.nonces, [sent[0][2], sent[1][1]]);
  await Promise.all([ann.leave(), bob.leave()]);
});

test("undo is free before the other side acts and by consent after", async () => {
  const [ann, bob] = await twoAtOneTable();
  await press(ann, "muster");
  await press(bob, "muster");
  await sees(ann, await bob.entry());
  await press(ann, "done");
  await sees(bob, await ann.entry());
  await bob.page.click("button:has-text('Ask undo')");
  await ann.page.waitForSelector(".offer:has-text('take the last orders back')");
  await ann.page.click(".offer >> text=Accept");
  await sees(bob, 1);

  // Both deployments back is a new game: it is asked for as one.
  await press(bob, "muster");
  await sees(ann, await bob.entry());
  await ann.page.click("button:has-text('Ask undo')");
  await ann.page.click("dialog button:has-text('No, go back')");
  assert.equal(await bob.page.locator(".offer").count(), 0);
  await ann.page.click("button:has-text('Ask undo')");
  await ann.page.click("dialog button:has-text('Begin anew')");
  await bob.page.waitForSelector(".offer:has-text('begin anew')");
  await bob.page.click(".offer >> text=Accept");
  await sees(ann, 0);
  await sees(bob, 0);
  await Promise.all([ann.leave(), bob.leave()]);
});

test("talk is heard, escaped, and can be muted", async () => {
  const [ann, bob] = await twoAtOneTable();
  await ann.page.click("#tab-chat");
  await ann.page.fill(".chat input", "<b>Ave</b> & good luck");
  await ann.page.click(".chat button:has-text('Say')");
  await bob.page.waitForSelector(".notice:has-text('good luck')");
  await bob.page.waitForSelector("#tab-chat.news");
  await bob.page.click("#tab-chat");
  await bob.page.waitForSelector(".lines li");
  assert.equal(await bob.page.locator("#tab-chat.news").count(), 0);
  assert.match(await bob.page.textContent(".lines li span"), /^<b>Ave<\/b> & good luck$/);
  await bob.page.click(".lines .mute");
  await bob.page.waitForSelector(".lines .muted");
  assert.doesNotMatch(await bob.page.textContent(".lines"), /Ave/);
  await Promise.all([ann.leave(), bob.leave()]);
});

test("a draw is offered and accepted; a resignation ends a game", async () => {
  const [ann, bob] = await twoAtOneTable();
  await ann.page.click("nav button:has-text('Menu')");
  await ann.page.click("dialog >> text=Offer a draw");
  await bob.page.waitForSelector(".notice:has-text('offers a draw')");
  await bob.page.click(".offer >> text=Accept");
  await ann.page.waitForSelector(".verdict");
  assert.match(await ann.prompt(), /drawn/i);
  await Promise.all([ann.leave(), bob.leave()]);

  const [cid, dan] = await twoAtOneTable();
  await cid.page.click("nav button:has-text('Menu')");
  await cid.page.click("dialog >> text=Resign");
  await cid.page.click("dialog .actions >> text=Resign");
  await dan.page.waitForSelector(".verdict");
  assert.match(await dan.prompt(), /Sabines won/i);
  await Promise.all([cid.leave(), dan.leave()]);
});

test("a clock runs on the page and is claimed when it has run out", async () => {
  const [ann, bob] = await Promise.all([Player.sit(browser, server), Player.sit(browser, server)]);
  const made = await ann.begin("armageddon/rome", {
    seating: "invite",
    clock: { kind: "live", bank_seconds: 2, increment_seconds: 0 },
  });
  await bob.go(made.invite);
  await bob.atTable();
  await ann.page.waitForSelector(".side .clock");
  await ann.page.waitForSelector(".offer:has-text('Your time is up')");
  await bob.page.click(".offer >> text=Claim the victory");
  await bob.page.waitForSelector(".verdict");
  assert.match(await bob.prompt(), /Sabines won/i);
  await Promise.all([ann.leave(), bob.leave()]);
});
