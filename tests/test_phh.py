"""The PHH reader: exact amounts, sections read one by one, and one clear line for whatever is wrong."""

from __future__ import annotations

import os
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from holdem_sim.histories import phh as reader
from holdem_sim.histories.history import History, Unreadable
from holdem_sim.histories.phh import read_file, read_hands
from holdem_sim.histories.sections import MAX_SECTION_BYTES
from phh_hands import SHARED_HANDS, outcomes, phh

CHECKED_DOWN = (
    "d dh p1 AsAh, d dh p2 KsKh, p2 cc, p1 cc, d db 2c3d4h, p1 cc, p2 cc, d db 8s, p1 cc, p2 cc, d db 9d, "
    "p1 cc, p2 cc, p1 sm AsAh, p2 sm"
)
HAND = phh([1000, 1000], CHECKED_DOWN, hand="17", players='["Ann", "Bob"]')
FOLDED = phh([13.20, 8.30, 30], "p3 cbr 1.50, p1 f, p2 f", blinds=(0.25, "0.50"), hand='"Q-4"')
CUT_SHORT = phh([1000] * 4, "p3 cc, p4 cbr 300, p1 f")
COLLECTION = f"# three hands\n\n[1]\n{HAND}\n[2]\n{FOLDED}\n# it ends here\n[3]\n{CUT_SHORT}"


def read(folder: Path, text: str | bytes, name: str = "hands.phhs") -> list[History | Unreadable]:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return list(read_hands(path))


def one_fault(folder: Path, text: str | bytes, name: str = "hand.phh") -> Unreadable:
    (found,) = read(folder, text, name)
    assert isinstance(found, Unreadable)
    return found


def numbers(found: list[History | Unreadable]) -> list[tuple[int | None, bool]]:
    """The hands' numbers, and which could be read."""
    return [(hand.number, isinstance(hand, History)) for hand in found]


def test_a_hand_as_the_file_tells_it(tmp_path):
    (hand,) = read(tmp_path, HAND + "_table = 5\nvenue = 'The Bird Cage'\n", "hand.phh")
    assert isinstance(hand, History)
    assert (hand.number, hand.label, hand.line, hand.button) == (1, 17, 1, 1)
    assert hand.stacks == (1000, 1000)
    assert hand.names == ("Ann", "Bob")
    assert hand.fields == {"players": ["Ann", "Bob"], "_table": 5, "venue": "The Bird Cage"}
    assert [action.kind for action in hand.actions[:5]] == [
        "deal-hole", "deal-hole", "check-call", "check-call", "deal-board",
    ]  # fmt: skip
    assert hand.actions[0].cards == (51, 50)
    assert [action.number for action in hand.actions] == list(range(1, 16))


def test_two_players_have_blinds_and_antes_reversed(tmp_path):
    (hand,) = read(tmp_path, phh([900, 800], "", antes=(1, 2)), "hand.phh")
    assert isinstance(hand, History)
    assert (hand.stacks, hand.blinds, hand.antes) == ((900, 800), (100, 50), (2, 1))


def test_amounts_are_exact_decimals(tmp_path):
    hand = read(tmp_path, FOLDED, "hand.phh")[0]
    assert isinstance(hand, History)
    assert hand.stacks == (Decimal("13.20"), Decimal("8.30"), Decimal(30))
    assert hand.actions[0].amount == Decimal("1.50")
    assert hand.decimals == 2


@pytest.mark.parametrize(
    ("stacks", "actions", "decimals"),
    [
        ([200, 200], "", 0),
        (["200.0", "200.0"], "", 0),
        (["200.00", "200.0"], "", 2),
        (["2e2", 200], "", 0),
        ([200, 200], "p2 cbr 150.125", 3),
        (["1_000.5", 200], "", 1),
    ],
)
def test_the_smallest_decimal_that_the_money_uses(tmp_path, stacks, actions, decimals):
    text = phh(stacks, actions, finishing_stacks="[200.5, 199.5]", winnings="[0.125, 0]")
    path = tmp_path / "hand.phh"
    path.write_text(text)
    hands, found = read_file(path)
    assert all(isinstance(hand, History) for hand in hands)
    assert found == decimals


def test_a_large_file_is_read_twice(tmp_path, monkeypatch):
    path = tmp_path / "hands.phhs"
    path.write_text(COLLECTION)
    small, small_decimals = read_file(path)
    monkeypatch.setattr(reader, "LARGE_FILE_BYTES", 10)
    large, large_decimals = read_file(path)
    assert not isinstance(large, list)
    assert (list(large), large_decimals) == (small, small_decimals)
    assert small_decimals == 2


@pytest.mark.parametrize("amount", ["150", "+150", "150.", "1.5e2", "15E1", "1_50", "150.0"])
def test_amounts_of_actions_as_programs_write_them(tmp_path, amount):
    (hand,) = read(tmp_path, phh([200, 200], f"p2 cbr {amount}"), "hand.phh")
    assert isinstance(hand, History)
    assert hand.actions[0].amount == 150
    assert hand.decimals == 0


def test_small_amounts_of_actions_in_powers_of_ten(tmp_path):
    blinds = ("0.00001", "0.00002")
    (hand,) = read(tmp_path, phh([1, 1], "p2 cbr 5e-05", blinds=blinds), "hand.phh")
    assert isinstance(hand, History)
    assert hand.actions[0].amount == Decimal("0.00005")


def test_cards_of_all_kinds(tmp_path):
    dealt = "d dh p1 ????, d dh p2 Ah??, d dh p3 10sA?, p3 f, p1 f, p2 sm -"
    (hand,) = read(tmp_path, phh([100] * 3, dealt), "hand.phh")
    assert isinstance(hand, History)
    assert [action.cards for action in hand.actions] == [(-1, -1), (50, -1), (35, -1), (), (), ()]


def test_sections_are_numbered_by_their_headers(tmp_path):
    found = read(tmp_path, COLLECTION)
    assert numbers(found) == [(1, True), (2, True), (3, True)]
    assert [hand.label for hand in found] == [17, "Q-4", None]
    lines = COLLECTION.splitlines()
    assert [lines[hand.line - 1] for hand in found] == ["[1]", "[2]", "[3]"]
    assert numbers(read(tmp_path, f"[12]\n{HAND}\n[ '7' ] # late\n{HAND}")) == [(12, True), (7, True)]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_line_ends_and_byte_order_mark(tmp_path, newline, mark):
    data = mark + COLLECTION.replace("\n", newline).encode()
    assert numbers(read(tmp_path, data)) == [(1, True), (2, True), (3, True)]


def test_collections_with_other_names(tmp_path):
    found = read(tmp_path, f"[first]\n{HAND}\n[second]\n{FOLDED}")
    assert numbers(found) == [(1, True), (2, True)]


def test_fields_that_look_like_headers_belong_to_their_hand(tmp_path):
    """A chat log in a text of several lines, a table of the user's own, nested arrays."""
    chat = f'{HAND}_chat = """\n[2]\nhello\n"""\n_nested = [\n[1],\n[2]\n]\n[1._mine]\nx = 1\n'
    found = read(tmp_path, f"[1]\n{chat}\n[2]\n{FOLDED}")
    assert numbers(found) == [(1, True), (2, True)]
    assert isinstance(found[0], History)
    assert found[0].fields["_chat"] == "[2]\nhello\n"
    assert found[0].fields["_mine"] == {"x": 1}


@pytest.mark.parametrize("cut", range(20, 330, 7))
def test_a_file_cut_in_the_middle_gives_the_hands_before_the_cut(tmp_path, cut):
    """Wherever the second hand is cut, the first is read; the second is told with its line, or was whole."""
    head = f"[1]\n{HAND}\n[2]\n"
    found = read(tmp_path, head + FOLDED[:cut])
    assert numbers(found)[0] == (1, True)
    assert found[1].number == 2
    if isinstance(found[1], Unreadable):
        assert "cut off" in found[1].message
        assert found[1].line >= head.count("\n")
    else:
        assert "actions" in FOLDED[:cut]


def test_a_file_that_begins_in_the_middle(tmp_path):
    found = read(tmp_path, f"{HAND[60:]}\n[2]\n{FOLDED}")
    assert numbers(found) == [(0, False), (2, True)]
    assert numbers(read(tmp_path, f"{HAND}\n[2]\n{FOLDED}")) == [(0, True), (2, True)]


def test_damage_in_the_middle_does_not_spread(tmp_path):
    broken = HAND.replace('d db 2c3d4h"', "d db 2c3d4h")
    for damaged in (broken, HAND + '_note = """\n', HAND + "x = [1,\n", "hand = 5\n", "\n"):
        found = read(tmp_path, f"[1]\n{HAND}\n[2]\n{damaged}\n[3]\n{FOLDED}")
        assert numbers(found) == [(1, True), (2, False), (3, True)]


def test_where_the_toml_is_broken(tmp_path):
    fault = one_fault(tmp_path, f"[7]\n{HAND}x = = 1\n", "hands.phhs")
    assert (fault.number, fault.line) == (7, 11)
    assert fault.message == "line 11: not TOML, or cut off there: invalid value"


def test_a_page_of_comments_before_the_first_hand(tmp_path):
    page = "# a licence\n\n" * 40_000
    assert len(page) > MAX_SECTION_BYTES
    (hand,) = read(tmp_path, page + HAND, "hand.phh")
    assert (hand.number, hand.line) == (1, 80_001)
    assert numbers(read(tmp_path, page + COLLECTION)) == [(1, True), (2, True), (3, True)]


def test_a_text_of_many_lines_may_begin_on_the_first(tmp_path):
    (hand,) = read(tmp_path, f'_chat = """\n[2]\nhello\n"""\n{HAND}', "hand.phh")
    assert isinstance(hand, History)
    assert hand.fields["_chat"] == "[2]\nhello\n"


def test_a_section_that_stands_twice(tmp_path):
    found = read(tmp_path, f"[1]\n{HAND}\n[1]\n{FOLDED}")
    assert numbers(found) == [(1, True), (1, False)]
    assert isinstance(found[1], Unreadable)
    assert found[1].message == "section [1] was there already, on line 1"


def test_wrong_encoding_hurts_only_its_hand(tmp_path):
    latin = COLLECTION.replace("Bob", "Zoë").encode("latin-1")
    found = read(tmp_path, latin)
    assert numbers(found) == [(1, False), (2, True), (3, True)]
    assert isinstance(found[0], Unreadable)
    assert found[0].message == "line 12: byte 0xeb is not UTF-8; save the file as UTF-8"
    utf16 = one_fault(tmp_path, COLLECTION.encode("utf-16"))
    assert utf16.message == "written in UTF-16; save the file as UTF-8"


PLAYED = 'only "NT" and "FT", no-limit and fixed-limit hold\'em, are played'


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('"NT"', '"PO"'), f"variant is 'PO' (pot-limit Omaha); {PLAYED}"),
        (('"NT"', "5"), f"variant is 5; {PLAYED}"),
        (('"NT"', '"FT"'), "small_bet is missing; no hand, or cut off before it"),
        (("variant", "_variant"), "variant is missing; no hand, or cut off before it"),
        (("antes", "_antes"), "antes is missing; no hand, or cut off before it"),
        (("actions", "_actions"), "actions is missing; no hand, or cut off before it"),
        (("[1000, 1000]", "[1000, -5]"), "starting_stacks: p2 has -5; who is dealt in has chips"),
        (("[1000, 1000]", "[0, 1000]"), "starting_stacks: p1 has 0; who is dealt in has chips"),
        (("[1000, 1000]", "[1000, 'all']"), "starting_stacks: entry 2 is 'all', not a number"),
        (("[1000, 1000]", "[1000, true]"), "starting_stacks: entry 2 is True, not a number"),
        (("[1000, 1000]", "[1000, nan]"), "starting_stacks: entry 2 is nan, not a number"),
        (
            ("[1000, 1000]", "[1000, inf]"),
            "starting_stacks: entry 2 is Infinity: an unknown amount cannot be played",
        ),
        (("[1000, 1000]", "1000"), "starting_stacks is 1000; it is an array with a number for each player"),
        (("[1000, 1000]", "[1000]"), "starting_stacks has 1 players; a table has 2 to 10"),
        (("[1000, 1000]", "[1000, 1000, 1000]"), "antes has 2 entries for 3 players"),
        (("[1000, 1000]", "[1000, 1e-7]"), "starting_stacks: entry 2 has more than 6 decimals"),
        (
            ("[1000, 1000]", "[1000, 1e999999999]"),
            "starting_stacks: entry 2 is too large; amounts go up to 1,000,000,000,000,000",
        ),
        (
            ("[1000, 1000]", "[1000, 1000000000000000000000]"),
            "starting_stacks: entry 2 is too large; amounts go up to 1,000,000,000,000,000",
        ),
        (("antes = [0, 0]", "antes = [0, -1]"), "antes: entry 2 is -1; an ante is 0 or more"),
        (("[50, 100]", "[50]"), "blinds_or_straddles has 1 entries for 2 players"),
        (("min_bet = 100", "min_bet = 0"), "min_bet is 0; it must be more than 0"),
        (("min_bet = 100", "min_bet = 'x'"), "min_bet is 'x', not a number"),
        (("= false", "= 'yes'"), "ante_trimming_status is 'yes'; it is true or false"),
    ],
)
def test_faults_of_fields(tmp_path, change, message):
    assert HAND.count(change[0]) >= 1
    fault = one_fault(tmp_path, HAND.replace(*change, 1))
    assert (fault.number, fault.message) == (1, message)
    assert (fault.label, fault.action) == (17, None)


def test_thousands_of_players(tmp_path):
    fault = one_fault(tmp_path, phh([100] * 5000, "", blinds=(1, 2)))
    assert fault.message == "starting_stacks has 5,000 players; a table has 2 to 10"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("p1 bets 100", "not an action; write for example: p1 cbr 200, p2 cc, p3 f, d db AhKd2c, p1 sm AcAd"),
        ("p1", "not an action; write for example: p1 cbr 200, p2 cc, p3 f, d db AhKd2c, p1 sm AcAd"),
        ("p3 cc", "'p3' is no player of this hand; they are p1 to p2"),
        ("p0 cc", "'p0' is no player of this hand; they are p1 to p2"),
        ("q1 f", "'q1' is no player of this hand; they are p1 to p2"),
        ("p1 cbr much", "'much' is no amount"),
        ("p1 cbr 10;5", "'10;5' is no amount"),
        ("p1 cbr 1__0", "'1__0' is no amount"),
        ("p1 cbr \u0663\u0660\u0660", "'\u0663\u0660\u0660' is no amount"),
        ("p1 cbr 1e999", "the amount is too large; amounts go up to 1,000,000,000,000,000"),
        ("p1 cbr 1e-999", "the amount has more than 6 decimals"),
        ("p1 cbr -5", "a bet to -5; it must be more than 0"),
        ("p1 cbr 1.1234567", "the amount has more than 6 decimals"),
        ("p1 sd", "'sd' belongs to draw or stud games, not to hold'em"),
        ("p1 pb", "'pb' belongs to draw or stud games, not to hold'em"),
        ("d db AsKx2c", "'AsKx2c' is not cards; a card is a rank of 23456789TJQKA and a suit cdhs, or ??"),
        ("d dh p1 1s2s", "'1s2s' is not cards; a card is a rank of 23456789TJQKA and a suit cdhs, or ??"),
    ],
)
def test_actions_that_are_none(tmp_path, text, message):
    fault = one_fault(tmp_path, phh([1000, 1000], f"p2 cc, {text}", hand="9"))
    assert (fault.label, fault.action, fault.text, fault.message) == (9, 2, text, message)


def test_actions_that_are_no_texts(tmp_path):
    fault = one_fault(tmp_path, HAND.replace('"p2 cc"', "5", 1))
    assert (fault.action, fault.text, fault.message) == (3, "5", "5 is not a text")
    fault = one_fault(tmp_path, HAND.replace('["d dh', '"d dh').replace('sm"]', 'sm"').replace('", "', ""))
    assert fault.message.endswith("it is an array of texts")


def test_too_many_actions(tmp_path):
    fault = one_fault(tmp_path, phh([1000, 1000], ["p1 cc"] * 5000))
    assert fault.message == "5,000 actions; a hand has at most 4,096"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "holds no hands"),
        (b"# nothing\n\n", "holds no hands"),
        (os.urandom(50) * 40_000, "no hand in the first 256 KB: this is no hand history, and the rest"),
        (b"line of a log\n" * 100_000, "no hand in the first 256 KB: this is no hand history, and the rest"),
        (b"\0" * 300_000, "no hand in the first 256 KB: this is no hand history, and the rest"),
        (b"a = " + b"[" * 100_000, "no hand: brackets nested too deep"),
        (b"a = " + b"9" * 5_000, "not TOML: exceeds the limit"),
        (b"a = 1e99999999999999999999999", "'1e99999999999999999999999' is too large a number"),
        (b"{}", "line 1: not TOML, or cut off there: invalid statement"),
        (b"PokerStars Hand #1: Hold'em No Limit", "line 1: not TOML, or cut off there:"),
    ],
)
def test_rubbish_is_refused_with_one_line(tmp_path, text, message):
    fault = one_fault(tmp_path, text, "rubbish")
    assert message in fault.message
    assert "\n" not in fault.message


def test_gigabytes_of_rubbish_are_not_read_through(tmp_path):
    path = tmp_path / "huge.phhs"
    with path.open("wb") as file:
        file.write(f"[1]\n{HAND}\n[2]\n".encode())
        file.truncate(5 << 30)  # sparse: 5 GB of zeros
    first, second = read_hands(path)
    assert isinstance(first, History)
    assert isinstance(second, Unreadable)
    size = MAX_SECTION_BYTES // 1024
    assert second.message == (
        f"longer than {size} KB: this is no hand history, and the rest of the file is not read"
    )


def test_a_file_of_sections_that_are_no_hands_is_given_up(tmp_path):
    text = "".join(f"[{i}]\nkey = 'value'\n" for i in range(1, 100_000))
    found = read(tmp_path, text)
    assert len(found) == 101
    assert isinstance(found[-1], Unreadable)
    assert (found[-1].number, found[-1].message) == (
        None, "the first 100 hands are all unreadable; the rest is not read",
    )  # fmt: skip


def test_files_that_cannot_be_opened(tmp_path):
    (missing,) = read_hands(tmp_path / "nowhere.phh")
    (folder,) = read_hands(tmp_path)
    (name,) = read_hands("a\0b")
    for found, reason in ((missing, "no such file or directory"), (folder, "is a directory"), (name, "null")):
        assert isinstance(found, Unreadable)
        assert found.number is None
        assert reason in found.message


# Mutations of good files.


def _mutate(data: bytes, edits: list[tuple[int, int, bytes]]) -> bytes:
    for place, length, new in edits:
        start = place % (len(data) + 1)
        data = data[:start] + new + data[start + length :]
    return data


FRAGMENTS = st.sampled_from(
    [
        b"", b"\n", b"'", b'"', b'"""', b"[", b"]", b"[2]\n", b"#", b"-", b"0", b"9" * 30, b".", b"e9", b"??",
        b"p2", b"p9 ", b"cbr ", b"AsAs", b"inf", b"\xff", b"\0", b"= ", b", ", b"true", b"{", b"\xe2\x82",
    ]
)  # fmt: skip
EDITS = st.lists(
    st.tuples(st.integers(0, 5000), st.integers(0, 40), FRAGMENTS | st.binary(max_size=6)), max_size=6
)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(edits=EDITS)
def test_mutations_of_good_files_never_raise(tmp_path, edits):
    """Every hand of a damaged file is settled to the chip, answered, or told with one line."""
    path = tmp_path / "hands.phhs"
    path.write_bytes(_mutate(COLLECTION.encode(), edits))
    for outcome in outcomes(path):
        if outcome.is_faulty:
            assert outcome.message and "\n" not in outcome.message
            continue
        assert outcome.history is not None and outcome.stacks is not None
        if outcome.status == "settled":
            assert outcome.tax is not None and outcome.extra_drop is not None
            kept = sum(outcome.stacks) + outcome.tax + outcome.extra_drop
            assert kept == sum(outcome.history.stacks)


WORDS = st.one_of(
    st.builds("p{} {}".format, st.integers(1, 4), st.sampled_from(["f", "cc", "cc", "cc", "sm", "sm ????"])),
    st.builds("p{} cbr {}".format, st.integers(1, 4), st.integers(1, 1200)),
    st.sampled_from(["d db 2c3d4h", "d db 8s", "d db 9d", "d dh p1 AsAh", "d dh p2 KsKh", "p1 sm AsAh"]),
)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    actions=st.lists(WORDS, max_size=25),
    stacks=st.lists(st.integers(1, 1000), min_size=2, max_size=4),
    blinds=st.lists(st.integers(-120, 150), min_size=2, max_size=2),
    ante=st.integers(0, 60),
)
def test_any_actions_at_any_stakes_are_answered(tmp_path, actions, stacks, blinds, ante):
    path = tmp_path / "hand.phh"
    path.write_text(phh(stacks, actions, blinds=blinds, antes=[ante] * len(stacks), min_bet=100))
    (outcome,) = outcomes(path)
    if outcome.status == "settled":
        assert outcome.stacks is not None and outcome.tax is not None
        assert sum(outcome.stacks) + outcome.tax == sum(stacks)
        assert min(outcome.stacks) >= 0
    elif outcome.status == "to-act":
        turn = outcome.turn
        assert turn is not None
        assert 0 <= turn.call <= stacks[turn.player - 1]
        if turn.min_raise_to is not None and turn.max_raise_to is not None:
            assert turn.call < turn.min_raise_to <= turn.max_raise_to
    else:
        assert outcome.message and "\n" not in outcome.message


@pytest.mark.skipif(not SHARED_HANDS.is_dir(), reason="the shared hands are not here")
def test_the_shared_hands_are_read_whole():
    counts = {"pluribus-1000.phhs": 1000, "dwan-ivey-2009.phh": 1, "quirks.phhs": 4}
    for name, count in counts.items():
        hands = list(read_hands(SHARED_HANDS / name))
        assert len(hands) == count
        assert all(isinstance(hand, History) for hand in hands)
