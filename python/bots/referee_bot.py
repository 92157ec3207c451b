"""A bot over the referee. It attacks where the dice favour it, else goes on at random: referee_bot.py SCENARIO SEED"""

import json
import os
import random
import subprocess
import sys
from typing import Any

program = os.environ.get("STRATEGIKON_PROGRAM", "strategikon")
pipe = subprocess.PIPE
referee = subprocess.Popen([program, "referee"], stdin=pipe, stdout=pipe, text=True, bufsize=1)
answers: Any = referee.stdout


def ask(**request: Any) -> dict[str, Any]:
    print(json.dumps(request), file=referee.stdin)
    answer: dict[str, Any] = json.loads(answers.readline())
    assert answer["ok"], f"{answer['why']} ({answer['rule']})"
    return answer


def favour(order: dict[str, Any]) -> float:
    """How much likelier the fights of an order go well for whoever gives it than ill."""
    results = [result for sum_ in ask(do="odds", order=order)["sums"] for result in sum_["results"]]
    sign = {"attacker": 1, "defender": -1}
    return float(sum(sign.get(result.get("gains"), 0) * result["ways"] / result["of"] for result in results))


chance = random.Random(int(sys.argv[2]))
turn = ask(do="new", scenario=sys.argv[1], seed=int(sys.argv[2]))["turn"]
while "over" not in turn:
    if "dice" in turn:
        turn = ask(do="roll")["turn"]
        continue
    orders = ask(do="orders")["orders"]
    fights = [order for order in orders if order["do"] in ("attack", "commit") and favour(order) > 0]
    turn = ask(do="play", order=max(fights, key=favour) if fights else chance.choice(orders))["turn"]
print(turn["over"]["why"])
