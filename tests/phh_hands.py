"""PHH texts for the tests, and what ``replay`` makes of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from holdem_sim.config import load
from holdem_sim.replay import House, Outcome, replay_file

SHARED_HANDS = Path(__file__).parents[2] / "shared" / "hands"
INCREMENT = ("rules.min_raise=increment",)
NO_TAX = ("tax.percent=0",)


def phh(
    stacks: Sequence[object],
    actions: str | Iterable[str],
    *,
    blinds: Sequence[object] = (50, 100),
    antes: Sequence[object] = (),
    min_bet: object | None = None,
    **fields: str,
) -> str:
    """The text of one hand; blinds and antes are filled with zeros, ``fields`` are TOML texts.

    Actions may be one text with commas between: ``"p3 cbr 300, p1 f"``; empty ones are left out of it.
    """
    players = len(stacks)
    words = [word.strip() for word in actions.split(",")] if isinstance(actions, str) else None
    texts = list(actions) if words is None else [word for word in words if word]
    lines = {
        "variant": '"NT"',
        "ante_trimming_status": "false",
        "antes": _array(antes, players),
        "blinds_or_straddles": _array(blinds, players),
        "min_bet": str(blinds[1] if min_bet is None else min_bet),
        "starting_stacks": _array(stacks, players),
        "actions": "[" + ", ".join(f'"{text}"' for text in texts) + "]",
    }
    return "\n".join(f"{name} = {value}" for name, value in {**lines, **fields}.items()) + "\n"


def _array(values: Sequence[object], length: int) -> str:
    padded = [*values, *[0] * (length - len(values))]
    return "[" + ", ".join(str(value) for value in padded) + "]"


@cache
def house(words: tuple[str, ...] = ()) -> House:
    """The table ``casino`` with these ``--set`` words."""
    return House(load(words=words))


def outcomes(path: Path, *words: str) -> list[Outcome]:
    return list(replay_file(path, house(words)))


def replay(folder: Path, text: str | bytes, *words: str, name: str = "hand.phh") -> dict[str, Any]:
    """The JSON answer for a file of one hand."""
    (answer,) = replay_all(folder, text, *words, name=name)
    return answer


def replay_all(
    folder: Path, text: str | bytes, *words: str, name: str = "hands.phhs"
) -> list[dict[str, Any]]:
    """The JSON answers for a file."""
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return [outcome.to_json() for outcome in outcomes(path, *words)]


def to_act(player: int, call: object, least: object = None, most: object = None) -> dict[str, Any]:
    """What ``to_act`` must be."""
    return {
        "player": player,
        "can_check": call == 0,
        "call": call,
        "min_raise_to": least,
        "max_raise_to": most,
    }
