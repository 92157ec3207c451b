import assert from "node:assert/strict";
import { test } from "node:test";
import { bounded, curve, firstAt, HIGH, WIDE } from "../../web/js/course.js";

const strange = [-0.4, 0, 0.3, 1, 1.27, 40, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

test("the curve of the chances never leaves 0 to 100 %, whatever it is told", () => {
  for (const one of strange) {
    for (const other of strange) {
      const points = [
        { entry: 0, first: one, label: "" },
        { entry: 7, first: other, label: "" },
        { entry: 9, first: one, label: "" },
      ];
      for (const spot of curve(points, 12).split("L")) {
        const [x, y] = spot.split(" ").map(Number);
        assert.ok(x >= 0 && x <= WIDE && y >= 0 && y <= HIGH, `${spot} for ${one} and ${other}`);
      }
      for (let entry = 0; entry <= 12; entry += 1) {
        const first = firstAt(points, entry);
        assert.ok(first >= 0 && first <= 1, `${first} for ${one} and ${other}`);
      }
    }
  }
});

test("between two points the chance lies between them", () => {
  const points = [
    { entry: 2, first: 0.2, label: "" },
    { entry: 6, first: 0.6, label: "" },
  ];
  assert.deepEqual(
    [0, 2, 4, 6, 9].map((entry) => Number(firstAt(points, entry).toFixed(6))),
    [0.2, 0.2, 0.4, 0.6, 0.6],
  );
  assert.equal(curve(points, 10), "0.0 80.0L200.0 80.0L600.0 40.0L1000.0 40.0");
  assert.equal(firstAt([], 3), 0.5);
});

test("a chance that is no number is nobody's", () => {
  assert.deepEqual([Number.NaN, -1, 0.25, 7].map(bounded), [0.5, 0, 0.25, 1]);
});
