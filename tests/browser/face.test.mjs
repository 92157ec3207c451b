/**
 * The face the page brings, on a machine that has none but a fallback.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Player, stage } from "./stage.mjs";

const { server, browser } = await stage();

/** The faces that letters of the page are drawn with, as Chromium itself says, and a word for each that is not ours. */
async function foreign(player) {
  const { page } = player;
  await page.evaluate(() => document.fonts.ready);
  const line = await player.context.newCDPSession(page);
  await line.send("DOM.enable");
  await line.send("CSS.enable");
  // Of all texts those that show a letter in a look nothing before them has shown.
  await page.evaluate(() => {
    const seen = new Set();
    for (const e of document.querySelectorAll("body *")) {
      const words = [...e.childNodes].map((node) => (node.nodeType === 3 ? node.data.trim() : "")).join("");
      if (!words) continue;
      const { fontFamily, fontWeight, fontStyle, fontVariantCaps } = getComputedStyle(e);
      const look = [fontFamily, fontWeight, fontStyle, fontVariantCaps].join();
      const letters = [...words].map((letter) => look + letter).filter((letter) => !seen.has(letter));
      if (letters.length > 0) e.setAttribute("data-set", "");
      for (const letter of letters) seen.add(letter);
    }
  });
  const { root } = await line.send("DOM.getDocument");
  const { nodeIds } = await line.send("DOM.querySelectorAll", { nodeId: root.nodeId, selector: "[data-set]" });
  let letters = 0;
  const found = [];
  for (const nodeId of nodeIds) {
    const { fonts } = await line.send("CSS.getPlatformFontsForNode", { nodeId });
    for (const font of fonts) {
      if (font.isCustomFont && font.familyName === "Strategikon Serif") letters += font.glyphCount;
      else found.push([font.familyName, (await line.send("DOM.getOuterHTML", { nodeId })).outerHTML.slice(0, 200)]);
    }
  }
  await line.detach();
  assert.ok(letters > 100, `${letters} letters were looked at`);
  return found;
}

test("the machine has no faces but a fallback whose letters are all boxes", async () => {
  const player = await Player.sit(browser, server);
  await player.go();
  const widths = await player.page.evaluate(() => {
    const pen = document.createElement("canvas").getContext("2d");
    return ["Georgia", "Palatino", "DejaVu Sans", "Arial", "serif", "sans-serif", "monospace"].map((family) => {
      pen.font = `20px ${family}`;
      return pen.measureText("ill").width;
    });
  });
  assert.deepEqual(new Set(widths), new Set([60]));
  await player.leave();
});

test("lobby, dialogs, table, log, rules and replay are set in the face the page brings", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await player.go();
  await page.waitForSelector(".card");
  assert.deepEqual(await foreign(player), [], "lobby");
  await page.click('.card[data-scenario="armageddon/rome"]');
  await page.waitForSelector("dialog[open]");
  assert.deepEqual(await foreign(player), [], "a new game");
  await page.click("dialog >> text=Hot-seat");
  await page.click("dialog button[type=submit]");
  await player.atTable();
  await player.muster();
  await page.keyboard.press("n");
  await page.waitForSelector(".set.reach [data-hex]", { state: "attached" });
  assert.deepEqual(await foreign(player), [], "table, with counters and costs of movement");
  await page.click("nav button:has-text('Rules')");
  await page.waitForSelector(".case");
  assert.deepEqual(await foreign(player), [], "rules");
  await page.keyboard.press("?");
  await page.waitForSelector("dialog .keys");
  assert.deepEqual(await foreign(player), [], "keys");
  await page.keyboard.press("Escape");
  await page.click("nav button:has-text('Replay')");
  await page.click("text=Bookmark");
  await page.waitForSelector(".bookmark");
  assert.deepEqual(await foreign(player), [], "replay with a bookmark");
  await player.leave();
});

test("a name in letters of other tongues brings its part of the face", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  await player.go();
  await page.waitForSelector(".card");
  const loaded = (sample) =>
    page.evaluate(
      (text) => document.fonts.load("16px 'Strategikon Serif'", text).then((faces) => faces.length),
      sample,
    );
  assert.equal(await loaded("Rome"), 1, "what English needs is one file");
  assert.equal(await loaded("Łódź"), 2);
  await player.leave();
});

test("the map brings its face into its picture", async () => {
  const player = await Player.sit(browser, server);
  await player.begin();
  const { landscape } = await player.view();
  // The same map once as it is and once in a face that is not there: the numbers of the first hexes tell them apart.
  const shown = async (face) => {
    await player.page.evaluate(
      async ([address, face]) => {
        const svg = await (await fetch(address)).text();
        const other = new Blob([svg.replaceAll(`="'Strategikon Serif'`, `="${face}`)], { type: "image/svg+xml" });
        const picture = new Image();
        picture.src = face ? URL.createObjectURL(other) : address;
        await picture.decode();
        document.body.replaceChildren(picture);
      },
      [landscape, face],
    );
    return player.page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 100 } });
  };
  const boxes = await shown("'Nowhere'");
  let tries = 0;
  while ((await shown("")).equals(boxes)) assert.ok((tries += 1) < 20, "the map is drawn in the fallback");
  await player.leave();
});

test("faces are kept for ever by their names, and may come from nowhere else", async () => {
  const player = await Player.sit(browser, server);
  const { page } = player;
  const faces = [];
  page.on("response", (answer) => {
    if (answer.url().endsWith(".woff2")) faces.push(answer);
  });
  await player.go();
  await page.waitForSelector(".card");
  await page.evaluate(() => document.fonts.ready);
  const names = faces.map((answer) => new URL(answer.url()).pathname);
  assert.equal(new Set(names).size, names.length, "none is fetched twice");
  assert.ok(names.length <= 3 && names.every((name) => /^\/fonts\/(Regular|Bold|Italic)\./.test(name)), `${names}`);
  for (const answer of faces) {
    assert.match(answer.headers()["cache-control"], /immutable/);
    assert.match(answer.headers()["content-security-policy"], /font-src 'self'/);
  }
  await player.leave();
});
