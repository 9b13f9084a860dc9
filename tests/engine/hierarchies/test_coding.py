"""Bottom and top coding against comparing."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from arxdesk_engine.foundation.errors import InvalidHierarchy
from arxdesk_engine.hierarchies.coding import CodingBuilder
from tests.engine.hierarchies.columns import built, column

NUMBERS = st.decimals(-20, 20, places=1)


@given(st.lists(NUMBERS.map(str), min_size=1, max_size=8, unique=True), NUMBERS, NUMBERS)
def test_that_far_values_become_one_group_at_each_end(values, first, second):
    bottom, top = sorted((first, second))
    if bottom == top:
        top += 1
    rows = built(CodingBuilder(bottom=bottom, top=top), column([*values, ""])).rows
    for value, label, root in rows:
        expected = value
        if value and Decimal(value) < bottom:
            expected = "<" + f"{bottom:.1f}".removesuffix(".0").replace("-0", "0" if bottom == 0 else "-0")
        if value and Decimal(value) >= top:
            expected = ">=" + f"{top:.1f}".removesuffix(".0").replace("-0", "0" if top == 0 else "-0")
        assert (label, root) == (expected, "*")


def test_that_dates_are_coded_and_others_named():
    dates = CodingBuilder.model_validate({"top": "2020-01-01"})
    assert dates.labels_of(["2019-12-31", "2020-01-01"]) == [
        ("2019-12-31", "2019-12-31", "*"),
        ("2020-01-01", ">=2020-01-01", "*"),
    ]
    with pytest.raises(InvalidHierarchy, match="1 value is no date"):
        dates.labels_of(["old"])


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ({}, "there is no threshold"),
        ({"bottom": 5, "top": 5}, "top is not above bottom"),
        ({"bottom": 5, "top": "2020-01-01"}, "one threshold is a number, the other one a date"),
    ],
)
def test_that_what_is_no_specification_is_told(content, found):
    with pytest.raises(ValidationError, match=found):
        CodingBuilder.model_validate(content)
