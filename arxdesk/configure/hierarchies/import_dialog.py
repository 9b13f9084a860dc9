"""A hierarchy file before it is used: how it is read, its content, its fit to the column, and necessary repairs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QVBoxLayout, QWidget

from arxdesk.configure.hierarchies.table_model import HierarchyModel
from arxdesk.configure.hierarchies.work import HierarchyFile
from arxdesk.ui import layouts
from arxdesk.ui.dialogs.foot import DialogFoot, lay_out_over_foot
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.basics.label import label
from arxdesk.ui.widgets.basics.message import Kind, Message
from arxdesk.ui.widgets.frames.framed_dialog import FramedDialog
from arxdesk.ui.widgets.tables.merged_table import MergedTable
from arxdesk.ui.words import joined
from arxdesk_engine.foundation.errors import UserError
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.hierarchies.audit import Audit
from arxdesk_engine.hierarchies.editing.repair import HierarchyFault

SIZE = (760, 600)
_DELIMITERS = ((";", marked("Semicolon")), (",", marked("Comma")), ("\t", marked("Tab")), ("|", marked("Vertical bar")))
_ENCODINGS = ("utf-8", "utf-16", "cp1252", "iso-8859-1", "iso-8859-15", "cp1250", "cp1251", "shift_jis", "gb18030")
_SHOWN = 3


class HierarchyImportDialog(FramedDialog):
    """Shows the content of a file; `reading_requested` asks to read it differently, `accepted` takes the hierarchy."""

    reading_requested = Signal(str, str)

    def __init__(self, path: Path, attribute: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Open a hierarchy for {attribute}", attribute=attribute))
        self.resize(*SIZE)
        self._file: HierarchyFile | None = None
        self.delimiter, self.encoding = QComboBox(), QComboBox()
        self.delimiter.setAccessibleName(tr("Separator"))
        self.encoding.setAccessibleName(tr("Encoding"))
        for character, words in _DELIMITERS:
            self.delimiter.addItem(tr(words), character)
        for name in _ENCODINGS:
            self.encoding.addItem(name, name)
        self.delimiter.activated.connect(self._ask_again)
        self.encoding.activated.connect(self._ask_again)
        self._model = HierarchyModel(self)
        self.table = MergedTable(tr("Preview of the hierarchy"))
        self.table.setModel(self._model)
        self.message = Message()
        self._faults = QVBoxLayout()
        self._faults.setContentsMargins(0, 0, 0, 0)
        self._faults.setSpacing(8)
        self.foot = DialogFoot(tr("Use"))
        self.use = self.foot.primary
        self.foot.accepted.connect(self.accept)
        self.foot.rejected.connect(self.reject)
        self._lay_out(path)
        self.show_waiting()

    @property
    def file(self) -> HierarchyFile | None:
        """The shown file, which would be used."""
        return self._file

    @property
    def fault_messages(self) -> tuple[Message, ...]:
        """One for each kind of fault."""
        return tuple(widget for widget in layouts.widgets_in(self._faults) if isinstance(widget, Message))

    def show_waiting(self) -> None:
        """Show that the file is being read."""
        self.use.setEnabled(False)
        self.message.set_content("info", tr("Reading the file."))

    def show_file(self, file: HierarchyFile) -> None:
        """Show the content of a file."""
        self._file = file
        _choose(self.delimiter, file.delimiter)
        _choose(self.encoding, file.encoding.removesuffix("-sig"))
        self._model.set_inspection(file.inspection)
        self.table.fit_columns()
        self._show_faults(file.faults)
        kind, lead, sentence = _fit(file.inspection.audit, len(file.inspection.column.values))
        self.message.set_content(kind, lead, sentence)
        self.use.setText(tr("Repair and use") if file.faults else tr("Use"))
        self.use.setEnabled(True)

    def show_error(self, error: UserError) -> None:
        """Show why the file cannot be read in this way."""
        self._file = None
        self._model.set_hierarchy(None)
        self._show_faults(())
        problem = error.problems[0]
        self.message.set_content("error", f"{problem.found[:1].upper()}{problem.found[1:]}.", problem.remedy)
        self.use.setEnabled(False)

    def _ask_again(self) -> None:
        self.show_waiting()
        self.reading_requested.emit(self.delimiter.currentData(), self.encoding.currentData())

    def _show_faults(self, faults: Sequence[HierarchyFault]) -> None:
        while (item := self._faults.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        for fault in faults:
            found = f"{fault.found[:1].upper()}{fault.found[1:]}."
            self._faults.addWidget(Message("warn", _lead(fault), f"{found} {fault.repair}"))

    def _lay_out(self, path: Path) -> None:
        how = layouts.row(
            label(tr("Separator"), "dense", "2"),
            self.delimiter,
            8,
            label(tr("Encoding"), "dense", "2"),
            self.encoding,
            layouts.STRETCH,
            spacing=8,
        )
        column = lay_out_over_foot(self, foot=self.foot)
        column.setSpacing(12)
        column.addWidget(ElidedLabel(str(path), "dense", "2"))
        layouts.nest(column, how)
        column.addWidget(self.table, 1)
        layouts.nest(column, self._faults)
        column.addWidget(self.message)


def _lead(fault: HierarchyFault) -> str:
    number = fault.number
    match fault.kind:
        case "uneven":
            return tr_n(number, "{n} row has another length.", "{n} rows have another length.")
        case "duplicate":
            return tr_n(number, "{n} value is listed again.", "{n} values are listed again.")
        case "split":
            return tr_n(number, "{n} group falls apart.", "{n} groups fall apart.")
        case "levels":
            return tr_n(number, "{n} level.", "{n} levels.")


def _choose(box: QComboBox, value: str) -> None:
    place = box.findData(value)
    if place < 0:
        box.addItem(value if value.isprintable() else repr(value), value)
        place = box.count() - 1
    box.setCurrentIndex(place)


def _fit(audit: Audit, values: int) -> tuple[Kind, str, str]:
    unused: list[str] = []
    if audit.unused:
        unused = [
            tr_n(
                len(audit.unused),
                "{n} entry never occurs in the data ({values}); that does no harm.",
                "{n} entries never occur in the data ({values}); that does no harm.",
                values=_some(audit.unused),
            )
        ]
    if not audit.missing:
        fits = tr_n(values, "All {n} values have an entry.", "All {n} values have an entry.")
        return "ok", tr("It fits."), " ".join([fits, *unused])
    if len(audit.missing) == values:
        found = tr_n(
            values,
            "None of the {n} values has an entry: {values}.",
            "None of the {n} values has an entry: {values}.",
            values=_some(audit.missing),
        )
        return "error", tr("It does not fit."), found
    lead = tr_n(len(audit.missing), "{n} value has no entry:", "{n} values have no entry:")
    words = tr("{values}. Anonymizing needs one for each; they can be added afterwards.", values=_some(audit.missing))
    return "warn", lead, " ".join([words, *unused])


def _some(values: Sequence[str]) -> str:
    shown = [value or tr("the missing value") for value in values[:_SHOWN]]
    rest = len(values) - _SHOWN
    return joined([*shown, *([tr_n(rest, "{n} more", "{n} more")] if rest > 0 else [])])
