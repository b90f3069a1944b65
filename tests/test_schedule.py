"""When tables are open: files read as they are written, and the openings that follow from them."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdem_sim.errors import UsageError
from holdem_sim.questions.schedule import Span, every_day, from_file, openings
from holdem_sim.settings import shipped


def hours(*spans: tuple[float, float, int]) -> tuple[float, ...]:
    return openings(Span(int(a * 60), int(b * 60), tables) for a, b, tables in spans)


def open_at(found: list[tuple[float, float]], hour: float) -> int:
    return sum(begin <= hour < end for begin, end in found)


@pytest.mark.parametrize(
    ("spans", "expected"),
    [
        ([(14, 18, 2)], (4, 4)),
        ([(14, 18, 2), (18, 22, 4)], (8, 8, 4, 4)),
        ([(14, 18, 2), (18, 22, 4), (22, 26, 1)], (12, 8, 4, 4)),  # the last opened close first
        ([(14, 16, 1), (18, 20, 1)], (2, 2)),  # closed in between: two openings
        ([(18, 20, 3), (14, 18, 1)], (6, 2, 2)),  # the order of lines does not matter
        ([(10, 12, 3), (12, 13, 1), (13, 15.5, 2)], (5.5, 2, 2, 2.5)),
        ([(10, 12, 0)], ()),
    ],
)
def test_openings_follow_from_the_tables_at_each_hour(spans, expected):
    assert hours(*spans) == expected
    assert sum(expected) == sum((end - begin) * tables for begin, end, tables in spans)


def test_every_day_is_alike():
    plan = every_day(8, 10, 30)
    assert plan.openings == ((10,) * 8,) * 30 and plan.table_hours == 2400
    assert plan.weekdays[:8] == (0, 1, 2, 3, 4, 5, 6, 0)
    assert every_day(1, 1, 2, "sunday").weekdays == (6, 0)


def test_the_shipped_week_opens_as_it_says():
    assert "week" in shipped("schedules")
    plan = from_file("week", 7)
    assert plan.openings[0] == (12, 12, 8, 4)  # 14-18: 2, 18-22: 4, 22-02: 3
    assert plan.openings[0] == plan.openings[1] == plan.openings[3]
    assert plan.openings[5][:4] == (18, 18, 18, 18) and sum(plan.openings[5]) == 16 + 24 + 56 + 12
    assert from_file("week", 7, "saturday").openings[0] == plan.openings[5]


def write(folder: Path, text: str, name: str = "plan.toml") -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


def test_hours_of_the_night_belong_to_the_evening_before(tmp_path):
    plan = from_file(write(tmp_path, '[daily]\n"20-02" = 2\n"02-06" = 1\n[sunday]\n"6-6" = 1\n'), 7)
    assert plan.openings[0] == (10, 6) and plan.openings[6] == (24,)


def test_days_without_lines_have_no_tables(tmp_path):
    plan = from_file(write(tmp_path, '[friday]\n"18:30-21" = 1\n[daily]\n'), 7)
    assert plan.openings == ((), (), (), (), (2.5,), (), ())


def test_csv_says_the_same_as_toml(tmp_path):
    rows = "day,from,to,tables\nDaily,14,18,2\ndaily,18,22,4\ndaily,22,02,3\n"
    assert from_file(write(tmp_path, rows, "plan.csv"), 1).openings == from_file("week", 1).openings


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[mon]\n"18-02" = 4', "unknown day 'mon'"),
        ('[daily]\n"18" = 4', "'18' is no span of hours"),
        ('[daily]\n"18-25" = 4', "'25' is no time of the day"),
        ('[daily]\n"18:70-20" = 4', "'18:70' is no time of the day"),
        ('[daily]\n"18-02" = -1', "-1 is no number of tables from 0 to 1,000"),
        ('[daily]\n"18-02" = 2.5', "2.5 is no number of tables"),
        ('[daily]\n"18-02" = true', "True is no number of tables"),
        ('[daily]\n"18-02" = 4\n"20-24" = 2', "18:00-02:00 and 20:00-00:00 overlap"),
        ('[daily]\n"22-10" = 2', "goes beyond six in the morning"),
        ("daily = 4", "daily is no section"),
        ('[daily]\n"18-02" = 0', "opens no table on these days"),
        ("[daily", "is no TOML"),
    ],
)
def test_wrong_files_are_told_where_and_how(tmp_path, text, message):
    with pytest.raises(UsageError, match=message.replace("(", "\\(")) as told:
        from_file(write(tmp_path, text), 7)
    assert "plan.toml" in str(told.value) and len(str(told.value).splitlines()) <= 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("day,hour\n", "the first line of a schedule is day,from,to,tables"),
        ("day,from,to,tables\ndaily,18,02\n", "row 2: 3 values"),
        ("day,from,to,tables\ndaily,18,02,many\n", "'many' is no number of tables"),
        ("", "the first line"),
    ],
)
def test_wrong_csv_is_told_where(tmp_path, text, message):
    with pytest.raises(UsageError, match=message):
        from_file(write(tmp_path, text, "plan.csv"), 7)


def test_a_file_that_is_not_there_is_told():
    with pytest.raises(UsageError, match=r"schedule file 'my\.toml' does not exist"):
        from_file("my.toml", 7)
