"""MDAV: groups by an implementation of its own that follows the paper's steps, sizes, means, figures, refusals."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.kernels.perturbation.mdav import mdav_groups
from arxdesk_engine.perturbation.mdav import MOST_RECORDS, Mdav, standardized
from arxdesk_engine.perturbation.method import PerturbedRecords
from arxdesk_engine.perturbation.numbers import numbers_of
from tests.engine.perturbation.tables import records_of, texts_of

POINTS = st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=2, max_size=40)


def naive_groups(points, k):
    """The steps of the paper on lists: which records are together."""
    left, groups = list(range(len(points))), []

    def distance(record, point):
        return sum((a - b) ** 2 for a, b in zip(points[record], point, strict=True))

    def farthest(point):
        return max(left, key=lambda record: (distance(record, point), -record))

    def form(own):
        others = [record for record in left if record != own]
        group = [own, *sorted(others, key=lambda record: (distance(record, points[own]), record))[: k - 1]]
        groups.append(group)
        for record in group:
            left.remove(record)

    def centre():
        return [sum(points[record][axis] for record in left) / len(left) for axis in range(len(points[0]))]

    while len(left) >= 3 * k:
        first = farthest(centre())
        form(first)
        form(farthest(points[first]))
    if len(left) >= 2 * k:
        form(farthest(centre()))
    return [*groups, left] if left else groups


def grouped(points, k):
    found = np.empty(len(points), np.int64)
    number = mdav_groups(np.array(points, np.float64), k, found)
    assert sorted(set(found.tolist())) == list(range(number))
    return [np.flatnonzero(found == group).tolist() for group in range(number)]


@given(POINTS, st.integers(2, 5))
def test_that_groups_are_those_of_the_steps_of_the_paper(points, k):
    assert grouped(points, k) == [sorted(group) for group in naive_groups(points, k)]


@given(POINTS, st.integers(2, 5))
def test_that_groups_have_k_to_2k_minus_1_records(points, k):
    sizes = [len(group) for group in grouped(points, k)]
    assert sum(sizes) == len(points)
    assert all(k <= size < 2 * k for size in sizes) or len(sizes) == 1


def aggregated(k, **columns):
    records = records_of(**columns)
    found = Mdav(columns=tuple(columns), k=k).perturb(records)
    return found.columns, found.facts, np.stack([numbers_of(each) for each in records.columns.values()], axis=1)


def test_that_every_record_shows_the_mean_of_its_group():
    generator = np.random.default_rng(3)
    ages, incomes = generator.integers(18, 90, 100), np.round(generator.lognormal(8, 1, 100), 2)
    columns, facts, before = aggregated(4, age=ages, income=incomes)
    after = np.stack([numbers_of(column) for column in columns], axis=1)
    lost = whole = 0.0
    deviations = before.std(axis=0)
    for group in naive_groups(((before - before.mean(axis=0)) / deviations).tolist(), 4):
        assert np.abs(after[group, 0] - before[group, 0].mean()).max() <= 0.5
        assert np.abs(after[group, 1] - before[group, 1].mean()).max() <= 0.005 + 1e-9
        lost += (((before[group] - before[group].mean(axis=0)) / deviations) ** 2).sum()
    whole = (((before - before.mean(axis=0)) / deviations) ** 2).sum()
    assert facts["variance_lost"] == pytest.approx(lost / whole)
    assert min(Counter(zip(*(texts_of(column) for column in columns), strict=True)).values()) >= 4
    assert facts["groups"]["smallest"] >= 4
    assert facts["columns_lost"]["age"]["mean_after"] == pytest.approx(after[:, 0].mean())


def test_that_pairs_that_are_clear_are_found():
    columns, facts, _before = aggregated(2, age=[20, 60, 22, 62, 40, 42])
    assert texts_of(columns[0]) == ["21", "61", "21", "61", "41", "41"]
    assert facts["groups"] == {"number": 3, "smallest": 2, "largest": 2}


def test_that_columns_are_standardized():
    numbers = np.array([[1.0, 1000.0, 7.0], [2.0, 3000.0, 7.0], [3.0, 5000.0, 7.0]])
    found = standardized(numbers)
    assert found.mean(axis=0) == pytest.approx([0.0, 0.0, 0.0])
    assert found.std(axis=0) == pytest.approx([1.0, 1.0, 0.0])


def test_that_texts_missing_cells_and_sizes_are_refused():
    (unfit,) = Mdav(columns=("job",), k=2).unfit(records_of(job=["cook", "nurse"]))
    assert unfit.found == '"job" is of the type string, and numbers are needed'
    (unfit,) = Mdav(columns=("age",), k=2).unfit(records_of(age=[1, "", 2]))
    assert unfit.found == '1 cell of "age" is missing: without a number there is no distance'
    (unfit,) = Mdav(columns=("age",), k=4).unfit(records_of(age=[1, 2, 3]))
    assert (unfit.field, unfit.found) == ("k", "the table has 3 records")
    column = records_of(age=[1, 2]).columns["age"]
    many = column.at(np.zeros(MOST_RECORDS + 1, np.intp))
    (unfit,) = Mdav(columns=("age",), k=2).unfit(PerturbedRecords({"age": many}))
    assert unfit.found == "the table has 200,001 records, of which each is compared with all others"
