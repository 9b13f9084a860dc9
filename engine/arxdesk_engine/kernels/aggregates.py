"""The ways to make one number of one loss per attribute, as kernels know them. Loads no Numba."""

from __future__ import annotations

SUM, MAXIMUM, ARITHMETIC_MEAN, GEOMETRIC_MEAN, RANK = 0, 1, 2, 3, 4

BY_ROWS, AS_MEANS = 0, 1
"""The forms of losses by attribute, as kernels know them: from hierarchy rows, or means over records."""
