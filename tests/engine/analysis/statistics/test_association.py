"""Associations of pairs of attributes against pandas and scipy."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import pearsonr, spearmanr
from scipy.stats.contingency import association

from arxdesk_engine.analysis.statistics.association import AssociationKind, associations
from arxdesk_engine.analysis.statistics.cells import Cells
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.hierarchies.hierarchy import Hierarchy, bind
from tests.engine.problems import column_of

NUMBER, TEXT = ValueType(DataType.INTEGER), ValueType()


def attribute(before, after=None, kind=TEXT, suppressed=None):
    texts = [str(cell) for cell in before]
    dictionary = sorted(set(texts))
    column = Column.encode("x", np.array([dictionary.index(t) for t in texts], np.int32), dictionary, kind)
    bound = bind(Hierarchy(tuple((value,) for value in column.values)), column)
    shown = column_of("x", tuple(map(str, before if after is None else after)))
    return Cells(column, shown, bound, np.array(suppressed or [False] * len(texts)))


def one(first, second):
    return {each.kind: each for each in associations({"a": first, "b": second})}


rows = st.lists(
    st.tuples(st.integers(-5, 5), st.integers(0, 30), st.sampled_from("abc"), st.sampled_from("uvw")),
    min_size=4,
    max_size=40,
)


@given(table=rows)
def test_that_associations_of_the_input_are_those_of_the_textbook(table):
    x, y, c, d = (list(part) for part in zip(*table, strict=True))
    numbers = one(attribute(x, kind=NUMBER), attribute(y, kind=NUMBER))
    constant = len(set(x)) == 1 or len(set(y)) == 1
    expected = (None, None) if constant else (pearsonr(x, y).statistic, spearmanr(x, y).statistic)
    for kind, value in zip((AssociationKind.PEARSON, AssociationKind.SPEARMAN), expected, strict=True):
        for side in (numbers[kind].before, numbers[kind].after):
            assert side == (None if value is None else pytest.approx(value, abs=1e-9))
    categories = one(attribute(c), attribute(d))[AssociationKind.CRAMERS_V]
    if len(set(c)) > 1 and len(set(d)) > 1:
        table_of_both = pd.crosstab(pd.Series(c), pd.Series(d)).to_numpy()
        assert categories.before == pytest.approx(association(table_of_both, method="cramer"), abs=1e-9)
        assert categories.difference == 0.0
    else:
        assert (categories.before, categories.difference) == (None, None)
    mixed = one(attribute(c), attribute(y, kind=NUMBER))[AssociationKind.CORRELATION_RATIO]
    if len(set(c)) > 1 and len(set(y)) > 1:
        frame = pd.DataFrame({"c": c, "y": y})
        means = frame.groupby("c")["y"].transform("mean")
        eta = np.sqrt(means.var(ddof=0) / frame["y"].var(ddof=0))
        assert mixed.before == pytest.approx(eta, abs=1e-9)
    else:
        assert mixed.before is None


def test_that_the_middles_of_intervals_are_compared():
    found = one(
        attribute((1, 3, 5, 9), ("[1, 3]", "[1, 3]", "[5, 9]", "[5, 9]"), NUMBER),
        attribute((1, 2, 3, 4), None, NUMBER),
    )
    expected = pearsonr([2, 2, 7, 7], [1, 2, 3, 4]).statistic
    assert found[AssociationKind.PEARSON].after == pytest.approx(expected)
    difference = expected - pearsonr([1, 3, 5, 9], [1, 2, 3, 4]).statistic
    assert found[AssociationKind.PEARSON].difference == pytest.approx(difference)


def test_that_suppressed_and_missing_cells_are_left_out():
    found = one(
        attribute(("a", "a", "b", "b", "", "b"), ("a", "a", "b", "b", "", "*"), suppressed=[False] * 5 + [True]),
        attribute(("u", "u", "v", "v", "v", "u"), ("u", "u", "v", "v", "v", "*"), suppressed=[False] * 5 + [True]),
    )[AssociationKind.CRAMERS_V]
    assert found.before < 1.0
    assert found.after == pytest.approx(1.0)


def test_that_an_output_of_suppressed_records_has_no_associations():
    gone = [True, True]
    found = one(attribute((1, 2), "**", NUMBER, gone), attribute((1, 2), "**", NUMBER, gone))
    assert (found[AssociationKind.PEARSON].before, found[AssociationKind.PEARSON].after) == (pytest.approx(1.0), None)


def test_that_every_pair_is_compared_once_and_progress_is_told():
    seen = []
    attributes = {name: attribute("ab") for name in "xyz"}
    found = associations(attributes, Control(seen.append))
    assert [(each.first, each.second) for each in found] == [("x", "y"), ("x", "z"), ("y", "z")]
    assert [progress.fraction for progress in seen] == pytest.approx([0, 1 / 3, 2 / 3])


def test_that_it_stops_when_it_is_told():
    control = Control()
    control.stop()
    assert associations({"x": attribute("ab"), "y": attribute("ab")}, control) == ()


def test_that_numbers_whose_squares_vanish_have_no_correlation_ratio():
    tiny = ValueType(DataType.DECIMAL)
    (found,) = associations(
        {"a": attribute(["1e-200", "2e-200", "3e-200"], kind=tiny), "b": attribute(["x", "y", "x"])}
    )
    assert (found.kind, found.before, found.after) == (AssociationKind.CORRELATION_RATIO, None, None)
