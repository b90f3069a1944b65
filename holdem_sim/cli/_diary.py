"""The diary of a session: what happened at the table from its opening to its closing, line by line."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from holdem_sim.schema import DEALER_ERRORS, EVENT_KINDS

if TYPE_CHECKING:
    from holdem_sim.dataset import Run

Row = dict[str, Any]
WIDTH = 80
CLOCK = 8
"""Columns of the clock, unless the session lasts hundreds of hours."""
MONEY = ("rebuy", "cash-out", "time-charge")
"""Lines of the ledger that stand for themselves; buy-ins and cash-outs belong to who comes and goes."""
POSTS = ("straddle", "post-dead", "post-live")
"""Actions that belong to a night's story: further blinds, and what is paid to enter or for a change of seats."""
GROUPS = {
    "errors": DEALER_ERRORS,
    "seats": ("arrival", "departure", "waiting", "gave-up", "refused", "seat-change"),
    "posts": POSTS,
}
KINDS = (*GROUPS, *POSTS, *MONEY, *EVENT_KINDS)
"""What ``--kind`` understands, the most useful first."""

_PLAIN = {
    "session-opened": "the table opens",
    "session-closed": "the table closes",
    "game-broken": "the game breaks: fewer than two can play",
    "game-restarted": "the game restarts, the button is drawn for",
}
_SEATED = ("arrival", "departure", "seat-change", "ruling")
"""Kinds of events that tell what somebody in a seat did; the others tell their seats themselves."""


@dataclass(frozen=True)
class Entry:
    """One line of the diary: simulated seconds, the hand it happened in or before, the kind, the words."""

    clock_s: float
    hand_no: int
    kind: str
    text: str


def wanted_kinds(names: Sequence[str]) -> set[str]:
    """The kinds that ``--kind`` names, groups taken apart; all without a name. UsageError for an unknown one."""
    from holdem_sim.errors import unknown

    for name in names:
        if name not in KINDS:
            raise unknown("kind", name, KINDS, "in --kind")
    return {kind for name in names or KINDS for kind in GROUPS.get(name, (name,))}


def diary_lines(run: Run, session: int, kinds: Collection[str]) -> list[str]:
    """The diary of a session as lines of at most 80 columns; HoldemError if the run has no such session."""
    from holdem_sim.cli.show import clock

    hands = _rows(run, "hands", session)
    if not hands:
        raise _no_such_session(run, session)
    told = [entry for entry in entries(run, session, hands) if entry.kind in kinds]
    tax, drop = (sum(hand[name] for hand in hands) for name in ("tax", "extra_drop"))
    misdeals = sum(hand["misdeals"] for hand in hands)
    end = hands[-1]["started_s"] + hands[-1]["duration_s"]
    columns = max([CLOCK, *(len(clock(entry.clock_s)) for entry in told)])
    lines = [
        f"Session {session}: {len(hands):,} hand{'s' * (len(hands) != 1)} in {clock(end)}, tax {tax:,}, "
        f"{f'extra drop {drop:,}, ' if drop else ''}{misdeals} misdeal{'s' * (misdeals != 1)}",
        "",
        f"{'clock':>{columns}}  {'hand':>6}",
    ]
    for entry in told:
        head = f"{clock(entry.clock_s):>{columns}}  {entry.hand_no:>6}  "
        body = wrap(entry.text, WIDTH - len(head)) or [""]
        indent = len(head) + 2
        lines += [
            head + body[0],
            *(" " * indent + more for more in wrap(" ".join(body[1:]), WIDTH - indent)),
        ]
    return lines if told else [*lines[:1], "", "nothing of this kind happened"]


def entries(run: Run, session: int, hands: Sequence[Row]) -> list[Entry]:
    """Everything that happened in a session in order: events, posts, and the chips that came and went."""
    ledger = [line for line in _rows(run, "ledger", session) if line["seat"] is not None]
    starts = [hand["started_s"] for hand in hands]
    names = {p["player_id"]: f"player {p['player_id']}, {p['type']}" for p in _rows(run, "players", session)}
    story = _Story(names, ledger)
    placed = []
    for event in _rows(run, "events", session):
        if event["hand_id"] is None:
            number = bisect_left(starts, event["clock_s"])
            rank = 2 if event["kind"] in ("button-draw", "session-closed") else 0
            place = 2 * number
        else:
            number = event["hand_id"] - hands[0]["hand_id"] + hands[0]["hand_no"]
            place, rank = 2 * number + 1, 0
        entry = Entry(event["clock_s"], number, event["kind"], story.told(event))
        placed.append((event["clock_s"], place, rank, entry))
    for line in story.rest():
        placed.append((line.clock_s, 2 * line.hand_no, 1, line))
    for entry in _posts(run, session, hands, names):
        placed.append((entry.clock_s, 2 * entry.hand_no + 1, 0, entry))
    return [entry for *_, entry in sorted(placed, key=lambda item: item[:3])]


def _posts(run: Run, session: int, hands: Sequence[Row], names: dict[int, str]) -> Iterator[Entry]:
    """Straddles, and what newcomers and those who changed seats post, at the beginning of their hand."""
    import pyarrow.compute as pc

    by_id = {hand["hand_id"]: hand for hand in hands}
    found = run.records("actions", (pc.field("session_id") == session) & pc.field("action").isin(list(POSTS)))
    for (hand_id, seat, kind), group in groupby(found, key=lambda x: (x["hand_id"], x["seat"], x["action"])):
        posts = list(group)
        chips = " and ".join(f"{post['amount']:,}" for post in posts)
        deed = f"straddles {chips}" if kind == "straddle" else f"posts {chips} {kind.removeprefix('post-')}"
        if (hand := by_id.get(hand_id)) is None:
            continue  # a damaged run; verify tells
        who = names.get(posts[0]["player_id"], "somebody")
        yield Entry(hand["started_s"], hand["hand_no"], kind, f"seat {seat}: {who}, {deed}")


class _Story:
    """Tells events with the names and the chips of the people concerned."""

    def __init__(self, names: dict[int, str], ledger: list[Row]) -> None:
        self._names = names
        self._lines: dict[int, Row] = dict(enumerate(ledger))
        self._places: dict[tuple, list[int]] = {}
        for place in reversed(self._lines):
            line = ledger[place]
            self._places.setdefault((line["clock_s"], line["seat"], line["kind"]), []).append(place)
        self._seats: dict[int, int] = {}

    def told(self, event: Row) -> str:
        """An event in words. They have to come in order: it is kept who sits where."""
        kind, seat, words = event["kind"], event["seat"], event["detail"]
        if kind in _PLAIN:
            return _PLAIN[kind]
        if kind == "button-draw":
            return f"cards for the button: {words}"
        if kind not in _SEATED:
            return words or kind
        if kind == "arrival":
            line = self._take(event, "buy-in")
            self._seats[seat] = line["player_id"] if line else -1
            deed = words or "sits down"
            return f"seat {seat}: {self._who(seat)}, {deed}" + (f" with {line['amount']:,}" if line else "")
        who = f"seat {seat}: {self._who(seat)}"
        if kind == "departure":
            line = None if words.startswith("broke") else self._take(event, "cash-out")
            self._seats.pop(seat, None)
            chips = f" with {-line['amount']:,}" if line else ""
            return f"{who}, leaves{chips}" + (f" ({words})" if words else "")
        if kind == "seat-change":
            new = re.search(r"seat (\d+)", words)
            if new and seat in self._seats:
                self._seats[int(new[1])] = self._seats.pop(seat)
        return f"{who}, {words}" if kind == "seat-change" else f"seat {seat}: {words}"

    def rest(self) -> list[Entry]:
        """The lines of the ledger that no event has told: rebuys, charges, what is cashed out at the end."""
        words = {"rebuy": "buys {:,} more", "cash-out": "cashes out {:,}", "buy-in": "buys in for {:,}"}
        told = []
        for (clock, number, kind), group in groupby(
            self._lines.values(), key=lambda x: (x["clock_s"], x["hand_no"], x["kind"])
        ):
            lines = list(group)
            if kind == "time-charge":
                paid, players = -sum(line["amount"] for line in lines), len({line["seat"] for line in lines})
                who = f"{players} player{'s' * (players > 1)} pay{'s' * (players == 1)}"
                told.append(Entry(clock, number, kind, f"time charge: {who} {paid:,} in all"))
                continue
            for line in lines:
                who = self._names.get(line["player_id"], "somebody")
                text = words.get(kind, kind + " {:,}").format(abs(line["amount"]))
                told.append(Entry(clock, number, kind, f"seat {line['seat']}: {who}, {text}"))
        return told

    def _who(self, seat: int) -> str:
        return self._names.get(self._seats.get(seat, -1), "somebody")

    def _take(self, event: Row, kind: str) -> Row | None:
        """The line of the ledger that belongs to an event; it is told with it."""
        places = self._places.get((event["clock_s"], event["seat"], kind))
        return self._lines.pop(places.pop()) if places else None


def _rows(run: Run, table: str, session: int) -> list[Row]:
    import pyarrow.compute as pc

    return run.records(table, pc.field("session_id") == session)


def _no_such_session(run: Run, session: int) -> Exception:
    from holdem_sim.errors import HoldemError

    numbers = run.read("hands", columns=["session_id"]).column("session_id").to_numpy()
    if not len(numbers):
        return HoldemError(f"the run {run.path} has no hands")
    return HoldemError(
        f"there is no session {session}: {run.path} has the sessions {numbers[0]} to {numbers[-1]}"
    )
