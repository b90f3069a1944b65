"""The rows of the table: how each is measured, and its target."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measure import FailedError, folder_bytes, processors
from benchmarks.plan import SIX_SEATS, Plan, Row

HERE = Path(__file__).resolve().parent
MILLION = 1_000_000
LIVELY = ("--table", "casino-lively")
TWO_WORKERS = "two-workers"
"""The folder of the run of a million hands, which is reported and weighed too."""
EVALUATION_S = 2.0
LARGE_RUN_BYTES = 5e9
"""Room that a run of ten million hands asks for before it starts."""


def all_rows(plan: Plan) -> Iterator[Row]:
    """Measure everything, in the order of the table."""
    plan.say("first run on a new machine")
    first = first_run(plan)
    plan.say("warming up")
    plan.run("warm", 1_000, *SIX_SEATS)
    plan.say("a run as it is")
    yield whole_run(plan)
    plan.say("one worker, beside OpenSpiel and PokerKit")
    yield from beside_peers(plan)
    plan.say("another version, and a table with everything on")
    yield from beside_itself(plan)
    plan.say("two workers")
    yield two_workers(plan)
    plan.say("memory")
    yield from memory(plan)
    yield size(plan)
    yield first
    plan.say("plain Python strategies")
    yield plain_python(plan)
    plan.say("seven-card evaluations")
    yield evaluations(plan)
    plan.say("a sweep")
    yield sweep(plan)
    plan.say("reports")
    yield report(plan)
    yield from large_report(plan)


def whole_run(plan: Plan) -> Row:
    """From the shell and back, with the default table of nine seats."""
    row = Row("run --hands 100000 as it is, warm, whole process", "under", 2, "s")
    row.values += [plan.run("whole", 100_000).seconds for _ in range(plan.repeat)]
    return row


def first_run(plan: Plan) -> Row:
    """The same with an empty folder in place of the user's cache of compiled code."""
    row = Row("first run on a new machine, compilation included", "under", 40, "s")
    row.values.append(plan.run("first", 100_000, cache=plan.commands.folder / "empty-cache").seconds)
    return row


def beside_peers(plan: Plan) -> Iterator[Row]:
    """Recorded hands per second, and how many times that is what others play without recording; in turn."""
    ours = Row("recorded hands, one worker, six-handed", "over", 120_000, "hands/s")
    openspiel = {
        "any amount": Row("  against OpenSpiel, any amount, at random", "over", 10, "times"),
        "pot or all-in": Row("  against OpenSpiel, only pot or all-in, at random", "over", 10, "times"),
        "calls": Row("  against OpenSpiel, check and call to the end", "over", 10, "times"),
    }
    pokerkit = {"any amount": Row("  against PokerKit, any amount, at random", "over", 500, "times")}
    for _ in range(plan.repeat):
        rate = plan.hands_per_second("one-worker", plan.hands(500_000), workers=1)
        ours.values.append(rate)
        compare(plan, rate, "openspiel_hands.py", plan.openspiel_python, openspiel)
        compare(plan, rate, "pokerkit_hands.py", sys.executable, pokerkit)
    yield ours
    yield from openspiel.values()
    yield from pokerkit.values()


def beside_itself(plan: Plan) -> Iterator[Row]:
    """A table without habits and errors beside another version's, and one with all of them beside it."""
    before = Row("  against the version of --against", "over", 0.95, "times")
    lively = Row("  casino-lively against the default table", "over", 0.6, "times")
    hands = plan.hands(500_000)
    plan.run("warm", 1_000, *SIX_SEATS, *LIVELY)
    if plan.against:
        plan.run("warm", 1_000, *SIX_SEATS, interpreter=plan.against)
    else:
        before.note = "skipped: no --against"
    for _ in range(plan.repeat):
        rate = plan.hands_per_second("one-worker", hands, workers=1)
        if plan.against:
            theirs = plan.hands_per_second("one-worker", hands, workers=1, interpreter=plan.against)
            before.values.append(rate / theirs)
            before.note = f"last: {theirs:,.0f} hands/s"
        found = plan.hands_per_second("lively", hands, *LIVELY, workers=1)
        lively.values.append(found / rate)
        lively.note = f"last: {found:,.0f} hands/s"
    yield before
    yield lively


def compare(plan: Plan, rate: float, script: str, python: str, rows: dict[str, Row]) -> None:
    """Add the ratio of ``rate`` to the peer's, for each way in which it is driven."""
    seconds = 0.5 if plan.quick else 3.0
    try:
        found = plan.commands.python(str(HERE / "peers" / script), str(seconds), interpreter=python).json
    except FailedError as error:
        for row in rows.values():
            row.note = f"skipped: {error.last}"
        return
    plan.versions[found["library"]] = f"{found['version']} on Python {found['python']}"
    for way, row in rows.items():
        row.values.append(rate / found["rates"][way])
        row.note = f"last: {found['rates'][way]:,.0f} hands/s"


def two_workers(plan: Plan) -> Row:
    """A million hands by two workers and by one, pair by pair."""
    hands = plan.hands(MILLION)
    row = Row(f"two workers, {hands:,} hands, against one", "over", 1.7, "times")
    if processors() < 2:
        row.note = "skipped: this machine has one processor"
    for _ in range(plan.long_repeat):
        two = plan.hands_per_second(TWO_WORKERS, hands, workers=2)
        if processors() > 1:
            row.values.append(two / plan.hands_per_second("one-worker", hands, workers=1))
            row.note = f"last: {two:,.0f} hands/s"
    return row


def memory(plan: Plan) -> Iterator[Row]:
    """Peak of the whole process tree, each process with all the pages it uses, shared ones too."""
    peaks = []
    for hands in (100_000, plan.hands(5 * MILLION)):
        row = Row(f"peak memory at {hands:,} hands, six-handed", "under", 600, "MB")
        finished = plan.run("memory", hands, *SIX_SEATS)
        if finished.peak_mb is None:
            row.note = "skipped: no /proc to read it from"
        else:
            row.values.append(finished.peak_mb)
            row.note = f"shared pages once: {finished.peak_shared_once_mb:,.0f} MB"
            peaks.append(finished.peak_mb)
        yield row
    shutil.rmtree(plan.commands.folder / "memory")
    growth = Row("  growth from the first to the second", "under", 1.1, "times")
    growth.values += [peaks[1] / peaks[0]] if peaks else []
    yield growth


def size(plan: Plan) -> Row:
    """All files of a run of many hands."""
    row = Row("bytes per hand on disk, six-handed, blinds 50/100", "under", 220, "bytes")
    row.values.append(folder_bytes(plan.commands.folder / TWO_WORKERS) / plan.hands(MILLION))
    return row


def plain_python(plan: Plan) -> Row:
    """One worker, all six seats in plain Python."""
    row = Row("plain Python strategies, one worker", "over", 100_000, "decisions/s")
    players = f"{HERE / 'plain_player.py'}*6"
    for _ in range(plan.repeat):
        found = plan.run("plain", plan.hands(50_000), *SIX_SEATS, "--players", players, workers=1).json
        row.values.append(found["decisions"] / found["seconds"])
    return row


def evaluations(plan: Plan) -> Row:
    """The engine's evaluator in a compiled loop."""
    row = Row("seven-card evaluations, one core", "over", 50_000_000, "hands/s")
    for _ in range(plan.repeat):
        row.values.append(plan.commands.python(str(HERE / "evaluations.py"), str(EVALUATION_S)).json["rate"])
    return row


def sweep(plan: Plan) -> Row:
    """Twelve taxes on the default table, nine seats, from the shell and back."""
    hands, taxes = plan.hands(100_000), "1,2,3,4,5,6,7,8,9,10,12,15"
    row = Row(f"sweep of 12 variants, {hands:,} hands each, whole process", "under", 40, "s")
    words = ("sweep", "--set", f"tax.percent={taxes}", "--hands", str(hands))
    for _ in range(plan.long_repeat):
        finished = plan.commands.holdem_sim(*words)
        row.values.append(finished.seconds)
        if finished.peak_mb is not None:
            row.note = f"peak memory: {finished.peak_mb:,.0f} MB"
    return row


def report(plan: Plan) -> Row:
    """The whole command, without names of reports."""
    row = Row(f"report on {plan.hands(MILLION):,} hands, whole process", "under", 3, "s")
    row.values += [plan.commands.holdem_sim("report", TWO_WORKERS).seconds for _ in range(plan.repeat)]
    return row


def large_report(plan: Plan) -> Iterator[Row]:
    """The same on ten million hands, with its memory."""
    seconds = Row("report on 10,000,000 hands, whole process", "under", 20, "s")
    peak = Row("  its peak memory", "under", 2_000, "MB")
    room = shutil.disk_usage(plan.commands.folder).free
    if plan.quick:
        seconds.note = peak.note = "skipped: not in the short version"
    elif room < LARGE_RUN_BYTES:
        seconds.note = peak.note = (
            f"skipped: {room / 1e9:.1f} GB free on disk, not {LARGE_RUN_BYTES / 1e9:.0f}"
        )
    else:
        plan.run("large", 10 * MILLION, *SIX_SEATS)
        finished = plan.commands.holdem_sim("report", "large")
        seconds.values.append(finished.seconds)
        peak.values += [finished.peak_mb] if finished.peak_mb is not None else []
    yield seconds
    yield peak
