"""``holdem-sim show``: one hand, or the diary of a session, readable."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from holdem_sim.dataset import Run

WIDTH = 80


@click.command(short_help="Show one hand, or the diary of a session.")
@click.argument("run", metavar="RUN")
@click.argument("hand_id", type=click.IntRange(0, 2**63 - 1), metavar="[HAND_ID]", required=False)
@click.option(
    "--session", type=click.IntRange(0, 2**31 - 1), metavar="N", help="The diary of session N instead."
)
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    metavar="KIND",
    help="Only what is of this kind in the diary: errors (of the dealer), seats (who comes, goes, moves, waits), "
    "posts (straddles too), ruling, rebuy, or any kind of event; may be repeated.",
)
def command(run: str, hand_id: int | None, session: int | None, kinds: tuple[str, ...]) -> None:
    """Show the hand with the number HAND_ID of a RUN: seats, actions, cards, showdown, pots, tax and awards.

    HAND_ID is session x 1,000,000 + hand, both counted from 0. With --session: what happened at the table, from its
    opening to its closing: who came and went, dealing errors, rulings, draws for the button, rebuys.
    """
    from holdem_sim.errors import UsageError

    if (hand_id is None) == (session is None):
        raise UsageError("give the number of a hand, or --session N for the diary of a session")
    if kinds and session is None:
        raise UsageError("--kind chooses from the diary of a session; give --session N with it")
    from holdem_sim.cli._diary import diary_lines, wanted_kinds
    from holdem_sim.dataset import open_run

    wanted = wanted_kinds(kinds)
    found = open_run(run)
    lines = hand_lines(found, hand_id) if hand_id is not None else diary_lines(found, session or 0, wanted)
    for line in lines:
        click.echo(line)


def hand_lines(run: Run, hand_id: int) -> list[str]:
    """The hand as lines of at most 80 columns; HoldemError if the run has no such hand."""
    hand = _rows(run, "hands", hand_id)
    if not hand:
        raise _no_such_hand(run, hand_id)
    row = hand[0]
    tables = {name: _rows(run, name, hand_id) for name in ("seats", "actions", "pots", "awards")}
    seats = {seat["seat"]: seat for seat in tables["seats"]}
    before, within = _events(run, row)
    lines = [*_header(row, run, seats), *_seats(row, seats), *_notes(before)]
    lines += _actions(row, tables["actions"], seats, within)
    lines += _showdown(row, seats)
    lines += _money(row, tables["pots"], tables["awards"])
    return [part for line in lines for part in _wrapped(line)]


def _rows(run: Run, table: str, hand_id: int) -> list[dict[str, Any]]:
    import pyarrow.compute as pc

    return run.records(table, pc.field("hand_id") == hand_id)


def _events(run: Run, row: dict[str, Any]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """What happened before the hand was dealt for good (its draw for the button, its misdeals), and within it."""
    import pyarrow.compute as pc

    drawn = (pc.field("kind") == "button-draw") & (pc.field("clock_s") == row["started_s"])
    where = (pc.field("session_id") == row["session_id"]) & ((pc.field("hand_id") == row["hand_id"]) | drawn)
    events = run.records("events", where)
    void = [place for place, event in enumerate(events) if "misdeal" in event["detail"]]
    dealt = max(void, default=-1) + 1
    before = [e for place, e in enumerate(events) if place < dealt or e["kind"] == "button-draw"]
    return before, [e for e in events[dealt:] if e["kind"] != "button-draw"]


def _no_such_hand(run: Run, hand_id: int) -> Exception:
    from holdem_sim.errors import HoldemError
    from holdem_sim.schema import HANDS_PER_SESSION_ID

    ids = run.read("hands", columns=["hand_id"]).column("hand_id").to_numpy()
    if not len(ids):
        return HoldemError(f"the run {run.path} has no hands")
    session = ids[ids // HANDS_PER_SESSION_ID == hand_id // HANDS_PER_SESSION_ID]
    if len(session) and hand_id >= 0:
        number, some = hand_id // HANDS_PER_SESSION_ID, session
        place = f"session {number} of {run.path} has the hands"
    else:
        place, some = f"{run.path} has the hands", ids
    return HoldemError(
        f"there is no hand {hand_id}: {place} {some[0]} to {some[-1]}\n"
        "(a hand's number is its session x 1,000,000 + its place in the session, from 0)"
    )


# -- the parts of the page ----------------------------------------------------------------------------


def _header(row: dict[str, Any], run: Run, seats: dict[int, dict[str, Any]]) -> list[str]:
    unit = run.config.get("table", {}).get("currency") or "chips"
    notes = [] if row["button_seat"] in seats else ["the button is dead: nobody on its seat is dealt in"]
    notes += ["the small blind is dead: nobody posts it"] if row["blinds_posted"] == 1 else []
    times = "once" if row["misdeals"] == 1 else f"{row['misdeals']} times"
    notes += [f"misdeal, dealt again {times}"] if row["misdeals"] else []
    return [
        f"Hand {row['hand_id']}: session {row['session_id']}, hand {row['hand_no']}, "
        f"at {clock(row['started_s'])}, {row['duration_s']:.0f} s",
        f"Blinds {row['small_blind']:,}/{row['big_blind']:,} {unit}, {row['players_dealt']} players, "
        f"button on seat {row['button_seat']}",
        *(f"({note})" for note in notes),
        "",
    ]


def clock(seconds: float) -> str:
    """Simulated seconds as hours, minutes and seconds."""
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02d}:{rest:02d}"


def _seats(row: dict[str, Any], seats: dict[int, dict[str, Any]]) -> list[str]:
    stack = max(len(f"{s['stack_start']:,}") for s in seats.values())
    lines = []
    for number, s in seats.items():
        mark = "*" if number == row["button_seat"] else " "
        who = _shortened(f"player {s['player_id']}, {s['strategy']}", WIDTH - 24 - stack)
        cards = _spaced(s["hole_cards"])
        lines.append(f"Seat {number}{mark} {s['position']:<5}  {s['stack_start']:>{stack},}  {cards}  {who}")
    return [*lines, ""]


def _notes(events: list[dict[str, Any]]) -> list[str]:
    """The draw for the button, and what made the hand void, in the diary's words."""
    drawn = {"button-draw": "cards for the button: "}
    return [f"{drawn.get(e['kind'], '* ')}{e['detail']}" for e in events] + [""] * bool(events)


def _actions(
    row: dict[str, Any],
    actions: list[dict[str, Any]],
    seats: dict[int, dict[str, Any]],
    events: list[dict[str, Any]],
) -> list[str]:
    """The streets in order, each with its board, the pot before it, what everybody did, and what went wrong."""
    from holdem_sim.schema import STREETS

    lines, pot = [], 0
    amount = max((len(f"{a['pot_before']:,}") for a in actions), default=1)
    for place, street in enumerate(STREETS[: STREETS.index(row["last_street"]) + 1]):
        board = _spaced(row["board"][: 2 * (place + 2)]) if place else ""
        own = [a for a in actions if a["street"] == street]
        head = f"{street.capitalize():<8} {board}".rstrip()
        lines.append(f"{head}   pot {pot:,}" if place else head)
        for a in own:
            who = f"seat {a['seat']} {seats[a['seat']]['position'] if a['seat'] in seats else '':<5}"
            lines.append(f"  {who}  pot {a['pot_before']:>{amount},}  {_deed(a)}")
            pot = a["pot_before"] + a["amount"]
        if not own:
            lines.append("  nobody could act")
        lines += [_note(e) for e in events if e["street"] == street]
    if row["burned"]:
        lines.append(f"Burned   {_spaced(row['burned'])}")
    return [*lines, ""]


def _note(event: dict[str, Any]) -> str:
    """Something that happened on a street, beside the actions."""
    told = f"seat {event['seat']}: {event['detail']}" if event["kind"] == "ruling" else event["detail"]
    return f"  * {told or event['kind']}"


def _deed(action: dict[str, Any]) -> str:
    kind, amount, to = action["action"], action["amount"], action["to"]
    if kind in ("fold", "check"):
        text = f"{kind}s"
    elif kind == "call":
        text = f"calls {amount:,}"
    elif kind == "bet":
        text = f"bets {amount:,}"
    elif kind == "raise":
        text = f"raises to {to:,} (adds {amount:,})"
    elif kind.startswith("post-"):
        text = f"posts {kind[5:].replace('-', ' ')} {amount:,}"
    else:
        text = f"posts {kind} {amount:,}"
    if action["all_in"]:
        text += ", all-in"
    if action["manner"] != "declared":
        text += f" ({action['manner']})"
    if action["wanted"] is not None:
        wish = (
            f"{action['wanted']} to {action['wanted_to']:,}"
            if action["wanted_to"] is not None
            else action["wanted"]
        )
        text += f" [ruled: wanted {wish}]"
    return text


def _showdown(row: dict[str, Any], seats: dict[int, dict[str, Any]]) -> list[str]:
    shown = sorted((s for s in seats.values() if s["show_order"] is not None), key=lambda s: s["show_order"])
    if not shown:
        return []
    from holdem_sim.engine.ranking import describe

    lines = [f"Showdown {_spaced(row['board'])}"]
    for s in shown:
        lines.append(
            f"  seat {s['seat']} {s['position']:<5}  {_spaced(s['hole_cards'])}  {describe(s['hand_rank'])}"
        )
    return [*lines, ""]


def _money(row: dict[str, Any], pots: list[dict[str, Any]], awards: list[dict[str, Any]]) -> list[str]:
    lines = []
    if row["uncalled"]:
        lines.append(f"Uncalled bet returned: {row['uncalled']:,}")
    for pot in pots:
        name = "Main pot" if pot["pot_no"] == 0 else f"Side pot {pot['pot_no']}"
        mask = pot["contenders"]
        who = ", ".join(str(seat) for seat in range(mask.bit_length()) if mask >> seat & 1)
        lines.append(
            f"{name}: {pot['amount']:,}, tax {pot['tax']:,}, played for by seat{'s' * (', ' in who)} {who}"
        )
        for award in awards:
            if award["pot_no"] == pot["pot_no"]:
                lines.append(f"  {award['amount']:,} to seat {award['seat']}")
    drop = f", extra drop {row['extra_drop']:,}" if row["extra_drop"] else ""
    return [*lines, f"Total pot {row['pot']:,}, tax {row['tax']:,}{drop}"]


def _spaced(cards: str) -> str:
    return " ".join(cards[i : i + 2] for i in range(0, len(cards), 2))


def _shortened(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 3]}..."


def _wrapped(line: str) -> list[str]:
    from textwrap import wrap

    if len(line) <= WIDTH:
        return [line]
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    return wrap(line, WIDTH, subsequent_indent=indent, break_long_words=True)
