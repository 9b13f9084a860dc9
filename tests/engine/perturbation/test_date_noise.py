"""Order-preserving noise: the order of days in plain Python, its range and its mean, and what cannot be moved."""

import datetime as dt
import itertools
from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.perturbation.date_noise import DateNoise
from arxdesk_engine.perturbation.method import PerturbedRecords
from tests.engine.perturbation.tables import job_with, records_of, released, texts_of

FIRST = dt.date(2020, 2, 20)
EVENTS = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 60), st.none() | st.integers(0, 60)), min_size=2, max_size=25
)


def day(number):
    return "" if number is None else (FIRST + dt.timedelta(days=number)).isoformat()


def number(text):
    return None if not text else (dt.date.fromisoformat(text) - FIRST).days


def noisy(owners, most=10, seed=0, **columns):
    asked = DateNoise(columns=tuple(columns), within=("owner",), days=most, seed=seed)
    cells = {name: [day(each) for each in column] for name, column in columns.items()}
    records = records_of(owner=owners, **cells)
    found = asked.perturb(records)
    return {column.name: [number(text) for text in texts_of(column)] for column in found.columns}, found.facts


@given(EVENTS, st.integers(1, 30), st.integers(0, 5))
@settings(deadline=None)
def test_that_all_dates_of_a_person_stay_in_their_order_and_near_to_where_they_were(events, most, seed):
    owners, first, second = (list(each) for each in zip(*events, strict=True))
    first[0], second[0] = 0, 3  # so that there are dates in both columns
    after, facts = noisy(owners, most, seed, first=first, second=second)
    pairs = defaultdict(set)
    for column, before in (("first", first), ("second", second)):
        for owner, old, new in zip(owners, before, after[column], strict=True):
            assert (old is None) == (new is None)
            if old is not None:
                assert abs(new - old) <= most
                pairs[owner].add((old, new))
    for moved in pairs.values():
        in_order = sorted(moved)
        assert len({old for old, _new in in_order}) == len(in_order)  # one day moves to one day
        assert all(new < later for (_old, new), (_other, later) in itertools.pairwise(in_order))
    every = [(old, new) for moved in pairs.values() for old, new in moved]
    assert facts["dates"] == len(every)
    assert facts["people"] == len(pairs)
    assert facts["moved"] == sum(old != new for old, new in every)
    assert facts["mean_days"] == pytest.approx(sum(new - old for old, new in every) / len(every))


def test_that_each_day_is_expected_where_it_was():
    """Gaps of any width in a long history: the mean of many draws, by its standard error."""
    days = np.cumsum([0, 5, 1, 12, 3, 40, 8, 2, 2, 60])
    draws = np.array([noisy([0] * 10, 14, seed, first=days.tolist())[0]["first"] for seed in range(1500)])
    error = draws.std(axis=0) / np.sqrt(len(draws))
    assert (np.abs(draws.mean(axis=0) - days) <= 4 * error + 1e-9).all()
    assert set(draws[:, 0] - days[0]) == set(range(-4, 5))  # the next is five days later
    assert set(draws[:, -1] - days[-1]) == set(range(-14, 15))
    assert (draws[:, 1] == days[1]).all()  # nothing is between it and the next day


def test_that_a_history_of_one_day_moves_as_far_as_it_may_with_equal_chances():
    moved = np.array([noisy([0, 1], 2, seed, first=[30, 31])[0]["first"][0] - 30 for seed in range(2000)])
    assert set(moved.tolist()) == {-2, -1, 0, 1, 2}
    assert all(330 <= int((moved == each).sum()) <= 470 for each in range(-2, 3))  # 400 each, with a deviation of 18


def typed(form, *texts):
    """Records with dates in a format, all of one person."""
    values, codes = np.unique(np.array(texts, object), return_inverse=True)
    column = Column.encode("seen", codes.astype(np.int32), values.tolist(), ValueType(DataType.DATE, form))
    owner = Column("owner", np.zeros(len(texts), np.int32), ("a",))
    return PerturbedRecords({"seen": column, "owner": owner})


def test_that_times_of_day_and_formats_stay():
    records = typed("%d.%m.%Y %H:%M", "02.01.2024 23:59", "09.01.2024 00:01", "09.01.2024 22:00")
    asked = DateNoise(columns=("seen",), within=("owner",), days=3, seed=4)
    assert not list(asked.unfit(records))
    after = texts_of(asked.perturb(records).columns[0])
    assert [text[-5:] for text in after] == ["23:59", "00:01", "22:00"]
    assert after[1][:10] == after[2][:10]
    assert after[0][:10] != "02.01.2024"


@pytest.mark.parametrize(
    ("form", "text", "told"),
    [("%Y-%m", "2024-01", "cannot be written as %Y-%m"), ("%Y-%m-%d", "9999-12-30", "once moved, cannot be written")],
)
def test_that_dates_which_cannot_be_written_once_moved_are_refused(form, text, told):
    (found,) = DateNoise(columns=("seen",), within=("owner",), days=30).unfit(typed(form, text))
    assert told in found.found


def test_that_records_without_dates_are_left_alone():
    found = DateNoise(columns=("seen",), within=("owner",), days=30).perturb(typed("%Y-%m-%d", "", ""))
    assert texts_of(found.columns[0]) == ["", ""]
    assert found.facts["dates"] == 0


REFUSED = {
    "numbers": ({}, "the values of .age. are no dates"),
    "a column that is not there": ({"within": ["ownr"]}, "no column .ownr."),
}


@pytest.mark.parametrize(("changes", "told"), REFUSED.values(), ids=REFUSED)
def test_that_what_cannot_be_moved_is_refused(changes, told):
    asked = {"method": "date-noise", "columns": ["age"], "within": ["owner"], "days": 30} | changes
    with pytest.raises(InvalidJob, match=told):
        released(job_with(asked), owner=["a", "b"], age=[1, 2])
