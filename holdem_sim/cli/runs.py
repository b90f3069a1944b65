"""``holdem-sim runs``: what lies in ``runs/``, and two runs compared."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from holdem_sim.dataset import Run


@click.command(short_help="List the runs in runs/, or compare two.")
@click.argument("names", nargs=-1, metavar="[RUN RUN]")
@click.option("--json", "as_json", is_flag=True, show_default=False, help="Print one JSON object.")
def command(names: tuple[str, ...], as_json: bool) -> None:
    """List the runs in runs/, or compare two RUNs: what was set differently, and what came of it.

    Hours are simulated ones in which hands were played. Differences of the figures have 95 % intervals: paired, session
    by session, where seed, seats and lineup are equal, since then the cards are; otherwise as of two independent runs.
    """
    from holdem_sim.dataset import open_run
    from holdem_sim.errors import UsageError

    if not names:
        _list(as_json)
        return
    if len(names) != 2:
        raise UsageError(f"runs compares two runs; {len(names)} {'was' if len(names) == 1 else 'were'} given")
    first, second = (open_run(Path(name)) for name in names)
    _compare(first, second, as_json)


def _list(as_json: bool) -> None:
    """Every folder of runs/ that is a run, by name; one that cannot be read says so."""
    from holdem_sim.cli._listing import print_rows
    from holdem_sim.dataset import RUNS, open_run
    from holdem_sim.errors import HoldemError

    found: list[dict[str, Any]] = []
    for path in sorted(RUNS.iterdir()) if RUNS.is_dir() else ():
        if not (path / "run.json").is_file():
            continue
        try:
            found.append({"run": path.name, **_figures(open_run(path))})
        except (HoldemError, KeyError, TypeError):
            found.append({"run": path.name, "state": "unreadable"})
    if as_json:
        click.echo(json.dumps({"runs": found}))
        return
    if not found:
        click.echo("no runs in runs/ yet; make one: holdem-sim run")
        return
    heading = ("run", "state", "table", "hands", "seed", "tax a hand")
    rows = [
        (
            row["run"], row["state"], str(row.get("table", "")), f"{row.get('hands', 0):,}",
            str(row.get("seed", "")), _shown(row.get("tax_per_hand", "")),
        )
        for row in found
    ]  # fmt: skip
    print_rows(heading, rows, right=heading[3:])


def _figures(run: Run) -> dict[str, Any]:
    """A run in a few numbers, from run.json alone."""
    info, sums, hands = run.info, run.info["sums"], run.info["hands"]
    return {
        "state": info["state"],
        "table": run.config["name"],
        "lineup": run.config["lineup"]["name"],
        "seed": info["seed"],
        "sessions": info["sessions"],
        "hands": hands,
        "pot_per_hand": sums["pot"] / hands if hands else None,
        "tax_per_hand": sums["tax"] / hands if hands else None,
        "extra_drop_per_hand": sums["extra_drop"] / hands if hands else None,
        "decisions_per_hand": sums["decisions"] / hands if hands else None,
    }


def _times(run: Run) -> dict[str, Any]:
    """What the hands say of the clock and of the deal; nothing of a run that has none."""
    if not run.rows["hands"]:
        return {}
    with run.connection() as connection:
        found = connection.execute(
            """SELECT count(*), sum(tax)::BIGINT, fsum(duration_s::DOUBLE) / 3600,
            fsum(duration_s::DOUBLE * players_dealt) / 3600, sum(misdeals)::BIGINT FROM hands"""
        ).fetchone()
    assert found is not None
    hands, tax, hours, seat_hours, misdeals = found
    return {
        "table_hours": hours,
        "hands_per_hour": hands / hours if hours else None,
        "tax_per_table_hour": tax / hours if hours else None,
        "players_dealt": seat_hours / hours if hours else None,
        "misdeals": misdeals,
    }


def _compare(first: Run, second: Run, as_json: bool) -> None:
    """What was set differently, then the figures side by side."""
    from holdem_sim.cli._listing import print_rows

    left, right = dict(_flat(first.config)), dict(_flat(second.config))
    settings = {
        key: (left.get(key), right.get(key)) for key in {**left, **right} if left.get(key) != right.get(key)
    }
    one, other = ({**_figures(run), **_times(run)} for run in (first, second))
    figures = {key: (one.get(key), other.get(key)) for key in {**one, **other}}
    paired = _same_cards(first, second)
    rows = _differences(first, second, paired)
    if as_json:
        found = {"runs": [str(first.path), str(second.path)], "settings": settings, "figures": figures}
        click.echo(json.dumps({**found, "paired": paired, "differences": rows}))
        return
    names = (str(first.path), str(second.path))
    if settings:
        print_rows(("set differently", *names), [(k, _set(a), _set(b)) for k, (a, b) in settings.items()])
    else:
        click.echo("both runs have the same configuration")
    click.echo()
    told = [(key.replace("_", " "), _shown(a), _shown(b)) for key, (a, b) in figures.items()]
    print_rows(("figure", *names), told, right=names)
    if rows:
        click.echo()
        _print_differences(rows, paired)


def _same_cards(first: Run, second: Run) -> bool:
    """Whether sessions of the same number had the same cards and players' draws."""
    return (
        first.info["seed"] == second.info["seed"]
        and first.config["table"]["seats"] == second.config["table"]["seats"]
        and first.config["lineup"]["types"] == second.config["lineup"]["types"]
        and first.config["lineup"]["seats"] == second.config["lineup"]["seats"]
    )


def _differences(first: Run, second: Run, paired: bool) -> list[dict[str, Any]]:
    """A row for every figure: the second run's less the first's; paired over the sessions that both have."""
    from holdem_sim.cli._output import records
    from holdem_sim.questions._figures import FIGURES, differences, sums
    from holdem_sim.reports._facts import open_facts

    if not (first.rows["hands"] and second.rows["hands"]):
        return []
    frames = []
    for run in (first, second):
        with open_facts(run) as facts:
            frames.append(sums(facts).sessions)
    before, after = frames
    if paired:
        both = set(before["session_id"]) & set(after["session_id"])
        before, after = (frame[frame["session_id"].isin(both)] for frame in frames)
    return records(differences(before, after, FIGURES, paired))


def _print_differences(rows: list[dict[str, Any]], paired: bool) -> None:
    """The differences with their intervals, in 80 columns."""
    from holdem_sim.questions._figures import FIGURES, figure_text
    from holdem_sim.reports._text import TextTable, decimals, intervals, rendered

    labels = {rate.name: figure_text(rate) for rate in FIGURES}
    said = [
        [
            labels[row["figure"]],
            *decimals([row["difference"]]),
            *intervals([row["low"]], [row["high"]]),
            "yes" if row["clear"] else "no",
        ]
        for row in rows
        if row["difference"] != 0 or row["figure"] in ("income_per_table_hour", "loss_bb_per_100")
    ]
    how = (
        f"paired over {rows[0]['sessions']:,} sessions with the same cards"
        if paired
        else "of independent runs"
    )
    heads = ["second less first", "difference", "95 % interval", "clear"]
    click.echo(rendered(TextTable(f"Differences, {how}", heads, said)))


def _flat(config: Mapping[str, Any], front: str = "") -> Iterator[tuple[str, Any]]:
    """The configuration by dotted keys."""
    for key, value in config.items():
        if isinstance(value, Mapping) and value:
            yield from _flat(value, f"{front}{key}.")
        else:
            yield f"{front}{key}", value


def _set(value: Any) -> str:
    """A setting as it is written in a file and given to ``--set``."""
    from holdem_sim.cli._listing import as_word

    return "none" if value is None else as_word(value)


def _shown(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, float):
        return f"{value:,.2f}"
    return f"{value:,}" if isinstance(value, int) else str(value)
