"""Non-uniform entropy (Gionis & Tassa 2009; de Waal & Willenborg 1999): the information lost from values to labels."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.classes.classes import Classes, Grouping
from arxdesk_engine.foundation.language import marked
from arxdesk_engine.quality.aggregate import Scores, rounded_down
from arxdesk_engine.quality.description import QualityDescription
from arxdesk_engine.quality.model import AttributeWiseModel, Suppressed

LabelCounts = list[list[NDArray[np.int64]]]


class NonUniformEntropy(AttributeWiseModel):
    """Bits lost per attribute, summed over the records (engine reference 4.6).

    Generalization: -g times the sum over all records of log2(records with the value / records with its label).
    Suppression adds -s times the sum over the labels of the suppressed records of c log2(c / suppressed): suppressed
    records pay for their generalization, and then for the step from their labels to one block. The monotonic variant
    leaves that out. Losses are rounded down to ten decimals.

    Bounds: the first term only depends on the level. The second never falls when more records are suppressed, nor on
    finer labels (N H(S) is the logarithm of a multinomial coefficient's rate; coarser labels have less entropy): what
    suppressed at x in all specializations costs them at least as much as by its labels at x.
    """

    description = QualityDescription(
        order=30,
        model="non-uniform-entropy",
        name=marked("Non-uniform entropy"),
        meaning=marked("Bits lost by the cells; 0 keeps every detail."),
        in_short=marked("lost bits"),
        measure=marked("the bits lost from values to labels; rare values lose more"),
        scale=marked("bits"),
    )

    DEFAULT_AGGREGATE = "sum"

    def _prepare(self) -> None:
        grouping = self.grouping
        self._label_counts = label_counts(grouping)
        self._g, self._s = map(float, self.factors)
        self._units = self._units_of_attributes()
        self._generalized = self._g * self._bits_of_generalization()
        self._generalized[list(grouping.aggregated)] = 0.0
        self._bound_table = self.weights[:, None] * self._loss(self._generalized)

    @property
    def most_per_attribute(self) -> float:
        """Generalized to one label, and all records suppressed from different ones: the digits of n, twice."""
        n = self.grouping.records
        return float(2.0 * n * np.log2(n) * max(self._g, self._s))

    @property
    def bound_table(self) -> Scores:
        """Weighted losses of generalization alone; suppression only adds to them."""
        return self._bound_table

    def losses(self, classes: Classes, suppressed: Suppressed) -> Scores:
        """The loss of each attribute without weights, float64[attributes]. Aggregated attributes lose nothing."""
        attributes = np.arange(len(classes.levels))
        bits = self._generalized[attributes, list(classes.levels)]
        return self._loss((bits + self._bits_of_suppression(classes, suppressed))[:, None])[:, 0]

    def table_below(self, classes: Classes, gone: Suppressed) -> Scores:
        """The loss by generalization at each level, and that of removed records by their labels here."""
        bits = self._generalized + self._bits_of_suppression(classes, gone)[:, None]
        return self.weights[:, None] * self._loss(bits)

    def private_score(self, classes: Classes, suppressed: Suppressed, records: int, k: int) -> Fraction | None:
        """-(mean over the attributes of: sum over the labels of their squared kept records, + N hidden) / (N c).

        Engine reference 4.13, with c = k^2 / (k - 1) + 1, 5 for k = 1; `hidden` is the number of hidden records of N.
        """
        kept = np.flatnonzero(~suppressed)
        counts = classes.counts[kept]
        squares = 0
        for attribute in range(len(classes.levels)):
            labels = np.bincount(classes.codes_of(attribute)[kept], counts, 1).astype(np.int64)
            squares += sum(count * count for count in labels.tolist())
        hidden, attributes = records - int(counts.sum()), len(classes.levels)
        constant = Fraction(5) if k == 1 else Fraction(k * k, k - 1) + 1
        return -Fraction(squares + records * hidden * attributes) / (records * attributes * constant)

    def _units_of_attributes(self) -> Scores:
        """The divisors of losses, float64[attributes]."""
        return np.ones(len(self.grouping.hierarchies))

    def _loss(self, bits: Scores) -> Scores:
        """Losses float64[attributes, n] of numbers of bits."""
        return rounded_down(bits) / self._units[:, None]

    def _bits_of_generalization(self) -> Scores:
        """float64[attributes, levels]; 0 for missing levels."""
        grouping = self.grouping
        bits = np.zeros((len(grouping.hierarchies), max(each.levels for each in grouping.hierarchies)))
        for attribute, hierarchy in enumerate(grouping.hierarchies):
            values = self._label_counts[attribute][0]
            there = values > 0
            for level in range(1, hierarchy.levels):
                labels = self._label_counts[attribute][level][hierarchy.codes[level]]
                bits[attribute, level] = -(values[there] * np.log2(values[there] / labels[there])).sum()
            bits[attribute] = np.maximum.accumulate(bits[attribute])  # rounding never makes it fall
        return bits

    def _bits_of_suppression(self, classes: Classes, suppressed: Suppressed) -> Scores:
        """float64[attributes], s included."""
        bits = np.zeros(len(classes.levels))
        kept = np.flatnonzero(~suppressed)
        counts = classes.counts[kept]
        gone = self.grouping.records - int(counts.sum())
        if self.is_monotonic or gone == 0:
            return bits
        for attribute, level in enumerate(classes.levels):
            if attribute in self.grouping.aggregated:
                continue
            all_labels = self._label_counts[attribute][level]
            labels = all_labels - np.bincount(classes.codes_of(attribute)[kept], counts, len(all_labels))
            labels = labels[labels > 0]
            bits[attribute] = -(labels * np.log2(labels / gone)).sum()
        return self._s * np.maximum(bits, 0.0)


class NormalizedNonUniformEntropy(NonUniformEntropy):
    """Non-uniform entropy of each attribute, divided by the loss of one label for all (engine reference 4.6).

    An attribute with one value only has nothing to lose: 0.
    """

    description = QualityDescription(
        order=40,
        model="normalized-non-uniform-entropy",
        name=marked("Normalized non-uniform entropy"),
        meaning=marked("The share of the bits lost by the cells; 0 keeps every detail."),
        in_short=marked("the share of lost bits"),
        measure=marked("the same for each attribute, as a share of all its bits"),
        scale=marked("0 to 1 per attribute, up to 2 with removed records"),
    )

    @property
    def most_per_attribute(self) -> float:
        """Everything generalized to one label, and suppressed from as many labels as there are values."""
        return self._g + self._s

    def private_score(self, classes: Classes, suppressed: Suppressed, records: int, k: int) -> None:
        """There is no such score."""

    def _units_of_attributes(self) -> Scores:
        n = self.grouping.records
        units = np.empty(len(self.grouping.hierarchies))
        for attribute, counts in enumerate(self._label_counts):
            values = counts[0][counts[0] > 0]
            units[attribute] = rounded_down(np.array(-(values * np.log2(values / n)).sum()))
        return np.where(units > 0.0, units, 1.0)


def label_counts(grouping: Grouping) -> LabelCounts:
    """Per attribute and level how many of the records that count have each label, int64[labels]."""
    counts: LabelCounts = []
    for attribute, hierarchy in enumerate(grouping.hierarchies):
        codes = grouping.packing.unpack(grouping.tuples.keys, attribute)
        values = np.bincount(codes, grouping.tuples.counts, len(hierarchy.codes[0])).astype(np.int64)
        counts.append(
            [
                np.bincount(mapped, values, len(labels)).astype(np.int64)
                for mapped, labels in zip(hierarchy.codes, hierarchy.labels, strict=True)
            ]
        )
    return counts
