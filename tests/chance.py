"""Limits of chance for tests, without a statistics library."""

from __future__ import annotations

from statistics import NormalDist


def chi_square_limit(degrees: int, probability: float = 1e-4) -> float:
    """The value that a chi-square variable exceeds with ``probability``.

    Wilson and Hilferty's cube-root approximation (PNAS 17, 1931), good to a fraction of a percent from ten
    degrees of freedom on.
    """
    z = NormalDist().inv_cdf(1 - probability)
    share = 2 / (9 * degrees)
    return degrees * (1 - share + z * share**0.5) ** 3
