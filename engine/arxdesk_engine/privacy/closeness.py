"""t-closeness: the sensitive values of each class are spread almost as in the whole table (Li et al. 2007)."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from arxdesk_engine.classes.classes import Classes, Histograms
from arxdesk_engine.foundation.language import marked, short, tr
from arxdesk_engine.hierarchies.hierarchy import BoundHierarchy
from arxdesk_engine.kernels.groupwise import kinds
from arxdesk_engine.privacy.arx_forms import NUMBER, OF_ATTRIBUTE, ArxForms, ArxText, Reader, variant_name
from arxdesk_engine.privacy.criterion import ClassCriterion, GroupRule
from arxdesk_engine.privacy.description import ATTRIBUTE, CommonParameters, Description, Need, Parameter, ParameterKind
from arxdesk_engine.privacy.model import SensitiveModel, UnfitModel
from arxdesk_engine.privacy.table import WholeTable

_SLACK = 1e-12
_RECORD = 1e-3
"""What part of a record rounding may amount to, in sums over millions of them."""
MOST_STEPS = 20_000_000
"""How many sizes of a class, times values, are tried before the search for the least one is left at that."""


@dataclass(frozen=True)
class Closeness(ClassCriterion):
    """The earth mover's distance between each class and the table is at most t.

    `overall` int64[values] is the distribution in the table. A distance of distributions is convex, and that of a union
    is a mean of its parts: monotonic without suppression (Li et al. 2007, generalization property). Not inherited: a
    violating class can have parts that are closer. But small classes cannot be close to many values: below the minimal
    size found by `least_size` every class violates, whatever it holds.
    """

    attribute: str
    t: float
    overall: NDArray[np.int64]

    @property
    def counts_people(self) -> bool:
        """Never: shares are those of records, which add up when classes become one."""
        return False

    @property
    def monotonic_without_suppression(self) -> bool:
        """Always."""
        return True

    @cached_property
    def minimal_class_size(self) -> int:
        """The smallest number of records whose distribution can be close enough."""
        return least_size(self.overall, self.t * self.largest_distance)

    @property
    @abstractmethod
    def largest_distance(self) -> float:
        """How many times the least distance between two values the largest one is."""

    @abstractmethod
    def scaled_distances(self, found: Histograms, sizes: NDArray[np.int64]) -> NDArray[np.float64]:
        """Distances float64[classes] times records of the table, times those of the class, times the largest one."""

    @property
    def group_rule(self) -> GroupRule:
        """A scaled distance of at most t for each record."""
        return self._rule(self.t * self._scale * (1.0 + _SLACK))

    @abstractmethod
    def _rule(self, most: float) -> GroupRule:
        """The rule of its distance."""

    def violating(self, classes: Classes) -> NDArray[np.bool_]:
        """Classes farther than t from the table; distances are compared as whole numbers."""
        most = self.t * self._scale * (1.0 + _SLACK)
        violating: NDArray[np.bool_] = classes.known(self, self._distances) > most * classes.counts
        return violating

    def least_suppressed(self, classes: Classes, violating: NDArray[np.bool_]) -> NDArray[np.int64]:
        """n (E - t) / (F - t) of n records at distance E, where F is the distance of the farthest value alone.

        Distances are convex: n E <= n' E' + (n - n') F when n' records are kept, at distance E' <= t.
        """
        sizes, farthest = classes.counts[violating], self._farthest
        excess = classes.known(self, self._distances)[violating] / self._scale - self.t * sizes
        least = np.zeros(len(classes), np.int64)
        if farthest > self.t:
            least[violating] = np.clip(np.ceil(excess / (farthest - self.t) - _RECORD), 1, sizes)
        return least

    @cached_property
    def _farthest(self) -> float:
        """The largest distance that a single value can have."""
        each = np.arange(len(self.overall) + 1)
        one = np.ones(len(self.overall), np.int64)
        alone = Histograms(each, each[:-1].astype(np.int32), one)
        return float(self.scaled_distances(alone, one).max(initial=0.0)) / self._scale

    @cached_property
    def _scale(self) -> float:
        """The factor of distances, besides the records of the class."""
        return self.largest_distance * max(1, int(self.overall.sum()))

    def _distances(self, classes: Classes) -> NDArray[np.float64]:
        return self.scaled_distances(classes.histograms(self.attribute), classes.counts)


@dataclass(frozen=True)
class EqualDistance(Closeness):
    """All values are equally far apart: half the sum of all differences."""

    @property
    def largest_distance(self) -> float:
        """All are the same."""
        return 1.0

    def _rule(self, most: float) -> GroupRule:
        return GroupRule(kinds.EQUAL, self.attribute, most, whole=self.overall)

    def scaled_distances(self, found: Histograms, sizes: NDArray[np.int64]) -> NDArray[np.float64]:
        """See `Closeness`."""
        from arxdesk_engine.kernels.distance import equal_distance  # noqa: PLC0415 - Numba is loaded when it is needed

        distances = np.empty(len(sizes))
        equal_distance(found.starts, found.values, found.counts, sizes, self.overall, distances)
        return distances


@dataclass(frozen=True)
class OrderedDistance(Closeness):
    """Values stand in their order, neighbours one step apart; the largest distance is that from first to last.

    Values that only records outside the research subset have are none of the table: no steps lead over them.
    """

    @cached_property
    def largest_distance(self) -> float:
        """The number of steps."""
        return float(max(1, int(np.count_nonzero(self.overall)) - 1))

    @cached_property
    def _places(self) -> NDArray[np.int32]:
        """The place in the row of each value, int32[values]."""
        places: NDArray[np.int32] = np.maximum(np.cumsum(self.overall > 0) - 1, 0).astype(np.int32)
        return places

    @cached_property
    def _present(self) -> NDArray[np.int64]:
        """The records of the values that the table has, in their order."""
        return self.overall[self.overall > 0]

    def _rule(self, most: float) -> GroupRule:
        return GroupRule(kinds.ORDERED, self.attribute, most, whole=self._present, places=self._places)

    def scaled_distances(self, found: Histograms, sizes: NDArray[np.int64]) -> NDArray[np.float64]:
        """See `Closeness`."""
        from arxdesk_engine.kernels.distance import ordered_distance  # noqa: PLC0415

        values, overall, distances = found.values, self._present, np.empty(len(sizes))
        if len(overall) < len(self.overall):
            values = self._places[values]
        ordered_distance(found.starts, values, found.counts, sizes, overall, distances)
        return distances


@dataclass(frozen=True)
class HierarchicalDistance(Closeness):
    """Values are leaves of a tree: their distance is the height of the first node above both, over that of the root.

    parents int32[height, nodes], nodes int64[height + 1, nodes]: as `kernels.distance` takes them.
    """

    parents: NDArray[np.int32]
    nodes: NDArray[np.int64]

    @property
    def largest_distance(self) -> float:
        """The height of the tree."""
        return float(max(1, len(self.parents)))

    def _rule(self, most: float) -> GroupRule:
        return GroupRule(kinds.HIERARCHICAL, self.attribute, most, whole=self.nodes.ravel(), parents=self.parents)

    def scaled_distances(self, found: Histograms, sizes: NDArray[np.int64]) -> NDArray[np.float64]:
        """See `Closeness`."""
        from arxdesk_engine.kernels.distance import hierarchical_distance  # noqa: PLC0415

        distances = np.empty(len(sizes))
        hierarchical_distance(found.starts, found.values, found.counts, sizes, self.parents, self.nodes, distances)
        return distances


_ARX_VARIANTS = ("equal", "hierarchical", "ordered")


def _stored_closeness(variant: str) -> Reader:
    return lambda each: {"attribute": each.get("attribute"), "variant": variant, "t": each.get("t")}


_TITLES = {
    "equal": marked("{t}-closeness of {attribute} (equal distance)"),
    "ordered": marked("{t}-closeness of {attribute} (ordered distance)"),
    "hierarchical": marked("{t}-closeness of {attribute} (hierarchical distance)"),
}


class TCloseness(SensitiveModel):
    """The distance between the values of each class and those of the table is at most t (Li et al. 2007).

    `variant` says how far two values are apart (engine reference 3.4): `equal`, all the same; `ordered`, by their
    order; `hierarchical`, by the hierarchy of the attribute. Distances are in [0, 1]. The table is the research subset
    where one is declared. A hierarchy whose last level has several labels is given a root above them. What the model
    implies for the search is said and proven at `Closeness`. A missing cell is a value.

    Examples
    --------
    >>> import arxdesk as ad
    >>> ad.TCloseness(attribute="diagnosis", t=0.2).title
    '0.2-closeness of diagnosis (equal distance)'
    """

    description = Description(
        order=40,
        name=marked("t-Closeness"),
        against=marked("disclosure of values"),
        promise=marked("In every group the sensitive values are spread almost as in the whole table."),
        needs=(Need.SENSITIVE,),
        protects_against=marked("learning more about {attribute} from a group than from the whole table"),
        term=ATTRIBUTE,
        in_short=marked("against learning a value"),
        rule=marked("the values of every group are spread almost as in the whole table"),
        source="Li et al. 2007",
        out_of_reach=marked(
            "Where all are equally far apart, each group needs at least {fewest} of the {records} records "
            "to be that close."
        ),
        parameters=(
            Parameter(
                *("variant", marked("Values are"), ParameterKind.CHOICE, "equal"),
                choices=(
                    ("equal", marked("all equally far apart")),
                    ("ordered", marked("in an order, such as numbers")),
                    ("hierarchical", marked("as far apart as in their hierarchy")),
                ),
                is_told=True,
                for_ordered_values="ordered",
            ),
            Parameter(
                *(
                    "t",
                    marked("Distance at most (t)"),
                    ParameterKind.NUMBER,
                    0.2,
                    marked("From 0 (as in the table) to 1."),
                ),
                short="t",
                step=0.05,
                decimals=3,
                is_told=True,
                series=(0.1, 0.15, 0.2, 0.3, 0.4, 0.5),
                symbol="t",
            ),
        ),
        usual=tuple(
            CommonParameters(words, {"variant": variant, "t": t})
            for t in (0.15, 0.2)
            for variant, words in (
                ("equal", marked("{t}-closeness, equal")),
                ("ordered", marked("{t}-closeness, ordered")),
                ("hierarchical", marked("{t}-closeness, hierarchical")),
            )
        ),
    )
    counts_people = False
    arx = ArxForms(
        order=50,
        criteria={f"{variant.capitalize()}DistanceTCloseness": _stored_closeness(variant) for variant in _ARX_VARIANTS},
        desktop_field="tClosenessModel",
        desktop=lambda each: {
            "attribute": each.get("attribute"),
            "variant": variant_name(_ARX_VARIANTS, each.get("variant")),
            "t": each.get("t"),
        },
        presets=({"variant": "equal", "t": 0.001},),
        texts=(
            ArxText(
                rf"{NUMBER}-closeness with (equal|hierarchical|ordered)[- ](?:ground-)?distance{OF_ATTRIBUTE}",
                lambda found: {"attribute": found[3], "variant": found[2].lower(), "t": float(found[1])},
            ),
        ),
    )

    model: Literal["t-closeness"] = "t-closeness"
    variant: Literal["equal", "ordered", "hierarchical"] = "equal"
    t: float = Field(ge=0.0, le=1.0, strict=True)

    def bind(self, table: WholeTable) -> Closeness:
        """The criterion of the variant. Raises UnfitModel where the attribute has no hierarchy, and needs one."""
        overall = table.value_counts[self.attribute]
        match self.variant:
            case "equal":
                return EqualDistance(self.attribute, self.t, overall)
            case "ordered":
                return OrderedDistance(self.attribute, self.t, overall)
        hierarchy = table.hierarchies.get(self.attribute)
        if hierarchy is None:
            raise UnfitModel(
                tr('the hierarchical distance needs a hierarchy of "{attribute}"', attribute=self.attribute),
                tr('Give the attribute one, or choose variant = "equal".'),
            )
        return HierarchicalDistance(self.attribute, self.t, overall, *_tree(hierarchy, overall))

    def fewest_records(self, counts: NDArray[np.int64]) -> int:
        """Of many values that are equally far apart a small class can hold but few."""
        return fewest_records(counts, self.t) if self.variant == "equal" else 1

    @property
    def holds_for_union_of_parts(self) -> bool:
        """Each part is compared with the whole table, and a mean of distributions is as close as they are."""
        return True

    @property
    def title(self) -> str:
        """Such as 0.2-closeness of diagnosis (ordered distance)."""
        return tr(_TITLES[self.variant], t=short(self.t), attribute=self.attribute)

    @property
    def sentence(self) -> str:
        """The promise with its distance."""
        return tr(
            "In every group {attribute} is spread almost as in the whole table: the distance is at most {distance} "
            "(0 means exactly alike, 1 as different as possible).",
            attribute=self.attribute,
            distance=short(self.t),
        )


def least_size(overall: NDArray[np.int64], most: float) -> int:
    """The smallest number of records that can be distributed with an equal distance of at most `most` to `overall`.

    The nearest distribution of c records gives each value of share p floor(c p) of them, and the rest, one each, to the
    largest remainders. It has at most c values, and is at least as far as all others are frequent, which says where to
    begin. Any other ground distance, in units of its least distance, is at least the equal one. Returns at most the
    number of records in `overall`, and no more than is proven: every smaller class is farther.
    """
    records = int(overall.sum())
    if records == 0:
        return 1
    counts = np.sort(overall[overall > 0])[::-1]
    needed = records - most * records * (1.0 + _SLACK)
    first = min(len(counts), 1 + int(np.searchsorted(np.cumsum(counts), needed)))
    last = min(records, first + MOST_STEPS // len(counts))
    for size in range(first, last):
        parts = counts * size % records  # the remainders, times records
        left = int(parts.sum()) // records
        smallest = np.partition(parts, len(parts) - left - 1)[: len(parts) - left] if left else parts
        if int(smallest.sum()) <= most * size * records * (1.0 + _SLACK):
            return size
    return last


def _tree(hierarchy: BoundHierarchy, overall: NDArray[np.int64]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """The parents of all nodes but the root, and the records below each node, level by level."""
    codes = [*hierarchy.codes]
    has_root = hierarchy.domain_rows[-1].max(initial=0) == hierarchy.domain_size  # one label, whichever values occur
    if not has_root:
        codes.append(np.zeros_like(codes[0]))
    width = max(int(level.max(initial=0)) for level in codes) + 1
    parents = np.zeros((len(codes) - 1, width), np.int32)
    nodes = np.zeros((len(codes), width), np.int64)
    for level, mapped in enumerate(codes):
        nodes[level] = np.bincount(mapped, weights=overall, minlength=width).astype(np.int64)
        if level + 1 < len(codes):
            parents[level, mapped] = codes[level + 1]
    return parents, nodes


def fewest_records(overall: NDArray[np.int64], t: float) -> int:
    """So many records a class needs at least to be within t where all values are equally far apart.

    n records have at most n values; what share the others have in the table the class is away from it at least.
    """
    most_frequent = np.cumsum(np.sort(overall[overall > 0])[::-1])
    total = int(most_frequent[-1]) if len(most_frequent) else 0
    return int(np.searchsorted(most_frequent, (1.0 - t) * total * (1.0 - _SLACK))) + 1 if total else 1
