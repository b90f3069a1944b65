"""How fast the project is, how large its runs are, and how that compares: ``python -m benchmarks``."""
