"""The command line: commands found by file, and the one place where errors become text and exit codes.

Every file ``cli/NAME.py`` holds one command as ``command`` (files whose name begins with ``_`` hold none; an
underscore at the end keeps a name from being a Python keyword).  A command's function returns its exit code,
or nothing for 0.  Only click is imported at the top of these files: what is heavy is imported by the
function that needs it, so that ``--help`` answers at once.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pkgutil import iter_modules
from typing import TextIO

import click

from holdem_sim import __version__
from holdem_sim.errors import HoldemError, unknown

PROGRAM = "holdem-sim"


class Commands(click.Group):
    """A group whose commands are the files of this folder, each imported when it is needed."""

    @staticmethod
    def files() -> dict[str, str]:
        """The command names and the modules that hold them."""
        names = sorted(m.name for m in iter_modules(__path__) if not m.name.startswith("_"))
        return {name.rstrip("_").replace("_", "-"): name for name in names}

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.files())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        module = self.files().get(cmd_name)
        return None if module is None else import_module(f"{__name__}.{module}").command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in self.files():
            raise unknown("command", args[0], self.files())
        return super().resolve_command(ctx, args)


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "show_default": True},
)
@click.version_option(__version__, prog_name=PROGRAM, message="%(prog)s %(version)s")
@click.option("--debug", is_flag=True, show_default=False, help="Show the traceback of an error.")
@click.pass_context
def commands(ctx: click.Context, debug: bool) -> int:
    """Texas Hold'em cash games under house rules: play them, tax them, report what they earn."""
    if ctx.invoked_subcommand is not None:
        return 0
    click.echo(ctx.get_help(), err=True)
    return 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: 0 done, 1 failed, 2 wrong usage.

    ``arguments`` default to those of the process. ``--debug`` is understood in any place.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    options = given[: given.index("--")] if "--" in given else given
    debug = "--debug" in options
    kept = [word for word in options if word != "--debug"] + given[len(options) :]
    sys.stdout, sys.stderr = sys.stdout or _nowhere(), sys.stderr or _nowhere()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        code = commands.main(kept, prog_name=PROGRAM, standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except BrokenPipeError:
        return _reader_gone()
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 1
    except (Exception, KeyboardInterrupt) as error:
        if debug and not isinstance(error, click.Abort):
            raise
        return _tell(error)


def _nowhere() -> TextIO:
    """A stream that takes everything, in place of one that was closed before the program began."""
    return open(os.devnull, "w", encoding="utf-8")


def _tell(error: BaseException) -> int:
    """Print an error as a person should read it; its exit code."""
    if isinstance(error, HoldemError):
        text, code = str(error), error.exit_code
    elif isinstance(error, click.ClickException):
        if type(error).__name__ == "NoArgsIsHelpError":
            click.echo(error.format_message(), err=True)
            return 2
        text, code = _plain(error.format_message()), error.exit_code
        ctx = getattr(error, "ctx", None)
        if ctx is not None:
            text += f"\ntry: {ctx.command_path} --help"
    elif isinstance(error, click.Abort | KeyboardInterrupt):
        text, code = "interrupted", 1
    elif isinstance(error, OSError) and error.strerror:
        place = f"{os.fspath(error.filename)}: " if error.filename is not None else ""
        text, code = f"{place}{error.strerror.lower()}", 1
    elif isinstance(error, MemoryError):
        text, code = "not enough memory; fewer workers (--workers 1) need less", 1
    else:
        text, code = f"{type(error).__name__}: {error} (internal; --debug shows the traceback)", 1
    click.echo(f"error: {text}", err=True)
    return code


def _plain(message: str) -> str:
    """A message of click's in the manner of this program's: no capital at the start, no stop at the end."""
    message = " ".join(message.split()).rstrip(".")
    return message[:1].lower() + message[1:]


def _reader_gone() -> int:
    """The reader of the pipe has gone away (``| head``): nothing more can be said, and nothing need be."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1
