"""l-diversity: the sensitive values of each class have to be many, or evenly spread (Machanavajjhala et al. 2007)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, model_validator

from arxdesk_engine.classes.classes import Classes
from arxdesk_engine.foundation.errors import UnfitValue
from arxdesk_engine.foundation.language import marked, short, tr
from arxdesk_engine.kernels.groupwise import kinds
from arxdesk_engine.privacy.arx_forms import (
    NUMBER,
    OF_ATTRIBUTE,
    ArxForms,
    ArxText,
    Reader,
    StoredObject,
    Values,
    variant_name,
)
from arxdesk_engine.privacy.criterion import ClassCriterion, GroupRule
from arxdesk_engine.privacy.description import (
    ATTRIBUTE,
    CommonParameters,
    Description,
    Need,
    Parameter,
    ParameterKind,
    PresetValues,
)
from arxdesk_engine.privacy.model import SensitiveModel, UnfitModel
from arxdesk_engine.privacy.table import WholeTable

LARGEST_L = 1_000_000
_SLACK = 1e-12
_RECORD = 1e-3
"""What part of a record rounding may amount to, in sums over millions of them."""


@dataclass(frozen=True, slots=True)
class DistinctValues(ClassCriterion):
    """Every class has at least l different sensitive values, so at least l records.

    A part of a class has no value that the class lacks: violations are inherited. A union has all values of its parts:
    monotonic.
    """

    attribute: str
    least: int

    @property
    def minimal_class_size(self) -> int:
        """l."""
        return self.least

    @property
    def violations_are_inherited(self) -> bool:
        """Always."""
        return True

    @property
    def monotonic_without_suppression(self) -> bool:
        """Always."""
        return True

    @property
    def monotonic_for_people(self) -> bool:
        """A union has all people and all values of its parts."""
        return True

    @property
    def group_rule(self) -> GroupRule:
        """At least l values."""
        return GroupRule(kinds.DISTINCT, self.attribute, rank=self.least)

    def violating(self, classes: Classes) -> NDArray[np.bool_]:
        """Classes with fewer than l different values."""
        starts = classes.histograms(self.attribute).starts
        return starts[1:] - starts[:-1] < self.least


@dataclass(frozen=True, eq=False)
class LeastEntropy(ClassCriterion):
    """The entropy of the sensitive values of every class is at least ln l.

    `logarithms` float64[records + 1] are those of every count, or what an estimator puts in their place. Not more
    values than records: entropy of ln l needs at least l of them. Not inherited: a part can be spread more evenly.
    Entropy is concave, so that a union's is at least the least of its parts': monotonic, for the plain estimator.

    Where the entropy is ln l exactly, rounding decides, as it does in the reference: 2 + 2 + 2 records of three values
    are not 3-diverse, 1 + 1 + 1 are. Nothing is concluded for other transformations from so close a verdict, and
    never that generalizations fulfil it.
    """

    attribute: str
    least: float
    logarithms: NDArray[np.float64]
    is_concave: bool

    @property
    def minimal_class_size(self) -> int:
        """l, rounded up."""
        return math.ceil(self.least)

    @property
    def monotonic_without_suppression(self) -> bool:
        """For the plain estimator; the bias correction of the other one is not concave."""
        return self.is_concave

    @property
    def is_exact(self) -> bool:
        """Never: sums of logarithms are rounded."""
        return False

    @property
    def group_rule(self) -> GroupRule:
        """An entropy of at least ln l."""
        least = math.log(self.least)
        return GroupRule(kinds.ENTROPY, self.attribute, least, math.ceil(self.least), real=self.logarithms)

    def violating(self, classes: Classes) -> NDArray[np.bool_]:
        """Classes with too few values, or too little entropy."""
        from arxdesk_engine.kernels.diversity import entropy_is_below  # noqa: PLC0415 - Numba is loaded when it is needed

        found = classes.histograms(self.attribute)
        violating: NDArray[np.bool_] = found.starts[1:] - found.starts[:-1] < math.ceil(self.least)
        sizes = classes.counted_values(self.attribute)
        least = math.log(self.least)
        entropy_is_below(found.starts, found.counts, sizes, self.logarithms, least, 0.0, violating)
        return violating

    def least_suppressed(self, classes: Classes, violating: NDArray[np.bool_]) -> NDArray[np.int64]:
        """For the plain estimator, where entropy is too small by more than rounding, n (1 - H / ln l) of n records.

        Entropy is concave: n' records kept, with entropy H' >= ln l, have n' H' <= n H. Otherwise nothing is known.
        """
        least = np.zeros(len(classes), np.int64)
        if not self.is_concave:
            return np.where(classes.counts < self.minimal_class_size, classes.counts, least)
        if self.least > 1.0:
            from arxdesk_engine.kernels.diversity import count_entropy_lacking  # noqa: PLC0415

            found = classes.histograms(self.attribute)
            count_entropy_lacking(
                found.starts,
                found.counts,
                classes.counts,
                self.logarithms,
                math.log(self.least),
                math.ceil(self.least),
                _SLACK,
                _RECORD,
                violating,
                least,
            )
        return least


@dataclass(frozen=True, slots=True)
class RarerThanOthers(ClassCriterion):
    """Recursive (c, l)-diversity: the most frequent value is rarer than c times all from the l-th on together.

    r1 < c (rl + ... + rm), counts falling (Machanavajjhala et al. 2007, definition 5). Needs l values, so l records.
    Not inherited: a part can lack the most frequent value. The sum of the l - 1 largest counts of a union is at most
    that of its parts, so what is left is at least theirs, and r1 at most theirs: monotonic (there: lemma 2).
    """

    attribute: str
    c: float
    rank: int

    @property
    def minimal_class_size(self) -> int:
        """l."""
        return self.rank

    @property
    def monotonic_without_suppression(self) -> bool:
        """Always."""
        return True

    @property
    def group_rule(self) -> GroupRule:
        """No value too frequent."""
        return GroupRule(kinds.RECURSIVE, self.attribute, self.c, self.rank)

    def violating(self, classes: Classes) -> NDArray[np.bool_]:
        """Classes with fewer than l values, or a value that is too frequent."""
        violating: NDArray[np.bool_] = self._excess(classes) > 0
        return violating

    def least_suppressed(self, classes: Classes, violating: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The excess of frequent values: when records are removed, the others only become fewer."""
        return np.where(violating, self._excess(classes), 0)

    def _excess(self, classes: Classes) -> NDArray[np.int64]:
        """How many records of values above the limit there are too many, int64[classes]; all where values lack."""
        return classes.known(self, self._count_excess)

    def _count_excess(self, classes: Classes) -> NDArray[np.int64]:
        from arxdesk_engine.kernels.diversity import count_excess  # noqa: PLC0415 - Numba is loaded when it is needed

        found = classes.histograms(self.attribute)
        excess = np.empty(len(classes), np.int64)
        count_excess(found.starts, found.counts, self.c, self.rank, excess)
        return excess


_ARX_VARIANTS = ("distinct", "shannon", "recursive", "grassberger")


def _stored_diversity(variant: str) -> Reader:
    def values(each: StoredObject) -> Values:
        estimator = each.text("estimator")
        kind = estimator.lower() if variant == "shannon" and estimator else variant
        return _diversity(each.get("attribute"), kind, each.get("l", "minSize"), each.get("c"))

    return values


def _chosen_diversity(each: StoredObject) -> Values:
    kind = variant_name(_ARX_VARIANTS, each.get("variant"))
    return _diversity(each.get("attribute"), kind, each.get("l"), each.get("c"))


def _diversity(attribute: object, variant: str, l: object, c: object = None) -> Values:  # noqa: E741 - the field's name
    number = float(l) if isinstance(l, int) and not isinstance(l, bool) else l
    values: Values = {"attribute": attribute, "variant": variant, "l": number}
    return values | ({"c": c} if variant == "recursive" else {})


_TITLES = {
    "distinct": marked("distinct {l}-diversity of {attribute}"),
    "shannon": marked("entropy {l}-diversity of {attribute}"),
    "grassberger": marked("entropy {l}-diversity (Grassberger) of {attribute}"),
    "recursive": marked("recursive ({c}, {l})-diversity of {attribute}"),
}


class LDiversity(SensitiveModel):
    """Every class has at least l well-represented sensitive values (Machanavajjhala et al. 2007; reference 3.3).

    `variant`: `distinct` counts them; `shannon` asks for an entropy of ln l; `grassberger` for the same with
    Grassberger's estimate of the entropy, corrected for small samples (Stammler et al. 2016); `recursive` is
    (c, l)-diversity. What each implies is said and proven at its criterion. A missing cell is a value.

    Grassberger's estimate of c records is ln c - (sum of f G(f)) / c, for the counts f (Grassberger 2003). The
    reference tool takes G(c) for ln c, which is stricter or, with 7, 7, 4 and 2 records, laxer. The sum has negative
    terms, and the reference leaves off as soon as a part of it is too large: it depends on the order of the values.

    Examples
    --------
    >>> import arxdesk as ad
    >>> ad.LDiversity(attribute="diagnosis", l=3).title
    'distinct 3-diversity of diagnosis'
    >>> ad.LDiversity(attribute="diagnosis", variant="recursive", l=3, c=2.0).title
    'recursive (2, 3)-diversity of diagnosis'
    """

    description = Description(
        order=30,
        name=marked("l-Diversity"),
        against=marked("disclosure of values"),
        promise=marked("Every group has many sensitive values, none of them certain."),
        needs=(Need.SENSITIVE,),
        protects_against=marked("learning {attribute} of somebody whose group is known"),
        term=ATTRIBUTE,
        in_short=marked("against learning a value"),
        rule=marked("every group has l well-represented values"),
        source="Machanavajjhala et al. 2007",
        parameters=(
            Parameter(
                *("variant", marked("Values count by"), ParameterKind.CHOICE, "distinct"),
                choices=(
                    ("distinct", marked("being different (distinct)")),
                    ("shannon", marked("how evenly they occur (Shannon entropy)")),
                    ("grassberger", marked("how evenly they occur (Grassberger entropy)")),
                    ("recursive", marked("none dominating (recursive)")),
                ),
                is_told=True,
            ),
            Parameter(
                *("c", marked("Dominance at most (c)"), ParameterKind.NUMBER, 4.0),
                marked("The most common value occurs less than c times as often as all from the l-th on together."),
                when=("variant", ("recursive",)),
                short="c",
                least=0.001,
                most=1000.0,
                decimals=3,
                is_told=True,
                series=(1, 2, 3, 4, 8),
                symbol="c",
            ),
            Parameter(
                *(
                    "l",
                    marked("Values at least per group (l)"),
                    ParameterKind.NUMBER,
                    3.0,
                    marked("From 2 on it protects."),
                ),
                short="l",
                least=1,
                most=1000,
                decimals=2,
                whole_when=("variant", ("distinct", "recursive")),
                is_told=True,
                series=(1, 2, 3, 4, 5, 6),
                symbol="l",
            ),
        ),
        usual=(
            *(
                CommonParameters(words, {"variant": variant, "l": float(number)})
                for variant, words in (
                    ("distinct", marked("Distinct {l}-diversity")),
                    ("shannon", marked("Shannon {l}-diversity")),
                    ("grassberger", marked("Grassberger {l}-diversity")),
                )
                for number in (2, 3, 4, 5, 10)
            ),
            *(
                CommonParameters(
                    marked("Recursive ({c}, {l})-diversity"), {"variant": "recursive", "c": c, "l": float(number)}
                )
                for c in (3.0, 4.0)
                for number in (2, 3, 4)
            ),
        ),
        presets={
            "public": PresetValues(
                {"l": 3.0},
                marked(
                    "3 different sensitive values per group: a usual small number; 1 would disclose it for all members."
                ),
            ),
            "research": PresetValues(
                {"l": 2.0},
                marked("2 different sensitive values per group: no group discloses the value of all its members."),
            ),
        },
    )
    arx = ArxForms(
        order=40,
        criteria={
            "DistinctLDiversity": _stored_diversity("distinct"),
            "EntropyLDiversity": _stored_diversity("shannon"),
            "RecursiveCLDiversity": _stored_diversity("recursive"),
        },
        desktop_field="lDiversityModel",
        desktop=_chosen_diversity,
        presets=({"variant": "distinct", "l": 2.0},),
        texts=(
            ArxText(
                rf"(distinct|shannon|grassberger)(?:-entropy)?-{NUMBER}-diversity{OF_ATTRIBUTE}",
                lambda found: _diversity(found[3], found[1].lower(), float(found[2])),
            ),
            ArxText(
                rf"entropy(?:-entropy)?-{NUMBER}-diversity{OF_ATTRIBUTE}",
                lambda found: _diversity(found[2], "shannon", float(found[1])),
            ),
            ArxText(
                rf"recursive-\({NUMBER}, ?{NUMBER}\)-diversity{OF_ATTRIBUTE}",
                lambda found: _diversity(found[3], "recursive", float(found[2]), float(found[1])),
            ),
        ),
    )

    model: Literal["l-diversity"] = "l-diversity"
    variant: Literal["distinct", "shannon", "grassberger", "recursive"] = "distinct"
    l: float = Field(ge=1.0, le=LARGEST_L, strict=True)  # noqa: E741 - the name that the field gives it
    c: float | None = Field(default=None, gt=0.0, strict=True, allow_inf_nan=False)

    @model_validator(mode="after")
    def _parameters_fit(self) -> Self:
        if self.variant in ("distinct", "recursive") and self.l != int(self.l):
            raise UnfitValue(tr("l = {l} is not a number of values", l=f"{self.l:g}"), tr("Write a whole number."))
        if (self.c is None) == (self.variant == "recursive"):
            found = tr("c is missing") if self.c is None else tr("c means nothing here")
            raise UnfitValue(found, tr('It belongs to variant = "recursive".'))
        return self

    def bind(self, table: WholeTable) -> DistinctValues | LeastEntropy | RarerThanOthers:
        """The criterion of the variant."""
        match self.variant:
            case "distinct":
                return DistinctValues(self.attribute, int(self.l))
            case "recursive" if self.c is not None:
                return RarerThanOthers(self.attribute, self.c, int(self.l))
            case "shannon":
                return LeastEntropy(self.attribute, self.l, natural_logarithms(table.records), is_concave=True)
            case "grassberger":
                return LeastEntropy(self.attribute, self.l, grassberger_logarithms(table.records), is_concave=False)
        raise UnfitModel(tr("c is missing"), tr("Write c = 4.0."))

    @property
    def holds_for_union_of_parts(self) -> bool:
        """Where it is monotonic: classes of several parts may become one."""
        return self.variant != "grassberger"

    @property
    def title(self) -> str:
        """Such as entropy 3-diversity of diagnosis."""
        c = "" if self.c is None else short(self.c)
        return tr(_TITLES[self.variant], l=short(self.l), c=c, attribute=self.attribute)

    @property
    def sentence(self) -> str:
        """The promise with its number of values."""
        told = marked("In every group {attribute} has at least {number} different values, and none of them dominates.")
        if self.variant == "distinct":
            told = marked("In every group {attribute} has at least {number} different values.")
        return tr(told, attribute=self.attribute, number=math.ceil(self.l))


def natural_logarithms(largest: int) -> NDArray[np.float64]:
    """ln f for every f from 0 (taken as 1) to `largest`, float64[largest + 1]."""
    return np.log(np.maximum(np.arange(largest + 1, dtype=np.float64), 1.0))


def grassberger_logarithms(largest: int) -> NDArray[np.float64]:
    """G(f) for every f from 0 (taken as 1) to `largest`, float64[largest + 1] (Grassberger 2003; reference 3.3).

    G(1) = -gamma - ln 2; G(2m) = -gamma - ln 2 + 2/1 + 2/3 + ... + 2/(2m - 1); G(2m + 1) = G(2m).
    """
    pairs = np.cumsum(2.0 / np.arange(1, largest + 2, 2, dtype=np.float64))
    counts = np.arange(largest + 1)
    sums = np.where(counts < 2, 0.0, pairs[np.maximum(counts // 2, 1) - 1])
    return sums - np.euler_gamma - math.log(2.0)
