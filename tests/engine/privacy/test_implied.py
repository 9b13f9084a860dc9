"""The bounds that privacy models imply for each attacker."""

import numpy as np
import pandas as pd
import pytest

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.job import job_from
from arxdesk_engine.privacy.implied import ImpliedBounds, implied_bounds
from arxdesk_engine.risk.reidentification import journalist_risk, marketer_risk, prosecutor_risk

CITIES = Hierarchy(tuple((str(city), str(city // 4), "*") for city in range(16)))
ILLS = ["cold", "flu", "none"]
SUBSET = {"select": "city < '3'"}
K_MAP = {"model": "k-map", "k": 8, "subset": SUBSET["select"]}
ESTIMATED = {"model": "k-map", "k": 5, "estimator": "poisson", "population": 2_000_000}
AVERAGE = {"model": "average-risk", "threshold": 0.02}
DIVERSE = {"model": "l-diversity", "attribute": "ill", "variant": "distinct", "l": 3.0}


def formulated(models):
    random = np.random.default_rng(5)
    frame = pd.DataFrame({"city": random.integers(0, 16, 400).astype(str), "ill": random.choice(ILLS, 400)})
    job = job_from(
        {
            "data": {"path": "cities.csv"},
            "attributes": {"city": {"role": "quasi-identifying"}, "ill": {"role": "sensitive"}},
            "privacy": models,
            "suppression": {"limit": 1.0},
        }
    )
    return Anonymizer.formulate(job, Dataset.from_pandas(frame, "cities.csv"), {"city": CITIES})


def bounds_of(anonymizer):
    return implied_bounds(anonymizer.job.privacy, anonymizer.problem.privacy)


@pytest.mark.parametrize(
    ("models", "expected"),
    [
        ([{"model": "k-anonymity", "k": 5}], ImpliedBounds(0.2, 0.2, 0.2)),
        ([{"model": "k-anonymity", "k": 2}, DIVERSE], ImpliedBounds(1 / 3, 1 / 3, 1 / 3)),
        ([K_MAP], ImpliedBounds(1.0, 0.125, 0.125)),
        ([K_MAP, {"model": "k-anonymity", "k": 2}], ImpliedBounds(0.5, 0.125, 0.125)),
        ([AVERAGE], ImpliedBounds(1.0, 1.0, 0.02)),
        ([AVERAGE, {"model": "k-anonymity", "k": 100}], ImpliedBounds(0.01, 0.01, 0.01)),
        ([{"model": "sample-uniqueness", "threshold": 0.01}], ImpliedBounds()),
    ],
)
def test_that_the_least_bound_of_the_models_is_implied(models, expected):
    assert bounds_of(formulated(models)) == expected


def test_that_an_estimated_population_implies_less_than_its_class_in_the_table_does():
    found = bounds_of(formulated([ESTIMATED]))
    assert found.journalist == found.marketer == 0.2
    assert found.prosecutor == 1 / formulated([ESTIMATED]).problem.minimal_class_size > 0.2


@pytest.mark.parametrize("models", [[{"model": "k-anonymity", "k": 30}], [K_MAP], [AVERAGE], [AVERAGE, DIVERSE]])
def test_that_no_result_has_a_measured_risk_above_what_is_implied(models):
    anonymizer = formulated(models)
    bounds = bounds_of(anonymizer)
    for levels in ((0,), (1,), (2,)):
        check = anonymizer.look_at([levels])[0]
        output = anonymizer.apply(levels)
        if not check.anonymous or not len(output.class_sizes):
            continue
        assert prosecutor_risk(output.class_sizes).highest <= bounds.prosecutor
        assert journalist_risk(output.class_sizes, output.population_sizes).highest <= bounds.journalist
        assert marketer_risk(output.class_sizes, output.population_sizes).success_rate <= bounds.marketer
