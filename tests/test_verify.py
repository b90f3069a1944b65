"""The re-check: silent on good runs, and every single spoilt fact is found and named."""

from __future__ import annotations

import random
from collections import defaultdict

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from holdem_sim.cli import main
from holdem_sim.dataset import open_run
from holdem_sim.engine.jit import COMPILED
from holdem_sim.errors import HoldemError
from holdem_sim.recheck.house import House, Tax, from_main_pot_on, rounded
from holdem_sim.recheck.money import order_of_showing, pots_of, shares, uncalled_bet
from holdem_sim.schema import TABLES
from holdem_sim.verify import check_run
from runs import change, change_info, copy_of, first, part, play_run

HANDS = 150 if COMPILED else 90
WORDS = (
    "table.seats=6", "session.hands=60", "tax.unit=5", "tax.rounding=nearest", "tax.extra_drop=30",
    "tax.extra_drop_min_pot=400", "tax.time_charge=20", "rules.ante=10", "rules.odd_chips=one-each",
    "lineup.types.uniform-random.max_rebuys=0", "lineup.types.uniform-random.arrival=4",
)  # fmt: skip


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    """A small run with side pots, rebuys, newcomers, time charges and showdowns, without a fault."""
    run = play_run(tmp_path_factory.mktemp("verify") / "good", HANDS, "uniform-random*4,always-call*2", WORDS)
    assert check_run(run) == []
    kinds = set(run.read("ledger").column("kind").to_pylist())
    assert kinds >= {"buy-in", "rebuy", "cash-out", "time-charge", "tax", "extra-drop"}
    return run


@pytest.fixture
def copy(good, tmp_path):
    return copy_of(good, tmp_path / "copy")


def faults_of(run) -> list[str]:
    return [str(fault) for fault in check_run(run)]


# -- good runs ---------------------------------------------------------------------------------------

GOOD = {
    "default": (None, ()),
    "two players": ("uniform-random,always-call", ["table.seats=2", "tax.heads_up_factor=0.5"]),
    "two players, literally": ("uniform-random*2", ["table.seats=2", "rules.heads_up=literal"]),
    "ten players": ("uniform-random*10", ["table.seats=10", "rules.min_raise=increment", "tax.cap_bb=2.5"]),
    "everything in": (
        "always-all-in*5",
        [
            "table.seats=5",
            "tax.spread=main-first",
            "rules.pot_order=main-first",
            "tax.extra_drop=7",
            "rules.chip_unit=25",
        ],
    ),
    "steps and streets": (
        "uniform-random*7",
        ["table.seats=7", "tax.steps=[[200, 10], [1000, 33]]", "rules.min_bet_by_street=[1, 1, 2, 2]"],
    ),
    "caps by players": (
        "uniform-random*3,always-fold*3",
        [
            "table.seats=6",
            "tax.cap_by_players={2=50, 4=120}",
            "tax.no_flop_no_drop=true",
            "rules.min_raise=double-increment",
        ],
    ),
    "shrinking tables": (
        "uniform-random*5",
        [
            "table.seats=5",
            "lineup.types.uniform-random.max_rebuys=0",
            "lineup.types.uniform-random.arrival=20",
        ],
    ),
    "shrinking tables, literally": (
        "uniform-random*5",
        [
            "table.seats=5",
            "rules.heads_up=literal",
            "lineup.types.uniform-random.max_rebuys=0",
            "lineup.types.uniform-random.arrival=20",
        ],
    ),
    "clocks that stand still": (
        "uniform-random*4",
        ["table.seats=4", *(f"clock.{k}_s=0" for k in ("deal", "action", "street", "showdown"))],
    ),
}


@pytest.mark.parametrize("name", GOOD)
def test_good_runs_have_no_fault(name, tmp_path):
    players, words = GOOD[name]
    run = play_run(tmp_path / "run", HANDS, players, ["session.hands=50", *words])
    assert faults_of(run) == []


def test_many_parts_are_checked_by_several_processes(tmp_path, monkeypatch):
    from holdem_sim import request, verify

    monkeypatch.setattr(request, "SHARD_HANDS", 20)
    run = play_run(tmp_path / "run", 60, "uniform-random*3", ["table.seats=3", "session.hands=10"])
    assert len(run.parts("hands")) == 3
    monkeypatch.setattr(verify, "MANY_HANDS", 0)
    assert check_run(run, workers=2) == []
    change(run, "hands", lambda rows: rows[0].update(tax=rows[0]["tax"] + 1))
    assert check_run(run, workers=2) == check_run(run, workers=1) != []


# -- every column --------------------------------------------------------------------------------------

OTHER_CARDS = {"hole_cards": "AhAh", "board": "2c", "burned": "2c3c4c5c"}


def spoil_value(rows, table, name):
    """Another value of the same type into the middle row that has one."""
    col = next(c for c in TABLES[table] if c.name == name)
    if name in ("wanted", "wanted_to"):
        rows[len(rows) // 2][name] = "fold" if name == "wanted" else 7
        return
    having = [row for row in rows if row[name] is not None] or rows
    row = having[len(having) // 2]
    value = row[name]
    if col.type == "bool":
        row[name] = not value
    elif name in OTHER_CARDS:
        row[name] = OTHER_CARDS[name]
    elif col.type in ("text", "category"):
        words = list(col.categories) if isinstance(col.categories, tuple) else []
        row[name] = next((word for word in words if word != value), "something else")
    elif col.type.startswith("float"):
        row[name] = value + 7.25
    else:
        row[name] = (value or 0) + 1


@pytest.mark.parametrize(("table", "name"), [(t, c.name) for t, columns in TABLES.items() for c in columns])
def test_a_spoilt_value_in_any_column_is_found(copy, table, name):
    change(copy, table, lambda rows: spoil_value(rows, table, name))
    assert faults_of(copy)


def other_value(draw, col, value):
    """Any value that a column's type can hold."""
    if col.type == "bool":
        return not value
    if col.type == "category":
        fixed = isinstance(col.categories, tuple) and col.categories
        return draw.choice(
            col.categories or ("something else",) if fixed else ("something else", "", "AhKd", "2c")
        )
    if col.type == "text":
        return draw.choice(["", "zz", "Ah", "AhKd", "2c3c4c5c6c7c", "seat 1 As", value[::-1]])
    most = {"int8": 127, "int16": 32_767, "int32": 2**31 - 1}.get(col.type, 10**15)
    near = [(value or 0) + step for step in (-1, 1, 7)]
    return max(-most, min(most, draw.choice([-most, -1, 0, 1, most, *near])))


def test_any_other_value_anywhere_is_found_and_never_ends_in_a_traceback(good, tmp_path):
    draw = random.Random(11)
    for attempt in range(80):
        copy = copy_of(good, tmp_path / str(attempt))
        table = draw.choice(list(TABLES))
        col = draw.choice(TABLES[table])
        said = []

        def spoil(rows, col=col, said=said):
            row = draw.choice(rows)
            said.append((row[col.name], other_value(draw, col, row[col.name])))
            row[col.name] = said[0][1]

        change(copy, table, spoil)
        before, after = said[0]
        assert before == after or faults_of(copy), f"{table}.{col.name}: {before} became {after}"


@pytest.mark.parametrize("table", TABLES)
def test_a_missing_row_and_a_doubled_row_are_found(copy, good, table):
    change(copy, table, lambda rows: rows.pop(len(rows) // 2))
    assert faults_of(copy)[0] == (
        f"run.json: rows of {table}: expected {good.rows[table]}, found {good.rows[table] - 1}"
    )
    assert len(faults_of(copy)) > 1
    change_info(copy, lambda info: info["rows"].update({table: good.rows[table] - 1}))
    assert faults_of(copy)


@pytest.mark.parametrize("table", TABLES)
def test_rows_out_of_order_are_found(copy, table):
    def swap(rows):
        rows[3], rows[-3] = rows[-3], rows[3]

    change(copy, table, swap)
    assert faults_of(copy)


# -- each kind of fact, by name -----------------------------------------------------------------------


def by_hand(rows):
    hands = defaultdict(list)
    for row in rows:
        hands[row["hand_id"]].append(row)
    return hands


def add(table, name, more, /, **wanted):
    """Spoil: add to a number in the first row wanted."""
    return lambda tables: first(tables[table], **wanted).__setitem__(
        name, first(tables[table], **wanted)[name] + more
    )


def put(table, name, value, /, **wanted):
    """Spoil: set a value in the first row wanted."""
    return lambda tables: first(tables[table], **wanted).__setitem__(name, value)


def raise_too_little(tables):
    row = next(
        r for r in tables["actions"] if r["action"] == "raise" and not r["all_in"] and r["amount"] > 200
    )
    shift = row["to"] - row["to_call"] - 1
    row["to"], row["amount"] = row["to"] - shift, row["amount"] - shift


def wrong_turn(tables):
    for rows in by_hand(tables["actions"]).values():
        a, b = rows[-2:]
        if a["street"] == b["street"] and a["seat"] != b["seat"] and a["action"] == b["action"] == "check":
            for name in ("seat", "player_id", "stack_before"):
                a[name], b[name] = b[name], a[name]
            return
    raise LookupError


def forgotten_action(tables):
    hand = next(h for h in tables["hands"] if h["showdown"] and h["last_street"] == "river")
    rows = [r for r in tables["actions"] if r["hand_id"] == hand["hand_id"]]
    last = next(r for r in reversed(rows) if r["action"] == "check")
    tables["actions"].remove(last)


def move_button(tables):
    hands = tables["hands"]
    seats = by_hand(tables["seats"])
    for hand in hands[1:]:
        dealt = [s["seat"] for s in seats[hand["hand_id"]]]
        if len(dealt) > 3:
            at = dealt.index(hand["button_seat"])
            hand["button_seat"] = dealt[at - 1]
            return


def wrong_winner(tables):
    """Give an award of a hand with a showdown to somebody else, and keep every sum right."""
    seats = by_hand(tables["seats"])
    for award in tables["awards"]:
        rows = {s["seat"]: s for s in seats[award["hand_id"]]}
        loser = next((s for s in rows.values() if s["show_order"] is not None and s["won"] == 0), None)
        if loser is not None:
            winner = rows[award["seat"]]
            for row, sign in ((winner, -1), (loser, 1)):
                for name in ("won", "net", "stack_end"):
                    row[name] += sign * award["amount"]
            award["seat"] = loser["seat"]
            return
    raise LookupError


def shift_between_pots(tables):
    rows = next(rows for rows in by_hand(tables["pots"]).values() if len(rows) > 1)
    rows[0]["amount"] += 1
    rows[1]["amount"] -= 1


def tax_from_the_other_pot(tables):
    rows = next(rows for rows in by_hand(tables["pots"]).values() if len(rows) > 1 and rows[0]["tax"] >= 5)
    rows[0]["tax"] -= 5
    rows[1]["tax"] += 5


def swap_show_order(tables):
    for rows in by_hand(tables["seats"]).values():
        shown = [r for r in rows if r["show_order"] is not None]
        if shown:
            shown[0]["show_order"], shown[1]["show_order"] = shown[1]["show_order"], shown[0]["show_order"]
            return


def card_twice(tables):
    rows = next(rows for rows in by_hand(tables["seats"]).values() if len(rows) > 2)
    rows[0]["hole_cards"] = rows[1]["hole_cards"]


def chips_from_nowhere(tables):
    """A stack that grows between two hands, its own sums right."""
    rows = [r for r in tables["seats"] if r["player_id"] == tables["seats"][0]["player_id"]]
    rows[1]["stack_start"] += 1
    rows[1]["stack_end"] += 1


def dealt_in_too_early(tables):
    """A newcomer's arrival, made to look as if he had been there a hand before: he is dealt in unseen."""
    late = next(line for line in tables["ledger"] if line["kind"] == "buy-in" and line["hand_no"] > 0)
    late["hand_no"] += 1


FACTS = {
    "a tax one unit off": (add("hands", "tax", 5, tax=lambda v: v > 10), "tax: expected"),
    "an extra drop": (add("hands", "extra_drop", 1, extra_drop=30), "extra_drop: expected 30, found 31"),
    "a pot": (add("hands", "pot", 10), "pot: expected"),
    "an uncalled bet": (add("hands", "uncalled", 10), "uncalled: expected"),
    "a short hand": (add("hands", "duration_s", 1.0), "duration_s: expected"),
    "an early hand": (add("hands", "started_s", -1.0, hand_no=3), "started_s: expected"),
    "a board too short": (
        put("hands", "board", "2c3c4c", last_street="river"),
        "cards on the board: expected 5, found 3",
    ),
    "a missing burn card": (
        put("hands", "burned", "2c2d", last_street="river"),
        "burned cards: expected 3, found 2",
    ),
    "a card there twice": (card_twice, "cards that are none or there twice: expected different cards, found"),
    "a player dealt in uncounted": (add("hands", "players_dealt", 1), "players_dealt: expected"),
    "a showdown": (put("hands", "showdown", False, showdown=True), "showdown: expected yes, found no"),
    "a misdeal": (put("hands", "misdeals", 1), "misdeals: expected 0, found 1"),
    "the button": (move_button, "button_seat: expected"),
    "a position": (put("seats", "position", "CO", position="SB"), "position: expected SB, found CO"),
    "a strategy": (put("seats", "strategy", "nit"), "strategy: expected"),
    "an end stack": (add("seats", "stack_end", 1), "stack_end: expected"),
    "a contribution": (add("seats", "contributed", 1), "net: expected"),
    "an all-in": (put("seats", "all_in", True, all_in=False), "all_in: expected no, found yes"),
    "a fold": (
        put("seats", "folded_street", None, folded_street="preflop"),
        "folded_street: expected preflop, found nothing",
    ),
    "a share of the tax": (add("seats", "tax_paid", 0.5, tax_paid=lambda v: v > 1), "tax_paid: expected"),
    "who shows first": (swap_show_order, "show_order: expected"),
    "a hand rank": (add("seats", "hand_rank", 1 << 20, hand_rank=lambda v: v), "hand_rank: expected"),
    "a hand that was not shown": (
        put("seats", "hand_rank", 77, hand_rank=None),
        "hand_rank: expected nothing, found 77",
    ),
    "chips from nowhere": (chips_from_nowhere, "stack_start: expected"),
    "the price of a call": (add("actions", "to_call", 1, action="call"), "(call): to_call: expected"),
    "the pot before an action": (add("actions", "pot_before", 1, seq=5), "pot_before: expected"),
    "the stack before an action": (add("actions", "stack_before", 1, seq=5), "stack_before: expected"),
    "the bet after an action": (add("actions", "to", 1, action="check"), "(check): to: expected 0, found 1"),
    "a call of another amount": (add("actions", "amount", 1, action="call"), "(call): amount: expected"),
    "a raise below the minimum": (raise_too_little, "below the minimum: expected at least to"),
    "a check that was a fold": (
        put("actions", "action", "check", action="fold", to_call=lambda v: v > 0),
        "(check): there are",
    ),
    "an action out of turn": (wrong_turn, "(check): out of turn: expected seat"),
    "an action that is missing": (forgotten_action, ": expected"),
    "an all-in by an action": (
        put("actions", "all_in", True, action="check"),
        "(check): all_in: expected no, found yes",
    ),
    "a manner nobody has": (put("actions", "manner", "string", action="call"), "(call): manner"),
    "half a ruling": (put("actions", "wanted", "raise", action="call"), "wanted and wanted_to"),
    "a small blind": (
        add("actions", "amount", 1, action="post-small-blind"),
        "(post-small-blind): amount: expected 50, found 51",
    ),
    "an ante": (
        put("actions", "action", "post-dead", action="post-ante"),
        "is not the forced post: expected post-ante by seat",
    ),
    "a pot's amount": (shift_between_pots, "pot 0: amount: expected"),
    "a pot's contenders": (add("pots", "contenders", 64), "pot 0: contenders: expected"),
    "a pot's tax": (tax_from_the_other_pot, "pot 0: tax: expected"),
    "an award": (add("awards", "amount", 1), "awards: expected pot"),
    "the winner": (wrong_winner, "awards: expected pot"),
    "the ledger's sum": (
        add("ledger", "amount", 1, kind="buy-in"),
        "ledger: sum of the session's lines: expected 0, found 1",
    ),
    "a rebuy": (add("ledger", "amount", 500_000, kind="rebuy"), "ledger: stack after a rebuy before hand"),
    "a time charge": (
        add("ledger", "amount", -1, kind="time-charge", amount=-20),
        "ledger: time charge before hand",
    ),
    "the house's line": (add("ledger", "amount", 1, kind="tax"), "ledger: the line tax: expected"),
    "a stranger's cash-out": (
        add("ledger", "player_id", 1, kind="cash-out"),
        "ledger: player_id of the cash-out before hand",
    ),
    "a newcomer": (dealt_in_too_early, "player_id: expected"),
    "a ledger's clock": (add("ledger", "clock_s", -1.0, kind="rebuy"), "ledger: clock_s"),
    "a missing arrival": (put("events", "kind", "departure", kind="arrival"), "events: arrivals"),
    "the card of a draw": (
        put("events", "detail", "seat 0 2c, seat 1 As; button to seat 1", kind="button-draw"),
        "events: a card for every seat in the button-draw: expected seats [0, 1, 2, 3, 4, 5]",
    ),
    "the seat of a draw": (
        add("events", "seat", 1, kind="button-draw", seat=lambda v: v < 5),
        "events: seat of the button-draw",
    ),
    "a session that never opened": (
        put("events", "kind", "game-broken", kind="session-opened"),
        "events: session-opened must",
    ),
    "a spec": (put("players", "spec", "nit"), "players: spec of player 0"),
    "a party": (put("players", "party", "friends"), "players: party of player 0"),
}


@pytest.mark.parametrize("fact", FACTS)
def test_a_spoilt_fact_is_named(copy, fact):
    spoil, said = FACTS[fact]
    tables = {table: pq.read_table(part(copy, table)).to_pylist() for table in TABLES}
    before = {table: [dict(row) for row in rows] for table, rows in tables.items()}
    spoil(tables)
    changed = [table for table in TABLES if tables[table] != before[table]]
    for table in changed:
        change(copy, table, lambda rows, table=table: rows.__setitem__(slice(None), tables[table]))
    found = faults_of(copy)
    assert any(said in fault for fault in found), found[:5]


def test_a_fault_names_hand_seat_and_values(copy):
    change(copy, "seats", lambda rows: rows[7].update(won=rows[7]["won"] + 3))
    row = pq.read_table(part(copy, "seats")).to_pylist()[7]
    assert (
        f"hand {row['hand_id']}, seat {row['seat']}: won: expected {row['won'] - 3}, found {row['won']}"
        in faults_of(copy)
    )


def test_no_more_faults_than_asked_for(copy):
    change(copy, "hands", lambda rows: [row.update(tax=1) for row in rows])
    assert len(check_run(copy, limit=7)) == 7


# -- files -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("keep", [0, 3, 100, -1, -9, -200])
@pytest.mark.parametrize("table", ["hands", "events"])
def test_a_cut_file_is_one_fault(copy, table, keep):
    path = part(copy, table)
    path.write_bytes(path.read_bytes()[:keep])
    found = faults_of(copy)
    assert len(found) == 1
    assert found[0].startswith(f"{table}/part-00000.parquet: the file is cut or damaged (")
    assert "\n" not in found[0]


def test_a_changed_byte_in_the_data_is_found_by_its_page(copy):
    path = part(copy, "actions")
    column = pq.read_metadata(path).row_group(0).column(8)
    raw = bytearray(path.read_bytes())
    raw[column.data_page_offset + column.total_compressed_size // 2] ^= 0x40
    path.write_bytes(raw)
    assert any("actions/part-00000.parquet: the file is cut or damaged" in fault for fault in faults_of(copy))


def test_changed_bytes_anywhere_never_end_in_a_traceback(good, tmp_path):
    draw = random.Random(5)
    for attempt in range(40):
        copy = copy_of(good, tmp_path / str(attempt))
        path = part(copy, draw.choice(list(TABLES)))
        raw = bytearray(path.read_bytes())
        for _ in range(3):
            raw[draw.randrange(len(raw))] ^= 1 << draw.randrange(8)
        path.write_bytes(raw)
        for fault in faults_of(copy):
            assert "\n" not in fault


def test_a_missing_file_is_named(copy):
    part(copy, "pots").unlink()
    assert "pots/part-00000.parquet: the file is missing" in faults_of(copy)


def test_a_foreign_file_is_named(copy):
    pq.write_table(pa.table({"hand_id": [1]}), part(copy, "hands"))
    assert faults_of(copy)[0].startswith(
        "hands/part-00000.parquet: columns that are missing: session_id, hand_no, "
    )


def test_a_column_of_another_type_is_named(copy):
    path = part(copy, "awards")
    table = pq.read_table(path)
    place = table.schema.get_field_index("amount")
    pq.write_table(table.set_column(place, "amount", table.column("amount").cast(pa.float64())), path)
    assert (
        "awards/part-00000.parquet: type of column amount: expected int64 without nulls, found double"
        in faults_of(copy)
    )


def test_an_unknown_category_is_named(copy):
    path = part(copy, "actions")
    rows = pq.read_table(path).to_pylist()
    rows[3]["action"] = "dance"
    pq.write_table(pa.Table.from_pylist(rows, schema=pq.read_schema(path)), path)
    assert any("column action of actions holds an unknown 'dance'" in fault for fault in faults_of(copy))


def test_sums_of_run_json_are_checked(copy):
    change_info(copy, lambda info: info["sums"].update(tax=info["sums"]["tax"] + 1))
    found = faults_of(open_run(copy.path))
    assert len(found) == 1
    assert found[0].startswith("run.json: sum tax: expected ")


def test_a_configuration_without_rules_is_an_error(copy):
    run = change_info(copy, lambda info: info["config"].pop("rules"))
    with pytest.raises(HoldemError, match="'config' lacks or garbles 'rules'; the rules are unknown"):
        check_run(run)


# -- the re-check's own rules ----------------------------------------------------------------------------


def tax(**keys) -> Tax:
    scheme = {
        "percent": 5, "heads_up_factor": 1, "steps": [], "cap": None, "cap_bb": None, "cap_by_players": None,
        "no_flop_no_drop": False, "min_pot": 0, "unit": 1, "rounding": "down", "spread": "proportional",
        "extra_drop": 0, "extra_drop_min_pot": 0, "time_charge": 0,
    }  # fmt: skip
    return Tax.of(scheme | keys, 100)


def test_tax_by_cases():
    assert tax().levy(140, 3, True) == (7, 0)
    assert tax(cap=10).levy(700, 3, True) == (10, 0)
    assert tax(cap_bb="0.07").levy(700, 3, True) == (7, 0)
    assert tax(no_flop_no_drop=True, extra_drop=1).levy(700, 3, False) == (0, 0)
    assert tax(unit=25, rounding="nearest").levy(750, 3, True) == (50, 0)
    assert tax(percent="2.5", heads_up_factor="0.5").levy(1000, 2, True) == (12, 0)
    assert tax(steps=[[20, 1], [40, 2]]).levy(39, 3, True) == (1, 0)
    assert tax(cap_by_players={"2": 10, "5": 20}).levy(1000, 4, True) == (10, 0)
    assert tax(percent=100, extra_drop=3).levy(10, 3, True) == (10, 0)


def test_case_a16_spread():
    assert tax(cap=10).spread([300, 400], 10) == [4, 6]
    assert tax(spread="main-first").spread([300, 400], 10) == [10, 0]
    assert from_main_pot_on([3, 4], 5) == [3, 2]


def test_rounding():
    from fractions import Fraction

    halves = [Fraction(n, 2) for n in range(4)]
    assert [rounded(h, "down") for h in halves] == [0, 0, 1, 1]
    assert [rounded(h, "nearest") for h in halves] == [0, 1, 1, 2]
    assert [rounded(h, "up") for h in halves] == [0, 1, 1, 2]


def test_case_a4_layer_of_folded_players_joins_the_one_below():
    total = {0: 300, 1: 300, 2: 100, 3: 200}
    assert uncalled_bet(total, [2, 3]) == (0, None)
    assert [(p.amount, p.contenders) for p in pots_of(total, 0, [2, 3])] == [(400, (2, 3)), (500, (3,))]


def test_d_example_of_side_pots():
    total = {0: 50, 1: 100, 2: 200, 3: 200}
    assert [p.amount for p in pots_of(total, 0, [0, 1, 2, 3])] == [200, 150, 200]
    assert [p.amount for p in pots_of(total, 30, [0, 1, 2, 3])] == [230, 150, 200]


def test_case_a57_odd_chips(good):
    house = House.of(good.config)
    assert house.odd_chips == "one-each"
    assert shares(26, 3, house) == [9, 9, 8]


def test_case_a69_show_order():
    pots = pots_of({0: 50, 1: 100, 2: 100, 3: 50}, 0, [0, 1, 2, 3])
    assert order_of_showing(pots, 1, 2) == [2, 1, 3, 0]
    assert order_of_showing(pots, 1, None) == [2, 1, 3, 0]
    assert order_of_showing(pots, 2, 1) == [1, 2, 3, 0]


# -- the command --------------------------------------------------------------------------------------


def test_command_on_a_good_run(good, capsys):
    assert main(["verify", str(good.path)]) == 0
    said = capsys.readouterr().out
    assert said == f"{good.path}: {HANDS} hands with {good.rows['actions']:,} actions checked, no fault\n"


def test_command_names_the_first_faults_and_fails(copy, capsys):
    change(copy, "hands", lambda rows: [row.update(pots=9) for row in rows[:5]])
    assert main(["verify", str(copy.path), "--faults", "2"]) == 1
    said = capsys.readouterr()
    assert said.out == "hand 0: pots: expected 1, found 9\nhand 1: pots: expected 1, found 9\n" or (
        said.out.count(": pots: expected ") == 2 and said.out.count("\n") == 2
    )
    assert said.err == f"{copy.path}: 2 or more faults\n"


def test_command_on_an_unfinished_run(copy, capsys):
    change_info(copy, lambda info: info.update(state="interrupted"))
    assert main(["verify", str(copy.path)]) == 0
    assert "the run is not complete; finish it with: holdem-sim run --resume --out" in capsys.readouterr().out


def test_shards_played_ahead_do_not_belong_to_an_unfinished_run(copy):
    for table in TABLES:
        part(copy, table, 1).write_bytes(
            b"no matter what" if table == "pots" else part(copy, table).read_bytes()
        )
    run = change_info(copy, lambda info: info.update(state="interrupted"))
    assert check_run(run) == []


def test_command_without_a_run(tmp_path, capsys):
    assert main(["verify", str(tmp_path / "nothing")]) == 1
    assert capsys.readouterr().err.startswith("error: there is no run ")
