"""Partial masking: characters at both ends stay, and no value is shown whole by mistake."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.release.transform.masking import masked_column, redacted
from tests.engine.problems import column_of


@pytest.mark.parametrize(
    ("value", "first", "last", "expected"),
    [
        ("Anna", 1, 0, "A***"),
        ("Anna", 0, 2, "**na"),
        ("4711-0815", 2, 2, "47*****15"),
        ("Anna", 0, 0, "****"),
        ("Al", 1, 1, "**"),
        ("", 1, 1, ""),
    ],
)
def test_that_characters_at_the_ends_are_kept(value, first, last, expected):
    assert redacted([value], first, last, "*") == [expected]


@given(value=st.text("abcdé€", min_size=1, max_size=8), first=st.integers(0, 9), last=st.integers(0, 9))
def test_that_something_is_always_hidden_and_the_length_stays(value, first, last):
    (masked,) = redacted([value], first, last, "#")
    assert len(masked) == len(value)
    shown = [place for place, character in enumerate(masked) if character != "#"]
    assert len(shown) < len(value)
    assert shown in ([], [*range(first), *range(len(value) - last, len(value))])


def test_that_values_that_read_the_same_become_one():
    column = column_of("name", ("Ann", "Abe", "", "Ann", "Bob"))
    masked = masked_column(column, redacted(column.values, 1, 0, "*"))
    assert masked.texts().tolist() == ["A**", "A**", "", "A**", "B**"]
    assert masked.values == ("", "A**", "B**")
