"""The command line's frame: help everywhere, one error boundary, exit codes 0, 1 and 2."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from holdem_sim import __version__, settings
from holdem_sim.cli import Commands, commands, main
from holdem_sim.errors import HoldemError, UsageError, nearest, unknown

ROOT = Path(__file__).resolve().parent.parent
NAMES = list(Commands.files())


def process(*arguments: str, **environment: str) -> subprocess.CompletedProcess:
    """The command line in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "holdem_sim", *arguments],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, **environment},
        timeout=60,
    )


def all_commands() -> dict[str, click.Command]:
    """Every command and subcommand by the words that call it."""
    found = {}
    waiting = [((), commands)]
    while waiting:
        words, command = waiting.pop()
        found[" ".join(words)] = command
        if isinstance(command, click.Group):
            ctx = click.Context(command)
            waiting += [
                ((*words, name), command.get_command(ctx, name)) for name in command.list_commands(ctx)
            ]
    return found


def failing(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """Make the command ``tables`` fail with this error."""

    def fail(kind: str):
        raise error

    monkeypatch.setattr(settings, "shipped", fail)


# -- help ------------------------------------------------------------------------------------------------


def test_version(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"holdem-sim {__version__}\n"


@pytest.mark.parametrize("words", ["", *NAMES])
def test_short_and_long_help_are_the_same(words, capsys):
    assert main([*words.split(), "-h"]) == 0
    short = capsys.readouterr()
    assert main([*words.split(), "--help"]) == 0
    assert capsys.readouterr().out == short.out
    assert short.out.startswith(f"Usage: holdem-sim {words}".rstrip()) and short.err == ""
    assert max(len(line) for line in short.out.splitlines()) <= 80


@pytest.mark.parametrize("words", all_commands())
def test_every_command_and_option_is_documented(words):
    command = all_commands()[words]
    assert command.help and command.help.strip().split("\n")[0].endswith((".", ":")), words
    for option in command.params:
        if isinstance(option, click.Option):
            assert option.help, f"{words} {option.name}"


def test_the_help_lists_every_command_with_a_line(capsys):
    main(["--help"])
    listed = capsys.readouterr().out.partition("Commands:\n")[2].splitlines()
    assert [line.split()[0] for line in listed if line.startswith("  ") and line[2] != " "] == NAMES
    assert all(len(line.split()) > 2 for line in listed)


def test_without_a_command_the_help_is_an_error(capsys):
    assert main([]) == 2
    told = capsys.readouterr()
    assert told.out == "" and told.err.startswith("Usage: holdem-sim")


# -- errors ----------------------------------------------------------------------------------------------


def test_an_unknown_command_proposes_the_nearest(capsys):
    assert main(["tabels"]) == 2
    assert capsys.readouterr().err == "error: unknown command 'tabels'; did you mean 'tables'?\n"
    assert main(["xyzzy"]) == 2
    assert capsys.readouterr().err == f"error: unknown command 'xyzzy'; there are: {', '.join(NAMES)}\n"


def test_wrong_options_and_arguments_name_the_help(capsys):
    assert main(["tables", "--nme"]) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith("error: no such option") and "--nme" in first
    assert second == "try: holdem-sim tables --help"
    assert main(["tables", "casino", "more"]) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert first == "error: got unexpected extra argument (more)"
    assert second == "try: holdem-sim tables --help"


@pytest.mark.parametrize(
    ("error", "code", "told"),
    [
        (HoldemError("the run is cut short; play it again"), 1, "the run is cut short; play it again"),
        (UsageError("no such thing; take another"), 2, "no such thing; take another"),
        (RuntimeError("boom"), 1, "RuntimeError: boom (internal; --debug shows the traceback)"),
        (PermissionError(13, "Permission denied", "x.toml"), 1, "x.toml: permission denied"),
        (OSError(28, "No space left on device"), 1, "no space left on device"),
        (MemoryError(), 1, "not enough memory; fewer workers (--workers 1) need less"),
    ],
)
def test_one_boundary_turns_errors_into_lines_and_codes(monkeypatch, capsys, error, code, told):
    failing(monkeypatch, error)
    assert main(["tables"]) == code
    assert capsys.readouterr().err == f"error: {told}\n"


def test_an_interrupt_is_no_traceback(monkeypatch, capsys):
    failing(monkeypatch, KeyboardInterrupt())
    assert main(["tables"]) == 1
    assert capsys.readouterr().err.strip() == "error: interrupted"


@pytest.mark.parametrize("words", [["--debug", "tables"], ["tables", "--debug"]])
def test_debug_shows_the_traceback_wherever_it_stands(monkeypatch, words):
    failing(monkeypatch, HoldemError("told in full"))
    with pytest.raises(HoldemError, match="told in full"):
        main(words)


def test_exit_codes_and_messages_of_the_process():
    done = process("tables", "casno")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "error: unknown table 'casno' (nor is it a file); did you mean 'casino'?\n"
    assert process("tables").returncode == 0


def test_a_reader_that_goes_away_is_no_error_message():
    told = subprocess.run(
        f'"{sys.executable}" -m holdem_sim tables casino | head -n 1',
        shell=True, capture_output=True, text=True, cwd=ROOT, timeout=60,
    )  # fmt: skip
    assert told.stderr == "" and told.stdout.startswith("casino: ")


def test_a_terminal_without_unicode_still_gets_its_answer():
    done = process("tables", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert (done.returncode, done.stderr) == (0, "")
    assert "casino" in done.stdout


# -- names -----------------------------------------------------------------------------------------------


def test_nearest_ignores_dashes_capitals_and_the_front_of_a_dotted_name():
    known = ["tax.percent", "tax.cap_bb", "rules.ante"]
    assert nearest("Tax.Percnt", known) == "tax.percent"
    assert nearest("cap-bb", known) == "tax.cap_bb"
    assert nearest("zzz", known) is None


def test_unknown_lists_what_there_is_when_nothing_is_near():
    assert str(unknown("report", "zzz", ["tax", "stacks"], "in the list")) == (
        "unknown report 'zzz' in the list; there are: tax, stacks"
    )
    assert str(unknown("report", "zzz", [])) == "unknown report 'zzz'; there are: none"


# -- tables and lineups ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words", [["tables"], ["tables", "casino"], ["lineups"], ["lineups", "live-low-stakes"]]
)
def test_lists_fit_into_80_columns_in_a_pipe(words):
    done = process(*words, COLUMNS="200")
    path = str(settings.data_folder())
    lines = [line for line in done.stdout.splitlines() if not line.startswith(path)]
    assert done.returncode == 0 and max(len(line.rstrip()) for line in lines) <= 80
    assert "\x1b" not in done.stdout


def test_a_table_is_shown_with_every_key_and_its_file(capsys):
    from holdem_sim.keys import declared

    assert main(["tables", "casino"]) == 0
    shown = capsys.readouterr().out
    for key, _ in declared():
        assert f"\n{key} " in shown
    assert f"{settings.shipped('tables')['casino']}\n" in shown
    assert re.search(r"\ntax\.percent +5 ", shown)


def test_a_lineup_is_shown_with_its_types_keys_and_file(capsys):
    from holdem_sim.lineup import PlayerType

    assert main(["lineups", "live-low-stakes"]) == 0
    shown = capsys.readouterr().out
    for name in ["recreational", "maniac", *PlayerType.model_fields]:
        assert f"\n{name} " in shown
    assert f"{settings.shipped('lineups')['live-low-stakes']}\n" in shown


def test_habits_of_a_lineup_are_shown_type_by_type(capsys):
    assert main(["lineups", "lively"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "club party=club, straddle=0.02" in shown
    assert "maniac straddle=0.4" in shown
    assert main(["lineups", "live-low-stakes"]) == 0
    assert "Habits" not in capsys.readouterr().out


def test_the_lists_hold_every_shipped_file(capsys):
    for kind in ("tables", "lineups"):
        main([kind])
        shown = capsys.readouterr().out
        assert all(f"\n{name} " in shown for name in settings.shipped(kind))


def test_a_persons_own_table_file_can_be_shown(tmp_path, capsys):
    path = tmp_path / "mine.toml"
    path.write_text("[tax]\npercent = 2.5\n", encoding="utf-8")
    assert main(["tables", str(path)]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"mine\n{path}\n") and re.search(r"\ntax\.percent +2\.5 ", shown)


@pytest.mark.parametrize(("words", "missing"), [(["replay"], "FILE..."), (["show"], "RUN")])
def test_a_missing_argument_is_an_error_like_any_other(capsys, words, missing):
    assert main(words) == 2
    told = capsys.readouterr().err.splitlines()
    assert told == [f"error: missing argument '{missing}'", f"try: holdem-sim {words[0]} --help"]
