"""Loss (Iyengar 2002): the share of an attribute's domain that a generalized value covers."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.classes.classes import Classes
from arxdesk_engine.classes.level_weights import LevelWeights
from arxdesk_engine.foundation.language import marked
from arxdesk_engine.kernels.aggregates import BY_ROWS
from arxdesk_engine.lattice.recoding import Recoding
from arxdesk_engine.quality.aggregate import Scores, aggregated, aggregated_rows, rounded_down
from arxdesk_engine.quality.description import QualityDescription
from arxdesk_engine.quality.model import LossForm, Suppressed, WeighedModel


class Loss(WeighedModel):
    """Iyengar's loss per attribute, normalized to [0, 1], weighted and aggregated (engine reference 4.3).

    share(v) = rows of the hierarchy that carry label v / |D|. Per attribute
    raw = sum over kept records of g share + sum over suppressed records of (share + s (1 - share)), where a wholly
    suppressed record counts 1 for s = 1; loss = max(0, (raw - m) / (n - m)) with m = g n / |D|; 0 when |D| = 1.
    With g = a/q and s = b/q all of it is one division of integers: the score depends on no order, and rounding
    down never loses a ten-billionth to noise (1/2 stays 0.5).
    """

    description = QualityDescription(
        order=10,
        model="loss",
        name=marked("Loss"),
        meaning=marked("0 keeps every detail, 1 keeps none."),
        in_short=marked("the share of its domain that a cell covers"),
        measure=marked(
            "the share of the domain that the cells cover: a label that stands for 10 of 100 values loses a "
            "tenth; a removed record loses all"
        ),
        scale="0 to 1",
    )

    DEFAULT_AGGREGATE = "geometric-mean"

    def _prepare(self) -> None:
        grouping = self.grouping
        hierarchies = grouping.hierarchies
        self._rows = LevelWeights([hierarchy.domain_rows for hierarchy in hierarchies])
        self._domain = np.array([hierarchy.domain_size for hierarchy in hierarchies], np.float64)
        g, s = self.factors
        q = math.lcm(g.denominator, s.denominator)
        self._q, self._a, self._b = float(q), float(g * q), float(s * q)
        self._totals = self._sums_of_all_records()
        self._least = np.zeros_like(self._totals)
        nothing = np.zeros(self._totals.shape, np.int64)
        self._fill(nothing, 0, self._least, np.ones_like(self._domain), self._least)
        self._least[list(grouping.aggregated)] = 0.0
        self._bound_table = self.weights[:, None] * self._least

    @property
    def most_per_attribute(self) -> float:
        """Every value covers the whole domain."""
        return 1.0

    def losses(self, classes: Classes, suppressed: Suppressed) -> Scores:
        """The loss of each attribute without weights, float64[attributes]."""
        from arxdesk_engine.kernels.loss import loss_table  # noqa: PLC0415

        attributes, levels = np.arange(len(classes.levels)), list(classes.levels)
        kept = np.flatnonzero(~suppressed)
        records = classes.counts[kept]
        removed = self._totals[attributes, levels].astype(np.int64) - records @ classes.rows_covered_by(kept)
        table = np.empty((len(levels), 1))
        loss_table(
            np.ascontiguousarray(self._totals[attributes, levels][:, None]),
            removed[:, None],
            float(self.grouping.records - records.sum()),
            self._domain,
            np.ascontiguousarray(self._least[attributes, levels][:, None]),
            np.ones_like(self._domain),
            float(self.grouping.records),
            self._a,
            self._b,
            self._q,
            table,
        )
        losses = table[:, 0]
        for attribute, shares in self.losses_of_aggregates(classes).items():
            losses[attribute] = self._loss_of_aggregate(classes.counts, shares, suppressed)
        return losses

    def _loss_of_aggregate(self, counts: NDArray[np.int64], shares: Scores, suppressed: Suppressed) -> float:
        """The loss of an aggregated attribute: that of the aggregate of a class instead of the share of a label."""
        g, s = map(float, self.factors)
        kept = g * float(counts[~suppressed] @ shares[~suppressed])
        covered = float(counts[suppressed] @ shares[suppressed])
        hidden = covered + s * (float(counts[suppressed].sum()) - covered)
        return float(rounded_down(np.array((kept + hidden) / self.grouping.records)))

    def losses_of_classes(self, classes: Classes, chosen: NDArray[np.intp]) -> Scores:
        """The weighted, aggregated shares of the domains, times the records of the class."""
        losses = classes.rows_covered_by(chosen) / self._domain * classes.counts[chosen][:, None] * self.weights
        return aggregated_rows(losses, self.aggregate_kind)

    def private_score(self, classes: Classes, suppressed: NDArray[np.bool_], records: int, k: int) -> Fraction:
        """-(mean share over the attributes, summed over all records; 1 if hidden) / max(1, k - 1).

        Engine reference 4.13. A record that completes a class of k changes the sum by at most k - 1 others.
        """
        counts = classes.counts[~suppressed]
        covered = (counts @ classes.rows_covered[~suppressed]).tolist()
        hidden = records - int(counts.sum())
        shares = sum((Fraction(rows, int(size)) for rows, size in zip(covered, self._domain, strict=True)), Fraction())
        return -(hidden + shares / len(covered)) / max(1, k - 1)

    def score_of_recoding(self, recoding: Recoding) -> float | None:
        """The weighted, aggregated loss, every record at the levels of its own transformation.

        None for aggregated attributes: by then the classes are different.
        """
        from arxdesk_engine.kernels.loss import attribute_loss  # noqa: PLC0415

        if self.grouping.aggregated:
            return None
        grouping, n = self.grouping, float(self.grouping.records)
        kept = np.where(recoding.suppressed, 0, grouping.tuples.counts)
        suppressed = grouping.tuples.counts - kept
        losses = np.empty_like(self.weights)
        for attribute, domain in enumerate(self._domain):
            rows = grouping.rows_covered(attribute, recoding.levels_of(attribute))
            sums = float(kept @ rows), float(suppressed @ rows), float(suppressed.sum())
            losses[attribute] = attribute_loss(*sums, domain, n, self._a, self._b, self._q)
        return aggregated(self.weights * losses, self.aggregate_kind)

    @property
    def bound_table(self) -> Scores:
        """Weighted losses of generalization alone."""
        return self._bound_table

    @property
    def level_weights(self) -> LevelWeights:
        """Rows of the hierarchy per label."""
        return self._rows

    @property
    def loss_form(self) -> LossForm:
        """From hierarchy rows."""
        numbers = np.array([self.grouping.records, self._a, self._b, self._q], np.float64)
        return LossForm(BY_ROWS, self._totals, self._least, self._domain, self.weights, numbers)

    def table_without(self, removed: NDArray[np.int64], records: int) -> Scores:
        """Weighted losses when `records` records that weigh `removed` are suppressed."""
        table = np.empty_like(self._totals)
        self._fill(removed, records, self._least, self.weights, table)
        return table

    def losses_without(
        self, levels: NDArray[np.int64], removed: NDArray[np.int64], records: NDArray[np.int64]
    ) -> Scores:
        """Weighted losses of many transformations, in one call of a kernel."""
        from arxdesk_engine.kernels.loss import loss_rows  # noqa: PLC0415

        losses, n = np.empty(levels.shape), float(self.grouping.records)
        loss_rows(
            self._totals,
            np.ascontiguousarray(levels, np.int64),
            np.ascontiguousarray(removed),
            np.ascontiguousarray(records),
            self._domain,
            self._least,
            self.weights,
            n,
            self._a,
            self._b,
            self._q,
            losses,
        )
        return losses

    def _fill(self, removed: NDArray[np.int64], records: int, least: Scores, factors: Scores, table: Scores) -> None:
        from arxdesk_engine.kernels.loss import loss_table  # noqa: PLC0415 - Numba is loaded where it is first needed

        n = float(self.grouping.records)
        loss_table(
            self._totals, removed, float(records), self._domain, least, factors, n, self._a, self._b, self._q, table
        )

    def _sums_of_all_records(self) -> Scores:
        """Per attribute and level the hierarchy rows summed over all records, float64[attributes, levels]."""
        grouping = self.grouping
        sums = np.zeros((len(grouping.hierarchies), max(h.levels for h in grouping.hierarchies)))
        for attribute, hierarchy in enumerate(grouping.hierarchies):
            codes = grouping.packing.unpack(grouping.tuples.keys, attribute)
            records = np.bincount(codes, weights=grouping.tuples.counts, minlength=len(hierarchy.codes[0]))
            for level in range(hierarchy.levels):
                rows = hierarchy.domain_rows[level][hierarchy.codes[level]]
                sums[attribute, level] = float(records.astype(np.int64) @ rows)
        return sums
