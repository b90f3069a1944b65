"""Who may sit where, and what each type of player does with his chips, read from ``lineup`` in run.json."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Any


def number(value: Any) -> Fraction:
    """An exact number of run.json: whole, decimal, or decimal written as text."""
    return Fraction(str(value))


@dataclass(frozen=True)
class BuyIns:
    """What may be brought to the table, in whole chips (H-VI.2, H-VI.3, H-XVI.2)."""

    least: int
    late_least: int
    most: int

    @staticmethod
    def of(buy_in: Mapping[str, Any], big_blind: int) -> BuyIns:
        most = max(floor(number(buy_in["max_bb"]) * big_blind), 1)
        least, late = (ceil(number(buy_in[name]) * big_blind) for name in ("min_bb", "late_min_bb"))
        return BuyIns(min(least, most), min(late, most), most)

    def allowed(self, chips: int) -> int:
        """The amount that the table allows nearest to ``chips``."""
        return min(max(chips, self.least), self.most)


@dataclass(frozen=True)
class Stay:
    """What makes a player want to leave, and whether he comes back; None: nothing of the kind."""

    hands: int | None
    ms: int | None
    loss: int | None
    win: int | None
    company: int
    some_time: bool
    comes_back: Fraction

    @staticmethod
    def of(kind: Mapping[str, Any], big_blind: int) -> Stay:
        hands, hours = kind["stay_hands"], kind["stay_hours"]
        loss, win = (
            None if bound is None else max(floor(number(bound) * big_blind), 1)
            for bound in (kind["stop_loss_bb"], kind["stop_win_bb"])
        )
        return Stay(
            hands=None if hands is None else int(hands),
            ms=None if hours is None else round(number(hours) * 3_600_000),
            loss=loss,
            win=win,
            company=int(kind["company"]),
            some_time=kind["departure"] != "never",
            comes_back=number(kind["come_back"]),
        )

    @property
    def ends(self) -> bool:
        """Whether he ever wants to leave with chips."""
        return self.some_time or self.company > 0 or (self.hands, self.ms, self.loss, self.win) != (None,) * 4


@dataclass(frozen=True)
class Kind:
    """A type of player: chips he buys in for, adds below ``rebuy_below`` up to ``rebuy_to``, and his habits.

    ``comes``: newcomers of the type take the seats that others of it left; ``walks_in``: they come of themselves,
    and wait for ``patience_ms`` (None: as long as it takes).  ``manners``: how often he is silent, bets by
    string, speaks out of turn (by place in MANNERS); ``chooses``: his strategy says itself how.
    """

    spec: str
    party: str | None
    by_share: bool
    buy_in: int
    late_buy_in: int
    rebuy_below: int
    rebuy_to: int
    most_rebuys: int | None
    straddle: Fraction
    comes: bool
    walks_in: bool
    patience_ms: int | None
    posts: bool
    seat_change: Fraction
    stay: Stay
    manners: tuple[Fraction, ...]
    chooses: bool

    @staticmethod
    def of(kind: Mapping[str, Any], big_blind: int, limits: BuyIns, chooses: bool = False) -> Kind:
        buy_in, rebuy_to = (
            limits.allowed(floor(number(kind[name]) * big_blind)) for name in ("buy_in_bb", "rebuy_to_bb")
        )
        most = kind["max_rebuys"]
        return Kind(
            spec=kind["strategy"],
            party=kind["party"],
            by_share=kind["share"] is not None,
            buy_in=buy_in,
            late_buy_in=max(buy_in, limits.late_least),
            rebuy_below=floor(number(kind["rebuy_below_bb"]) * big_blind),
            rebuy_to=rebuy_to,
            most_rebuys=None if most == "unlimited" else int(most),
            straddle=number(kind["straddle"]),
            comes=kind["arrival"] != "never",
            walks_in=kind["walk_in"] != "never",
            patience_ms=None if kind["patience"] == "unlimited" else round(number(kind["patience"]) * 60_000),
            posts=kind["entry"] == "post",
            seat_change=number(kind["seat_change"]),
            stay=Stay.of(kind, big_blind),
            manners=(Fraction(0), *(number(kind[name]) for name in ("silent", "string", "out_of_turn"))),
            chooses=chooses,
        )

    def rebuy(self, stack: int, done: int) -> int:
        """What he adds to so many chips before a hand, after so many rebuys; 0: nothing (H-XVI.4)."""
        if stack >= min(self.rebuy_below, self.rebuy_to):
            return 0
        if self.most_rebuys is not None and done >= self.most_rebuys:
            return 0
        return self.rebuy_to - stack


SHARE = ""
"""The place of whoever comes, by the weights of the types."""
EMPTY = None
NOBODY: Mapping[str, int] = {}


@dataclass(frozen=True)
class Lineup:
    """Types by name, and the places: a type's name, ``SHARE`` or ``EMPTY`` for each seat."""

    kinds: Mapping[str, Kind]
    places: tuple[str | None, ...]
    fixed: bool
    apart: bool = False

    @staticmethod
    def of(lineup: Mapping[str, Any], seats: int, kinds: Mapping[str, Kind], apart: bool = False) -> Lineup:
        """``kinds`` are the lineup's types in its order; ``apart``: parties are kept apart (H-VI.9)."""
        if lineup["seats"] is not None:
            places = list(lineup["seats"])
            rest = EMPTY
        else:
            counts = {name: kind["count"] or 0 for name, kind in lineup["types"].items()}
            places = [name for name, count in counts.items() for _ in range(count)]
            rest = SHARE if any(kind.by_share for kind in kinds.values()) else EMPTY
        return Lineup(kinds, (*places, *[rest] * (seats - len(places))), lineup["seats"] is not None, apart)

    def wrong_places(self, opening: Mapping[int, str], refused: Mapping[str, int] = NOBODY) -> str | None:
        """What is wrong with who sits where when a session opens (types by seat), or None.

        ``refused`` tells how many players of a type were not let in: their places are empty.
        """
        away = Counter(refused)
        if self.fixed:
            for seat, name in enumerate(self.places):
                if seat not in opening and name is not None and away[name]:
                    away[name] -= 1
                elif opening.get(seat) != name:
                    return f"seat {seat} is for {name or 'nobody'}, not {opening.get(seat, 'nobody')}"
            return None
        wanted = Counter(self.places)
        found = Counter(opening.values())
        for name, kind in self.kinds.items():
            if not kind.by_share and found[name] + away[name] != wanted[name]:
                return f"{wanted[name]} seats are for {name}, not {found[name]}"
        taken = len(self.places) - wanted[EMPTY] - sum(away.values())
        if self.apart and wanted[SHARE]:
            taken = min(taken, max(len(opening), taken - wanted[SHARE]))
        return None if len(opening) == taken else f"{taken} seats are taken, not {len(opening)}"
