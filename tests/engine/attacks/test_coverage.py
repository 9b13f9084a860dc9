"""What labels cover, by examples and beside hierarchies of builders."""

import pytest

from arxdesk_engine.attacks.coverage import covers
from arxdesk_engine.data.schema import DataType, ValueType

WHOLE = ValueType(DataType.INTEGER)
DAY = ValueType(DataType.DATE, "%Y-%m-%d")
TEXT = ValueType()
ORDERED = ValueType(DataType.ORDINAL, order=("low", "middle", "high"))


def covered(label, values, kind=TEXT, levels=()):
    found = covers([label], values, kind, levels)[:, 0]
    return [value for value, is_in in zip(values, found.tolist(), strict=True) if is_in]


NUMBERS = ["-3", "0", "4", "5", "12", "90"]


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("4", ["4"]),
        ("*", NUMBERS),
        ("{4, 12}", ["4", "12"]),
        ("[4, 12[", ["4", "5"]),
        ("]4, 12]", ["5", "12"]),
        ("(4, 12)", ["5"]),
        ("4-12", ["4", "5", "12"]),
        ("4\u201312", ["4", "5", "12"]),
        ("-3-4", ["-3", "0", "4"]),
        ("-5--1", ["-3"]),
        ("<4", ["-3", "0"]),
        ("<=4", ["-3", "0", "4"]),
        ("\u226512", ["12", "90"]),
        (">=12", ["12", "90"]),
        (">12", ["90"]),
        ("nothing", []),
        ("", []),
    ],
)
def test_that_labels_of_numbers_are_read_as_they_look(label, expected):
    assert covered(label, NUMBERS, WHOLE) == expected


def test_that_days_and_ordered_values_have_intervals_too():
    days = ["2024-12-31", "2025-01-01", "2025-02-28"]
    assert covered("[2025-01-01, 2025-03-01[", days, DAY) == days[1:]
    assert covered("<2025-01-01", days, DAY) == days[:1]
    assert covered("low-middle", ["low", "middle", "high"], ORDERED) == ["low", "middle"]
    assert covered(">=middle", ["low", "middle", "high"], ORDERED) == ["middle", "high"]


def test_that_hidden_characters_can_be_any():
    assert covered("81***", ["81667", "81925", "91000", "8166"]) == ["81667", "81925"]
    assert covered("P*1", ["PA1", "PB1", "PB2"]) == ["PA1", "PB1"]


def test_that_a_missing_cell_is_a_value_of_its_own():
    assert covered("", ["", "a"]) == [""]
    assert covered("*", ["", "a"]) == ["", "a"]


def test_that_a_hierarchy_says_what_its_labels_cover():
    levels = [{"4": "4", "5": "5"}, {"4": "few", "5": "few", "12": "many"}, dict.fromkeys(NUMBERS, "*")]
    assert covered("few", NUMBERS, WHOLE, levels) == ["4", "5"]
    assert covered("many", NUMBERS, WHOLE, levels) == ["12"]


def test_that_a_label_of_several_levels_covers_what_is_below_any():
    levels = [{"a": "a", "b": "b", "c": "c"}, {"a": "b", "b": "c", "c": "c"}]
    assert covered("b", ["a", "b", "c"], TEXT, levels) == ["a", "b"]
