"""Who paid the tax of a hand: three ways to attribute it, each of which adds up to the hand's tax.

The house cuts the tax from the pots; which player it is taken from is a matter of definition (the methods are those
of the trackers and of the poker rooms' own accounts: PartyPoker's page on rake, "weighted contributed"; "dealt" and
"contributed" of the affiliate programmes; "winner pays" of Hold'em Manager and PokerTracker):

contributed
    A player pays the share of the tax that his contribution is of the pot (net of the uncalled bet). The default;
    it is what the run records in ``seats.tax_paid``.
dealt
    All who were dealt in pay the same part, those who folded at once too.
winner
    A player pays the share of the tax that his winnings are of all winnings of the hand: it is the winner who gets
    less. A hand of which nobody won anything, the house having taken the whole pot, is attributed by contribution.

The extra drop, where a report attributes it, follows the same rule by the same shares; a time charge stands in the
ledger with the player who paid it.
"""

from __future__ import annotations

from dataclasses import dataclass

from holdem_sim.language import N_


@dataclass(frozen=True)
class Attribution:
    """A way to attribute tax: its name in commands and tables, its words, and what it is in SQL."""

    name: str
    title: str
    """Ends a title."""
    meaning: str
    """A sentence."""
    share: str
    """SQL over a row ``s`` of seats and its hand ``h``: the player's share."""
    column: str
    """SQL of the same: the tax he paid."""
    needs_hand: bool = True


_BY_CONTRIBUTION = "s.contributed / nullif(h.pot, 0)"
_BY_WINNINGS = f"""CASE WHEN h.pot > h.tax + h.extra_drop THEN s.won / (h.pot - h.tax - h.extra_drop)
ELSE {_BY_CONTRIBUTION} END"""
CONTRIBUTED = Attribution(
    "contributed",
    N_("by contribution"),
    N_("Attributed by contribution: a player's part of the tax is his part of the pot."),
    _BY_CONTRIBUTION,
    "s.tax_paid",
    needs_hand=False,
)
ATTRIBUTIONS = {
    CONTRIBUTED.name: CONTRIBUTED,
    "dealt": Attribution(
        "dealt",
        N_("in equal parts"),
        N_("Attributed in equal parts: all who are dealt in pay the same part of a hand's tax."),
        "1 / h.players_dealt",
        "h.tax::DOUBLE / h.players_dealt",
    ),
    "winner": Attribution(
        "winner",
        N_("by winnings"),
        N_("Attributed by winnings: a player's part of the tax is his part of what was won."),
        _BY_WINNINGS,
        f"h.tax * ({_BY_WINNINGS})",
    ),
}
"""All of them by name, the default first."""
