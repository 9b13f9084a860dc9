"""Summary statistics as people see them, compared with the engine's."""

from __future__ import annotations

import statistics

import pandas as pd
import pytest

from arxdesk.quality.distribution.summary_view import SummaryView
from arxdesk.ui.words import count
from arxdesk_engine.analysis.distribution.scale_words import significant
from arxdesk_engine.analysis.statistics.descriptive import complete_records, summary_statistics
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from tests.arxdesk.quality import quality_views
from tests.arxdesk.quality.quality_views import answered

american, census_parts, example_parts = quality_views.american, quality_views.census_parts, quality_views.example_parts
census, example, of_frame, shown = (
    quality_views.census,
    quality_views.example,
    quality_views.of_frame,
    quality_views.shown,
)
SIZE = (328, 352)


def figures(view):
    return {row.name: row.values for row in view.rows}


@pytest.mark.parametrize("project", ["census", "example"])
def test_that_every_attribute_has_the_figures_of_the_engine(project, request, shown, qtbot):
    analysis = request.getfixturevalue(project)
    view = shown(SummaryView, analysis, size=SIZE)
    for name in analysis.input.dataset.names:
        analysis.document.set_focus(name)
        answered(qtbot, view)
        before = summary_statistics(analysis.input.dataset[name])
        after = summary_statistics(analysis.output.dataset[name])
        rows = figures(view)
        assert rows["With a value"] == (count(before.count), count(after.count))
        assert rows["Most frequent"][0] == before.mode
        assert [text.split()[0] for text in rows["Values"]] == [count(before.distinct), count(after.distinct)]
        if after.count:
            assert rows["Most frequent"][1] == after.mode
        if before.ordinal is not None:
            assert (rows["Smallest"][0], rows["Largest"][0]) == (before.ordinal.minimum, before.ordinal.maximum)
        if before.geometric_mean is not None:
            assert rows["Geometric mean"][0] == significant(before.geometric_mean)
            assert rows["Mean"][0] == significant(before.interval.arithmetic_mean)
            assert rows["Std. deviation"][0] == significant(before.interval.standard_deviation)
            assert rows["Variance, n − 1"][0] == significant(before.interval.sample_variance)
            assert rows["Variance, n"][0] == significant(before.interval.population_variance)
            assert rows["Kurtosis"][0] == significant(before.interval.kurtosis)


def test_that_bands_of_the_census_are_ordered_and_no_numbers(shown, census):
    view = shown(SummaryView, census, "age", SIZE)
    rows = figures(view)
    assert rows["Values"] == ("72", "5 bands")
    assert rows["Most frequent"] == ("36", "20-39")
    assert rows["Median"] == ("37", "20-39")
    assert rows["Middle half"] == ("28 to 47", "20-39 to 40-59")
    assert rows["Smallest"] == ("17", "0-19")
    assert rows["Largest"] == ("90", "80-99")
    assert rows["Removed"] == ("0", "1,346")
    assert rows["Kurtosis"][1] == rows["Std. deviation"][1] == "–"
    labels = [text for text in census.output.dataset["age"].texts() if text != "*"]
    centres = [(int(low) + int(high)) / 2 for low, high in (text.split("-") for text in labels)]
    assert rows["Mean"][1] == f"{statistics.fmean(centres):.1f} *"
    assert "Bands count as ordered, not as numbers." in view.note.text()


def test_that_dates_are_days_and_their_differences_durations(shown, example):
    rows = figures(shown(SummaryView, example, "admission_date", SIZE))
    assert rows["Median"] == ("2025-01-01", "2025")
    assert rows["Range"][0] == "730 days"
    assert rows["Std. deviation"][0].endswith(" days")
    assert rows["Variance, n"][0].endswith(" days²")


def test_that_incomplete_records_are_left_out_on_demand_and_that_is_said(shown, census, qtbot):
    view = shown(SummaryView, census, "age", SIZE)
    assert not view.only_complete.isChecked()
    view.only_complete.click()
    answered(qtbot, view)
    assert int(complete_records(census.output.dataset.columns).sum()) == 0
    assert figures(view)["With a value"] == ("30,162", "0")
    assert figures(view)["Left out"] == ("0", "28,816")
    assert "No record in the output has a value in every attribute." in view.note.text()


@pytest.mark.parametrize(
    ("name", "side", "number"), [("Removed", 1, 1346), ("Most frequent", 1, 15248), ("Largest", 0, 35)]
)
def test_that_figures_of_people_open_their_records(shown, census, name, side, number):
    view = shown(SummaryView, census, "age", SIZE)
    row = next(place for place, each in enumerate(view.rows) if each.name == name)
    view.table.activated.emit(view.table.model().index(row, side + 1))
    records = census.shown_records
    assert len(records.request.run(records.table, Control())) == number


def test_that_a_single_record_has_no_spread(shown, of_frame):
    rows = figures(shown(SummaryView, of_frame(pd.DataFrame({"a": ["4"], "b": ["x"]}), {}), "a", SIZE))
    assert rows["Mean"] == ("4.00",)
    assert rows["Median"] == ("4",)
    assert "Std. deviation" not in rows
    assert "Kurtosis" not in rows


def test_that_nothing_known_leaves_the_numbers_of_people(shown, of_frame):
    rows = figures(shown(SummaryView, of_frame(pd.DataFrame({"a": ["", ""], "b": ["x", "y"]}), {}), "a", SIZE))
    assert rows == {"Values": ("0",), "With a value": ("0",), "Missing": ("2",), "Removed": ("0",)}


def test_that_everybody_removed_has_no_figures_after(shown, of_frame):
    hierarchies = {"a": Hierarchy(tuple((text, "*") for text in "123"))}
    analysis = of_frame(pd.DataFrame({"a": list("123")}), hierarchies, (0,), k=2, limit=1.0)
    rows = figures(shown(SummaryView, analysis, "a", SIZE))
    assert rows["Removed"] == ("0", "3")
    assert rows["Mean"] == ("2.00", "–")
