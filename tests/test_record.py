"""Recording: rows from blocks to Parquet, whole, in order, and the same bytes however they arrive."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from holdem_sim import happenings, record
from holdem_sim.engine.cards import cards_text
from holdem_sim.engine.table import BLOCK
from holdem_sim.record import Labels, ShardWriter, part_name
from holdem_sim.schema import TABLES, arrow_schema

LABELS = Labels(
    strategies=("nit", "maniac(open=0.5)"),
    types=("tight", "wild", "tight-too"),
    specs=("nit", "./wild.py:maniac(open=0.5)", "nit"),
    parties=(None, "friends", None),
)
PER_HAND = {
    "hands": 1,
    "seats": 3,
    "actions": 7,
    "pots": 2,
    "awards": 2,
    "ledger": 1,
    "events": 1,
    "players": 1,
}


def random_block(session: int, hands: int, seed: int = 0) -> np.void:
    """A block of one session in which every column holds something of its kind."""
    draw = np.random.default_rng([seed, session])
    block = np.zeros(1, BLOCK)[0]
    for table, factor in PER_HAND.items():
        count = hands * factor
        block[f"{table}_rows"] = count
        for col in TABLES[table]:
            if col.engine == "absent":
                continue
            target = block[table][col.name]
            if col.name == "session_id":
                target[:count] = session
            elif col.engine in ("cards", "detail"):
                target[:count] = np.array([draw.permutation(52)[: col.slots] for _ in range(count)])
                if col.type == "text":
                    hidden = draw.integers(0, col.slots + 1, count)
                    target[:count][np.arange(col.slots) >= hidden[:, None]] = -1
            elif col.engine == "code":
                most = {"strategies": 2, "types": 3}.get(str(col.categories)) or len(col.categories)
                target[:count] = draw.integers(-1 if col.null is not None else 0, most, count)
            elif col.type == "bool":
                target[:count] = draw.integers(0, 2, count)
            elif col.type == "float64" and col.engine == "value":
                target[:count] = draw.random(count) * 100
            else:
                target[:count] = draw.integers(0, 100, count)
                if col.null is not None:
                    target[:count][draw.random(count) < 0.5] = col.null
    return block


def expected_rows(blocks: Iterable[np.void], table: str) -> list[dict]:
    """What the files must hold, worked out value by value."""
    by_type = {"spec": LABELS.specs, "party": LABELS.parties, "types": LABELS.types}
    rows = []
    for block in blocks:
        for i in range(int(block[f"{table}_rows"])):
            row = {}
            for col in TABLES[table]:
                source = "type" if col.engine == "absent" else col.name
                value = block[table][source][i]
                if col.engine == "absent" or col.categories == "types":
                    row[col.name] = by_type.get(col.name, LABELS.types)[int(value)]
                elif col.engine == "cards":
                    row[col.name] = cards_text(value)
                elif col.engine == "detail":
                    row[col.name] = detail(block, i)
                elif col.null is not None and value == col.null:
                    row[col.name] = None
                elif col.categories == "strategies":
                    row[col.name] = LABELS.strategies[int(value)]
                elif col.engine == "code":
                    row[col.name] = col.categories[int(value)]
                elif col.engine == "ms":
                    seconds = int(value) / 1000
                    row[col.name] = float(np.float32(seconds)) if col.type == "float32" else seconds
                else:
                    row[col.name] = bool(value) if col.type == "bool" else value.item()
            rows.append(row)
    return rows


def detail(block: np.void, i: int) -> str:
    events = block["events"]
    slots = tuple(events["detail"][i].tolist())
    return happenings.detail(int(events["kind"][i]), int(events["seat"][i]), slots, LABELS.types)


def read(folder: Path, table: str, shard: int = 0) -> list[dict]:
    return pq.read_table(folder / table / part_name(shard)).to_pylist()


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*.*"))}


def write(folder: Path, blocks: Iterable[np.void], shard: int = 0) -> dict[str, int]:
    writer = ShardWriter(folder, shard, LABELS)
    for block in blocks:
        writer.write_block(block)
    return writer.close()


@pytest.mark.parametrize("table", TABLES)
def test_files_hold_what_the_blocks_held(tmp_path, table):
    blocks = [random_block(session, 9) for session in range(3)]
    counts = write(tmp_path, blocks, shard=7)
    assert counts == {name: 27 * factor for name, factor in PER_HAND.items()}
    assert read(tmp_path, table, shard=7) == expected_rows(blocks, table)


@pytest.mark.parametrize("table", TABLES)
def test_files_have_the_declared_columns(tmp_path, table):
    write(tmp_path, [random_block(0, 2)])
    found = pq.read_schema(tmp_path / table / part_name(0))
    wanted = arrow_schema(table)
    assert found.names == wanted.names
    for mine, theirs in zip(found, wanted, strict=True):
        assert mine.nullable == theirs.nullable, mine.name
        assert str(mine.type) == str(theirs.type), mine.name


def test_a_block_may_be_used_again_at_once(tmp_path):
    writer = ShardWriter(tmp_path, 0, LABELS)
    blocks = [random_block(session, 4) for session in range(3)]
    reused = np.zeros(1, BLOCK).view(np.recarray)
    for block in blocks:
        reused[0] = block
        writer.write_block(reused[0])
        reused.view(np.uint8)[:] = 0xFF
    writer.close()
    assert read(tmp_path, "actions") == expected_rows(blocks, "actions")


def test_no_rows_are_files_all_the_same(tmp_path):
    assert set(write(tmp_path, [])) == set(TABLES)
    for table in TABLES:
        assert read(tmp_path, table) == []


def test_row_groups_and_bytes_do_not_depend_on_how_rows_arrive(tmp_path, monkeypatch):
    monkeypatch.setattr(record, "GROUP_ROWS", dict.fromkeys(TABLES, 10))
    monkeypatch.setattr(record, "_spare", {table: [] for table in TABLES})
    whole = random_block(0, 12)
    write(tmp_path / "a", [whole])
    singles = []
    for hand in range(12):
        block = np.zeros(1, BLOCK)[0]
        for table, factor in PER_HAND.items():
            block[f"{table}_rows"] = factor
            for name in block[table].dtype.names:
                block[table][name][:factor] = whole[table][name][hand * factor : (hand + 1) * factor]
        singles.append(block)
    write(tmp_path / "b", singles)
    assert contents(tmp_path / "a") == contents(tmp_path / "b")
    groups = pq.ParquetFile(tmp_path / "a" / "actions" / part_name(0)).metadata
    assert [groups.row_group(i).num_rows for i in range(groups.num_row_groups)] == [10] * 8 + [4]


@pytest.mark.parametrize("waiting_bytes", [1 << 30, 500])
def test_interleaved_sessions_come_out_sorted(tmp_path, monkeypatch, waiting_bytes):
    monkeypatch.setattr(record, "WAITING_BYTES", waiting_bytes)
    blocks = {session: [random_block(session, 3, seed) for seed in range(3)] for session in range(4)}
    write(tmp_path / "ordered", [block for session in blocks for block in blocks[session]])
    writer = ShardWriter(tmp_path / "mixed", 0, LABELS)
    spilled = False
    next_number = dict.fromkeys(blocks, 0)
    for session in (2, 0, 2, 1, 1, 1, 0, 2, 0, 3, 3, 3):
        number = next_number[session]
        next_number[session] += 1
        writer.write_block(blocks[session][number], session, last=number == 2)
        spilled |= any((tmp_path / "mixed").glob("waiting-*"))
    writer.close()
    assert spilled == (waiting_bytes == 500)
    assert contents(tmp_path / "ordered") == contents(tmp_path / "mixed")


def test_a_session_that_never_ends_is_an_error(tmp_path):
    writer = ShardWriter(tmp_path, 0, LABELS)
    writer.write_block(random_block(1, 1), 1, last=True)
    with pytest.raises(ValueError, match="session 0 of the shard was never finished"):
        writer.close()
    writer.abort()


def test_files_get_their_names_when_they_are_whole(tmp_path):
    writer = ShardWriter(tmp_path, 0, LABELS)
    writer.write_block(random_block(0, 5))
    assert not list(tmp_path.rglob("*.parquet"))
    writer.close()
    assert len(list(tmp_path.rglob("*.parquet"))) == len(TABLES)
    assert not list(tmp_path.rglob("*.tmp"))


def test_abort_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(record, "WAITING_BYTES", 0)
    writer = ShardWriter(tmp_path, 0, LABELS)
    writer.write_block(random_block(0, 5), 0)
    writer.write_block(random_block(1, 5), 1)
    assert list(tmp_path.glob("waiting-*.tmp"))
    writer.abort()
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="needs fork")
def test_a_forked_process_writes_the_same_bytes(tmp_path):
    blocks = [random_block(session, 200) for session in range(2)]
    write(tmp_path / "here", blocks)
    child = multiprocessing.get_context("fork").Process(target=write, args=(tmp_path / "there", blocks))
    child.start()
    child.join(60)
    assert child.exitcode == 0
    assert contents(tmp_path / "here") == contents(tmp_path / "there")
