"""How fast the package is, in processor time of one core: `python python/figures.py`, with the wheel installed."""

import random
import time
from collections.abc import Callable

from strategikon import Batch, Game

SCENARIOS = [
    "armageddon/rome",
    "basileus/arcadiopolis",
    "jihad/full",
    "apocalypse/campaign",
    "dba/kadesh",
]
SECONDS = 1.0


def rate(work: Callable[[], int]) -> float:
    """How much of something is done in a second; `work` answers how much it did."""
    done, began = 0, time.process_time()
    while (spent := time.process_time() - began) < SECONDS:
        done += work()
    return done / spent


class Wanderer:
    """One game at a time, every order chosen by Python."""

    def __init__(self, scenario: str) -> None:
        self.start, self.chance = Game(scenario, seed=1), random.Random(1)
        self.game = self.start.copy(1)

    def order(self) -> int:
        game = self.game
        if game.dice_due:
            game.roll()
        elif game.over:
            self.game = self.start.copy(1)
        else:
            game.follow(self.chance.randrange(game.count_orders()))
            return 1
        return 0


print("| scenario | orders, one game | copies | observations | orders with their features |")
print("|---|---|---|---|---|")
for scenario in SCENARIOS:
    batch, wanderer = Batch(scenario, 64, seed=2, threads=1), Wanderer(scenario)
    batch.wander(150)

    def observed(batch: Batch = batch) -> int:
        return len(batch.observation()["situation"])

    def featured(batch: Batch = batch) -> int:
        return int((batch.order_features()[:, :, 0] >= 0).sum())

    def copied(wanderer: Wanderer = wanderer) -> int:
        return len([wanderer.game.copy() for _ in range(100)])

    figures = [rate(work) for work in (wanderer.order, copied, observed, featured)]
    print(f"| `{scenario}` | " + " | ".join(f"{figure:,.0f}" for figure in figures) + " |")
