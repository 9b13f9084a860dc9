"""The selected range as numbers, the ends of the ranges, and their labels."""

from __future__ import annotations

from decimal import Decimal
from functools import partial

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QTabWidget,
    QWidget,
)

from arxdesk.configure.hierarchies.wizard.rules import interval_edits as edits
from arxdesk.configure.hierarchies.wizard.rules.positions import bound_box, scale_of, text_of
from arxdesk.configure.hierarchies.wizard.rules.rule_page import caption, choose, combo, new_form
from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.buttons import dense_button
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.basics.label import label
from arxdesk.ui.widgets.fields.bound_box import BoundBox
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.hierarchies.interval import EndOfRange, IntervalBuilder, Range
from arxdesk_engine.hierarchies.labels import Label
from arxdesk_engine.hierarchies.preview import Survey
from arxdesk_engine.hierarchies.scale import number, number_text

_DAY = Decimal(86_400)
_SHORT = 5
"""Longer numbers do not fit into two fields beside each other."""
_FIELD_HEIGHT = 24
_LABELS = (
    ("range", marked("first and last: 40-44")),
    ("interval", marked("half open: [40, 45[")),
    ("bounds", marked("bounds: [40, 45]")),
    ("arithmetic-mean", marked("middle: 42.5")),
    ("arithmetic-mean-of-bounds", marked("middle of the bounds: 42.5")),
    ("geometric-mean", marked("geometric mean: 42.43")),
    ("geometric-mean-of-bounds", marked("geometric mean of the bounds: 42.43")),
    ("constant", marked("a text")),
)
_SIDES: tuple[edits.Side, edits.Side] = ("low", "high")
_LIMITS: dict[edits.Side, str] = {"low": marked("Lower limit"), "high": marked("Upper limit")}
_REACHES: dict[edits.Side, str] = {
    "low": marked("Lower range reaches from"),
    "high": marked("Upper range reaches from"),
}
_ERRORS: dict[edits.Side, str] = {"low": marked("Error below"), "high": marked("Error from")}


class IntervalFields(QWidget):
    """Shows a specification and the selected range; emits edits and changes nothing itself."""

    range_changed = Signal(Decimal, Decimal)
    width_changed = Signal(Decimal)
    regular_changed = Signal(bool)
    treatment_changed = Signal(str, str)
    limit_changed = Signal(str, Decimal)
    end_changed = Signal(str, str, Decimal)
    """Side, "snap" or "extreme", and where that is now."""
    end_removed = Signal(str, str)
    label_changed = Signal(Label)
    own_label_changed = Signal(str)
    """The text of the selected range; "" where it is labelled as all others are."""
    split_requested = Signal()
    join_requested = Signal()

    def __init__(self, survey: Survey, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.survey = survey
        self.is_date = scale_of(survey).date_format is not None
        self.needs_room = self.is_date or _longest(survey) > _SHORT
        self._range: Range | None = None
        self._shown_label: Label | None = None
        self.heading = ElidedLabel("", "dense", "2")
        self.low, self.high = bound_box(tr("Range from"), survey), bound_box(tr("Range to below"), survey)
        self.own_label = QLineEdit()
        self.own_label.setAccessibleName(tr("Label of the selected range"))
        self.own_label.setPlaceholderText(tr("as all others"))
        self.repeat = QCheckBox(tr("Repeat every"))
        self.repeat.setFont(label("").font())
        self.repeat.setMinimumHeight(_FIELD_HEIGHT)  # in the middle of the field beside it
        self.width_box = BoundBox(
            tr("Width of the ranges"), self._parse_width, self._write_width, _DAY if self.is_date else Decimal(1)
        )
        self.split, self.join = dense_button(tr("Split")), dense_button(tr("Join with next"))
        self.treatments = {side: _treatments(side) for side in _SIDES}
        self.limits = {side: bound_box(tr(_LIMITS[side]), survey) for side in _SIDES}
        self.snaps = {side: bound_box(tr(_REACHES[side]), survey) for side in _SIDES}
        self.extremes = {side: bound_box(tr(_ERRORS[side]), survey) for side in _SIDES}
        self.label = combo(tr("Label of the ranges"), _LABELS)
        self.text = QLineEdit()
        self.text.setAccessibleName(tr("Text of the label"))
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setAccessibleName(tr("Settings of the ranges"))
        self.end_form = new_form()
        self._lay_out()
        self._connect()

    def add_other(self, field: QWidget) -> None:
        """Add the field for values that have no place."""
        self.end_form.addRow(caption(tr("Other values")), field)

    def width_text(self, width: Decimal) -> str:
        """A width as text."""
        return tr("{width} days" if self.is_date else "{width} each", width=self._write_width(width))

    def show(self, builder: IntervalBuilder, level: int, chosen: Range | None, heading: str) -> None:  # type: ignore[override]
        """Fill the fields."""
        self._range = chosen
        is_range = chosen is not None and chosen.element is not None
        self.heading.shorter = "" if chosen is None else chosen.label
        self.heading.setText(heading)
        self.low.set_value(chosen.low if chosen is not None else None)
        self.high.set_value(chosen.high if chosen is not None else None)
        for box in (self.low, self.high):
            box.setEnabled(is_range and level == 0)
        self.own_label.setEnabled(is_range)
        with QSignalBlocker(self.own_label):
            self.own_label.setText(self._own_text(builder, level, chosen))
        regular = edits.is_regular(builder)
        with QSignalBlocker(self.repeat):
            self.repeat.setChecked(regular)
        self.width_box.setVisible(regular)
        first, last = edits.edges(builder)[:2]
        self.width_box.set_value(last - first)
        self.split.setVisible(not regular)
        self.join.setVisible(not regular)
        self.split.setEnabled(is_range and level == 0)
        self.join.setEnabled(is_range and level == 0 and len(builder.intervals) > 1)
        for side in _SIDES:
            self._show_end(builder, side)
        self._shown_label = builder.label
        choose(self.label, builder.label.function)
        with QSignalBlocker(self.text):
            self.text.setText(builder.label.text or "")
        self.text.setEnabled(builder.label.function == "constant")

    def _show_end(self, builder: IntervalBuilder, side: edits.Side) -> None:
        kind = edits.treatment(builder, side)
        choose(self.treatments[side], kind)
        self.limits[side].set_value(edits.limit(builder, side))
        self.limits[side].setEnabled(kind != "repeat")
        end = getattr(builder, edits.FIELD[side])
        scale = builder.scale
        for boxes, name in ((self.snaps, "snap"), (self.extremes, "extreme")):
            bound = getattr(end, name) if isinstance(end, EndOfRange) else None
            boxes[side].set_value(None if bound is None else scale.place(bound))
            boxes[side].setEnabled(kind == "code")

    def _own_text(self, builder: IntervalBuilder, level: int, chosen: Range | None) -> str:
        if chosen is None or chosen.element is None:
            return ""
        if level == 0:
            own = builder.intervals[chosen.element % len(builder.intervals)].label
        else:
            groups = builder.levels[level - 1]
            own = groups[chosen.element % len(groups)].label
        if own is None:
            return ""
        return own.text if own.function == "constant" and own.text else f"({own.function})"

    def _parse_width(self, text: str) -> Decimal | None:
        found = number(text)
        if found is None or found <= 0:
            return None
        return found * _DAY if self.is_date else found

    def _write_width(self, width: Decimal) -> str:
        return number_text(width / _DAY if self.is_date else width)

    def _connect(self) -> None:
        self.low.committed.connect(self._announce_range)
        self.high.committed.connect(self._announce_range)
        self.own_label.editingFinished.connect(self._announce_own_label)
        self.repeat.clicked.connect(self.regular_changed)
        self.width_box.committed.connect(self._announce_width)
        self.split.clicked.connect(self.split_requested)
        self.join.clicked.connect(self.join_requested)
        for side in _SIDES:
            self.treatments[side].activated.connect(partial(self._announce_treatment, side))
            self.limits[side].committed.connect(partial(self._announce_limit, side))
            self.snaps[side].committed.connect(partial(self._announce_end, side, "snap", self.snaps[side]))
            self.extremes[side].committed.connect(partial(self._announce_end, side, "extreme", self.extremes[side]))
        self.label.activated.connect(self._announce_label)
        self.text.editingFinished.connect(self._announce_label)

    def _announce_range(self) -> None:
        low, high = self.low.value, self.high.value
        if low is not None and high is not None:
            self.range_changed.emit(low, high)

    def _announce_width(self) -> None:
        width = self.width_box.value
        if width is not None:
            self.width_changed.emit(width)

    def _announce_treatment(self, side: str, _place: int) -> None:
        self.treatment_changed.emit(side, self.treatments[side].currentData())  # type: ignore[index]

    def _announce_limit(self, side: edits.Side) -> None:
        at = self.limits[side].value
        if at is not None:
            self.limit_changed.emit(side, at)

    def _announce_end(self, side: edits.Side, name: str, box: BoundBox) -> None:
        if box.value is None:
            self.end_removed.emit(side, name)
        else:
            self.end_changed.emit(side, name, box.value)

    def _announce_label(self) -> None:
        function = self.label.currentData()
        text = self.text.text().strip() or "range"
        made = Label(function=function, text=text if function == "constant" else None)
        if made != self._shown_label:
            self.label_changed.emit(made)

    def _announce_own_label(self) -> None:
        text = self.own_label.text().strip()
        if not (text.startswith("(") and text.endswith(")") and self.own_label.isModified() is False):
            self.own_label_changed.emit(text)

    def _lay_out(self) -> None:
        top = layouts.row(label(tr("Selected range"), "body", "1", 600), (self.heading, 1), spacing=8)
        self.tabs.addTab(_page(self._range_form()), tr("Range"))
        self.tabs.addTab(_page(self._ends()), tr("Ends"))
        self.tabs.addTab(_page(self._labels()), tr("Labels"))
        layouts.column(top, (self.tabs, 1), spacing=4, inside=self)

    def _range_form(self) -> QFormLayout:
        form = new_form()
        if self.needs_room:
            form.addRow(caption(tr("Range from")), self.low)
            form.addRow(caption(tr("to below")), self.high)
        else:
            form.addRow(caption(tr("Range from")), _row(self.low, caption(tr("to below")), self.high))
        form.addRow(caption(tr("Label")), self.own_label)
        unit = [label(tr("days"), "dense", "2")] if self.is_date else []
        form.addRow(self.repeat, _row(self.width_box, self.split, self.join, *unit))
        for side in _SIDES:
            form.addRow(
                caption(tr("Below") if side == "low" else tr("Above")), _row(self.treatments[side], self.limits[side])
            )
        return form

    def _ends(self) -> QFormLayout:
        form = self.end_form
        for side in _SIDES:
            where = tr("Lowest range to") if side == "low" else tr("Highest range from")
            form.addRow(caption(where), _row(self.snaps[side]))
            form.addRow(caption(tr(_ERRORS[side])), _row(self.extremes[side]))
        return form

    def _labels(self) -> QFormLayout:
        form = new_form()
        form.addRow(caption(tr("All ranges")), self.label)
        form.addRow(caption(tr("Text")), self.text)
        return form


def _longest(survey: Survey) -> int:
    return max((len(text_of(Decimal(repr(at)), survey)) for at in survey.ends or ()), default=0)


def _treatments(side: edits.Side) -> QComboBox:
    options = (("repeat", marked("go on")), ("code", marked("one group")), ("error", marked("stop with an error")))
    return combo(tr("Below the ranges" if side == "low" else "Above the ranges"), options)


def _row(*widgets: QWidget) -> QHBoxLayout:
    return layouts.row(
        *((widget, 1 if isinstance(widget, BoundBox | QComboBox) else 0) for widget in widgets), spacing=8
    )


def _page(form: QFormLayout) -> QWidget:
    page = QWidget()
    form.setContentsMargins(0, 8, 0, 0)
    page.setLayout(form)
    return page
