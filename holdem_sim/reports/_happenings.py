"""The words of happenings for people, marked for translation: what :mod:`holdem_sim.reports.events` counts."""

from __future__ import annotations

from holdem_sim.language import N_, _

TITLES = {
    "errors": N_("Dealing errors"),
    "rulings": N_("Rulings"),
    "people": N_("People and games"),
    "posts": N_("Straddles and posts"),
}
MISDEALS, MINUTES = N_("misdeals"), N_("minutes lost")
WORDS = {
    "arrival": N_("sits down"),
    "waiting": N_("waits for a seat"),
    "gave-up": N_("gives up waiting"),
    "refused": N_("is refused"),
    "comes back": N_("comes back"),
    "seat-change": N_("seat change"),
    "button-draw": N_("button draw"),
    "game-broken": N_("game broken"),
    "game-restarted": N_("game restarted"),
}
LEAVING = {
    "broke": N_("leaves, broke"),
    "hands": N_("leaves, hands"),
    "hours": N_("leaves, hours"),
    "stop-loss": N_("leaves, stop-loss"),
    "stop-win": N_("leaves, stop-win"),
    "time to go": N_("leaves, time to go"),
    "too few": N_("leaves, too few"),
}
POSTS = {"straddle": N_("straddles"), "post-dead": N_("dead posts"), "post-live": N_("live posts")}
ERRORS = {
    "exposed-pocket-card": N_("exposed pocket card"),
    "extra-pocket-card": N_("extra pocket card"),
    "two-cards-face-up": N_("two cards face up"),
    "one-card-face-up": N_("one card face up"),
    "wrong-order": N_("wrong order"),
    "wrong-button": N_("wrong button"),
    "dealt-to-absent": N_("dealt to absent"),
    "wrong-back": N_("wrong back"),
    "duplicate-card": N_("duplicate card"),
    "board-card-to-player": N_("board card to player"),
    "premature-flop": N_("premature flop"),
    "flop-without-burn": N_("flop without burn"),
    "premature-turn-or-river": N_("premature turn or river"),
    "exposed-burn": N_("exposed burn"),
    "turn-and-river-together": N_("turn and river together"),
    "short-deck-after-hand": N_("short deck after hand"),
    "wrong-pot": N_("wrong pot"),
}
ACTION_WORDS = {
    "fold": N_("fold"),
    "check": N_("check"),
    "call": N_("call"),
    "bet": N_("bet"),
    "raise": N_("raise"),
}
MANNER_WORDS = {
    "declared": N_("in words"),
    "silent": N_("silent"),
    "string": N_("two movements"),
    "out-of-turn": N_("out of turn"),
}
DEEDS = (N_("a fold"), N_("a check"), N_("a call"), N_("a bet"), N_("a raise"))
MANNERS = (N_("put in without a word"), N_("put in by two movements"), N_("said out of turn"))
OUTCOMES = (
    N_("binds"),
    N_("free again"),
    N_("the first one counts"),
    N_("ruled a fold"),
    N_("ruled a check"),
    N_("ruled a call"),
    N_("ruled a bet"),
    N_("ruled a raise"),
)


def spoken(what: str) -> str:
    """What is counted, in the language in use; a ruling is put together from its parts."""
    deed = next((deed for deed in DEEDS if what.startswith(f"{deed} ")), None)
    said, colon, outcome = what.removeprefix(f"{deed} ").partition(": ")
    if deed is None or not colon:
        return _(what)
    return _("{deed} {said}: {outcome}").format(deed=_(deed), said=_(said), outcome=_(outcome))
