"""What holds for all tests: the caller's language does not matter."""

import os

os.environ["LC_ALL"] = "C.UTF-8"
os.environ.pop("LANGUAGE", None)
