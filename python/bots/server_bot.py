"""A bot with a seat on a server. It plays by a token, at random: server_bot.py ADDRESS GAME, the token in STRATEGIKON_TOKEN

GAME is an open challenge to take up, or a game in which the token's owner sits already.
"""

import json
import os
import random
import sys
import time
import urllib.error
import urllib.request
from typing import Any

address, game = sys.argv[1].rstrip("/"), sys.argv[2]
most = int(os.environ.get("STRATEGIKON_ORDERS", "1000000"))  # then it resigns


def ask(path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {os.environ['STRATEGIKON_TOKEN']}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(f"{address}/api/{path}", data, headers)) as answer:
            told: dict[str, Any] = json.load(answer)
            return told
    except urllib.error.HTTPError as refused:
        if refused.code != 429:  # too fast: again in a while
            raise SystemExit(json.load(refused)["error"]["why"]) from None
        time.sleep(float(refused.headers.get("Retry-After", 2)))
        return ask(path, body)


view = ask(f"games/{game}")
if not view["owns"]:
    ask(f"games/{game}/join", {})
while "over" not in (view := ask(f"games/{game}"))["turn"]:
    if not view["your_move"]:
        time.sleep(0.2)
    elif most := most - 1:
        order = random.choice(view["orders"])["order"]  # think here
        ask(f"games/{game}/orders", {"entry": view["entry"], "orders": [order], "nonce": os.urandom(16).hex()})
    else:
        ask(f"games/{game}/resign", {})
print(view["turn"]["over"]["why"])
