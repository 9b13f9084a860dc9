"""How each figure in `figures.toml` is computed with the engine: a function for each name.

Each gives the numbers in the order in which they are published. Only inputs and figures are taken over from sources.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.job import job_from
from arxdesk_engine.risk.household_risk import household_risk
from arxdesk_engine.risk.individual_risk import approximate_risk, global_risk, individual_risk
from arxdesk_engine.risk.key_uniqueness import (
    KeyScore,
    MinimalSampleUniques,
    attribute_keys,
    dis_scores,
    minimal_sample_uniques,
    record_scores,
)
from arxdesk_engine.risk.log_linear import independent_means, risk_of_uniques
from arxdesk_engine.risk.record_linkage import ComparedRecords, optimal_links
from arxdesk_engine.risk.sample_frequencies import SampleFrequencies, sample_frequencies
from arxdesk_engine.risk.uniqueness import population_uniques
from arxdesk_engine.risk.wildcards import DistinctTuples, distinct_tuples
from arxdesk_engine.search.check import check
from tests.engine.problems import ATTRIBUTES, column_of
from tests.places import EXAMPLE

NA = -1
Figures = Sequence[float]
COMPUTED: dict[str, Callable[..., Figures]] = {}
NEED_DATA: set[str] = set()
"""The figures over data sets that are not in the repository; their functions take the folder of these."""


def computes(name: str, *, over_data: bool = False) -> Callable[[Callable[..., Figures]], Callable[..., Figures]]:
    """Register a function for a figure."""

    def register(function: Callable[..., Figures]) -> Callable[..., Figures]:
        assert name not in COMPUTED
        COMPUTED[name] = function
        if over_data:
            NEED_DATA.add(name)
        return function

    return register


# Keys that single out a record: SUDA

SURVEY = (  # residence, gender, education, labour status, weight
    (0, 0, 0, 0, 180),
    (0, 0, 0, 0, 180),
    (0, 0, 1, 1, 215),
    (0, 1, 2, 0, 76),
    (1, 0, 2, 2, 186),
    (0, 1, 2, 0, 76),
    (0, 0, 3, 1, 180),
    (0, 1, 4, 2, 215),
    (0, 0, 0, 1, 186),
    (0, 0, 0, 1, 76),
)
BOOK = (  # age, gender, income, education
    (0, 0, 1, 0),
    (0, 0, 1, 0),
    (0, 0, 0, 0),
    (0, 0, 0, 0),
    (0, 1, 0, 1),
    (0, 1, 0, 0),
    (0, 1, 0, 2),
    (1, 0, 0, 1),
)
SMALL = ((2, 0, 0), (1, 3, 6), (1, 0, 0))


def survey_keys() -> list[tuple[int, ...]]:
    return [record[:4] for record in SURVEY]


def uniques_of(records: Iterable[Sequence[int]], largest: int = 3) -> MinimalSampleUniques:
    return minimal_sample_uniques(tuples_of(zip(*records, strict=True)), largest)


def tuples_of(columns: Iterable[Sequence[int]]) -> DistinctTuples:
    return distinct_tuples([np.array(column, np.int32) for column in columns])


@computes("suda-guideline-scores")
def _() -> Figures:
    return record_scores(uniques_of(survey_keys()), KeyScore.ELLIOT)


@computes("suda-guideline-relative-scores")
def _() -> Figures:
    return record_scores(uniques_of(survey_keys()), KeyScore.SDC_MICRO)


@computes("suda-guideline-dis")
def _() -> Figures:
    return dis_scores(uniques_of(survey_keys()), 0.01, KeyScore.SDC_MICRO)


@computes("suda-book")
def _() -> Figures:
    return record_scores(uniques_of(BOOK), KeyScore.ELLIOT)[4:]


@computes("suda-contributions")
def _() -> Figures:
    return [100.0 * each.score_share for each in attribute_keys(uniques_of(SMALL), KeyScore.ELLIOT)]


# Samples with weights

WEIGHTS = (18.0, 45.5, 39.0, 17.0, 92.0, 8.0, 123.5, 51.0)
COMPLETE = ((2, 3, 2, 2, 3, 3, 1, 2), (3, 3, 3, 3, 3, 3, 4, 3), (1, 3, 1, 2, 1, 1, 1, 1))
WITH_MISSING = ((2, 3, 2, 2, 3, 3, 1, NA), (3, 3, 3, 3, 3, 3, 4, 3), (1, 3, NA, 2, 1, 1, NA, 1))


def frequencies(columns: Iterable[Sequence[int]], weights: Sequence[float]) -> SampleFrequencies:
    return sample_frequencies(tuples_of(columns), np.array(weights, np.float64))


def survey_frequencies() -> SampleFrequencies:
    *columns, weights = zip(*SURVEY, strict=True)
    return frequencies(columns, weights)


@computes("individual-risk-approximate")
def _() -> Figures:
    return approximate_risk(frequencies(COMPLETE, WEIGHTS))


@computes("individual-risk-exact")
def _() -> Figures:
    return individual_risk(frequencies(COMPLETE, WEIGHTS))


@computes("individual-risk-approximate-missing")
def _() -> Figures:
    return approximate_risk(frequencies(WITH_MISSING, WEIGHTS))


@computes("individual-risk-exact-missing")
def _() -> Figures:
    return individual_risk(frequencies(WITH_MISSING, WEIGHTS))


@computes("individual-risk-unweighted")
def _() -> Figures:
    return individual_risk(frequencies(COMPLETE, [1.0] * 8))


@computes("individual-risk-unweighted-missing")
def _() -> Figures:
    return individual_risk(frequencies(WITH_MISSING, [1.0] * 8))


@computes("frequencies-one-cell-suppressed")
def _() -> Figures:
    return frequencies([(0,) * 5, (0, 1, 1, 0, NA), (0,) * 5], [1.0] * 5).sample


@computes("guideline-sample-frequencies")
def _() -> Figures:
    return survey_frequencies().sample


@computes("guideline-population-frequencies")
def _() -> Figures:
    return survey_frequencies().population


@computes("guideline-individual-risk")
def _() -> Figures:
    return individual_risk(survey_frequencies())


@computes("guideline-global-risk")
def _() -> Figures:
    risks = individual_risk(survey_frequencies())
    whole = global_risk(risks)
    return whole.average, whole.expected, float((risks > 0.05).sum())


@computes("guideline-violations")
def _() -> Figures:
    sizes = survey_frequencies().sample
    return [float((sizes < k).sum()) for k in (2, 3)]


@computes("guideline-missing-cell")
def _() -> Figures:
    return frequencies([(0, 0, 0), (0, 1, NA), (0, 0, 0)], [1.0] * 3).sample


@computes("guideline-household")
def _() -> Figures:
    return household_risk(np.array([0.02, 0.03, 0.03]), np.zeros(3, np.int32))[:1]


MODELLED = ((2, 3, 2, 3, 3, 1, 2, 3, 2, 2), (2, 1, 2, 2, 1, 2, 1, 1, 1, 2), (5, 4, 4, 5, 4, 4, 3, 3, 2, 2))


@computes("log-linear")
def _() -> Figures:
    tuples = tuples_of(MODELLED)
    means = independent_means(tuples, tuples.counts.astype(np.float64))
    found = risk_of_uniques(tuples.counts, means, np.full(len(tuples), 0.01))
    return found.population_uniques / len(tuples), found.correct_links / len(tuples)


# Record linkage


@computes("gower-distances")
def _() -> Figures:
    numbers = (np.array([20.0, 40.0]), np.array([20.0, 30.0]))
    columns = [tuple(np.array(side, np.int32) for side in each) for each in (((0, 1), (0, 1)), ((0, 1), (1, 1)))]
    return ComparedRecords.of([numbers], columns).distances().ravel()


@computes("linkage-sum")
def _() -> Figures:
    found = ComparedRecords.of([(np.array([0.0, 2.0, 100.0]), np.array([0.0, 100.0, 101.0]))], []).distances()
    return [101.0 * float(found[np.arange(3), optimal_links(found)].sum())]


# Privacy models: the tightest parameter that a table satisfies

HEALTH = ("yes", "yes", "yes", "yes", "yes", "no", "no", "yes", "no", "yes")


def broken(columns: Mapping[str, Sequence[str]], sensitive: str, model: Mapping[str, Any]) -> int:
    """How many records are in groups that break a model of the sensitive column; all other columns form groups."""
    cells = {name: column_of(name, values) for name, values in columns.items()}
    attributes = {name: {"role": "sensitive" if name == sensitive else "quasi-identifying"} for name in columns}
    if model.get("variant") == "ordered":
        attributes[sensitive] |= {"type": "integer"}
    content = {"data": {"path": "t.csv"}, "attributes": attributes, "suppression": {"limit": 1.0}}
    content["privacy"] = [{"attribute": sensitive} | dict(model)]
    hierarchies = {
        name: Hierarchy(tuple((value, "*") for value in column.values), name)
        for name, column in cells.items()
        if name != sensitive
    }
    problem = Anonymizer.formulate(job_from(content), Dataset(tuple(cells.values()), "t"), hierarchies).problem
    return problem.judge(problem.grouping.classes(problem.lattice.bottom), chooses=False).suppressed_records


def least(holds: Callable[[float], bool], low: float, high: float) -> float:
    """The least parameter with which something holds, by bisection; it must hold with `high`."""
    for _step in range(27):
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def tightest(columns: Mapping[str, Sequence[str]], sensitive: str, model: str, parameter: str, **rest: object) -> float:
    """The least threshold with which no group of a table breaks a model."""
    return least(
        lambda value: broken(columns, sensitive, {"model": model, parameter: value, **rest}) == 0, 1e-9, HIGHEST[model]
    )


HIGHEST = {"t-closeness": 1.0, "beta-likeness": 16.0, "delta-disclosure": 16.0}


@computes("guideline-l-diversity")
def _() -> Figures:
    columns = {str(place): [str(each[place]) for each in SURVEY] for place in range(4)} | {"health": HEALTH}
    two = broken(columns, "health", {"model": "l-diversity", "variant": "distinct", "l": 2})
    return 10.0 - two, float(two)  # records with two values, and with one


SALARIES = {
    "group": [*"111222333"],
    "salary": ["3000", "4000", "5000", "6000", "11000", "8000", "7000", "9000", "10000"],
}


@computes("closeness-of-salaries")
def _() -> Figures:
    def broken_by(t: float) -> int:
        return broken(SALARIES, "salary", {"model": "t-closeness", "variant": "ordered", "t": t})

    return least(lambda t: broken_by(t) == 0, 1e-9, 1.0), least(lambda t: broken_by(t) <= 6, 1e-9, 1.0)


@cache
def released(names: tuple[str, ...], levels: tuple[int, ...], sensitive: str) -> Mapping[str, list[str]]:
    """Columns of the shipped example as they are released, without removed records."""
    attributes: dict[str, Any] = {
        name: {"role": "quasi-identifying", "hierarchy": str(EXAMPLE / f"hierarchy_{name}.csv")} for name in names
    }
    attributes |= {sensitive: {"role": "sensitive"}}
    content = {"data": {"path": str(EXAMPLE / "discharge.csv")}, "attributes": attributes}
    content |= {"privacy": [{"model": "k-anonymity", "k": 5}], "suppression": {"limit": 1.0}}
    table = Anonymizer.open(job_from(content)).apply(levels).to_pandas()
    kept = table[~(table[list(names)] == "*").all(axis=1)]
    return {name: kept[name].astype(str).tolist() for name in (*names, sensitive)}


def admissions() -> Mapping[str, list[str]]:
    return released(("sex", "age", "postal_code"), (0, 3, 3), "admission_type")


@computes("pycanon-k")
def _() -> Figures:
    columns = admissions()
    return [float(min(Counter(zip(*(columns[name] for name in ("sex", "age", "postal_code")), strict=True)).values()))]


@computes("pycanon-l")
def _() -> Figures:
    model = {"model": "l-diversity", "variant": "distinct"}
    return [float(max(n for n in range(2, 9) if broken(admissions(), "admission_type", model | {"l": n}) == 0))]


@computes("pycanon-t")
def _() -> Figures:
    return [tightest(admissions(), "admission_type", "t-closeness", "t", variant="equal")]


@computes("pycanon-basic-beta")
def _() -> Figures:
    return [tightest(admissions(), "admission_type", "beta-likeness", "beta", variant="basic")]


@computes("pycanon-delta")
def _() -> Figures:
    bits = tightest(admissions(), "admission_type", "delta-disclosure", "delta", absent_values="allowed")
    return [bits * math.log(2.0)]  # logarithms are to base 2 here, and natural there


# Uniqueness in the population

POPULATIONS = (318_900_000, 39_140_000, 4_031_000)
"""The United States, California and Los Angeles, as the source has them."""


def uniqueness(data: Path, name: str, levels: tuple[int, ...], threshold: float) -> Figures:
    """Loss kept, unique in the sample, and by Pitman's estimate in three populations, of a transformation."""
    folder = data / name
    attributes = {
        each: {"role": "quasi-identifying", "type": "string", "hierarchy": str(folder / f"hierarchy_{each}.csv")}
        for each in ATTRIBUTES[name]
    }
    model = {"model": "population-uniqueness", "threshold": threshold, "estimator": "pitman"}
    content = {"data": {"path": str(folder / f"{name}.csv"), "delimiter": ";"}, "attributes": attributes}
    content |= {"privacy": [model], "population": {"size": POPULATIONS[0]}, "suppression": {"limit": 1.0}}
    content |= {"quality": {"model": "loss", "aggregate": "geometric-mean"}}
    anonymizer = Anonymizer.open(job_from(content))
    score = check(anonymizer.problem, levels).score
    assert score is not None
    table = anonymizer.apply(levels).to_pandas()
    names = list(ATTRIBUTES[name])
    kept = table[~(table[names] == "*").all(axis=1)].astype(str)
    sizes = kept.groupby(names, observed=True).size().to_numpy(np.int64)
    estimates = [population_uniques(sizes, population, "pitman") for population in POPULATIONS]
    shares = [(estimate or 0.0) / population for estimate, population in zip(estimates, POPULATIONS, strict=True)]
    return 1.0 - score, float((sizes == 1).sum() / sizes.sum()), *shares


@computes("uniqueness-adult-1", over_data=True)
def _(data: Path) -> Figures:
    return uniqueness(data, "adult", (0, 2, 0, 0, 0, 0, 0, 0, 0), 0.01)


@computes("uniqueness-adult-5", over_data=True)
def _(data: Path) -> Figures:
    return uniqueness(data, "adult", (0,) * 9, 0.05)


@computes("uniqueness-cup-1", over_data=True)
def _(data: Path) -> Figures:
    return uniqueness(data, "cup", (3, 1, 0, 0, 0, 1, 0, 0), 0.01)


@computes("uniqueness-cup-5", over_data=True)
def _(data: Path) -> Figures:
    return uniqueness(data, "cup", (3, 0, 0, 0, 0, 1, 0, 0), 0.05)


# Optima found by ARX 3.9.2


def optimum(data: Path, limit: float) -> Figures:
    """Score, removed records and groups of the best transformation of ADULT with nine quasi-identifiers, k = 5."""
    folder = data / "adult"
    attributes = {
        each: {"role": "quasi-identifying", "type": "string", "hierarchy": str(folder / f"hierarchy_{each}.csv")}
        for each in ATTRIBUTES["adult"]
    }
    content = {"data": {"path": str(folder / "adult.csv"), "delimiter": ";"}, "attributes": attributes}
    content |= {"privacy": [{"model": "k-anonymity", "k": 5}], "suppression": {"limit": limit}}
    solution = Anonymizer.open(job_from(content)).search()
    best = solution.best
    assert best is not None
    assert best.score is not None
    return best.score, float(best.suppressed_records), *map(float, best.levels)


@computes("optimum-0", over_data=True)
def _(data: Path) -> Figures:
    return optimum(data, 0.0)


@computes("optimum-5", over_data=True)
def _(data: Path) -> Figures:
    return optimum(data, 0.05)


@computes("optimum-100", over_data=True)
def _(data: Path) -> Figures:
    return optimum(data, 1.0)
