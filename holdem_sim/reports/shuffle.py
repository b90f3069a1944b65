"""Shuffle: whether cards of the last board come back more often, or closer together, than a fair deck has them.

Definitions
-----------
The board of a hand is collected as it lies, so its neighbours (flop 1 and 2, 2 and 3, flop 3 and turn, turn and
river) lie next to each other in the deck that is shuffled for the next hand of the session. Counted are hands of
three or more players after a hand with a flop, and in them the pocket cards in the order dealt: first cards from
the seat after the button on, then second cards (H-II.2).

figure, label
    ``card_dealt``: a card of the last board is a pocket card; ``both_dealt``: two neighbours both are;
    ``dealt_in_a_row``: and one was dealt directly after the other, either way round.
pct, pct_low, pct_high
    Percent of the cards, or pairs, of last boards; 95 % interval with the sessions as independent units.
fair_pct
    What it is when every order of the deck is equally likely: with m pocket cards m/52, m(m-1)/(52*51) and
    2(m-1)/(52*51), each hand with its own m.
cases
    Cards, or pairs, of last boards.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pandas as pd

from holdem_sim.language import N_, _, percent
from holdem_sim.reports._facts import Facts
from holdem_sim.reports._statistics import interval_note, overall
from holdem_sim.reports._text import TextTable, decimal, decimals, intervals, whole
from holdem_sim.schema import MAX_SEATS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FIGURES = {
    "card_dealt": ("cards", N_("a card of it goes to a player")),
    "both_dealt": ("pairs", N_("two neighbours of it both do")),
    "dealt_in_a_row": ("pairs", N_("one directly after the other")),
}
COUNTS = f"""
WITH boards AS (
    SELECT hand_id, session_id, unnest(range(1, length(board) // 2 + 1)) AS place,
        board[2 * place - 1:2 * place] AS card, board[2 * place + 1:2 * place + 2] AS next
    FROM hands WHERE length(board) > 0
), dealt AS (
    SELECT hand_id, players_dealt, hole_cards::VARCHAR AS cards, row_number() OVER (
        PARTITION BY hand_id ORDER BY (seat - button_seat - 1 + {MAX_SEATS}) % {MAX_SEATS}
    ) AS place
    FROM seats JOIN hands USING (hand_id) WHERE players_dealt > 2
), pockets AS (
    SELECT hand_id, cards[1:2] AS card, place FROM dealt
    UNION ALL SELECT hand_id, cards[3:4], place + players_dealt::BIGINT FROM dealt
), cases AS (
    SELECT b.session_id, b.next != '' AS pair, 2 * h.players_dealt::BIGINT AS m,
        one.place AS place, other.place AS beside
    FROM boards b JOIN hands h ON h.hand_id = b.hand_id + 1 AND h.players_dealt > 2
    LEFT JOIN pockets one ON one.hand_id = h.hand_id AND one.card = b.card
    LEFT JOIN pockets other ON other.hand_id = h.hand_id AND other.card = b.next
)
SELECT session_id, count(*) AS cards, count(*) FILTER (pair) AS pairs,
    count(place) AS card_dealt, sum(m / 52) AS card_dealt_fair,
    count(*) FILTER (place IS NOT NULL AND beside IS NOT NULL) AS both_dealt,
    coalesce(sum(m * (m - 1) / (52 * 51)) FILTER (pair), 0) AS both_dealt_fair,
    count(*) FILTER (abs(place - beside) = 1) AS dealt_in_a_row,
    coalesce(sum(2 * (m - 1) / (52 * 51)) FILTER (pair), 0) AS dealt_in_a_row_fair
FROM cases GROUP BY session_id ORDER BY session_id
"""


def tables(facts: Facts, short: bool = False) -> dict[str, pd.DataFrame]:
    """``shuffle``: a row a figure: cases, percent with interval, and the percent of a fair deck."""
    sums = facts.sql(COUNTS)
    rows = []
    for figure, (of, label) in FIGURES.items():
        cases = int(sums[of].sum())
        rate = overall(sums, figure, of)
        rows.append(
            {
                "figure": figure,
                "label": label,
                "cases": cases,
                "pct": 100 * rate["rate"],
                "pct_low": max(100 * rate["low"], 0.0),
                "pct_high": 100 * rate["high"],
                "fair_pct": 100 * float(sums[f"{figure}_fair"].sum()) / cases if cases else math.nan,
                "note": interval_note(facts.extent.sessions),
            }
        )
    return {"shuffle": pd.DataFrame(rows)}


def text(tables: dict[str, pd.DataFrame], facts: Facts, short: bool = False) -> Iterator[TextTable]:
    """The figures beside those of a fair deck."""
    found = tables["shuffle"]
    columns = [
        map(_, found["label"]),
        map(whole, found["cases"]),
        decimals(found["pct"]),
        intervals(found["pct_low"], found["pct_high"]),
        decimals(found["fair_pct"]),
    ]
    rows = [list(row) for row in zip(*columns, strict=True)]
    note = interval_note(facts.extent.sessions)
    yield TextTable(
        _("Cards of the last board in the next deal"),
        [_("what"), _("cases"), "%", _("95 % interval"), _("fair %")],
        rows,
        [f"{note[0].upper()}{note[1:]}."] if note else [],
    )


def sentences(tables: dict[str, pd.DataFrame], facts: Facts) -> list[str]:
    """Whether the deck remembers the last hand."""
    found = tables["shuffle"]
    row = found.iloc[0]
    if not row["cases"]:
        return [_("No hand follows a board, so nothing can be said of the shuffle.")]
    told = [
        _(
            "A card of the last board goes to a player {share} of the time; with a fair deck it is {fair}."
        ).format(share=percent(decimal(row["pct"])), fair=percent(decimal(row["fair_pct"])))
    ]
    measured = found[found["pct_low"].notna()]
    outside = (measured["fair_pct"] < measured["pct_low"]) | (measured["fair_pct"] > measured["pct_high"])
    if measured.empty:
        told.append(_("It takes two sessions to say how sure that is."))
    elif outside.any():
        told.append(
            _(
                "The 95 % intervals of {outside} of the {all} figures do not hold what a fair deck gives; "
                "by chance one in twenty does not."
            ).format(outside=whole(int(outside.sum())), all=whole(len(measured)))
        )
    else:
        told.append(_("All figures agree with a fair deck within their 95 % intervals."))
    return told


def draw(facts: Facts) -> Iterator[tuple[str, Figure]]:
    """The figures in percent of what a fair deck gives."""
    from holdem_sim.reports._draw_shuffle import against_fair

    yield "shuffle", against_fair(facts.answer(tables)["shuffle"], facts)
