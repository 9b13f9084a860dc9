"""The research subset beside the table: its description, the menu that changes it, and its ticks."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDialog, QMenu, QPushButton

from arxdesk.configure.table.shown_records import ViewedRecords
from arxdesk.configure.table.subset_dialogs import ExpressionDialog, RandomDialog
from arxdesk.configure.table.subset_model import ResearchSubset
from arxdesk.core.document import Document
from arxdesk.core.file_dialogs import ask_for_subset
from arxdesk.core.records_model import RecordsModel
from arxdesk.core.selecting_work import base_of
from arxdesk.tasks.activity import Activity
from arxdesk.tasks.jobs import Jobs
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.tables.input_table import InputTable
from arxdesk.ui.words import count, percent
from arxdesk_engine.foundation.errors import UserError
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.foundation.messages import told
from arxdesk_engine.job.subset import SubsetSettings
from arxdesk_engine.preparation.named_subsets import NamedSubset
from arxdesk_engine.preparation.subset import Included
from arxdesk_engine.preparation.ticking import records_in, ticks

SELECTING = Activity(marked("Selecting a research subset"))

DEFAULT_SHARE = 0.1
ENTRIES = {
    "all": marked("All Records"),
    "none": marked("No Records"),
    "select": marked("By Expression..."),
    "filter": marked("The Records That the Filter Shows"),
    "file": marked("From a File..."),
    "random": marked("Random Sample..."),
    "invert": marked("Invert"),
}
"""The entries of the menu by key."""


class SubsetControls(QObject):
    """`told` carries (lead, sentence) of an error; empty once it is resolved."""

    told = Signal(str, str)

    def __init__(
        self, table: InputTable, model: RecordsModel, shown: ViewedRecords, document: Document, jobs: Jobs
    ) -> None:
        super().__init__(table)
        self._table, self._model, self._shown = table, model, shown
        self._document, self._jobs = document, jobs
        self.subset = ResearchSubset(document, self)
        self.words = ElidedLabel("", "caption", "3")
        self.button = QPushButton(tr("Subset..."))
        self.button.setProperty("dense", True)
        self.button.setProperty("plain-menu", True)
        self.button.setAccessibleName(tr("Subset"))
        self.dialog: QDialog | None = None
        menu = QMenu(self.button)
        self.actions = {key: self._action(menu, key, tr(words)) for key, words in ENTRIES.items()}
        self.button.setMenu(menu)
        self.subset.changed.connect(self._show)
        self.subset.base_wanted.connect(self._look_for_base)
        self.subset.too_many.connect(self._refuse_hand)
        shown.changed.connect(self._show_state)
        document.lock_changed.connect(self._show_state)
        table.ticks.tick_requested.connect(self._tick_row)
        table.rows_tick_requested.connect(self._tick_spans)
        table.corner.clicked.connect(self._tick_shown)
        self.subset.refresh()

    @property
    def shown_ticks(self) -> Included | None:
        """The ticked records; None where rows are no single records, and there is nothing to tick."""
        return self.subset.ticked if self._document.rows is None else None

    def choose(self, key: str) -> None:
        """Run an entry of the menu."""
        if self.subset.reason_against:
            self.told.emit(tr("No subset can be chosen."), self.subset.reason_against)
            return
        self.told.emit("", "")
        match key:
            case "all" | "none":
                self.subset.choose(
                    SubsetSettings(base=key), told("All records") if key == "all" else told("No records")
                )
            case "filter" if self._shown.viewed.expression:
                self._select(self._shown.viewed.expression)
            case "invert":
                self.subset.invert()
            case "select":
                before = self.subset.settings.select or self._shown.viewed.expression
                dialog = ExpressionDialog(self._document, self._jobs, before, self._table.window())
                self._ask(dialog, lambda: self._select(dialog.expression))
            case "random":
                settings, records = self.subset.settings, self._document.dataset.records
                drawing = RandomDialog(records, settings.random or DEFAULT_SHARE, settings.seed, self._table.window())
                self._ask(drawing, lambda: self._draw(drawing.share, drawing.seed))
            case "file":
                path = ask_for_subset(self._table)
                if path is not None:
                    self.choose_file(path)

    def choose_file(self, path: Path) -> None:
        """Take the records that a file lists."""
        self.subset.choose(SubsetSettings(file=str(path.absolute())), told("Subset from {file}", file=path.name))

    def _action(self, menu: QMenu, key: str, words: str) -> QAction:
        action = menu.addAction(words)
        action.triggered.connect(partial(self._choose_entry, key))
        if key in ("none", "random"):
            menu.addSeparator()
        return action

    def _choose_entry(self, key: str, _checked: bool = False) -> None:
        self.choose(key)

    def _select(self, expression: str) -> None:
        self.subset.choose(SubsetSettings(select=expression), told("Subset by expression"))

    def _draw(self, share: float, seed: int) -> None:
        self.subset.choose(SubsetSettings(random=share, seed=seed), told("Random subset"))

    def _ask(self, dialog: QDialog, accepted: Callable[[], None]) -> None:
        dialog.accepted.connect(accepted)
        dialog.finished.connect(dialog.deleteLater)
        self.dialog = dialog
        dialog.open()

    def _look_for_base(self, named: NamedSubset) -> None:
        work = partial(base_of, self._document.job, self._document.dataset, named)
        arrived, failed = partial(self._take_base, named.settings), self._refuse_base
        self.words.setText(tr("Subset: counting…"))
        self._jobs.start(self, SELECTING, work, arrived, failed)

    def _take_base(self, settings: SubsetSettings, base: Included) -> None:
        self.subset.take_base(settings, base)

    def _refuse_base(self, error: object) -> None:
        sentence = ""
        if isinstance(error, UserError):
            problem = error.problems[0]
            sentence = f"{problem.found[:1].upper()}{problem.found[1:]}. {problem.remedy}"
        self.words.setText(tr("Subset: unknown"))
        self.told.emit(tr("The subset was not found."), sentence)

    def _refuse_hand(self, ranges: int) -> None:
        sentence = tr_n(
            ranges,
            "These records stand in {n} separate place of the table. Filter them by an expression, and choose the "
            "records that the filter shows.",
            "These records stand in {n} separate places of the table. Filter them by an expression, and choose the "
            "records that the filter shows.",
        )
        self.told.emit(tr("Too many single records."), sentence)

    def _tick_row(self, row: int) -> None:
        if self.subset.ticked is not None and self._document.rows is None:
            record = self._model.record_of(row)
            self.subset.tick(
                records_in([(row, row)], self._shown.rows, self._shown.viewed.order), not self.subset.ticked[record]
            )

    def _tick_spans(self, spans: tuple[tuple[int, int], ...]) -> None:
        records = records_in(spans, self._shown.rows, self._shown.viewed.order)
        self.subset.tick(records, self.subset.state_of(records) is not True)

    def _tick_shown(self) -> None:
        order = self._shown.viewed.order
        records = records_in([(0, self._shown.rows - 1)], self._shown.rows, order)
        self.subset.tick(records, self.subset.state_of(order) is not True)

    def _show(self) -> None:
        self.told.emit("", "")
        self._model.set_ticked(self.shown_ticks)
        self._table.updateGeometries()
        self._show_state()

    def _show_state(self) -> None:
        ticked, reason = self.subset.ticked, self.subset.reason_against
        order = self._shown.viewed.order
        self._table.corner.set_state(self.subset.state_of(order) if self._shown.rows else False)
        self._table.corner.setEnabled(not reason)
        self._table.ticks.setEnabled(not self._document.locked)
        self.button.setEnabled(not reason)
        self.button.setToolTip(reason or tr("Choose which records are anonymized and shared"))
        self.actions["filter"].setEnabled(bool(self._shown.viewed.expression))
        if ticked is None:
            self.words.setText(tr("Subset: drawn when it runs"))
            return
        if self._document.rows is not None:
            self.words.setText("")
            return
        number, records = ticks(ticked)
        part = tr(
            "Subset: {part} of {whole} ({share})",
            part=count(number),
            whole=count(records),
            share=percent(number / records),
        )
        self.words.setText(tr("Subset: all records") if number == records else part)
        described = self.subset.settings.description
        self.words.setToolTip(tr("Only ticked records are anonymized and shared: {subset}", subset=described))
