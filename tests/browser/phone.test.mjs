import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, Player, sound, stage } from "./stage.mjs";

const { server, browser } = await stage();

const tapHex = async (player, hex) => {
  const { x, y } = await player.spot(hex);
  await player.page.touchscreen.tap(x, y);
};

test("a game is begun and a unit moved on a phone by touch alone", async () => {
  const player = await Player.sit(browser, server, PHONE);
  const { page } = player;
  await player.go();
  await page.tap("text=Play now");
  await player.atTable();
  await page.tap("button[data-kind=muster]");
  await page.waitForFunction(() => /choose a unit to move/i.test(document.querySelector(".prompt").textContent));
  const { scene, entry } = await player.view();
  const stack = scene.counters.filter(
    (c) => c.side === 0 && c.place && scene.counters.filter((o) => o.place === c.place).length > 1,
  );
  await tapHex(player, stack[0].place);
  await page.waitForSelector(".fan [data-counter]");
  const spread = await page.locator(".fan [data-counter]").count();
  assert.equal(spread, scene.counters.filter((c) => c.place === stack[0].place).length, "the stack fans out");
  await page.locator(".fan [data-counter]").last().tap({ force: true });
  await page.waitForSelector(".set.reach [data-hex]", { state: "attached" });
  const goal = await page.locator(".set.reach [data-hex]").last().getAttribute("data-hex");
  await tapHex(player, goal);
  await page.waitForFunction((n) => Number(document.querySelector(".board").dataset.entry) > n, entry);
  await player.leave();
});

test("two fingers zoom the board and one pans it", async () => {
  const player = await Player.sit(browser, server, PHONE);
  const { page } = player;
  await player.begin();
  const width = () => page.evaluate(() => document.querySelector(".sheet").getBoundingClientRect().width);
  const left = () => page.evaluate(() => document.querySelector(".sheet").getBoundingClientRect().left);
  const line = await player.context.newCDPSession(page);
  const touch = (type, points) =>
    line.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  const before = await width();
  await touch("touchStart", [
    [150, 300],
    [220, 300],
  ]);
  for (let i = 1; i <= 6; i += 1)
    await touch("touchMove", [
      [150 - 10 * i, 300],
      [220 + 10 * i, 300],
    ]);
  await touch("touchEnd", []);
  const after = await width();
  assert.ok(after > before * 1.3, `${before} → ${after}`);
  const from = await left();
  await touch("touchStart", [[200, 250]]);
  for (let i = 1; i <= 6; i += 1) await touch("touchMove", [[200 - 15 * i, 250]]);
  await touch("touchEnd", []);
  assert.ok((await left()) < from - 40);
  await player.leave();
});

test("the board keeps most of the screen, the panel is a drawer, and targets are large enough", async () => {
  const player = await Player.sit(browser, server, PHONE);
  const { page } = player;
  await player.deployed();
  const board = await page.locator(".board").boundingBox();
  assert.ok(board.height > 844 * 0.45, `${board.height}`);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390, "nothing sticks out");
  assert.equal(await page.locator("#body-log").isVisible(), false);
  await page.tap(".handle");
  assert.equal(await page.locator("#body-log").isVisible(), true);
  await page.tap(".banner .unfold");
  const small = await page.evaluate(() =>
    [...document.querySelectorAll("button, a[href], summary, input, [role=tab]")]
      .filter((e) => e.offsetParent !== null)
      .map((e) => [e.textContent || e.getAttribute("aria-label"), e.getBoundingClientRect()])
      .filter(([, box]) => box.height < 43.5 || box.width < 43.5)
      .map(([words, box]) => `${words}: ${box.width} × ${box.height}`),
  );
  assert.deepEqual(small, [], "every target is large enough");
  await player.leave();
});

test("the head is one line on a phone, and what is done about the table unfolds from it", async () => {
  const player = await Player.sit(browser, server, PHONE);
  const { page } = player;
  await player.deployed();
  const head = await page.locator(".banner").boundingBox();
  assert.ok(head.height < 60, `${head.height}`);
  assert.equal(await page.locator(".banner nav").isVisible(), false);
  await page.tap(".banner .unfold");
  assert.equal(await page.locator("nav button:has-text('Replay')").isVisible(), true);
  await sound(player, "the unfolded head");
  await page.tap("nav button:has-text('Rules')");
  await page.waitForSelector("#body-rules .case");
  assert.equal(await page.locator(".banner nav").isVisible(), false, "it folds when something was chosen");
  await player.leave();
});

test("the board never jumps when the drawer changes, and the log opens at its end", async () => {
  const player = await Player.sit(browser, server, PHONE);
  const { page } = player;
  // A log that is longer than the drawer.
  const view = await player.reach("armageddon/rome", (v) => v.entry > 40 && v.orders.some((o) => o.marches));
  await player.settled();
  const boxes = () =>
    page.evaluate(() =>
      [".board", ".sheet", ".goal-strip"].map((s) => JSON.stringify(document.querySelector(s).getBoundingClientRect())),
    );
  const before = await boxes();
  await page.tap(".handle");
  await page.waitForSelector(".panel.open");
  assert.deepEqual(await boxes(), before, "drawn out");
  await page.tap("#tab-log");
  await page.waitForFunction(() => {
    const [panel, last] = [document.querySelector(".panel"), document.querySelector(".entries > :last-child")];
    const [a, b] = [panel.getBoundingClientRect(), last.getBoundingClientRect()];
    return b.bottom <= a.bottom + 2 && b.bottom > a.top;
  });
  assert.deepEqual(await boxes(), before, "the log");
  await page.tap("#tab-rules");
  await page.waitForSelector("#body-rules .case");
  assert.deepEqual(await boxes(), before, "the rules");
  await page.tap(".handle");
  await page.waitForFunction(() => document.querySelector(".panel.open") === null);
  assert.deepEqual(await boxes(), before, "pushed in");
  // What the panel says about a counter does not move the board either.
  const unit = view.scene.counters.find((c) => c.id === view.orders.find((o) => o.marches).counter);
  await player.spot(unit.place);
  const stands = await boxes();
  await tapHex(player, unit.place);
  await page.waitForTimeout(200);
  assert.equal((await boxes())[0], stands[0], "a selection");
  await player.leave();
});

/** The share of points in which two pictures differ more than smoothing explains. */
function differing(page, one, other) {
  return page.evaluate(
    async (pictures) => {
      const [a, b] = await Promise.all(
        pictures.map(async (text) => {
          const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
          const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
          const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
          canvas.drawImage(picture, 0, 0);
          return canvas.getImageData(0, 0, picture.width, picture.height).data;
        }),
      );
      let differ = 0;
      for (let i = 0; i < a.length; i += 4) if (Math.abs(a[i] - b[i]) + Math.abs(a[i + 1] - b[i + 1]) > 90) differ += 1;
      return differ / (a.length / 4);
    },
    [one, other].map((picture) => picture.toString("base64")),
  );
}

test("numbers stay on their counters through every zoom", async () => {
  for (const deviceScaleFactor of [2, 3]) {
    const player = await Player.sit(browser, server, { ...PHONE, deviceScaleFactor, reducedMotion: "no-preference" });
    const { page } = player;
    await player.deployed();
    const line = await player.context.newCDPSession(page);
    const frame = await page.locator(".board").boundingBox();
    const [x, y] = [frame.x + frame.width / 2, frame.y + frame.height / 2];
    const touch = (type, half) =>
      line.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: half
          ? [
              { x: x - half, y, id: 1 },
              { x: x + half, y, id: 2 },
            ]
          : [],
      });
    const clip = { x: frame.x + 60, y: frame.y, width: frame.width - 60, height: frame.height };
    // Laid out anew the drawing must look the same: what flew off would come back.
    const same = async (when) => {
      await player.rest(".sheet");
      const seen = await page.screenshot({ clip });
      await page.evaluate(() => {
        const drawing = document.querySelector(".drawing");
        const { parentNode } = drawing;
        drawing.remove();
        void parentNode.offsetHeight;
        parentNode.append(drawing);
      });
      const anew = await page.screenshot({ clip });
      const share = await differing(page, seen, anew);
      assert.ok(share < 0.001, `${when}, ${deviceScaleFactor} pixels to a point: ${share} of it differs`);
    };
    await same("at first");
    await page.tap('.zoom [aria-label="Nearer"]');
    await same("after the first zoom");
    await touch("touchStart", 40);
    for (let half = 44; half <= 80; half += 4) await touch("touchMove", half);
    await touch("touchEnd", 0);
    await same("after a pinch");
    const strays = await page.evaluate(() =>
      [...document.querySelectorAll("#counters .counter")].flatMap((counter) => {
        const card = counter.querySelector("use[href^='#card']")?.getBoundingClientRect();
        return [...counter.querySelectorAll(":scope > text")]
          .map((text) => text.getBoundingClientRect())
          .filter((b) => card && (b.left < card.left - 2 || b.right > card.right + 2 || b.bottom > card.bottom + 3))
          .map(() => counter.id);
      }),
    );
    assert.deepEqual(strays, []);
    await player.leave();
  }
});

test("a tap that brings the panel up does not hit it, and the counter in hand stays in sight", async () => {
  const player = await Player.sit(browser, server, PHONE);
  const { page } = player;
  await player.deployed();
  const { scene } = await player.view();
  const alone = scene.counters.filter(
    (c) => c.side === 0 && c.place && scene.counters.filter((o) => o.place === c.place).length === 1,
  );
  // The lower it stands, the sooner the panel comes up over it.
  const low = alone.sort((a, b) => Number(b.place.slice(2)) - Number(a.place.slice(2)))[0];
  await tapHex(player, low.place);
  await page.waitForSelector(`#c${low.id}.chosen`);
  await player.rest(`#c${low.id}`);
  assert.equal(await page.getAttribute(".handle", "aria-expanded"), "false");
  const [board, counter] = [
    await page.locator(".board").boundingBox(),
    await page.locator(`#c${low.id}`).boundingBox(),
  ];
  assert.ok(counter.y > board.y && counter.y + counter.height < board.y + board.height, "it is in sight");
  await page.tap(".handle");
  await page.tap(".entries .moment >> nth=0");
  await page.waitForSelector(".replay:not([hidden])");
  const replayed = await page.locator(".board").boundingBox();
  assert.ok(replayed.height > 300, `the drawer makes room for the moment: ${replayed.height}`);
  await player.leave();
});

/** A table where everything in its head is long: names, counts, and both clocks run. */
async function longHead(route) {
  const answer = await route.fetch();
  const view = await answer.json();
  const names = ["Upper Egyptians", "Lower Egyptians"];
  const players = ["Maximilianus of Wolfenbuettel", "Archistrategos Belisarius"];
  view.scene.title = "King David against the Philistines";
  view.turn.side = names[0];
  view.scene.sides.forEach((side, i) => Object.assign(side, { name: names[i], strength: 1284 + i }));
  view.seats.forEach((seat, i) =>
    Object.assign(seat, { name: names[i], player: players[i], online: true, running: true, clock_ms: 86_399_000 }),
  );
  await route.fulfill({ response: answer, json: view });
}

test("at every width the head of the table is whole, and from 1024 up one line, however long names and counts are", async () => {
  const [ann, bob] = [await Player.sit(browser, server), await Player.sit(browser, server)];
  const clock = { kind: "live", bank_seconds: 7200, increment_seconds: 10 };
  const { invite, id } = await ann.begin("armageddon/megiddo", { seating: "invite", clock });
  await bob.go(invite);
  await bob.atTable();
  await ann.page.click("button[data-kind=muster]");
  await bob.page.click("button[data-kind=muster]");
  await ann.page.waitForFunction(() => Number(document.querySelector(".board").dataset.entry) === 2);
  const look = () =>
    ann.page.evaluate(() => {
      const box = (e) => e.getBoundingClientRect();
      const all = (selector) => [...document.querySelectorAll(selector)];
      const shown = all(".banner > *").filter((e) => box(e).width > 0);
      return {
        out: all(".banner nav button, .banner .track .now, .banner .clock, .banner .side b, .banner h1 span")
          // On a phone the buttons unfold from one.
          .filter((e) => innerWidth > 760 || !e.closest("nav"))
          .filter((e) => box(e).width === 0 || box(e).left < 0 || box(e).right > innerWidth)
          .map((e) => e.textContent),
        cut: all(".banner nav button, .banner .clock, .banner .side b, .banner .track .now")
          .filter((e) => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== "inline")
          .map((e) => e.textContent),
        wide: document.documentElement.scrollWidth,
        lines: new Set(shown.map((e) => Math.round((box(e).top + box(e).bottom) / 16))).size,
        names: all(".side .name").map((e) => box(e).width),
      };
    });
  for (const long of [false, true]) {
    if (long) await ann.page.route(`**/api/games/${id}`, longHead);
    await ann.page.reload();
    await ann.atTable();
    for (const width of [390, 600, 768, 820, 1024, 1120, 1240, 1280, 1366, 1440, 1600, 1920]) {
      await ann.page.setViewportSize({ width, height: 800 });
      const { out, cut, wide, lines, names } = await look();
      assert.deepEqual({ out, cut, wide }, { out: [], cut: [], wide: width }, `at ${width}`);
      if (width >= 1024) assert.equal(lines, 1, `at ${width} everything stands on one line`);
      for (const name of names) assert.ok(name > 24, `at ${width} a side's name keeps ${name}`);
    }
  }
  await Promise.all([ann.leave(), bob.leave()]);
});
