"""Many games at once: the same whatever the number of threads, and those of the lab."""

import json
import unittest
from collections.abc import Callable

import numpy as np

from strategikon import Batch, Refused

from . import ground


def played(scenario: str, threads: int, games: int = 24, steps: int = 400) -> list[object]:
    """What random choices from one stream bring a batch to."""
    batch = Batch(scenario, games, seed=11, threads=threads)
    chance = np.random.default_rng(3)
    for _ in range(steps):
        legal = batch.choices
        batch.step(np.where(legal > 0, (chance.random(games) * legal).astype(np.int64), -1))
        batch.renew()
    told = [batch.game(n).digest() for n in range(games)]
    return [told, batch.numbers.tolist(), batch.orders_played.tolist(), batch.to_act.tolist()]


class Batches(unittest.TestCase):
    def test_a_batch_is_the_same_whatever_the_number_of_threads(self) -> None:
        for scenario in ground.one_of_each():
            with self.subTest(scenario):
                steps = 40 if scenario.startswith("dba") else 300
                one = played(scenario, 1, games=40, steps=steps)
                for threads in (2, 4):
                    self.assertEqual(played(scenario, threads, games=40, steps=steps), one)

    def test_random_games_are_those_of_the_program_with_the_same_seed(self) -> None:
        for scenario in ("armageddon/rome", "basileus/arcadiopolis"):
            batch = Batch(scenario, 30, seed=77, threads=2)
            orders = batch.wander()
            told = ground.said("simulate", scenario, "--games", "30", "--seed", "77", "--players", "random,random", "--json")
            row = json.loads(told)[0]
            self.assertEqual((row["games"], row["orders"]), (30, orders))
            wins = [int((batch.results == worth).sum()) for worth in (1.0, 0.0, 0.5)]
            self.assertEqual(wins, [*row["wins"].values(), row["draws"]])

    def test_wandering_in_stages_or_stepping_by_threads_is_one_game(self) -> None:
        whole, stages = Batch("armageddon/rome", 8, seed=5, threads=1), Batch("armageddon/rome", 8, seed=5, threads=3)
        whole.wander(400)
        for _ in range(4):
            stages.wander(100)
        self.assertEqual([whole.game(n).digest() for n in range(8)], [stages.game(n).digest() for n in range(8)])

    def test_a_choice_that_cannot_be_made_is_refused_and_nothing_is_done(self) -> None:
        batch = Batch("armageddon/rome", 4, seed=1)
        before = [batch.game(n).digest() for n in range(4)]
        wrong: list[tuple[Callable[[], object], str]] = [
            (lambda: batch.step([0, 0, 0, 10**6]), "game 3 of the batch: there is no choice 1000000"),
            (lambda: batch.step([0, 0]), "2 were given, expected 4"),
            (lambda: batch.step([0, -2, 0, 0]), "game 1 of the batch"),
            (lambda: Batch("armageddon/rome", 0), "from 1 to"),
        ]
        for attempt, why in wrong:
            with self.assertRaisesRegex(Refused, why):
                attempt()
        self.assertRaises(TypeError, batch.step, [0.5, 0, 0, 0])
        self.assertRaises(IndexError, batch.game, 4)
        self.assertEqual([batch.game(n).digest() for n in range(4)], before)
        batch.step(np.full(4, -1, np.int32))
        self.assertEqual([batch.game(n).digest() for n in range(4)], before)

    def test_chance_is_explicit_if_it_is_wanted(self) -> None:
        batch = Batch("basileus/arcadiopolis", 16, seed=2, explicit_chance=True)
        chance, throws = np.random.default_rng(1), 0
        for _ in range(1_500):
            waits, count = batch.to_act, batch.choices
            throws += int((waits == 2).sum())
            self.assertTrue((count[waits == 2] % 6 == 0).all())
            batch.step(np.where(count > 0, (chance.random(16) * count).astype(np.int64), -1))
        self.assertGreater(throws, 50)

    def test_what_a_batch_sees_is_what_its_games_see(self) -> None:
        batch = Batch("basileus/arcadiopolis", 5, seed=3)
        batch.wander(120)
        for viewer in (None, "first", "public"):
            seen = batch.observation(viewer)
            for n in range(5):
                own = batch.game(n).observation(viewer)
                for name, part in own.items():
                    np.testing.assert_array_equal(seen[name][n], part)  # type: ignore[literal-required]
        features = batch.order_features()
        for n in range(5):
            own_rows = batch.game(n).order_features()
            np.testing.assert_array_equal(features[n, : len(own_rows)], own_rows)
            self.assertTrue((features[n, len(own_rows) :] == -1).all())


if __name__ == "__main__":
    unittest.main()
