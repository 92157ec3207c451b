"""The bots of docs/bots.md are as short as it says, and play."""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

from . import ground

BOTS = ground.ROOT / "python/bots"
SURROUNDINGS = {**os.environ, "STRATEGIKON_PROGRAM": ground.PROGRAM}


def run(bot: str, *words: str, **more: str) -> str:
    """What a bot prints at the end of its game."""
    done = subprocess.run(
        [sys.executable, str(BOTS / bot), *words], capture_output=True, text=True, env={**SURROUNDINGS, **more}
    )
    if done.returncode:
        raise AssertionError(f"{bot}: {done.stderr}{done.stdout}")
    return done.stdout.strip()


class Bots(unittest.TestCase):
    def test_the_bots_are_as_short_as_the_guide_says(self) -> None:
        for bot, most in [("referee_bot.py", 40), ("package_bot.py", 20)]:
            self.assertLess(len((BOTS / bot).read_text().splitlines()), most, bot)

    def test_the_guide_shows_the_bots_as_they_are(self) -> None:
        guide = (ground.ROOT / "docs/bots.md").read_text()
        shown = re.findall(r"```python\n(.*?)```", guide, re.DOTALL)
        for bot in ("referee_bot.py", "package_bot.py", "server_bot.py"):
            self.assertIn((BOTS / bot).read_text(), shown, bot)

    def test_a_bot_plays_over_the_referee(self) -> None:
        self.assertTrue(run("referee_bot.py", "armageddon/rome", "3"))

    def test_a_bot_plays_over_the_package(self) -> None:
        self.assertTrue(run("package_bot.py", "armageddon/rome", "3"))
        self.assertTrue(run("package_bot.py", "basileus/arcadiopolis", "3"))

    def test_a_bot_takes_a_seat_on_a_server(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            database = f"sqlite:{Path(folder) / 'games.db'}"
            command = [ground.PROGRAM, "serve", "--port", "0", "--no-browser", "--database", database]
            with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
                try:
                    assert server.stdout
                    said = server.stdout.readline()
                    address = re.search(r"http://[^/ ]+", said)
                    self.assertIsNotNone(address, said)
                    self.play_there(address.group() if address else "")
                finally:
                    server.terminate()

    def play_there(self, address: str) -> None:
        host, guest = Browser(address), Browser(address)
        game = str(host.ask("games", {"scenario": "basileus/arcadiopolis", "seating": "open"})["id"])
        tokens = [str(who.ask("tokens", {"name": "a bot"})["token"]) for who in (host, guest)]
        first = subprocess.Popen(
            [sys.executable, str(BOTS / "server_bot.py"), address, game],
            env={**SURROUNDINGS, "STRATEGIKON_TOKEN": tokens[0]},
            stdout=subprocess.PIPE,
            text=True,
        )
        told = run("server_bot.py", address, game, STRATEGIKON_TOKEN=tokens[1], STRATEGIKON_ORDERS="25")
        self.assertEqual(first.communicate()[0].strip(), told)
        view = host.ask(f"games/{game}")
        self.assertEqual((view["turn"]["over"]["rule"], view["owns"]), ("table.resign", ["first"]))
        self.assertGreater(view["entry"], 25)


class Browser:
    """A guest at a browser."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        self.ask("me")

    def ask(self, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        headers = {"X-Strategikon": "1", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        with self.opener.open(urllib.request.Request(f"{self.address}/api/{path}", data, headers)) as answer:
            told: dict[str, Any] = json.load(answer)
            return told


if __name__ == "__main__":
    unittest.main()
