"""Rows that stand for several records: all that is said of them is what is said of as many rows, one for each record.

The other table is the textbook: the same records written out. It shares no line with the way counts take.
"""

import dataclasses
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.job import Job, job_from
from arxdesk_engine.release.recoding import NoGroups
from arxdesk_engine.risk.wildcards import SuppressedCells
from tests.tiers import examples

HIERARCHIES = {
    "age": Hierarchy(tuple((str(age), f"{age // 10}0s", "*") for age in range(20, 60))),
    "sex": Hierarchy((("f", "*"), ("m", "*"))),
    "town": Hierarchy(tuple((town, town[0], "*") for town in ("A1", "A2", "B1", "B2"))),
    "illness": Hierarchy(tuple((each, each[0], "*") for each in ("i1", "i2", "j1", "j2"))),
}
NAMES = (*HIERARCHIES, "note")
ROLES = {"age": "quasi-identifying", "sex": "quasi-identifying", "town": "quasi-identifying", "illness": "sensitive"}
SUBSET = {"select": "age >= 25 and sex = 'f' or town = 'A1'"}
MODELS: tuple[dict[str, Any], ...] = (
    {"model": "k-anonymity", "k": 3},
    {"model": "l-diversity", "attribute": "illness", "l": 2},
    {"model": "l-diversity", "attribute": "illness", "l": 1.5, "variant": "grassberger"},
    {"model": "t-closeness", "attribute": "illness", "t": 0.4, "variant": "equal"},
    {"model": "t-closeness", "attribute": "illness", "t": 0.3, "variant": "hierarchical"},
    {"model": "delta-disclosure", "attribute": "illness", "delta": 2.0},
    {"model": "beta-likeness", "attribute": "illness", "beta": 2.0},
    {"model": "delta-presence", "dmin": 0.1, "dmax": 0.9},
    {"model": "k-map", "k": 4},
    {"model": "sample-uniqueness", "threshold": 0.05},
    {"model": "population-uniqueness", "threshold": 0.2, "population": 5000, "estimator": "zayatz"},
    {"model": "average-risk", "threshold": 0.4},
)
NEED_SUBSET = ("delta-presence", "k-map")
QUALITIES: tuple[dict[str, Any], ...] = (
    *({"model": "loss", "aggregate": each} for each in ("geometric-mean", "arithmetic-mean", "sum", "maximum")),
    *({"model": each} for each in ("precision", "height", "discernibility", "ambiguity", "entropy")),
    *({"model": each} for each in ("non-uniform-entropy", "kl-divergence", "average-class-size")),
    *({"model": "classification", "targets": ["illness"]}, {"model": "publisher-payout"}),
)
RECODINGS: tuple[dict[str, Any], ...] = ({}, {"recoding": "iterated"}, {"recoding": "groupwise"})
OF_CHANCE = ("seconds", "threads")
"""What differs from run to run."""


@st.composite
def records(draw: st.DrawFn) -> list[tuple[str, ...]]:
    """Up to sixty records of a few tuples, in any order."""
    rows = st.tuples(
        st.sampled_from([str(age) for age in range(20, 60, 3)]),
        st.sampled_from("fm"),
        st.sampled_from([row[0] for row in HIERARCHIES["town"].rows]),
        st.sampled_from([row[0] for row in HIERARCHIES["illness"].rows]),
        st.sampled_from(("", "x", "y")),
    )
    tuples = draw(st.lists(rows, min_size=2, max_size=12))
    return draw(st.lists(st.sampled_from(tuples), min_size=2, max_size=60))


@st.composite
def jobs(draw: st.DrawFn, model: dict[str, Any]) -> Job:
    """Jobs with a model, and any others and any quality that a table with counts can have."""
    others = draw(st.lists(st.sampled_from(MODELS), max_size=1))
    models = [model, *(each for each in others if each["model"] != model["model"])]
    needs_subset = any(each["model"] in NEED_SUBSET for each in models)
    return job_from(
        {
            "data": {"path": "people.csv"},
            "attributes": {name: {"role": role} for name, role in ROLES.items()},
            "privacy": models,
            "costs": {"publisher_benefit": 1200.0, "publisher_loss": 300.0},
            "suppression": {"limit": draw(st.sampled_from((0.0, 0.1, 0.5, 1.0)))},
            "quality": draw(st.sampled_from(QUALITIES)),
            **({"subset": SUBSET} if needs_subset or draw(st.booleans()) else {}),
        }
    )


def tables(rows: list[tuple[str, ...]]) -> tuple[Dataset, Dataset]:
    """The records, and their distinct ones with counts, in the order of first occurrence."""
    written_out = pd.DataFrame(rows, columns=list(NAMES), dtype=str)
    counted = written_out.groupby(list(NAMES), sort=False).size().rename("n").reset_index()
    weights = counted.pop("n").to_numpy(np.int64)
    return Dataset.from_pandas(written_out), dataclasses.replace(Dataset.from_pandas(counted), weights=weights)


def plain(facts: Any) -> Any:
    """Facts without what differs from run to run, and without the number of rows."""
    if isinstance(facts, dict):
        return {name: plain(each) for name, each in facts.items() if name not in (*OF_CHANCE, "rows")}
    return [plain(each) for each in facts] if isinstance(facts, list) else facts


def leaves(facts: Any, place: str = "") -> dict[str, Any]:
    """Every single fact with its dotted place."""
    if isinstance(facts, dict):
        inner = facts.items()
    elif isinstance(facts, list | tuple):
        inner = enumerate(facts)
    else:
        return {place: facts}
    return {name: fact for key, each in inner for name, fact in leaves(each, f"{place}.{key}").items()}


def require_same(found: Any, expected: Any) -> None:
    """The same facts; sums of floats in another order may differ in their last digits."""
    found, expected = leaves(plain(found)), leaves(plain(expected))
    assert found.keys() == expected.keys()
    numbers = {name for name, fact in expected.items() if isinstance(fact, float)}
    assert {name: found[name] for name in found.keys() - numbers} == {
        name: expected[name] for name in expected.keys() - numbers
    }
    for name in numbers:
        assert found[name] == pytest.approx(expected[name], rel=1e-9, abs=1e-9, nan_ok=True), name


def opened(job: Job, dataset: Dataset) -> Anonymizer | str:
    """The problem of a job, or what is wrong with it beside this table."""
    try:
        return Anonymizer.formulate(job, dataset, HIERARCHIES)
    except InvalidJob as error:
        return error.message


@pytest.mark.parametrize("model", MODELS, ids=lambda each: each["model"] + each.get("variant", ""))
@settings(max_examples=examples(20))
@given(rows=records(), data=st.data(), recoding=st.sampled_from(RECODINGS))
def test_that_counts_say_what_the_records_say(model, rows, data, recoding):
    job = data.draw(jobs(model))
    job = job.model_copy(update={"search": job.search.model_validate(recoding)})
    known, counted = (opened(job, table) for table in tables(rows))
    if isinstance(known, str) or isinstance(counted, str):
        assert known == counted
        return
    expected, found = known.search(), counted.search()
    require_same(counted.describe(found), known.describe(expected))
    if expected.best is None:
        return
    assert found.best.levels == expected.best.levels
    outputs = [each.apply(expected.best.levels) for each in (counted, known)]
    require_same(counted.describe(found, outputs[0]), known.describe(expected, outputs[1]))
    require_same(counted.claims(outputs[0]), known.claims(outputs[1]))
    assert sorted(outputs[0].class_sizes.tolist()) == sorted(outputs[1].class_sizes.tolist())
    assert texts(outputs[0].dataset) == texts(outputs[1].dataset)
    if recoding and not known.policy.models_against_groups:
        recode(known, counted)


def recode(known: Anonymizer, counted: Anonymizer) -> None:
    """Recode both tables, and compare what is said of them."""
    (facts, shown), (expected, expected_texts) = recoded(counted), recoded(known)
    require_same(facts, expected)
    assert shown == expected_texts


def recoded(anonymizer: Anonymizer) -> tuple[dict[str, Any], list[tuple[str, ...]]]:
    solution = anonymizer.search()
    try:
        local = anonymizer.recode(solution)
    except NoGroups as error:
        return {"error": error.message}, []
    output = anonymizer.apply_recoding(local)
    return anonymizer.describe(solution, output, local), texts(output.dataset)


def texts(dataset: Dataset) -> list[tuple[str, ...]]:
    """The records of a table, each as often as it counts, sorted."""
    rows = list(zip(*(column.texts().tolist() for column in dataset), strict=True))
    weights = [1] * len(rows) if dataset.weights is None else dataset.weights.tolist()
    return sorted(row for row, count in zip(rows, weights, strict=True) for _each in range(count))


def simple_job(**sections: Any) -> Job:
    attributes = {name: {"role": role} for name, role in ROLES.items()}
    return job_from(
        {"data": {"path": "people.csv"}, "attributes": attributes, "privacy": [{"model": "k-anonymity", "k": 2}]}
        | sections
    )


@given(rows=records(), meaning=st.sampled_from(SuppressedCells))
def test_that_the_risks_before_anything_is_done_are_those_of_the_records(rows, meaning):
    job = simple_job(population={"sampling_fraction": 0.1})
    known, counted = (Anonymizer.formulate(job, table, HIERARCHIES) for table in tables(rows))
    require_same(counted.analyse(3, meaning), known.analyse(3, meaning))


CSV = "age,sex,town,illness,note\n20,f,A1,i1,\n"
FIRST = {"random": 0.5, "seed": 1}
BY_ROWS: dict[str, dict[str, Any]] = {
    "sampling": {"sampling": {"fraction": 0.5}},
    "subset": {"subset": FIRST},
    "privacy.2.subset": {
        "privacy": [{"model": "k-anonymity", "k": 2}, {"model": "delta-presence", "dmax": 0.9, "subset": FIRST}]
    },
    "privacy.1": {"privacy": [{"model": "differential-privacy", "epsilon": 2.0, "delta": 1e-2, "scheme": "medium"}]},
    "utility": {"utility": {}},
    "output.spread": {"output": {"path": "out.csv", "spread": "drawn.csv"}},
    "attributes.age.transformation": {
        "attributes": {"age": {"role": "quasi-identifying", "transformation": "microaggregate", "function": "median"}}
        | {name: {"role": ROLES[name]} for name in ("sex", "town")}
    },
    "attributes.age.hierarchy": {
        "attributes": {"age": {"role": "quasi-identifying", "hierarchy": {"builder": "automatic"}}}
        | {name: {"role": ROLES[name]} for name in ("sex", "town")}
    },
}


@pytest.mark.parametrize("place", BY_ROWS)
def test_that_what_goes_by_rows_is_refused_where_rows_have_counts(place):
    rows = [("20", "f", "A1", "i1", "x")] * 3 + [("23", "m", "A1", "i2", "x")] * 4
    known, counted = tables(rows)
    job = simple_job(**BY_ROWS[place])
    Anonymizer.formulate(job, known, HIERARCHIES)
    with pytest.raises(InvalidJob) as raised:
        Anonymizer.formulate(job, counted, HIERARCHIES)
    problems = raised.value.problems
    assert [problem.place for problem in problems] == [f"job, {place}"]
    assert "have counts" in problems[0].found
    assert problems[0].remedy.endswith("leave count out of [data].")


def test_that_a_file_that_lists_records_is_refused_where_rows_have_counts(tmp_path):
    (tmp_path / "subset.csv").write_text(CSV)
    _known, counted = tables([("20", "f", "A1", "i1", "")] * 3)
    job = simple_job(subset={"file": str(tmp_path / "subset.csv")})
    with pytest.raises(InvalidJob, match="a file lists records one by one"):
        Anonymizer.formulate(job, counted, HIERARCHIES)


def test_that_weights_are_checked():
    known, counted = tables([("20", "f", "A1", "i1", "")] * 3 + [("20", "m", "A1", "i1", "")] * 2)
    assert (counted.records, counted.total_records, known.total_records) == (2, 5, 5)
    assert counted.records_of(np.array([False, True])) == 2
    assert known.records_of(np.array([True, True, False, False, False])) == 2
    assert repr(counted) == "Dataset('data', 2 rows of 5 records, 5 columns)"
    for weights in ([1, 0], [1, 2, 3]):
        with pytest.raises(ValueError, match="whole numbers from 1 on"):
            dataclasses.replace(counted, weights=np.array(weights))
    many = dataclasses.replace(counted, weights=np.array([2**31, 2**31]))
    with pytest.raises(ValueError, match="too many records"):
        Anonymizer.formulate(simple_job(), many, HIERARCHIES)
