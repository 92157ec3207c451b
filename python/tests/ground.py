"""What the tests share."""

import os
import random
import subprocess
from pathlib import Path
from typing import Any

import strategikon
from strategikon import Game

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("STRATEGIKON_PROGRAM", str(ROOT / "target/debug/strategikon"))

#: One scenario of each game, the quickest to play.
ONE_OF_EACH = [
    "armageddon/rome",
    "basileus/arcadiopolis",
    "jihad/first-conquests",
    "apocalypse/caliph",
    "dba/kadesh",
]


def one_of_each() -> list[str]:
    """A scenario of every game on the shelf: those above, and the first of any game that is not among them."""
    found = {name.split("/")[0]: name for name in ONE_OF_EACH}
    names = [str(card["scenario"]) for card in strategikon.scenarios()]
    for name in names:
        found.setdefault(name.split("/")[0], name)
    return [name if name in names else next(n for n in names if n.startswith(game + "/")) for game, name in found.items()]


def said(*words: str) -> str:
    """What the program prints."""
    return subprocess.run([PROGRAM, *words], check=True, capture_output=True, text=True).stdout


def stroll(game: Game, chance: random.Random, most: int) -> int:
    """Plays at random, by at most so many orders; how many there were."""
    played = 0
    while not game.over and played < most:
        if game.dice_due:
            game.roll()
        else:
            game.follow(chance.randrange(game.count_orders()))
            played += 1
    return played


def plain(value: Any) -> Any:
    """Arrays as lists, so that observations can be compared."""
    return {name: part.tolist() for name, part in value.items()}
