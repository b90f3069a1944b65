"""What run this is, in a few lines: the head of every report."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from holdem_sim.language import _, percent
from holdem_sim.reports._facts import Facts
from holdem_sim.reports._text import counted, decimal, plain, whole


def headline(facts: Facts) -> Iterator[str]:
    """Lines that say how much the run holds, its blinds and its tax, and whether it is whole."""
    run, extent = facts.run, facts.extent
    yield _("run {path}").format(path=run.path)
    blinds = _("blinds {small}/{big}").format(
        small=plain(facts.setting("table.small_blind")), big=plain(facts.setting("table.big_blind"))
    )
    if extent.several_blinds:
        blinds = _("several blinds, the big one {chips} on average").format(chips=decimal(extent.big_blind))
    size = _("{hands} in {sessions}").format(
        hands=counted(extent.hands, "hand"), sessions=counted(extent.sessions, "session")
    )
    yield f"{size}, {blinds}, {scheme(facts.run.config.get('tax') or {})}"
    currency = facts.setting("table.currency")
    if currency:
        yield _("a chip is {value} {currency}").format(
            value=plain(facts.setting("table.chip_value")), currency=currency
        )
    if not run.complete:
        yield _unfinished(run.info.get("hands_requested"), extent.hands)
        yield _("go on with: {command}").format(command=f"holdem-sim run --resume --out {run.path}")


def _unfinished(wanted: Any, hands: int) -> str:
    if isinstance(wanted, int):
        return _("not finished: {done} of {wanted} hands").format(done=whole(hands), wanted=whole(wanted))
    return _("not finished: {done} hands").format(done=whole(hands))


def scheme(tax: dict[str, Any]) -> str:
    """A tax scheme in a few words, from its keys and values."""
    if tax.get("steps"):
        told = _("tax by steps")
    else:
        told = _("tax {percent}").format(percent=percent(plain(tax.get("percent"))))
    caps = []
    if tax.get("cap") is not None:
        caps.append(_("{number} chips").format(number=plain(tax["cap"])))
    if tax.get("cap_bb") is not None:
        caps.append(_("{number} bb").format(number=plain(tax["cap_bb"])))
    if tax.get("cap_by_players"):
        caps.append(_("by players"))
    return told + (_(", cap {caps}").format(caps=_(" and ").join(caps)) if caps else "")
