"""The re-check of a run from its files alone, with code that shares no rules with the engine.

:func:`check_run` is the one invariant that unit, property and end-to-end tests and the command ``verify``
use.
"""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import pairwise

from holdem_sim.dataset import Run
from holdem_sim.errors import HoldemError
from holdem_sim.recheck.faults import EnoughError, Fault, Faults
from holdem_sim.recheck.files import DamagedError, check_parts, hands, sessions
from holdem_sim.recheck.hand import check_hand
from holdem_sim.recheck.house import House
from holdem_sim.recheck.rows import Hand, Session
from holdem_sim.recheck.rulings import FOLD
from holdem_sim.recheck.session import Book

MANY_HANDS = 20_000
"""From this many hands on the parts are checked in several processes."""


@dataclass
class PartResult:
    """What one part holds: faults, and what has to fit the neighbouring parts."""

    faults: list[Fault] = field(default_factory=list)
    sessions: list[int] = field(default_factory=list)
    players: list[int] = field(default_factory=list)
    unfinished: list[int] = field(default_factory=list)
    labels: set[tuple[str, str]] = field(default_factory=set)
    sums: Counter[str] = field(default_factory=Counter)
    whole: bool = False


def check_run(run: Run, limit: int = 100, workers: int = 1) -> list[Fault]:
    """Everything that is wrong in a run, at most ``limit`` faults; an empty list is a run without a fault.

    ``workers`` processes share the parts of a large run.
    HoldemError if run.json does not hold what a check needs.
    """
    faults = Faults(limit)
    try:
        house = _house(run)
        parts = check_parts(run, faults)
        results = _check_parts(run, house, parts, limit, workers)
        if not faults.found and all(result.whole for result in results):
            _check_between(run, results, faults)
        for result in results:
            for fault in result.faults:
                faults.found.append(fault)
    except EnoughError:
        pass
    return faults.found[:limit]


def _house(run: Run) -> House:
    try:
        outspoken = [one["spec"] for one in run.info.get("strategies", []) if one.get("manners")]
        return House.of(run.config, outspoken)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise HoldemError(
            f"{run.path / 'run.json'}: 'config' lacks or garbles {error}; the rules are unknown"
        ) from error


def _check_parts(run: Run, house: House, parts: list[str], limit: int, workers: int) -> list[PartResult]:
    number = min(workers, len(parts))
    if number < 2 or run.rows["hands"] < MANY_HANDS:
        return [check_part(run, house, part, limit) for part in parts]
    with ProcessPoolExecutor(number) as pool:
        count = len(parts)
        return list(pool.map(check_part, [run] * count, [house] * count, parts, [limit] * count))


def check_part(run: Run, house: House, part: str, limit: int) -> PartResult:
    """Check the sessions of one part."""
    faults = Faults(limit)
    result = PartResult(faults.found)
    try:
        found = sessions(run, part, faults)
        result.sessions = sorted(found)
        players = [p for s in result.sessions for p in found[s].players]
        result.players = [p.player_id for p in players]
        result.labels = {(p.spec, p.strategy) for p in players}
        book: Book | None = None
        for hand in hands(run, part, faults):
            session_id = hand.row.session_id
            if book is None or book.session_id != session_id:
                if book is not None:
                    _close(book, result)
                book = Book(session_id, found.pop(session_id, Session()), house, faults)
            forced = book.hand(hand)
            corrected = check_hand(hand, house, faults, book.within(hand.row.hand_id), forced)
            _add(result.sums, hand, corrected)
        if book is not None:
            _close(book, result)
        for session_id, session in sorted(found.items()):
            _close(Book(session_id, session, house, faults), result)
        result.whole = True
    except (EnoughError, DamagedError):
        pass
    return result


def _close(book: Book, result: PartResult) -> None:
    """End a session, and note one that could have gone on."""
    if book.close():
        result.unfinished.append(book.session_id)


def _add(sums: Counter[str], hand: Hand, corrected: int) -> None:
    """Add a hand, ``corrected`` of its wishes not legal, to the sums that run.json holds."""
    sums["pot"] += hand.row.pot
    sums["tax"] += hand.row.tax
    sums["extra_drop"] += hand.row.extra_drop
    sums["decisions"] += sum(act.action >= FOLD for act in hand.acts)
    sums["corrected"] += corrected


def _check_between(run: Run, results: list[PartResult], faults: Faults) -> None:
    """Numbers that go on from part to part, and the sums in run.json."""
    sessions = [session for result in results for session in result.sessions]
    for place, session in enumerate(sessions):
        if session != place:
            faults.add("session_id does not count on from 0", expected=place, found=session)
            break
    for session in (session for result in results for session in result.unfinished):
        if session != sessions[-1]:  # the last one may be cut short by the number of hands asked for
            faults.add("the session ends although its hands and its time are not over", session_id=session)
    for before, after in pairwise(p for result in results for p in result.players):
        if after <= before:
            faults.add("players: player_id does not rise", expected=f"above {before}", found=after)
    _check_labels(set().union(*(result.labels for result in results)), faults)
    _check_info(run, len(sessions), sum((result.sums for result in results), Counter()), faults)


def _check_labels(labels: set[tuple[str, str]], faults: Faults) -> None:
    """What is asked for in the same words is labelled alike, and nothing else is."""
    for place, other in ((0, 1), (1, 0)):
        for word in sorted({pair[place] for pair in labels}):
            beside = sorted(pair[other] for pair in labels if pair[place] == word)
            if len(beside) > 1:
                what = ("players: labels of the spec", "players: specs of the strategy")[place]
                faults.add(f"{what} {word}", expected="one", found=", ".join(beside))


def _check_info(run: Run, sessions: int, sums: Counter[str], faults: Faults) -> None:
    """What run.json says of the whole run."""
    info, hands = run.info, run.rows["hands"]
    promises = [("hands", hands), ("sessions", sessions)]
    if run.complete:
        promises.append(("hands_requested", hands))
    for name, found in promises:
        if info.get(name) != found:
            faults.add(name, expected=found, found=info.get(name), file="run.json")
    for name, promised in info.get("sums", {}).items():
        if sums[name] != promised:
            faults.add(f"sum {name}", expected=sums[name], found=promised, file="run.json")
