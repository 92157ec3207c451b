"""Random games by OpenSpiel from Python, as a learner steps them: `play.py GAME GAMES` prints games, orders and choices."""

import random
import sys

import pyspiel

name, games = sys.argv[1], int(sys.argv[2])
game = pyspiel.load_game(name)
chance = random.Random(1)
orders = choices = 0
for _ in range(games):
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes())
            state.apply_action(chance.choices(outcomes, weights)[0])
            continue
        legal = state.legal_actions()
        choices += len(legal)
        orders += 1
        state.apply_action(legal[int(chance.random() * len(legal))])
print(games, orders, choices)
