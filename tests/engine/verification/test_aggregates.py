"""The second definition of aggregates: it confirms what the first one makes, and nothing that differs from it."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.verification.aggregates import Rule, wrong_aggregates
from arxdesk_engine.verification.notation import alike
from tests.engine.release.transform.test_microaggregate import DATE, DECIMAL, INTEGER, STRING, classes_of_values, shown


def rule_of(cells, kind, function, missing):
    return Rule(kind, function, missing, list(dict.fromkeys(cells)))


def wrong(cells, members, aggregates, rule):
    values, file = pd.Categorical(cells), pd.Categorical(aggregates)
    return wrong_aggregates(np.array(members), values, file, rule).tolist()


@given(drawn=classes_of_values(), geometric=st.booleans())
def test_that_what_the_engine_aggregates_is_confirmed(drawn, geometric):
    cells, members, classes, kind, function, missing = drawn
    if geometric and kind in (INTEGER, DECIMAL) and missing != "as-value":
        cells, function = [cell if not cell.startswith("-") else "4" for cell in cells], "geometric-mean"
        cells = [cell if cell != "999999999999999999" else "5" for cell in cells]
    found = shown(cells, members, classes, kind, function, missing)
    cells = list(alike(pd.Categorical(cells), kind))  # a column is read so
    rule = rule_of(cells, kind, function, missing)
    assert not any(wrong(cells, members, [found[member] for member in members], rule))


@pytest.mark.parametrize(
    ("cells", "kind", "function", "tampered"),
    [
        (["1", "2"], INTEGER, "arithmetic-mean", ["1", "3", "", "*", "nan", "1.5", "2/1 "]),
        (["0.1", "0.2"], DECIMAL, "arithmetic-mean", ["0.1", "0.1501", "0.16"]),
        (["3", "0"], INTEGER, "geometric-mean", ["2", "0", "1.2", "", "x"]),
        (["1.5", "4"], DECIMAL, "geometric-mean", ["2.535", "2.537", "2.5361"]),
        (["1", "2", "10"], INTEGER, "median", ["1", "3", "10"]),
        (["01.01.2020", "03.01.2020"], DATE, "arithmetic-mean", ["01.01.2020", "2020-01-02"]),
        (["b", "a", "b", "a"], STRING, "mode", ["b", "", "A"]),
        (["3", "11"], INTEGER, "interval", ["[3, 12]", "[3,11]", "3"]),
        (["b", "a"], STRING, "set", ["{b, a}", "{a}", "{a, b, c}"]),
        (["", ""], INTEGER, "median", ["0", "*"]),
    ],
)
def test_that_anything_else_is_wrong(cells, kind, function, tampered):
    rule = rule_of(cells, kind, function, "ignore")
    for text in tampered:
        assert wrong(cells, [0] * len(cells), [text] * len(cells), rule) == [True] * len(cells), text


def test_that_one_record_that_shows_something_else_is_found():
    rule = rule_of(["1", "3", "5"], INTEGER, "median", "ignore")
    assert wrong(["1", "3", "5", "5"], [0, 0, 0, 7], ["3", "4", "3", "5"], rule) == [False, True, False, False]


def test_that_ordinal_medians_are_the_lower_of_two():
    kind = ValueType(DataType.ORDINAL, None, ("low", "high"))
    rule = rule_of(["low", "high"], kind, "median", "ignore")
    assert wrong(["low", "high"], [0, 0], ["low", "high"], rule) == [False, True]
