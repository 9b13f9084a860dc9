"""Research subsets: what lies outside matters to the models that ask for the population, and to nothing else."""

import dataclasses

import numpy as np
import pytest
from hypothesis import assume, given, settings

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.job import job_from
from arxdesk_engine.preparation.sampling import random_records
from arxdesk_engine.privacy import MODELS
from arxdesk_engine.search import ALGORITHMS
from arxdesk_engine.search.check import check
from arxdesk_engine.search.solution import Limits
from tests.engine import naive
from tests.engine.naive import Case
from tests.engine.privacy.combined import OF_WHOLE_TABLE, Combined
from tests.engine.privacy.random_combinations import combinations
from tests.engine.problems import combined_problem
from tests.tiers import examples

ROWS = (("a", "x", "*"), ("b", "x", "*"), ("c", "y", "*"), ("d", "y", "*"))


def judges_the_subset_alone(model):
    """Whether nothing outside counts, and no order of records decides (of classes of one size, or by rounding)."""
    by_order = model.model in OF_WHOLE_TABLE or getattr(model, "variant", "") == "shannon"
    return not by_order and (not model.needs_subset or model.model == "differential-privacy")


def alone(combined):
    """The records of the subset as a table of their own."""

    def pick(cells):
        return tuple(cell for cell, counts in zip(cells, combined.included, strict=True) if counts)

    return dataclasses.replace(
        combined,
        case=dataclasses.replace(combined.case, columns=tuple(map(pick, combined.case.columns))),
        sensitive={name: pick(cells) for name, cells in combined.sensitive.items()},
        included=None,
    )


@given(drawn=combinations())
@settings(max_examples=examples(80))
def test_that_a_subset_is_judged_and_searched_as_a_table_of_its_own(drawn):
    combined, _chance = drawn
    assume(combined.included is not None)
    models = tuple(filter(judges_the_subset_alone, combined.models)) or (MODELS["k-anonymity"](k=2),)
    combined = dataclasses.replace(combined, models=models)
    part = alone(combined)
    # An ordered or hierarchical distance is also a matter of which values there are.
    assume(all(set(cells) == set(part.sensitive[name]) for name, cells in combined.sensitive.items()))
    subset, table = combined_problem(combined), combined_problem(part)
    assert (subset.kind, subset.suppressible) == (table.kind, table.suppressible)
    for levels in table.lattice:
        assert check(subset, levels) == check(table, levels)
    one, other = (ALGORITHMS["optimal"](problem, Control(), Limits(), 0) for problem in (subset, table))
    assert (one.status, one.best) == (other.status, other.best)


@given(drawn=combinations())
@settings(max_examples=examples(40))
def test_that_a_subset_of_all_records_is_none(drawn):
    combined, _chance = drawn
    everyone = dataclasses.replace(combined, included=(True,) * combined.case.records)
    nobody_else = dataclasses.replace(combined, included=None)
    one, other = combined_problem(everyone), combined_problem(nobody_else)
    for levels in one.lattice:
        assert dataclasses.astuple(check(one, levels)) == dataclasses.astuple(check(other, levels))


@given(drawn=combinations())
@settings(max_examples=examples(40))
def test_that_k_map_of_all_records_is_k_anonymity_and_presence_is_certain(drawn):
    combined, chance = drawn
    k = chance.randint(1, 6)
    everyone = dataclasses.replace(combined, included=(True,) * combined.case.records)
    given = {"k-map": {"k": k}, "k-anonymity": {"k": k}, "delta-presence": {"dmin": 0.5, "dmax": 1.0}}
    problems = {
        name: combined_problem(dataclasses.replace(everyone, models=(MODELS[name](**parameters),)))
        for name, parameters in given.items()
    }
    for levels in problems["k-map"].lattice:
        found = {name: check(problem, levels) for name, problem in problems.items()}
        assert found["k-map"] == found["k-anonymity"]
        assert (found["delta-presence"].anonymous, found["delta-presence"].suppressed_records) == (True, 0)


def test_that_the_limit_is_a_share_of_the_subset():
    included = (True,) * 10 + (False,) * 20
    case = Case((tuple("a" * 9 + "b" + "c" * 20),), (ROWS,), limit=0.1)
    problem = combined_problem(Combined(case, (MODELS["k-anonymity"](k=2),), included=included))
    assert (problem.grouping.records, problem.suppressible) == (10, 1)
    found = check(problem, (0,))
    assert (found.anonymous, found.suppressed_records, found.classes, found.largest_class) == (True, 1, 1, 9)


def test_that_distributions_are_those_of_the_subset():
    """Half of the subset is ill, all others are healthy: 0.1-closeness compares with a half."""
    cells = tuple("aabb" + "cccc" * 3)
    sensitive = tuple(["ill", "well"] * 2 + ["well"] * 12)
    included = (True,) * 4 + (False,) * 12
    model = MODELS["t-closeness"](attribute="s", variant="equal", t=0.1)
    whole = Combined(Case((cells,), (ROWS,)), (model,), {"s": sensitive})
    assert not check(combined_problem(whole), (0,)).anonymous
    assert check(combined_problem(dataclasses.replace(whole, included=included)), (0,)).anonymous


@pytest.fixture
def written(tmp_path):
    """A table of sixty records with their ages, its hierarchy, and a file with those of at most thirty."""
    chance = np.random.default_rng(7)
    records = [("abcd"[code], str(age)) for code, age in zip(chance.integers(0, 4, 60), range(1, 61), strict=True)]
    lines = [f"{letter},{age}\n" for letter, age in records]
    (tmp_path / "table.csv").write_text("letter,age\n" + "".join(lines))
    (tmp_path / "young.csv").write_text("letter,age\n" + "".join(reversed(lines[:30])))
    (tmp_path / "letters.csv").write_text("".join(";".join(row) + "\n" for row in ROWS))
    return tmp_path, records


def opened(folder, subset):
    return Anonymizer.open(
        job_from(
            {
                "data": {"path": str(folder / "table.csv")},
                "attributes": {"letter": {"role": "quasi-identifying", "hierarchy": str(folder / "letters.csv")}},
                "privacy": [{"model": "delta-presence", "dmin": 0.3, "dmax": 0.6, "subset": subset}],
                "suppression": {"limit": 0.5},
            }
        )
    )


def test_that_a_file_an_expression_and_a_random_sample_choose_the_records(written):
    folder, records = written
    first_thirty = [True] * 30 + [False] * 30
    sample = random_records(60, 0.4, 3)
    assert sample.sum() == 24
    for subset, included in (
        (str(folder / "young.csv"), first_thirty),
        ("'age' <= 30", first_thirty),
        ({"random": 0.4, "seed": 3}, sample.tolist()),
    ):
        anonymizer = opened(folder, subset)
        assert anonymizer.problem.grouping.included.tolist() == included
        case = Case((tuple(letter for letter, _age in records),), (ROWS,), limit=0.5)
        presence = MODELS["delta-presence"](dmin=0.3, dmax=0.6)
        expected = combined_problem(Combined(case, (presence,), included=tuple(included)))
        for levels in naive.transformations(case):
            assert check(anonymizer.problem, levels) == check(expected, levels)
