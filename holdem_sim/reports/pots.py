"""Pots: how large they get, where hands end, side pots, and which pots bring the tax.

Definitions
-----------
pot, pot_bb
    All chips of the hand, side pots included, without the uncalled bet and before tax; in big blinds of the hand.
size classes
    ``from_bb`` up to, but without, ``to_bb`` (missing: no end). ``up_to_pct``: the share of the hands whose pots are in
    this class or a smaller one.
quantiles
    The pot in big blinds below which so many percent of the pots lie (the two nearest in proportion). Its interval is
    that of the share of pots below it, turned back into pots (R. S. Woodruff, J. Amer. Statist. Assoc. 47, 1952).
ended
    Where the hand ended: the street on which all but one had folded, or ``showdown`` when two or more were in at the
    end, wherever their betting was over.
flop_pct, turn_pct, river_pct, showdown_pct
    Percent of the hands that had one.
players_at_flop, multiway_pct
    Those who had not folded before the flop, in hands that had one; percent of these hands with three or more.
side_pot_pct; ``pots.sides``
    Percent of the hands with a side pot: somebody all-in cannot win all of their chips. ``pot_no`` 0 is the main pot;
    contenders are the players who can win it.
hands_pct, pot_share_pct, mean_pot_bb, mean_pot
    A class's part of the hands, and of all chips; its mean pot in big blinds and chips.
tax_per_hand, taxed_pct, capped_pct, effective_pct, tax_share_pct
    Chips; percent of the hands in which tax was taken, and in which it was the cap; tax in percent of the
    pots; the part of all tax.
..._low, ..._high, ..._of
    95 % interval with the sessions as independent units, and the sample.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from holdem_sim.language import N_, _
from holdem_sim.reports._facts import Facts
from holdem_sim.reports._pots_text import (
    ENDED,
    MANY_PLAYERS,
    MANY_SIDE_POTS,
    NO_FLOP,
    RATES,
    SHOWDOWN,
    no_flop_or,
    overview_table,
    quantile_table,
    share_table,
    side_table,
    size_table,
)
from holdem_sim.reports._rates import Rate, measured, sessions_note
from holdem_sim.reports._statistics import FEW_CHANCES, interval_note, percent_intervals
from holdem_sim.reports._text import TextTable, decimal, intervals, whole
from holdem_sim.schema import STREETS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

EDGES_BB = (0, 2, 5, 10, 20, 50, 100, 200, 500)
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
LARGE_BB = 50
"""Pots that the sentences call large."""

SHARES = (
    Rate("hands_pct", "hands", "all_hands", 100, N_("of the hands"), "%"),
    Rate("pot_share_pct", "pot", "all_pot", 100, N_("of the chips"), "%"),
    Rate("tax_share_pct", "tax", "all_tax", 100, N_("of the tax"), "%"),
    Rate("mean_pot_bb", "pot_bb", "hands", 1, N_("mean pot"), "bb"),
    Rate("effective_pct", "tax", "pot", 100, N_("tax of the pots"), "%", amounts=True),
)
TAXED = (
    Rate("tax_per_hand", "tax", "hands", 1, N_("tax per hand"), "chips"),
    Rate("taxed_pct", "taxed", "hands", 100, N_("hands taxed"), "%"),
    Rate("capped_pct", "capped", "hands", 100, N_("hands at the cap"), "%"),
)
SIDES = (
    Rate("mean_pot_bb", "pot_bb", "hands", 1, N_("mean pot"), "bb"),
    Rate("pot_share_pct", "pot", "all_pot", 100, N_("of the chips"), "%"),
    Rate("contenders", "contenders", "hands", 1, N_("players for it"), ""),
)


def tables(facts: Facts, short: bool = False) -> dict[str, pd.DataFrame]:
    """``pots``, one row; ``.sizes``, ``.quantiles``, ``.streets``, ``.players`` and ``.sides``: a row a class."""
    classes = _by_class(facts)
    players = _at_flop(facts)
    sides = _sides(facts)
    result = {"pots": _overview(facts, classes, players, sides)}
    if not short:
        result["pots.sizes"] = _sizes(facts, classes)
        result["pots.quantiles"] = quantiles(facts)
        result["pots.streets"] = _shares(facts, classes, "ended", [*STREETS, SHOWDOWN])
        result["pots.players"] = _shares(facts, players, "players", list(range(MANY_PLAYERS + 1)))
        result["pots.sides"] = _side_pots(facts, sides)
    return result


def _by_class(facts: Facts) -> pd.DataFrame:
    """Sums by session, size class, and where the hand ended."""
    cases = " ".join(f"WHEN pot < {edge} * big_blind THEN {n}" for n, edge in enumerate(EDGES_BB[1:]))
    return facts.sql(
        f"""SELECT session_id, CASE {cases} ELSE {len(EDGES_BB) - 1} END AS size,
            CASE WHEN showdown THEN '{SHOWDOWN}' ELSE last_street END AS ended, {_SUMS.format(capped=facts.at_cap())},
            count(*) FILTER (last_street <> 'preflop') AS flops,
            count(*) FILTER (last_street IN ('turn', 'river')) AS turns,
            count(*) FILTER (last_street = 'river') AS rivers, count(*) FILTER (showdown) AS showdowns
        FROM hands GROUP BY 1, 2, 3"""
    )


_SUMS = """count(*) AS hands, sum(pot)::BIGINT AS pot, fsum(pot / big_blind) AS pot_bb, sum(tax)::BIGINT AS tax,
    count(*) FILTER (tax > 0) AS taxed, count(*) FILTER ({capped}) AS capped"""


def _at_flop(facts: Facts) -> pd.DataFrame:
    """Sums by session and number of players at the flop (0: no flop; the last class holds all larger ones)."""
    found = [
        facts.sql(
            f"""WITH dealt AS (
                SELECT hand_id, count(*) FILTER (folded_street IS DISTINCT FROM 'preflop') AS number
                FROM seats WHERE session_id BETWEEN ? AND ? GROUP BY hand_id
            )
            SELECT session_id, least(CASE last_street WHEN 'preflop' THEN {NO_FLOP} ELSE number END, {MANY_PLAYERS})
                ::INTEGER AS players, {_SUMS.format(capped="false")},
                sum(CASE last_street WHEN 'preflop' THEN 0 ELSE number END)::BIGINT AS at_flop
            FROM hands JOIN dealt USING (hand_id) WHERE session_id BETWEEN ? AND ? GROUP BY 1, 2""",
            [*ends, *ends],
        )
        for ends in facts.session_ranges()
    ]
    return pd.concat(found, ignore_index=True)


def _sides(facts: Facts) -> pd.DataFrame:
    """Sums by session and pot of the hands with side pots (the last class holds all further ones)."""
    return facts.sql(
        f"""WITH shared AS (SELECT hand_id, big_blind FROM hands WHERE pots > 1)
        SELECT session_id, least(pot_no, {MANY_SIDE_POTS})::INTEGER AS pot_no, count(*) AS hands,
            sum(amount)::BIGINT AS pot, fsum(amount / big_blind) AS pot_bb, sum(tax)::BIGINT AS tax,
            sum(bit_count(contenders))::BIGINT AS contenders
        FROM pots JOIN shared USING (hand_id) GROUP BY 1, 2"""
    )


def _overview(
    facts: Facts, classes: pd.DataFrame, players: pd.DataFrame, sides: pd.DataFrame
) -> pd.DataFrame:
    """All rates of :data:`RATES`, with intervals and samples, and the number of hands and sessions."""
    sums = classes.drop(columns=["size", "ended"]).groupby("session_id", as_index=False).sum()
    parts = {
        "at_flop": players,
        "multiway": players[players["players"] > 2].assign(multiway=lambda rows: rows["hands"]),
        "with_side": sides[sides["pot_no"] == 0].assign(with_side=lambda rows: rows["hands"]),
    }
    for name, rows in parts.items():
        found = rows.groupby("session_id")[name].sum()
        sums[name] = sums["session_id"].map(found).fillna(0).astype("int64")
    frame = measured(sums, RATES)
    frame.insert(0, "hands", facts.extent.hands)
    largest = facts.sql("SELECT max(pot)::BIGINT AS pot, max(pot / big_blind) AS pot_bb FROM hands").iloc[0]
    return frame.assign(
        largest_pot=int(largest["pot"]),
        largest_pot_bb=float(largest["pot_bb"]),
        note=interval_note(facts.extent.sessions),
    )


def _shares(
    facts: Facts, sums: pd.DataFrame, name: str, order: Sequence[Any], rates: Sequence[Rate] = ()
) -> pd.DataFrame:
    """A row for every class ``name`` that occurs, in order: its part of hands, chips and tax, and more ``rates``."""
    sums = _in_every_session(facts, sums, name, ["hands", "pot", "pot_bb", "tax", "taxed", "capped"])
    frame = _with_totals(sums, [*SHARES, *rates], name)
    there = [value for value in order if value in set(frame[name])]
    frame = frame.set_index(name).loc[there].rename_axis(name).reset_index()
    return frame.assign(note=interval_note(facts.extent.sessions))


def _in_every_session(facts: Facts, sums: pd.DataFrame, name: str, numbers: list[str]) -> pd.DataFrame:
    """The sums by class ``name`` in all sessions, zeros included, beside what the whole sessions add up to."""
    sums = sums.groupby([name, "session_id"], as_index=False)[numbers].sum()
    keys = [name, "session_id"]
    every = pd.MultiIndex.from_product([sums[name].unique(), facts.sessions["session_id"]], names=keys)
    sums = sums.set_index(keys).reindex(every, fill_value=0).reset_index()
    sessions = facts.sessions.set_index("session_id")
    for part in ("hands", "pot", "tax"):
        sums[f"all_{part}"] = sums["session_id"].map(sessions[part])
    return sums


def _with_totals(sums: pd.DataFrame, rates: Sequence[Rate], name: str) -> pd.DataFrame:
    """The rates by class ``name``, and in front what hands, chips and tax add up to; no means of a few hands."""
    frame = measured(sums, rates, name).drop(columns="sessions")
    total = sums.groupby(name, as_index=False)[["hands", "pot", "tax"]].sum()
    frame = total.merge(frame, on=name)
    few = frame["hands"] < FEW_CHANCES
    for rate in rates:
        if rate.denominator in ("hands", "pot"):  # of this class alone
            for ending in ("", "_low", "_high"):
                frame[rate.name + ending] = frame[rate.name + ending].mask(few)
    return frame


def _sizes(facts: Facts, classes: pd.DataFrame) -> pd.DataFrame:
    """The size classes, with what the tax does to each."""
    frame = _shares(facts, classes, "size", range(len(EDGES_BB)), TAXED)
    ends = (*EDGES_BB[1:], np.nan)
    size = frame.pop("size")
    frame.insert(0, "from_bb", [float(EDGES_BB[n]) for n in size])
    frame.insert(1, "to_bb", [float(ends[n]) for n in size])
    frame.insert(3, "up_to_pct", 100 * frame["hands"].cumsum() / frame["hands"].sum())
    return frame


def quantiles(facts: Facts) -> pd.DataFrame:
    """below_pct, pot_bb and its interval pot_bb_low, pot_bb_high; pot (chips, at the mean big blind)."""
    at = _pots_at(facts, QUANTILES)
    counts = ", ".join(f"count(*) FILTER (pot / big_blind <= {pot!r}) AS q{n}" for n, pot in enumerate(at))
    sums = facts.sql(f"SELECT session_id, count(*) AS hands, {counts} FROM hands GROUP BY session_id")
    lows, highs = [], []
    for n, level in enumerate(QUANTILES):
        share = percent_intervals(sums, f"q{n}", "hands").iloc[0]
        lows.append(level - (share["rate"] - share["low"]))
        highs.append(level + (share["high"] - share["rate"]))
    low, high = (_pots_at(facts, levels) for levels in (lows, highs))
    frame = pd.DataFrame({"below_pct": [100 * level for level in QUANTILES], "pot_bb": at})
    frame = frame.assign(pot_bb_low=low, pot_bb_high=high, pot=frame["pot_bb"] * facts.extent.big_blind)
    return frame.assign(of=facts.extent.hands, note=interval_note(facts.extent.sessions))


def _pots_at(facts: Facts, levels: Sequence[float]) -> list[float]:
    """The quantiles of the pots in big blinds; NaN where the level is."""
    known = [float(np.clip(level, 0, 1)) for level in np.nan_to_num(levels)]
    found = facts.sql(f"SELECT unnest(quantile_cont(pot / big_blind, {known!r})) AS pot_bb FROM hands")
    return found["pot_bb"].where(np.isfinite(levels)).tolist()


def _side_pots(facts: Facts, sides: pd.DataFrame) -> pd.DataFrame:
    """pot_no (0 main; the last row holds all further ones), hands that had it, its size, its part of all chips."""
    sums = _in_every_session(facts, sides, "pot_no", ["hands", "pot", "pot_bb", "tax", "contenders"])
    return _with_totals(sums, SIDES, "pot_no").assign(note=interval_note(facts.extent.sessions))


def text(tables: dict[str, pd.DataFrame], facts: Facts, short: bool = False) -> Iterator[TextTable]:
    """The figures of all pots; without ``short`` by size, by street, by players at the flop, and side pots."""
    note = sessions_note(facts.extent.sessions)
    notes = [note] if note else []
    yield overview_table(tables["pots"], notes)
    if short:
        return
    yield size_table(tables["pots.sizes"], notes)
    yield quantile_table(tables["pots.quantiles"], notes)
    ended = tables["pots.streets"]
    labels = [_(ENDED[name]) for name in ended["ended"]]
    yield share_table(_("Where hands end"), _("ended"), labels, ended, notes)
    players = tables["pots.players"]
    labels = [no_flop_or(number) for number in players["players"]]
    yield share_table(_("Players at the flop"), _("players"), labels, players, notes)
    if len(tables["pots.sides"]):
        yield side_table(tables["pots.sides"], notes)


def sentences(tables: dict[str, pd.DataFrame], facts: Facts) -> Iterator[str]:
    """How large pots are, where hands end, and how much of the tax the large pots bring."""
    row = tables["pots"].iloc[0]
    words = _("The average pot is {pot} big blinds ({chips} chips)").format(
        pot=decimal(row["mean_pot_bb"], 1), chips=whole(row["mean_pot"])
    )
    if np.isfinite(row["mean_pot_bb_low"]):
        (between,) = intervals([row["mean_pot_bb_low"]], [row["mean_pot_bb_high"]], 1)
        words += _("; with 95 % confidence {between}").format(between=between)
    if (found := tables.get("pots.quantiles")) is not None:
        half = found.loc[found["below_pct"] == 50, "pot_bb"].iloc[0]
        words += _("; half of all pots are below {half}").format(half=decimal(half, 1))
    yield f"{words}."
    if np.isfinite(row["flop_pct"]):
        yield _(
            "{flop} % of the hands see a flop, {showdown} % end at a showdown, and {side} % have a side pot."
        ).format(
            flop=decimal(row["flop_pct"], 0),
            showdown=decimal(row["showdown_pct"], 0),
            side=decimal(row["side_pot_pct"], 1),
        )
    if (sizes := tables.get("pots.sizes")) is not None and sizes["tax"].sum() > 0:
        upper = sizes[sizes["from_bb"] >= LARGE_BB]
        yield _(
            "Pots of {size} big blinds and more are {hands} % of the hands and bring {tax} % of the tax."
        ).format(
            size=LARGE_BB,
            hands=decimal(100 * upper["hands"].sum() / sizes["hands"].sum(), 1),
            tax=decimal(100 * upper["tax"].sum() / sizes["tax"].sum(), 1),
        )


def draw(facts: Facts) -> Iterator[tuple[str, Figure]]:
    """The sizes of pots with the parts of hands and tax up to each size; where hands end."""
    from holdem_sim.reports._draw_pots import ends_picture, histogram, sizes_picture

    found = facts.answer(tables)
    yield "pots-sizes", sizes_picture(histogram(facts), found["pots"].iloc[0], facts)
    yield "pots-ends", ends_picture(found["pots.streets"], ENDED, facts)
