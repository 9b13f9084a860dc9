"""The audit trail: changes with their time, and whether the list was tampered with."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QFrame,
    QHeaderView,
    QStackedWidget,
    QWidget,
)

from arxdesk.help.mark import help_mark
from arxdesk.projects.audit_trail_model import TEXT, VALUES, AuditTrailModel
from arxdesk.ui import layouts
from arxdesk.ui.dialogs.foot import DialogFoot
from arxdesk.ui.help_topics import AUDIT_TRAIL
from arxdesk.ui.widgets.basics.empty_state import EmptyState
from arxdesk.ui.widgets.basics.label import paragraph
from arxdesk.ui.widgets.basics.message import Message
from arxdesk.ui.widgets.fields.icon_field import IconField
from arxdesk.ui.widgets.frames.framed_dialog import FramedDialog
from arxdesk.ui.widgets.tables.records_table import RecordsTable
from arxdesk.ui.words import count
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.projects.trail import ACTION_WORDS, Trail

SIZE, WIDEST = QSize(960, 600), 168
KEPT = marked(
    "Recorded while you work, and saved with a project that keeps its data. "
    "The descriptions hold no values of the table."
)
BROKEN = marked("Something other than ArxDesk has changed, removed or added entries. Do not rely on this list.")


class AuditTrailDialog(FramedDialog):
    """`export_requested` asks for a file; with values of the table where they are shown."""

    export_requested = Signal(bool)

    def __init__(self, read: Callable[[], Trail], parent: QWidget | None = None) -> None:
        """`read` returns the present trail."""
        super().__init__(parent)
        self._read = read
        self.setWindowTitle(tr("Audit trail"))
        self.resize(SIZE)
        self.model = AuditTrailModel(self)
        self.search = IconField(tr("Search the audit trail"), tr("Search"), "search")
        self.action = QComboBox()
        self.action.setAccessibleName(tr("Action"))
        self.action.addItem(tr("Everything"), "")
        for key, words in ACTION_WORDS.items():
            self.action.addItem(tr(words), key)
        self.values = QCheckBox(tr("Show values of the table"))
        self.state = Message()
        self.table = RecordsTable(tr("Audit trail"), two_line_header=False)
        self.table.setModel(self.model)
        self.table.verticalHeader().hide()
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.foot = DialogFoot(tr("Export..."), tr("Close"))
        self.foot.accepted.connect(self._ask_to_export)
        self.foot.rejected.connect(self.reject)
        self.search.textChanged.connect(self._sift)
        self.action.currentIndexChanged.connect(self._sift)
        self.values.toggled.connect(self._show_values)
        self._empty = EmptyState()
        self._empty.action_triggered.connect(self._show_all)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.table)
        self._pages.addWidget(self._empty)
        self._lay_out()
        self.refresh()
        self._fit_columns()
        self.search.setFocus()

    def refresh(self) -> None:
        """Show the trail, and whether it is intact."""
        trail = self._read()
        self.model.set_trail(trail)
        self.foot.primary.setEnabled(bool(trail.entries))
        self.state.setVisible(bool(trail.entries) or not trail.is_intact)
        if trail.is_intact:
            number = len(trail.entries)
            sentence = tr_n(number, "It has {n} entry.", "{n} entries follow each other without a gap.")
            self.state.set_content("ok", tr("The chain is intact."), f"{sentence}{_dropped(trail)}")
        else:
            self.state.set_content("error", tr("The chain is broken."), tr(BROKEN))
        self._show_number()

    def _sift(self) -> None:
        self.model.sift(self.search.text(), self.action.currentData())
        self._show_number()

    def _show_values(self, wanted: bool) -> None:
        self.model.show_values(wanted)
        self._fit_columns()
        self._show_number()

    def _show_all(self) -> None:
        self.search.clear()
        self.action.setCurrentIndex(0)
        self.search.setFocus()

    def _show_number(self) -> None:
        shown, number = len(self.model.rows), len(self.model.trail.entries)
        self._pages.setCurrentWidget(self.table if shown else self._empty)
        if number:
            self._empty.set_content(tr("No matching entries."), tr("Show all entries"))
        else:
            self._empty.set_content(tr("No actions yet. Your actions are listed here from now on."))
        self.foot.note.setText(
            ""
            if shown == number
            else tr_n(number, "{shown} of {n} entry", "{shown} of {n} entries", shown=count(shown))
        )

    def _fit_columns(self) -> None:
        header = self.table.horizontalHeader()
        for place, heading in enumerate(self.model.headings):
            if heading.width:
                self.table.fit_column(place, heading.width, WIDEST)
            else:
                header.setSectionResizeMode(place, QHeaderView.ResizeMode.Stretch)
        if len(self.model.headings) > VALUES:
            header.setSectionResizeMode(TEXT, QHeaderView.ResizeMode.Stretch)

    def _ask_to_export(self) -> None:
        self.export_requested.emit(self.values.isChecked())

    def _lay_out(self) -> None:
        self.search.setMinimumWidth(240)
        tools = layouts.row(self.search, self.action, layouts.STRETCH, self.values, spacing=8)
        top = layouts.row(
            (paragraph(tr(KEPT), "body", "2"), 1), help_mark(AUDIT_TRAIL, tr("the audit trail")), spacing=8
        )
        panel = QFrame()
        panel.setProperty("layer", "panel")
        layouts.column(top, self.state, tools, (self._pages, 1), spacing=12, margins=(20, 16, 20, 16), inside=panel)
        layouts.column((panel, 1), self.foot, spacing=0, inside=self)


def _dropped(trail: Trail) -> str:
    if not trail.dropped:
        return ""
    said = tr_n(trail.dropped, "{n} older entry is not kept any more.", "{n} older entries are not kept any more.")
    return f" {said}"
