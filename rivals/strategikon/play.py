"""Random games by our own package from Python, as a learner steps them: `play.py SCENARIO GAMES` prints games, orders, choices.

A batch in one thread; every order is chosen by Python (by numpy, for all games of the batch together).
"""

import sys

import numpy as np
from strategikon import Batch

scenario, games = sys.argv[1], int(sys.argv[2])
batch = Batch(scenario, min(games, 256), seed=1, threads=1)
chance = np.random.default_rng(1)
orders = choices = over = 0
left = games - len(batch)
while True:
    legal = batch.choices
    due = legal > 0
    orders += int(due.sum())
    choices += int(legal.sum())
    batch.step(np.where(due, (chance.random(len(batch)) * legal).astype(np.int64), -1))
    ended = int((batch.to_act == -1).sum())
    if left > 0:
        left -= batch.renew()
    elif ended == len(batch):
        break
print(games - left, orders, choices)
