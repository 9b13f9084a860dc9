"""Screen readers hear what painted widgets are and show, and news as they happen."""

from __future__ import annotations

import gc

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleInterface, QFocusEvent
from PySide6.QtWidgets import QCheckBox, QLabel, QPushButton, QWidget

from arxdesk.explore.lattice.overview import Overview
from arxdesk.ui.widgets.basics import spoken
from arxdesk.ui.widgets.basics.message import Message
from arxdesk.ui.widgets.charts.bar_chart import BarChart
from arxdesk.ui.widgets.charts.gauge import Gauge
from arxdesk.ui.widgets.charts.heat_map import HeatMap
from arxdesk.ui.widgets.charts.paired_histogram import PairedHistogram
from arxdesk.ui.widgets.charts.scatter_chart import ScatterChart
from arxdesk.ui.widgets.charts.share_curves import ShareCurves
from arxdesk.ui.widgets.fields.choice import ChoiceBox
from arxdesk.ui.widgets.fields.level_matrix import LevelCells
from arxdesk.ui.widgets.fields.number_line import NumberLine
from arxdesk.ui.widgets.fields.range_slider import RangeSlider
from arxdesk.ui.widgets.fields.segmented import Segmented
from arxdesk.ui.widgets.fields.spin_box import DoubleSpinBox, SpinBox
from arxdesk.ui.widgets.frames.verdict_card import VerdictCard
from arxdesk.ui.widgets.tables.comparison_table import ComparisonTable

ROLES = QAccessible.Role
PAINTED = {
    BarChart: ROLES.Chart,
    PairedHistogram: ROLES.Chart,
    HeatMap: ROLES.Chart,
    NumberLine: ROLES.Chart,
    Gauge: ROLES.ProgressBar,
    ComparisonTable: ROLES.Table,
    LevelCells: ROLES.Table,
    Message: ROLES.AlertMessage,
}


@pytest.fixture(autouse=True)
def asked_here(qapp) -> None:
    spoken.begin()


@pytest.fixture
def heard(monkeypatch) -> list[str]:
    """What is read out, as if something listened."""
    said: list[str] = []

    def listen(event: object) -> None:
        if isinstance(event, QAccessibleAnnouncementEvent):
            said.append(event.message())

    monkeypatch.setattr(spoken, "_send", listen)
    monkeypatch.setattr(spoken.QAccessible, "isActive", lambda: True)
    return said


@pytest.mark.parametrize("kind", PAINTED, ids=lambda kind: kind.__name__)
def test_that_painted_widgets_say_what_they_are(qtbot, kind):
    widget = kind("Age", str) if kind in (PairedHistogram, HeatMap) else kind()
    qtbot.addWidget(widget)
    assert QAccessible.queryAccessibleInterface(widget).role() == PAINTED[kind]


def test_that_no_painted_widget_is_just_a_part_of_the_window():
    for kind in (*PAINTED, Overview, ScatterChart, ShareCurves):
        assert spoken.Role.Client != kind.spoken_role


def test_that_other_widgets_stay_what_qt_says(qtbot):
    button = QPushButton("Stop")
    qtbot.addWidget(button)
    interface = QAccessible.queryAccessibleInterface(button)
    assert interface.role() == ROLES.Button
    assert interface.text(QAccessible.Text.Name) == "Stop"


def test_that_a_gauge_tells_its_value_and_what_was_before(qtbot):
    gauge = Gauge()
    qtbot.addWidget(gauge)
    gauge.set_values(0.2, 1.0, 0.05, "20 %", "highest risk", "5 %")
    interface = QAccessible.queryAccessibleInterface(gauge)
    assert interface.text(QAccessible.Text.Value) == "20 %"
    assert interface.text(QAccessible.Text.Name) == "highest risk 20 %, before 100 %, threshold 5 %"


def test_that_the_handles_of_a_range_are_sliders_that_tell_where_they_are(qtbot):
    slider = RangeSlider("Score")
    qtbot.addWidget(slider)
    slider.set_bars(0.0, 0.5, (1, 2, 3))
    slider.set_range(0.1, 0.25)
    told = [QAccessible.queryAccessibleInterface(each) for each in (slider.low, slider.high)]
    assert [each.role() for each in told] == [ROLES.Slider, ROLES.Slider]
    assert [float(each.text(QAccessible.Text.Value)) for each in told] == [0.1, 0.25]
    assert [each.text(QAccessible.Text.Description) for each in told] == [slider.low.spoken_value, "0.2500"]


def test_that_interfaces_that_a_widget_has_not_are_none(qtbot):
    gauge = Gauge()
    qtbot.addWidget(gauge)
    interface = QAccessible.queryAccessibleInterface(gauge)
    assert interface.textInterface() is interface.tableCellInterface() is interface.valueInterface() is None
    assert interface.actionInterface() is not None


def test_that_a_gauge_is_a_share_of_one_and_cannot_be_moved(qtbot):
    gauge = Gauge()
    qtbot.addWidget(gauge)
    interface = QAccessible.queryAccessibleInterface(gauge)
    assert interface.valueInterface() is None, "nothing is measured yet"
    gauge.set_values(0.2, 1.0, 0.05, "20 %", "highest risk", "5 %")
    number = interface.valueInterface()
    number.setCurrentValue(0.9)
    assert [number.currentValue(), number.minimumValue(), number.maximumValue()] == [0.2, 0.0, 1.0]


def test_that_a_reader_moves_a_handle_between_the_ends_and_no_further_than_the_other(qtbot):
    slider = RangeSlider("Score")
    qtbot.addWidget(slider)
    slider.set_bars(10.0, 20.0, (1, 2, 3))
    slider.set_range(12.0, 18.0)
    moved: list[tuple[float, float]] = []
    slider.range_changed.connect(lambda low, high: moved.append((round(low, 6), round(high, 6))))
    low = QAccessible.queryAccessibleInterface(slider.low).valueInterface()
    assert [low.currentValue(), low.minimumValue(), low.maximumValue()] == pytest.approx([12.0, 10.0, 20.0])
    assert low.minimumStepSize() == pytest.approx(0.1)
    for wanted in (15.0, -3.0, 99.0):
        low.setCurrentValue(wanted)
    assert moved == [(15.0, 18.0), (10.0, 18.0), (18.0, 18.0)]


def test_that_numbers_of_widgets_that_are_gone_harm_nobody(qtbot):
    sliders = [RangeSlider("Score") for _each in range(20)]
    for slider in sliders:
        assert QAccessible.queryAccessibleInterface(slider.low).valueInterface().currentValue() == 0.0
        slider.deleteLater()
    del slider, sliders
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    another = RangeSlider("Risk")
    qtbot.addWidget(another)
    assert QAccessible.queryAccessibleInterface(another.high).valueInterface().currentValue() == 1.0


def test_that_a_changed_value_is_told_with_the_number(qtbot, monkeypatch):
    told: list[float] = []
    monkeypatch.setattr(spoken, "_send", lambda event: told.append(event.value()))
    monkeypatch.setattr(spoken.QAccessible, "isActive", lambda: True)
    gauge = Gauge()
    qtbot.addWidget(gauge)
    gauge.set_values(0.2)
    gauge.set_values(0.4)
    assert told == [0.2, 0.4]


def test_that_editors_inside_fields_and_charts_have_the_name_of_what_they_are_in(qtbot):
    for box in (SpinBox(), DoubleSpinBox()):
        qtbot.addWidget(box)
        box.setAccessibleName("Suppression limit")
        assert box.lineEdit().accessibleName() == "Suppression limit"
    chart = ScatterChart("Score against risk", "Risk")
    qtbot.addWidget(chart)
    chart.setAccessibleDescription("Three transformations.")
    drawn_on = QAccessible.queryAccessibleInterface(chart.viewport())
    assert drawn_on.role() == ROLES.Chart
    assert drawn_on.text(QAccessible.Text.Name) == "Score against risk"
    assert drawn_on.text(QAccessible.Text.Description) == "Three transformations."


def test_that_messages_are_read_out_as_they_appear_and_change(qtbot, heard):
    host = QWidget()
    qtbot.addWidget(host)
    message = Message("ok", "Complete.", "All is well.", parent=host)
    host.show()
    message.set_content("ok", "Complete.", "All is well.")
    message.set_content("error", "Broken.", "Look here.")
    assert heard == ["Complete. All is well.", "Broken. Look here."]


def test_that_a_verdict_is_read_out_when_it_is_another_one(qtbot, heard):
    card = VerdictCard()
    qtbot.addWidget(card)
    card.show()
    for _again in range(2):
        card.set_verdict("ok", "check", "Usable for most questions.", ["Nothing was lost."])
    assert heard == ["Usable for most questions."]


def test_that_a_box_keeps_its_label_wherever_it_is_put(qtbot):
    box = ChoiceBox("Separator", [("a", "Comma"), ("b", "Semicolon")])
    around = QWidget()
    qtbot.addWidget(around)
    spoken_box = QAccessible.queryAccessibleInterface(box)
    box.setParent(around)
    assert labels_of(spoken_box) == ["Separator"]
    box.setAccessibleName("Decimal mark")
    QCoreApplication.sendEvent(box, QFocusEvent(QEvent.Type.FocusIn))
    assert labels_of(spoken_box) == ["Decimal mark"]
    assert not [each for each in around.findChildren(QLabel) if each.isVisibleTo(around)]


def test_that_a_label_in_sight_is_enough(qtbot):
    around = QWidget()
    qtbot.addWidget(around)
    box = ChoiceBox("Decimal mark", [("a", "Comma")], around)
    QLabel("Decimals", around).setBuddy(box)
    assert labels_of(QAccessible.queryAccessibleInterface(box)) == ["Decimals"]


def labels_of(box: QAccessibleInterface) -> list[str]:
    found = box.relations(QAccessible.RelationFlag.Label)
    return [label.text(QAccessible.Text.Name) for label, _kind in found]


@pytest.mark.parametrize("action", ["Press", "Toggle"])
def test_that_a_reader_ticks_a_box_as_a_person_does(qtbot, action: str):
    box = QCheckBox("&Hide values")
    qtbot.addWidget(box)
    spoken_box = QAccessible.queryAccessibleInterface(box)
    assert spoken_box.role() == ROLES.CheckBox
    assert spoken_box.text(QAccessible.Text.Name) == "Hide values"
    assert spoken_box.state().checkable
    assert not spoken_box.state().checked
    with qtbot.waitSignal(box.clicked):
        spoken_box.actionInterface().doAction(action)
    assert spoken_box.state().checked


def test_that_a_reader_chooses_among_segments(qtbot):
    choice = Segmented("Source", [("file", "File"), ("database", "Database")])
    qtbot.addWidget(choice)
    segment = QAccessible.queryAccessibleInterface(choice.segment("database"))
    assert segment.role() == ROLES.RadioButton
    with qtbot.waitSignal(choice.chosen):
        segment.actionInterface().doAction("Press")
    assert segment.state().checked
    choice.set_option_enabled("database", False)
    assert "Press" not in segment.actionInterface().actionNames()


def test_that_a_box_with_some_ticks_says_so(qtbot):
    box = QCheckBox("All")
    qtbot.addWidget(box)
    box.setTristate()
    box.setCheckState(Qt.CheckState.PartiallyChecked)
    assert QAccessible.queryAccessibleInterface(box).state().checkStateMixed
