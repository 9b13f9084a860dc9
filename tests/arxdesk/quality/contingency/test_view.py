"""Contingency of two attributes as people see it, compared with the engine's."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from arxdesk.quality.contingency.view import ContingencyView
from arxdesk_engine.analysis.contingency import sentences as contingency_words
from arxdesk_engine.analysis.statistics.association import Association, AssociationKind
from arxdesk_engine.analysis.statistics.contingency import contingency_table
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


def choose_second(view, name):
    view.second.setCurrentText(name)
    view.second.activated.emit(view.second.currentIndex())


def pairs_of(heat):
    """The pairs that occur, whatever their order."""
    return {
        (row, column): value
        for (place, row) in enumerate(heat.rows)
        for column, value in zip(heat.columns, heat.values[place].tolist(), strict=True)
        if value
    }


@pytest.mark.parametrize(
    ("project", "first", "second"),
    [("census", "education", "marital-status"), ("census", "sex", "age"), ("example", "sex", "length_of_stay")],
)
def test_that_both_sides_have_the_pairs_of_the_engine(project, first, second, request, shown, qtbot):
    analysis = request.getfixturevalue(project)
    view = shown(ContingencyView, analysis, first)
    choose_second(view, second)
    answered(qtbot, view)
    for heat_map, table in zip(view.maps, (analysis.input, analysis.output), strict=True):
        expected = contingency_table(table.dataset[first], table.dataset[second])
        assert heat_map.heat.values.sum() == expected.counts.sum()
        assert sorted(heat_map.heat.values.ravel()) == sorted(expected.counts.ravel())
        if (expected.counts.shape[0] < 50) and (expected.counts.shape[1] < 50):
            bins = [[first for first, _last in each] for each in (expected.rows, expected.columns)]
            counts = pd.DataFrame(expected.counts, *bins).stack()
            assert pairs_of(heat_map.heat) == {pair: number for pair, number in counts.items() if number}


def test_that_the_sentence_has_the_association_of_the_engine(shown, census, qtbot):
    view = shown(ContingencyView, census, "education")
    choose_second(view, "marital-status")
    answered(qtbot, view)
    sides = []
    for table in (census.input, census.output):
        counts = contingency_table(table.dataset["education"], table.dataset["marital-status"]).counts
        expected = np.outer(counts.sum(1), counts.sum(0)) / counts.sum()
        chi_square = ((counts - expected) ** 2 / expected).sum()
        sides.append((chi_square / counts.sum() / (min(counts.shape) - 1)) ** 0.5)
    assert f"Connection: {sides[0]:.2f} before, {sides[1]:.2f} now (Cramér's V" in view.sentence.text()


def test_that_bins_are_said_and_at_most_fifty(shown, census, qtbot):
    view = shown(ContingencyView, census, "age")
    choose_second(view, "sex")
    answered(qtbot, view)
    assert view.maps[0].heat.values.shape == (50, 2)
    assert "age of the input: 72 values in 50 bins" in view.sentence.text()
    assert view.maps[1].heat.rows == ("0-19", "20-39", "40-59", "60-79", "80-99")


def test_that_a_cell_opens_its_records(shown, census, qtbot):
    view = shown(ContingencyView, census, "sex")
    choose_second(view, "salary-class")
    answered(qtbot, view)
    heat_map = view.maps[1]
    place = heat_map.cell_rect(1, 1).center().toPoint()
    QTest.mouseClick(heat_map, Qt.MouseButton.LeftButton, pos=place)
    records = census.shown_records
    assert records.reason == "with sex Male and salary-class >50K in the output"
    assert len(records.request.run(records.table, Control())) == heat_map.heat.values[1, 1]


def test_that_the_keyboard_reaches_every_cell(shown, census, qtbot):
    view = shown(ContingencyView, census, "sex")
    choose_second(view, "salary-class")
    answered(qtbot, view)
    heat_map = view.maps[0]
    heat_map.setFocus()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Right):
        QTest.keyClick(heat_map, key)
    assert heat_map.current == (1, 1)
    assert heat_map.readout.lines[0] == "sex Male, salary-class >50K"
    QTest.keyClick(heat_map, Qt.Key.Key_Return)
    assert census.shown_records.table is census.input


def test_that_shares_are_of_all_people_or_of_those_in_the_row(shown, census, qtbot):
    view = shown(ContingencyView, census, "sex")
    choose_second(view, "salary-class")
    answered(qtbot, view)
    view.measure.segment("share").click()
    assert view.maps[0].heat.values.sum() == pytest.approx(1.0)
    view.measure.segment("row").click()
    assert view.maps[1].heat.values.sum(axis=1) == pytest.approx([1.0, 1.0])
    view.form.segment("table").click()
    assert view.tables[0].isVisible()
    assert view.tables[0].model().headerData(1, Qt.Orientation.Horizontal) == "<=50K"


def test_that_both_sides_share_a_scale_that_says_where_it_ends(shown, census, qtbot):
    view = shown(ContingencyView, census, "sex")
    choose_second(view, "salary-class")
    answered(qtbot, view)
    most = max(int(each.heat.values.max()) for each in view.maps)
    assert view.scale.words == ("0", f"{most:,}")


def test_that_the_other_attribute_is_the_last_one_in_focus_until_one_is_chosen(shown, census, qtbot):
    view = shown(ContingencyView, census, "age")
    census.document.set_focus("race")
    assert view.attributes == ("race", "age")
    census.document.set_focus("sex")
    assert view.attributes == ("sex", "race")
    choose_second(view, "education")
    census.document.set_focus("race")
    assert view.attributes == ("race", "education")
    choose_second(view, "race")
    assert view.attributes == ("education", "race")


def test_that_no_connection_has_no_sign():
    for value, text in ((-0.004, "0.00"), (-0.25, "−0.25")):
        measured = [Association("a", "b", AssociationKind.PEARSON, value, None)]
        assert f"Connection: {text} (correlation;" in contingency_words.sentence(("a", "b"), {}, measured)


def test_that_one_attribute_alone_is_said(shown, of_frame):
    view = shown(ContingencyView, of_frame(pd.DataFrame({"a": ["x"]}), {}), "a")
    assert not view.shows_content
    assert "two attributes and a record are needed" in view.empty.accessibleName()


def test_that_nobody_with_both_values_is_said(shown, of_frame):
    view = shown(ContingencyView, of_frame(pd.DataFrame({"a": ["x", ""], "b": ["", "y"]}), {}), "a")
    assert view.sentence.text() == "No record shows a value of both a and b."
    assert view.left_out.text() == "Without both values: 2 in the input"


def test_that_values_lost_in_the_output_are_told(shown, of_frame, qtbot):
    hierarchies = {name: Hierarchy(tuple((text, "*") for text in "xyz")) for name in "ab"}
    frame = pd.DataFrame({"a": list("xyz"), "b": list("xyz")})
    view = shown(ContingencyView, of_frame(frame, hierarchies, (1, 1), k=2), "a")
    assert view.maps[1].heat.values.size == 0
    assert "unknown in the output. No record shows both values in the output." in view.sentence.text()
