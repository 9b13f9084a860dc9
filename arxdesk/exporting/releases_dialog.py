"""The list of releases: what was handed out of the project, and what is known of it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QMessageBox, QStackedWidget, QWidget

from arxdesk.exporting.lines_card import LinesCard
from arxdesk.exporting.released_words import details, released_at
from arxdesk.exporting.releases_model import ReleasesModel
from arxdesk.help.mark import help_mark
from arxdesk.ui import layouts
from arxdesk.ui.dialogs.foot import DialogFoot
from arxdesk.ui.help_topics import LEDGER
from arxdesk.ui.widgets.basics.buttons import quiet_button
from arxdesk.ui.widgets.basics.empty_state import EmptyState
from arxdesk.ui.widgets.basics.label import paragraph
from arxdesk.ui.widgets.frames.framed_dialog import FramedDialog, FramedQuestion
from arxdesk.ui.widgets.tables.records_table import RecordsTable
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.projects.ledger import Ledger, LedgerEntry

SIZE = QSize(880, 620)
KEPT = marked(
    "Every export is recorded here, and saved with a project that keeps its data. The next one is compared with all of"
    " them: groups that are large in each can share few people."
)
EMPTY = marked("Nothing was exported yet. Exports are listed here from now on.")
_CARD = 92


class ReleasesDialog(FramedDialog):
    """`forget_requested` carries the number of a release."""

    forget_requested = Signal(int)

    def __init__(self, read: Callable[[], Ledger], parent: QWidget | None = None) -> None:
        """`read` returns the present ledger."""
        super().__init__(parent)
        self._read = read
        self.setWindowTitle(tr("Releases"))
        self.resize(SIZE)
        self.model = ReleasesModel(self)
        self.table = RecordsTable(tr("Releases"), two_line_header=False)
        self.card = LinesCard(_CARD)
        self.forget = quiet_button(tr("Forget this release..."))
        self.foot = DialogFoot("", tr("Close"))
        self._pages = QStackedWidget()
        self._empty = EmptyState()
        self._empty.set_content(tr(EMPTY))
        self._lay_out()
        self.foot.rejected.connect(self.reject)
        self.forget.clicked.connect(self._ask_to_forget)
        self.table.selectionModel().currentRowChanged.connect(self._show_details)
        self.refresh()
        (self.table if self.model.rows else self.foot.cancel).setFocus()

    @property
    def current(self) -> LedgerEntry | None:
        """The selected release."""
        row = self.table.currentIndex().row()
        return self.model.rows[row] if 0 <= row < len(self.model.rows) else None

    def refresh(self) -> None:
        """Show the ledger; the newest release is selected."""
        ledger = self._read()
        self.model.set_ledger(ledger)
        has_some = bool(ledger.entries)
        self._pages.setCurrentIndex(0 if has_some else 1)
        if has_some:
            self.table.setCurrentIndex(self.model.index(0, 0))
        dropped = tr_n(
            ledger.dropped, "{n} older release is not kept any more.", "{n} older releases are not kept any more."
        )
        self.foot.note.setText(dropped if ledger.dropped else "")
        self._show_details()

    def _show_details(self, _index: object = None) -> None:
        entry = self.current
        for part in (self.card, self.forget):
            part.setVisible(entry is not None)
        if entry is not None:
            self.card.set_lines(details(entry))

    def _ask_to_forget(self) -> None:
        entry = self.current
        if entry is not None:
            self.forget_requested.emit(entry.number)

    def _lay_out(self) -> None:
        table = self.table
        table.setModel(self.model)
        table.verticalHeader().hide()
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        for place, heading in enumerate(self.model.headings):
            if heading.width:
                table.header.widen(place, heading.width)
            else:
                table.horizontalHeader().setSectionResizeMode(place, QHeaderView.ResizeMode.Stretch)
        self._pages.addWidget(table)
        self._pages.addWidget(self._empty)
        top = layouts.row((paragraph(tr(KEPT), "body", "2"), 1), help_mark(LEDGER, tr("the ledger")), spacing=8)
        below = layouts.row(layouts.STRETCH, self.forget)
        panel = QFrame()
        panel.setProperty("layer", "panel")
        parts = (top, (self._pages, 1), self.card, below)
        layouts.column(*parts, spacing=12, margins=(20, 16, 20, 16), inside=panel)
        layouts.column((panel, 1), self.foot, spacing=0, inside=self)


class ForgetBox(FramedQuestion):
    """Whether to forget a release; `forget` is the button that does it."""

    def __init__(self, entry: LedgerEntry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setIcon(QMessageBox.Icon.Warning)
        self.setWindowTitle(tr("Forget a release"))
        self.setText(tr("Forget {name} of {moment}?", name=entry.name, moment=released_at(entry)))
        self.setInformativeText(
            tr(
                "Whoever got the file still has it, and later exports are no longer compared with it. This cannot be"
                " undone; the audit trail says that it was done."
            )
        )
        self.forget = self.addButton(tr("Forget"), QMessageBox.ButtonRole.DestructiveRole)
        keep = self.addButton(QMessageBox.StandardButton.Cancel)
        self.setDefaultButton(keep)
