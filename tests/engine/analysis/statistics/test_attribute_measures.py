"""Measures of single attributes against slow twins, for tables whose records are generalized each to its own levels."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given

from arxdesk_engine.analysis.statistics import attribute_measures as measures
from arxdesk_engine.analysis.statistics.cells import Cells
from arxdesk_engine.analysis.statistics.granularity import granularity
from arxdesk_engine.hierarchies.hierarchy import Hierarchy, bind
from tests.engine import naive
from tests.engine.analysis.statistics import twins
from tests.engine.problems import column_of, grouping_of
from tests.engine.strategies import cases


def assert_measured(table, cells, levels):
    for attribute, (each, level) in enumerate(zip(cells, levels, strict=True)):
        size = len(table.case.hierarchies[attribute])
        share = measures.granularity(each)
        assert share.raw == pytest.approx(float(twins.granularity(table, attribute, level)), abs=1e-12)
        assert (share.minimum, share.maximum) == (1 / size, 1.0)
        steps = measures.generalization_intensity(each)
        assert steps.raw == pytest.approx(float(twins.intensity(table, attribute, level)), abs=1e-12)
        assert measures.missings(each).raw == pytest.approx(float(twins.missings(table, attribute, level)), abs=1e-12)
        entropy = measures.non_uniform_entropy(each)
        assert entropy.raw == pytest.approx(twins.entropy(table, attribute, level), abs=1e-9)
        assert entropy.maximum == pytest.approx(twins.greatest_entropy(table.case.columns[attribute]), abs=1e-9)


@given(table=twins.recoded())
def test_that_known_levels_give_the_measures_of_the_definitions(table):
    levels = [table.level_of(attribute) for attribute in range(len(table.case.columns))]
    assert_measured(table, twins.cells_of(table, known=True), levels)


@given(table=twins.recoded(by_label=True))
def test_that_levels_are_found_by_label(table):
    levels = [table.looked_up(attribute) for attribute in range(len(table.case.columns))]
    assert_measured(table, twins.cells_of(table, known=False), levels)


@given(case=cases())
def test_that_a_single_transformation_has_the_granularity_that_is_formed_from_distinct_tuples(case):
    removed = naive.suppressed(case, case.highest)
    levels = tuple(None if gone else case.highest for gone in removed)
    cells = twins.cells_of(twins.Recoded(case, levels), known=True)
    expected = granularity(grouping_of(case), case.highest, np.array(removed))
    assert [measures.granularity(each).quality for each in cells] == pytest.approx(expected, abs=1e-12)


@given(case=cases())
def test_that_the_input_keeps_everything_and_a_table_without_records_left_nothing(case):
    bottom = ((0,) * len(case.columns),) * case.records
    for each in twins.cells_of(twins.Recoded(case, bottom), known=False):
        assert measures.granularity(each).quality == 1.0
        assert measures.generalization_intensity(each).quality == 1.0
        assert (measures.non_uniform_entropy(each).raw, measures.non_uniform_entropy(each).quality) == (0.0, 1.0)
    for column, each in zip(
        case.columns, twins.cells_of(twins.Recoded(case, (None,) * case.records), known=False), strict=True
    ):
        assert measures.granularity(each).quality == (1.0 if each.hierarchy.domain_size == 1 else 0.0)
        assert measures.generalization_intensity(each).quality == 0.0
        assert measures.missings(each).quality == 0.0
        entropy = measures.non_uniform_entropy(each)
        assert entropy.quality == pytest.approx(1.0 if len(Counter(column)) == 1 else 0.0, abs=1e-12)


AGES = (
    ("20", "20-29", "20-39", "*"),
    ("25", "20-29", "20-39", "*"),
    ("31", "30-39", "20-39", "*"),
    ("38", "30-39", "20-39", "*"),
    ("52", "50-59", "40-59", "*"),
)


def aged(before, after, suppressed=None):
    column = column_of("age", before)
    gone = np.zeros(len(before), np.bool_) if suppressed is None else np.array(suppressed)
    return Cells(column, column_of("age", after), bind(Hierarchy(AGES), column), gone)


def test_that_an_aggregate_has_the_finest_level_that_hides_as_much():
    cells = aged(("20", "25", "31", "38", "52"), ("22.5", "22.5", "{31, 38}", "{31, 38}", "52"))
    assert cells.aggregated.tolist() == [True, True, True, True, False]
    assert cells.levels.tolist() == [1, 1, 1, 1, 0]
    assert measures.granularity(cells).raw == pytest.approx((2 + 2 + 2 + 2 + 1) / 25)
    assert measures.generalization_intensity(cells).raw == pytest.approx(4 / 15)
    assert measures.missings(cells).raw == 0.0
    assert measures.non_uniform_entropy(cells).raw == pytest.approx(4.0)


def test_that_an_interval_covers_the_values_of_the_data_inside_it():
    cells = aged(("20", "25", "31", "38", "52"), ("[20, 38]", "[20, 38]", "31", "[20, 38]", "52"))
    assert cells.levels.tolist() == [2, 2, 0, 2, 0]
    assert cells.rows_covered.tolist() == [4, 4, 1, 4, 1]


def test_that_an_aggregate_of_values_that_no_level_unites_is_above_the_top():
    column = column_of("sex", ("f", "m"))
    bound = bind(Hierarchy((("f",), ("m",))), column)
    cells = Cells(column, column_of("sex", ("{f, m}", "{f, m}")), bound, np.zeros(2, np.bool_))
    assert cells.levels.tolist() == [1, 1]
    assert measures.generalization_intensity(cells).quality == 0.0
    assert measures.granularity(cells).quality == 0.0
    assert measures.non_uniform_entropy(cells).quality == 0.0


def test_that_a_star_that_is_no_label_hides_a_cell_of_a_record_that_is_kept():
    column = column_of("sex", ("f", "m"))
    cells = Cells(
        column, column_of("sex", ("f", "*")), bind(Hierarchy((("f",), ("m",))), column), np.zeros(2, np.bool_)
    )
    assert cells.hidden.tolist() == [False, True]
    assert measures.granularity(cells).raw == 0.75
    assert measures.missings(cells).raw == 0.5


def test_that_what_a_suppressed_record_still_shows_is_not_hidden():
    column = column_of("illness", ("flu", "cold", "flu"))
    bound = bind(Hierarchy.identity(column.values), column)
    cells = Cells(column, column, bound, np.array([False, True, True]))
    assert not cells.hidden.any()
    assert measures.granularity(cells).quality == 1.0


def test_that_records_whose_cells_read_alike_are_not_taken_for_suppressed():
    column = column_of("a", ("0", "1", "0", "1"))
    bound = bind(Hierarchy((("0", "x"), ("1", "x"))), column)
    cells = Cells(column, column, bound, np.zeros(4, np.bool_))
    assert measures.granularity(cells).quality == 1.0
    assert measures.generalization_intensity(cells).quality == 1.0


def test_that_levels_that_the_output_does_not_show_are_not_believed():
    column = column_of("age", ("20", "25"))
    shown = column_of("age", ("20-29", "20-29"))
    cells = Cells(column, shown, bind(Hierarchy(AGES), column), np.zeros(2, np.bool_), None, 0)
    assert cells.levels.tolist() == [1, 1]


def test_that_only_records_of_the_research_subset_count():
    column, shown = column_of("age", ("20", "25", "52")), column_of("age", ("20", "20-29", "*"))
    bound, gone = bind(Hierarchy(AGES), column), np.array([False, False, True])
    cells = Cells(column, shown, bound, gone, np.array([True, True, False]))
    assert (cells.records, cells.levels.tolist()) == (2, [0, 1])


def test_that_many_distinct_values_are_counted_without_a_table_of_all_combinations():
    before = column_of("id", tuple(str(number) for number in range(2000)))
    bound = bind(Hierarchy(tuple((value, "*") for value in before.values)), before)
    after = column_of("id", tuple(f"{number}" if number % 2 else "*" for number in range(2000)))
    cells = Cells(before, after, bound, np.zeros(2000, np.bool_))
    assert measures.granularity(cells).raw == pytest.approx(0.5 + 0.5 / 2000)
    assert (cells.counts == 1).all()
    np.testing.assert_array_equal(before.codes, cells.values[cells.of_record])
