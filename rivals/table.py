"""Runs every rival for about the same processor time, in turns, and prints a table. Called by rivals/measure."""

import json
import os
import resource
import subprocess
import sys

PROGRAM, THERE, SECONDS = sys.argv[1], sys.argv[2], float(sys.argv[3])
ONLY = sys.argv[4] if len(sys.argv) > 4 else ""
ROUNDS = 3


def spent():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def ran(command):
    """What a command prints, and the processor time it took."""
    before = spent()
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return told, spent() - before


def counted(command):
    """Games, orders and choices of a program that prints these, and the processor time."""
    told, took = ran(command)
    return [int(figure) for figure in told.split()[-3:]], took


def ours(scenario):
    def played(games):
        command = [PROGRAM, "simulate", scenario, "--jobs", "1", "--json", "--games", str(games)]
        told, took = ran(command)
        report = json.loads(told)[0]
        orders = report["orders"]
        return [report["games"], orders, round(orders * report["choices_per_order"])], took

    return played


def theirs(*command):
    return lambda games: counted([*command, str(games)])


def spiel(game):
    return theirs(f"{THERE}/python/bin/python", "rivals/openspiel/play.py", game)


def batch(scenario):
    return theirs(f"{THERE}/python/bin/python", "rivals/strategikon/play.py", scenario)


RIVALS = [
    ("Strategikon", "`armageddon/rome`", ours("armageddon/rome")),
    ("Strategikon", "`basileus/arcadiopolis`", ours("basileus/arcadiopolis")),
    ("Strategikon, batches from Python", "`armageddon/rome`", batch("armageddon/rome")),
    ("Strategikon, batches from Python", "`basileus/arcadiopolis`", batch("basileus/arcadiopolis")),
    ("shakmaty (Rust)", "chess", theirs(f"{THERE}/shakmaty/release/rival-shakmaty")),
    ("OpenSpiel (C++, stepped from Python)", "chess", spiel("chess")),
    ("OpenSpiel (C++, stepped from Python)", "backgammon", spiel("backgammon")),
    ("boardgame.io (JavaScript)", "noughts and crosses", theirs("node", f"{THERE}/boardgame/play.cjs")),
]


def enough(played):
    """So many games that they take about the time a figure has, and what starting alone takes."""
    _, start = played(1)
    games = 4
    while True:
        _, took = played(games)
        if took - start > 0.5:
            return max(games, round(games * SECONDS / ROUNDS / (took - start))), start
        games *= 4


def main():
    os.environ["PYTHONHASHSEED"] = "0"
    plans = [(name, game, played, *enough(played)) for name, game, played in RIVALS if ONLY in name]
    best = {}
    # In turns, and the best of each: the machine's other business falls on all alike.
    for _ in range(ROUNDS):
        for name, game, played, games, start in plans:
            figures, took = played(games)
            rate = [figure / max(took - start, 1e-6) for figure in figures]
            if rate[1] > best.get((name, game), ([0, 0, 0], 0))[0][1]:
                best[name, game] = (rate, figures[2] / figures[1])
    print("| what | game | games a second | orders a second | choices a second | choices an order |")
    print("|---|---|---|---|---|---|")
    for (name, game), (rate, choices) in best.items():
        print(f"| {name} | {game} | {rate[0]:,.0f} | {rate[1]:,.0f} | {rate[2]:,.0f} | {choices:.1f} |")


main()
