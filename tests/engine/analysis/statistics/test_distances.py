"""Distances of distributions against scipy, each cell spread one by one."""

import numpy as np
import pytest
from hypothesis import given
from scipy.spatial.distance import jensenshannon
from scipy.stats import ks_2samp, wasserstein_distance

from arxdesk_engine.analysis.statistics.cells import Cells
from arxdesk_engine.analysis.statistics.distances import distances
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.hierarchies.hierarchy import Hierarchy, bind
from tests.engine.analysis.statistics import twins
from tests.engine.naive import label
from tests.engine.problems import column_of


def spread(table, attribute):
    """Input and output as frequencies of the rows of the hierarchy."""
    rows, column = table.case.hierarchies[attribute], table.case.columns[attribute]
    place = {row[0]: index for index, row in enumerate(rows)}
    before, after = np.zeros((2, len(rows)))
    for value, level in zip(column, table.level_of(attribute), strict=True):
        before[place[value]] += 1
        below = [r for r, row in enumerate(rows) if level is None or row[level] == label(rows, value, level)]
        after[below] += 1 / len(below)
    return before / len(column), after / len(column)


@given(table=twins.recoded())
def test_that_distances_are_those_of_cells_spread_over_the_values_below_them(table):
    for attribute, cells in enumerate(twins.cells_of(table, known=True)):
        p, q = spread(table, attribute)
        found = distances(cells)
        assert found.total_variation == pytest.approx(np.abs(p - q).sum() / 2, abs=1e-12)
        assert found.hellinger == pytest.approx(np.linalg.norm(np.sqrt(p) - np.sqrt(q)) / np.sqrt(2), abs=1e-7)
        with np.errstate(invalid="ignore"):  # SciPy takes the root of what rounding has left of zero
            expected = np.nan_to_num(jensenshannon(p, q, base=2))
        assert found.jensen_shannon == pytest.approx(expected, abs=1e-7)


def numbers(before, after, suppressed=None, rows=None):
    dictionary = sorted(set(before))
    codes = np.array([dictionary.index(text) for text in before], np.int32)
    column = Column.encode("x", codes, dictionary, ValueType(DataType.INTEGER))
    bound = bind(Hierarchy(rows or tuple((value, "*") for value in column.values)), column)
    gone = np.zeros(len(before), np.bool_) if suppressed is None else np.array(suppressed)
    return Cells(column, column_of("x", tuple(after)), bound, gone)


def test_that_the_input_has_no_distance():
    cells = ("3", "1", "7", "1")
    found = distances(numbers(cells, cells))
    assert found == distances(numbers(cells, cells, [False] * 4))
    assert (found.total_variation, found.hellinger, found.jensen_shannon) == (0.0, 0.0, 0.0)
    assert (found.kolmogorov_smirnov, found.wasserstein) == (0.0, 0.0)


def test_that_numbers_are_spread_over_the_values_of_the_data():
    rows = (("1", "1-4", "*"), ("2", "1-4", "*"), ("4", "1-4", "*"), ("9", "5-9", "*"))
    before = ("1", "1", "2", "4", "9", "9")
    found = distances(numbers(before, ("1-4", "1-4", "1-4", "1-4", "9", "*"), [False] * 5 + [True], rows))
    before_numbers = [1, 1, 2, 4, 9, 9]
    values = [1, 2, 4, 9]
    weights = [4 / 3 + 0.25, 4 / 3 + 0.25, 4 / 3 + 0.25, 1 + 0.25]
    expected = wasserstein_distance(before_numbers, values, None, weights)
    assert found.wasserstein == pytest.approx(expected)
    cumulative = np.cumsum(weights) / 6
    assert found.kolmogorov_smirnov == pytest.approx(np.abs(cumulative - np.array([2, 3, 4, 6]) / 6).max())


def test_that_means_are_numbers():
    before, after = ("1", "3", "10", "20"), ("2", "2", "15", "15")
    found = distances(numbers(before, after))
    assert found.wasserstein == pytest.approx(wasserstein_distance([1, 3, 10, 20], [2, 2, 15, 15]))
    assert found.kolmogorov_smirnov == pytest.approx(ks_2samp([1, 3, 10, 20], [2, 2, 15, 15]).statistic)


def test_that_intervals_and_sets_are_spread_over_what_they_stand_for():
    rows = tuple((str(number),) for number in (1, 2, 3, 9))
    found = distances(numbers(("1", "3", "2", "9"), ("[1, 3]", "[1, 3]", "{2, 9}", "{2, 9}"), None, rows))
    p, q = np.full(4, 0.25), np.array([1 / 6, 1 / 6 + 1 / 4, 1 / 6, 1 / 4])
    assert found.total_variation == pytest.approx(np.abs(p - q).sum() / 2)


def test_that_texts_have_no_numeric_distance():
    column = column_of("x", ("a", "b"))
    found = distances(Cells(column, column, bind(Hierarchy((("a",), ("b",))), column), np.zeros(2, np.bool_)))
    assert (found.kolmogorov_smirnov, found.wasserstein) == (None, None)


def test_that_no_records_have_no_distance():
    column = column_of("x", ("a", "b"))
    bound = bind(Hierarchy((("a",), ("b",))), column)
    none = np.zeros(2, np.bool_)
    assert distances(Cells(column, column, bound, none, none)).total_variation == 0.0
