"""The format of delimited text: delimiter, decimal mark, encoding, line ends."""

from __future__ import annotations

from PySide6.QtWidgets import QGridLayout, QWidget

from arxdesk.exporting.course import ExportCourse
from arxdesk.ui.widgets.basics.label import label
from arxdesk.ui.widgets.fields.choice import ChoiceBox
from arxdesk_engine.foundation.language import marked, tr

_AS_READ = ""
_WIDTH = 172
_SEPARATORS = (
    (_AS_READ, marked("As the input")),
    (",", marked("Comma ,")),
    (";", marked("Semicolon ;")),
    ("\t", marked("Tab")),
    ("|", marked("Bar |")),
)
_MARKS = ((_AS_READ, marked("As the input")), (".", marked("Point .")), (",", marked("Comma ,")))
_ENCODINGS = (
    (_AS_READ, marked("As the input")),
    ("utf-8", "UTF-8"),
    ("utf-8-sig", marked("UTF-8 with mark")),
    ("cp1252", marked("Windows 1252")),
    ("iso8859-1", marked("ISO 8859-1")),
    ("utf-16", "UTF-16"),
)
_LINE_ENDS = (("lf", marked("LF (Linux, macOS)")), ("crlf", marked("CRLF (Windows)")))


class TextOptions(QWidget):
    """Changes the choices of the course."""

    def __init__(self, course: ExportCourse, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._course = course
        chosen = course.choices
        self.separator = _choice(tr("Separator"), _SEPARATORS, chosen.delimiter)
        self.decimal_mark = _choice(tr("Decimal mark"), _MARKS, chosen.decimal_mark)
        self.encoding = _choice(tr("Encoding"), _ENCODINGS, chosen.encoding)
        self.line_end = _choice(tr("Line end"), _LINE_ENDS, chosen.line_end)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(4)
        named = (
            (tr("Separator"), self.separator),
            (tr("Decimal mark"), self.decimal_mark),
            (tr("Encoding"), self.encoding),
            (tr("Line end"), self.line_end),
        )
        for column, (name, field) in enumerate(named):
            grid.addWidget(label(name, "caption", "3"), 0, column)
            grid.addWidget(field, 1, column)
            field.chosen.connect(self._take)
        grid.setColumnStretch(len(named), 1)

    def show_for(self, *, tabbed: bool) -> None:
        """Only tabs can separate cells in files whose suffix implies them."""
        self.separator.setEnabled(not tabbed)

    def _take(self, _value: object = None) -> None:
        self._course.change(
            delimiter=self.separator.value or None,
            decimal_mark=self.decimal_mark.value or None,
            encoding=self.encoding.value or None,
            line_end=self.line_end.value,
        )


def _choice(name: str, offered: tuple[tuple[str, str], ...], value: str | None) -> ChoiceBox:
    known = [(key, tr(text)) for key, text in offered]
    if value and value not in dict(offered):
        known.append((value, value))
    field = ChoiceBox(name, known)
    field.setFixedWidth(_WIDTH)
    field.set_value(value or known[0][0])
    return field
