"""The risk of a table that is a sample of a population, and of its households."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.tables import AnalyzedTable, InputTable
from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.data.schema import SUPPRESSED
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.foundation.words import ENGLISH, Words
from arxdesk_engine.job.job import Job
from arxdesk_engine.preparation.samples import Sample, sample_of
from arxdesk_engine.release.sample_faults import require_sample
from arxdesk_engine.release.transform.apply import Output
from arxdesk_engine.release.treatments.treatments import as_judged
from arxdesk_engine.risk.household_risk import household_risk
from arxdesk_engine.risk.individual_risk import global_risk, individual_risk
from arxdesk_engine.risk.log_linear import log_linear_risk
from arxdesk_engine.risk.sample_frequencies import sample_frequencies
from arxdesk_engine.risk.wildcards import cell_codes, distinct_tuples

_HIDDEN = (SUPPRESSED, "")
RISK_LIMITS = (0.0001, 0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
"""The highest risk of each class that records of a sample are counted in."""


@dataclass(frozen=True, slots=True)
class HouseholdFigures:
    """The risk that a member of the household of a record is found: its mean and sum over the records."""

    households: int
    average: float
    expected: float
    highest: float


@dataclass(frozen=True, slots=True)
class SampleFigures:
    """The risk of the records of a sample; all 0 without records.

    `population` is the sum of their weights. `average` and `highest` are individual risks, `expected` the number of
    records expected to be re-identified. `sample_uniques` look like no other record; of them `population_uniques` are
    expected to be alone in the population, and `correct_links` to be linked correctly, by the log-linear model.
    """

    records: int
    population: float
    average: float
    highest: float
    expected: float
    sample_uniques: int
    population_uniques: float
    correct_links: float
    household: HouseholdFigures | None

    def plain(self) -> dict[str, Any]:
        """As it stands in a JSON report."""
        facts = dataclasses.asdict(self)
        household = facts.pop("household")
        return facts if household is None else {**facts, "household": household}


@dataclass(frozen=True, slots=True, eq=False)
class RankedRisks:
    """Records by their risk: `records` intp[n] are places in the table, the highest risk first and, where it is equal,
    as in the file; `risks` float64[n] are above 0 and at most 1. `counts` int64[classes]: by `RISK_LIMITS`."""

    records: NDArray[np.intp]
    risks: NDArray[np.float64]
    counts: NDArray[np.int64]

    @classmethod
    def of(cls, records: NDArray[np.intp], risks: NDArray[np.float64]) -> RankedRisks:
        """Rank records, intp[n] in rising order, by their risks, float64[n]."""
        order = np.argsort(-risks, kind="stable")
        places = np.searchsorted(RISK_LIMITS, risks, side="left")
        counts = np.bincount(places, minlength=len(RISK_LIMITS)).astype(np.int64)
        return cls(records[order], risks[order], counts)

    def between(self, low: float, high: float) -> NDArray[np.intp]:
        """The records with a risk above `low` and up to `high`, intp[number]."""
        return self.records[self.number_above(high) : self.number_above(low)]

    def number_above(self, threshold: float) -> int:
        """How many records have a risk above a threshold."""
        return len(self.risks) - int(np.searchsorted(self.risks[::-1], threshold, side="right"))


@dataclass(frozen=True, slots=True, eq=False)
class SampleRisks:
    """The risk of each record of a sample: `individual`, and `household`, that of anybody in it (None: no households
    are declared). `alone` intp[number] look like no other record, the highest risk first."""

    figures: SampleFigures
    individual: RankedRisks
    household: RankedRisks | None
    alone: NDArray[np.intp]


def sample_figures(
    keys: Sequence[Column], sample: Sample, kept: NDArray[np.bool_] | None = None, control: Control | None = None
) -> SampleFigures:
    """The figures of `sample_risks`."""
    return sample_risks(keys, sample, kept, control).figures


def sample_risks(
    keys: Sequence[Column], sample: Sample, kept: NDArray[np.bool_] | None = None, control: Control | None = None
) -> SampleRisks:
    """The risk of the `kept` records, bool[records] (None: all), by their `keys`, the quasi-identifiers.

    Missing and suppressed cells match every value. A household that the output hides is one nevertheless: this is the
    risk from somebody who sees through it. Raises ValueError without keys; Stopped.
    """
    chosen = np.ones(len(sample.weights), np.bool_) if kept is None else kept
    if not chosen.any():
        nobody = np.empty(0, np.intp)
        none = SampleFigures(0, 0.0, 0.0, 0.0, 0.0, 0, 0.0, 0.0, None)
        return SampleRisks(none, RankedRisks.of(nobody, np.empty(0)), None, nobody)
    tuples = distinct_tuples([cell_codes(column, _HIDDEN)[chosen] for column in keys])
    weights = sample.weights[chosen]
    frequencies = sample_frequencies(tuples, weights, control)
    risks = individual_risk(frequencies)
    whole, modelled = global_risk(risks), log_linear_risk(tuples, weights, frequencies)
    households = None if sample.households is None else sample.households[chosen]
    of_households = None if households is None else household_risk(risks, households)
    figures = SampleFigures(
        records=whole.records,
        population=float(weights.sum()),
        average=whole.average,
        highest=whole.highest,
        expected=whole.expected,
        sample_uniques=modelled.sample_uniques,
        population_uniques=modelled.population_uniques,
        correct_links=modelled.correct_links,
        household=_of_households(of_households, households),
    )
    records = np.flatnonzero(chosen)
    is_alone = np.zeros(len(chosen), np.bool_)
    is_alone[records] = frequencies.sample == 1.0
    ranked = RankedRisks.of(records, risks)
    of_home = None if of_households is None else RankedRisks.of(records, of_households)
    return SampleRisks(figures, ranked, of_home, ranked.records[is_alone[ranked.records]])


def risks_in_table(
    table: AnalyzedTable, weight: str | None, household: str | None, control: Control | None = None
) -> SampleRisks:
    """The risk of the records of a table that count, in an output of those that it keeps. `weight` and `household`
    name columns of the input, whatever is released of them; None: every record stands for itself, or lives alone.

    Raises InvalidJob where cells are no weights or a column cannot have them, another UserError where the research
    subset cannot be read; ValueError without quasi-identifiers or either column; Stopped.
    """
    data = table.job.data.model_copy(update={"weight": weight, "household": household})
    job = table.job.model_copy(update={"data": data})
    source = table.dataset if isinstance(table, InputTable) else table.input.dataset
    require_sample(job, source)
    sample = sample_of(source, data)
    if sample is None:
        raise ValueError("neither weights nor households are declared")
    if isinstance(table, InputTable):
        cells, kept = as_judged(job, source), table.included
    else:
        cells, kept = table.dataset, ~table.suppressed
    return sample_risks([cells[name] for name in table.quasi_identifiers], sample, kept, control)


def sides_of_sample(
    job: Job,
    dataset: Dataset,
    quasi_identifiers: Sequence[str],
    included: NDArray[np.bool_] | None = None,
    output: Output | None = None,
) -> dict[str, SampleFigures]:
    """The risk of the sample that a job declares, by side: "before" of the records that count (`included`
    bool[records], None: all), and "after" of those that the output keeps. Empty where the job declares none.

    Raises InvalidJob where cells are no weights, or a column cannot have them.
    """
    require_sample(job, dataset)
    sample = sample_of(dataset, job.data)
    if sample is None or not quasi_identifiers:
        return {}
    judged = as_judged(job, dataset)
    sides = {"before": sample_figures([judged[name] for name in quasi_identifiers], sample, included)}
    if output is not None:
        keys = [output.dataset[name] for name in quasi_identifiers]
        sides["after"] = sample_figures(keys, sample, ~output.suppressed)
    return sides


def _of_households(risks: NDArray[np.float64] | None, households: NDArray[np.int32] | None) -> HouseholdFigures | None:
    if risks is None or households is None:
        return None
    found = global_risk(risks)
    return HouseholdFigures(len(np.unique(households)), found.average, found.expected, found.highest)


def sample_sentence(found: SampleFigures, words: Words = ENGLISH) -> str:
    """How many records an attacker is expected to find who links all of them to the population."""
    values = {
        "records": words.records(found.records),
        "people": words.count(round(found.population)),
        "expected": words.decimal(found.expected, 1),
    }
    if found.household is None:
        return tr("{records} stand for {people} people: {expected} of them are expected to be re-identified.", **values)
    return tr(
        "{records} stand for {people} people: {expected} of them are expected to be re-identified, and {together} "
        "together "
        "with the members of their households.",
        together=words.decimal(found.household.expected, 1),
        **values,
    )
