"""Criteria: privacy models bound to a table, with their implications for the search."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.classes.classes import Classes


class Criterion(ABC):  # noqa: B024 - its two kinds have the abstract methods
    """A condition on a table. Every implication for the search is off unless a criterion proves it."""

    @property
    def minimal_class_size(self) -> int:
        """The size below which every class violates the criterion; 1 when it implies none."""
        return 1

    @property
    def only_class_size(self) -> bool:
        """Whether a class violates the criterion exactly when it is below the minimal size."""
        return False

    @property
    def monotonic_without_suppression(self) -> bool:
        """Whether the union of classes that fulfil the criterion fulfils it.

        Then, where nothing may be suppressed, generalizations of what is anonymous are anonymous.
        """
        return False

    @property
    def counts_people(self) -> bool:
        """Whether it counts people in place of records where a column says whose record each is."""
        return True

    @property
    def monotonic_for_people(self) -> bool:
        """Whether the union of classes that fulfil the criterion fulfils it where people are counted.

        People can be in several classes, so that neither sizes nor frequencies of a union are sums.
        """
        return False

    @property
    def is_exact(self) -> bool:
        """Whether rounding never decides.

        Where it does, two classes on the very edge can be judged differently, and so can their union: that a
        transformation fulfils the criterion then proves nothing for its generalizations.
        """
        return True


def _no_counts() -> NDArray[np.int64]:
    return np.zeros(0, np.int64)


def _no_numbers() -> NDArray[np.float64]:
    return np.zeros(0)


def _no_tree() -> NDArray[np.int32]:
    return np.zeros((0, 0), np.int32)


@dataclass(frozen=True, slots=True)
class GroupRule:
    """A criterion as kernels judge one group of records by it, wherever its records stand.

    `kind` is one of `kernels.groupwise.kinds`, which says what the numbers and tables mean. `places` int32[values]
    numbers the values of the sensitive attribute anew; None: as they are.
    """

    kind: int
    attribute: str
    limit: float = 0.0
    rank: int = 0
    whole: NDArray[np.int64] = field(default_factory=_no_counts)
    real: NDArray[np.float64] = field(default_factory=_no_numbers)
    parents: NDArray[np.int32] = field(default_factory=_no_tree)
    places: NDArray[np.int32] | None = None


class ClassCriterion(Criterion):
    """Judges each class by itself. A class that violates any criterion is suppressed as a whole."""

    @property
    def violations_are_inherited(self) -> bool:
        """Whether every part of a violating class violates the criterion too.

        Then the records that violate it at a transformation violate it at every specialization (fact 8 of the
        search design).
        """
        return False

    @property
    def judges_absence(self) -> bool:
        """Whether a class without any record of the research subset can violate the criterion.

        Such a class has nothing that could be suppressed: the transformation is not anonymous, and neither is any
        specialization, where its parts violate the criterion as well.
        """
        return False

    def least_suppressed(self, classes: Classes, violating: NDArray[np.bool_]) -> NDArray[np.int64]:
        """How many records of each class every specialization has to suppress, at least: int64[classes].

        What a specialization keeps of a class are some of its parts, which fulfil the criterion. Where violations are
        inherited that is nothing. Where the criterion is monotonic the union of what is kept fulfils it, which the
        whole of a violating class does not: one record at least has to go. Criteria that can say how far a class is
        from fulfilling them know more. `violating` bool[classes] is what `violating` found.
        """
        if self.violations_are_inherited:
            return np.where(violating, classes.counts, 0)
        if self.monotonic_without_suppression:
            return (violating & (classes.counts > 0)).astype(np.int64)
        return np.zeros(len(classes), np.int64)

    @property
    def group_rule(self) -> GroupRule | None:
        """The criterion as a rule for one group, beside its minimal class size; None where it cannot be told so.

        Asked only of criteria that judge more than the size.
        """
        return None

    @abstractmethod
    def violating(self, classes: Classes) -> NDArray[np.bool_]:
        """Which classes violate the criterion, bool[classes].

        Of the classes, `counts` int64[classes] are the records of each that count; `histograms(name)` has the values of
        a sensitive attribute: `starts` int64[classes + 1], between two of which the entries of a class lie, with
        `values` int32[entries], their codes, and `counts` int64[entries], their records. Their `len` is their number.
        """


class PeopleCriterion(Criterion):
    """Judges people by the classes of all of their records together. Whoever violates it is suppressed as a whole.

    It has to be one whose violations are inherited, and that is monotonic: who violates it among some people does so
    among any part of them, and sets of people that fulfil it do so together, and where their classes are joined
    (`search.people`).
    """

    @abstractmethod
    def violating_people(self, classes: Classes) -> NDArray[np.bool_]:
        """Which people violate the criterion, bool[all people]; only those with a record in a class are looked at."""


class TableCriterion(Criterion):
    """Judges the sizes of all classes that are kept together. Where it is violated, small classes are suppressed.

    They go in the order of their sizes, as few as possible (engine reference 2.2). An empty table fulfils it.
    """

    @property
    def suppresses_least(self) -> bool:
        """Whether a transformation never needs more suppression than a specialization of it.

        That is: where classes of a specialization can be suppressed so that the rest fulfils the criterion, so can
        classes of the transformation, of no more records. Asked only together with class criteria whose violations
        are inherited; then anonymity passes on upwards.
        """
        return False

    @abstractmethod
    def first_that_holds(self, sizes: NDArray[np.int64], start: int) -> int:
        """How many of the smallest classes have to go so that the others fulfil the criterion, at least `start`.

        `sizes` int64[classes], rising. At most all of them.
        """
