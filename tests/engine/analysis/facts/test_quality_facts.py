"""The quality measures in the report, for whole jobs."""

import dataclasses
import json

import numpy as np
import pytest

from arxdesk_engine.analysis.facts.summary import quality_facts
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.job import job_from
from arxdesk_engine.search.check import check
from tests.engine.problems import column_of

TREE = Hierarchy(tuple((str(age), f"{age // 4 * 4}-{age // 4 * 4 + 3}", "*") for age in range(16, 32)))


def anonymizer(ages, **content):
    job = job_from(
        {
            "data": {"path": "people.csv"},
            "attributes": {"age": {"role": "quasi-identifying"}, "sex": {"role": "quasi-identifying"}},
            "privacy": [{"model": "k-anonymity", "k": 3}],
            "suppression": {"limit": 1.0},
            **content,
        }
    )
    sexes = tuple("fm"[age % 2] for age in ages)
    table = Dataset((column_of("age", tuple(map(str, ages))), column_of("sex", sexes)))
    return Anonymizer.formulate(job, table, {"age": TREE})


def facts_of(one, output, recoding=None):
    facts = quality_facts(one.problem, one.dataset, output, one.quasi_identifiers, recoding)
    json.dumps(facts, allow_nan=False)
    return facts


def test_that_a_recoded_table_is_measured_cell_by_cell():
    one = anonymizer([16, 16, 16, 20, 22, 24, 26, 25, 27, 29, 31], search={"local_recoding": {"iterations": 5}})
    unchanged = dataclasses.replace(one.search(), best=check(one.problem, (0, 0)))
    recoded = one.recode(unchanged)
    output = one.apply_recoding(recoded)
    assert len(recoded.recoding.transformations) > 1
    facts = facts_of(one, output, recoded.recoding)
    kept = {name: each["granularity"]["quality"] for name, each in facts["attributes"].items()}
    assert kept == pytest.approx(facts["granularity_per_attribute"], abs=1e-12)
    assert facts["aggregates"]["granularity"]["arithmetic_mean"] == pytest.approx(facts["granularity"], abs=1e-12)
    sizes = output.class_sizes
    assert facts["table"]["discernibility"]["raw"] == (sizes**2).sum() + 11 * output.suppressed_records


def test_that_a_table_of_one_record_is_measured():
    one = anonymizer([16])
    facts = facts_of(one, one.apply((0, 0)))
    assert facts["table"]["average_class_size"]["quality"] == 1.0  # a table of one record has nothing to lose
    assert facts["attributes"]["age"]["granularity"]["quality"] == 0.0
    assert facts["attributes"]["age"]["squared_error"]["quality"] == 1.0


def test_that_a_table_with_every_record_removed_has_nothing_left():
    one = anonymizer(list(range(16, 32)))
    facts = facts_of(one, one.apply((0, 0)))
    assert facts["table"]["average_class_size"]["quality"] == 0.0
    assert facts["table"]["discernibility"]["quality"] == 0.0
    assert facts["table"]["ambiguity"]["quality"] == 0.0
    assert facts["table"]["record_level_squared_error"]["quality"] == 0.0
    assert {each["missings"]["quality"] for each in facts["attributes"].values()} == {0.0}


def test_that_only_the_research_subset_is_measured():
    content = {
        "privacy": [{"model": "delta-presence", "dmin": 0.0, "dmax": 1.0, "subset": "age < 24"}],
        "attributes": {
            "age": {"role": "quasi-identifying", "type": "integer"},
            "sex": {"role": "quasi-identifying"},
        },
    }
    one = anonymizer(list(range(16, 32)), **content)
    output = one.apply((1, 0))
    facts = facts_of(one, output)
    assert facts["table"]["ambiguity"]["minimum"] == 8
    assert facts["attributes"]["age"]["granularity"]["raw"] == pytest.approx(4 / 16)
    assert facts["attributes"]["age"]["missings"]["raw"] == 0.0
    known = np.array([16, 17, 18, 19] * 2)
    assert facts["attributes"]["age"]["squared_error"]["raw"] == (np.maximum(known - 16, 19 - known) ** 2).sum()


def test_that_an_attribute_that_is_suppressed_as_a_whole_keeps_nothing():
    content = {
        "attributes": {
            "age": {"role": "quasi-identifying"},
            "sex": {"role": "quasi-identifying", "transformation": "suppress"},
        }
    }
    one = anonymizer([16, 16, 16, 17, 17, 17], **content)
    output = one.apply((0, 0))
    assert output.dataset["sex"].values == ("*",)
    facts = facts_of(one, output)
    assert facts["granularity_per_attribute"] == {"age": 1.0, "sex": 0.0}
    assert facts["attributes"]["sex"]["missings"]["quality"] == 0.0
