"""The distance between the distributions of an attribute in input and output."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.statistics.cells import Cells

_Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Distances:
    """All are 0 where the distributions are the same; the first four are at most 1.

    `total_variation`: Σ |p - q| / 2. `hellinger`: √(Σ (√p - √q)² / 2). `jensen_shannon`: the root of the divergence in
    bits (Lin 1991; Endres and Schindelin 2003). For numbers and dates, otherwise None: `kolmogorov_smirnov`, the
    greatest difference of the cumulative distributions, and `wasserstein`, the area between them, in the unit of the
    attribute (seconds for dates).
    """

    total_variation: float
    hellinger: float
    jensen_shannon: float
    kolmogorov_smirnov: float | None
    wasserstein: float | None


def distances(cells: Cells) -> Distances:
    """Compare input and output of an attribute over the values of its domain.

    A generalized cell is spread evenly over all values below its label, a hidden one over the whole domain, an
    aggregate over the values of the data inside its interval, or else those that it stands for. For numbers only values
    of the data have a place: there a cell is spread over those below its label, and an aggregate that is a number is
    that number.
    """
    total = max(cells.records, 1)
    p = np.bincount(cells.values, cells.counts, len(cells.before.values)) / total
    mass, elsewhere = _spread(cells, np.ones(len(cells.values), np.bool_), over_domain=True)
    q, elsewhere = mass / total, elsewhere / total
    numeric = _of_numbers(cells) if cells.is_numeric else (None, None)
    return Distances(
        min((float(np.abs(p - q).sum()) + elsewhere) / 2, 1.0),
        math.sqrt(min((float(((np.sqrt(p) - np.sqrt(q)) ** 2).sum()) + elsewhere) / 2, 1.0)),
        math.sqrt(min(max((_divergence(p, q) + _divergence(q, p) + elsewhere) / 2, 0.0), 1.0)),
        *numeric,
    )


def _divergence(p: _Numbers, q: _Numbers) -> float:
    """That of Kullback and Leibler from p to the middle of p and q, in bits."""
    there = p > 0.0
    return float((p[there] * np.log2(2.0 * p[there] / (p[there] + q[there]))).sum())


def _spread(cells: Cells, chosen: NDArray[np.bool_], *, over_domain: bool) -> tuple[_Numbers, float]:
    """The records of some combinations as masses of the values of the data, float64[values], and the rest of them.

    `over_domain`: there is a rest, on values that the data do not have; otherwise those of the data share it.
    """
    hierarchy, size = cells.hierarchy, len(cells.before.values)
    hidden = float(cells.counts[chosen & cells.hidden].sum())
    domain = hierarchy.domain_size if over_domain else size
    mass, elsewhere = np.full(size, hidden / domain), hidden * (domain - size) / domain
    for level in range(hierarchy.levels):
        here = chosen & (cells.levels == level) & ~cells.hidden & ~cells.aggregated
        if here.any():
            codes = hierarchy.codes[level]
            present = np.bincount(codes)
            rows = hierarchy.domain_rows[level] if over_domain else present
            of_label = np.bincount(codes[cells.values[here]], cells.counts[here], len(rows))
            mass += (of_label / rows)[codes]
            elsewhere += float((of_label * (rows - present) / rows).sum())
    return mass + _spread_aggregates(cells, chosen & cells.aggregated), elsewhere


def _spread_aggregates(cells: Cells, chosen: NDArray[np.bool_]) -> _Numbers:
    size = len(cells.before.values)
    of_text = np.bincount(cells.labels[chosen], cells.counts[chosen], len(cells.after.values))
    behind = cells.values_behind
    first, end = cells.values_inside
    inside = (end - first >= behind) & (end > first)
    share = of_text / np.maximum(np.where(inside, end - first, behind), 1)
    observed = chosen & ~inside[cells.labels]
    mass = np.bincount(cells.values[observed], share[cells.labels[observed]], size).astype(np.float64)
    ordered = cells.ordered_values
    steps = np.bincount(first[inside], share[inside], len(ordered) + 1).astype(np.float64)
    steps -= np.bincount(end[inside], share[inside], len(ordered) + 1)
    mass[ordered] += np.maximum(np.cumsum(steps)[:-1], 0.0)
    return mass


def _of_numbers(cells: Cells) -> tuple[float | None, float | None]:
    """Kolmogorov-Smirnov and Wasserstein distance."""
    is_number = cells.aggregated & (~cells.ranges.is_range & np.isfinite(cells.ranges.low))[cells.labels]
    places = np.concatenate([cells.positions, cells.ranges.low[cells.labels[is_number]]])
    known = np.isfinite(places)
    before = np.zeros(len(places))
    before[: len(cells.positions)] = np.bincount(cells.values, cells.counts, len(cells.positions))
    spread, _rest = _spread(cells, ~is_number, over_domain=False)
    after = np.concatenate([spread, cells.counts[is_number]])
    places, before, after = places[known], before[known], after[known]
    if not before.sum() or not after.sum():
        return None, None
    order = np.argsort(places, kind="stable")
    places = places[order]
    difference = np.cumsum(before[order] / before.sum() - after[order] / after.sum())
    last = np.append(np.flatnonzero(np.diff(places)), len(places) - 1)  # where a number has been counted completely
    gaps = np.abs(difference[last])
    return min(float(gaps.max()), 1.0), float(gaps[:-1] @ np.diff(places[last]))
