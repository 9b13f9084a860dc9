"""Dates: levels of the calendar, their formats, bounds, and the time zone."""

from __future__ import annotations

import datetime as dt
import re
from decimal import Decimal
from functools import partial

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QLineEdit,
    QScrollArea,
    QWidget,
)

from arxdesk.configure.hierarchies.wizard.rules.positions import bound_box, plain_bound, position_of
from arxdesk.configure.hierarchies.wizard.rules.rule_page import RulePage, caption, new_form
from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.label import label
from arxdesk.ui.words import capitalized
from arxdesk_engine.foundation.language import marked, tr, tr_of
from arxdesk_engine.hierarchies.builders import builder_from
from arxdesk_engine.hierarchies.date import GRANULARITIES, PATTERNS, lies_within
from arxdesk_engine.hierarchies.preview import Survey

_EXAMPLE = dt.datetime(2020, 2, 29, 13, 45, 10)  # noqa: DTZ001 - dates in tables carry no time zone
_NONE = marked("as they are")
_LETTERS = {
    "%Y": "yyyy",
    "%m": "MM",
    "%d": "dd",
    "%H": "HH",
    "%M": "mm",
    "%S": "ss",
    "%G": "yyyy",
    "%V": "##",
    "%q": "#",
    "%w": "#",
    "%u": "#",
}
"""The letters for parts of dates on screen; # for numbers of quarters, weeks and days."""
_LEVELS = {
    "second": marked("second"),
    "minute": marked("minute"),
    "hour": marked("hour"),
    "day": marked("day"),
    "week-of-month": marked("week of month"),
    "week": marked("week"),
    "month": marked("month"),
    "quarter": marked("quarter"),
    "weekday": marked("weekday"),
    "week-of-year": marked("week of year"),
    "quarter-of-year": marked("quarter of year"),
    "week-year": marked("week year"),
    "year": marked("year"),
    "decade": marked("decade"),
    "century": marked("century"),
    "millennium": marked("millennium"),
}
_FIELD_HEIGHT = 24
_AROUND_FORMAT, _SCROLL_BAR = 20, 12
_ZONES = (
    *("UTC", "Europe/London", "Europe/Berlin", "Europe/Paris", "Europe/Madrid", "Europe/Rome", "Europe/Warsaw"),
    *("Europe/Athens", "Europe/Istanbul", "Africa/Cairo", "Africa/Lagos", "Africa/Nairobi", "Africa/Johannesburg"),
    *("Asia/Dubai", "Asia/Karachi", "Asia/Kolkata", "Asia/Dhaka", "Asia/Bangkok", "Asia/Shanghai", "Asia/Tokyo"),
    *("Australia/Sydney", "Pacific/Auckland", "America/Halifax", "America/New_York", "America/Chicago"),
    *("America/Denver", "America/Los_Angeles", "America/Mexico_City", "America/Bogota", "America/Sao_Paulo"),
)
"""The offered time zones; any other can be typed."""


class DatesPage(RulePage):
    """The settings of `DateBuilder`; levels that do not nest with the chosen ones are disabled."""

    def __init__(self, survey: Survey, parent: QWidget | None = None) -> None:
        super().__init__(survey, parent)
        self.checks: dict[str, QCheckBox] = {}
        self.formats: dict[str, QLineEdit] = {}
        grid = self._make_list()
        self.bottom = bound_box(tr("One group before"), survey)
        self.top = bound_box(tr("One group from"), survey)
        self.bottom.committed.connect(lambda: self._change_bound("bottom", self.bottom.value))
        self.top.committed.connect(lambda: self._change_bound("top", self.top.value))
        self.zone = _zones(tr("Time zone"), (tr(_NONE), *_ZONES))
        self.from_zone = _zones(tr("Time zone of the values"), _ZONES)
        _line_of(self.zone).editingFinished.connect(self._change_zone)
        _line_of(self.from_zone).editingFinished.connect(self._change_from_zone)
        self.zone.activated.connect(self._change_zone)
        self.from_zone.activated.connect(self._change_from_zone)
        self._lay_out(grid)

    def refresh(self) -> None:
        """Fill the fields; disable levels that do not nest with the chosen ones."""
        chosen = [str(each) for each in self.content.get("granularities", ())]
        formats = self.content.get("formats", {})
        for name, check in self.checks.items():
            with QSignalBlocker(check):
                check.setChecked(name in chosen)
            conflict = None if name in chosen else _conflict(name, chosen)
            check.setEnabled(conflict is None)
            check.setToolTip("" if conflict is None else tr("Does not nest with {level}.", level=tr(_LEVELS[conflict])))
            field = self.formats.get(name)
            if field is not None:
                with QSignalBlocker(field):
                    field.setText(_shown(name, str(formats.get(name, ""))))
                field.setEnabled(name in chosen)
        self.bottom.set_value(position_of(self.content.get("bottom"), self.survey))
        self.top.set_value(position_of(self.content.get("top"), self.survey))
        with QSignalBlocker(self.zone), QSignalBlocker(self.from_zone):
            self.zone.setCurrentText(str(self.content.get("time_zone", tr(_NONE))))
            self.from_zone.setCurrentText(str(self.content.get("from_time_zone", "UTC")))
        self.from_zone.setEnabled("time_zone" in self.content)

    def _toggle(self, name: str) -> None:
        chosen = [each for each in GRANULARITIES if self.checks[each].isChecked()]
        formats = {key: text for key, text in self.content.get("formats", {}).items() if key in chosen}
        self.change(granularities=_ordered(chosen), formats=formats or None)
        self.checks[name].setFocus()

    def _change_format(self, name: str) -> None:
        text = _read(name, self.formats[name].text())
        formats = {key: each for key, each in self.content.get("formats", {}).items() if key != name}
        if text and text != PATTERNS[name]:
            formats[name] = text
        if formats != self.content.get("formats", {}):
            self.change(formats=formats or None)

    def _change_bound(self, name: str, value: Decimal | None) -> None:
        self.change(**{name: None if value is None else plain_bound(value, self.survey)})

    def _change_zone(self) -> None:
        text = self.zone.currentText().strip()
        zone = None if text in ("", tr(_NONE)) else text
        if zone != self.content.get("time_zone"):
            self.change(time_zone=zone)

    def _change_from_zone(self) -> None:
        text = self.from_zone.currentText().strip() or "UTC"
        if text != self.content.get("from_time_zone", "UTC"):
            self.change(from_time_zone=text)

    def _make_list(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setContentsMargins(2, 2, 8, 2)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(2)
        for column, heading in enumerate((tr("Level"), tr("For example"), tr("Written as"))):
            grid.addWidget(label(heading, "caption", "2"), 0, column)
        for row, name in enumerate(GRANULARITIES, start=1):
            level = tr(_LEVELS[name])
            check = QCheckBox(capitalized(level))
            check.setFont(label("").font())
            check.clicked.connect(partial(self._toggle_by, name))
            self.checks[name] = check
            grid.setRowMinimumHeight(row, _FIELD_HEIGHT)
            grid.addWidget(check, row, 0)
            grid.addWidget(label(_example(name), "dense", "2"), row, 1)
            if name in PATTERNS:
                field = QLineEdit()
                field.setPlaceholderText(_shown(name, PATTERNS[name]))
                field.setToolTip(field.placeholderText())
                field.ensurePolished()
                words = field.fontMetrics().horizontalAdvance(field.placeholderText())
                field.setMinimumWidth(words + _AROUND_FORMAT)
                field.setAccessibleName(tr("How a {level} is written", level=level))
                field.editingFinished.connect(partial(self._change_format, name))
                self.formats[name] = field
                grid.addWidget(field, row, 2)
        grid.setColumnStretch(2, 1)
        return grid

    def _toggle_by(self, name: str, _on: bool) -> None:
        self._toggle(name)

    def _lay_out(self, grid: QGridLayout) -> None:
        body = QWidget()
        body.setLayout(grid)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(body)
        area.setAccessibleName(tr("Levels of the calendar"))
        area.setMinimumWidth(body.minimumSizeHint().width() + _SCROLL_BAR)  # the preview beside it gives way
        bounds = layouts.row((self.bottom, 1), caption(tr("and one from")), (self.top, 1), spacing=8)
        zones = layouts.row((self.zone, 1), caption(tr_of("time zones", "from")), (self.from_zone, 1), spacing=8)
        form = new_form()
        form.addRow(caption(tr("One group before")), bounds)
        form.addRow(caption(tr("Times are read")), zones)
        self.add_other_row(form)
        layouts.column((area, 1), form, spacing=12, inside=self)


def _letters(name: str) -> dict[str, str]:
    """The codes needed in the format of a level, with their letters on screen."""
    return {code: _LETTERS[code] for code in re.findall("%.", PATTERNS[name])}


def _shown(name: str, pattern: str) -> str:
    """A format in letters: yyyy-Q# for years and quarters."""
    letters = _letters(name)
    return re.sub("%.", lambda found: letters.get(found[0], found[0]), pattern)


def _read(name: str, written: str) -> str:
    """A format that was written in letters, or in the codes of a job."""
    codes = {letters: code for code, letters in _letters(name).items()}
    if "%" in written or not written:
        return written
    longest_first = sorted(codes, key=len, reverse=True)
    return re.sub("|".join(map(re.escape, longest_first)), lambda found: codes[found[0]], written)


def _ordered(chosen: list[str]) -> list[str]:
    """From fine to coarse; a level that decides another one comes before it."""
    found: list[str] = []
    for name in chosen:
        place = next((place for place, each in enumerate(found) if lies_within(name, each)), len(found))
        found.insert(place, name)
    return found


def _conflict(name: str, chosen: list[str]) -> str | None:
    """The chosen level that conflicts with this one."""
    unfit = (each for each in chosen if not lies_within(name, each) and not lies_within(each, name))
    return next(unfit, None)


def _example(name: str) -> str:
    builder = builder_from({"builder": "date", "granularities": [name], "format": "%Y-%m-%dT%H:%M:%S"})
    return builder.labels_of([_EXAMPLE.isoformat()])[0][1]


def _line_of(box: QComboBox) -> QLineEdit:
    line = box.lineEdit()
    assert line is not None  # noqa: S101 - it can be typed in
    return line


def _zones(name: str, options: tuple[str, ...]) -> QComboBox:
    box = QComboBox()
    box.setEditable(True)
    box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
    box.setAccessibleName(name)
    box.addItems(list(options))
    box.setMinimumContentsLength(10)
    return box
