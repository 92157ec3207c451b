"""An environment in the manner of PettingZoo: agents take turns, each sees an observation and a mask of its actions.

>>> from strategikon import aec
>>> env = aec.env("armageddon/rome")
>>> env.reset(seed=1)
>>> observation, reward, termination, truncation, info = env.last()

An action is the number of a legal order. The dice fall inside the environment, from the seed of the game; planners that
want them explicit take ``env.unwrapped.game`` and its copies (``strategikon.Game``).
"""

from collections.abc import Mapping
from typing import Any, ClassVar

import gymnasium
import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._native import ORDER_COLUMNS, Game
from ._refused import Refused

#: No figure of an observation is larger.
LARGEST = np.float32(1e9)

Seen = dict[str, NDArray[Any]]


def env(scenario: str, **settings: Any) -> AECEnv[str, Seen, int | None]:
    """The environment, guarded against misuse. ``settings`` are those of ``raw_env``."""
    guarded: AECEnv[str, Seen, int | None] = wrappers.OrderEnforcingWrapper(raw_env(scenario, **settings))
    return guarded


class raw_env(AECEnv[str, Seen, int | None]):  # noqa: N801 - the convention of PettingZoo
    """Two agents, ``player_0`` for the first side and ``player_1`` for the second.

    An observation is a dict: ``observation`` (counters, places and situation of ``Game.observation`` in one row),
    ``orders`` (a row of ``ORDER_COLUMNS`` for each action, -1 where there is none) and ``action_mask``. The reward comes at
    the end: 1 to who wins, -1 to who loses, 0 to both in a draw.

    ``options`` are those of the scenario; ``most_orders`` is the number of actions: where more orders are legal, evenly
    chosen ones are offered, and ``info["orders"]`` says how many there are. After ``most_steps`` actions a game is truncated.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "strategikon_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        scenario: str,
        *,
        options: Mapping[str, Any] | None = None,
        most_orders: int = 1024,
        most_steps: int = 100_000,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.scenario = scenario
        self.most_orders = most_orders
        self.most_steps = most_steps
        self.render_mode = render_mode
        self.possible_agents = ["player_0", "player_1"]
        self.agents: list[str] = []
        self._start = Game(scenario, seed=0, options=options)
        self.game = self._start.copy()
        figures = sum(part.size for part in self._parts(0))
        space = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(-LARGEST, LARGEST, (figures,), np.float32),
                "orders": gymnasium.spaces.Box(-(2**31), 2**31 - 1, (most_orders, len(ORDER_COLUMNS)), np.int32),
                "action_mask": gymnasium.spaces.Box(0, 1, (most_orders,), np.int8),
            }
        )
        self._observation_spaces = {agent: space for agent in self.possible_agents}
        self._action_spaces = {
            agent: gymnasium.spaces.Discrete(most_orders) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. The scenario's own options are given when the environment is made."""
        if seed is None:
            seed = int(np.random.SeedSequence().generate_state(1, np.uint64)[0])
        self.game = self._start.copy(seed=seed)
        self.steps = 0
        self.agents = self.possible_agents[:]
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self._go_on()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise Refused("protocol", "an order is due; an action is its number")
        count = self.game.count_orders()
        offered = min(count, self.most_orders)
        if not 0 <= int(action) < offered:
            raise Refused("protocol", f"there is no action {action}: {offered} are offered, numbered from 0")
        self.game.follow(int(self._offered(count)[int(action)]))
        self.steps += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._go_on()
        self._accumulate_rewards()

    def observe(self, agent: str) -> Seen:
        viewer = self.possible_agents.index(agent)
        orders = np.full((self.most_orders, len(ORDER_COLUMNS)), -1, np.int32)
        mask = np.zeros(self.most_orders, np.int8)
        if self.game.mover == viewer:
            offered = self._offered(self.game.count_orders())
            orders[: len(offered)] = self.game.order_features()[offered]
            mask[: len(offered)] = 1
        return {"observation": np.concatenate(self._parts(viewer)), "orders": orders, "action_mask": mask}

    def render(self) -> str | None:
        return str(self.game.scene("public")["description"]) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""

    def _parts(self, viewer: int) -> list[NDArray[np.float32]]:
        seen = self.game.observation(viewer)
        return [seen["counters"].ravel(), seen["places"].ravel(), seen["situation"]]

    def _offered(self, count: int) -> NDArray[np.int64]:
        """The numbers of the orders offered: all of them, or as many as there is room for, evenly chosen."""
        if count <= self.most_orders:
            return np.arange(count)
        return np.linspace(0, count - 1, self.most_orders).round().astype(np.int64)

    def _go_on(self) -> None:
        """Throws the dice that are due, and finds who acts now or what the end is worth."""
        while self.game.dice_due is not None:
            self.game.roll()
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        mover = self.game.mover
        if mover is not None:
            self.agent_selection = self.possible_agents[mover]
            self.infos[self.agent_selection]["orders"] = self.game.count_orders()
            if self.steps >= self.most_steps:
                self.truncations = {agent: True for agent in self.agents}
            return
        result = self.game.result
        if result is None:
            raise RuntimeError("the game neither waits for anybody nor is it over")
        worth = 2.0 * result - 1.0
        self.rewards = {"player_0": worth, "player_1": -worth}
        self.terminations = {agent: True for agent in self.agents}
