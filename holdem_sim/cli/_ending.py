"""How a command that plays is ended from outside."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def ended_politely(once: bool = False) -> Iterator[list[int]]:
    """A request to end (SIGTERM, as from ``timeout``) is answered like Ctrl-C: the run can be taken up again.

    The signals that came are listed too: libraries have been seen to lose the exception. ``once``: only the first one
    raises it, so that what it sets off comes to its end.
    """
    asked: list[int] = []

    def stop(number: int, _: object) -> None:
        asked.append(number)
        if not once or len(asked) == 1:
            raise KeyboardInterrupt

    before = {}
    try:
        for number in (signal.SIGINT, signal.SIGTERM):
            if signal.getsignal(number) != signal.SIG_IGN:  # as in a script's background
                before[number] = signal.signal(number, stop)
    except ValueError:  # not the main thread
        pass
    try:
        yield asked
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
