"""Privacy models that ask for the size of a class alone, in the table or in the population."""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from arxdesk_engine.classes.classes import Classes
from arxdesk_engine.foundation.language import marked, short, tr
from arxdesk_engine.privacy.arx_forms import NUMBER, ArxForms, ArxText, StoredObject, Values, whole
from arxdesk_engine.privacy.criterion import ClassCriterion
from arxdesk_engine.privacy.description import (
    IDENTITY,
    CommonParameters,
    Description,
    Need,
    Parameter,
    ParameterKind,
    PresetValues,
)
from arxdesk_engine.privacy.implied import ImpliedBounds
from arxdesk_engine.privacy.model import (
    PrivacyModel,
    Region,
    SubsetModel,
    population_parameters,
    size_of_population,
    subset_parameter,
)
from arxdesk_engine.privacy.table import WholeTable

MOST = 2**31 - 1
_ESTIMATED = ("estimator", ("poisson", "zero_truncated_poisson"))


@dataclass(frozen=True, slots=True)
class MinimalSize(ClassCriterion):
    """Every class has at least k records that count.

    A part of a class that is too small is too small: violations are inherited. A union of classes is not smaller than
    any of them: monotonic.
    """

    k: int

    @property
    def minimal_class_size(self) -> int:
        """k."""
        return self.k

    @property
    def only_class_size(self) -> bool:
        """Always."""
        return True

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
        """A union has everybody who is in one of its parts."""
        return True

    def violating(self, classes: Classes) -> NDArray[np.bool_]:
        """Classes with fewer than k records."""
        return classes.counts < self.k


@dataclass(frozen=True, slots=True)
class MinimalPopulation(ClassCriterion):
    """Every class with a record that counts has at least k records in the whole table.

    Inherited and monotonic as `MinimalSize` is. It says nothing about how many records count.
    """

    k: int

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
        """A union has everybody who is in one of its parts."""
        return True

    def violating(self, classes: Classes) -> NDArray[np.bool_]:
        """Classes with fewer than k records in the population."""
        return classes.population_counts < self.k


def people_at_least(label: str = marked("People at least per group (k)"), unit: str = "") -> Parameter:
    """The parameter k of models that ask for so many people: `label` says which."""
    return Parameter(
        *("k", label, ParameterKind.WHOLE, 5, marked("From 2 on it protects.")),
        short="k",
        least=2,
        most=MOST,
        unit=unit,
        is_told=True,
        series=(2, 3, 5, 10, 20, 50),
        symbol="k",
    )


class KAnonymity(PrivacyModel):
    """Every class has at least k records (Samarati 2001; Sweeney 2002; engine reference 3.2).

    Examples
    --------
    >>> import arxdesk as ad
    >>> ad.KAnonymity(k=5).title
    '5-anonymity'
    """

    description = Description(
        order=10,
        name=marked("k-Anonymity"),
        against=marked("being found"),
        promise=marked("Every record looks like those of at least k − 1 others in the table."),
        protects_against=marked("being found by someone who knows the quasi-identifiers"),
        term=IDENTITY,
        in_short=marked("against being found"),
        rule=marked("every group has at least k records"),
        source="Samarati 2001; Sweeney 2002",
        covers_columns=True,
        parameters=(people_at_least(unit=marked("people at least per group")),),
        usual=tuple(
            CommonParameters(words, {"k": k})
            for k, words in (
                (3, marked("{k}-anonymity, often among colleagues")),
                (5, marked("{k}-anonymity, common for research")),
                (11, marked("{k}-anonymity, common for health data")),
                (20, marked("{k}-anonymity")),
                (100, marked("{k}-anonymity")),
            )
        ),
        presets={
            "public": PresetValues(
                {"k": 11},
                marked(
                    "k = 11: the highest risk is 0.09, the limit that the European Medicines Agency (Policy 0070) and "
                    "Health Canada name for public release of clinical data; US Medicare publishes no cells below 11."
                ),
            ),
            "research": PresetValues(
                {"k": 5},
                marked(
                    "k = 5: the highest risk is 0.2, a minimum that offices of health and statistics have long used "
                    "for "
                    "tables that go to known recipients."
                ),
            ),
            "internal": PresetValues(
                {"k": 3}, marked("k = 3: the highest risk is 0.33, the loosest in use, for controlled recipients.")
            ),
        },
    )
    only_once = True
    needs_no_labels = True
    arx = ArxForms(
        order=10,
        criteria={"KAnonymity": lambda each: {"k": each.get("k")}},
        desktop_field="kAnonymityModel",
        desktop=lambda each: {"k": each.get("k")},
        presets=({"k": 2}, {"k": 5}),
        texts=(ArxText(rf"{NUMBER}-anonymity", lambda found: {"k": whole(found[1])}),),
    )

    model: Literal["k-anonymity"] = "k-anonymity"
    k: int = Field(ge=1, le=MOST, strict=True)

    def bind(self, table: WholeTable) -> MinimalSize:  # noqa: ARG002 - nothing of the table matters
        """A minimal size of k."""
        return MinimalSize(self.k)

    @property
    def only_class_size(self) -> bool:
        """Always."""
        return True

    @property
    def holds_for_union_of_parts(self) -> bool:
        """Classes of different parts that look alike only make a larger one."""
        return True

    @property
    def title(self) -> str:
        """Such as 5-anonymity."""
        return tr("{k}-anonymity", k=self.k)

    @property
    def sentence(self) -> str:
        """The promise with its highest risk."""
        return tr(
            "No record can be narrowed down to fewer than {k} people. The highest risk of being found is {share} % "
            "(1 in {k}).",
            k=self.k,
            share=short(100 / self.k, 2),
        )


def _stored_k_map(each: StoredObject) -> Values:
    k, estimator = each.get("k"), each.text("estimator")
    if estimator is None or estimator.upper() == "NONE":
        return {"k": k}
    return {"k": k, "estimator": _estimator(estimator), "significance": each.get("significanceLevel")}


def _estimator(of_arx: str) -> str:
    return of_arx.strip().replace("-", "_").replace(" ", "_").lower()


class KMap(SubsetModel):
    """Every class has at least k members in the population (El Emam and Dankar 2008; engine reference 3.2).

    Without `estimator` the population is the whole table, of which `subset` is shared. With one, the table is taken for
    a sample: the number of records that a population class of k members leaves in it follows a Poisson distribution
    with mean k n / N, zero-truncated or not, and a class has to be so large that a smaller class of the population is
    `significance` unlikely to leave as many. N is `population`, `region` or that of the job.

    The derived size is (least c with CDF(c) >= 1 - significance) + 2 for Poisson, and + 1 for zero-truncated Poisson
    (c >= 1), never more than k or n: the two offsets are those of the reference, whose values they reproduce.
    Either way violations are inherited and the model is monotonic (`MinimalSize`, `MinimalPopulation`).

    Examples
    --------
    >>> import arxdesk as ad
    >>> ad.KMap(k=5, estimator="poisson", population=100_000).title
    '5-map (estimated)'
    """

    description = Description(
        order=20,
        name=marked("k-Map"),
        against=marked("being found"),
        promise=marked("Every record looks like those of at least k − 1 others in the population."),
        needs=(Need.SUBSET, Need.POPULATION),
        protects_against=marked("being found by someone who does not know who is in the table"),
        term=IDENTITY,
        in_short=marked("against being found, in the population"),
        rule=marked(
            "every group has at least k records in the whole table, of which the subset is shared; "
            "with an `estimator`, in a population of which only the size is known"
        ),
        source="El Emam and Dankar 2008",
        parameters=(
            people_at_least(),
            Parameter(
                *("estimator", marked("The population is"), ParameterKind.CHOICE, ""),
                choices=(
                    ("", marked("the whole table, of which a part is shared")),
                    ("poisson", marked("estimated (Poisson)")),
                    ("zero_truncated_poisson", marked("estimated (zero-truncated Poisson)")),
                ),
                optional=True,
            ),
            Parameter(
                *("significance", marked("Significance"), ParameterKind.NUMBER, 0.01),
                marked("How unlikely a group that is too small may be; between 0 and 1."),
                when=_ESTIMATED,
                series=(0.001, 0.01, 0.05, 0.1),
            ),
            *population_parameters(_ESTIMATED),
            subset_parameter(("estimator", ("",))),
        ),
        usual=tuple(CommonParameters(marked("{k}-map"), {"k": k}) for k in (3, 5, 11, 20, 100)),
    )
    only_once = True
    arx = ArxForms(
        order=20,
        criteria={"KMap": _stored_k_map},
        desktop_field="kMapModel",
        desktop=_stored_k_map,
        presets=({"k": 5}, {"k": 2}),
        texts=(
            ArxText(rf"\({NUMBER}\)-map(?: estimated as .*\(none\))?", lambda found: {"k": whole(found[1])}),
            ArxText(
                rf"\({NUMBER}\)-map estimated as .*\((.*)\)",
                lambda found: {"k": whole(found[1]), "estimator": _estimator(found[2]), "significance": 0.01},
                marked("the significance of {text}"),
                marked("It is 0.01, as usual in ARX."),
            ),
        ),
    )

    model: Literal["k-map"] = "k-map"
    k: int = Field(ge=1, le=MOST, strict=True)
    estimator: Literal["poisson", "zero_truncated_poisson"] | None = None
    significance: float = Field(default=0.01, gt=0.0, lt=1.0, strict=True)
    population: int | None = Field(default=None, ge=1, strict=True)
    region: Region = None

    @property
    def needs_subset(self) -> bool:
        """Without an estimator the whole table is the population."""
        return self.estimator is None

    @property
    def needs_population(self) -> bool:
        """With an estimator, where it names no population itself."""
        return self.estimator is not None and self.population is None and self.region is None

    @property
    def implied(self) -> ImpliedBounds:
        """1 / k for whoever does not know who is in the table."""
        return ImpliedBounds(journalist=1.0 / self.k)

    def bind(self, table: WholeTable) -> MinimalSize | MinimalPopulation:
        """A minimal size in the population, or the derived one in the table."""
        if self.estimator is None:
            return MinimalPopulation(self.k)
        return MinimalSize(self.derived_k(table.units, size_of_population(table, self.population, self.region)))

    def derived_k(self, records: int, population: int) -> int:
        """The size that a class of the sample of `records` needs; `population` is at least that."""
        from scipy.special import pdtrc  # noqa: PLC0415 - slow to import, and few jobs need it

        mean, most = self.k * records / population, min(self.k, records)
        least, offset, truncated = (0, 2, 1.0) if self.estimator == "poisson" else (1, 1, -math.expm1(-mean))
        unlikely = self.significance * truncated
        return min(most, bisect_left(range(most), True, least, key=lambda c: pdtrc(c, mean) <= unlikely) + offset)

    @property
    def only_class_size(self) -> bool:
        """Where the size is derived."""
        return self.estimator is not None

    @property
    def holds_for_union_of_parts(self) -> bool:
        """Where the size is derived from the whole table; otherwise the parts are compared with another table."""
        return self.estimator is not None

    @property
    def title(self) -> str:
        """Such as 5-map."""
        return tr("{k}-map", k=self.k) if self.estimator is None else tr("{k}-map (estimated)", k=self.k)

    @property
    def sentence(self) -> str:
        """The promise with its highest risk."""
        return tr(
            "No record can be narrowed down to fewer than {k} people of the population. The highest risk of being "
            "found is {share} % (1 in {k}).",
            k=self.k,
            share=short(100 / self.k, 2),
        )
