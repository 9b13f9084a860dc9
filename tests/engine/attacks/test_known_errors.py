"""What is known with an error, beside the definition: a label stands for a value if it does for one that is near."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.attacks.attacked import AttackedColumn, AttackedTable
from arxdesk_engine.attacks.labels.coverage import coverage
from arxdesk_engine.attacks.labels.ends import LabelEnds
from arxdesk_engine.attacks.labels.errors import KnownError, with_error
from arxdesk_engine.attacks.singling_out import singling_out
from arxdesk_engine.data.schema import DataType, Role, ValueType
from arxdesk_engine.foundation.errors import InvalidData, InvalidJob
from arxdesk_engine.job.job import job_from

WHOLE = ValueType(DataType.INTEGER)
DAY = ValueType(DataType.DATE, "%Y-%m-%d")
GROUPS = {"few": range(3), "some": range(3, 8), "3": range(8, 30)}
HALVES = [number / 2 for number in range(-80, 140)]


def means(label, position):
    """Whether a label of this test stands for a position, which need not be that of a value."""
    if label == "*":
        return True
    if label in GROUPS:
        return position in GROUPS[label]
    if label.startswith("["):
        low, high = map(float, label[1:-1].split(", "))
        return low <= position < high
    if label.startswith(">"):
        return position > float(label[1:])
    return position == float(label)


labels_of_numbers = st.one_of(
    st.sampled_from(["*", *GROUPS]),
    st.builds(lambda low, width: f"[{low}, {low + width}[", st.integers(-5, 30), st.integers(1, 9)),
    st.builds(lambda bound: f">{bound}", st.integers(-5, 30)),
    st.builds(lambda double: f"{double / 2:g}", st.integers(0, 60).filter(lambda double: double != 6)),
)


@given(
    st.lists(labels_of_numbers, min_size=1, max_size=6, unique=True),
    st.lists(st.integers(0, 29), min_size=1, max_size=8, unique=True),
    st.one_of(
        st.builds(KnownError, st.integers(0, 12).map(lambda double: double / 2)),
        st.builds(KnownError, share=st.sampled_from([0.0, 0.25, 0.5])),
    ),
)
def test_that_labels_stand_for_what_is_near(labels, numbers, error):
    values = [str(number) for number in numbers if number != 3]  # "3" is a group
    # A hierarchy puts no label into a release that stands for no value of the input.
    labels = [label for label in labels if label not in GROUPS or any(int(value) in GROUPS[label] for value in values)]
    levels = [{str(number): name for name, those in GROUPS.items() for number in those}]
    covers = coverage(labels, values, WHOLE, levels)
    found = with_error(covers, WHOLE.positions(values), LabelEnds.read(labels, WHOLE), error)
    for code, value in enumerate(values):
        width = error.distance + error.share * float(value)
        # Labels of a hierarchy stand for values of the input, others for every position.
        near = [each for each in HALVES if abs(each - float(value)) <= width + 1e-9]
        quarters = [float(value) - width, float(value) + width]
        for place, label in enumerate(labels):
            places = (
                [each for each in near if str(int(each)) in values and each == int(each)]
                if label in GROUPS
                else [*near, *quarters]
            )
            assert found.holds(code)[place] == any(means(label, each) for each in places), (label, value)


def test_that_no_error_changes_nothing_and_dates_are_known_in_days():
    days = ["2024-01-30", "2024-02-02", "2024-03-01", "?"]
    labels = ["2024-01", "2024-02-01", "[2024-02-03, 2024-03-01[", "?"]
    covers, ends = coverage(labels, days, DAY), LabelEnds.read(labels, DAY)
    exact = with_error(covers, DAY.positions(days), ends, KnownError())
    assert [exact.holds(code).tolist() for code in range(4)] == [covers.holds(code).tolist() for code in range(4)]
    found = with_error(covers, DAY.positions(days), ends, KnownError(2 * 86_400.0))
    assert [np.flatnonzero(found.holds(code)).tolist() for code in range(4)] == [[0, 1], [0, 1, 2], [2], [3]]


def table_of_ages():
    """Three people, and a release of their ages as another tool perturbed them."""
    values, labels = ["30", "40", "50"], ["31", "38.5", "52"]
    column = AttackedColumn(
        np.arange(3), np.arange(3), coverage(labels, values, WHOLE), tuple(values), tuple(labels),
        WHOLE.positions(values), WHOLE,
    )  # fmt: skip
    everybody = np.ones(3, np.bool_)
    return AttackedTable({"age": column}, everybody, ~everybody, {"age": Role.QUASI_IDENTIFYING})


def test_that_perturbed_values_are_found_by_who_knows_them_about():
    table = table_of_ages()
    assert singling_out(table, ["age"]).candidates.tolist() == [0, 0, 0]
    assert singling_out(table.known_with({"age": 1.5}), ["age"]).candidates.tolist() == [1, 1, 0]
    assert singling_out(table.known_with({"age": "5 %"}), ["age"]).candidates.tolist() == [1, 1, 1]
    assert singling_out(table.known_with({"age": 9.0}), ["age"]).candidates.tolist() == [2, 2, 1]
    raw = table.as_shared()
    assert singling_out(raw, ["age"]).candidates.tolist() == [1, 1, 1]
    assert singling_out(raw.known_with({"age": 10}), ["age"]).candidates.tolist() == [2, 3, 2]


def test_that_only_what_has_a_scale_is_known_with_an_error():
    table = table_of_ages()
    text = replace(table.columns["age"], positions=None, kind=ValueType())
    with pytest.raises(InvalidData, match='"age" has no scale'):
        replace(table, columns={"age": text}).known_with({"age": 1})
    date = replace(table.columns["age"], kind=DAY)
    with pytest.raises(InvalidData, match='"age" is a date'):
        replace(table, columns={"age": date}).known_with({"age": "5 %"})
    with pytest.raises(InvalidData, match='"wage" is not in the input'):
        table.known_with({"wage": 1})


@pytest.mark.parametrize("error", [-1, "5", "100 %", "a lot", math.inf])
def test_that_errors_are_numbers_or_shares(error):
    job = {"data": {"path": "t.csv"}, "attackers": [{"name": "A", "knows": ["age"], "error": {"age": error}}]}
    with pytest.raises(InvalidJob, match=r'"age" cannot be known so badly\. Write a number'):
        job_from(job)


def test_that_errors_stay_with_renamed_columns():
    content = {"name": "A", "knows": ["age"], "error": {"age": 2, "wage": "5 %"}}
    (attacker,) = job_from({"data": {"path": "t.csv"}, "attackers": [content]}).attackers
    assert dict(attacker.with_names(str.upper).error) == {"AGE": 2, "WAGE": "5 %"}
