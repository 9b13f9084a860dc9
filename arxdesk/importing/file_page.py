"""The page on which a file or a database is chosen, and which of its tables."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QFrame,
    QHeaderView,
    QSizePolicy,
    QStackedWidget,
    QWidget,
)

from arxdesk.importing.activities import LOOKING
from arxdesk.importing.connection_form import ConnectionForm
from arxdesk.importing.flow import ImportFlow
from arxdesk.importing.outside import engine_for
from arxdesk.importing.tables_model import ImportTablesModel
from arxdesk.importing.words import facts_of
from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.buttons import secondary_button
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.basics.error_card import ErrorCard
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.widgets.fields.dropped_files import dropped_files, offer_to_copy
from arxdesk.ui.widgets.fields.segmented import Segmented
from arxdesk.ui.widgets.fields.spin_box import SpinBox
from arxdesk.ui.widgets.tables.paged_list import PagedList
from arxdesk.ui.widgets.tables.records_table import RecordsTable
from arxdesk_engine.foundation.errors import UserError
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.preparation.importing.table import ImportSource

_MOST_RECORDS = 2**31 - 1
_KINDS = [("file", marked("File")), ("folder", marked("Folder of Parquet files")), ("database", marked("Database"))]
_CHOOSE = {"file": marked("Choose a file..."), "folder": marked("Choose a folder...")}
_OFFERS = {
    "file": marked("CSV, Excel, OpenDocument, Parquet, Stata, SPSS, SAS. Drop it here."),
    "folder": marked("All Parquet files in it are one table, however large: the records stay there. Drop it here."),
}
_EXAMINING = {"file": marked("Examining the file"), "folder": marked("Examining the folder")}
_NONE_CHOSEN = {"file": marked("No file chosen"), "folder": marked("No folder chosen")}
_CHOOSE_ANOTHER = {"file": marked("Choose another file"), "folder": marked("Choose another folder")}
_HOW_OUTSIDE = marked(
    "The records are grouped where they are; only the distinct combinations of the grouped columns are read. "
    "The result is written there, too. Single records cannot be seen or changed."
)


_INDENT = 22
_OFFER = 420


class FilePage(QWidget):
    """Follows the flow; a file can be dropped here as well."""

    file_dropped = Signal(Path)

    def __init__(self, flow: ImportFlow, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._flow = flow
        self.setAcceptDrops(True)
        self.kind = Segmented(tr("Source of the table"), [(key, tr(title)) for key, title in _KINDS])
        self.choose_button = secondary_button(tr(_CHOOSE["file"]), "open")
        self.outside = QCheckBox()
        self._outside_hint = paragraph("", "caption", "3")
        self.form = ConnectionForm()
        self.card = ErrorCard()
        self.model = ImportTablesModel(self)
        self.view = RecordsTable(tr("Tables"), two_line_header=False)
        self.tables = PagedList(self.view, tr("the tables"))
        self.tables.set_model(self.model)
        self.limited = QCheckBox(tr("Read at most"))
        self.limit = SpinBox(1, _MOST_RECORDS, 10_000)
        self._stack = QStackedWidget()
        self._lay_out()
        self._connect()
        self.refresh()

    @property
    def is_ready(self) -> bool:
        """Whether a table is chosen."""
        return self._flow.draft.choices is not None

    def begin_with_tables(self) -> None:
        """Give the keyboard to the list; of a workbook the first sheet is chosen."""
        self.tables.view.setFocus()
        if self._flow.draft.source is not None and not self._flow.draft.source.is_database and not self.is_ready:
            self.tables.show_row(0)

    def choose_kind(self, key: str) -> None:
        """Show the way to files or to databases."""
        self.kind.set_value(key)
        self._show_kind(key)

    def refresh(self) -> None:
        """Show the state of the flow."""
        flow = self._flow
        source, looking = flow.draft.source, flow.is_busy(LOOKING)
        self.form.set_busy(looking and self.kind.value == "database")
        if source is not None:
            self.card.hide()
            if _kind_of(source) != self.kind.value:
                self.choose_kind(_kind_of(source))
                if source.is_database and source.bytes is not None:
                    self.form.choose_file(Path(source.path))
        is_file = source is not None and not source.is_database
        name = Path(source.path).name if source is not None and is_file else ""
        kind = "folder" if self.kind.value == "folder" else "file"
        self._name.setText(name or tr(tr(_EXAMINING[kind]) if looking else tr(_NONE_CHOSEN[kind])))
        facts = facts_of(source) if source is not None and is_file else ""
        self._tell(facts, "" if facts else tr(_OFFERS[kind]))
        entries = source.tables if source is not None else ()
        self._tables_frame.setVisible(bool(entries) and self._shows_source())
        if list(entries) != list(self.model.entries):
            self.model.set_entries(entries)
        number = len(entries)
        if source and source.is_database:
            title = tr_n(number, "{n} table or view, choose one", "{n} tables and views, choose one")
        else:
            title = tr_n(number, "{n} sheet, choose one", "{n} sheets, choose one")
        self._tables_title.setText(title)
        data = flow.draft.choices.data if flow.draft.choices else None
        chosen = (data.table or data.sheet) if data else None
        row = next((place for place, each in enumerate(entries) if each.name == chosen), -1)
        if row >= 0 and self.tables.current_row != row:
            self.tables.show_row(row)
        if row >= 0:
            self.view.selectRow(self.view.currentIndex().row())
        self._show_outside()
        self._show_limit()
        limit = data.row_limit if data else None
        self.limited.setChecked(limit is not None)
        self.limit.setEnabled(limit is not None)
        if limit is not None:
            self.limit.setValue(limit)

    def show_error(self, error: UserError) -> None:
        """Show an error; another file can be chosen at once."""
        first = error.problems[0]
        details = error.message if len(error.problems) > 1 else ""
        kind = str(self.kind.value)
        links = () if kind == "database" else (("file", tr(_CHOOSE_ANOTHER[kind])),)
        self.card.set_error(f"{first.found[:1].upper()}{first.found[1:]}.", first.place, first.remedy, details, links)
        self.refresh()
        self.card.show()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept dragged files."""
        offer_to_copy(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the first dropped file."""
        if offer_to_copy(event):
            self.file_dropped.emit(dropped_files(event)[0])

    def _shows_source(self) -> bool:
        """Whether the open source is of the shown kind."""
        source = self._flow.draft.source
        return source is not None and _kind_of(source) == self.kind.value

    def _show_limit(self) -> None:
        """Offer to read a part of the records, unless they stay where they are."""
        for part in (self.limited, self.limit, self._records):
            part.setVisible(self._shows_source() and not self._flow.draft.stays_outside)

    def _show_outside(self) -> None:
        """Offer to leave the records where they are; those of a folder stay there in any case."""
        source, draft = self._flow.draft.source, self._flow.draft
        can_stay = source is not None and source.can_stay
        is_asked = can_stay and draft.choices is not None and self._shows_source() and self.kind.value != "folder"
        self.outside.setVisible(is_asked)
        self._outside_hint.setVisible(is_asked)
        in_database = source is not None and source.is_database
        self.outside.setText(
            tr("Leave the records in the database") if in_database else tr("Leave the records in the file")
        )
        hints = [tr("The file is large for the memory of this computer.")] if source and source.stays else []
        self._outside_hint.setText(" ".join([*hints, tr(_HOW_OUTSIDE)]))
        self.outside.setChecked(draft.stays_outside)

    def _show_kind(self, key: str) -> None:
        self._stack.setCurrentIndex(int(key == "database"))
        self.choose_button.setText(tr(_CHOOSE.get(key, tr(_CHOOSE["file"]))))
        self.card.hide()
        if not self._shows_source() and key != "database":
            self._name.setText(tr(_NONE_CHOSEN[key]))
            self._tell("", tr(_OFFERS[key]))
        elif self._shows_source():
            self.refresh()
        self._show_outside()
        self._show_limit()
        self._tables_frame.setVisible(bool(self.model.entries) and self._shows_source())
        if key == "database":
            self.form.kind.setFocus()

    def _open_database(self, address: str, password: str) -> None:
        self.card.hide()
        self._flow.open(address, password or None)

    def _choose_table(self, row: int) -> None:
        source = self._flow.draft.source
        if source is not None and 0 <= row < len(source.tables):
            self._flow.choose_table(source.tables[row].name)

    def _choose_clicked(self, index: QModelIndex) -> None:
        self._choose_table(self.tables.source_row(index))

    def _leave_outside(self, outside: bool) -> None:
        source = self._flow.draft.source
        if source is not None:
            self._flow.change_syntax(engine=engine_for(source, outside=outside), row_limit=None)

    def _limit_changed(self) -> None:
        limit = self.limit.value() if self.limited.isChecked() else None
        self.limit.setEnabled(limit is not None)
        self._flow.limit_rows(limit)

    def _connect(self) -> None:
        self.kind.chosen.connect(self._show_kind)
        self.form.connect_requested.connect(self._open_database)
        self.tables.current_changed.connect(self._choose_table)
        self.view.clicked.connect(self._choose_clicked)
        self.outside.clicked.connect(self._leave_outside)
        self.limited.clicked.connect(self._limit_changed)
        self.limit.valueChanged.connect(self._limit_changed)
        self._flow.source_changed.connect(self.refresh)

    def _lay_out(self) -> None:
        self._name = ElidedLabel("", "lead")
        self._facts = ElidedLabel("", "dense", "2")
        self._offer = paragraph("", "dense", "2")
        self._offer.setMinimumWidth(_OFFER)
        words = layouts.column(self._name, self._facts, self._offer, spacing=2)
        file = QFrame()
        file.setProperty("layer", "card")
        layouts.row((words, 1), self.choose_button, margins=16, inside=file)
        self._stack.addWidget(file)
        self._stack.addWidget(self.form)
        self._stack.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._stack.currentChanged.connect(self._fit_stack)
        self._fit_stack(0)
        self._tables_title = label("", "body", "1", 600)
        self._tables_frame = QWidget()
        self.view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.view.verticalHeader().hide()
        self.view.setShowGrid(False)
        self.view.header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for place in (1, 2):
            self.view.header.resizeSection(place, 120)
        layouts.column(self._tables_title, (self.tables, 1), spacing=8, inside=self._tables_frame)
        self.limit.setFixedWidth(140)
        self.limit.setAccessibleName(tr("Records to read at most"))
        self._records = label(tr("records"), "dense", "2")
        foot = layouts.row(self.limited, self.limit, self._records, layouts.STRETCH, spacing=8)
        layouts.column(
            label(tr("Where is the table?"), "lead"),
            (self.kind, 0, Qt.AlignmentFlag.AlignLeft),
            self._stack,
            self.card,
            (self._tables_frame, 1),
            self.outside,
            layouts.row(self._outside_hint, margins=(_INDENT, 0, 0, 0)),
            foot,
            layouts.STRETCH,
            spacing=12,
            inside=self,
        )
        self.card.hide()

    def _tell(self, facts: str, offer: str) -> None:
        """Show what is known of the file, or what can be opened."""
        for words, text in ((self._facts, facts), (self._offer, offer)):
            words.setText(text)
            words.setVisible(bool(text))

    def _fit_stack(self, place: int) -> None:
        """Size the stack by the page in front."""
        for number in range(self._stack.count()):
            page = self._stack.widget(number)
            if page is not None:
                how = QSizePolicy.Policy.Preferred if number == place else QSizePolicy.Policy.Ignored
                page.setSizePolicy(QSizePolicy.Policy.Preferred, how)
        self._stack.adjustSize()


def _kind_of(source: ImportSource) -> str:
    if source.is_database:
        return "database"
    return "folder" if Path(source.path).is_dir() else "file"
