"""``python -m benchmarks.tax_questions``: the tables of docs/tax-questions.md.

What recorded hands say of another tax (``whatif``) beside what comes of it when the game is played under it
(``sweep``); and how much sharper differences are over whole sessions than over a number of hands.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from holdem_sim import simulate
from holdem_sim.config import Config
from holdem_sim.dataset import open_run
from holdem_sim.questions._figures import (
    FIGURES,
    INCOME,
    LIFETIME,
    LOSS,
    OPEN_INCOME,
    Sums,
    difference,
    rates,
    sums,
)
from holdem_sim.questions._grid import plan
from holdem_sim.questions._playing import play
from holdem_sim.questions._retax import retaxed
from holdem_sim.questions.sweep import requests
from holdem_sim.reports._facts import open_facts
from holdem_sim.reports._rates import Rate
from holdem_sim.request import Request

PERCENTS = ("5", "2.5", "7.5", "10", "20")
BREAKING = (
    "session.hours=8", "lineup.types.*.walk_in=700", "lineup.types.*.max_rebuys=0", "lineup.types.*.come_back=0",
)  # fmt: skip
"""Few people come, and who has lost his money goes: the game breaks the earlier, the more is taxed."""


def main() -> None:
    """Print both tables in Markdown."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tax_questions", description=__doc__)
    parser.add_argument("--sessions", type=int, default=278, help="sessions of a variant (default 278)")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="holdem-sim-") as folder:
        _same_hands_and_new_ones(Path(folder), options.sessions, options.workers)
        _sessions_and_hands(Path(folder), options.sessions, options.workers)


def _same_hands_and_new_ones(folder: Path, sessions: int, workers: int) -> None:
    """``whatif`` beside ``sweep``, on the default table."""
    asked = plan([f"tax.percent={','.join(PERCENTS)}"])
    (folder / "a").mkdir()
    played = play(requests(asked, 1, sessions, folder / "a", False), workers, True, lambda *_: None)
    print(
        "| tax | figure | recorded at 5 % | whatif | sweep | whatif less sweep |\n|---|---|---|---|---|---|"
    )
    with open_facts(open_run(folder / "a" / "variant-01")) as facts:
        for percent, found in zip(PERCENTS[1:], played[1:], strict=True):
            config = Config.from_json(facts.run.config).with_settings([f"tax.percent={percent}"])
            anew = retaxed(facts, played[0], config)
            for rate in (INCOME, LOSS, LIFETIME):
                values = [_value(rate, one) for one in (played[0], anew, found)]
                gap = difference(rate, found.sessions, anew.sessions)
                print(f"| {percent} % | {rate.label}, {rate.unit} | {' | '.join(values)} | {_said(gap)} |")


def _sessions_and_hands(folder: Path, sessions: int, workers: int) -> None:
    """The intervals of differences over so many whole sessions, and over as many hands, cut where they end."""
    asked = plan(["tax.percent=5,20"], lineup="lively", fixed=BREAKING)
    (folder / "b").mkdir()
    played = play(requests(asked, 1, sessions, folder / "b", False), workers, True, lambda *_: None)
    hands = int(played[0].sessions["hands"].sum())
    cut = []
    for number, variant in enumerate(asked.variants, 1):
        out = folder / f"hands-{number}"
        simulate.run(Request(variant.config, 1, hands, out, workers))
        with open_facts(open_run(out)) as facts:
            cut.append(sums(facts))
    print("\n| figure | whole sessions | as many hands | sessions of each | wider |\n|---|---|---|---|---|")
    for rate in FIGURES:
        if rate in (INCOME, OPEN_INCOME, LOSS):
            whole, short = (difference(rate, *(one.sessions for one in pair)) for pair in (played, cut))
            wider = (short["high"] - short["low"]) / (whole["high"] - whole["low"]) - 1
            counts = " and ".join(str(len(one.sessions)) for one in cut)
            print(
                f"| {rate.label}, {rate.unit} | {_said(whole)} | {_said(short)} | {counts} | {100 * wider:.0f} % |"
            )


def _value(rate: Rate, found: Sums) -> str:
    return f"{float(rates(found.sessions, [rate])[rate.name].iloc[0]):,.2f}"


def _said(found: dict[str, float]) -> str:
    return f"{found['difference']:+,.2f} ({found['low']:,.2f} to {found['high']:,.2f})"


if __name__ == "__main__":
    main()
