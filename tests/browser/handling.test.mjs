import assert from "node:assert/strict";
import { test } from "node:test";
import { Player, sound, stage } from "./stage.mjs";

const { server, browser } = await stage();

const on = (player, entry) =>
  player.page.waitForFunction((n) => Number(document.querySelector(".board").dataset.entry) > n, entry);
const at = (player, entry) =>
  player.page.waitForFunction((n) => Number(document.querySelector(".board").dataset.entry) === n, entry);
const routesOf = (player, id) => player.ask(`/games/${player.game}/routes/${id}`);
const standing = async (player, id) => (await player.view()).scene.counters.find((c) => c.id === id);
const stackOf = (scene, hex) => scene.counters.filter((c) => c.place === hex);

/** One of a side that is alone in its hex, and the top one of a stack where it can go. */
async function friends(player) {
  const { scene } = await player.view();
  const ours = scene.counters.filter((c) => c.side === 0 && c.place);
  for (const one of ours.filter((c) => stackOf(scene, c.place).length === 1)) {
    const routes = await routesOf(player, one.id);
    const route = routes.find((r) => stackOf(scene, r.place).length > 0);
    if (route) return { one, other: stackOf(scene, route.place).at(-1), route };
  }
  throw new Error("nobody can join a friend");
}

async function drag(player, from, to) {
  const { page } = player;
  const [a, b] = [await player.spot(from), await player.spot(to)];
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  for (let i = 1; i <= 6; i += 1) await page.mouse.move(a.x + ((b.x - a.x) * i) / 6, a.y + ((b.y - a.y) * i) / 6);
  return b;
}

const reached = (player, hex) => player.page.waitForSelector(`.set.reach [data-hex="${hex}"]`, { state: "attached" });

test("a click on a friend selects it, a second one goes there, and so do a drag and a key", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await player.deployed();
  const { one, other, route } = await friends(player);
  const entry = await player.entry();
  await player.clickHex(one.place);
  await reached(player, route.place);
  await player.clickHex(route.place);
  await page.waitForSelector(`#c${other.id}.chosen`);
  assert.equal(await player.entry(), entry, "nobody has moved");
  assert.match(await page.textContent(".set.path .bubble"), new RegExp(`Once more: ${one.name} goes there`));
  await player.clickHex(route.place);
  await on(player, entry);
  assert.equal((await standing(player, one.id)).place, route.place, "the second click goes");
  await page.keyboard.press("U");
  await at(player, entry);

  await drag(player, one.place, route.place);
  await reached(player, route.place);
  await page.mouse.up();
  await on(player, entry);
  assert.equal((await standing(player, one.id)).place, route.place, "a drag goes");
  await page.keyboard.press("U");
  await at(player, entry);

  await page.keyboard.press("Escape");
  await player.clickHex(one.place);
  await reached(player, route.place);
  const { x, y } = await player.spot(route.place);
  await page.keyboard.down("Shift");
  await page.mouse.click(x, y);
  await page.keyboard.up("Shift");
  await on(player, entry);
  assert.equal((await standing(player, one.id)).place, route.place, "the key goes");
  await player.leave();
});

test("whoever is quicker than the line is heard all the same, and what is said twice is said once", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await player.deployed();
  const { one } = await friends(player);
  const { scene } = await player.view();
  const free = (r) => !r.meets && !r.stops && stackOf(scene, r.place).length === 0;
  const ways = (await routesOf(player, one.id)).filter(free);
  const plain = ways.sort((a, b) => Number(a.cost) - Number(b.cost))[0];
  const [entry, orders] = [await player.entry(), []];
  // Answers come late, news at once.
  await page.route("**/routes/*", async (asked) => {
    const response = await asked.fetch();
    await page.waitForTimeout(600);
    await asked.fulfill({ response });
  });
  await page.route("**/orders", async (asked) => {
    orders.push(asked.request().postDataJSON().orders.length);
    const response = await asked.fetch();
    await page.waitForTimeout(1500);
    await asked.fulfill({ response });
  });
  const [from, to] = [await player.spot(one.place), await player.spot(plain.place)];
  await page.mouse.click(from.x, from.y);
  assert.equal(await page.locator(".set.reach [data-hex]").count(), 0, "its ways are not known yet");
  await page.mouse.click(to.x, to.y);
  await on(player, entry);
  assert.equal(player.unanswered.size, 1, "the news is here before the answer");
  const moved = await player.entry();
  await page.keyboard.press("h");
  await page.keyboard.press("h");
  await on(player, moved);
  assert.equal((await standing(player, one.id)).place, plain.place, "it went");
  while (player.unanswered.size > 0) await page.waitForTimeout(50);
  assert.equal(orders.length, 2, "one march and one halt");
  await sound(player, "a slow line");
  await player.leave();
});

test("a whole stack and a part of it go together, and come back in one go", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await player.deployed();
  const { scene } = await player.view();
  const able = new Set((await player.view()).orders.filter((o) => o.marches).map((o) => o.counter));
  const places = [...new Set(scene.counters.filter((c) => c.side === 0 && c.place).map((c) => c.place))];
  let found = null;
  for (const hex of places) {
    const stack = stackOf(scene, hex).filter((c) => able.has(c.id));
    if (stack.length < 2) continue;
    const ways = await Promise.all(stack.map((c) => routesOf(player, c.id)));
    const taken = new Set(scene.counters.map((c) => c.place));
    const shared = ways[0].find((r) => !taken.has(r.place) && ways.every((w) => w.some((o) => o.place === r.place)));
    if (shared) found = { hex, stack, to: shared.place };
    if (found) break;
  }
  const { hex, stack, to } = found;
  const entry = await player.entry();
  await player.clickHex(hex);
  await page.waitForSelector(".counter.chosen");
  await page.keyboard.press("s");
  await page.waitForFunction((n) => document.querySelectorAll("#counters .chosen").length === n, stack.length);
  await reached(player, to);
  await sound(player, "a stack that goes together");
  await player.clickHex(to);
  await page.waitForFunction(
    ([ids, hex]) => ids.every((id) => document.querySelector(`#c${id} title`).textContent.includes(` at ${hex}`)),
    [stack.map((c) => c.id), to],
  );
  await page.waitForFunction((text) => document.querySelector(".undoing").textContent.includes(text), `to ${to}`);
  await page.keyboard.press("u");
  await at(player, entry);
  for (const { id } of stack) assert.equal((await standing(player, id)).place, hex, "all of them are back");
  await player.leave();
});

test("costs stand only on the way pointed at, and the reach is one quiet line", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await player.deployed();
  const { one } = await friends(player);
  const routes = await routesOf(player, one.id);
  await player.clickHex(one.place);
  await page.waitForSelector(".set.reach .rim", { state: "attached" });
  assert.equal(await page.locator(".set.reach .cost").count(), 0, "no costs all over the map");
  assert.equal(await page.locator(".set.reach .rim").count(), 1);
  assert.equal(await page.locator(".set.reach .shade").count(), 1, "what is out of reach is a shade darker");
  assert.equal(await page.locator(".set.reach .spot").count(), routes.length);
  const far = [...routes].sort((a, b) => b.path.length - a.path.length)[0];
  const { x, y } = await player.spot(far.place);
  await page.mouse.move(x, y);
  await page.waitForSelector(".set.path .bubble");
  const beads = await page.locator(".set.path .bead text").allTextContents();
  const costs = far.path.slice(0, -1).map((hex) => routes.find((r) => r.place === hex)?.cost ?? "");
  assert.deepEqual(beads, costs, "what each step has cost so far");
  assert.match(await page.textContent(".set.path .bubble"), new RegExp(`^${far.cost} points? to get there`));
  await player.leave();
});

test("at the end of a march stands the exact chance to arrive whole", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  const view = await player.reach("jihad/first-conquests", (v) => (v.orders ?? []).some((o) => o.marches));
  await player.settled();
  const { counter } = view.orders.find((o) => o.marches);
  const unit = view.scene.counters.find((c) => c.id === counter);
  const routes = await routesOf(player, counter);
  const risky = [];
  for (const route of routes.slice(0, 60)) {
    const { arrives } = await player.ask(`/games/${player.game}/odds`, { orders: route.orders, counter });
    if (arrives?.length > 1) risky.push({ route, arrives });
    if (risky.length > 0) break;
  }
  const [{ route, arrives }] = risky;
  assert.equal(
    arrives.reduce((sum, chance) => sum + chance.ways, 0),
    arrives[0].of,
    "the chances add up",
  );
  assert.equal(arrives[0].result, "arrives whole");
  await player.clickHex(unit.place);
  await reached(player, route.place);
  const { x, y } = await player.spot(route.place);
  await page.mouse.move(x, y);
  const percent = Math.round((100 * arrives[0].ways) / arrives[0].of);
  await page.waitForFunction(
    (words) => document.querySelector(".set.path .bubble")?.textContent.includes(words),
    `Arrives whole: ${percent} %`,
  );
  await player.leave();
});

test("counters are dragged from their box, keep the last facing, and turn with one key", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await player.begin();
  const { orders } = await player.view();
  const places = orders.filter((o) => o.kind === "place");
  const unit = places[0].counter;
  const spots = places.filter((o) => o.counter === unit).map((o) => o.place);
  const lay = async (hex) => {
    const entry = await player.entry();
    const pile = await page.locator("button.pile.chosen, button.pile").first().boundingBox();
    const spot = await player.spot(hex);
    await page.mouse.move(pile.x + pile.width / 2, pile.y + pile.height / 2);
    await page.mouse.down();
    for (let i = 1; i <= 6; i += 1)
      await page.mouse.move(pile.x + ((spot.x - pile.x) * i) / 6, pile.y + ((spot.y - pile.y) * i) / 6);
    assert.equal(await page.locator(".carried").count(), 1, "it is carried");
    await page.mouse.move(spot.x, spot.y);
    await page.mouse.up();
    await on(player, entry);
    assert.equal(await page.locator(".carried").count(), 0);
  };
  await lay(spots[0]);
  await page.waitForSelector(".set.arrows .arrow");
  const first = await player.spot(spots[0]);
  // The counter that is to be faced is turned by a drag.
  await page.mouse.move(first.x, first.y);
  await page.mouse.down();
  await page.mouse.move(first.x, first.y + 40, { steps: 4 });
  await page.mouse.move(first.x, first.y + 90, { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelectorAll(".set.arrows .arrow").length === 0);
  const faced = (await player.view()).scene.counters.find((c) => c.place === spots[0]);
  assert.equal(faced.facing, 3, "it faces where it was dragged");
  const entry = await player.entry();
  await lay(spots[1]);
  await on(player, entry + 1);
  const second = (await player.view()).scene.counters.find((c) => c.place === spots[1]);
  assert.equal(second.facing, 3, "the next one faces the same way unasked");
  await page.keyboard.press("]");
  await page.waitForFunction((id) => /faces SW/.test(document.querySelector(`#c${id} title`).textContent), second.id);
  await player.leave();
});

test("deploying the rest leaves what was placed by hand, and the enemy's side is marked", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await player.begin();
  await page.waitForSelector(".set.enemy .towards text", { state: "attached" });
  assert.equal(await page.textContent(".set.enemy .towards text"), (await player.view()).scene.sides[1].name);
  const { orders } = await player.view();
  const { order, place, counter } = orders.filter((o) => o.kind === "place").at(-1);
  await player.order(order, { do: "face", facing: 1 });
  await player.settled();
  const { entry } = await player.view();
  await page.click('button[data-kind=muster]:has-text("Deploy the rest automatically")');
  await on(player, entry);
  await page.waitForFunction(() => !document.querySelector("button[data-kind=done]"));
  const after = await player.view();
  const stayed = after.scene.counters.find((c) => c.id === counter);
  assert.deepEqual([stayed.place, stayed.facing], [place, 1]);
  assert.equal(after.scene.to_act, 1, "the other side deploys now");
  await player.leave();
});

test("Escape lets go of anything", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await player.deployed();
  const { one } = await friends(player);
  const entry = await player.entry();
  await player.clickHex(one.place);
  await page.waitForSelector(`#c${one.id}.chosen`);
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.querySelector(".counter.chosen") === null);
  // A drag is broken off.
  const [route] = await routesOf(player, one.id);
  await drag(player, one.place, route.place);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  assert.equal(await page.locator(".set.ghost .counter").count(), 0);
  assert.equal(await player.entry(), entry);
  await page.keyboard.press("Escape");
  // A unit that was only taken up is put back.
  await player.clickHex(one.place);
  await page.click("text=Take it up, to turn it on the spot");
  await on(player, entry);
  await page.keyboard.press("Escape");
  await at(player, entry);
  await page.waitForFunction(() => document.querySelector(".counter.chosen") === null);
  await player.leave();
});

test("undo says what it takes back", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await player.deployed();
  const { scene } = await player.view();
  const { one } = await friends(player);
  const taken = new Set(scene.counters.map((c) => c.place));
  const route = (await routesOf(player, one.id)).find((r) => !taken.has(r.place));
  const entry = await player.entry();
  await player.clickHex(one.place);
  await reached(player, route.place);
  await player.clickHex(route.place);
  await on(player, entry);
  const words = `Undo: ${one.name} to ${route.place}`;
  await page.waitForFunction((words) => document.querySelector(".undoing").textContent.includes(words), words);
  assert.equal(await page.getAttribute("nav button >> nth=0", "aria-label"), words);
  await page.click(".undoing button");
  await at(player, entry);
  await player.leave();
});

test("whoever is not to move is not spoken to", async () => {
  const [ann, bob] = [await Player.sit(browser, server), await Player.sit(browser, server)];
  const { id, invite } = await ann.make("armageddon/rome", { seating: "invite" });
  await bob.ask("/me");
  await bob.ask(`/invite/${invite.split("/").at(-1)}`, {});
  bob.made = id;
  for (const player of [ann, bob]) {
    await player.go(`/#/game/${id}`);
    await player.atTable();
  }
  const view = await ann.view();
  const [acts, waits] = view.orders?.length > 0 ? [ann, bob] : [bob, ann];
  await acts.page.waitForFunction(() => /place|deploy/i.test(document.querySelector(".prompt").textContent));
  assert.match(await waits.prompt(), /^Waiting for /);
  assert.doesNotMatch(await waits.prompt(), /choose|place|deploy|your|click/i);
  await Promise.all([ann.leave(), bob.leave()]);
});

test("what is on or off is a switch", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  const shelf = await player.ask("/shelf");
  const cards = (shelf.games ?? shelf).flatMap((game) => game.scenarios);
  const card = cards.find((c) => c.options.some((o) => o.values.every((v) => typeof v === "boolean")));
  await player.go();
  await page.waitForSelector(".card");
  await page.evaluate(() => document.querySelector("[data-all], .all")?.click());
  await page.click(`.card[data-scenario="${card.scenario}"]`);
  const flags = page.locator("dialog [role=switch]");
  assert.equal(await flags.count(), card.options.filter((o) => o.values.every((v) => typeof v === "boolean")).length);
  assert.equal(await page.locator("dialog option", { hasText: /^(true|false)$/ }).count(), 0);
  await sound(player, "the dialog with switches");
  const option = await flags.first().getAttribute("data-option");
  const before = await flags.first().isChecked();
  await flags.first().focus();
  await page.keyboard.press(" ");
  assert.equal(await flags.first().isChecked(), !before);
  const [request] = await Promise.all([
    page.waitForRequest((r) => r.method() === "POST" && /\/api\/games$/.test(r.url())),
    page.click("dialog button[type=submit]"),
  ]);
  assert.equal(request.postDataJSON().options[option], !before);
  await player.atTable();
  await player.leave();
});
