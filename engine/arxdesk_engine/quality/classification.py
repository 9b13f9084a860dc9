"""Classification metric (Iyengar 2002): the share of records whose class does not predict their target."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.classes.classes import Classes, Grouping
from arxdesk_engine.classes.packing import Counts, group
from arxdesk_engine.data.dataset import Codes
from arxdesk_engine.foundation.language import marked
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.quality.aggregate import Scores
from arxdesk_engine.quality.description import QualityDescription
from arxdesk_engine.quality.factors import generalization_and_suppression_factors
from arxdesk_engine.quality.model import ClassWiseModel, Preferences, Suppressed


class Classification(ClassWiseModel):
    """The mean penalty of the records over the targets (engine reference 4.12).

    A kept record costs g where its target is not that of most records of its group, and s where no single target is the
    most frequent one; a suppressed record costs s. Groups are the records with the same labels in the features: all
    quasi-identifiers, or those chosen, without the target. Where the target is a quasi-identifier itself, what counts
    is its label; so that generalizing it is not free, each penalty p becomes p (1 - d) + max(g, s) d with
    d = 1 - (labels - 1) / (values - 1): the share of its detail lost by the level. The sum is divided by
    max(g, s) n targets: 0 to 1.

    Uniting groups never makes more records agree, so that the classes of a specialization bound it, a tie counting like
    a majority. If the target is generalized as well, its labels at the highest level that counts do.
    """

    description = QualityDescription(
        order=110,
        model="classification",
        name=marked("Classification"),
        meaning=marked("The share of wrong predictions; 0 predicts every target."),
        in_short=marked("wrong predictions"),
        measure=marked("the share of wrong predictions of chosen targets from the groups of alike records"),
        scale="0 to 1",
    )

    def __init__(
        self,
        grouping: Grouping,
        targets: tuple[int | str, ...],
        features: tuple[int, ...] | None = None,
        generalization_suppression_factor: float = 0.5,
    ) -> None:
        if not targets:
            raise ValueError("there is no target to be predicted")
        super().__init__(grouping)
        g, s = generalization_and_suppression_factors(generalization_suppression_factor)
        self._g, self._s = float(g), float(s)
        self._most = max(self._g, self._s)
        self._targets = targets
        places = range(len(grouping.hierarchies))
        self._features = tuple(places) if features is None else features
        self._lost_detail = {target: _lost_detail(grouping, target) for target in targets if isinstance(target, int)}

    @classmethod
    def of(cls, grouping: Grouping, preferences: Preferences) -> Classification:
        """The model for a grouping, by the preferences of a job."""
        factor = preferences.generalization_suppression_factor
        return cls(grouping, preferences.targets, preferences.features, factor)

    @property
    def lowest(self) -> float:
        """Every target is predicted."""
        return 0.0

    @property
    def highest(self) -> float:
        """No target is predicted."""
        return 1.0

    @property
    def monotonic_without_suppression(self) -> bool:
        """A group without a majority may get one."""
        return False

    def score(self, classes: Classes, suppressed: Suppressed) -> float:
        """The mean penalty."""
        kept = ~suppressed & (classes.counts > 0)
        gone = self.grouping.records - int(classes.counts[kept].sum())
        total = 0.0
        for target in self._targets:
            sizes, largest, is_tied = self._groups(classes, kept, target)
            penalty = self._s * gone + float(np.where(is_tied, self._s * sizes, self._g * (sizes - largest)).sum())
            total += self._lifted(penalty, target, classes.levels)
        return min(1.0, total / (self._most * self.grouping.records * len(self._targets)))

    def bound(
        self,
        classes: Classes,
        hidden: Suppressed,
        minimal_class_size: int = 1,  # noqa: ARG002
        top: Levels | None = None,
    ) -> float:
        """The score if the majority of every group were predicted."""
        kept = ~hidden & (classes.counts > 0)
        gone = self.grouping.records - int(classes.counts[kept].sum())
        total = 0.0
        for target in self._targets:
            penalty = self._s * gone
            if isinstance(target, str) or top is not None:
                sizes, largest, _is_tied = self._groups(classes, kept, target, top)
                penalty += min(self._g, self._s) * float((sizes - largest).sum())
            total += self._lifted(penalty, target, classes.levels)
        return total / (self._most * self.grouping.records * len(self._targets))

    def lower_bound(self, levels: Levels) -> float:
        """The detail of the targets that is given up."""
        total = sum(self._lifted(0.0, target, levels) for target in self._targets)
        return total / (self._most * self.grouping.records * len(self._targets))

    def _lifted(self, penalty: float, target: int | str, levels: Levels) -> float:
        if isinstance(target, str):
            return penalty
        lost = float(self._lost_detail[target][levels[target]])
        return penalty * (1.0 - lost) + self._most * self.grouping.records * lost

    def _groups(
        self, classes: Classes, kept: NDArray[np.bool_], target: int | str, top: Levels | None = None
    ) -> tuple[Counts, Counts, NDArray[np.bool_]]:
        """Per group its records, those with the most frequent target, and whether another is as frequent.

        With `top` a target that is a quasi-identifier is generalized to its level there.
        """
        if isinstance(target, str):
            histograms = classes.histograms(target)
            of_class = np.repeat(np.arange(len(classes)), np.diff(histograms.starts))
            there = kept[of_class]
            of_class, values, counts = of_class[there], histograms.values[there], histograms.counts[there]
        else:
            of_class = np.flatnonzero(kept)
            values, counts = classes.codes_of(target)[of_class], classes.counts[of_class]
            if top is not None:
                values = self._generalized(values, target, classes.levels[target], top[target])
        features = tuple(place for place in self._features if place != target)
        is_plain = isinstance(target, str) and len(features) == len(self.grouping.hierarchies)
        groups = of_class if is_plain else self._regrouped(classes, features)[of_class]
        return _majorities(groups, values, counts)

    def _generalized(self, labels: Codes, attribute: int, level: int, higher: int) -> Codes:
        """Codes of labels of an attribute, at a higher level."""
        hierarchy = self.grouping.hierarchies[attribute]
        step = np.empty(len(hierarchy.labels[level]), np.int32)
        step[hierarchy.codes[level]] = hierarchy.codes[higher]
        found: Codes = step[labels]
        return found

    def _regrouped(self, classes: Classes, features: tuple[int, ...]) -> Codes:
        """The group of each class by its labels in the features, int32[classes]."""
        if not features:
            return np.zeros(len(classes), np.int32)
        codes = np.stack([classes.codes_of(place) for place in features], axis=1).astype(np.uint64)
        return group(np.ascontiguousarray(codes), np.ones(len(codes), np.int64))[2]


def _majorities(groups: NDArray[Any], values: Codes, counts: Counts) -> tuple[Counts, Counts, NDArray[np.bool_]]:
    """As `Classification._groups`, from the group, the target and the number of some records each."""
    if len(groups) == 0:
        nothing = np.zeros(0, np.int64)
        return nothing, nothing, np.zeros(0, np.bool_)
    pairs = groups.astype(np.int64) * (int(values.max()) + 1) + values
    pairs, place = np.unique(pairs, return_inverse=True)
    numbers = np.bincount(place, counts).astype(np.int64)
    of_pair = pairs // (int(values.max()) + 1)
    order = np.lexsort((-numbers, of_pair))
    of_pair, numbers = of_pair[order], numbers[order]
    starts = np.flatnonzero(np.diff(of_pair, prepend=-1))
    largest = numbers[starts]
    second = np.where(
        np.append(starts[1:], len(numbers)) - starts > 1, numbers[np.minimum(starts + 1, len(numbers) - 1)], 0
    )
    return np.add.reduceat(numbers, starts), largest, largest == second


def _lost_detail(grouping: Grouping, target: int) -> Scores:
    """1 - (labels - 1) / (values - 1) at every level of an attribute, float64[levels]; 0 with one value."""
    labels = np.array([len(each) for each in grouping.hierarchies[target].labels], np.float64)
    lost: Scores = 1.0 - (labels - 1.0) / max(labels[0] - 1.0, 1.0)
    return lost if labels[0] > 1.0 else np.zeros_like(labels)
