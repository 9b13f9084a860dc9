"""The syntax of a file: one combo box for each part of it, with the certainty of its detection below."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QWidget

from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.basics.label import Tone, label, set_tone
from arxdesk.ui.widgets.fields.choice import ElidingBox
from arxdesk.ui.words import count, joined
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.preparation.importing.table import ReadTable

_NARROW, _WIDTH = 72, 132
_WIDTHS = {
    "delimiter": 124,
    "quote": 80,
    "header": 148,
    "decimal_mark": 104,
    "thousands_mark": 100,
    "encoding": 172,
    "null_values": 164,
}
"""Combo boxes with shorter or longer words than most."""
_SEPARATORS = (
    (";", marked("Semicolon ;")),
    (",", marked("Comma ,")),
    ("\t", marked("Tab")),
    ("|", marked("Pipe |")),
    (" ", marked("Space")),
    (":", marked("Colon :")),
)
_QUOTES = (('"', '"'), ("'", "'"), ("", marked("None")))
_ENCODINGS = (
    ("utf-8", "UTF-8"),
    ("utf-8-sig", marked("UTF-8 with mark")),
    ("utf-16", "UTF-16"),
    ("cp1252", marked("Western (Windows)")),
    ("iso8859-15", marked("Western (ISO)")),
    ("cp1250", marked("Central European (Windows)")),
    ("iso8859-2", marked("Central European (ISO)")),
    ("cp1251", marked("Cyrillic (Windows)")),
    ("koi8-r", marked("Cyrillic (KOI8)")),
    ("cp1253", marked("Greek")),
    ("cp1254", marked("Turkish")),
    ("cp850", marked("Western (DOS)")),
    ("gb18030", marked("Chinese")),
    ("big5", marked("Chinese (traditional)")),
    ("shift_jis", marked("Japanese")),
    ("euc_kr", marked("Korean")),
)
_FIRST_ROW = ((True, marked("Column names")), (False, marked("Data")))
_MARKS = ((".", marked("Point .")), (",", marked("Comma ,")))
_THOUSANDS = (
    ("", marked("None")),
    (".", marked("Point .")),
    (",", marked("Comma ,")),
    (" ", marked("Blank")),
    ("'", marked("Apostrophe '")),
)
_LABELS = ((True, marked("Labels")), (False, marked("Codes")))
_TONES: dict[str, Tone] = {"certain": "ok", "uncertain": "warn"}
_SURE = {
    "certain": marked("certain"),
    "likely": marked("likely"),
    "uncertain": marked("uncertain"),
    "guessed": marked("guessed"),
}
_TITLES = {
    "delimiter": marked("Separator"),
    "quote": marked("Text quotes"),
    "encoding": marked("Encoding"),
    "header": marked("First row"),
    "decimal_mark": marked("Decimal mark"),
    "thousands_mark": marked("Thousands"),
    "labels": marked("Coded values"),
    "null_values": marked("Missing values"),
}
_OPTIONS: dict[str, Sequence[tuple[object, str]]] = {
    "delimiter": _SEPARATORS,
    "quote": _QUOTES,
    "encoding": _ENCODINGS,
    "header": _FIRST_ROW,
    "decimal_mark": _MARKS,
    "thousands_mark": _THOUSANDS,
    "labels": _LABELS,
}
OF_FORMAT = {
    "delimited": ("delimiter", "quote", "encoding", "header", "decimal_mark", "thousands_mark", "null_values"),
    "excel": ("header", "null_values"),
    "parquet": ("null_values",),
    "sas": ("labels", "null_values"),
    "stata": ("labels", "null_values"),
    "spss": ("labels", "null_values"),
    "database": ("null_values",),
}
"""Settings that other formats define themselves."""
Change = Callable[[str, object], None]
"""Takes a field of the job's data section and its value."""


class _Field(QWidget):
    """Title, combo box, and certainty of the choice, which `change` takes."""

    def __init__(self, key: str, change: Change) -> None:
        super().__init__()
        self._key, self._change = key, change
        self.combo = ElidingBox()
        self.combo.setAccessibleName(tr(_TITLES[key]))
        self.combo.setMinimumWidth(_NARROW)
        self.combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.combo.setMinimumContentsLength(6)
        self.combo.setPlaceholderText(tr("Not known"))
        self.combo.setMaxVisibleItems(20)
        self.sure = ElidedLabel("", "caption", "3")
        title = label(tr(_TITLES[key]), "caption", "2")
        title.setBuddy(self.combo)
        layouts.column(title, self.combo, self.sure, spacing=3, inside=self)
        self.setMaximumWidth(_WIDTHS.get(key, _WIDTH))
        self.combo.activated.connect(self._choose)
        self._options: list[object] = []
        self._hint = ""

    def show_value(self, value: object, options: Sequence[tuple[object, str]]) -> None:
        """Show the chosen option among all."""
        options = list(options)
        if value is not None and value not in [each for each, _words in options]:
            options.append((value, str(value)))
        self._options = [each for each, _words in options]
        with QSignalBlocker(self.combo):
            self.combo.clear()
            self.combo.addItems([tr(words) for _each, words in options])
            self.combo.setCurrentIndex(self._options.index(value) if value is not None else -1)
        self.combo.setToolTip(self._hint or self.combo.currentText())
        if not self.combo.isEditable():
            wanted = self.combo.width_for(self.combo.currentText() or self.combo.placeholderText())
            self.combo.setMinimumWidth(min(self.maximumWidth(), max(_NARROW, wanted)))
        metrics = self.combo.fontMetrics()
        widest = max((metrics.horizontalAdvance(tr(words)) for _each, words in options), default=0)
        self.combo.view().setMinimumWidth(widest + 32)

    def _choose(self, place: int) -> None:
        if place < len(self._options):
            self._change(self._key, self._options[place])


class _MissingField(_Field):
    """The texts for missing values: detected or typed ones."""

    def __init__(self, change: Change) -> None:
        super().__init__("null_values", change)
        self.combo.setEditable(True)
        self.combo.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self._hint = tr("Choose, or type the texts with commas between them. Empty cells are always missing.")
        self.combo.setToolTip(self._hint)
        self._edit = self.combo.lineEdit() or QLineEdit()
        self._edit.setAccessibleName(tr(_TITLES["null_values"]))
        self._edit.editingFinished.connect(self._take_text)
        self._edit.installEventFilter(self)
        self._edit.setPlaceholderText(tr("Empty, or type"))

    def show_value(self, value: object, options: Sequence[tuple[object, str]]) -> None:
        """Show the chosen option among all; a custom list is typed."""
        super().show_value(value, options)
        self._edit.setCursorPosition(0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let Return only commit the typed text."""
        pressed = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress
        if pressed and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._edit.isModified():  # type: ignore[attr-defined]
            self._take_text()
            return True
        return super().eventFilter(watched, event)

    def _take_text(self) -> None:
        if self._edit.isModified():
            self._edit.setModified(False)
            self._change(self._key, typed_markers(self._edit.text()))


def typed_markers(text: str) -> tuple[str, ...]:
    """The missing values in a typed text such as "? and empty"; empty cells are always among them.

    "and" and "empty" are understood in English and in the language that is set.
    """
    between = joined((",", ",")).strip(", ")
    parts = (part.strip() for part in re.split(rf",|\b(?:and|{re.escape(between)})\b", text))
    nothing = ("empty", tr("empty").lower())
    return (*dict.fromkeys(part for part in parts if part and part.lower() not in nothing), "")


class SyntaxFields(QWidget):
    """The fields that a format has; `change` takes what the user chooses."""

    def __init__(self, change: Change, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._fields: dict[str, _Field] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(12)
        for key in _TITLES:
            field = _MissingField(change) if key == "null_values" else _Field(key, change)
            self._fields[key] = field
            field.hide()  # settings that the format does not have take no room
            row.addWidget(field, _WIDTHS.get(key, _WIDTH))
        row.addStretch()

    def combo(self, key: str) -> QComboBox:
        """The combo box of a field."""
        return self._fields[key].combo

    def certainty(self, key: str) -> str:
        """The text below a combo box."""
        return self._fields[key].sure.text()

    def show_syntax(self, kind: str, data: DataSource, table: ReadTable | None) -> None:
        """Show the reading of a table, with the certainty of its detection."""
        for key, field in self._fields.items():
            field.setVisible(key in OF_FORMAT[kind])
            value = getattr(data, key)
            if key == "encoding" and value is not None:
                value = _known_encoding(value)
            options = _missing_options(data, table) if key == "null_values" else _OPTIONS[key]
            field.show_value(value, options)
            sure = _cells_missing(table) if key == "null_values" else table.sure.get(key, "") if table else ""
            field.sure.setText(_certainty(sure))
            set_tone(field.sure, _TONES.get(sure, "3"))
            field.combo.setAccessibleDescription(_certainty(sure))


def _certainty(sure: str) -> str:
    """How sure a detection is, in the language that is set."""
    quoted = re.fullmatch(r"(\d+) cells stand in (.)", sure)
    if quoted is not None:
        return tr_n(int(quoted[1]), "{n} cell stands in {quote}", "{n} cells stand in {quote}", quote=quoted[2])
    shared = re.fullmatch(r"(\d+) of (\d+) (lines|columns)", sure)
    if shared is None:
        return tr(_SURE.get(sure, sure))
    part, whole, unit = int(shared[1]), int(shared[2]), shared[3]
    if unit == "lines":
        return tr_n(whole, "{part} of {n} line", "{part} of {n} lines", part=count(part))
    return tr_n(whole, "{part} of {n} column", "{part} of {n} columns", part=count(part))


def _known_encoding(name: str) -> str:
    try:
        plain = codecs.lookup(name).name
    except LookupError:
        return name
    return next((each for each, _words in _ENCODINGS if codecs.lookup(each).name == plain), name)


def _missing_options(data: DataSource, table: ReadTable | None) -> list[tuple[tuple[str, ...], str]]:
    found: Mapping[str, int] = table.markers if table else {}
    markers = tuple(marker for marker in data.null_values if marker)
    sets: list[tuple[str, ...]] = [data.null_values, ("",)]
    sets += [(*markers, marker, "") for marker in found]
    if markers:
        sets += [(marker, "") for marker in markers]
    return [(each, _words_of(each)) for each in dict.fromkeys(sets)]


def _words_of(markers: tuple[str, ...]) -> str:
    named = [marker for marker in markers if marker]
    return joined([*named, tr("empty")], 20) if named else tr("Empty")


def _cells_missing(table: ReadTable | None) -> str:
    if table is None:
        return ""
    missing = sum(column.candidates[0].missing for column in table.columns)
    return tr_n(missing, "{n} cell", "{n} cells") if missing else tr("none found")
