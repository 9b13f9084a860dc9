"""The risk of a table that is a sample of a population, and of its households."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.data.schema import SUPPRESSED
from arxdesk_engine.foundation.control import Control
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


def sample_figures(
    keys: Sequence[Column], sample: Sample, kept: NDArray[np.bool_] | None = None, control: Control | None = None
) -> SampleFigures:
    """The risk of the `kept` records, bool[records] (None: all), by their `keys`, the quasi-identifiers.

    Missing and suppressed cells match every value. A household that the output hides is one nevertheless: this is the
    risk from somebody who sees through it. Raises ValueError without keys; Stopped.
    """
    chosen = np.ones(len(sample.weights), np.bool_) if kept is None else kept
    if not chosen.any():
        return SampleFigures(0, 0.0, 0.0, 0.0, 0.0, 0, 0.0, 0.0, None)
    tuples = distinct_tuples([cell_codes(column, _HIDDEN)[chosen] for column in keys])
    weights = sample.weights[chosen]
    frequencies = sample_frequencies(tuples, weights, control)
    risks = individual_risk(frequencies)
    whole, modelled = global_risk(risks), log_linear_risk(tuples, weights, frequencies)
    return SampleFigures(
        records=whole.records,
        population=float(weights.sum()),
        average=whole.average,
        highest=whole.highest,
        expected=whole.expected,
        sample_uniques=modelled.sample_uniques,
        population_uniques=modelled.population_uniques,
        correct_links=modelled.correct_links,
        household=None if sample.households is None else _of_households(risks, sample.households[chosen]),
    )


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


def _of_households(risks: NDArray[np.float64], households: NDArray[np.int32]) -> HouseholdFigures:
    found = global_risk(household_risk(risks, households))
    return HouseholdFigures(len(np.unique(households)), found.average, found.expected, found.highest)


def sample_sentence(found: SampleFigures, words: Words = ENGLISH) -> str:
    """How many records an attacker is expected to find who links all of them to the population."""
    records = f"{words.count(found.records)} {'record' if found.records == 1 else 'records'}"
    stand = f"{records} stand for {words.count(round(found.population))} people"
    text = f"{stand}: {found.expected:,.1f} of them are expected to be re-identified"
    if found.household is not None:
        text += f", and {found.household.expected:,.1f} together with the members of their households"
    return f"{text}."
