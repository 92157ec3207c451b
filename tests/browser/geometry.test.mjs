import assert from "node:assert/strict";
import { test } from "node:test";
import { apart, lineOf, short } from "../../web/js/cloth.js";
import { Layout } from "../../web/js/geometry.js";

/** A map numbered as usual: line and place in it, from one. */
function usual(orientation, columns, rows, even_shifted) {
  const [lines, places] = orientation === "flat" ? [columns, rows] : [rows, columns];
  const two = (number) => String(number).padStart(2, "0");
  const numbers = Array.from(
    { length: lines * places },
    (_, i) => two(Math.floor(i / places) + 1) + two((i % places) + 1),
  );
  return { key: "", orientation, columns, rows, even_shifted, numbers };
}

const layouts = ["flat", "pointy"].flatMap((orientation) =>
  [true, false].map((even_shifted) => new Layout(usual(orientation, 9, 7, even_shifted))),
);

function* hexes(layout) {
  for (let line = 1; line <= layout.lines; line += 1)
    for (let place = 1; place <= layout.places; place += 1) yield layout.join(line, place);
}

test("the centre of every hex lies in that hex", () => {
  for (const layout of layouts) for (const hex of hexes(layout)) assert.equal(layout.at(layout.centre(hex)), hex);
});

test("neighbours are mutual, one step away, and found again by their direction", () => {
  for (const layout of layouts) {
    for (const hex of hexes(layout)) {
      for (let direction = 0; direction < 6; direction += 1) {
        const next = layout.neighbour(hex, direction);
        if (!next) continue;
        assert.equal(layout.neighbour(next, (direction + 3) % 6), hex);
        assert.equal(layout.distance(hex, next), 1);
        assert.equal(layout.towards(hex, next), direction);
      }
    }
  }
});

test("distance is the number of steps of the shortest way", () => {
  for (const layout of layouts) {
    const from = layout.join(4, 3);
    const steps = new Map([[from, 0]]);
    for (const [hex, n] of steps) {
      for (let direction = 0; direction < 6; direction += 1) {
        const next = layout.neighbour(hex, direction);
        if (next && !steps.has(next)) steps.set(next, n + 1);
      }
    }
    for (const [hex, n] of steps) assert.equal(layout.distance(from, hex), n, hex);
  }
});

test("even columns lie lower on the map of Armageddon, so south-east of 0101 is 0201", () => {
  const layout = new Layout(usual("flat", 40, 30, true));
  assert.equal(layout.compass(2), "SE");
  assert.equal(layout.neighbour("0101", 2), "0201");
  assert.equal(layout.neighbour("0101", 0), null);
});

test("a map may be numbered from east to west, with gaps and letters", () => {
  const land = usual("pointy", 3, 2, true);
  const layout = new Layout({ ...land, numbers: ["0103", "0102", "0101", "B13", "B12", "B11"] });
  assert.equal(layout.neighbour("0102", 1), "0101");
  assert.equal(layout.at(layout.centre("B13")), "B13");
  assert.equal(layout.arrow("0103", "down"), "B13");
  assert.equal(layout.distance("0103", "B11"), 3);
  assert.equal(layout.holds("0201"), false);
});

test("points off the sheet lie in no hex", () => {
  for (const layout of layouts) {
    assert.equal(layout.at({ x: -50, y: -50 }), null);
    assert.equal(layout.at({ x: layout.size.x + 50, y: 10 }), null);
  }
});

test("a base pushed past the place where it could stand is still near it, one held aside is not", () => {
  const end = { x: 10_000, y: 10_000, heading: 0 };
  const beyond = { ...end, y: 8000 };
  assert.equal(short(end, beyond), 500, "two units ahead count as half a unit");
  assert.equal(apart(end, beyond), 2000);
  assert.equal(short(end, { ...end, x: 12_000 }), 2000, "aside counts in full");
  assert.equal(short(end, { ...end, y: 12_000 }), 2000, "and so does what falls short");
  assert.equal(short(end, { ...end, heading: 45_000 }), 1000, "and a turn");
});

test("the line an element stands in is all that are linked with it and nobody else", () => {
  const base = { width: 2000, depth: 750 };
  const at = (id, x, y, heading = 0, side = 0) => ({ id, side, base, place: `${x} ${y} ${heading}` });
  const [a, b, behind] = [at(1, 5000, 5000), at(2, 7000, 5000), at(3, 7000, 5750)];
  const strangers = [at(4, 9100, 5000), at(5, 3000, 5000, 90_000), at(6, 3000, 5000, 0, 1)];
  assert.deepEqual(lineOf(b, [a, b, behind, ...strangers]).sort(), [1, 2, 3]);
});
