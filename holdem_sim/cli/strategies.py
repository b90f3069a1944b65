"""``holdem-sim strategies``: what plays, how to write one's own, and whether it keeps the contract."""

from __future__ import annotations

from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from holdem_sim.sparring import Player
    from holdem_sim.strategy import Brain
    from holdem_sim.strategy_style import Measured

KINDS = {
    "compiled": "compiled by Numba",
    "python": "plain Python (compiled=False)",
    "batch": "asked for many spots at once (batch=True)",
}
STARTER = '''\
"""A strategy of your own. Try it: holdem-sim strategies check {file}"""

from holdem_sim import (
    PREFLOP,
    all_in,
    check_or_call,
    check_or_fold,
    draws,
    made_hand,
    raise_pot,
    starting_hand_percentile,
    strategy,
)
from holdem_sim.hand_strength import FLUSH_DRAW, OPEN_ENDED, TOP_PAIR, TWO_PAIR


@strategy
def {name}(open: float = 0.15, courage: float = 0.4):
    """Raises good hands, bets good boards, folds the rest.

    open     share of all starting hands it plays
    courage  how often it bets a draw
    """

    def decide(spot):
        if spot.street == PREFLOP:
            hand = starting_hand_percentile(spot)  # 0.0045 for aces, 1.0 for the worst
            if hand <= open / 5:
                return raise_pot(1.0)
            if hand <= open and spot.to_call <= 4 * spot.big_blind:
                return raise_pot(1.0) if spot.preflop_raises == 0 else check_or_call()
            return check_or_fold()

        made = made_hand(spot)
        if made >= TWO_PAIR:
            return all_in() if spot.stack < spot.pot else raise_pot(0.75)
        if made >= TOP_PAIR:
            return raise_pot(0.6) if spot.to_call == 0 else check_or_call()
        if draws(spot) & (FLUSH_DRAW | OPEN_ENDED):
            if spot.to_call == 0 and spot.random < courage:
                return raise_pot(0.5)
            if spot.to_call <= spot.pot // 4:
                return check_or_call()
        return check_or_fold()

    return decide
'''


class _Strategies(click.Group):
    """A group whose first word may also be the name of a strategy."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.commands and not args[0].startswith("-"):
            return "show", show, args
        return super().resolve_command(ctx, args)


@click.group(
    "strategies",
    cls=_Strategies,
    invoke_without_command=True,
    short_help="List the strategies, show one, begin one, check one.",
    subcommand_metavar="[NAME|FILE] | new NAME | check NAME|FILE",
)
@click.pass_context
def command(ctx: click.Context) -> None:
    """List the strategies, or show one with its parameters and source file.

    NAME is a shipped strategy or one an installed package brings; FILE is a Python file. A file is run when
    it is named: do that only with files you trust.
    """
    if ctx.invoked_subcommand is None:
        _list()


def _list() -> None:
    from importlib.metadata import entry_points

    from holdem_sim.cli._listing import print_rows
    from holdem_sim.strategy import ENTRY_POINTS, shipped

    rows = [(name, strategy.doc.partition("\n")[0]) for name, strategy in shipped().items()]
    # What other packages bring is named, not loaded: nothing runs that nobody asked for.
    rows += [(entry.name, f"installed: {entry.value}") for entry in entry_points(group=ENTRY_POINTS)]
    print_rows(("strategy", "how it plays"), sorted(rows))
    click.echo("\nOne with its parameters: holdem-sim strategies NAME")
    click.echo("One of your own: holdem-sim strategies new NAME")


@click.command("show", hidden=True)
@click.argument("name", metavar="NAME|FILE")
def show(name: str) -> None:
    """Show a strategy: how it plays, its parameters, its source file."""
    for number, brain in enumerate(_named(name)):
        if number:
            click.echo()
        _show(brain)


def _named(name: str) -> list[Brain]:
    """The strategies asked for: one by name or spec, or all of a file."""
    from holdem_sim.strategy import load_file, make

    if name.endswith(".py"):
        return [strategy() for strategy in load_file(Path(name))]
    return [make(name)]


def _show(brain: Brain) -> None:
    strategy = brain.strategy
    told = strategy.doc or "It says nothing of itself."
    lines = [line if len(line) <= 80 else fill(line, 80) for line in told.splitlines()]
    click.echo("\n".join([strategy.name, "", *lines, ""]))
    for parameter, default in strategy.parameters.items():
        given = brain.parameters.get(parameter, default)
        click.echo(f"  {parameter} = {given!r}" + (f"  (default {default!r})" if given != default else ""))
    if not strategy.parameters:
        click.echo("  no parameters")
    if strategy.has_memory:
        click.echo(f"  remembers {', '.join(strategy.memory.names or ())} of a session")
    if strategy.manners:
        click.echo("  says how its decisions are announced (H-IX.6)")
    click.echo(f"\n{KINDS[strategy.kind]}\n{strategy.source or 'no source file'}")


@command.command("new")
@click.argument("name")
def new(name: str) -> None:
    """Write a strategy that works, to begin from: my-bot goes to ./my_bot.py."""
    from keyword import iskeyword

    from holdem_sim.errors import UsageError

    function = name.removesuffix(".py").replace("-", "_")
    if not function.isidentifier() or iskeyword(function):
        raise UsageError(f"{name!r} cannot name a strategy; use letters, digits and dashes, like my-bot")
    path = Path(f"{function}.py")
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(STARTER.format(file=path, name=function))
    except FileExistsError:
        raise UsageError(f"{str(path)!r} exists; choose another name, or remove it first") from None
    click.echo(f"wrote {path}\ncheck it:  holdem-sim strategies check {path}")
    click.echo(f"play it:   holdem-sim run --hero ./{path}")


@command.command("check")
@click.argument("name", metavar="NAME|FILE")
@click.option("--hands", type=click.IntRange(100, 10_000_000), default=30_000, help="Hands for the style.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=1, help="Seed of those hands.")
def check(name: str, hands: int, seed: int) -> int:
    """Check that a strategy keeps the contract, and measure how fast it is and what style it plays.

    Exit code 1 if it does not: an answer that is no decision, an answer that changes when the same spot is
    asked again or in other company, cards it cannot know, a style other than its docstring declares.
    """
    brains = _named(name)
    kept = True
    for number, brain in enumerate(brains):
        if number:
            click.echo()
        spec = name if len(brains) == 1 else f"{name}:{brain.strategy.name}"
        kept = _check(brain, spec, hands, seed) and kept
    return 0 if kept else 1


def _check(brain: Brain, spec: str, hands: int, seed: int) -> bool:
    from holdem_sim.engine.jit import COMPILED, is_warm
    from holdem_sim.sparring import Player
    from holdem_sim.strategy_check import check_contract, check_style, decisions_per_second, measure

    if COMPILED and not is_warm("sparring.*"):
        click.echo("first check with this version here: compiling (once, up to a minute)", err=True)
    click.echo(f"{brain.label}   {brain.strategy.source or ''}\n")
    player = Player(brain)
    findings, cases = check_contract(player)
    measured = measure(brain, spec, hands, seed)
    findings.append(check_style(brain, measured))
    for finding in findings:
        head = f"{'ok' if finding.kept else 'FAULT':6}{finding.check:15}"
        click.echo(fill(head + finding.text, 80, subsequent_indent=" " * 21))
    click.echo(f"\nspeed  {decisions_per_second(player, cases):,.0f} decisions/s ({KINDS[player.kind]})")
    _print_style(player, measured, hands)
    return all(finding.kept for finding in findings)


def _print_style(player: Player, measured: dict[str, Measured], hands: int) -> None:
    from holdem_sim.cli._listing import print_rows
    from holdem_sim.strategy_style import STATISTICS, declared_style

    declared = declared_style(player.brain.strategy.doc)
    rows = []
    for name, found in measured.items():
        value = "-" if found.value is None else f"{found.value:.1f}"
        if found.value is not None:
            value += " %" if STATISTICS[name].endswith("_pct") else ""
            value += f" ± {found.half_width:.1f}" if found.half_width == found.half_width else ""
        low, high = declared.get(name, (None, None))
        rows.append((name, value, "" if low is None else f"{low:g}-{high:g}", f"{found.chances:,}"))
    click.echo(f"\nstyle over {hands:,} hands of the default table and lineup (95 % intervals)\n")
    print_rows(("", "plays", "declares", "chances"), rows, right=("chances",))
