"""``holdem-sim replay``: real hands through the engine's rules."""

from __future__ import annotations

import json
from collections import Counter
from decimal import Decimal
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from holdem_sim.replay import Outcome, Turn

WIDTH = 80
MAX_NAME = 20
MAX_LABEL = 40
MAX_ACTION = 60
SHORTEST_CENTS = 2


@click.command(short_help="Settle hands of history files under the rules.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--table", default="casino", metavar="NAME|FILE", help="Rules and tax: a preset or a TOML file."
)
@click.option(
    "--set", "settings", multiple=True, metavar="KEY=VALUE", help="Set a key, money in the file's unit."
)
@click.option("--json", "as_json", is_flag=True, show_default=False, help="Print one JSON object a hand.")
def command(files: tuple[str, ...], table: str, settings: tuple[str, ...], as_json: bool) -> int:
    """Play the hands of PHH files (.phh, .phhs) through the engine's rules, under a table's rules and tax.

    A hand is settled; or, cut short, it is said who is to act and what he may do; or the action is named that
    is illegal, and why. What the file says of antes, blinds, straddles and posts is what is posted. The file
    "-" is the standard input. Exit code 1 if any hand is illegal or unreadable.
    """
    from holdem_sim.config import load

    config = load(table, words=settings)
    _announce_compilation()
    from holdem_sim.replay import House, replay_file

    house = House(config)
    faulty = False
    for file in files:
        counts: Counter[str] = Counter()
        for outcome in replay_file(file, house):
            faulty |= outcome.is_faulty
            if outcome.hand is not None:
                counts[outcome.status] += 1
            _print(outcome, as_json)
        if not as_json and counts:
            click.echo(printable(f"{file}: {_summary(counts)}"))
    return int(faulty)


def _announce_compilation() -> None:
    from holdem_sim.engine.jit import COMPILED, is_warm

    if COMPILED and not is_warm("script.*"):
        click.echo("first use of this version here: compiling the engine (once, some seconds)", err=True)


def _print(outcome: Outcome, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(outcome.to_json()))
    elif outcome.hand is not None:
        click.echo("\n".join(lines(outcome)))
    place = _place(outcome)
    if outcome.hand is None:  # the file as a whole
        click.echo(printable(f"error: {place}: {outcome.message}"), err=True)
    if outcome.note and as_json:
        click.echo(printable(f"note: {place}, {outcome.note}"), err=True)


def printable(text: str) -> str:
    """The text without what a file could do to a terminal."""
    return "".join(c if c.isprintable() else "?" for c in text)


def _place(outcome: Outcome) -> str:
    if outcome.hand is None:
        return outcome.file
    label = f" ({_short(str(outcome.label), MAX_LABEL)})" if outcome.label is not None else ""
    return f"{outcome.file}, hand {outcome.hand}{label}"


def _summary(counts: Counter[str]) -> str:
    hands = counts.total()
    parts = ", ".join(f"{number:,} {status}" for status, number in counts.most_common())
    return f"{hands:,} hand{'' if hands == 1 else 's'}: {parts}"


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 3]}..."


def lines(outcome: Outcome) -> list[str]:
    """An outcome in text: one line for a faulty hand, for the others some of at most 80 columns.

    Longer ones come only of a long name of the file, and of amounts beyond a trillion.
    """
    place = _place(outcome)
    if outcome.is_faulty:
        text = _short(outcome.text or "", MAX_ACTION)
        where = f', action {outcome.action} "{text}"' if outcome.action is not None else ""
        return [printable(f"{place}{where}: {outcome.status}: {outcome.message}")]
    if outcome.turn is None:
        told = [f"{place}: settled", *_board(outcome), *_players(outcome), *_wrapped(_pots(outcome))]
    else:
        turn = _turn(outcome, outcome.turn)
        head = [f"{place}: {turn}"]
        if len(head[0]) > WIDTH:
            head = [f"{place}:", *_wrapped([f"  {turn}"])]
        told = [*head, *_players(outcome), *_wrapped([f"  note, {outcome.note}"] if outcome.note else [])]
    return [printable(line) for line in told]


def _wrapped(long: list[str]) -> list[str]:
    """Lines, each folded to the width of the page."""
    from textwrap import TextWrapper

    folder = TextWrapper(WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
    return [part for line in long for part in folder.wrap(line)]


def _board(outcome: Outcome) -> list[str]:
    from holdem_sim.engine.cards import cards_text
    from holdem_sim.histories.history import DEAL_BOARD

    actions = outcome.history.actions if outcome.history else ()
    board = " ".join(cards_text(action.cards) for action in actions if action.kind == DEAL_BOARD)
    return [f"  board {board}"] if board else []


def _turn(outcome: Outcome, turn: Turn) -> str:
    money = _money(outcome)
    choices = ["check"] if turn.call == 0 else [f"call {money(turn.call)}"]
    if turn.min_raise_to is not None and turn.max_raise_to is not None:
        word = "bet or raise" if turn.call == 0 else "raise"
        if turn.min_raise_to == turn.max_raise_to:
            choices.append(f"{word} all-in to {money(turn.max_raise_to)}")
        else:
            choices.append(f"{word} to {money(turn.min_raise_to)} .. {money(turn.max_raise_to)}")
    return f"p{turn.player} is to act: {', '.join([*choices, 'or fold'])}"


def _players(outcome: Outcome) -> list[str]:
    """A line for each player: chips before, chips after, and the difference."""
    history, stacks = outcome.history, outcome.stacks
    if history is None or stacks is None:
        return []
    from rich.cells import cell_len, set_cell_size

    money = _money(outcome)
    names = [f"p{i} {printable(name)}".rstrip() for i, name in enumerate(history.names, start=1)]
    before, after = [money(x) for x in history.stacks], [money(x) for x in stacks]
    change = [money(b - a, "+") for a, b in zip(history.stacks, stacks, strict=True)]
    w_name = min(max(map(cell_len, names)), MAX_NAME)  # columns on the screen: some letters take two, or none
    w_before, w_after, w_change = (max(map(len, c)) for c in (before, after, change))
    return [
        f"  {set_cell_size(n, w_name)}  {b:>{w_before}} -> {a:>{w_after}}  {c:>{w_change}}"
        for n, b, a, c in zip(names, before, after, change, strict=True)
    ]


def _pots(outcome: Outcome) -> list[str]:
    """A line for each pot, and what went back or into the fund."""
    money = _money(outcome)
    pots = outcome.pots or ()
    found = []
    for number, pot in enumerate(pots):
        name = "pot" if len(pots) == 1 else "main pot" if number == 0 else f"side pot {number}"
        won = ", ".join(f"p{player} wins {money(amount)}" for player, amount in pot.awards or ())
        found.append(f"  {name} {money(pot.amount)}, tax {money(pot.tax)}: {won or 'nothing is left of it'}")
    if outcome.extra_drop:
        found.append(f"  extra drop {money(outcome.extra_drop)}")
    if outcome.uncalled:
        found.append(f"  uncalled {money(outcome.uncalled)} went back")
    return found


class _money:
    """Writes a hand's amounts with as many decimals as they need; money with a fraction has cents."""

    def __init__(self, outcome: Outcome) -> None:
        amounts = [*(outcome.stacks or ()), *(outcome.history.stacks if outcome.history else ())]
        for pot in outcome.pots or ():
            amounts += [pot.amount, pot.tax, *(amount for _, amount in pot.awards or ())]
        used = max((-int(a.normalize().as_tuple().exponent) for a in amounts), default=0)
        self.decimals = max(used, SHORTEST_CENTS) if used > 0 else 0

    def __call__(self, amount: Decimal, sign: str = "") -> str:
        return f"{amount:{sign},.{self.decimals}f}"
