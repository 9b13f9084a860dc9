"""Which records of people with very many are left out, against lists in plain Python."""

from collections import Counter, defaultdict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.job.data_source import PerPersonSettings
from arxdesk_engine.job.job import job_from
from arxdesk_engine.preparation.people import surplus_records
from arxdesk_engine.preparation.subset import included_records

RECORDS = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 3), st.integers(0, 1)), min_size=1, max_size=30)


def case(records, limit, **sections):
    columns = [np.array(each, np.int32) for each in zip(*records, strict=True)]
    names = (("id", "abcdef"), ("place", "wxyz"), ("sex", "fm"))
    dataset = Dataset(
        tuple(Column(name, codes, tuple(values)) for (name, values), codes in zip(names, columns, strict=True))
    )
    quasi = {name: {"role": "quasi-identifying"} for name in ("place", "sex")}
    content = {
        "data": {"path": "t.csv", "person": "id", "per_person": limit},
        "attributes": {"id": {"role": "identifying"}, **quasi},
    }
    return job_from(content | sections, "job.toml"), dataset


@given(RECORDS, st.integers(1, 4), st.integers(0, 3))
@settings(deadline=None)
def test_that_each_person_keeps_so_many_records_at_random(records, most, seed):
    job, dataset = case(records, {"records": most, "seed": seed})
    surplus = surplus_records(job, dataset)
    kept = Counter(person for (person, *_cells), gone in zip(records, surplus.tolist(), strict=True) if not gone)
    has = Counter(person for person, *_cells in records)
    assert kept == {person: min(most, number) for person, number in has.items()}
    assert np.array_equal(surplus_records(job, dataset), surplus)


def test_that_each_record_of_a_person_is_as_likely():
    records = [(0, number % 4, 0) for number in range(6)]
    kept = Counter()
    for seed in range(600):
        job, dataset = case(records, {"records": 2, "seed": seed})
        kept.update(np.flatnonzero(~surplus_records(job, dataset)).tolist())
    assert sum(kept.values()) == 1200
    assert all(150 <= number <= 250 for number in kept.values())  # 200 each, with a deviation of 11.5


@given(RECORDS, st.integers(1, 4))
@settings(deadline=None)
def test_that_the_most_common_records_are_those_that_most_people_have(records, most):
    job, dataset = case(records, {"records": most, "keep": "common"})
    people_of = defaultdict(set)
    for person, *cells in records:
        people_of[tuple(cells)].add(person)
    wanted = set()
    for person in {each[0] for each in records}:
        own = [row for row, each in enumerate(records) if each[0] == person]
        own.sort(key=lambda row: (-len(people_of[records[row][1:]]), row))
        wanted.update(own[most:])
    assert set(np.flatnonzero(surplus_records(job, dataset)).tolist()) == wanted


def test_that_nothing_is_left_out_where_nobody_asks():
    job, dataset = case([(0, 0, 0), (0, 1, 0)], None)
    assert surplus_records(job, dataset) is None
    assert included_records(job, dataset) is None


def test_that_a_research_subset_is_of_the_records_that_are_left():
    records = [(0, 0, 0), (0, 1, 0), (1, 0, 1), (1, 0, 1)]
    job, dataset = case(records, {"records": 1, "keep": "common"}, subset={"exclude": "3"})
    assert included_records(job, dataset).tolist() == [True, False, False, False]


def test_that_a_seed_without_chance_is_refused():
    with pytest.raises(ValidationError, match="seed has no meaning"):
        PerPersonSettings(records=2, keep="common", seed=3)
    assert PerPersonSettings(records=1, seed=4).sentence == (
        "at most 1 record of each person, drawn at random with the seed 4"
    )
