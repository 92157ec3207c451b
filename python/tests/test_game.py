"""One game: what may be done, what is refused, what is seen."""

import random
import tempfile
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import strategikon
from strategikon import Game, Refused

from . import ground


class EveryGame(unittest.TestCase):
    def test_every_scenario_is_played_seen_and_told_in_known_words(self) -> None:
        for card in strategikon.scenarios():
            scenario = card["scenario"]
            with self.subTest(scenario):
                chance = random.Random(5)
                game = Game(scenario, seed=5).copy(seed=5)
                shape = shapes(game.observation("referee"))
                for _ in range(12):
                    ground.stroll(game, chance, 25)
                    for viewer in ("first", "second", "public", "referee"):
                        seen = game.observation(viewer)
                        self.assertEqual(shapes(seen), shape)
                        self.assertTrue(all(np.isfinite(part).all() for part in parts(seen)))
                    self.tell(game)

    def tell(self, game: Game) -> None:
        """Every counter of the scene has a row, every place, seal and act a name."""
        scene, seen = game.scene("referee"), game.observation("referee")
        column = strategikon.COUNTER_COLUMNS.index
        rows = seen["counters"]
        for counter in scene["counters"]:
            row = rows[counter["id"]]
            self.assertEqual((row[column("seen")], row[column("side")]), (1, counter["side"]))
            self.assertEqual(row[column("other")], 0, f"one of {counter['seals']}, {counter.get('symbols')}")
            self.assertGreater(row[column("sort")], 0, f"the sort {counter['glyph']} has no number")
        for tray in scene["boxes"]:
            for counter in tray["counters"]:
                box = int(rows[counter][column("box")])
                self.assertNotIn(strategikon.BOXES[box], ("", "other"), tray["name"])
        kinds = {mark["kind"] for mark in scene["marks"]}
        self.assertLessEqual(kinds, set(strategikon.PLACE_COLUMNS))
        if game.mover is not None:
            features = game.order_features()
            self.assertEqual(len(features), game.count_orders())
            self.assertTrue((features[:, 0] > 0).all(), [game.aim(n)["kind"] for n in np.where(features[:, 0] == 0)[0]])

    def test_a_random_game_of_each_game_ends(self) -> None:
        for scenario in ground.one_of_each():
            with self.subTest(scenario):
                game = Game(scenario, seed=3).copy(seed=3)
                ground.stroll(game, random.Random(3), 200_000)
                self.assertIn(game.result, (0.0, 0.5, 1.0))
                self.assertTrue(game.turn["over"]["why"])


class OneGame(unittest.TestCase):
    def test_a_refusal_carries_rule_and_reason_and_changes_nothing(self) -> None:
        game = Game("armageddon/rome", seed=7)
        while game.legal_orders()[0]["do"] == "place":
            game.play({"do": "muster"})
        before = game.digest()
        wrong: list[tuple[dict[str, Any], str | None]] = [({"do": "commit"}, None), ({"do": "fly"}, "protocol"), ({"do": "step", "to": 7}, "protocol")]
        for order, rule in wrong:
            with self.assertRaises(Refused) as refused:
                game.play(order)
            self.assertTrue(refused.exception.rule and refused.exception.why)
            self.assertIn(refused.exception.why, str(refused.exception))
            if rule:
                self.assertEqual(refused.exception.rule, rule)
        with self.assertRaises(Refused) as refused:
            game.roll([3])
        self.assertEqual(refused.exception.rule, "dice")
        for number in (-1, game.count_orders()):
            self.assertRaises(IndexError, game.play, number)
        self.assertRaises(TypeError, game.play, object())
        self.assertEqual(game.digest(), before)

    def test_names_that_are_not_known_get_the_nearest(self) -> None:
        attempts: list[tuple[Callable[[], object], str]] = [
            (lambda: Game("armageddon/rom"), "did you mean `armageddon/rome`"),
            (lambda: strategikon.scenarios("armagedon"), "did you mean `armageddon`"),
            (lambda: Game("armageddon/rome", options={"weather": 1}), "no option `weather`"),
            (lambda: Game("armageddon/rome").observation("Greeks"), "nobody is called `Greeks`"),
        ]
        for attempt, why in attempts:
            with self.assertRaisesRegex(Refused, why):
                attempt()

    def test_an_order_may_be_given_as_it_is_listed_by_its_number_or_as_data(self) -> None:
        games = [Game("armageddon/rome", seed=1) for _ in range(3)]
        order = games[0].legal_orders()[2]
        self.assertEqual(games[0].play(order), games[1].play(2))
        told = games[2].play(order.data)
        games[2].undo()
        self.assertEqual(told, games[2].play(order))
        self.assertEqual(len({game.digest() for game in games}), 1)
        self.assertEqual(order, Game("armageddon/rome").legal_orders()[2])
        self.assertEqual(len({order, Game("armageddon/rome").legal_orders()[2]}), 1)

    def test_a_record_is_verified_by_the_program_and_taken_up_again(self) -> None:
        game = Game("armageddon/rome", seed="a seed")
        ground.stroll(game, random.Random(1), 400)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "game.record"
            file.write_text(game.record())
            self.assertIn("legal", ground.said("verify", str(file)))
        again = Game.from_record(game.record())
        self.assertEqual((again.digest(), again.entries), (game.digest(), game.entries))

    def test_the_same_seed_rolls_the_same_dice_as_the_referee(self) -> None:
        import json
        import subprocess

        scenario = "basileus/arcadiopolis"
        game, requests = Game(scenario, seed=7), [{"do": "new", "scenario": scenario, "seed": 7}]
        chance, faces = random.Random(2), []
        for _ in range(600):
            if game.over:
                break
            if game.dice_due:
                faces.append(list(game.roll()[0]))
                requests.append({"do": "roll"})
            else:
                order = chance.choice(game.legal_orders())
                game.play(order)
                requests.append({"do": "play", "order": order.data})
        self.assertGreater(len(faces), 3)
        lines = "".join(json.dumps(request) + "\n" for request in [*requests, {"do": "state"}])
        told = subprocess.run([ground.PROGRAM, "referee"], input=lines, check=True, capture_output=True, text=True)
        answers: list[dict[str, Any]] = [json.loads(line) for line in told.stdout.splitlines()]
        self.assertTrue(all(answer["ok"] for answer in answers))
        self.assertEqual([answer["dice"] for answer in answers if "dice" in answer], faces)
        self.assertEqual(answers[-1]["hash"], game.digest())

    def test_chance_is_explicit(self) -> None:
        game = Game("basileus/arcadiopolis", seed=4).copy(seed=4)
        chance = random.Random(4)
        while not game.dice_due:
            self.assertEqual(game.chance_outcomes(), [])
            game.follow(chance.randrange(game.count_orders()))
        count, sides = game.dice_due
        outcomes = game.chance_outcomes()
        self.assertEqual(len(outcomes), sides**count)
        self.assertAlmostEqual(sum(likely for _, likely in outcomes), 1.0)
        before = game.digest()
        after = {game.after(dice).digest() for dice, _ in outcomes}
        self.assertGreater(len(after), 1)
        self.assertEqual(game.digest(), before)
        self.assertEqual(sum(result["ways"] for result in game.odds()["chances"]), game.odds()["chances"][0]["of"])
        self.assertRaises(Refused, game.after, (7,) * count)

    def test_a_copy_is_another_game(self) -> None:
        game = Game("armageddon/rome", seed=1)
        copy = game.copy(seed=9)
        ground.stroll(copy, random.Random(1), 200)
        self.assertEqual(game.digest(), Game("armageddon/rome").digest())
        self.assertRaises(Refused, copy.record)
        self.assertRaises(Refused, copy.undo)

    def test_what_is_hidden_is_not_seen(self) -> None:
        game = next(hidden for hidden in hidden_games())
        own, other = (0, 1) if game.mover == 0 else (1, 0)
        scene = game.scene(other)
        hidden = [counter["id"] for counter in scene["counters"] if counter["glyph"] == "hidden"]
        self.assertTrue(hidden)
        figures = slice(strategikon.COUNTER_COLUMNS.index("left"), None)
        self.assertFalse(game.observation(other)["counters"][hidden, figures][:, :6].any())
        self.assertTrue(game.observation(own)["counters"][hidden, figures][:, :6].any())


def parts(seen: Any) -> list[NDArray[np.float32]]:
    """The arrays of an observation."""
    return [seen["counters"], seen["places"], seen["situation"]]


def shapes(seen: Any) -> list[tuple[int, ...]]:
    """Their shapes."""
    return [part.shape for part in parts(seen)]


def hidden_games() -> Any:
    """Games in which somebody hides something at the moment."""
    for card in strategikon.scenarios():
        game = Game(card["scenario"], seed=1).copy(seed=1)
        chance = random.Random(1)
        for _ in range(60):
            if game.over or game.mover is None:
                break
            scene = game.scene(1 - game.mover)
            if any(counter["glyph"] == "hidden" for counter in scene["counters"]):
                yield game
                break
            ground.stroll(game, chance, 1)
            while game.dice_due:
                game.roll()


if __name__ == "__main__":
    unittest.main()
