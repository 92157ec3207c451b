/**
 * A modest general who plays through the page alone: sees what it offers, clicks, and carries the game on.
 */

/** What the page offers now. */
export function look(page) {
  return page.evaluate(() => {
    const buttons = [...document.querySelectorAll(".now .actions button[data-kind]")].map((b) => ({
      kind: b.dataset.kind,
      text: b.textContent,
      asked: b.closest(".question") !== null,
    }));
    const counters = [...document.querySelectorAll("#counters .counter")].map((c) => ({
      id: Number(c.id.slice(1)),
      side: c.classList.contains("side1") ? 1 : 0,
      able: c.classList.contains("able"),
      attacks: /attacking/.test(c.querySelector("title")?.textContent ?? ""),
      chosen: c.classList.contains("chosen"),
      hex: / at (\d{4})/.exec(c.querySelector("title")?.textContent ?? "")?.[1] ?? null,
    }));
    const reach = [...document.querySelectorAll(".set.reach [data-hex]")].map((e) => ({
      hex: e.dataset.hex,
      kind: e.getAttribute("class").split(" ")[1],
    }));
    const arrows = document.querySelectorAll(".set.arrows .arrow").length;
    return {
      thinking: document.querySelector(".side.thinks") !== null,
      over: document.querySelector(".verdict") !== null,
      entry: Number(document.querySelector(".board").dataset.entry),
      turn: document.querySelector(".turn-now")?.textContent,
      phase: document.querySelector(".phase").textContent,
      prompt: document.querySelector(".prompt").textContent,
      buttons,
      counters,
      reach,
      arrows,
    };
  });
}

function apart(a, b) {
  return Math.hypot(Number(a.slice(0, 2)) - Number(b.slice(0, 2)), Number(a.slice(2)) - Number(b.slice(2)));
}

/** A hex that may be attacked. */
function enemy(sight) {
  return sight.reach.find((r) => r.kind === "target");
}

/** Plays on until the game is over; answers what was done. */
export async function playOut(player, { marches = 3, patience = 1500 } = {}) {
  const { page } = player;
  const done = { marches: 0, attacks: 0, clicks: 0 };
  let phase = "";
  let moved = 0;
  let chosen = 0;
  for (let i = 0; i < patience; i += 1) {
    const sight = await look(page);
    if (sight.over) return done;
    if (sight.thinking) {
      await theComputer(page);
      continue;
    }
    const now = `${sight.turn} ${sight.phase}`;
    if (now !== phase) [phase, moved] = [now, 0];
    const press = (kind) => {
      const button = page.locator(`.now .actions button[data-kind="${kind}"]`).first();
      return player.answered(() => button.click({ timeout: 2000 }));
    };
    const point = (hex) => player.answered(() => player.clickHex(hex));
    const kinds = new Set(sight.buttons.map((b) => b.kind));
    done.clicks += 1;

    if (sight.buttons.some((b) => b.asked)) {
      const way = sight.buttons.find((b) => b.asked && b.kind !== "withdraw") ?? sight.buttons.find((b) => b.asked);
      await player.answered(() => page.locator(`.question button[data-kind="${way.kind}"]`).first().click());
    } else if (kinds.has("muster")) {
      await press("muster");
    } else if (/facing/i.test(sight.prompt) && sight.arrows > 0) {
      await player.answered(() => page.locator(".set.arrows .arrow").first().click());
    } else if (/^Combats/.test(sight.phase) && kinds.has("done") && moved < 3 && enemy(sight)) {
      moved += 1;
      done.attacks += 1;
      await point(enemy(sight).hex);
    } else if (/choose who attacks/i.test(sight.prompt)) {
      const able = sight.counters.find((c) => c.able && c.hex && !c.attacks);
      // A unit that may attack in more than one way asks which by buttons.
      if (kinds.has("join")) await press("join");
      else if (able) await point(able.hex);
      else await press("withdraw");
    } else if (/retreats next/i.test(sight.prompt) && sight.counters.some((c) => c.able && c.hex)) {
      const pieces = sight.counters.filter((c) => c.able && c.hex);
      await point(pieces[i % pieces.length].hex);
    } else if (/^Movement/.test(sight.phase) && kinds.has("halt")) {
      await press("halt");
      moved += 1;
    } else if (/choose a unit to move/i.test(sight.prompt) && (moved < marches || !kinds.has("done"))) {
      const foes = sight.counters.filter((c) => c.hex && !c.able).map((c) => c.hex);
      const near = (hex) => Math.min(...foes.map((foe) => apart(hex, foe)), 99);
      const units = sight.counters.filter((c) => c.able && c.hex).sort((a, b) => near(a.hex) - near(b.hex));
      const unit = units[(moved * 5 + chosen++) % Math.max(1, units.length)];
      moved += 0.25;
      if (!unit) {
        moved += 1;
        continue;
      }
      await player.clickHex(unit.hex);
      await page
        .waitForSelector(".set.reach [data-hex]:not(.unit)", { state: "attached", timeout: 1500 })
        .catch(() => {});
      const reach = (await look(page)).reach.filter((r) => r.kind !== "unit");
      const goal = reach.sort((a, b) => near(a.hex) - near(b.hex))[
        kinds.has("done") ? 0 : i % Math.max(1, reach.length)
      ];
      if (!goal) {
        moved += 1;
        await page.keyboard.press("Escape");
        continue;
      }
      await point(goal.hex);
      done.marches += 1;
    } else if (sight.reach.some((r) => r.kind === "retreat" || r.kind === "move")) {
      await point(sight.reach.find((r) => r.kind === "retreat" || r.kind === "move").hex);
    } else if (kinds.has("commit")) {
      const target = sight.reach.find((r) => r.kind === "target");
      if (target && moved < 2 && !/build your attacks/i.test(sight.prompt)) {
        moved += 1;
        done.attacks += 1;
        await point(target.hex);
      } else {
        await press("commit");
      }
    } else if (kinds.has("done")) {
      await press("done");
    } else {
      const unit = sight.counters.find((c) => c.able && c.hex && !c.attacks);
      const target = sight.reach.find((r) => r.kind === "target") ?? sight.reach.find((r) => r.kind !== "unit");
      if (unit && moved < 12) {
        moved += 1;
        await point(unit.hex);
      } else if (target) {
        await point(target.hex);
      } else if (sight.buttons.length > 0) {
        await press(sight.buttons[0].kind);
      } else if (unit) {
        await point(unit.hex);
      } else {
        const marked = await page.evaluate(() => document.querySelector(".mark.target")?.id.slice(1, 5) ?? null);
        if (marked) await point(marked);
      }
    }
  }
  throw new Error(`no end after ${patience} steps: ${JSON.stringify(await look(page)).slice(0, 1500)}`);
}

/** Waits until the computer has moved, or the game is over. */
export async function theComputer(page, timeout = 60_000) {
  await page.waitForFunction(
    () => document.querySelector(".side.thinks") === null || document.querySelector(".verdict") !== null,
    undefined,
    { timeout, polling: 30 },
  );
}

/** Lets the API play on, both sides seeking the fight, until the view is as wanted; answers that view. */
export async function advance(player, wanted, patience = 900) {
  let phase = "";
  let tried = 0;
  let moved = new Set();
  for (let i = 0; i < patience; i += 1) {
    const view = await player.view();
    if (wanted(view) || view.turn.over) return view;
    const label = `${view.turn.side} ${view.scene.phase}`;
    if (label !== phase) [phase, tried, moved] = [label, 0, new Set()];
    const give = (...orders) => player.give(view.entry, orders);
    const of = (kind) => view.orders.filter((o) => o.kind === kind).map((o) => o.order);
    const [side] = view.scene.counters.filter((c) => of("move").some((o) => o.unit === c.id)).map((c) => c.side);
    const march = of("move").find((o) => !moved.has(o.unit));
    if (of("muster")[0]) await give(of("muster")[0]);
    else if (of("step")[0]) await give(of("halt")[0] ?? of("step")[0]);
    else if (march) {
      moved.add(march.unit);
      const foes = view.scene.counters.filter((c) => c.place && c.side !== side).map((c) => c.place);
      const near = (hex) => Math.min(...foes.map((foe) => apart(hex, foe)));
      const routes = await player.ask(`/games/${player.game}/routes/${march.unit}`);
      const best = routes.sort((a, b) => near(a.place) - near(b.place))[0];
      if (best) await give(...best.orders, { do: "halt" });
    } else if (of("join")[0]) await give(of("join")[0]);
    else if (of("attack")[0] && tried < 3) {
      tried += 1;
      await give(of("attack")[0]);
    } else {
      const order = of("commit")[0] ?? of("done")[0] ?? of("withdraw")[0] ?? view.orders[0]?.order;
      await give(order);
    }
  }
  throw new Error("the moment wanted does not come");
}
