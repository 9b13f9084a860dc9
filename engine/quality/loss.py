"""Loss (Iyengar 2002): the share of an attribute's domain that a generalized value covers."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from engine.classes import Classes, Grouping, LevelWeights
from engine.lattice.lattice import Levels
from engine.quality.aggregate import AGGREGATES, Scores, aggregated, normalized_weights
from engine.quality.model import AttributeWiseModel

DECIMALS = 1e10  # losses per attribute are rounded down to ten decimals (engine reference 4.1)
EXACT_DENOMINATOR = 10**6  # factors with more decimals than people write are taken as floats


def generalization_and_suppression_factors(factor: float) -> tuple[Fraction, Fraction]:
    """The factors g and s for a generalization-suppression factor in [0, 1] (engine reference 4.1).

    The factor is meant as the decimal it is written as, so that 0.9 gives g = 1/5 and not a number beside it.
    """
    exact, half = Fraction(str(factor)), Fraction(1, 2)
    generalization = Fraction(1) if exact <= half else 1 - 2 * (exact - half)
    suppression = 2 * exact if exact < half else Fraction(1)
    return generalization, suppression


class Loss(AttributeWiseModel):
    """Iyengar's loss per attribute, normalized to [0, 1], weighted and aggregated (engine reference 4.3).

    share(v) = rows of the hierarchy that carry label v / |D|. Per attribute
    raw = sum over kept records of g share + sum over suppressed records of (share + s (1 - share)), where a wholly
    suppressed record counts 1 for s = 1; loss = max(0, (raw - m) / (n - m)) with m = g n / |D|; 0 when |D| = 1.
    With g = a/q and s = b/q all of it is one division of integers: the score depends on no order, and rounding
    down never loses a ten-billionth to noise (1/2 stays 0.5).
    """

    DEFAULT_AGGREGATE = "geometric-mean"

    def __init__(
        self,
        grouping: Grouping,
        weights: NDArray[np.float64] | None = None,
        aggregate: str | None = None,
        generalization_suppression_factor: float = 0.5,
    ) -> None:
        hierarchies = grouping.hierarchies
        self._grouping = grouping
        self._rows = LevelWeights([hierarchy.domain_rows for hierarchy in hierarchies])
        self._domain = np.array([hierarchy.domain_size for hierarchy in hierarchies], np.float64)
        self._weights = normalized_weights(np.ones(len(hierarchies)) if weights is None else weights)
        self._kind = AGGREGATES[aggregate or self.DEFAULT_AGGREGATE]
        g, s = generalization_and_suppression_factors(generalization_suppression_factor)
        q = math.lcm(g.denominator, s.denominator)
        self._q = float(q) if q <= EXACT_DENOMINATOR else 1.0
        self._a, self._b = float(g * int(self._q)), float(s * int(self._q))
        self._totals = self._sums_of_all_records()
        nothing = np.zeros_like(self._totals.T)
        self._least = self._losses(self._totals.T, nothing, nothing).T
        self._bound_table = np.ascontiguousarray(self._weights[:, None] * self._least)

    @property
    def monotonic_without_suppression(self) -> bool:
        """Every generalized value covers at least the share of the domain that it covered before."""
        return True

    def score(self, classes: Classes, suppressed: NDArray[np.bool_]) -> float:
        """The weighted, aggregated loss."""
        return aggregated(self._weights * self.losses(classes, suppressed), self._kind)

    def losses(self, classes: Classes, suppressed: NDArray[np.bool_]) -> Scores:
        """The loss of each attribute without weights, float64[attributes]."""
        removed = self._grouping.weigh(classes, suppressed, self._rows).astype(np.float64)
        attributes = np.arange(len(classes.levels))
        kept = self._totals[attributes, list(classes.levels)] - removed
        records = np.float64(classes.counts[suppressed].sum())
        losses = self._losses(kept, removed, np.full_like(removed, records))
        # Suppressing more never costs less; where the factor has many digits noise must not say otherwise.
        return np.maximum(losses, self._least[attributes, list(classes.levels)])

    def lower_bound(self, levels: Levels) -> float:
        """The score of generalizing as `levels` says and suppressing nothing."""
        return aggregated(self._bound_table[np.arange(len(levels)), list(levels)], self._kind)

    @property
    def aggregate_kind(self) -> int:
        """As the job says."""
        return self._kind

    @property
    def bound_table(self) -> Scores:
        """Weighted losses of generalization alone."""
        return self._bound_table

    @property
    def level_weights(self) -> LevelWeights:
        """Rows of the hierarchy per label."""
        return self._rows

    def table_without(self, removed: NDArray[np.int64], records: int) -> Scores:
        """Weighted losses when `records` records that weigh `removed` are suppressed."""
        weights = removed.T.astype(np.float64)
        losses = self._losses(self._totals.T - weights, weights, np.full_like(weights, records)).T
        return np.ascontiguousarray(self._weights[:, None] * np.maximum(losses, self._least))

    def _losses(self, kept: Scores, removed: Scores, removed_records: Scores) -> Scores:
        """Losses from sums of hierarchy rows over kept and removed records, float64[..., attributes]."""
        n = float(self._grouping.records)
        lost = self._a * (kept - n) + self._b * (removed_records * self._domain - removed) + self._q * removed
        with np.errstate(invalid="ignore", divide="ignore"):
            losses = np.where(self._domain > 1, lost / (n * (self._q * self._domain - self._a)), 0.0)
        return _rounded_down(np.maximum(losses, 0.0))

    def _sums_of_all_records(self) -> Scores:
        """Per attribute and level the hierarchy rows summed over all records, float64[attributes, levels]."""
        grouping = self._grouping
        sums = np.zeros((len(grouping.hierarchies), max(h.levels for h in grouping.hierarchies)))
        for attribute, hierarchy in enumerate(grouping.hierarchies):
            codes = grouping.packing.unpack(grouping.tuples.keys, attribute)
            records = np.bincount(codes, weights=grouping.tuples.counts, minlength=len(hierarchy.codes[0]))
            for level in range(hierarchy.levels):
                rows = hierarchy.domain_rows[level][hierarchy.codes[level]]
                sums[attribute, level] = float(records.astype(np.int64) @ rows)
        return sums


def _rounded_down(losses: Scores) -> Scores:
    """The largest decimal with ten digits that is not above each loss."""
    nearest = np.rint(losses * DECIMALS)
    return np.where(nearest / DECIMALS > losses, nearest - 1.0, nearest) / DECIMALS
