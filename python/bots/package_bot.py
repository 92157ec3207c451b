"""A bot over the package: the order after which it stands best, every throw weighed. package_bot.py SCENARIO SEED"""

import random
import sys

from strategikon import Game


def worth(game: Game, side: int) -> float:
    if game.dice_due:
        return sum(likely * worth(game.after(dice), side) for dice, likely in game.chance_outcomes())
    return (1 - 2 * side) * sum(value for _, value in game.standing())


game, chance = Game(sys.argv[1], seed=int(sys.argv[2])), random.Random(int(sys.argv[2]))
while (side := game.mover) is not None or game.dice_due:
    orders = chance.sample(game.legal_orders(), min(game.count_orders(), 20))
    game.play(max(orders, key=lambda order: worth(game.after(order), side or 0))) if orders else game.roll()
print(game.turn["over"]["why"])
