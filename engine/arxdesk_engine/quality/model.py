"""The protocol of quality models: scores (smaller is better), and bounds on them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.classes.classes import Classes, Grouping
from arxdesk_engine.classes.level_weights import LevelWeights
from arxdesk_engine.foundation.costs import Costs
from arxdesk_engine.kernels.aggregates import RANK
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.lattice.recoding import Recoding
from arxdesk_engine.quality.aggregate import AGGREGATES, Scores, aggregated, aggregated_at, normalized_weights
from arxdesk_engine.quality.description import QualityDescription
from arxdesk_engine.quality.factors import generalization_and_suppression_factors

Suppressed = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Preferences:
    """The preferences of a job, in the terms of a grouping. Each model uses its part.

    `weights` float64[attributes] in [0, 1], None: all alike; `aggregate` names one of `quality.aggregate`, None:
    that of the model. `targets` are attributes to be predicted: places of quasi-identifiers, or names of columns that
    the grouping has histograms of; `features` the places of the quasi-identifiers to predict them from, None: all.
    """

    weights: NDArray[np.float64] | None = None
    aggregate: str | None = None
    generalization_suppression_factor: float = 0.5
    monotonic_variant: bool = False
    costs: Costs = field(default_factory=Costs)
    attacker: str = "prosecutor"
    targets: tuple[int | str, ...] = ()
    features: tuple[int, ...] | None = None


class QualityModel(ABC):
    """Scores transformations of one table; smaller is better.

    A model of your own has a `description`, `of`, `lowest`, `highest`, `score` and `lower_bound`, or what a class
    between asks for; a `lower_bound` of `lowest` is always right, and slow. It becomes known by an entry point of the
    group `arxdesk.quality_models`, or by `arxdesk.register_quality_model`.

    Every score lies between `lowest` and `highest`. A score depends on suppressed classes only by their
    number of records, unless the model `asks_for_all_classes`: others may be left out of `classes`.
    """

    description: ClassVar[QualityDescription]
    DEFAULT_AGGREGATE: ClassVar[str | None] = None
    """The aggregation of losses by attribute; None: there are no such losses, nor weights for them."""

    def __init__(self, grouping: Grouping) -> None:
        self.grouping = grouping

    @classmethod
    @abstractmethod
    def of(cls, grouping: Grouping, preferences: Preferences) -> Self:
        """The model for a grouping, by the preferences of a job."""

    @property
    @abstractmethod
    def lowest(self) -> float:
        """The smallest possible score."""

    @property
    @abstractmethod
    def highest(self) -> float:
        """The largest possible score."""

    @property
    def monotonic_without_suppression(self) -> bool:
        """Whether, nothing suppressed, the score never falls from a transformation to a generalization."""
        return True

    @property
    def asks_for_all_classes(self) -> bool:
        """Whether the score, or a bound on it, depends on the classes that are suppressed as well."""
        return True

    @abstractmethod
    def score(self, classes: Classes, suppressed: Suppressed) -> float:
        """The score when the chosen classes (bool[classes]), and all that are not listed, are suppressed."""

    @abstractmethod
    def lower_bound(self, levels: Levels) -> float:
        """A score that `levels` and all its generalizations cannot fall below, whatever is suppressed.

        Costs no grouping (fact 3 of the search design) and never falls from a transformation to a generalization.
        """

    def losses_of_classes(self, classes: Classes, chosen: NDArray[np.intp]) -> Scores:  # noqa: ARG002
        """The loss by generalization of each chosen class, float64[chosen], to choose between those of one size.

        The same number for all of them in a model without such a loss.
        """
        return np.zeros(len(chosen))

    def private_score(self, classes: Classes, suppressed: Suppressed, records: int, k: int) -> Fraction | None:  # noqa: ARG002
        """A score for a choice under differential privacy: larger is better, changed by at most 1 by any record.

        `records` are all of the table, of which classes hold a sample; every class kept has at least k. None for a
        model without one.
        """
        return None

    def score_of_recoding(self, recoding: Recoding) -> float | None:  # noqa: ARG002 - not every model has such a score
        """The score of a table whose records go through different transformations; None if undefined.

        With a single transformation it is that of `score`.
        """
        return None


class ClassWiseModel(QualityModel):
    """A model of all classes together, which only classes can bound well.

    For an interval of transformations [z, x]: what is suppressed at x in every specialization is suppressed in all of
    it, and every class of it is a union of classes of z. So the classes of z, and which of them x suppresses, bound it
    (fact 8 of the search design, with grouping).
    """

    @abstractmethod
    def bound(
        self, classes: Classes, hidden: Suppressed, minimal_class_size: int = 1, top: Levels | None = None
    ) -> float:
        """A lower bound for all generalizations that suppress at least the hidden classes (bool[classes]).

        Each of its classes is a union of these; any of them may be suppressed besides, all below the minimal size are.
        All classes are listed. Only generalizations up to `top` count; None: all of them.
        """


class AttributeWiseModel(QualityModel):
    """A model that gives every attribute a loss. Bounds are tables of losses by attribute and level.

    For such models an interval of transformations can be bounded as a whole, without grouping (fact 8 of the search
    design): where suppressed records stay suppressed in every specialization, no transformation between z and x scores
    less than "generalize as z, suppress what x suppresses".
    """

    DEFAULT_AGGREGATE: ClassVar[str]

    def __init__(
        self,
        grouping: Grouping,
        weights: NDArray[np.float64] | None = None,
        aggregate: str | None = None,
        generalization_suppression_factor: float = 0.5,
        *,
        monotonic: bool = False,
    ) -> None:
        super().__init__(grouping)
        attributes = len(grouping.hierarchies)
        self.weights = normalized_weights(np.ones(attributes) if weights is None else weights)
        self.aggregate_kind = AGGREGATES[aggregate or self.DEFAULT_AGGREGATE]
        """The aggregation of the losses, one of `kernels.aggregates`."""
        self.factors = generalization_and_suppression_factors(generalization_suppression_factor)
        self.is_monotonic = monotonic
        """Whether the loss by suppression is left out, in models with such a variant."""
        self._prepare()

    def _prepare(self) -> None:
        """Compute the components of all scores and bounds from the preferences."""

    @classmethod
    def of(cls, grouping: Grouping, preferences: Preferences) -> Self:
        """The model for a grouping, by the preferences of a job."""
        factor, monotonic = preferences.generalization_suppression_factor, preferences.monotonic_variant
        return cls(grouping, preferences.weights, preferences.aggregate, factor, monotonic=monotonic)

    @property
    def is_ranked(self) -> bool:
        """Whether scores are compared loss by loss, which kernels cannot do."""
        return self.aggregate_kind == RANK

    @property
    def asks_for_all_classes(self) -> bool:
        """Only for the values of suppressed classes that are aggregated."""
        return bool(self.grouping.aggregated)

    @property
    @abstractmethod
    def bound_table(self) -> Scores:
        """Weighted losses float64[attributes, levels] that no suppression undercuts; rising with the level."""

    @property
    @abstractmethod
    def most_per_attribute(self) -> float:
        """No attribute loses more, without weights."""

    @property
    def lowest(self) -> float:
        """No attribute loses anything."""
        return aggregated(0.0 * self.weights, self.aggregate_kind)

    @property
    def highest(self) -> float:
        """Every attribute loses all it can."""
        return aggregated(self.most_per_attribute * self.weights, self.aggregate_kind)

    @abstractmethod
    def losses(self, classes: Classes, suppressed: Suppressed) -> Scores:
        """The loss of each attribute without weights, float64[attributes]; arguments as those of `score`."""

    def score(self, classes: Classes, suppressed: Suppressed) -> float:
        """The weighted, aggregated loss."""
        return aggregated(self.weights * self.losses(classes, suppressed), self.aggregate_kind)

    def lower_bound(self, levels: Levels) -> float:
        """The score of generalizing to `levels`, if suppressing nothing is best."""
        return aggregated_at(self.bound_table, np.array(levels, np.int16), self.aggregate_kind)

    def table_below(self, classes: Classes, gone: Suppressed) -> Scores:  # noqa: ARG002
        """A lower bound of the weighted losses float64[attributes, levels] in all specializations of these classes.

        The classes that are `gone` (bool[classes]), and those not listed, are suppressed in all specializations. The
        table holds up to the levels of the classes.
        """
        return self.bound_table

    def losses_of_aggregates(self, classes: Classes) -> dict[int, Scores]:
        """For each aggregated attribute the information loss of every class, float64[classes] (reference 2.4)."""
        found = self.grouping.distinct_values
        return {
            attribute: classes.distinct_values(name) / found[name]
            for attribute, name in self.grouping.aggregated.items()
        }


class LossForm(NamedTuple):
    """How a kernel forms the losses of a model by itself: one of the forms of `kernels.aggregates`, and its arrays.

    `totals`, `floor` float64[attributes, levels], `domain`, `factors` float64[attributes], numbers float64[4]. By rows:
    what `kernels.loss.loss_table` takes, the numbers are n, a, b and q. As means: what a kept record loses, the least
    that any record loses, nothing, and the weights; the numbers are n, what a suppressed record loses, whether it does
    (1 or 0), and nothing.
    """

    kind: int
    totals: Scores
    floor: Scores
    domain: Scores
    factors: Scores
    numbers: Scores


class WeighedModel(AttributeWiseModel):
    """A model whose losses depend on the suppressed records by their number and a weight of each, by its label, alone.

    So all of it is known from sums, which splitting classes counts along the way: the fastest kind.
    """

    @property
    @abstractmethod
    def level_weights(self) -> LevelWeights:
        """The weights of suppressed records for `table_without`."""

    @abstractmethod
    def table_without(self, removed: NDArray[np.int64], records: int) -> Scores:
        """Weighted losses float64[attributes, levels] when `records` records are suppressed and the others kept.

        `removed` int64[attributes, levels] is the weight of the suppressed records at each level (`level_weights`);
        a larger number than the true one gives a smaller loss, which is still a bound.
        """

    @property
    def loss_form(self) -> LossForm | None:
        """How a kernel forms `table_without` and `bounds_of` by itself; None where none can, which takes longer."""
        return None

    def bounds_of(self, table: Scores, records: int) -> Scores:  # noqa: ARG002 - where suppressing never loses less
        """A table of `table_without`, made good for more records suppressed than these, too."""
        return table

    @abstractmethod
    def losses_without(
        self, levels: NDArray[np.int64], removed: NDArray[np.int64], records: NDArray[np.int64]
    ) -> Scores:
        """Weighted losses float64[n, attributes] of n transformations, each as `table_without` has them.

        `levels` int64[n, attributes], `removed` int64[n, attributes] the weight of the suppressed records at those
        levels, `records` int64[n] their number.
        """
