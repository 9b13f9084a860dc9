"""Copying and saving the rows that are shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from arxdesk.analysis.analysis import Analysis
from arxdesk.core import file_dialogs as files
from arxdesk.core.rows_words import WHY_OFF
from arxdesk.core.writing_work import write_rows
from arxdesk.quality.tables.column_visibility import ColumnVisibility
from arxdesk.quality.tables.sides import SIDES
from arxdesk.tasks.activity import WRITING
from arxdesk.ui.icons import icon
from arxdesk.ui.widgets.basics.buttons import icon_button
from arxdesk.ui.widgets.tables.side_table import SideTable
from arxdesk.ui.words import LOCAL
from arxdesk_engine.analysis.shown import sentences
from arxdesk_engine.analysis.shown.rows import SideName, VisibleRows
from arxdesk_engine.foundation.language import tr


class RowsSaving(QObject):
    """A button with a menu. Saves the columns that are shown; `tell` says in a sentence what was done."""

    def __init__(
        self,
        analysis: Analysis,
        tables: Mapping[SideName, SideTable],
        columns: ColumnVisibility,
        tell: Callable[[str], None],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._analysis, self._tables, self._columns = analysis, tables, columns
        self._tell, self._window = tell, window
        self._rows: VisibleRows | None = None
        self.button: QToolButton = icon_button("save", tr("Copy or save the table"))
        menu = QMenu(self.button)
        menu.addAction(icon("copy"), tr("Copy the selected cells"), self._copy)
        self.actions = {
            side: menu.addAction(icon("save"), said, partial(self._save, side))
            for side, said in zip(
                SIDES, (tr("Save the input as shown..."), tr("Save the output as shown...")), strict=True
            )
        }
        for action in self.actions.values():
            action.setEnabled(analysis.document.rows is None)
            action.setToolTip(
                "" if analysis.document.rows is None else f"{tr(WHY_OFF)}. {tr('Export writes all of them.')}"
            )
        menu.setToolTipsVisible(True)
        self.button.setMenu(menu)
        self.button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        for table in tables.values():
            table.copied.connect(self._tell_copied)

    def show_rows(self, rows: VisibleRows) -> None:
        """Other rows are shown."""
        self._rows = rows

    def _copy(self) -> None:
        chosen = [table for table in self._tables.values() if table.selectionModel().hasSelection()]
        (chosen or list(self._tables.values()))[0].copy_selection()

    def _tell_copied(self, copied: int, selected: int) -> None:
        self._tell(sentences.copied(copied, selected, LOCAL))

    def _save(self, side: SideName) -> None:
        table, rows = self._analysis.tables.get(side), self._rows
        if table is None or rows is None:
            return
        name = self._analysis.document.name
        path = files.ask_where_to_save_rows(
            self._window,
            Path(tr("{name} input.csv", name=name) if side == "before" else tr("{name} output.csv", name=name)),
        )
        if path is not None:
            work = partial(write_rows, table.job, self._columns.of(table.dataset), rows.rows, path)
            self._analysis.jobs.start(self, WRITING, work, self._tell_saved, self._analysis.wishes.tell_failure)

    def _tell_saved(self, path: object) -> None:
        self._tell(tr("Saved as {path}.", path=path))
