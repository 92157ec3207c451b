"""The games of Strategikon: rules enforced, chance explicit, many games at once.

>>> import strategikon
>>> game = strategikon.Game("armageddon/rome", seed=7)
>>> game.play(game.legal_orders()[0])[0]["rule"]
'setup.deploy'

``docs/bots.md`` tells the whole of it; ``strategikon.aec`` has the environment for PettingZoo.
"""

from ._native import (
    ACTS,
    BOXES,
    COUNTER_COLUMNS,
    ORDER_COLUMNS,
    PLACE_COLUMNS,
    SORTS,
    Batch,
    Game,
    Order,
    __version__,
    scenarios,
)
from ._refused import Refused

__all__ = [
    "ACTS",
    "BOXES",
    "COUNTER_COLUMNS",
    "ORDER_COLUMNS",
    "PLACE_COLUMNS",
    "SORTS",
    "Batch",
    "Game",
    "Order",
    "Refused",
    "__version__",
    "scenarios",
]
