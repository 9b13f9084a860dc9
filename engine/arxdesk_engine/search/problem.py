"""The search problem: a table's grouping, the lattice, the models and the suppression limit."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.classes.classes import Classes, Grouping
from arxdesk_engine.classes.partition import Partitioner
from arxdesk_engine.foundation.record_limits import records_within
from arxdesk_engine.lattice.lattice import Lattice
from arxdesk_engine.privacy.criterion import ClassCriterion, Criterion, TableCriterion
from arxdesk_engine.quality.model import QualityModel, WeighedModel


class ProblemKind(StrEnum):
    """Which exclusions are sound, as in "The cost of quality" (2015), sections 2.3 and 2.7."""

    MONOTONIC = "monotonic"
    """Nothing may be suppressed, and anonymity and loss rise together: the best is a minimal anonymous element."""
    PARTIALLY_MONOTONIC = "partially-monotonic"
    """A condition that every anonymous transformation fulfils excludes specializations; the score may fall upwards."""
    NON_MONOTONIC = "non-monotonic"
    """Anonymity excludes nothing."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict of the privacy models on one transformation, and its consequences for others.

    `violating` bool[classes] are the classes that have to be suppressed, `inherited` those of them whose every part
    has to be, too. `specializations_fail`: no specialization is anonymous. `generalizations_hold`: every generalization
    is anonymous.
    """

    violating: NDArray[np.bool_]
    inherited: NDArray[np.bool_]
    suppressed_records: int
    anonymous: bool
    specializations_fail: bool
    generalizations_hold: bool


@dataclass(frozen=True)
class SearchProblem:
    """An anonymization problem. `suppression_limit` is the share (0 to 1) of records that may be suppressed."""

    grouping: Grouping
    lattice: Lattice
    privacy: tuple[Criterion, ...]
    quality: QualityModel
    suppression_limit: float = 0.0

    @cached_property
    def suppressible_records(self) -> int:
        """How many records may be suppressed: floor(limit x records), the limit as the decimal it is written as."""
        return records_within(self.suppression_limit, self.grouping.records)

    @cached_property
    def any_suppression_will_do(self) -> bool:
        """Whether all records may be suppressed, and nothing else can fail: every transformation is anonymous."""
        return self.suppressible_records == self.grouping.records and not self.judges_absence

    @cached_property
    def class_criteria(self) -> tuple[ClassCriterion, ...]:
        """Criteria that judge each class by itself."""
        return tuple(each for each in self.privacy if isinstance(each, ClassCriterion))

    @cached_property
    def table_criteria(self) -> tuple[TableCriterion, ...]:
        """Criteria that judge all classes together."""
        return tuple(each for each in self.privacy if isinstance(each, TableCriterion))

    @cached_property
    def minimal_class_size(self) -> int:
        """The size below which every class violates some criterion."""
        return max((each.minimal_class_size for each in self.privacy), default=1)

    @cached_property
    def only_class_size(self) -> bool:
        """Whether a class has to be suppressed exactly when it is below the minimal size."""
        return all(each.only_class_size for each in self.privacy)

    @cached_property
    def judges_absence(self) -> bool:
        """Whether classes without a record that counts matter."""
        return any(each.judges_absence for each in self.class_criteria)

    @cached_property
    def weighed(self) -> WeighedModel | None:
        """The quality model where sums of weights are all that it asks of classes; None for others."""
        quality = self.quality
        return quality if isinstance(quality, WeighedModel) and not quality.asks_for_all_classes else None

    @cached_property
    def partitioner(self) -> Partitioner:
        """The partitioner of all searches: classes of specializations from those of generalizations."""
        weights = None if self.weighed is None else self.weighed.level_weights
        if self.judges_absence:
            return Partitioner(self.grouping, 1, weights, whole_population=True)
        minimal = 1 if self.quality.asks_for_all_classes else self.minimal_class_size
        return Partitioner(self.grouping, minimal, weights)

    @property
    def kind(self) -> ProblemKind:
        """Decided from what the criteria imply, and from whether anything may be suppressed."""
        if self._privacy_is_monotonic and self.quality.monotonic_without_suppression:
            return ProblemKind.MONOTONIC
        inherited = any(each.violations_are_inherited or each.judges_absence for each in self.class_criteria)
        if self.suppressible_records == 0:
            inherited |= any(each.monotonic_without_suppression for each in self.privacy)
        if inherited or self._suppresses_least or self.minimal_class_size > 1:
            return ProblemKind.PARTIALLY_MONOTONIC
        return ProblemKind.NON_MONOTONIC

    def judge(self, classes: Classes, dropped_records: int = 0, *, chooses: bool = True) -> Verdict:
        """Whether a transformation is anonymous, and what that says about others.

        `dropped_records` are in classes below the minimal size that are not listed in `classes` any more. Unless it
        `chooses`, which of the small classes of one size have to go is not asked of their losses where that is not
        anonymous: their number and sizes are right, the score is not.

        The classes of a specialization are parts of those of the transformation. What it has to suppress of each at
        least, criterion by criterion, adds up over the classes: where that is more than may be suppressed no
        specialization is anonymous. Where nothing may be suppressed, and the criteria of the whole table are monotonic,
        a transformation that only these rule out rules out its specializations as well.
        """
        inherited = classes.counts < self.minimal_class_size
        if self.only_class_size:
            return self._judge_by_size(classes, inherited, dropped_records)
        violating = inherited.copy()
        by_criterion = [criterion.violating(classes) for criterion in self.class_criteria]
        is_impossible = False
        for criterion, found in zip(self.class_criteria, by_criterion, strict=True):
            violating |= found
            if criterion.violations_are_inherited:
                inherited |= found
            if criterion.judges_absence:
                is_impossible |= bool((found & (classes.counts == 0)).any())
        by_class = dropped_records + int(classes.counts[violating].sum())
        fails = is_impossible
        if by_class > self.suppressible_records and not fails:
            least = dropped_records + self._least_suppressed(classes, inherited, by_criterion)
            fails = least > self.suppressible_records
        suppressed = by_class
        if self.table_criteria:
            kept = np.flatnonzero(~violating & (classes.counts > 0))
            small = self._small_classes(np.sort(classes.counts[kept]))
            suppressed += int(small.sum())
            by_loss = chooses or suppressed <= self.suppressible_records
            violating[self._chosen(classes, kept, small, by_loss=by_loss)] = True
            passes_on = self._suppresses_least or (by_class == 0 and self._rules_of_table_pass_on)
            fails |= passes_on and suppressed > self.suppressible_records
        anonymous = suppressed <= self.suppressible_records and not is_impossible
        return Verdict(
            violating,
            inherited,
            suppressed,
            anonymous,
            specializations_fail=fails,
            generalizations_hold=anonymous and self._anonymity_is_monotonic,
        )

    def _least_suppressed(
        self, classes: Classes, inherited: NDArray[np.bool_], by_criterion: list[NDArray[np.bool_]]
    ) -> int:
        """How many records of these classes every specialization has to suppress, at least."""
        least = np.where(inherited, classes.counts, 0)
        for criterion, found in zip(self.class_criteria, by_criterion, strict=True):
            if not criterion.violations_are_inherited:
                least = np.maximum(least, criterion.least_suppressed(classes, found))
        return int(least.sum())

    def _judge_by_size(self, classes: Classes, small: NDArray[np.bool_], dropped_records: int) -> Verdict:
        suppressed = dropped_records + int(classes.counts[small].sum())
        anonymous = suppressed <= self.suppressible_records
        return Verdict(small, small, suppressed, anonymous, not anonymous, anonymous)

    def _small_classes(self, sizes: NDArray[np.int64]) -> NDArray[np.int64]:
        """The sizes of the fewest small classes without which the rest fulfils the criteria of the whole table.

        `sizes` int64[classes], rising (engine reference 2.2).
        """
        number, before = 0, -1
        while number != before:
            before = number
            for criterion in self.table_criteria:
                number = criterion.first_that_holds(sizes, number)
        return sizes[:number]

    def _chosen(
        self, classes: Classes, kept: NDArray[np.intp], small: NDArray[np.int64], *, by_loss: bool
    ) -> NDArray[np.intp]:
        """The kept classes of the sizes in `small`, int64, rising.

        Of equal sizes those that lose least by generalization go first, then those with the first records; any of them
        where it is not `by_loss`.
        """
        if len(small) == 0:
            return kept[:0]
        sizes = classes.counts[kept]
        smaller, ties = kept[sizes < small[-1]], kept[sizes == small[-1]]
        left = len(small) - len(smaller)
        if by_loss and left < len(ties):
            losses = self.quality.losses_of_classes(classes, ties)
            ties = ties[np.lexsort((classes.first_rows[ties], losses))]
        return np.concatenate([smaller, ties[:left]])

    @cached_property
    def _suppresses_least(self) -> bool:
        """Whether a transformation never needs more suppression than a specialization of it."""
        return all(each.violations_are_inherited for each in self.class_criteria) and all(
            each.suppresses_least for each in self.table_criteria
        )

    @cached_property
    def _rules_of_table_pass_on(self) -> bool:
        """Whether what the criteria of the whole table rule out, nothing suppressed, they rule out below as well."""
        return self.suppressible_records == 0 and all(
            each.monotonic_without_suppression for each in self.table_criteria
        )

    @cached_property
    def _anonymity_is_monotonic(self) -> bool:
        if self.any_suppression_will_do or self._suppresses_least:
            return True
        return self._privacy_is_monotonic

    @cached_property
    def _privacy_is_monotonic(self) -> bool:
        """Whether nothing may be suppressed, and a union of classes that fulfil all criteria surely fulfils them."""
        return self.suppressible_records == 0 and all(
            each.monotonic_without_suppression and each.is_exact for each in self.privacy
        )

    def class_violating(self, classes: Classes) -> NDArray[np.bool_]:
        """The classes that violate a criterion of each class by itself, bool[classes]."""
        violating: NDArray[np.bool_] = classes.counts < self.minimal_class_size
        for criterion in self.class_criteria:
            violating |= criterion.violating(classes)
        return violating

    def violating(self, classes: Classes) -> NDArray[np.bool_]:
        """The classes to suppress so that all criteria are fulfilled, bool[classes]."""
        return self.judge(classes).violating
