"""Who sits at the table: player types, lineups, and the short form ``--players "nit*3,maniac"``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from holdem_sim.engine.table import SEATS
from holdem_sim.errors import UsageError
from holdem_sim.keys import Section
from holdem_sim.settings import split
from holdem_sim.values import BigBlinds, Conflict, Number, exact, to_number

BY_SHARE, EMPTY = -1, -2
"""What :meth:`Lineup.seating` says of a seat that is filled by share, and of one that stays empty."""

_Rate = Annotated[Number, exact(0, 1)]
_NONE = exact(0, 1_000_000, above=True, also="none")
_COUNT = exact(0, 1_000_000, whole=True, above=True, also="none")


class PlayerType(Section):
    """How a kind of player plays, and what he does with his money."""

    strategy: Annotated[str, Field(min_length=1, max_length=1000)]
    """the strategy, with its parameters: tight-aggressive(open=0.18)"""
    share: Annotated[Number | None, exact(0, 1_000_000, above=True, also="none")] = None
    """weight of the type when a seat is filled by chance"""
    count: Annotated[int | None, exact(1, SEATS, whole=True, also="none")] = None
    """seats that are the type's in every session, instead of a share"""
    buy_in_bb: BigBlinds = 100
    """big blinds he sits down with, as far as the table's limits allow"""
    rebuy_below_bb: Annotated[Number, exact(0, 1_000_000)] = 50
    """big blinds; before a hand he adds chips when he has fewer; half of rebuy_to_bb unless given"""
    rebuy_to_bb: BigBlinds = 100
    """big blinds he then fills up to, as far as the table allows; buy_in_bb unless given"""
    max_rebuys: Annotated[int | str, exact(0, 1_000_000, whole=True, also="unlimited")] = "unlimited"
    """rebuys after which he leaves for good once his chips are gone"""
    arrival: Annotated[Number | str, exact(0, 100_000, also="never")] = 15
    """minutes, on average, until a newcomer of the type takes the seat he left, or never"""
    party: Annotated[str | None, Field(min_length=1, max_length=100)] = None
    """name of the people he came with (H-VI.9)"""
    straddle: _Rate = 0
    """how often he posts a straddle when he may (H-XII.1)"""
    seat_change: _Rate = 0
    """how often, before a hand, he changes to a free seat when he may (H-XIII)"""
    entry: Literal["wait", "post"] = "wait"
    """how he enters a running game: wait for the button, or post the blinds (H-XIV.1)"""
    silent: _Rate = 0
    """how often he puts chips in without a word (H-IX.7)"""
    string: _Rate = 0
    """how often he puts chips in by two movements (H-IX.8)"""
    out_of_turn: _Rate = 0
    """how often, being next to act, he speaks before his turn (H-IX.9)"""
    departure: Annotated[Number | str, exact(0, 100_000, also="never")] = "never"
    """minutes, on average, until he wants to leave, however it goes"""
    stay_hands: Annotated[Number | None, _COUNT] = None
    """hands dealt to him after which he wants to leave"""
    stay_hours: Annotated[Number | None, _NONE] = None
    """hours at the table after which he wants to leave"""
    stop_loss_bb: Annotated[Number | None, _NONE] = None
    """big blinds lost at which he wants to leave"""
    stop_win_bb: Annotated[Number | None, _NONE] = None
    """big blinds won at which he wants to leave"""
    company: Annotated[int, exact(0, SEATS, whole=True)] = 0
    """players dealt in, himself included, below which he wants to leave (H-VI.5)"""
    come_back: _Rate = 0
    """how often he comes back after he left (H-VI.6)"""
    away: Annotated[Number, exact(0, 100_000)] = 60
    """minutes, on average, that he then stays away"""
    walk_in: Annotated[Number | str, exact(0, 100_000, above=True, also="never")] = "never"
    """minutes, on average, between players of the type who come whether or not a seat is free"""
    patience: Annotated[Number | str, exact(0, 100_000, also="unlimited")] = 30
    """minutes that he stays on the waiting list"""

    @property
    def restless(self) -> str | None:
        """The habit because of which the type comes, goes or moves although nobody is broke; None: it has none."""
        for name in ("departure", "walk_in"):
            if getattr(self, name) != "never":
                return name
        for name in ("stay_hands", "stay_hours", "stop_loss_bb", "stop_win_bb"):
            if getattr(self, name) is not None:
                return name
        return next(
            (name for name in ("company", "come_back", "seat_change") if getattr(self, name) > 0), None
        )

    @model_validator(mode="before")
    @classmethod
    def _follow(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        full = dict(given)
        if full.get("party") == "none":
            full["party"] = None
        if "buy_in_bb" in full:
            full.setdefault("rebuy_to_bb", full["buy_in_bb"])
        most = to_number(full.get("rebuy_to_bb"))
        if most is not None:
            full.setdefault("rebuy_below_bb", to_number(Decimal(most) / 2))
        if full.get("share") in (None, "none") and full.get("count") in (None, "none"):
            full["share"] = 1
        return full

    @model_validator(mode="after")
    def _sound(self) -> PlayerType:
        if self.share is not None and self.count is not None:
            raise Conflict("share and count exclude each other; set one of them to none")
        if self.silent + self.string > 1:
            raise Conflict(f"silent = {self.silent} and string = {self.string} are more than 1 together")
        if self.rebuy_below_bb > self.rebuy_to_bb:
            raise Conflict(
                f"rebuy_below_bb = {self.rebuy_below_bb} is larger than rebuy_to_bb = {self.rebuy_to_bb}"
            )
        return self


class Lineup(Section):
    """Player types, and how they fill the seats.

    Types with a ``count`` get that many seats, the rest is filled by share, anew in every session.  With
    ``seats`` the places are fixed: the name of a type for each seat, or none for an empty one.
    """

    name: str = ""
    description: str = ""
    types: Annotated[dict[str, PlayerType], Field(min_length=1)]
    seats: tuple[str | None, ...] | None = None

    @model_validator(mode="after")
    def _known(self) -> Lineup:
        for name in self.seats or ():
            if name is not None and name not in self.types:
                raise Conflict(f"lineup.seats names {name!r}, which is none of its types")
        return self

    def seating(self, seats: int) -> tuple[list[int], bool]:
        """Who sits where at a table of ``seats`` seats, and whether every session draws the places anew.

        A seat is a place in ``types``, or BY_SHARE, or EMPTY.  UsageError: more players than seats.
        """
        order = {name: number for number, name in enumerate(self.types)}
        if self.seats is not None:
            plan = [EMPTY if name is None else order[name] for name in self.seats]
            rest = EMPTY
        else:
            plan = [order[name] for name, kind in self.types.items() for _ in range(kind.count or 0)]
            rest = BY_SHARE if any(kind.share is not None for kind in self.types.values()) else EMPTY
        if len(plan) > seats:
            more = f" or more seats (--set table.seats={len(plan)})" if len(plan) <= SEATS else ""
            raise UsageError(
                f"lineup {self.name!r} has {len(plan)} players for {seats} seats; take fewer players{more}"
            )
        plan += [rest] * (seats - len(plan))
        return plan, self.seats is None and len(set(plan)) > 1

    def most_apart(self, plan: Sequence[int]) -> int:
        """How many of a seating (see :meth:`seating`) are sure to sit when no two of a party do (H-VI.9)."""
        kinds = list(self.types.values())
        fixed = [kinds[place].party for place in plan if place >= 0]
        parties = {party for party in fixed if party is not None}
        drawn = [kind.party for kind in kinds if kind.share is not None]
        by_share = plan.count(BY_SHARE)
        if None not in drawn:
            by_share = min(by_share, len({party for party in drawn if party is not None} - parties))
        return fixed.count(None) + len(parties) + by_share

    def with_hero(self, spec: str) -> Lineup:
        """The same lineup with one seat for ``spec``: the first empty one, or, without fixed places, any."""
        if "hero" in self.types:
            raise UsageError("the lineup has a type named 'hero' already; rename it, or leave --hero out")
        if not 0 < len(spec.strip()) <= 1000:
            raise UsageError("--hero needs a strategy, such as --hero nit")
        hero = PlayerType(strategy=spec, count=1)
        seats = self.seats
        if seats is not None:
            free = seats.index(None) if None in seats else len(seats)
            seats = (*seats[:free], "hero", *seats[free + 1 :])
        return self.model_copy(update={"types": {**self.types, "hero": hero}, "seats": seats})


def parse_players(text: str) -> Lineup:
    """The lineup that ``--players`` asks for: ``"spec*3,spec"``, seats filled in order from seat 0.

    Commas, stars and brackets inside the brackets of a spec belong to its parameters.  Players of one spec
    are of one type, named like the spec.
    """
    places: list[str] = []
    for part in split(text, f"--players {text!r}"):
        spec, star, times = part.rpartition("*")
        if not star or ")" in times:
            spec, times = part, "1"
        spec, times = spec.strip(), times.strip()
        if not 0 < len(spec) <= 1000 or not re.fullmatch(r"[1-9]\d{0,3}", times):
            raise UsageError(f"cannot read {part.strip()!r} in --players; write it like 'nit*3,maniac'")
        places += [spec] * int(times)
    counts = {spec: min(places.count(spec), SEATS) for spec in dict.fromkeys(places)}
    types = {spec: PlayerType(strategy=spec, count=count) for spec, count in counts.items()}
    return Lineup(name="players", types=types, seats=tuple(places))


def beside(spec: str, folder: Path) -> str:
    """``spec`` with a relative path to a Python file taken from ``folder``, where the lineup's file lies."""
    head, bracket, tail = spec.partition("(")
    path = Path(re.sub(r"\.py:.*$", ".py", head.strip()))
    if path.suffix != ".py" or path.is_absolute():
        return spec
    return f"{folder / head.strip()}{bracket}{tail}"
