"""Summary statistics against statistics, pandas and scipy."""

import json
import statistics

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import gmean

from arxdesk_engine.analysis.statistics.class_sizes import Sizes, class_sizes
from arxdesk_engine.analysis.statistics.contingency import contingency_table
from arxdesk_engine.analysis.statistics.descriptive import (
    MeasurementScale,
    complete_records,
    scale_of,
    summary_statistics,
)
from arxdesk_engine.analysis.statistics.frequencies import frequency_distribution
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import DataType, ValueType

KINDS = {
    "string": ValueType(),
    "ordinal": ValueType(DataType.ORDINAL, order=("low", "mid", "high")),
    "date": ValueType(DataType.DATE, "%Y-%m-%d"),
    "integer": ValueType(DataType.INTEGER),
    "decimal": ValueType(DataType.DECIMAL),
}


def column(cells, kind="string", name="x"):
    texts = [str(cell) for cell in cells]
    dictionary = list(dict.fromkeys(texts))
    coded = Column.encode(name, np.array([dictionary.index(t) for t in texts], np.int32), dictionary, ValueType())
    order = KINDS[kind].sort_order(coded.values)
    rank = np.empty(len(order), np.int32)
    rank[order] = np.arange(len(order))
    return Column(name, rank[coded.codes], tuple(coded.values[i] for i in order), KINDS[kind])


@pytest.mark.parametrize(
    ("kind", "scale"),
    [("string", "nominal"), ("ordinal", "ordinal"), ("date", "interval"), ("integer", "ratio"), ("decimal", "ratio")],
)
def test_that_every_type_has_its_scale(kind, scale):
    assert scale_of(KINDS[kind]) is MeasurementScale(scale)


numbers = st.lists(
    st.one_of(st.integers(-50, 50), st.just(""), st.just("*"), st.integers(0, 3)), min_size=1, max_size=40
)


@given(cells=numbers)
def test_that_numbers_have_the_statistics_of_the_textbook(cells):
    found = summary_statistics(column(cells, "integer"))
    values = [float(cell) for cell in cells if cell not in ("", "*")]
    assert (found.count, found.missing, found.suppressed) == (len(values), cells.count(""), cells.count("*"))
    assert found.distinct == len(set(values))
    if not values:
        assert (found.mode, found.ordinal, found.interval, found.geometric_mean) == (None, None, None, None)
        return
    assert float(found.mode) == min(statistics.multimode(values))
    assert found.ordinal.median_position == statistics.median(values)
    assert float(found.ordinal.median) == statistics.median_low(values)
    assert (float(found.ordinal.minimum), float(found.ordinal.maximum)) == (min(values), max(values))
    series, interval = pd.Series(values), found.interval
    assert interval.arithmetic_mean == pytest.approx(series.mean(), abs=1e-12)
    assert interval.population_variance == pytest.approx(statistics.pvariance(values), abs=1e-12)
    assert interval.range == max(values) - min(values)
    if len(values) > 1:
        assert interval.sample_variance == pytest.approx(series.var(), abs=1e-12)
        assert interval.standard_deviation == pytest.approx(series.std(), abs=1e-12)
    else:
        assert (interval.sample_variance, interval.standard_deviation) == (None, None)
    if len(values) > 3 and len(set(values)) > 1:
        assert interval.kurtosis == pytest.approx(series.kurt(), rel=1e-9, abs=1e-9)
    else:
        assert interval.kurtosis is None
    if min(values) > -1:
        assert found.geometric_mean == pytest.approx(gmean(np.array(values) + 1) - 1, abs=1e-12)
    else:
        assert found.geometric_mean is None


def test_that_a_flat_distribution_has_a_negative_kurtosis_and_shows_it():
    assert summary_statistics(column(range(100), "integer")).interval.kurtosis == pytest.approx(-1.2)


def test_that_constant_decimals_have_no_variance():
    found = summary_statistics(column(["0.1"] * 7, "decimal"))
    assert found.interval.population_variance == 0.0
    assert found.interval.kurtosis is None


def test_that_texts_have_a_mode_and_no_more():
    found = summary_statistics(column(["b", "a", "b", "a", "c", ""]))
    assert (found.scale, found.mode, found.count, found.distinct, found.missing) == (
        MeasurementScale.NOMINAL,
        "a",
        5,
        3,
        1,
    )
    assert (found.ordinal, found.interval) == (None, None)


def test_that_ordered_values_have_a_median_that_occurs():
    found = summary_statistics(column(["low", "high", "mid", "low"], "ordinal"))
    assert (found.ordinal.median, found.ordinal.median_position) == ("low", None)
    assert (found.ordinal.minimum, found.ordinal.maximum, found.interval) == ("low", "high", None)


def test_that_dates_have_differences_in_seconds_and_no_ratio():
    found = summary_statistics(column(["1970-01-01", "1970-01-03", "*"], "date"))
    assert (found.interval.range, found.interval.arithmetic_mean) == (172_800.0, 86_400.0)
    assert found.ordinal.median_position == 86_400.0
    assert found.geometric_mean is None


def test_that_labels_among_numbers_make_a_column_nominal():
    found = summary_statistics(column(["1", "2", "1-2"], "integer"))
    assert (found.scale, found.interval) == (MeasurementScale.NOMINAL, None)


def test_that_only_the_records_of_a_subset_are_summarized():
    found = summary_statistics(column([1, 2, 30, 4], "integer"), np.array([True, True, False, True]))
    assert (found.count, found.ordinal.maximum) == (3, "4")


def test_that_listwise_deletion_leaves_complete_records():
    columns = [column(["a", "", "b", "c"]), column(["1", "2", "*", "4"])]
    assert complete_records(columns).tolist() == [True, False, False, True]
    assert complete_records(columns, np.array([False, True, True, True])).tolist() == [False, False, False, True]


def test_that_no_records_have_no_statistics():
    found = summary_statistics(column(["1"], "integer"), np.array([False]))
    assert (found.count, found.mode, found.ordinal) == (0, None, None)


@given(pairs=st.lists(st.tuples(st.sampled_from("abcdef*"), st.sampled_from(("u", "v", "w", ""))), min_size=1))
def test_that_contingency_tables_are_those_of_pandas(pairs):
    first, second = (column(part) for part in zip(*pairs, strict=True))
    found = contingency_table(first, second)
    kept = [pair for pair in pairs if pair[0] != "*" and pair[1]]
    if not kept:
        assert found.counts.size == 0
        return
    expected = pd.crosstab(*(pd.Series(part) for part in zip(*kept, strict=True)))
    np.testing.assert_array_equal(found.counts, expected.to_numpy())
    assert found.rows == tuple((text, text) for text in expected.index)
    assert found.columns == tuple((text, text) for text in expected.columns)


def test_that_large_contingency_tables_are_sampled_down():
    cells = [str(number) for number in range(100)]
    found = contingency_table(column(cells, "integer"), column(cells, "integer"), rows=10, columns=3)
    assert found.counts.shape == (10, 3)
    assert found.counts.sum() == 100
    assert found.counts.sum(axis=1).tolist() == [10] * 10
    assert (found.rows[0], found.rows[-1], found.columns[0]) == (("0", "9"), ("90", "99"), ("0", "33"))


def test_that_class_sizes_are_told_with_and_without_suppressed_records():
    found = class_sizes(np.array([5, 7, 6]), 2)
    assert found.kept == Sizes(3, 6.0, 5, 7)
    assert found.with_suppressed == Sizes(4, 5.0, 2, 7)
    assert (found.kept_records, found.suppressed_records, found.records) == (18, 2, 20)
    assert class_sizes(np.empty(0, np.int64)).kept == Sizes(0, 0.0, 0, 0)
    assert class_sizes(np.empty(0, np.int64), 4).with_suppressed == Sizes(1, 4.0, 4, 4)
    assert class_sizes(np.array([5, 7]), 2, np.array([3, 1])) == class_sizes(np.array([5, 5, 7, 5]), 2)


def test_that_class_sizes_agree_with_the_reference(shared, adult):
    with (shared / "reference" / "adult9-risk-quality.json").open() as stream:
        expected = json.load(stream)["output_classes"]
    output = adult.apply((0, 3, 0, 0, 2, 1, 1, 2, 0))
    found = class_sizes(output.class_sizes, output.suppressed_records)
    assert (found.records, found.suppressed_records) == (expected["records"], expected["suppressed_records"])
    assert found.kept.classes == expected["classes_without_suppressed"]
    assert found.with_suppressed.classes == expected["classes_with_suppressed_as_one"]
    sizes = (found.kept.smallest, found.kept.average, found.kept.largest)
    assert sizes == (expected["min_class"], pytest.approx(expected["avg_class"]), expected["max_class"])


def test_that_frequencies_are_in_the_order_of_the_type():
    found = frequency_distribution(column([10, 9, 10, "*", "", 100], "integer"))
    assert (found.values, found.counts.tolist()) == (("9", "10", "100"), [1, 2, 1])
    assert (found.missing, found.suppressed, found.shares.tolist()) == (1, 1, [0.25, 0.5, 0.25])


def test_that_generalized_values_are_in_the_order_of_their_hierarchy(adult):
    output = adult.apply((0, 2, 0, 0, 1, 0, 0, 0, 0))
    education = frequency_distribution(output.dataset["education"], adult.hierarchies["education"])
    rows = adult.hierarchies["education"].labels[1]
    assert sorted(education.values) == sorted(text for text in rows)
    coarse = adult.hierarchies["education"].labels[2]
    above = dict(
        zip(
            (rows[code] for code in adult.hierarchies["education"].codes[1]),
            (coarse[code] for code in adult.hierarchies["education"].codes[2]),
            strict=True,
        )
    )
    groups = [above[value] for value in education.values]
    assert groups == sorted(groups, key=coarse.index)
    age = frequency_distribution(output.dataset["age"], adult.hierarchies["age"])
    assert list(age.values) == sorted(age.values, key=lambda text: int(text.split("-")[0]))
    assert int(age.counts.sum()) + age.suppressed == 30_162


def test_that_labels_of_several_levels_stand_in_one_order(adult):
    mixed = column(["21", "20-24", "20-39", "*", "26", "0-19", "other"])
    found = frequency_distribution(mixed, adult.hierarchies["age"])
    assert found.values == ("0-19", "20-39", "20-24", "21", "26", "other")


def test_that_numbers_too_large_to_calculate_with_are_ordered():
    found = summary_statistics(column(["1e308", "-1e308", "1e200", "3"], "decimal"))
    assert found.scale is MeasurementScale.ORDINAL
    assert (found.interval, found.geometric_mean, found.ordinal.median_position) == (None, None, None)
    assert (found.ordinal.minimum, found.ordinal.median, found.ordinal.maximum) == ("-1e308", "3", "1e308")
