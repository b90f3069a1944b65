"""What strategies share: positions, sizes, and the judgement of a hand on a board."""

import pytest

from holdem_sim import play
from holdem_sim.engine.jit import kernel
from holdem_sim.engine.rulings import WISH_ALL_IN, WISH_CHECK_OR_CALL, WISH_RAISE_ABOUT
from spots import light, make_spots


def test_seats_behind_counts_those_who_speak_later_the_first_time():
    spot = light(make_spots("AhKd", button=0))
    assert [play.seats_behind(spot, seat) for seat in range(9)] == [2, 1, 0, 8, 7, 6, 5, 4, 3]
    spot = light(make_spots("AhKd", button=7))
    assert [play.seats_behind(spot, seat) for seat in (7, 8, 0, 1, 6)] == [2, 1, 0, 8, 3]


def test_seats_behind_heads_up_the_button_speaks_first():
    spot = light(make_spots("AhKd", players_dealt=2, button=1))
    assert [play.seats_behind(spot, seat) for seat in (1, 0)] == [1, 0]


def test_seats_behind_passes_over_empty_seats_and_counts_who_folded():
    spots = make_spots("AhKd", button=0, folded=(4, 5))
    spots[0].status[6] = 0
    spots[0].players_dealt = 8
    assert [play.seats_behind(light(spots), seat) for seat in (3, 7, 8, 0)] == [7, 4, 3, 2]


def test_ranges_widen_towards_the_button():
    widths = [play.width(behind) for behind in range(2, 10)]
    assert widths == sorted(widths, reverse=True)
    assert play.width(5) == 1.0
    assert play.width(-1) == play.width(0) and play.width(99) == play.width(9)


def test_played_for_is_what_can_be_lost():
    spots = make_spots("AhKd", stack=8_000, bet=200)
    assert play.played_for(light(spots)) == 8_000
    spots = make_spots("AhKd", stack=8_000, bet=200, folded=range(2, 9))
    spots[0].stacks[1], spots[0].bets[1] = 500, 600
    assert play.played_for(light(spots)) == 900


def wish(decision: int) -> tuple[int, int]:
    return decision & 255, decision >> 8


@pytest.mark.parametrize(
    ("chips", "expected"),
    [
        (100, (WISH_RAISE_ABOUT, 200)),  # never less than the smallest raise
        (324, (WISH_RAISE_ABOUT, 300)),  # in whole small blinds
        (325, (WISH_RAISE_ABOUT, 350)),
        (4_300, (WISH_RAISE_ABOUT, 4_300)),
        (4_500, (WISH_ALL_IN, 0)),  # nearly everything is everything
        (99_999, (WISH_ALL_IN, 0)),
    ],
)
def test_raise_near(chips, expected):
    spot = light(make_spots("AhKd", current_bet=100, to_call=100, min_raise_to=200))
    assert wish(play.raise_near(spot, chips)) == expected


def test_raise_near_puts_the_deepest_rival_all_in_and_no_more():
    spots = make_spots("AhKd", current_bet=100, to_call=100, min_raise_to=200, folded=range(2, 9))
    spots[0].stacks[1] = 1_500
    assert wish(play.raise_near(light(spots), 900)) == (WISH_RAISE_ABOUT, 1_500)
    spots[0].min_raise_to = 1_600
    assert wish(play.raise_near(light(spots), 900)) == (WISH_RAISE_ABOUT, 1_600)


def test_raise_near_calls_where_raising_is_barred():
    spot = light(make_spots("AhKd", current_bet=100, to_call=100, min_raise_to=0, max_raise_to=0))
    assert wish(play.raise_near(spot, 500)) == (WISH_CHECK_OR_CALL, 0)


def test_case_a44_a_share_of_the_pot_counts_the_call_first():
    spot = light(make_spots("AhKd", "7c5d2h", pot=150, current_bet=50, to_call=50, min_raise_to=100))
    assert wish(play.bet_pot(spot, 1.0)) == (WISH_RAISE_ABOUT, 250)


def test_pot_odds():
    assert play.pot_odds(light(make_spots("AhKd", pot=150, to_call=50))) == 0.25


@kernel
def _compiled_ahead(spots):
    return play.ahead(spots[0])


def ahead(cards: str, board: str, pot: int = 600) -> float:
    spots = make_spots(cards, board, pot=pot)
    assert _compiled_ahead(spots) == play.ahead(light(spots))
    return play.ahead(light(spots))


def test_ahead_follows_the_strength_of_hands():
    board = "Kc9d4h"
    hands = ("7h2d", "QhJd", "Ah5d", "4d3s", "9h8d", "Kh3d", "KhQd", "AhAd", "9h9c")
    chances = [ahead(hand, board) for hand in hands]
    assert chances == sorted(chances)
    assert 0.0 <= chances[0] < 0.1 and 0.95 < chances[-1] <= 1.0


@pytest.mark.parametrize(
    ("safe", "dangerous"),
    [
        ("Kc9d4h2s", "Kh9h4h2s"),  # three of a suit
        ("Kc9d4h2s7c", "Kh9h4h2h7c"),  # four of a suit
        ("Kc9d4h2s3c", "KcQdJhTs3c"),  # four to a straight
    ],
)
def test_boards_can_be_dangerous(safe, dangerous):
    assert ahead("KsKd", dangerous) < ahead("KsKd", safe)


def test_a_small_flush_on_four_of_a_suit_is_no_nut():
    assert ahead("3h3c", "Kh9h4h2h") < ahead("Ah3c", "Kh9h4h2h")


def test_big_pots_are_played_with_good_hands():
    chances = [ahead("KhQd", "Kc9d4h", pot) for pot in (500, 2_000, 10_000, 40_000)]
    assert chances[0] == chances[1] > chances[2] > chances[3] >= 0.0


def test_a_bet_is_believed_the_more_the_larger_it_is_and_the_more_often_raised():
    def chance(to_call, raises, respect=1.0, players_in=2):
        spots = make_spots("KhQd", "Kc9d4h", pot=600 + to_call, to_call=to_call, raises=raises)
        spots[0].players_in = players_in
        return play.ahead_of_bettor(light(spots), 0.85, respect)

    assert 0.85 > chance(200, 1) > chance(600, 1) > chance(600, 2) > chance(600, 3) > 0.0
    assert chance(600, 1, respect=0.0) == 0.85
    assert chance(600, 1, players_in=4) < chance(600, 1)


def test_improvement_counts_outs():
    assert play.improvement(light(make_spots("9h8h", "7h6h2c"))) > 0.45
    assert play.improvement(light(make_spots("9h8d", "7h6c2cKs"))) == pytest.approx(8 / 46)
    assert play.improvement(light(make_spots("AhKd", "Ac7d2h"))) == 0.0


STYLE = play.BeforeFlop(
    open=0.15, limp=0.3, isolate=1.0, three_bet=0.04, call=0.1, light=0.0, stand=0.03, size=3.0
)


def before(cards: str, **fields):
    return wish(play.before_flop(light(make_spots(cards, button=0, current_bet=100, **fields)), STYLE))


def test_opening_by_position():
    first_in = {"to_call": 100, "pot": 150, "min_raise_to": 200}
    assert before("AhAd", players_behind=8, **first_in) == (WISH_RAISE_ABOUT, 300)
    assert before("Qh9h", players_behind=2, **first_in) == (WISH_RAISE_ABOUT, 300)
    assert before("Qh9h", players_behind=8, **first_in) == (WISH_CHECK_OR_CALL, 0), "a limp"
    assert before("7h2d", players_behind=8, **first_in)[0] == play.check_or_fold()


def test_raising_over_limpers_and_over_a_straddle_is_larger():
    many = {"to_call": 100, "pot": 350, "min_raise_to": 200, "preflop_callers": 2, "players_behind": 2}
    assert before("AhAd", **many) == (WISH_RAISE_ABOUT, 500)
    straddled = {"to_call": 200, "pot": 350, "min_raise_to": 400, "straddle": 200, "players_behind": 8}
    assert before("AhAd", **straddled) == (WISH_RAISE_ABOUT, 600)


def test_the_big_blind_checks_what_is_free():
    assert before("7h2d", to_call=0, pot=350, preflop_callers=2, min_raise_to=200)[0] == play.check_or_fold()


def test_facing_raises():
    raised = {"preflop_raises": 1, "raises": 1, "preflop_raiser": 3, "to_call": 300, "pot": 450}
    raised |= {"min_raise_to": 600, "seat": 8, "players_behind": 3}
    assert before("AhAd", **raised)[0] == WISH_RAISE_ABOUT
    assert before("AhJh", **raised)[0] == WISH_CHECK_OR_CALL
    assert before("4h4d", **raised)[0] == WISH_CHECK_OR_CALL, "deep enough for a set"
    assert before("Kh7d", **raised)[0] == play.check_or_fold()
    again = raised | {"preflop_raises": 2, "raises": 2, "to_call": 900, "pot": 1_350, "min_raise_to": 1_800}
    assert before("AhJh", **again)[0] == play.check_or_fold()
    assert before("AhAd", **again)[0] == WISH_RAISE_ABOUT


def test_short_stacks_do_not_speculate():
    raised = {"preflop_raises": 1, "raises": 1, "preflop_raiser": 3, "to_call": 300, "pot": 450, "seat": 8}
    short = raised | {"stack": 800, "min_raise_to": 600, "max_raise_to": 800}
    assert before("4h4d", **short)[0] == play.check_or_fold()
    assert before("AhAd", **short)[0] == WISH_ALL_IN
