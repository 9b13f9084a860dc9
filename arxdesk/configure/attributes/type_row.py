"""The row of the inspector about reading a column: type, format, and the fit of its cells."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QWidget

from arxdesk.configure.attributes.column_reader import ColumnReader, Contradiction
from arxdesk.configure.attributes.misfit_popup import MisfitPopup
from arxdesk.configure.attributes.separator_field import SeparatorField
from arxdesk.configure.attributes.value_order_dialog import MOST_VALUES, ValueOrderDialog
from arxdesk.core.attributes import date_patterns, type_words
from arxdesk.core.document import Document
from arxdesk.tasks.jobs import Jobs
from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.buttons import dense_button, link_button
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.basics.icon_mark import IconMark
from arxdesk.ui.widgets.basics.label import set_tone
from arxdesk.ui.widgets.fields.choice import ChoiceBox
from arxdesk.ui.words import count
from arxdesk_engine.data import type_names
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.item_sets import proposed_separator
from arxdesk_engine.data.schema import DATE_FORMATS, DEFAULT_DATE_FORMAT, DataType, ValueType
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.preparation.retyping import Candidates, TypeFit

CLOSE = 0.5
"""The share of fitting cells from which on a type is suggested for a text column."""


_HINTS = {
    DataType.INTEGER: (marked("Could be integer..."), marked("{share} integer...")),
    DataType.DECIMAL: (marked("Could be decimal..."), marked("{share} decimal...")),
    DataType.DATE: (marked("Could be date..."), marked("{share} date...")),
    DataType.ORDINAL: (marked("Could be ordered..."), marked("{share} ordered...")),
    DataType.SET: (marked("Could be set..."), marked("{share} set...")),
}
"""What a text column may be, where all cells and where most of them fit."""


class TypeRow(QWidget):
    """Reads the column in focus as another type; a popup offers remedies for contradicting cells."""

    filter_requested = Signal(str)
    """The expression of the records to show in the table."""

    def __init__(self, document: Document, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.reader = ColumnReader(document, jobs, self)
        self._candidates: Candidates | None = None
        self.kind = ChoiceBox(tr("Type"))
        self.kind.setFixedWidth(116)
        self.format = ChoiceBox(tr("Date format"))
        self.format.setEditable(True)
        self.format.setToolTip(
            tr(
                "How the dates are written, such as dd.MM.yyyy. Other formats can be typed, several with {word}.",
                word=date_patterns.or_word(),
            )
        )
        self.order = dense_button(tr("Order..."))
        self.order.setToolTip(tr("Set the order of the values"))
        self.separator = SeparatorField()
        self._slot = QStackedWidget()
        for page in (self.format, self.order, self.separator):
            self._slot.addWidget(page)
        self._slot.setFixedWidth(116)
        self._slot.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._mark = IconMark()
        self.conformity = ElidedLabel()
        self.conformity.in_parts = True
        self.conformity.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.hint = link_button("")
        self.popup = MisfitPopup(self)
        self.dialog: ValueOrderDialog | None = None
        layouts.row(self.kind, self._slot, self._mark, (self.conformity, 1), self.hint, spacing=8, inside=self)
        self._connect()

    def refresh(self) -> None:
        """Show the column in focus."""
        column = self._document.dataset[self._document.focus]
        if self._candidates is not None and self._candidates.attribute != column.name:
            self._candidates = None
        self._show_kinds()
        kind = column.type.kind
        self.kind.set_value(kind.value)
        pages: dict[DataType, QWidget] = {
            DataType.DATE: self.format,
            DataType.ORDINAL: self.order,
            DataType.SET: self.separator,
        }
        self._slot.setVisible(kind in pages)
        self._slot.setCurrentWidget(pages.get(kind, self.order))
        self.separator.show_separator(column.type.separator)
        if kind is DataType.DATE:
            self._show_format(column.type.format or DEFAULT_DATE_FORMAT)
        self._say(type_words.fits(column), "ok")
        settings = self._document.settings_of(column.name)
        missing = type_words.missing_cells(column)
        said = [f"{self.conformity.text()}."]
        detected = settings.type is None
        said.append(tr("Detected: every cell with content fits.") if detected else tr("Set by you or the project."))
        if missing:
            said.append(tr_n(missing, "{n} cell is missing.", "{n} cells are missing."))
        self.conformity.setToolTip(" ".join(said))
        self._show_hint()

    def set_locked(self, locked: bool) -> None:
        """Whether anything can be changed."""
        for control in (self.kind, self.format, self.order, self.separator, self.hint):
            control.setEnabled(not locked)

    def guess(self) -> None:
        """Find the types that the column in focus can be read as."""
        self.reader.guess(self._document.focus)

    def read_as(self, kind: DataType) -> None:
        """Read the column in focus as a type; an ordered one asks for the order first."""
        if kind is DataType.ORDINAL:
            self.ask_for_order()
            return
        column = self._document.dataset[self._document.focus]
        if kind is DataType.SET:
            self._read(ValueType(kind, separator=proposed_separator(column.values)))
            return
        written = date_format(column, self._candidates) if kind is DataType.DATE else None
        self._read(ValueType(kind, written))

    def ask_for_order(self) -> None:
        """Open the dialog for the order of the values."""
        column = self._document.dataset[self._document.focus]
        if len(column.values) > MOST_VALUES:
            self._say(
                tr_n(
                    len(column.values),
                    "{n} value is too many to order; up to {most} can be",
                    "{n} values are too many to order; up to {most} can be",
                    most=count(MOST_VALUES),
                ),
                "warn",
            )
            return
        dialog = ValueOrderDialog(column, self.window())
        dialog.accepted.connect(self._take_order)
        dialog.finished.connect(self._forget_dialog)
        self.dialog = dialog
        dialog.open()

    def _connect(self) -> None:
        self.kind.chosen.connect(self._choose_kind)
        self.format.chosen.connect(self._choose_format)
        edit = self.format.lineEdit()
        assert edit is not None  # noqa: S101 - tells the type checker that the box is editable
        edit.editingFinished.connect(self._type_format)
        self.order.clicked.connect(self.ask_for_order)
        self.separator.chosen.connect(lambda text: self._read(ValueType(DataType.SET, separator=text)))
        self.separator.complained.connect(lambda sentence: self._say(sentence, "warn"))
        self.hint.clicked.connect(self._follow_hint)
        self.reader.guessed.connect(self._take_candidates)
        self.reader.contradicted.connect(self._show_contradiction)
        self.reader.ended.connect(self.refresh)
        self.popup.missing_requested.connect(self._read_as_missing)
        self.popup.another_format_requested.connect(self._read_another_format)
        self.popup.text_requested.connect(self._read_as_text)
        self.popup.records_requested.connect(self._show_records)

    def _choose_kind(self, key: str) -> None:
        kind = DataType(key)
        current = self._document.dataset[self._document.focus].type
        self.kind.set_value(current.kind.value)  # until the cells are read
        if kind is not current.kind or kind is DataType.ORDINAL:
            self.read_as(kind)

    def _choose_format(self, key: str) -> None:
        self._read_format(key)

    def _type_format(self) -> None:
        text = self.format.currentText()
        current = self._document.dataset[self._document.focus].type
        if current.kind is not DataType.DATE or text == date_patterns.shown(current.format or DEFAULT_DATE_FORMAT):
            return
        read = date_patterns.read_all(text)
        if read is None:
            self._say(tr("{text} names no day, month or year", text=text), "warn")
            return
        main, *others = read
        if not others:
            self._read_format(main)
        elif not self._document.locked:
            self._show_format(current.format or DEFAULT_DATE_FORMAT)
            self._say(tr("Reading as {type}", type=date_patterns.shown_all(read)), "")
            self._read_another_format(TypeFit(ValueType(DataType.DATE, main), 0, 0, other_formats=tuple(others)))

    def _read_format(self, written: str) -> None:
        current = self._document.dataset[self._document.focus].type
        if current.kind is DataType.DATE and written != (current.format or DEFAULT_DATE_FORMAT):
            self._show_format(current.format or DEFAULT_DATE_FORMAT)
            self._read(ValueType(DataType.DATE, written))

    def _read(self, kind: ValueType) -> None:
        if self._document.locked:
            return
        self._say(tr("Reading as {type}", type=type_names.name_of(kind)), "")
        self.reader.read_as([self._document.focus], kind)

    def _read_as_missing(self, fit: TypeFit) -> None:
        self.reader.read_misfits_as_missing(self._document.focus, fit)

    def _read_another_format(self, fit: TypeFit) -> None:
        self.reader.read_another_format(self._document.focus, fit)

    def _read_as_text(self, _fit: TypeFit) -> None:
        if self._document.dataset[self._document.focus].type.kind is not DataType.STRING:
            self._read(ValueType())

    def _show_records(self, fit: TypeFit) -> None:
        column = self._document.dataset[self._document.focus]
        self.filter_requested.emit(type_words.selection_of(column, (value for value, _cells in fit.values)))

    def _take_order(self) -> None:
        if self.dialog is not None and self.dialog.column is self._document.dataset[self.dialog.column.name]:
            self.reader.read_as([self.dialog.column.name], ValueType(DataType.ORDINAL, None, self.dialog.order))

    def _forget_dialog(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None

    def _take_candidates(self, found: Candidates) -> None:
        if found.attribute == self._document.focus:
            self._candidates = found
            self._show_kinds()
            self.kind.set_value(self._document.dataset[found.attribute].type.kind.value)
            self._show_hint()

    def _show_contradiction(self, found: Contradiction) -> None:
        self.refresh()
        if found.attribute != self._document.focus:
            return
        is_text = self._document.dataset[found.attribute].type.kind is DataType.STRING
        self.popup.show_fit(found.fit, is_text=is_text)
        self.popup.open_below(self.kind)

    def _show_kinds(self) -> None:
        """List the types; those that some cells contradict with the share that fits."""
        shares = self._candidates.shares if self._candidates else {}
        sampled = self._candidates is not None and self._candidates.sampled

        def text(kind: DataType) -> str:
            share = shares.get(kind, 1.0) if kind is not DataType.STRING else 1.0
            name, fits = type_names.NAMES[kind], type_words.almost(share)
            if share >= 1.0:
                return name
            return tr("{type} (about {share})" if sampled else "{type} ({share})", type=name, share=fits)

        self.kind.set_options((kind.value, text(kind)) for kind in DataType)

    def _show_format(self, written: str) -> None:
        formats = DATE_FORMATS if written in DATE_FORMATS else (*DATE_FORMATS, written)
        self.format.set_options((each, date_patterns.shown(each)) for each in formats)
        self.format.set_value(written)

    def _show_hint(self) -> None:
        kind = nearly(self._document.dataset[self._document.focus], self._candidates)
        self.hint.setVisible(kind is not None)
        if kind is not None and self._candidates is not None:
            share = self._candidates.shares[kind]
            could_be, nearly_is = _HINTS[kind]
            self.hint.setText(tr(could_be) if share >= 1.0 else tr(nearly_is, share=type_words.almost(share)))
            tip = tr(
                "Read it as {type}. Every cell fits."
                if share >= 1.0
                else "Read it as {type}. Some cells do not fit, and are shown.",
                type=type_names.NAMES[kind],
            )
            self.hint.setToolTip(tip)

    def _follow_hint(self) -> None:
        kind = nearly(self._document.dataset[self._document.focus], self._candidates)
        if kind is not None:
            self.read_as(kind)

    def _say(self, text: str, tone: str) -> None:
        name = {"ok": "check", "warn": "warning"}.get(tone, "clock")
        self._mark.show_icon(name, tone or "text.3")
        set_tone(self.conformity, "warn" if tone == "warn" else "1" if tone else "3")
        self.conformity.shorter = text.partition(",")[0]
        self.conformity.setText(text)


def nearly(column: Column, candidates: Candidates | None) -> DataType | None:
    """The type that a text column nearly is, or is but for leading zeros."""
    if candidates is None or column.type.kind is not DataType.STRING:
        return None
    likely = {kind: share for kind, share in candidates.shares.items() if kind is not DataType.STRING}
    best = max(likely, key=lambda kind: likely[kind], default=None)
    return best if best is not None and likely[best] >= CLOSE else None


def date_format(column: Column, candidates: Candidates | None) -> str:
    """The format that a column is read in as dates."""
    if column.type.kind is DataType.DATE:
        return column.type.format or DEFAULT_DATE_FORMAT
    return candidates.date_format if candidates else DEFAULT_DATE_FORMAT
