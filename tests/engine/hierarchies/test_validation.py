"""What a hierarchy must fulfil, against the definition."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.foundation.errors import InvalidHierarchy
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.hierarchies.validation import MAX_LEVELS, check, check_complete
from tests.engine import naive
from tests.engine.problems import column_of
from tests.engine.strategies import hierarchies

ROWS = st.integers(1, 4).flatmap(
    lambda levels: st.lists(st.tuples(*[st.sampled_from("abc")] * levels), min_size=1, max_size=5)
)


@given(hierarchies())
def test_that_nested_hierarchies_are_accepted(rows):
    hierarchy = Hierarchy(rows)
    assert check(hierarchy) is hierarchy


@given(ROWS)
def test_that_exactly_doubled_values_and_split_groups_are_refused(rows):
    values = [row[0] for row in rows]
    is_faulty = len(set(values)) < len(values) or naive.splits(rows)
    try:
        check(Hierarchy(tuple(rows)))
    except InvalidHierarchy:
        assert is_faulty
    else:
        assert not is_faulty


def test_that_rows_are_needed_and_levels_limited():
    with pytest.raises(InvalidHierarchy, match="there are no rows"):
        check(Hierarchy(()))
    with pytest.raises(InvalidHierarchy, match=f"{MAX_LEVELS + 1} levels"):
        check(Hierarchy((("a",) * (MAX_LEVELS + 1),)))


def test_that_values_without_a_row_are_named_with_the_first_record():
    column = column_of("age", ("1", "2", "9", "8", "", "7", "6", "5", "4"))
    with pytest.raises(InvalidHierarchy) as caught:
        check_complete(Hierarchy((("1", "*"), ("2", "*")), "ages.csv"), column)
    message = caught.value.message
    assert message.startswith('ages.csv: 7 values have no entry for attribute "age": ')
    assert "and 2 more (first in record 9)" in message


def test_that_the_missing_value_needs_a_row_too():
    with pytest.raises(InvalidHierarchy, match=r"1 value has no entry for attribute \"a\": the empty value \(first in"):
        check_complete(Hierarchy((("x",),)), column_of("a", ("x", "")))
