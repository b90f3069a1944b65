"""Texas Hold'em cash games under house rules: sessions, tax and honest reports.

What a strategy file needs is imported from here, and only when it is asked for, so that the command line
starts at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from holdem_sim.hand_strength import draws, equity, hand_rank, made_hand, outs, starting_hand_percentile
    from holdem_sim.strategy import (
        FLOP,
        PREFLOP,
        RIVER,
        TURN,
        all_in,
        check_or_call,
        check_or_fold,
        fold,
        out_of_turn,
        raise_about,
        raise_pot,
        raise_to,
        silent,
        strategy,
        string,
    )

__all__ = [
    "FLOP",
    "PREFLOP",
    "RIVER",
    "TURN",
    "all_in",
    "check_or_call",
    "check_or_fold",
    "draws",
    "equity",
    "fold",
    "hand_rank",
    "made_hand",
    "out_of_turn",
    "outs",
    "raise_about",
    "raise_pot",
    "raise_to",
    "silent",
    "starting_hand_percentile",
    "strategy",
    "string",
]

_HAND_STRENGTH = {"draws", "equity", "hand_rank", "made_hand", "outs", "starting_hand_percentile"}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    home = import_module(f"{__name__}.{'hand_strength' if name in _HAND_STRENGTH else 'strategy'}")
    if name == "strategy":
        return home  # the module of that name decorates when it is called
    globals()[name] = value = getattr(home, name)
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
