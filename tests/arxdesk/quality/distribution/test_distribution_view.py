"""The distribution of an attribute as people see it, compared with the engine's counts."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest

from arxdesk.quality.distribution.view import DistributionView
from arxdesk.ui.words import count
from arxdesk_engine.analysis.distribution.distribution import MOST_DRAWN, Distribution
from arxdesk_engine.analysis.distribution.sentences import sentence
from arxdesk_engine.analysis.distribution.sides import SideCounts
from arxdesk_engine.analysis.statistics.frequencies import frequency_distribution
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


def table_of(view):
    """What the table shows, by the text of the row."""
    table = view._model.table
    return {
        table.text(row, 0): [table.text(row, column) for column in range(1, len(table.headings))]
        for row in range(table.rows)
    }


@pytest.mark.parametrize("project", ["census", "example"])
def test_that_the_table_of_every_attribute_has_the_counts_of_the_engine(project, request, shown, qtbot):
    analysis = request.getfixturevalue(project)
    view = shown(DistributionView, analysis)
    for name in analysis.input.dataset.names:
        analysis.document.set_focus(name)
        answered(qtbot, view)
        assert view.found is not None
        assert view.found.attribute == name
        rows = table_of(view)
        for side, table in enumerate((analysis.input, analysis.output)):
            found = frequency_distribution(table.dataset[name])
            expected = {text: count(number) for text, number in zip(found.values, found.counts.tolist(), strict=True)}
            assert {text: row[2 * side] for text, row in rows.items() if text in found.values} == expected
            assert sum(found.counts) + found.missing + found.suppressed == analysis.input.dataset.records


def test_that_the_census_is_drawn_as_in_the_design(shown, census):
    view = shown(DistributionView, census, "age")
    before, after = view.histogram.sides
    assert (before.title, after.title) == ("Input, 72 values", "Output, 5 bands")
    assert [(bar.low, bar.end) for bar in after.bars] == [(0, 20), (20, 40), (40, 60), (60, 80), (80, 100)]
    ages = census.input.dataset["age"]
    numbers = np.array([int(age) for age in ages.values])[ages.codes]
    assert [bar.height for bar in before.bars] == np.histogram(numbers, np.arange(15, 100, 5))[0].tolist()
    labels = census.output.dataset["age"].texts()
    people = [int((labels == text).sum()) for text in ("0-19", "20-39", "40-59", "60-79", "80-99")]
    assert [bar.height for bar in after.bars] == [number * 5 / 20 for number in people]
    assert "Records per 5 values of age." in view.sentence.text()
    assert "The shape is kept" in view.sentence.text()
    assert view.left_out.texts == ["1,346 removed in the output"]


def test_that_values_outside_of_the_band_they_read_are_told(shown, census):
    view = shown(DistributionView, census, "age")
    before, after = census.input.dataset["age"].texts(), census.output.dataset["age"].texts()
    wrong = sum(
        text != "*" and not int(text.split("-")[0]) <= int(age) <= int(text.split("-")[1])
        for age, text in zip(before, after, strict=True)
    )
    assert f"{count(wrong)} records read a band that their value is not in" in view.sentence.text()


def test_that_periods_of_dates_are_as_wide_as_they_are(shown, example):
    view = shown(DistributionView, example, "admission_date")
    bars = view.histogram.sides[1].bars
    assert [bar.lines[0] for bar in bars] == ["2024", "2025"]
    assert bars[0].end - bars[0].low == 366 * 86400
    assert "Records per month of admission_date." in view.sentence.text()


def test_that_a_bar_opens_the_records_it_counts(shown, census, qtbot):
    view = shown(DistributionView, census, "age")
    rect = view.histogram.bar_rect(1, 2)
    with qtbot.waitSignal(census.records_changed):
        QTest.mouseClick(view.histogram, Qt.MouseButton.LeftButton, pos=rect.center().toPoint())
    records = census.shown_records
    assert records.reason == "with age 40-59 in the output"
    found = records.request.run(records.table, Control())
    assert set(census.output.dataset["age"].texts()[found]) == {"40-59"}
    assert len(found) == 10_145


def test_that_the_keyboard_walks_through_the_bars_and_opens_them(shown, census, qtbot):
    view = shown(DistributionView, census, "age")
    view.histogram.setFocus()
    for _ in range(2):
        QTest.keyClick(view.histogram, Qt.Key.Key_Right)
    assert view.histogram.readout.lines[0] == "20–24"
    QTest.keyClick(view.histogram, Qt.Key.Key_Return)
    assert census.shown_records.reason == "with age 20–24 in the input"
    found = census.shown_records.request.run(census.input, Control())
    assert len(found) == 3_500


def test_that_removed_people_open_by_a_link(shown, census, qtbot):
    view = shown(DistributionView, census, "age")
    view.left_out.links[0].click()
    records = census.shown_records
    found = records.request.run(records.table, Control())
    assert found.tolist() == np.flatnonzero(census.output.suppressed).tolist()


def test_that_coarser_categories_stand_beside_their_values_and_open(shown, census, qtbot):
    view = shown(DistributionView, census, "education")
    assert view.lists[1].isVisible()
    assert [bar.label for bar in view.lists[1].bars] == ["Higher education", "Secondary education", "Primary education"]
    assert "16 values became 3 groups." in view.sentence.text()
    place = view.lists[1].row_rect(2).center()
    QTest.mouseClick(view.lists[1].viewport(), Qt.MouseButton.LeftButton, pos=place)
    records = census.shown_records
    assert len(records.request.run(records.table, Control())) == int(view.lists[1].bars[2].after)


def test_that_unchanged_values_share_their_rows(shown, census):
    view = shown(DistributionView, census, "marital-status")
    assert not view.lists[1].isVisible()
    bars = {bar.label: (bar.before, bar.after) for bar in view.lists[0].bars}
    assert bars["Married-AF-spouse"] == (21.0, 0.0)


def test_that_a_lost_attribute_is_told(shown, census):
    view = shown(DistributionView, census, "occupation")
    assert "Nothing is left of it in the output: it reads * for 28,816 records." in view.sentence.text()
    assert view.left_out.texts == ["28,816 read * in the output", "1,346 removed in the output"]


def test_that_the_choice_of_the_attribute_is_shared(shown, census, qtbot):
    view = shown(DistributionView, census, "age")
    view.choice.setCurrentText("race")
    view.choice.activated.emit(view.choice.currentIndex())
    assert census.document.focus == "race"
    answered(qtbot, view)
    assert view.found.attribute == "race"


def test_that_other_widths_are_counted_anew_and_usual_ones_come_back(shown, census, qtbot):
    view = shown(DistributionView, census, "age")
    assert view.width_choice.keys[:5] == ("usual", "1", "2", "5", "10")
    view.width_choice.setCurrentIndex(4)
    view.width_choice.activated.emit(4)
    answered(qtbot, view)
    assert [bar.end - bar.low for bar in view.histogram.sides[0].bars] == [10.0] * 9
    view.width_choice.setCurrentIndex(0)
    view.width_choice.activated.emit(0)
    answered(qtbot, view)
    assert view.histogram.sides[0].bars[0].end == 20.0


def test_that_chart_and_table_change_places_and_both_are_copied(shown, census, qapp):
    view = shown(DistributionView, census, "sex")
    view.form.segment("table").click()
    assert view.table.isVisible()
    assert not view.lists[0].isVisible()
    view.lists[0].chart_menu.copy_numbers()
    lines = qapp.clipboard().text().splitlines()
    assert lines[0].split("\t") == ["sex", "Input records", "Input share", "Output records", "Output share"]
    assert lines[1].split("\t")[:2] == ["Female", "9,782"]


AGES = {"age": Hierarchy(tuple((str(age), f"{age // 10 * 10}-{age // 10 * 10 + 9}", "*") for age in range(100)))}


def test_that_the_input_stands_alone_before_anything_is_applied(shown, of_frame):
    view = shown(DistributionView, of_frame(pd.DataFrame({"age": ["20", "21", "21", ""]}), AGES), "age")
    assert [side.title for side in view.histogram.sides] == ["Input, 2 values"]
    assert view.left_out.texts == ["1 missing in the input"]
    view.left_out.links[0].click()
    records = view.analysis.shown_records
    assert records.request.run(records.table, Control()).tolist() == [3]


@pytest.mark.parametrize("cells", [["21"], ["21"] * 4, ["3.5", "3.5"]])
def test_that_one_value_is_one_bar(shown, of_frame, cells):
    view = shown(DistributionView, of_frame(pd.DataFrame({"age": cells, "b": ["x"] * len(cells)}), {}), "age")
    (side,) = view.histogram.sides
    assert [bar.height for bar in side.bars] == [len(cells)]


def test_that_nothing_known_is_said(shown, of_frame):
    view = shown(DistributionView, of_frame(pd.DataFrame({"age": ["", "", ""], "b": list("xyz")}), {}), "age")
    assert view.sentence.text() == "No value of age is known."
    assert view.left_out.texts == ["3 missing in the input"]


def test_that_everybody_removed_leaves_the_input_and_its_outline(shown, of_frame):
    frame = pd.DataFrame({"age": [str(age) for age in range(20, 30)]})
    view = shown(DistributionView, of_frame(frame, AGES, (0,), k=2, limit=1.0), "age")
    assert [side.title for side in view.histogram.sides] == ["Input, 10 values", "Output, no values"]
    assert view.left_out.texts == ["10 removed in the output"]


def test_that_of_very_many_values_the_most_frequent_are_drawn_and_the_table_has_all(shown, of_frame):
    texts = [f"Hauptentlassungsdiagnose {number:06d}" for number in range(20_000)] + ["Hauptentlassungsdiagnose 000007"]
    view = shown(DistributionView, of_frame(pd.DataFrame({"d": texts}), {}), "d")
    assert len(view.lists[0].bars) == MOST_DRAWN
    assert "Hauptentlassungsdiagnose 000007" in [bar.label for bar in view.lists[0].bars]
    assert "Showing the 300 most frequent of 20,000." in view.sentence.text()
    assert view._model.table.rows == 20_000


def test_that_nothing_is_asked_while_nobody_looks(qtbot, census):
    view = DistributionView(census)
    qtbot.addWidget(view)
    census.document.set_focus("race")
    QCoreApplication.processEvents()
    assert view.found is None


def test_that_the_most_frequent_category_is_drawn_first(shown, census):
    view = shown(DistributionView, census, "native-country")
    drawn = [bar.before for bar in view.lists[0].bars]
    assert drawn == sorted(drawn, reverse=True)
    assert view.lists[0].bars[0].label == "United-States"


def test_that_those_who_read_a_star_are_not_called_removed():
    after = SideCounts(values=2, shown=5, missing=0, removed=858, starred=21_969)
    before = SideCounts(values=2, shown=22_832, missing=0, removed=0, starred=0)
    counts = np.array([20_000, 2_832]), np.array([4, 1])
    said = sentence(Distribution("ward", ("a", "b"), *counts, before, after, None), 2)
    assert "21,969 records that read *" in said
    assert "858 records that were removed" in said


@pytest.mark.parametrize(
    ("after", "told"),
    [
        ((20, 10), "Every value is as frequent as before. Its cells are perturbed (PRAM)."),
        ((17, 13), "10 % of the shape has changed. Its cells are perturbed (PRAM)."),
    ],
)
def test_that_values_of_a_perturbed_column_are_not_called_unchanged(after, told):
    side = SideCounts(values=2, shown=30, missing=0, removed=0, starred=0)
    counts = np.array([20, 10]), np.array(after)
    said = sentence(Distribution("ward", ("a", "b"), *counts, side, side, None, perturbed="PRAM"), 2)
    assert said == f"Records per value of ward. {told}"
