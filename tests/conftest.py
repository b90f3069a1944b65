"""What holds for all tests: the caller's language does not matter, nor that he runs them in the background."""

import os
import signal

os.environ["LC_ALL"] = "C.UTF-8"
os.environ.pop("LANGUAGE", None)

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # the programs under test would inherit it
    signal.signal(signal.SIGINT, signal.default_int_handler)
