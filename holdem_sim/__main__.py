"""``python -m holdem_sim``."""

import sys

from holdem_sim.cli import main

if __name__ == "__main__":
    sys.exit(main())
