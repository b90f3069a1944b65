"""The re-check of who comes, goes, waits, posts and moves: one spoilt fact each, found and named."""

from __future__ import annotations

import pytest

from holdem_sim.engine.jit import COMPILED
from holdem_sim.recheck.button import Button, Coming, Rounds, way_of
from holdem_sim.recheck.hand import positions_of
from holdem_sim.recheck.house import House
from holdem_sim.schema import POSITIONS
from holdem_sim.verify import check_run
from runs import first, forget, misjudged, play_run, put, spoilt

HANDS = 120 if COMPILED else 80
KINDS = ("uniform-random", "always-call")
PLAYERS = "uniform-random*4,always-call*2"
BASE = ("table.seats=6", f"session.hands={HANDS}")


def habits(*words):
    return [f"lineup.types.{kind}.{word}" for kind in KINDS for word in words]


RUNS = {
    "comers": habits("departure=20", "arrival=10", "walk_in=4", "patience=6", "come_back=0.5", "away=4"),
    "goers": habits("stay_hands=9", "stop_loss_bb=60", "stop_win_bb=80", "arrival=2"),
    "sociable": habits("company=4", "stay_hands=20", "arrival=4", "entry=post"),
    "any hand": [
        "rules.leave=any-hand",
        *habits("stay_hours=0.3", "arrival=never", "walk_in=3", "patience=unlimited", "party=none"),
    ],
    "posters": ["table.seats=8", *habits("entry=post", "departure=20", "arrival=3", "straddle=0.2")],
    "movers": ["table.seats=8", *habits("seat_change=0.3", "departure=40", "arrival=5")],
    "dead": ["table.seats=8", "rules.button=dead", *habits("departure=15", "arrival=6", "entry=post")],
    "apart": ["rules.separate_parties=true", *habits("walk_in=3"), "lineup.types.uniform-random.party=smith"],
}


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """Each kind of floor, played once, without a fault."""
    played = {}

    def of(name):
        if name not in played:
            players = "uniform-random,always-call*3" if name == "apart" else PLAYERS
            words = [w for w in (*BASE, *RUNS[name]) if not w.endswith("party=none")]
            played[name] = play_run(tmp_path_factory.mktemp("floor") / "run", HANDS, players, words)
            assert check_run(played[name]) == []
        return played[name]

    return of


# -- spoilt facts --------------------------------------------------------------------------------------


def less_than_he_left_with(tables):
    """Somebody comes back with less than he left with, the stacks after it to match."""
    ledger = tables["ledger"]
    left = {}
    for line in ledger:
        if line["kind"] == "cash-out":
            left[line["player_id"]] = -line["amount"]
        if line["kind"] == "buy-in" and left.get(line["player_id"], 0) > 10_000:
            line["amount"] = 10_000
            return
    raise LookupError("nobody comes back with more than the maximum")


def stays_longer(tables):
    """Somebody who leaves is made to leave one hand later."""
    line = next(line for line in tables["ledger"] if line["kind"] == "cash-out")
    line["hand_no"] += 1


def other_price(tables):
    event = next(e for e in tables["events"] if e["kind"] == "seat-change" and e["detail"].endswith("free"))
    event["detail"] = event["detail"].replace("free", "owes the small and the big blind")


def unpaid(tables):
    """A post that is owed is taken out of the hand."""
    actions = tables["actions"]
    post = first(actions, action="post-dead")
    actions.remove(post)
    for row in actions:
        if row["hand_id"] == post["hand_id"] and row["seq"] > post["seq"]:
            row["seq"] -= 1


FACTS = {
    "another reason": (
        "goers", put("events", "detail", "time to go", kind="departure", detail=lambda d: d.startswith("hands")),
        "events: reason: expected",
    ),
    "broke with chips": (
        "goers", put("events", "detail", "broke: no chips left", kind="departure",
                     detail=lambda d: d.startswith("stop")),
        "events: reason: expected stop-",
    ),
    "no reason": ("goers", put("events", "detail", "", kind="departure"), "events: detail of departure"),
    "a cash-out at another hand": ("goers", stays_longer, "ledger: the cash-out of"),
    "a departure forgotten": (
        "goers", forget("events", kind="departure", detail=lambda d: not d.startswith("broke")),
        "does not leave before hand",
    ),
    "a comeback with less": ("comers", less_than_he_left_with, "ledger: buy-in before hand"),
    "a newcomer who comes back": (
        "comers", put("events", "detail", "comes back", kind="arrival", detail="", clock_s=lambda s: s > 0),
        "events: arrival: comes back: expected no, found yes",
    ),
    "another place on the list": (
        "comers", put("events", "detail", lambda d: d.replace("place 1 ", "place 2 "), kind="waiting",
                      detail=lambda d: "place 1 " in d),
        "events: waiting: place 1 on the list, not 2",
    ),
    "a wait forgotten": ("comers", forget("events", kind="waiting"), "events: "),
    "who gave up forgotten": ("comers", forget("events", kind="gave-up"), "his patience over"),
    "who gave up was another": (
        "comers", put("events", "detail", "nobody gives up waiting and goes", kind="gave-up"),
        "events: gave-up: he was not on the list",
    ),
    "somebody refused": (
        "comers", put("events", "kind", "refused", kind="gave-up"), "events: detail of refused",
    ),
    "another price": ("movers", other_price, "events: seat-change: owes: expected nothing, found both blinds"),
    "a seat that is taken": (
        "movers", put("events", "detail", lambda d: d.replace(d[:15], "moves to seat 9"), kind="seat-change"),
        "events: seat-change: the seat is not free",
    ),
    "a change forgotten": ("movers", forget("events", kind="seat-change"), "player_id: expected"),
    "a post forgotten": ("posters", unpaid, "(post-dead): amount: expected 50, found 100"),
    "a live post": (
        "posters", put("actions", "action", "post-live", action="post-dead"), "is not the forced post: expected",
    ),
    "another button": (
        "dead", put("hands", "button_seat", lambda seat: (seat + 1) % 8, hand_no=9), "button_seat: expected",
    ),
    "a buy-in refused": (
        "apart", put("events", "detail", "always-call is refused: one of his party sits at the table",
                     kind="refused"),
        "events: refused: nobody of his party is there",
    ),
}  # fmt: skip


@pytest.mark.parametrize("fact", FACTS)
def test_a_spoilt_fact_is_named(runs, tmp_path, fact):
    name, spoil, said = FACTS[fact]
    found = spoilt(runs(name), tmp_path, spoil)
    assert any(said in fault for fault in found), found[:5]


def types(**values):
    def spoil(config):
        for kind in KINDS:
            config["lineup"]["types"][kind].update(values)

    return spoil


def rules(**values):
    return lambda config: config["rules"].update(values)


JUDGED = {
    "h_vi_5_leave": ("any hand", rules(leave="round"), "nobody may leave with chips before the end of a full round"),
    "h_vi_5_stay_hands": ("goers", types(stay_hands=5), "does not leave before hand"),
    "h_vi_5_stay_hours": ("any hand", types(stay_hours=0.1), "does not leave before hand"),
    "h_vi_5_stop_loss": ("goers", types(stop_loss_bb=10), "although he may and wants to: expected stop-loss"),
    "h_vi_5_stop_win": ("goers", types(stop_win_bb=None), "events: reason: expected no reason, found stop-win"),
    "h_vi_5_company": ("sociable", types(company=6), "although he may and wants to: expected too few"),
    "h_vi_5_less_company": ("sociable", types(company=3), "events: reason: expected no reason, found too few"),
    "h_vi_6_come_back": ("comers", types(come_back=0), "comes back"),
    "h_vi_9_parties": ("comers", lambda config: (rules(separate_parties=True)(config), types(party="x")(config)),
                       "of the party x sit at the table at the opening"),
    "h_vi_9_nobody_refuses": ("apart", rules(separate_parties=False), "nobody of his party is there"),
    "patience": ("comers", types(patience=60), "his patience was not over"),
    "less patience": ("any hand", types(patience=1), "still waits before hand"),
    "no walk-ins": ("any hand", types(walk_in="never"), "somebody waits who never would"),
    "h_xiii_seat_change": ("movers", types(seat_change=0), "nobody there ever changes seats"),
    "h_xiii_always_changes": ("movers", types(seat_change=1), "no change of seats before hand"),
    "h_xiv_1_wait": ("posters", types(entry="wait"), "a newcomer is dealt in before the button has passed him"),
    "h_xiv_1_live": ("posters", rules(entry_post="live"), "is not the forced post: expected post-live by seat"),
    "h_ii_8_moving": ("dead", rules(button="moving"), "button_seat: expected"),
    "h_ii_8_dead": ("posters", rules(button="dead"), "button_seat: expected"),
}  # fmt: skip


@pytest.mark.parametrize("key", JUDGED)
def test_a_run_that_does_not_fit_its_rules_is_found(runs, tmp_path, key):
    name, spoil, said = JUDGED[key]
    found = misjudged(runs(name), tmp_path, spoil)
    assert any(said in fault for fault in found), found[:5]


# -- button and rounds -----------------------------------------------------------------------------------


def button(run, at, small, big, **options) -> Button:
    config = {**run.config, "rules": {**run.config["rules"], **options}}
    made = Button(House.of(config))
    made.put(at, small, big)
    return made


def test_case_a47_dead_and_moving_button(runs):
    """A button, B small blind, C big blind, D and E; C leaves."""
    dead = button(runs("comers"), 0, 1, 2, button="dead").coming([0, 1, 3, 4], [], [])
    assert dead == Coming(1, 2, 3, frozenset([0, 1, 3, 4]))
    moving = button(runs("comers"), 0, 1, 2).coming([0, 1, 3, 4], [], [])
    assert moving == Coming(1, 3, 4, frozenset([0, 1, 3, 4]))


def test_h_ii_8_of_two_the_last_big_blind_is_not_big_blind_again(runs):
    assert button(runs("comers"), 0, 1, 2).coming([0, 2], [], [])[:3] == (2, 2, 0)
    literal = button(runs("comers"), 0, 1, 2, heads_up="literal").coming([0, 2], [], [])
    assert literal[:3] == (0, 2, 0) or literal.big == 0


def test_h_xiv_1_who_is_dealt_in(runs):
    table = button(runs("comers"), 1, 2, 3)
    assert table.coming([1, 2, 3, 5], [4], []).dealt == {1, 2, 3, 5}
    entering = table.coming([1, 2, 3, 5], [4, 0], [4, 0])
    assert entering.big == 5
    assert entering.entering == {0}  # seat 4 lies between button and big blind
    assert table.coming([2, 3, 5], [1], []).dealt == {1, 2, 3, 5}  # the button has left that seat
    assert way_of(4, 0) == [4, 5, 6, 7, 8, 9]


def test_h_vi_5_rounds():
    rounds = Rounds()
    assert [rounds.note(seat) for seat in (2, 4, 0, 3, 5, 1, 2)] == [
        True,
        False,
        False,
        True,
        False,
        False,
        False,
    ]
    assert rounds.number == 2
    assert rounds.would_end(2, 2 + 0) is not False


def test_h_ii_8_positions_under_a_dead_button():
    def names(*arguments):
        return [POSITIONS[place] for place in positions_of(*arguments).values()]

    assert names([1, 2, 3, 4, 0], 0) == ["SB", "BB", "HJ", "CO", "BTN"]
    assert names([1, 2, 3, 4, 5], 0) == ["SB", "BB", "UTG", "HJ", "CO"]
    assert names([2, 3, 4, 5], 0, True) == ["BB", "UTG", "HJ", "CO"]
    assert names([1, 0], 0) == ["BB", "BTN"]
