/**
 * Makes the pictures of docs/pictures from the program as it is: `npm run pictures`.
 */

import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Pointer, fightOut, lines } from "./battle.mjs";
import { advance } from "./general.mjs";
import { launch, Player, Server } from "./stage.mjs";

const FOLDER = fileURLToPath(new URL("../../docs/pictures/", import.meta.url));
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

mkdirSync(FOLDER, { recursive: true });
const [server, browser] = await Promise.all([Server.start(), launch()]);
const keep = async (player, name) => {
  await player.page.waitForTimeout(500);
  await player.page.mouse.move(2, 2).catch(() => {});
  await player.page.evaluate(() => document.activeElement?.blur());
  await player.page.screenshot({ path: `${FOLDER}${name}.png` });
  console.log(`docs/pictures/${name}.png`);
};

/** A campaign in which the army of Syria has gathered, and a town it can reach. */
async function beforeTheMarch(player) {
  await player.make("apocalypse/campaign");
  for (let i = 0; i < 300; i += 1) {
    const view = await player.view();
    const of = (kind) => view.orders.filter((o) => o.kind === kind);
    const army = view.scene.counters.find((c) => c.glyph === "army" && of("move").some((o) => o.counter === c.id));
    if (/Muslim Land Move/.test(view.scene.phase) && army) {
      await player.go(`/#/game/${player.made}`);
      await player.atTable();
      const routes = await player.ask(`/games/${player.made}/routes/${army.id}`);
      const towns = routes.filter((route) => route.meets.some((what) => /garrison|taken/.test(what)));
      const [goal] = towns.sort((a, b) => Number(b.cost) - Number(a.cost));
      return { army: army.place, goal: goal.place };
    }
    const gather = of("gather").find((o) => /Antioch/.test(o.text)) ?? of("gather")[0];
    const raise = of("raise").find((o) => /Syria/.test(o.text));
    const places = of("place");
    const place = places[(i * 7) % Math.max(1, places.length)];
    const join = /who joins/.test(view.prompt) && view.scene.boxes[0].counters.length < 14 ? of("join")[0] : null;
    const order = raise ?? gather ?? join ?? place ?? of("camp")[0] ?? of("done")[0] ?? view.orders[0];
    await player.give(view.entry, [order.order]);
  }
  throw new Error("the army does not gather");
}

try {
  const player = await Player.sit(browser, server, { colorScheme: "light" });
  await player.go();
  await player.page.waitForSelector(".card");
  await player.page.waitForLoadState("networkidle");
  await keep(player, "lobby");

  // A lesson: one counter ringed, one thing said.
  await player.go("/#/learn/armageddon/march");
  await player.atTable();
  await player.page.waitForSelector(".lesson-bubble .say");
  await keep(player, "lesson");
  await player.go("/#/card/armageddon");
  await player.page.waitForSelector(".chart table");
  await keep(player, "card");

  // The table: a unit selected, its reach with costs, what the enemy threatens.
  await player.begin("armageddon/rome");
  await advance(player, (view) => (view.scene.tracks[0].at ?? 0) >= 2 && view.orders.some((o) => o.kind === "move"));
  await player.page.reload();
  await player.atTable();
  await player.page.keyboard.press("n");
  await player.page.waitForSelector(".set.reach [data-hex]", { state: "attached" });
  const goals = await player.page.locator(".set.reach [data-hex]").evaluateAll((all) => all.map((e) => e.dataset.hex));
  const { x, y } = await player.spot(goals[goals.length - 1]);
  await player.page.mouse.move(x, y);
  await player.page.waitForTimeout(400);
  await player.page.evaluate(() => document.activeElement?.blur());
  await player.page.screenshot({ path: `${FOLDER}table.png` });
  console.log("docs/pictures/table.png");

  // What a counter says.
  await player.page.keyboard.press("Escape");
  const { scene } = await player.view();
  const told =
    scene.counters.filter((c) => c.place && c.seals.length > 0).at(-1) ?? scene.counters.find((c) => c.place);
  const stands = await player.spot(told.place);
  await player.page.mouse.click(stands.x, stands.y, { button: "right" });
  await player.page.waitForSelector(".profile.pinned:not([hidden])");
  await player.page.waitForTimeout(300);
  await player.page.screenshot({ path: `${FOLDER}counter.png` });
  console.log("docs/pictures/counter.png");
  await player.page.keyboard.press("Escape");

  // Odds: an attack built, before commitment.
  await advance(
    player,
    (view) => (view.sums ?? []).some((sum) => sum.terms.length > 2) && !view.orders.some((o) => o.kind === "join"),
  );
  await player.page.reload();
  await player.atTable();
  await keep(player, "odds");

  // Replay: a moment in the middle, by lamplight.
  await advance(player, (view) => (view.scene.tracks[0].at ?? 0) >= 4);
  const middle = Math.round((await player.view()).entry * 0.8);
  await player.page.emulateMedia({ colorScheme: "dark" });
  await player.go(`/#/game/${player.game}/at/${middle}`);
  await player.page.reload();
  await player.page.waitForSelector(".replay:not([hidden])");
  await keep(player, "replay");
  const { game } = player;
  const cookies = await player.context.cookies();

  // An expedition before it marches: its reach, the way to a place, what it costs and meets.
  const general = await Player.sit(browser, server, { colorScheme: "light" });
  const { army, goal } = await beforeTheMarch(general);
  await general.clickHex(army);
  await general.page.waitForSelector(".set.reach [data-hex]", { state: "attached" });
  const there = await general.spot(goal);
  await general.page.mouse.move(there.x, there.y);
  await general.page.waitForSelector(".odds h3:has-text('attrition')");
  await general.page.waitForFunction(() => document.querySelector("img.landscape").complete);
  await general.page.waitForTimeout(600);
  await general.page.screenshot({ path: `${FOLDER}guides/apocalypse/expedition.png` });
  console.log("docs/pictures/guides/apocalypse/expedition.png");

  // A map of countries: whose land is whose, a march and its chances.
  const caliph = await Player.sit(browser, server, { colorScheme: "light" });
  const marching = (view) => (view.orders ?? []).some((o) => o.marches);
  const campaign = await caliph.reach("jihad/first-conquests", marching);
  await caliph.settled();
  const able = campaign.orders.find((o) => o.marches).counter;
  const host = campaign.scene.counters.find((c) => c.id === able);
  const ways = await caliph.ask(`/games/${caliph.game}/routes/${able}`);
  const uncertain = async ({ orders }) => {
    const { arrives } = await caliph.ask(`/games/${caliph.game}/odds`, { orders, counter: able });
    return arrives?.length > 1;
  };
  let [long] = ways;
  for (const way of ways.sort((a, b) => b.path.length - a.path.length)) {
    long = way;
    if (await uncertain(way)) break;
  }
  await caliph.clickHex(host.place);
  await caliph.page.waitForSelector(".set.reach .rim", { state: "attached" });
  const beyond = await caliph.spot(long.place);
  await caliph.page.mouse.move(beyond.x, beyond.y);
  await caliph.page.waitForFunction(() => /%/.test(document.querySelector(".set.path .bubble")?.textContent ?? ""));
  await caliph.page.waitForFunction(() => document.querySelector("img.landscape").complete);
  await caliph.page.waitForTimeout(600);
  await caliph.page.screenshot({ path: `${FOLDER}march.png` });
  console.log("docs/pictures/march.png");

  // The open table: a line held in contact, the glass over it, the fights that would stand.
  const latin = await Player.sit(browser, server, { colorScheme: "light" });
  await latin.begin("dba/lake-regillus", { dice: "physical" });
  const near = new Error("near");
  const [hands, stop] = [
    new Pointer(latin),
    async ({ marches }) => {
      if (marches === 12) throw near;
    },
  ];
  await fightOut(latin, hands, { look: stop }).catch((fault) => {
    if (fault !== near) throw fault;
  });
  await latin.page.keyboard.press("Escape");
  await hands.press("done");
  await latin.page.waitForSelector(".die-button");
  await hands.die(6);
  await latin.settled();
  await latin.page.click("button[data-overlay=zones]");
  const [line] = lines(await latin.view());
  await hands.march(line, 2.2, { drop: false });
  await latin.page.waitForSelector(".bouts:not([hidden])");
  await latin.page.waitForTimeout(400);
  await latin.page.screenshot({ path: `${FOLDER}guides/dba/table.png` });
  console.log("docs/pictures/guides/dba/table.png");

  const phone = await Player.sit(browser, server, { ...PHONE, colorScheme: "light" });
  await phone.context.addCookies(cookies);
  await phone.go(`/#/game/${game}`);
  await phone.atTable();
  const zoom = phone.page.locator('.zoom [aria-label="Nearer"]');
  await zoom.tap();
  await keep(phone, "phone");
} finally {
  await browser.close();
  await server.stop();
}
