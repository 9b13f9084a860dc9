"""The search problem: a table's grouping, the lattice, the models and the suppression limit."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.classes.classes import Classes, Grouping
from arxdesk_engine.classes.partition import Partitioner
from arxdesk_engine.classes.people import counting_people
from arxdesk_engine.foundation.record_limits import records_within
from arxdesk_engine.lattice.lattice import Lattice, Levels
from arxdesk_engine.privacy.criterion import ClassCriterion, Criterion, PeopleCriterion, TableCriterion
from arxdesk_engine.quality.model import ClassWiseModel, QualityModel, WeighedModel
from arxdesk_engine.search.people import Judging, remaining
from arxdesk_engine.search.small_classes import smallest_to_suppress
from arxdesk_engine.search.verdict import NOTHING_DROPPED, Dropped, Verdict


class ProblemKind(StrEnum):
    """Which exclusions are sound, as in "The cost of quality" (2015), sections 2.3 and 2.7."""

    MONOTONIC = "monotonic"
    """Nothing may be suppressed, and anonymity and loss rise together: the best is a minimal anonymous element."""
    PARTIALLY_MONOTONIC = "partially-monotonic"
    """A condition that every anonymous transformation fulfils excludes specializations; the score may fall upwards."""
    NON_MONOTONIC = "non-monotonic"
    """Anonymity excludes nothing."""


@dataclass(frozen=True)
class SearchProblem:
    """An anonymization problem. `suppression_limit` is the share (0 to 1) of records that may be suppressed.

    With `removes_people` a person is suppressed with all of their records, and the limit is a share of the people.
    """

    grouping: Grouping
    lattice: Lattice
    privacy: tuple[Criterion, ...]
    quality: QualityModel
    suppression_limit: float = 0.0
    removes_people: bool = False

    @cached_property
    def suppressible(self) -> int:
        """How many records, or people with all of theirs, may be suppressed: floor(limit x number), the limit as the
        decimal it is written as."""
        return records_within(self.suppression_limit, self.number)

    @property
    def number(self) -> int:
        """The number of records, or of people where whole people are suppressed."""
        return self.grouping.people if self.removes_people else self.grouping.records

    def suppressed(self, records: int, people: int) -> int:
        """Of these suppressed records and people the number that the limit is about."""
        return people if self.removes_people else records

    @cached_property
    def any_suppression_will_do(self) -> bool:
        """Whether all records may be suppressed, and nothing else can fail: every transformation is anonymous."""
        return self.suppressible == self.number and not self.judges_absence

    def lower_bound(self, levels: Levels) -> float:
        """A score that `levels` and all its generalizations cannot fall below, whatever is suppressed.

        -inf where whole people are suppressed and the quality model looks at whole classes: parts of a class are
        suppressed then, which such models do not bound.
        """
        return -math.inf if self.has_no_bounds else self.quality.lower_bound(levels)

    @cached_property
    def has_no_bounds(self) -> bool:
        """Whether scores are bounded by nothing."""
        return self.removes_people and isinstance(self.quality, ClassWiseModel)

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
        of_all = (each.minimal_class_size for each in self.privacy if each.counts_people or not self.grouping.people)
        return max(of_all, default=1)

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
        return _partitioner(self, threads=1)

    @property
    def kind(self) -> ProblemKind:
        """Decided from what the criteria imply, and from whether anything may be suppressed."""
        if self._privacy_is_monotonic and self.quality.monotonic_without_suppression:
            return ProblemKind.MONOTONIC
        inherited = any(each.violations_are_inherited or each.judges_absence for each in self.class_criteria)
        if self.suppressible == 0:
            inherited |= any(self._is_monotonic(each) for each in self.privacy)
        if inherited or self._suppresses_least or self.minimal_class_size > 1:
            return ProblemKind.PARTIALLY_MONOTONIC
        return ProblemKind.NON_MONOTONIC

    def judge(self, classes: Classes, dropped: Dropped = NOTHING_DROPPED, *, chooses: bool = True) -> Verdict:
        """Whether a transformation is anonymous, and what that says about others.

        `dropped` are in classes below the minimal size that are not listed in `classes` any more, or belong to people
        who have a record in one. Unless it `chooses`, which of the small classes of one size have to go is not asked of
        their losses where that is not anonymous: their number and sizes are right, the score is not.

        The classes of a specialization are parts of those of the transformation. What it has to suppress of each at
        least, criterion by criterion, adds up over the classes: where that is more than may be suppressed no
        specialization is anonymous. Where nothing may be suppressed, and the criteria of the whole table are monotonic,
        a transformation that only these rule out rules out its specializations as well.
        """
        if self.removes_people:
            left = remaining(self._judging, classes)
            removed = dropped.people + left.people
            fails = left.is_impossible or dropped.people + left.inherited_people > self.suppressible
            fails |= self.suppressible == 0 and left.is_ruled_out
            anonymous = removed <= self.suppressible and not left.is_impossible
            records = dropped.records + int(left.classes.counts[left.violating].sum())
            holds = anonymous and self._anonymity_is_monotonic
            return Verdict(left.classes, left.violating, left.inherited, records, removed, anonymous, fails, holds)
        from arxdesk_engine.kernels.verdicts import records_of  # noqa: PLC0415 - Numba is loaded where it is first needed

        counted = counting_people(classes)
        inherited = counted.counts < self.minimal_class_size
        if self.only_class_size:
            return self._judge_by_size(classes, inherited, dropped.records)
        violating = inherited.copy()
        by_criterion = [each.violating(counted if each.counts_people else classes) for each in self.class_criteria]
        is_impossible = False
        for criterion, found in zip(self.class_criteria, by_criterion, strict=True):
            violating |= found
            if criterion.violations_are_inherited:
                inherited |= found
            if criterion.judges_absence:
                is_impossible |= bool((found & (classes.counts == 0)).any())
        by_class = dropped.records + records_of(classes.counts, violating)
        fails = is_impossible
        if by_class > self.suppressible and not fails:
            least = dropped.records + self._least_suppressed(classes, counted, inherited, by_criterion)
            fails = least > self.suppressible
        suppressed = by_class
        if self.table_criteria:
            kept = np.flatnonzero(~violating & (classes.counts > 0))
            small = smallest_to_suppress(self.table_criteria, np.sort(counted.counts[kept]))
            by_loss = chooses or suppressed + int(small.sum()) <= self.suppressible
            chosen = self._chosen(classes, counted.counts[kept], kept, small, by_loss=by_loss)
            suppressed += int(classes.counts[chosen].sum())
            violating[chosen] = True
            passes_on = self._suppresses_least or (by_class == 0 and self._rules_of_table_pass_on)
            fails |= passes_on and suppressed > self.suppressible
        anonymous = suppressed <= self.suppressible and not is_impossible
        holds = anonymous and self._anonymity_is_monotonic
        return Verdict(classes, violating, inherited, suppressed, 0, anonymous, fails, holds)

    def _least_suppressed(
        self, classes: Classes, counted: Classes, inherited: NDArray[np.bool_], by_criterion: list[NDArray[np.bool_]]
    ) -> int:
        """How many records of these classes every specialization has to suppress, at least."""
        least = np.where(inherited, classes.counts, 0)
        for criterion, found in zip(self.class_criteria, by_criterion, strict=True):
            if criterion.violations_are_inherited:
                continue
            if not criterion.counts_people or not self.grouping.people:
                least = np.maximum(least, criterion.least_suppressed(classes, found))
            elif criterion.monotonic_for_people:
                least = np.maximum(least, criterion.least_suppressed(counted, found))
        return int(least.sum())

    def _judge_by_size(self, classes: Classes, small: NDArray[np.bool_], dropped_records: int) -> Verdict:
        suppressed = dropped_records + int(classes.counts[small].sum())
        anonymous = suppressed <= self.suppressible
        return Verdict(classes, small, small, suppressed, 0, anonymous, not anonymous, anonymous)

    def _chosen(
        self,
        classes: Classes,
        sizes: NDArray[np.int64],
        kept: NDArray[np.intp],
        small: NDArray[np.int64],
        *,
        by_loss: bool,
    ) -> NDArray[np.intp]:
        """The kept classes, with their `sizes`, of the sizes in `small`, int64, rising.

        Of equal sizes those that lose least by generalization go first, then those with the first records; any of them
        where it is not `by_loss`.
        """
        if len(small) == 0:
            return kept[:0]
        smaller, ties = kept[sizes < small[-1]], kept[sizes == small[-1]]
        left = len(small) - len(smaller)
        if by_loss and left < len(ties):
            losses = self.quality.losses_of_classes(classes, ties)
            ties = ties[np.lexsort((classes.first_rows[ties], losses))]
        return np.concatenate([smaller, ties[:left]])

    @cached_property
    def _suppresses_least(self) -> bool:
        """Whether a transformation never needs more suppression than a specialization of it.

        Of whole people, where unions of classes fulfil all criteria too: see `search.people`.
        """
        if self.grouping.people and self.table_criteria:
            return False
        of_classes = all(
            each.violations_are_inherited and (self._is_monotonic(each) or not self.removes_people)
            for each in self.class_criteria
        )
        return of_classes and all(each.suppresses_least for each in self.table_criteria)

    def _is_monotonic(self, criterion: Criterion) -> bool:
        """Whether the union of classes that fulfil a criterion fulfils it, people in several of them or not."""
        if isinstance(criterion, PeopleCriterion):
            return True
        counts_records = not self.grouping.people or not criterion.counts_people
        return criterion.monotonic_without_suppression if counts_records else criterion.monotonic_for_people

    @cached_property
    def _rules_of_table_pass_on(self) -> bool:
        """Whether what the criteria of the whole table rule out, nothing suppressed, they rule out below as well."""
        return self.suppressible == 0 and all(self._is_monotonic(each) for each in self.table_criteria)

    @cached_property
    def _anonymity_is_monotonic(self) -> bool:
        if self.any_suppression_will_do or self._suppresses_least:
            return True
        return self._privacy_is_monotonic

    @cached_property
    def _privacy_is_monotonic(self) -> bool:
        """Whether nothing may be suppressed, and a union of classes that fulfil all criteria surely fulfils them."""
        return self.suppressible == 0 and all(self._is_monotonic(each) and each.is_exact for each in self.privacy)

    @cached_property
    def _judging(self) -> Judging:
        monotonic = tuple(self._is_monotonic(each) for each in self.class_criteria)
        of_people = tuple(each for each in self.privacy if isinstance(each, PeopleCriterion))
        return Judging(self.class_criteria, monotonic, of_people, self.table_criteria, self.minimal_class_size)

    def class_violating(self, classes: Classes) -> NDArray[np.bool_]:
        """The classes that violate a criterion of each class by itself, bool[classes]."""
        violating: NDArray[np.bool_] = classes.counts < self.minimal_class_size
        for criterion in self.class_criteria:
            violating |= criterion.violating(classes)
        return violating


def prepare(problem: SearchProblem, threads: int) -> None:
    """Make the partitioner of a problem with so many threads, where it is not made yet."""
    if "partitioner" not in vars(problem):
        vars(problem)["partitioner"] = _partitioner(problem, threads)


def _partitioner(problem: SearchProblem, threads: int) -> Partitioner:
    weights = None if problem.weighed is None else problem.weighed.level_weights
    if problem.judges_absence:
        return Partitioner(problem.grouping, 1, weights, whole_population=True, threads=threads)
    needs_all = problem.quality.asks_for_all_classes
    if problem.removes_people and problem.grouping.included is not None:
        needs_all |= not problem.only_class_size  # the population keeps those who are removed
    minimal = 1 if needs_all else problem.minimal_class_size
    return Partitioner(problem.grouping, minimal, weights, removes_people=problem.removes_people, threads=threads)
