"""Cards as numbers and as text."""

import numpy as np
import pytest

from holdem_sim.engine.cards import (
    CARD_BIT,
    CARD_TEXTS,
    CARDS,
    card_text,
    cards_text,
    parse_card,
    parse_cards,
)


def test_numbers_and_texts_go_both_ways():
    assert len(set(CARD_TEXTS)) == CARDS == 52
    assert [parse_card(text) for text in CARD_TEXTS] == list(range(52))
    assert [card_text(card) for card in range(52)] == list(CARD_TEXTS)
    assert (card_text(0), card_text(50), card_text(51)) == ("2c", "Ah", "As")


def test_h_iv_suits_rank_clubs_diamonds_hearts_spades():
    assert parse_card("Kc") < parse_card("Kd") < parse_card("Kh") < parse_card("Ks") < parse_card("Ac")


def test_several_cards():
    assert parse_cards("AhKd2c") == parse_cards("Ah Kd 2c") == parse_cards(" Ah, Kd,2c ") == [50, 45, 0]
    assert parse_cards("") == []
    assert cards_text(np.array([50, 45, -1, 0, -1], dtype=np.int8)) == "AhKd2c"


def test_case_a68_ten_may_be_written_10():
    assert parse_card("10h") == parse_card("Th") == parse_card("tH")
    assert parse_cards("10s10d2c10h") == parse_cards("TsTd2cTh")


@pytest.mark.parametrize("text", ["", "A", "h", "1h", "11h", "Ax", "Ahh", "0h", "??", "hA", "Ä♥"])
def test_what_is_no_card_is_named(text):
    with pytest.raises(ValueError, match="is not a card; write a rank of 23456789TJQKA") as error:
        parse_card(text)
    assert repr(text) in str(error.value)


@pytest.mark.parametrize(("text", "bad"), [("AhKx2c", "Kx"), ("AhK", "K"), ("10x", "10x"), ("Ah?? ", "??")])
def test_the_first_bad_card_is_named(text, bad):
    with pytest.raises(ValueError, match="is not a card") as error:
        parse_cards(text)
    assert str(error.value).startswith(repr(bad))


@pytest.mark.parametrize("number", [-1, 52])
def test_numbers_that_are_no_card(number):
    with pytest.raises(ValueError, match=f"{number} is not the number of a card"):
        card_text(number)


def test_sets_of_cards_have_a_bit_a_card_and_no_sign():
    bits = [int(bit) for bit in CARD_BIT]
    assert all(bit.bit_count() == 1 for bit in bits)
    assert 0 < sum(bits) < 2**61
    assert len(set(bits)) == 52
