"""Aggregates of classes against the statistics module, fractions and a calendar."""

import datetime as dt
import math
import statistics
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from arxdesk_engine.classes.classes import Histograms
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.release.transform.microaggregate import Aggregation, aggregate, squared_errors

INTEGER, DECIMAL, DATE = ValueType(DataType.INTEGER), ValueType(DataType.DECIMAL), ValueType(DataType.DATE, "%d.%m.%Y")
SIZES = ("small", "medium", "large", "huge")
ORDINAL, STRING = ValueType(DataType.ORDINAL, None, SIZES), ValueType()
VALUES = {
    "integer": (INTEGER, ("0", "1", "2", "3", "10", "-4", "+7", "07", "999999999999999999", "")),
    "decimal": (DECIMAL, ("0", "0.1", "0.2", ".25", "1e3", "-2.5", "3.", "1e-7", "")),
    "date": (DATE, ("01.01.2020", "02.01.2020", "29.02.2020", "31.12.1969", "15.06.1850", "")),
    "ordinal": (ORDINAL, (*SIZES, "")),
    "string": (STRING, ("b", "a", "*", "é", "10", "9", "")),
}
FUNCTIONS = {
    "integer": ("arithmetic-mean", "median", "mode", "interval", "set"),
    "decimal": ("arithmetic-mean", "median", "mode", "interval", "set"),
    "date": ("arithmetic-mean", "median", "mode", "interval", "set"),
    "ordinal": ("median", "mode", "interval", "set"),
    "string": ("mode", "set"),
}
_EPOCH = dt.datetime(1970, 1, 1)  # noqa: DTZ001


def column_of(cells, kind):
    dictionary = list(dict.fromkeys(cells))
    codes = np.array([dictionary.index(cell) for cell in cells], np.int32)
    return Column.encode("x", codes, dictionary, kind)


def histograms_of(column, members, classes):
    """Counted one by one, the values of each class in the order in which they come."""
    starts, values, counts = [0], [], []
    for each in range(classes):
        found = Counter(code for code, member in zip(column.codes.tolist(), members, strict=True) if member == each)
        values += found
        counts += found.values()
        starts.append(len(values))
    return Histograms(np.array(starts), np.array(values, np.int32), np.array(counts, np.int64))


def shown(cells, members, classes, kind, function, missing="ignore"):
    column = column_of(cells, kind)
    found = aggregate(column, histograms_of(column, members, classes), Aggregation(function, missing))
    assert len(set(found.texts)) == len(found.texts)
    return [found.texts[code] for code in found.codes]


def of_one_class(cells, kind, function, missing="ignore"):
    return shown(cells, [0] * len(cells), 1, kind, function, missing)[0]


def number(text, kind):
    if kind is DATE:
        return Fraction((dt.datetime.strptime(text, DATE.format) - _EPOCH).days)  # noqa: DTZ007
    return Fraction(SIZES.index(text)) if kind is ORDINAL else Fraction(text)


def half_up(exact, decimals=0):
    return Fraction(math.floor(exact * 10**decimals + Fraction(1, 2)), 10**decimals)


def spelled(cells, kind, all_cells):
    """Whole numbers that stand in a column in several spellings read alike: "+7" and "07" are "7"."""
    if kind is not INTEGER:
        return cells
    spellings = Counter(int(cell) for cell in set(all_cells) if cell)
    return [str(int(cell)) if cell and spellings[int(cell)] > 1 else cell for cell in cells]


def textbook(cells, kind, function, missing, all_cells):
    """The aggregate of the cells of one class: a number where it is one, otherwise a text."""
    zero = min((cell for cell in all_cells if kind in (INTEGER, DECIMAL) and cell and Fraction(cell) == 0), default="0")
    if missing == "as-zero":
        cells = [cell or zero for cell in cells]
    elif missing == "ignore":
        cells = [cell for cell in cells if cell]
    if not cells:
        return ""
    ordered = sorted(cells, key=lambda cell: (not cell, number(cell, kind) if cell and kind is not STRING else 0, cell))
    if function == "mode":
        best = max(Counter(ordered).values())
        return next(cell for cell in ordered if Counter(ordered)[cell] == best)
    if function == "interval":
        return f"[{ordered[0]}, {ordered[-1]}]"
    if function == "set":
        return "{" + ", ".join(dict.fromkeys(ordered)) + "}"
    if function == "median" and kind is ORDINAL:
        return ordered[(len(ordered) - 1) // 2]
    if function == "median":
        lower, upper = ordered[(len(ordered) - 1) // 2], ordered[len(ordered) // 2]
        if lower == upper:
            return lower
    numbers = [number(cell, kind) for cell in ordered]
    exact = statistics.median(numbers) if function == "median" else statistics.mean(numbers)
    if kind is DATE:
        return (_EPOCH + dt.timedelta(days=math.floor(exact))).strftime(DATE.format)
    most = max((len(cell.partition("e")[0].partition(".")[2]) for cell in all_cells if "e-" not in cell), default=0)
    if any("e-" in cell for cell in all_cells):
        most = max(most, 7)
    return half_up(exact, 0 if kind is INTEGER else most + 2)


@st.composite
def classes_of_values(draw):
    name = draw(st.sampled_from(sorted(VALUES)))
    kind, values = VALUES[name]
    function = draw(st.sampled_from(FUNCTIONS[name]))
    rules = ["ignore"]
    rules += ["as-zero"] if name in ("integer", "decimal") else []
    rules += ["as-value"] if function in ("mode", "set") else []
    chosen = draw(st.lists(st.sampled_from(values), min_size=1, max_size=len(values), unique=True))
    cells = draw(st.lists(st.sampled_from(chosen), min_size=1, max_size=24))
    number_of_classes = draw(st.integers(1, 4))
    members = draw(st.lists(st.integers(0, number_of_classes - 1), min_size=len(cells), max_size=len(cells)))
    return cells, members, number_of_classes, kind, function, draw(st.sampled_from(rules))


@given(drawn=classes_of_values())
def test_that_every_class_shows_the_aggregate_of_its_values(drawn):
    cells, members, classes, kind, function, missing = drawn
    found = shown(cells, members, classes, kind, function, missing)
    for each in range(classes):
        own = [cell for cell, member in zip(cells, members, strict=True) if member == each]
        expected = textbook(spelled(own, kind, cells), kind, function, missing, cells)
        if isinstance(expected, Fraction):
            assert Fraction(found[each]) == expected
            assert kind.parse(found[each]) is not None
        else:
            assert found[each] == expected


@pytest.mark.parametrize(
    ("cells", "kind", "function", "expected"),
    [
        (["1", "2"], INTEGER, "arithmetic-mean", "2"),
        (["-1", "-2"], INTEGER, "arithmetic-mean", "-1"),
        (["1", "1", "2"], INTEGER, "arithmetic-mean", "1"),
        (["999999999999999999", "999999999999999998"], INTEGER, "arithmetic-mean", "999999999999999999"),
        (["0.1", "0.2"], DECIMAL, "arithmetic-mean", "0.15"),
        (["0.1", "0.2", "0.2"], DECIMAL, "arithmetic-mean", "0.167"),
        (["-0.1", "0"], DECIMAL, "arithmetic-mean", "-0.05"),
        (["01.01.2020", "02.01.2020"], DATE, "arithmetic-mean", "01.01.2020"),
        (["01.01.2020", "03.01.2020"], DATE, "arithmetic-mean", "02.01.2020"),
        (["3", "0"], INTEGER, "geometric-mean", "1"),
        (["8", "8", "8"], INTEGER, "geometric-mean", "8"),
        (["1.5", "4"], DECIMAL, "geometric-mean", "2.536"),
        (["", ""], INTEGER, "geometric-mean", ""),
        (["1", "2", "10", ""], INTEGER, "median", "2"),
        (["1", "4", "10", "2"], INTEGER, "median", "3"),
        (["1", "2"], DECIMAL, "median", "1.5"),
        (["small", "large"], ORDINAL, "median", "small"),
        (["b", "a", "b", "a"], STRING, "mode", "a"),
        (["10", "9"], INTEGER, "mode", "9"),
        (["", "", "b"], STRING, "mode", "b"),
        (["3", "", "11"], INTEGER, "interval", "[3, 11]"),
        (["3"], INTEGER, "interval", "[3, 3]"),
        (["b", "a", "", "b"], STRING, "set", "{a, b}"),
    ],
)
def test_that_aggregates_are_those_of_the_definitions(cells, kind, function, expected):
    assert of_one_class(cells, kind, function) == expected


@pytest.mark.parametrize(
    ("function", "missing", "expected"),
    [
        ("arithmetic-mean", "ignore", "4"),
        ("arithmetic-mean", "as-zero", "2"),
        ("geometric-mean", "as-zero", "1"),
        ("median", "as-zero", "2"),
        ("interval", "as-zero", "[0, 4]"),
        ("mode", "as-zero", "0"),
        ("mode", "as-value", "4"),
        ("set", "as-value", "{4, }"),
        ("set", "as-zero", "{0, 4}"),
    ],
)
def test_that_the_rule_for_missing_cells_holds_in_every_function(function, missing, expected):
    assert of_one_class(["4", ""], INTEGER, function, missing) == expected


@given(cells=st.lists(st.integers(0, 10**6).map(str), min_size=1, max_size=20))
def test_that_the_geometric_mean_is_that_of_the_values_plus_one_less_one(cells):
    exact = statistics.geometric_mean([int(cell) + 1 for cell in cells]) - 1
    assert abs(int(of_one_class(cells, INTEGER, "geometric-mean")) - exact) <= 0.5 + 1e-6


@pytest.mark.parametrize(
    ("cells", "kind", "function", "missing", "found"),
    [
        (["a"], STRING, "arithmetic-mean", "ignore", "arithmetic-mean cannot be formed of values of the type string"),
        (["small"], ORDINAL, "arithmetic-mean", "ignore", "of the type ordinal"),
        (["01.01.2020"], DATE, "geometric-mean", "ignore", "of the type date"),
        (["-1"], INTEGER, "geometric-mean", "ignore", "values of at least 0"),
        (["a"], STRING, "median", "ignore", "values without an order"),
        (["a"], STRING, "interval", "ignore", "values without an order"),
        (["a"], STRING, "mode", "as-zero", "cannot be 0"),
        (["1"], INTEGER, "median", "as-value", "does not allow missing values"),
        (["10:30 +0200"], ValueType(DataType.DATE, "%H:%M %z"), "median", "ignore", "cannot be written back"),
        (["a", ""], STRING, "set", "as-value", None),
        (["05.2020"], ValueType(DataType.DATE, "%m.%Y"), "median", "ignore", None),
    ],
)
def test_that_a_function_that_does_not_suit_a_column_is_told(cells, kind, function, missing, found):
    column = Column("x", np.zeros(len(cells), np.int32), tuple(cells), kind)
    misfit = Aggregation(function, missing).misfit(column)
    assert (misfit is None) if found is None else found in misfit[0]


@given(drawn=classes_of_values())
@example(drawn=(["+7", "+7", "+7", "07"], [0, 0, 0, 1], 2, ValueType(DataType.INTEGER), "interval", "ignore"))
def test_that_errors_are_normalized_mean_squares(drawn):
    cells, members, classes, kind, function, missing = drawn
    column = column_of(cells, kind)
    histograms, rule = histograms_of(column, members, classes), Aggregation(function, missing)
    found = aggregate(column, histograms, rule)
    errors = squared_errors(column, histograms, found, rule)
    assert ((errors >= 0.0) & (errors <= 1.0 + 1e-12)).all()
    if missing != "ignore":
        return
    values = [cell for cell in cells if cell]
    for each in range(classes):
        own = [cell for cell, member in zip(cells, members, strict=True) if member == each and cell]
        if not own or (kind is STRING and function == "mode"):
            expected = 0.0
        elif function in ("interval", "set"):
            alike = kind.parse if kind.kind.is_numeric else str  # equal numbers are one value, however they are spelled
            expected = len(set(map(alike, own))) / len(set(map(alike, values)))
        else:
            of_type = kind.positions(values)
            span = of_type.max() - of_type.min()
            agreed = kind.parse(found.texts[found.codes[each]])
            squares = [((kind.parse(cell) - agreed) / span) ** 2 for cell in own] if span else [0.0]
            expected = sum(squares) / len(squares)
        assert errors[each] == pytest.approx(expected, abs=1e-9)


def test_that_aggregates_of_one_value_have_no_error_and_no_class_is_no_error():
    column = column_of(["5", "5"], INTEGER)
    rule = Aggregation("arithmetic-mean")
    histograms = histograms_of(column, [0, 0], 2)
    found = aggregate(column, histograms, rule)
    assert [found.texts[code] for code in found.codes] == ["5", ""]
    assert squared_errors(column, histograms, found, rule).tolist() == [0.0, 0.0]
    nothing = histograms_of(column, [9, 9], 0)
    assert aggregate(column, nothing, rule).codes.tolist() == []
