"""Models of the whole table: a mean risk, or a share of unique records, stays below a threshold."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, model_validator

from arxdesk_engine.foundation.errors import UnfitValue
from arxdesk_engine.foundation.language import marked, short, tr
from arxdesk_engine.privacy.arx_forms import NUMBER, ArxForms, ArxText, StoredObject, Values, variant_name
from arxdesk_engine.privacy.criterion import TableCriterion
from arxdesk_engine.privacy.description import (
    IDENTITY,
    CommonParameters,
    Description,
    Need,
    Parameter,
    ParameterKind,
    PresetValues,
    percents,
)
from arxdesk_engine.privacy.implied import ImpliedBounds
from arxdesk_engine.privacy.model import PrivacyModel, Region, population_parameters, size_of_population
from arxdesk_engine.privacy.table import WholeTable

_SLACK = 1.0 + 1e-12

ZAYATZ = marked(
    "Zayatz: takes groups in the population to be as large as in the table; too high where that is a small share."
)
PITMAN = marked(
    "Pitman: follows how many new combinations every further person brings; made for up to 10 % of the population."
)
SNB = marked(
    "SNB: fits a distribution (slide negative binomial) to small groups; for larger shares, often without a result."
)
DANKAR = marked(
    "Dankar: a rule that takes one of the other three by the share of the population in the table; the default."
)
"""The assumptions of the estimators of uniqueness in a population, a sentence each."""


def _threshold(label: str, initial: float) -> Parameter:
    return Parameter(
        *("threshold", label, ParameterKind.SHARE, initial),
        short=marked("at most"),
        step=0.01,
        decimals=3,
        is_told=True,
        series=(0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2),
    )


@dataclass(frozen=True, slots=True)
class MeanRisk(TableCriterion):
    """classes / records <= threshold; with a strict part, records in classes below `size` / records <= `share`.

    Monotonic without suppression: a generalization has no more classes, and its small classes consist of small ones.

    Without the strict part it suppresses least. Let S be suppressed at a specialization, and the rest fulfil it there.
    At the transformation suppress the classes that lie in S as a whole: each other class holds a class kept below, so
    that there are no more of them, with no fewer records. Of all sets of so many classes the smallest ones have the
    fewest records. The strict part breaks that: records of S in small classes may have to be kept.
    """

    threshold: float
    size: int = 0
    share: float = 1.0

    @property
    def monotonic_without_suppression(self) -> bool:
        """Always."""
        return True

    @property
    def suppresses_least(self) -> bool:
        """Without the strict part."""
        return self.share >= 1.0

    def first_that_holds(self, sizes: NDArray[np.int64], start: int) -> int:
        """The least number, by sums over all of them at once."""
        gone = np.concatenate([[0], np.cumsum(sizes)])
        kept = gone[-1] - gone
        left = np.arange(len(sizes), -1, -1)
        small = np.maximum(0, int(sizes[sizes < self.size].sum()) - gone)
        holds = (left <= self.threshold * kept * _SLACK) & (small <= self.share * kept * _SLACK)
        return start + int(np.argmax(holds[start:]))


@dataclass(frozen=True, slots=True)
class SampleUniques(TableCriterion):
    """Records alone in their class / records <= threshold.

    Monotonic without suppression: what is alone in a generalization was alone before. It suppresses least: let S be
    suppressed at a specialization, and the rest fulfil it there. What is alone at the transformation and not in S was
    alone and kept there; suppressing the classes that lie in S as a whole leaves no more of them, in no fewer records.
    """

    threshold: float

    @property
    def monotonic_without_suppression(self) -> bool:
        """Always."""
        return True

    @property
    def suppresses_least(self) -> bool:
        """Always."""
        return True

    def first_that_holds(self, sizes: NDArray[np.int64], start: int) -> int:
        """The least number, by sums over all of them at once."""
        gone = np.concatenate([[0], np.cumsum(sizes)])
        alone = np.maximum(0, int((sizes == 1).sum()) - np.arange(len(sizes) + 1))
        holds = alone <= self.threshold * (gone[-1] - gone) * _SLACK
        return start + int(np.argmax(holds[start:]))


@dataclass(frozen=True, slots=True)
class PopulationUniques(TableCriterion):
    """The estimated share of people who are unique in the population is above 0 and at most the threshold.

    An estimate of 0, or none, fulfils it only where no record is alone in its class. Nothing is proven about
    estimates along the lattice. Along the order of suppression the estimate is taken to fall, as in the reference
    (engine reference 2.2): the number is found by bisection, and the classes that are left do fulfil it. Where people
    are counted, of whom the table has `people`, the estimate is one of people in classes.
    """

    threshold: float
    estimator: str
    population: int
    people: int = 0

    def first_that_holds(self, sizes: NDArray[np.int64], start: int) -> int:
        """A number found by bisection."""
        if self._holds(sizes[start:]):
            return start
        low, high = start, len(sizes)
        while high - low > 1:
            middle = (low + high) // 2
            if self._holds(sizes[middle:]):
                high = middle
            else:
                low = middle
        return high

    def _holds(self, sizes: NDArray[np.int64]) -> bool:
        if len(sizes) == 0 or sizes[0] > 1:
            return True
        from arxdesk_engine.risk.uniqueness import (  # noqa: PLC0415 - scipy is slow to import
            memberships_of_population,
            population_uniques,
        )

        population = self.population
        if self.people:
            population = memberships_of_population(population, int(sizes.sum()), self.people)
        found = population_uniques(sizes, population, self.estimator)
        return found is not None and 0.0 < found / population <= self.threshold


_ARX_FIELD = "riskBasedModel"
_ARX_ESTIMATORS = ("dankar", "pitman", "zayatz", "snb")
"""From variant 2 on; 0 and 1 are the other models of the field."""


def _stored_threshold(each: StoredObject) -> Values:
    return {"threshold": each.get("threshold", "riskThreshold")}


class AverageRisk(PrivacyModel):
    """The average probability that a record is found, classes / records, is at most the threshold (reference 3.6).

    The strict variant adds: at most the share `records` is in classes in which the risk is above `highest`.

    Examples
    --------
    >>> import arxdesk as ad
    >>> ad.AverageRisk(threshold=0.05).title
    'average risk of at most 5 %'
    """

    description = Description(
        order=80,
        name=marked("Average risk"),
        against=marked("being found"),
        promise=marked("On average over all people the risk of being found stays small."),
        protects_against=marked("being found, on average over all people"),
        term=IDENTITY,
        in_short=marked("against being found, on average"),
        rule=marked(
            "groups / records is at most the threshold; at most the share `records` has a risk above `highest`"
        ),
        source="Dankar and El Emam 2010",
        parameters=(
            _threshold(marked("Average risk at most"), 0.05),
            Parameter(
                *("highest", marked("Risk with few exceptions"), ParameterKind.SHARE, None),
                marked("With both of these it is the strict variant."),
                optional=True,
                is_told=True,
                series=(0.05, 0.1, 0.2, 0.334, 0.5),
            ),
            Parameter(
                *("records", marked("Share of exceptions"), ParameterKind.SHARE, None),
                optional=True,
                is_told=True,
                series=(0, 0.01, 0.02, 0.05, 0.1),
            ),
        ),
        usual=(
            *percents(0.2, 0.1, 0.09, 0.05, 0.01),
            CommonParameters(
                marked("At most 10 %, no risk above 33 % but for 5 %"),
                {"threshold": 0.1, "highest": 0.334, "records": 0.05},
            ),
        ),
        presets={
            "public": PresetValues(
                {"threshold": 0.05},
                marked(
                    "Average risk 5 %: beside k = 11 it keeps most groups larger than the smallest that is allowed."
                ),
            ),
            "research": PresetValues(
                {"threshold": 0.1},
                marked(
                    "Average risk 10 %: beside k = 5 it keeps most groups larger than the smallest that is allowed."
                ),
            ),
            "internal": PresetValues({"threshold": 0.2}, marked("Average risk 20 %.")),
        },
    )
    needs_no_labels = True
    arx = ArxForms(
        order=80,
        criteria=dict.fromkeys(("AverageReidentificationRisk", "RiskBasedThresholdAverageRisk"), _stored_threshold),
        desktop_field=_ARX_FIELD,
        desktop=lambda each: {"threshold": each.get("threshold")},
        variants=(0,),
        presets=({"threshold": 0.01},),
        texts=(ArxText(rf"\(<?{NUMBER}\)-avg-re-?identification-risk", lambda found: {"threshold": float(found[1])}),),
    )

    model: Literal["average-risk"] = "average-risk"
    threshold: float = Field(ge=0.0, le=1.0, strict=True)
    highest: float | None = Field(default=None, ge=0.0, le=1.0, strict=True)
    records: float | None = Field(default=None, ge=0.0, le=1.0, strict=True)

    @model_validator(mode="after")
    def _strict_variant_is_whole(self) -> Self:
        if (self.highest is None) != (self.records is None):
            missing = "records" if self.records is None else "highest"
            raise UnfitValue(
                tr("{missing} is missing", missing=missing), tr("The strict variant needs highest and records.")
            )
        return self

    def bind(self, table: WholeTable) -> MeanRisk:  # noqa: ARG002 - nothing of the table matters
        """The thresholds, that of the risk as a class size."""
        if self.highest is None or self.records is None:
            return MeanRisk(self.threshold)
        return MeanRisk(self.threshold, size_of_risk(self.highest), self.records)

    @property
    def implied(self) -> ImpliedBounds:
        """The success rate of whoever tries everybody."""
        return ImpliedBounds(marketer=self.threshold)

    @property
    def holds_for_union_of_parts(self) -> bool:
        """Classes of several parts that become one only make fewer and larger classes."""
        return True

    @property
    def title(self) -> str:
        """Such as average risk of at most 5 %."""
        return tr("average risk of at most {share} %", share=short(100 * self.threshold, 3))

    @property
    def sentence(self) -> str:
        """The promise with its threshold."""
        share = short(100 * self.threshold, 3)
        average = tr("On average a record is found with a probability of at most {share} %.", share=share)
        if self.highest is None or self.records is None:
            return average
        strict = tr(
            "At most {share} % of the records have a risk above {highest} %.",
            share=short(100 * self.records, 3),
            highest=short(100 * self.highest, 3),
        )
        return f"{average} {strict}"


class SampleUniqueness(PrivacyModel):
    """At most a share of the records is alone in its class (engine reference 3.6).

    Examples
    --------
    >>> import arxdesk as ad
    >>> ad.SampleUniqueness(threshold=0.01).title
    'sample uniqueness of at most 1 %'
    """

    description = Description(
        order=90,
        name=marked("Sample uniqueness"),
        against=marked("being found"),
        promise=marked("Few people are unique in the table."),
        protects_against=marked("being unique in the table"),
        term=IDENTITY,
        in_short=marked("against being alone in the table"),
        rule=marked("at most this share of the records is alone in its group"),
        source="Skinner and Elliot 2002",
        parameters=(_threshold(marked("Unique in the table at most"), 0.01),),
        usual=percents(0.05, 0.01, 0.001, 0.0),
    )
    needs_no_labels = True
    arx = ArxForms(
        order=90,
        criteria=dict.fromkeys(("SampleUniqueness", "RiskBasedThresholdSampleUniques"), _stored_threshold),
        desktop_field=_ARX_FIELD,
        desktop=lambda each: {"threshold": each.get("threshold")},
        variants=(1,),
        presets=({"threshold": 0.01},),
        texts=(ArxText(rf"\(<?{NUMBER}\)-sample-uniqueness", lambda found: {"threshold": float(found[1])}),),
    )

    model: Literal["sample-uniqueness"] = "sample-uniqueness"
    threshold: float = Field(ge=0.0, le=1.0, strict=True)

    def bind(self, table: WholeTable) -> SampleUniques:  # noqa: ARG002 - nothing of the table matters
        """The threshold."""
        return SampleUniques(self.threshold)

    @property
    def holds_for_union_of_parts(self) -> bool:
        """What is alone in the union is alone in its part."""
        return True

    @property
    def title(self) -> str:
        """Such as sample uniqueness of at most 1 %."""
        return tr("sample uniqueness of at most {share} %", share=short(100 * self.threshold, 3))

    @property
    def sentence(self) -> str:
        """The promise with its threshold."""
        return tr("At most {share} % of the records are unique in the table.", share=short(100 * self.threshold, 3))


class PopulationUniqueness(PrivacyModel):
    """At most a share of the population is estimated to be unique in it (Dankar et al. 2012; engine reference 3.7).

    `estimator`: `pitman`, `zayatz`, `snb`, or `dankar`, a rule that chooses one of them by the sampling fraction. The
    population is `population`, `region`, or that of the job. The reference tool solves a wrong second equation for SNB
    and estimates far too little; here the equations are those of the publication (`risk.snb`).

    Examples
    --------
    >>> import arxdesk as ad
    >>> ad.PopulationUniqueness(threshold=0.01, population=100_000).title
    'population uniqueness of at most 1 % (Dankar)'
    """

    description = Description(
        order=100,
        name=marked("Population uniqueness"),
        against=marked("being found"),
        promise=marked("Few people are likely to be unique in the population."),
        needs=(Need.POPULATION,),
        protects_against=marked("being unique in the population"),
        term=IDENTITY,
        in_short=marked("against being alone in the population"),
        rule=marked("at most this share of the population is estimated to be unique"),
        source="Dankar et al. 2012",
        parameters=(
            _threshold(marked("Unique in the population at most"), 0.01),
            Parameter(
                *("estimator", marked("Estimated by"), ParameterKind.CHOICE, "dankar"),
                marked("The rule takes one of the others by the share of the population in the table."),
                choices=(
                    ("dankar", marked("the rule of Dankar et al.")),
                    ("pitman", marked("Pitman")),
                    ("zayatz", marked("Zayatz")),
                    ("snb", marked("SNB (slide negative binomial)")),
                ),
                meanings=(DANKAR, PITMAN, ZAYATZ, SNB),
            ),
            *population_parameters(),
        ),
        usual=tuple(
            CommonParameters(words, {"threshold": share, "estimator": estimator})
            for estimator, words in (
                ("dankar", marked("At most {threshold_percent} %, Dankar")),
                ("pitman", marked("At most {threshold_percent} %, Pitman")),
                ("zayatz", marked("At most {threshold_percent} %, Zayatz")),
                ("snb", marked("At most {threshold_percent} %, SNB")),
            )
            for share in (0.01, 0.001, 0.0001)
        ),
    )
    is_slow = True
    arx = ArxForms(
        order=100,
        criteria=dict.fromkeys(
            ("PopulationUniqueness", "RiskBasedThresholdPopulationUniques"),
            lambda each: {
                **_stored_threshold(each),
                "estimator": (each.text("statisticalModel") or "dankar").lower(),
            },
        ),
        desktop_field=_ARX_FIELD,
        desktop=lambda each: {
            "threshold": each.get("threshold"),
            "estimator": variant_name(("", "", *_ARX_ESTIMATORS), each.get("variant")),
        },
        variants=(2, 3, 4, 5),
        presets=({"threshold": 0.01},),
        texts=(
            ArxText(
                rf"\(<?{NUMBER}\)-population-uniqueness \((pitman|zayatz|snb|dankar)\)",
                lambda found: {"threshold": float(found[1]), "estimator": found[2].lower()},
            ),
        ),
    )

    model: Literal["population-uniqueness"] = "population-uniqueness"
    threshold: float = Field(ge=0.0, le=1.0, strict=True)
    estimator: Literal["pitman", "zayatz", "snb", "dankar"] = "dankar"
    population: int | None = Field(default=None, ge=1, strict=True)
    region: Region = None

    def bind(self, table: WholeTable) -> PopulationUniques:
        """The threshold for the size of the population. Raises UnfitModel where that is not known."""
        population = size_of_population(table, self.population, self.region)
        return PopulationUniques(self.threshold, self.estimator, population, table.people)

    @property
    def needs_population(self) -> bool:
        """Where it names none itself."""
        return self.population is None and self.region is None

    @property
    def title(self) -> str:
        """Such as population uniqueness of at most 1 % (Pitman)."""
        return tr(
            "population uniqueness of at most {share} % ({estimator})",
            share=short(100 * self.threshold, 3),
            estimator="SNB" if self.estimator == "snb" else self.estimator.capitalize(),
        )

    @property
    def sentence(self) -> str:
        """The promise with its threshold."""
        return tr(
            "At most {share} % of the population are estimated to be unlike everybody else in it.",
            share=short(100 * self.threshold, 3),
        )


def size_of_risk(highest: float) -> int:
    """The class size from which on the risk is at most `highest`: 1 / highest, rounded up.

    Risks are meant as the decimals they are written as: 0.00016 is 6250, 0.334 is 3 and 0.33 is 4. The reference tool
    forgives 1 % of the risk (0.3303 is 3 there), which no publication does.
    """
    risk, most = Fraction(str(highest)), int(np.iinfo(np.int64).max)
    if risk * most <= 1:
        return most
    return math.ceil(1 / risk)
