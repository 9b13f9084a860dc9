"""Iyengar's loss from sums of hierarchy rows (engine reference 4.3)."""

from __future__ import annotations

import numpy as np

from arxdesk_engine.kernels.arrays import Float64s, Int64s
from arxdesk_engine.kernels.jit import nb

DECIMALS = 1e10  # losses per attribute are rounded down to ten decimals (engine reference 4.1)


@nb.njit(
    nb.float64(nb.float64, nb.float64, nb.float64, nb.float64, nb.float64, nb.float64, nb.float64, nb.float64),
    cache=True,
    nogil=True,
)
def attribute_loss(
    kept: float, removed: float, removed_records: float, domain: float, n: float, a: float, b: float, q: float
) -> float:
    """The loss of one attribute, rounded down.

    kept, removed: hierarchy rows summed over the kept and the removed records; domain: rows of the hierarchy; n: all
    records; the factors for generalization and suppression are g = a/q and s = b/q.
    """
    if domain <= 1.0:
        return 0.0
    lost = a * (kept - n) + b * (removed_records * domain - removed) + q * removed
    loss = max(lost / (n * (q * domain - a)), 0.0)
    nearest = float(np.rint(loss * DECIMALS))
    return (nearest - 1.0 if nearest / DECIMALS > loss else nearest) / DECIMALS


@nb.njit(
    nb.void(
        nb.float64[:, ::1],
        nb.int64[:, ::1],
        nb.float64,
        nb.float64[::1],
        nb.float64[:, ::1],
        nb.float64[::1],
        nb.float64,
        nb.float64,
        nb.float64,
        nb.float64,
        nb.float64[:, ::1],
    ),
    cache=True,
    nogil=True,
)
def loss_table(
    totals: Float64s,
    removed: Int64s,
    removed_records: float,
    domain: Float64s,
    least: Float64s,
    factors: Float64s,
    n: float,
    a: float,
    b: float,
    q: float,
    table: Float64s,
) -> None:
    """Weighted losses when some records are removed and the others generalized; per attribute and level.

    totals float64, removed int64[attributes, levels]: hierarchy rows summed over all records and over the removed
    ones; least float64[attributes, levels]: losses when nothing is removed, which removing never undercuts (where
    factors have many digits noise must not say otherwise); domain, factors float64[attributes]. Out: table.
    """
    for attribute in range(totals.shape[0]):
        for level in range(totals.shape[1]):
            gone = float(removed[attribute, level])
            kept = totals[attribute, level] - gone
            loss = attribute_loss(kept, gone, removed_records, domain[attribute], n, a, b, q)
            table[attribute, level] = factors[attribute] * max(loss, least[attribute, level])


@nb.njit(
    nb.void(
        nb.float64[:, ::1],
        nb.int64[:, ::1],
        nb.int64[:, ::1],
        nb.int64[::1],
        nb.float64[::1],
        nb.float64[:, ::1],
        nb.float64[::1],
        nb.float64,
        nb.float64,
        nb.float64,
        nb.float64,
        nb.float64[:, ::1],
    ),
    cache=True,
    nogil=True,
)
def loss_rows(
    totals: Float64s,
    levels: Int64s,
    removed: Int64s,
    removed_records: Int64s,
    domain: Float64s,
    least: Float64s,
    factors: Float64s,
    n: float,
    a: float,
    b: float,
    q: float,
    losses: Float64s,
) -> None:
    """Weighted losses of many transformations, each as in `loss_table`.

    levels int64[m, attributes]; removed int64[m, attributes], removed_records int64[m]: what each transformation
    removes. Out: losses float64[m, attributes].
    """
    for row in range(levels.shape[0]):
        for attribute in range(levels.shape[1]):
            level = levels[row, attribute]
            gone = float(removed[row, attribute])
            kept = totals[attribute, level] - gone
            loss = attribute_loss(kept, gone, float(removed_records[row]), domain[attribute], n, a, b, q)
            losses[row, attribute] = factors[attribute] * max(loss, least[attribute, level])
