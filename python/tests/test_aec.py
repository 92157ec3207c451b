"""The environment passes the tests of PettingZoo itself."""

import unittest
import warnings

import numpy as np
from pettingzoo.test import api_test, seed_test

from strategikon import Refused, aec

from . import ground

#: What PettingZoo says of every environment whose observations are dicts with a mask, its own board games included.
USUAL = ("Observation is not a NumPy array", "Observation space for each agent probably should be")


class Environment(unittest.TestCase):
    def test_the_api_test_of_pettingzoo(self) -> None:
        for scenario in ("armageddon/rome", "basileus/arcadiopolis", "dba/kadesh"):
            cycles = 30 if scenario.startswith("dba") else 300
            with self.subTest(scenario), warnings.catch_warnings(record=True) as told:
                warnings.simplefilter("always")
                api_test(aec.env(scenario), num_cycles=cycles)
            words = [str(warning.message) for warning in told]
            self.assertEqual([word for word in words if not word.startswith(USUAL)], [])

    def test_a_whole_game_goes_by_the_api_test(self) -> None:
        api_test(aec.env("armageddon/rome", most_steps=4_000), num_cycles=4_000)

    def test_the_same_seed_is_the_same_game(self) -> None:
        seed_test(lambda: aec.env("armageddon/rome"), num_cycles=200)

    def test_who_wins_is_rewarded_and_who_loses_is_not(self) -> None:
        env = aec.raw_env("armageddon/rome")
        chance = np.random.default_rng(8)
        for seed in range(4):
            env.reset(seed=seed)
            sums = {agent: 0.0 for agent in env.agents}
            for agent in env.agent_iter():
                seen, reward, terminated, truncated, _ = env.last()
                sums[agent] += reward
                over = terminated or truncated
                env.step(None if over else int(chance.choice(np.flatnonzero(seen["action_mask"]))))
            self.assertEqual(sums["player_0"], 2 * (env.game.result or 0) - 1)
            self.assertEqual(sums["player_0"], -sums["player_1"])

    def test_where_there_are_more_orders_than_actions_some_of_them_are_offered(self) -> None:
        env = aec.raw_env("armageddon/rome", most_orders=5, most_steps=50)
        env.reset(seed=1)
        for _ in range(50):
            seen, _, _, truncated, info = env.last()
            if truncated:
                break
            self.assertLessEqual(seen["action_mask"].sum(), 5)
            self.assertEqual(seen["action_mask"].sum(), min(5, info["orders"]))
            env.step(0)
        self.assertTrue(all(env.truncations.values()))

    def test_an_action_that_is_not_offered_is_refused(self) -> None:
        env = aec.raw_env("armageddon/rome")
        env.reset(seed=1)
        for action in (-1, env.most_orders, None):
            self.assertRaises(Refused, env.step, action)

    def test_it_says_what_it_shows(self) -> None:
        env = aec.raw_env("armageddon/rome", render_mode="ansi")
        env.reset(seed=1)
        self.assertIn("Romans", env.render() or "")


if __name__ == "__main__":
    unittest.main()
