"""The weight of suppression relative to generalization."""

from __future__ import annotations

from fractions import Fraction

FACTOR_DECIMALS = 6


def generalization_and_suppression_factors(factor: float) -> tuple[Fraction, Fraction]:
    """The factors g and s for a generalization-suppression factor in [0, 1] (engine reference 4.1).

    The factor is meant as the decimal it is written as, so that 0.9 gives g = 1/5 and not a number beside it. It is
    rounded to six decimals, more than people write: with a small denominator all sums are whole numbers, and bounds
    never suffer from noise.
    """
    exact, half = round(Fraction(str(factor)), FACTOR_DECIMALS), Fraction(1, 2)
    generalization = Fraction(1) if exact <= half else 1 - 2 * (exact - half)
    suppression = 2 * exact if exact < half else Fraction(1)
    return generalization, suppression
