"""Intervals: whatever is dragged, typed or clicked becomes the specification, and the drawing follows."""

import random
from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from arxdesk.configure.hierarchies.wizard.rules import interval_edits as edits
from arxdesk.configure.hierarchies.wizard.rules.intervals_page import IntervalsPage
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.hierarchies.builders import builder_from
from arxdesk_engine.hierarchies.labels import Label
from arxdesk_engine.hierarchies.preview import survey
from arxdesk_engine.hierarchies.scale import exact
from tests.arxdesk.configure.hierarchies.wizard.columns import document_of

LEFT = Qt.MouseButton.LeftButton
TENS = {"builder": "interval", "intervals": [[0, 10]], "levels": [[2], [2]], "label": "range"}
FROM_20 = {**TENS, "lower_range": {"coding": 20}, "upper_range": {"coding": 80}}


@pytest.fixture
def page_on(shown):
    def make(content=FROM_20, attribute="age"):
        made = IntervalsPage(survey(document_of().dataset[attribute], Control()))
        shown(made.wide, 896, 230)
        shown(made, 560, 260)
        made.show_builder(builder_from(content))
        return made

    return make


def choose(page, low):
    """Choose the range at level 1 that begins at a number."""
    place = next(place for place, span in enumerate(page.line.levels[0]) if span.low == low)
    QTest.mouseClick(page.line, LEFT, pos=page.line.box_of(0, place).center().toPoint())


def bounds(page):
    return [(float(each.lower), float(each.upper)) for each in page.builder.intervals]


def test_that_the_drawing_shows_the_ranges_of_every_level(page_on):
    page = page_on()
    labels = [[span.label for span in spans] for spans in page.line.levels]
    assert labels[0] == ["<20", *(f"{low}-{low + 9}" for low in range(20, 80, 10)), ">=80"]
    assert labels[1] == ["<20", "20-39", "40-59", "60-79", ">=80"]
    assert labels[2] == ["<20", "20-39", "40-79", ">=80"]
    assert labels[3] == ["*"]
    ages = [int(value) for value in document_of().dataset["age"].texts()]
    assert page.line.levels[0][3].people == sum(40 <= age < 50 for age in ages)


def test_that_typed_bounds_change_the_range_and_what_repeats_it(page_on):
    page = page_on()
    choose(page, 40)
    assert (page.fields.low.lineEdit().text(), page.fields.high.lineEdit().text()) == ("40", "50")
    page.fields.high.lineEdit().setText("45")
    page.fields.high.editingFinished.emit()
    assert {span.high - span.low for span in page.line.levels[0][1:-1]} == {5.0}
    assert page.selected_range.low == 40


def test_that_the_edge_and_the_limit_are_dragged(page_on):
    page = page_on()
    choose(page, 40)
    line = page.line
    y = line.box_of(0, 3).center().toPoint().y()
    QTest.mousePress(line, LEFT, pos=QPoint(round(line.axis.x_of(50)), y))
    QTest.mouseMove(line, QPoint(round(line.axis.x_of(60)), y))
    QTest.mouseRelease(line, LEFT, pos=QPoint(round(line.axis.x_of(60)), y))
    assert page.selected_range.low == 40
    assert page.selected_range.high == 60
    QTest.mousePress(line, LEFT, pos=QPoint(round(line.axis.x_of(80)), 86))
    QTest.mouseMove(line, QPoint(round(line.axis.x_of(90)), 86))
    QTest.mouseRelease(line, LEFT, pos=QPoint(round(line.axis.x_of(90)), 86))
    assert int(page.builder.upper_range.coding) == 90


def test_that_keys_choose_ranges_and_levels_and_move_the_upper_limit(page_on):
    page = page_on()
    choose(page, 40)
    QTest.keyClick(page.line, Qt.Key.Key_Right)
    assert page.selected_range.label == "50-59"
    QTest.keyClick(page.line, Qt.Key.Key_Down)
    assert page.selected_range.label == "40-59"
    QTest.keyClick(page.line, Qt.Key.Key_Up)
    assert page.line.selected[0] == 0
    low = page.selected_range.low
    width = page.selected_range.high - low
    QTest.keyClick(page.line, Qt.Key.Key_Plus)
    assert page.selected_range.low == low
    assert page.selected_range.high - low == width + 1


def test_that_ends_go_on_are_coded_or_are_errors(page_on):
    page = page_on({**TENS, "lower_range": "repeat", "upper_range": "repeat"})
    for kind, expected in (("code", "coding"), ("error", "extreme")):
        box = page.fields.treatments["high"]
        box.setCurrentIndex(box.findData(kind))
        box.activated.emit(box.currentIndex())
        highest = max(int(value) for value in document_of().dataset["age"].values)
        assert int(getattr(page.builder.upper_range, expected)) == highest // 10 * 10 + 10
    page.fields.treatments["high"].setCurrentIndex(0)
    page.fields.treatments["high"].activated.emit(0)
    assert page.builder.upper_range == "repeat"


@pytest.mark.parametrize(("part", "typed"), [("snap", "70"), ("extreme", "120")])
def test_that_the_parts_of_an_end_are_typed_and_removed(page_on, part, typed):
    page = page_on()
    box = {"snap": page.fields.snaps, "extreme": page.fields.extremes}[part]["high"]
    assert getattr(page.builder.upper_range, part) is None
    type_into(box, typed)
    assert getattr(page.builder.upper_range, part) == int(typed)
    type_into(box, "")
    assert getattr(page.builder.upper_range, part) is None
    assert page.builder.upper_range.coding == 80


def test_that_the_label_of_all_ranges_and_of_one_are_changed_and_the_own_one_removed(page_on):
    page = page_on()
    label = page.fields.label
    label.setCurrentIndex(label.findData("constant"))
    label.activated.emit(label.currentIndex())
    assert page.builder.label == Label(function="constant", text="range")
    label.setCurrentIndex(label.findData("bounds"))
    label.activated.emit(label.currentIndex())
    assert page.builder.label == Label(function="bounds")
    choose(page, 40)
    for text, own in (("middle", Label(function="constant", text="middle")), ("", None)):
        page.fields.own_label.setText(text)
        page.fields.own_label.editingFinished.emit()
        assert page.builder.intervals[0].label == own


def type_into(box, text):
    """Type a position, and leave the field."""
    box.lineEdit().setText(text)
    box.editingFinished.emit()


def test_that_ranges_of_their_own_are_split_joined_and_named(page_on):
    page = page_on()
    page.fields.repeat.click()
    assert bounds(page) == [(low, low + 10) for low in range(20, 80, 10)]
    choose(page, 40)
    page.fields.split.click()
    assert (40, 45) in bounds(page)
    choose(page, 40)
    page.fields.join.click()
    assert (40, 50) in bounds(page)
    choose(page, 40)
    page.fields.own_label.setText("forties")
    page.fields.own_label.editingFinished.emit()
    assert page.selected_range.label == "forties"
    page.fields.low.lineEdit().setText("38")
    page.fields.low.editingFinished.emit()
    assert (30, 38) in bounds(page)
    assert (38, 50) in bounds(page)
    assert page.selected_range.label == "forties"
    page.fields.repeat.click()
    assert len(bounds(page)) == 1


def test_that_levels_are_added_changed_and_removed(page_on):
    page = page_on()
    page.groups.add_button.click()
    assert [[group.size for group in level] for level in page.builder.levels] == [[2], [2], [2]]
    page.groups.fields[0].setText("1, 2")
    page.groups.fields[0].editingFinished.emit()
    assert [group.size for group in page.builder.levels[0]] == [1, 2]
    page.groups.fields[0].setText("many")
    page.groups.fields[0].editingFinished.emit()
    assert page.groups.fields[0].property("problem")
    for _time in range(3):
        page.groups.remove_button.click()
    assert page.builder.levels == ()
    assert not page.groups.remove_button.isEnabled()


def test_that_bounds_that_cannot_be_are_told_and_the_drawing_stays(page_on):
    page = page_on()
    choose(page, 40)
    before = page.line.levels
    page.fields.high.lineEdit().setText("30")
    page.fields.high.editingFinished.emit()
    assert "not above" in page.faults[0].found
    assert page.line.levels == before
    page.fields.high.lineEdit().setText("fifty")
    page.fields.high.editingFinished.emit()
    assert page.fields.high.property("problem")


def test_that_dates_are_typed_as_the_column_has_them(page_on):
    content = {"builder": "interval", "intervals": [["2010-01-01", "2010-01-08"]], "upper_range": "repeat"}
    page = page_on({**content, "lower_range": "repeat"}, "admitted")
    page.fields.width_box.lineEdit().setText("14")
    page.fields.width_box.editingFinished.emit()
    first = page.builder.intervals[0]
    assert (first.upper - first.lower).days == 14


def test_that_skewed_amounts_are_zoomed_into(page_on):
    content = {"builder": "interval", "intervals": [[0, 0.5]], "lower_range": "repeat", "upper_range": "repeat"}
    page = page_on(content, "amount")
    assert page.line.levels[0] is None
    for _time in range(20):
        page.line.axis.zoom(1.3)
    spans = page.line.levels[0]
    low, high = page.line.axis.shown
    assert spans[0].low <= low
    assert spans[-1].high >= high


@given(st.integers(0, 2**32).map(random.Random))
def test_that_ranges_of_the_axis_are_the_groups_of_the_builder(chance):
    starts = sorted(chance.sample(range(-20, 20), chance.randint(2, 5)))
    builder = builder_from(
        {
            "builder": "interval",
            "intervals": list(map(list, pairwise(starts))),
            "levels": [[chance.randint(1, 3) for _group in range(chance.randint(1, 2))] for _level in range(2)],
            "lower_range": chance.choice(["repeat", {"coding": -60, "snap": -55}]),
            "upper_range": chance.choice(["repeat", {"coding": 60, "snap": 55}]),
        }
    )
    with exact():
        drawn = [builder.axis().ranges(level, Decimal(-90), Decimal(90), 1000) for level in range(3)]
    for row in builder.labels_of([str(number) for number in range(-80, 80)]):
        at = int(row[0])
        for ranges, label in zip(drawn, row[1:-1], strict=True):
            holding = [
                each.label
                for each in ranges
                if (each.low is None or each.low <= at) and (each.high is None or at < each.high)
            ]
            assert holding == [label]


@pytest.mark.parametrize("element", [0, 2, -3, 7])
def test_that_a_range_that_repeats_takes_the_bounds_it_is_given(element):
    builder = builder_from({**TENS, "lower_range": "repeat", "upper_range": "repeat"})
    changed = builder_from(edits.with_range(builder, element, Decimal(23), Decimal(30)))
    with exact():
        found = changed.axis().ranges(0, Decimal(23), Decimal(23), 10)
    assert [(each.low, each.high, each.element) for each in found] == [(23, 30, element)]


def test_that_another_width_begins_at_a_multiple_of_it_and_not_at_the_range_that_is_selected(page_on):
    content = {"builder": "interval", "intervals": [[4, 5]], "lower_range": "repeat", "upper_range": "repeat"}
    page = page_on({**content, "levels": [[2]]})
    page.fields.width_changed.emit(Decimal(5))
    assert (page.builder.intervals[0].lower, page.builder.intervals[0].upper) == (0, 5)
    page.line.axis.zoom(0.5)  # the drawing goes on beyond the values
    assert all(not span.label.startswith("-") for level in page.line.levels[:-1] for span in level)
    page = page_on({**content, "intervals": [[18, 25]]})  # put there on purpose
    page.fields.width_changed.emit(Decimal(10))
    assert (
        page.builder.intervals[0].upper - page.builder.intervals[0].lower,
        page.builder.intervals[0].lower % 10,
    ) != (
        10,
        0,
    )
