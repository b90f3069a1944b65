"""Opening a run: what is there, and one clear sentence for what is not."""

from __future__ import annotations

import json
import tempfile

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

from holdem_sim.dataset import open_run, readable
from holdem_sim.errors import HoldemError
from holdem_sim.schema import TABLES, arrow_schema, dictionary_markdown
from runs import change_info, copy_of, part, play_run


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    words = ["table.seats=4", "session.hands=15"]
    return play_run(tmp_path_factory.mktemp("dataset") / "run", 40, "uniform-random*3,always-call", words)


@pytest.fixture
def copy(run, tmp_path):
    return copy_of(run, tmp_path / "copy")


def refusal(path) -> str:
    with pytest.raises(HoldemError) as caught:
        open_run(path)
    return str(caught.value)


def test_an_open_run_knows_its_configuration_and_rows(run):
    assert run.config["table"]["seats"] == 4
    assert run.rows["hands"] == 40
    assert run.complete


@pytest.mark.parametrize("table", TABLES)
def test_every_table_can_be_read_whole_and_by_columns(run, table):
    whole = run.read(table)
    assert whole.num_rows == run.rows[table] > 0
    assert whole.schema.names == arrow_schema(table).names
    some = run.read(table, columns=["session_id"])
    assert some.column_names == ["session_id"]


def test_categories_are_dictionary_columns(run):
    seats = run.scan("seats").schema
    for name in ("strategy", "position", "hole_cards", "folded_street"):
        assert pa.types.is_dictionary(seats.field(name).type)


def test_rows_can_be_chosen(run):
    import pyarrow.compute as pc

    board = run.read("hands", columns=["hand_id"], where=pc.field("session_id") == 1).column("hand_id")
    assert board.to_pylist() == list(range(1_000_000, 1_000_015))


def test_sql_sees_every_table(run):
    for table in TABLES:
        assert run.sql(f"SELECT count(*) AS n FROM {table}").n[0] == run.rows[table]
    joined = run.sql(
        "SELECT strategy, sum(net)::BIGINT AS net FROM seats JOIN hands USING (hand_id) "
        "GROUP BY strategy ORDER BY strategy"
    )
    assert list(joined.strategy) == ["always-call", "uniform-random"]
    assert joined.net.sum() == -run.info["sums"]["tax"]


def test_sql_takes_parameters(run):
    found = run.sql("SELECT hand_no FROM hands WHERE hand_id = ?", [1_000_003])
    assert list(found.hand_no) == [3]


def test_the_connections_temporary_folder_is_gone_afterwards(run, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with run.connection() as connection:
        connection.execute("SELECT * FROM actions").fetchall()
        assert any(tmp_path.iterdir())
    assert not any(tmp_path.iterdir())


def test_the_latest_run_is_the_one_the_text_file_names(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "latest").write_text(f"{run.path}\n")
    assert open_run().path == run.path
    assert open_run("runs/latest").path == run.path


def test_the_latest_run_may_be_named_relative_to_the_working_directory(run, tmp_path, monkeypatch):
    copy_of(run, tmp_path / "elsewhere")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "latest").write_text("elsewhere")
    assert open_run().rows == run.rows


def test_run_json_itself_stands_for_its_run(run):
    assert open_run(run.path / "run.json").path == run.path


def test_no_latest_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert (
        refusal(None)
        == "there is no latest run here (no file runs/latest); name one, or make one: holdem-sim run"
    )


def test_a_latest_run_that_has_gone(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "latest").write_text("runs/gone\n")
    assert refusal(None).endswith("points to 'runs/gone', which does not exist; name the run's folder")


def test_what_is_not_there(tmp_path):
    missing = tmp_path / "missing"
    assert (
        refusal(missing) == f"there is no run '{missing}'; give the folder that 'holdem-sim run --out' wrote"
    )


def test_a_file_is_no_run(tmp_path):
    file = tmp_path / "data.csv"
    file.write_text("1,2")
    assert refusal(file) == f"'{file}' is a file; a run is a folder with a run.json in it"


def test_a_folder_without_run_json(tmp_path):
    assert refusal(tmp_path) == f"'{tmp_path}' is no run: it has no run.json"


def test_a_cut_run_json(copy):
    path = copy.path / "run.json"
    path.write_text(path.read_text()[:200])
    assert f"{path} is not whole: " in refusal(copy.path)


def test_a_run_json_of_something_else(copy):
    (copy.path / "run.json").write_text('{"name": "other"}')
    assert "is not the run.json of a holdem-sim run" in refusal(copy.path)
    (copy.path / "run.json").write_bytes(b"\xff\xfe")
    assert "cannot read" in refusal(copy.path)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("rows", "x"),
        ("sums", None),
        ("sums", {"pot": "x"}),
        ("shards", 5),
        ("shards", [{}]),
        ("shards", [1.5]),
    ],
)
def test_a_garbled_run_json(copy, name, value):
    whole = {"config": copy.config, "rows": copy.rows, "sums": {}, "shards": [{"shard": 0}]}
    garbled = {**copy.rows, "hands": value} if name == "rows" else value
    (copy.path / "run.json").write_text(json.dumps({**whole, name: garbled}))
    assert f"is damaged: '{name}' are no whole numbers" in refusal(copy.path)


def test_an_unfinished_run_says_so(copy):
    assert not change_info(copy, lambda info: info.update(state="interrupted")).complete


@pytest.mark.parametrize("use", [lambda run: run.read("seats"), lambda run: run.sql("SELECT * FROM seats")])
def test_broken_files_are_one_clear_sentence(copy, use):
    path = part(copy, "seats")
    path.write_bytes(path.read_bytes()[:-50])
    with pytest.raises(HoldemError, match=r"a file of the run .* cannot be read: "):
        use(copy)
    path.unlink()
    with pytest.raises(HoldemError, match="seats holds no part files"):
        use(copy)
    path.parent.rmdir()
    with pytest.raises(HoldemError, match="has no folder 'seats'"):
        use(copy)


def test_foreign_files_are_one_clear_sentence(copy):
    pq.write_table(pa.table({"a": [1]}), part(copy, "seats"))
    with pytest.raises(HoldemError, match="does not have the columns of table 'seats': hand_id, "):
        copy.read("seats")


@pytest.mark.parametrize("use", [lambda run: run.read("pots"), lambda run: run.sql("SELECT * FROM pots")])
@pytest.mark.parametrize("values", [["1"], [1.5]])
def test_columns_of_another_type_are_one_clear_sentence(copy, use, values):
    path = part(copy, "pots")
    table = pq.read_table(path)
    place = table.column_names.index("contenders")
    pq.write_table(table.set_column(place, "contenders", pa.array(values * len(table))), path)
    with pytest.raises(HoldemError, match=r"'?contenders'? is .*, not "):
        use(copy)


def test_a_place_that_must_not_be_empty(copy):
    path = part(copy, "pots")
    table = pq.read_table(path)
    place = table.column_names.index("amount")
    pq.write_table(table.set_column(place, "amount", pa.nulls(len(table), pa.int64())), path)
    with pytest.raises(HoldemError, match="column 'amount' has empty places"):
        copy.records("pots", pc.field("pot_no") == 0)


def test_damage_that_shows_when_rows_are_read(copy):
    """A word of a dictionary that has no such word."""
    path = part(copy, "actions")
    table = pq.read_table(path)
    place = table.column_names.index("action")
    words = pa.DictionaryArray.from_arrays(
        pa.array([99] * len(table), pa.int8()), pa.array(["call"]), safe=False
    )
    broken = table.set_column(place, table.schema.field(place), pa.chunked_array([words]))
    with pytest.MonkeyPatch.context() as patch, pytest.raises(HoldemError, match="cannot be read"):
        patch.setattr(type(copy), "read", lambda self, table, where=None: broken)
        copy.records("actions", None)


def test_a_wrong_query_stays_the_callers_error(run):
    with pytest.raises(Exception, match="nowhere") as caught:
        run.sql("SELECT * FROM nowhere")
    assert not isinstance(caught.value, HoldemError)


def test_the_data_dictionary_is_up_to_date(pytestconfig):
    path = pytestconfig.rootpath / "data" / "README.md"
    assert path.read_text(encoding="utf-8") == dictionary_markdown()


def test_a_reader_who_has_gone_is_no_broken_file(tmp_path):
    with pytest.raises(BrokenPipeError), readable(tmp_path):
        raise BrokenPipeError
