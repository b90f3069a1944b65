"""Every recorded column, declared once.

From these declarations follow the numpy records into which the engine writes (:func:`block_dtype`), the
Arrow schema of the Parquet files (:func:`arrow_schema`) and the data dictionary (``data/README.md``,
made by :func:`dictionary_markdown`).

A column's ``engine`` is what the engine writes: ``value`` the number itself, ``ms`` whole milliseconds
that become seconds, ``code`` an index into ``categories`` (or, where ``categories`` is a name, into a list
that the run knows), ``cards`` small integers that become text, ``absent`` a column the engine does not
write because it follows from the others or is rendered later.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import pyarrow as pa

MAX_SEATS = 10
HANDS_PER_SESSION_ID = 1_000_000
"""hand_id = session_id * HANDS_PER_SESSION_ID + hand_no."""

STREETS = ("preflop", "flop", "turn", "river")
POSITIONS = ("BTN", "SB", "BB", "UTG", "UTG+1", "UTG+2", "UTG+3", "UTG+4", "HJ", "CO")
ACTIONS = (
    "post-ante", "post-small-blind", "post-big-blind", "straddle", "post-live", "post-dead",
    "fold", "check", "call", "bet", "raise",
)  # fmt: skip
MANNERS = ("declared", "silent", "string", "out-of-turn")
LEDGER_KINDS = ("buy-in", "rebuy", "cash-out", "time-charge", "tax", "extra-drop")
DEALER_ERRORS = (
    "exposed-pocket-card", "extra-pocket-card", "two-cards-face-up", "one-card-face-up", "wrong-order",
    "wrong-button", "dealt-to-absent", "wrong-back", "duplicate-card", "board-card-to-player", "premature-flop",
    "flop-without-burn", "premature-turn-or-river", "exposed-burn", "turn-and-river-together",
    "short-deck-after-hand", "wrong-pot",
)  # fmt: skip
"""What a dealer can do wrong (H-VII, H-VIII, H-VI.10): the keys of ``dealer_errors``, as kinds of events."""
EVENT_KINDS = (
    "button-draw", "arrival", "departure", "game-broken", "game-restarted", "session-opened", "session-closed",
    "waiting", "gave-up", "refused", "seat-change", "ruling", *DEALER_ERRORS,
)  # fmt: skip
DEPARTURE_REASONS = ("broke", "hands", "hours", "stop-loss", "stop-win", "time to go", "too few")


@dataclass(frozen=True)
class Column:
    """One recorded column.

    ``type`` is the Arrow type on disk, ``unit`` what a number counts, ``engine`` how the engine writes it,
    ``slots`` how many small integers a ``cards`` column takes, ``null`` the engine's number for "null".
    """

    name: str
    type: str
    unit: str
    meaning: str
    engine: str = "value"
    categories: tuple[str, ...] | str = ()
    slots: int = 0
    null: int | None = None

    @property
    def engine_dtype(self) -> np.dtype:
        """The numpy type in which the engine writes one row of this column."""
        if self.engine == "cards":
            return np.dtype((np.int8, (self.slots,)))
        if self.engine == "ms":
            return np.dtype(np.int64)
        if self.engine == "code":
            return np.dtype(np.int32 if isinstance(self.categories, str) else np.int8)
        return np.dtype(np.uint8 if self.type == "bool" else self.type)


def _id(name: str, type_: str, meaning: str, **more) -> Column:
    return Column(name, type_, "id", meaning, **more)


def _chips(name: str, meaning: str) -> Column:
    return Column(name, "int64", "chips", meaning)


_HAND_ID = _id("hand_id", "int64", "session_id x 1,000,000 + hand_no")
_SESSION = _id("session_id", "int32", "the session, counted from 0")
_SEAT = Column("seat", "int8", "seat", "seat, clockwise from 0")
_PLAYER = _id(
    "player_id", "int32", "the player, unique in the run; each session has a range of its own, with gaps"
)
_STRATEGY = Column(
    "strategy", "category", "label", "the strategy that plays, with its parameters", "code", "strategies"
)
_CLOCK = Column("clock_s", "float64", "s", "simulated seconds since the session opened", "ms")

TABLES: dict[str, tuple[Column, ...]] = {
    "hands": (
        _HAND_ID,
        _SESSION,
        Column("hand_no", "int32", "count", "hand of the session, counted from 0"),
        Column(
            "started_s", "float64", "s", "simulated seconds from the session's opening to the shuffle", "ms"
        ),
        Column("duration_s", "float32", "s", "simulated seconds the hand took", "ms"),
        Column("button_seat", "int8", "seat", "seat of the dealer button"),
        _chips("small_blind", "the table's small blind"),
        _chips("big_blind", "the table's big blind"),
        Column(
            "blinds_posted",
            "int8",
            "count",
            "blinds posted: 2, more with straddles, 1 under a dead small blind",
        ),
        Column("players_dealt", "int8", "count", "players dealt in"),
        Column("board", "text", "cards", "the board as far as it was dealt, as in AhKd2c", "cards", slots=5),
        Column("burned", "text", "cards", "the burned cards in order", "cards", slots=3),
        Column("last_street", "category", "street", "the last street dealt", "code", STREETS),
        Column("showdown", "bool", "flag", "two or more players were still in at the end"),
        _chips("pot", "all contributions without the uncalled bet"),
        _chips("tax", "what the house took from the pot, without the extra drop"),
        _chips("extra_drop", "what went from the pot into the promotion fund"),
        _chips("uncalled", "the bet that nobody called and that went back"),
        Column("pots", "int8", "count", "main pot and side pots"),
        Column("misdeals", "int8", "count", "times the hand was void and dealt again"),
    ),
    "seats": (
        _HAND_ID,
        _SESSION,
        _SEAT,
        _PLAYER,
        _STRATEGY,
        Column("position", "category", "position", "position at the table", "code", POSITIONS),
        Column(
            "hole_cards",
            "category",
            "cards",
            "the two pocket cards in the order dealt",
            "cards",
            "pairs",
            slots=2,
        ),
        _chips("stack_start", "chips in front before the hand"),
        _chips("contributed", "chips put into the pot, net of the uncalled bet"),
        _chips("won", "chips received from the pots"),
        _chips("net", "won - contributed"),
        Column(
            "tax_paid",
            "float64",
            "chips",
            "the contribution's share of the tax: an attribution, not whole chips",
        ),
        _chips("stack_end", "chips in front after the hand"),
        Column(
            "folded_street",
            "category",
            "street",
            "the street of the fold; null without one",
            "code",
            STREETS,
            null=-1,
        ),
        Column("all_in", "bool", "flag", "all chips went in during the hand"),
        Column(
            "show_order", "int8", "count", "place in the order of showing, from 0; null if not shown", null=-1
        ),
        Column(
            "hand_rank",
            "int32",
            "rank",
            "strength of the best five cards, higher wins: 2^20 x category (0 high card to 8 straight flush) + the "
            "ranks that decide (0 two to 12 ace), 4 bits each, the first x 2^16; null if not shown",
            null=-1,
        ),
    ),
    "actions": (
        _HAND_ID,
        _SESSION,
        Column("seq", "int16", "count", "place in the hand, counted from 0"),
        Column("street", "category", "street", "street of the action", "code", STREETS),
        _SEAT,
        _PLAYER,
        Column("action", "category", "action", "what was done", "code", ACTIONS),
        _chips("amount", "chips put in by the action"),
        _chips("to", "the player's bet on this street after it"),
        _chips("to_call", "what the player had to add to call, before it"),
        _chips("pot_before", "all chips in the pot before it, this street's bets included"),
        _chips("stack_before", "the player's chips before it"),
        Column("all_in", "bool", "flag", "it put the player all-in"),
        Column("manner", "category", "manner", "how it was announced", "code", MANNERS),
        Column(
            "wanted",
            "category",
            "action",
            "the action wanted; null unless ruled otherwise",
            "code",
            ACTIONS,
            null=-1,
        ),
        Column("wanted_to", "int64", "chips", "the bet wanted; null unless ruled otherwise", null=-1),
    ),
    "pots": (
        _HAND_ID,
        _SESSION,
        Column("pot_no", "int8", "count", "0 the main pot, then the side pots"),
        _chips("amount", "chips in the pot before tax"),
        _chips("tax", "the tax cut from this pot, without the extra drop"),
        Column("contenders", "int16", "seats", "bit mask of the seats that could win it (bit 0 = seat 0)"),
    ),
    "awards": (
        _HAND_ID,
        _SESSION,
        Column("pot_no", "int8", "count", "the pot"),
        _SEAT,
        _chips("amount", "chips pushed from this pot to this seat"),
    ),
    "ledger": (
        _SESSION,
        Column("hand_no", "int32", "count", "the hand before which it happened"),
        _CLOCK,
        _id("player_id", "int32", "the player; null for the house's lines", null=-1),
        Column("seat", "int8", "seat", "seat; null for the house's lines", null=-1),
        Column("kind", "category", "kind", "what moved the chips", "code", LEDGER_KINDS),
        _chips("amount", "chips, into the table positive, out of it negative"),
    ),
    "events": (
        _SESSION,
        _id("hand_id", "int64", "the hand; null outside hands", null=-1),
        _CLOCK,
        Column("kind", "category", "kind", "what happened", "code", EVENT_KINDS),
        Column("seat", "int8", "seat", "the seat concerned; null without one", null=-1),
        Column("street", "category", "street", "the street; null outside hands", "code", STREETS, null=-1),
        Column(
            "detail", "text", "text", "the cards and people involved, in words", "detail", slots=MAX_SEATS
        ),
    ),
    "players": (
        _PLAYER,
        _SESSION,
        _STRATEGY,
        Column("spec", "category", "label", "the strategy as it was asked for", "absent"),
        Column("type", "category", "label", "the player type of the lineup", "code", "types"),
        Column("party", "category", "label", "the people he came with; null if alone", "absent"),
    ),
}


def column(table: str, name: str) -> Column:
    """The declaration of one column; KeyError names what is missing."""
    for found in TABLES[table]:
        if found.name == name:
            return found
    raise KeyError(f"no column {name!r} in table {table!r}")


def block_dtype(table: str, rows: int) -> np.dtype:
    """Columns of ``rows`` rows side by side, as the engine fills them: one record, one array a column."""
    fields: list[tuple] = []
    for col in TABLES[table]:
        if col.engine == "absent":
            continue
        if col.engine in ("cards", "detail"):
            fields.append((col.name, np.int8, (rows, col.slots)))
        else:
            fields.append((col.name, col.engine_dtype, (rows,)))
    return np.dtype(fields)


def arrow_schema(table: str) -> pa.Schema:
    """The Arrow schema of a table's Parquet files."""
    import pyarrow as pa

    return pa.schema([pa.field(c.name, _arrow_type(c), nullable=_nullable(c)) for c in TABLES[table]])


def _nullable(col: Column) -> bool:
    return col.null is not None or col.name == "party"


def _arrow_type(col: Column) -> pa.DataType:
    import pyarrow as pa

    if col.type == "category":
        fixed = isinstance(col.categories, tuple) and len(col.categories) > 0
        return pa.dictionary(pa.int8() if fixed else pa.int32(), pa.string())
    if col.type == "text":
        return pa.string()
    if col.type == "bool":
        return pa.bool_()
    return pa.type_for_alias(col.type)


def dictionary_markdown() -> str:
    """The data dictionary, as Markdown."""
    lines = [
        "# Data dictionary",
        "",
        "A run is a folder: `run.json` and one folder of Parquet part files for each table below, sorted by",
        "session, hand and sequence. This page is made from `holdem_sim/schema.py`; a test holds the two together.",
        "",
        "Always true, to the chip: in every hand the contributions add up to the pot, and so do the pots; winnings +",
        "tax + extra drop = pot; `stack_end = stack_start + net`, and the next hand's `stack_start` equals it plus the",
        "ledger's lines between; in every session the ledger adds up to zero.",
    ]
    for name, columns in TABLES.items():
        lines += ["", f"## {name}", "", "| column | type | unit | meaning |", "|---|---|---|---|"]
        for c in columns:
            values = (
                f" (one of: {', '.join(c.categories)})"
                if isinstance(c.categories, tuple) and c.categories
                else ""
            )
            lines.append(f"| `{c.name}` | {c.type} | {c.unit} | {c.meaning}{values} |")
    return "\n".join(lines) + "\n"
