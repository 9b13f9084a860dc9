"""Renaming columns, leaving them out of the table and bringing them back: entries of menus, each one step of undo."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QMenu, QWidget

from arxdesk.configure.table.rename_dialog import RenameColumnDialog
from arxdesk.core.document import Document
from arxdesk.core.table_commands import ChangeTable, bring_back_columns, leave_out_columns, rename_column
from arxdesk_engine.foundation.errors import UserError
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.preparation.columns import renamed_job, source_of

_FOLLOWS = marked("Role, hierarchy, models and filters go on with the new name. The file is not changed.")
_LOST = marked("The result of the last search no longer applies. Undo brings it back.")


class ColumnChanges(QObject):
    """Impossible changes are reported as a failure, and nothing is changed."""

    def __init__(self, document: Document, view: QWidget) -> None:
        super().__init__(view)
        self._document, self._view = document, view
        self.dialog: RenameColumnDialog | None = None

    def rename(self, name: str) -> None:
        """Ask for another name of a column, and give it that."""
        if self._document.locked:
            return
        source = source_of(self._document.job.data, name)
        follows = tr(_FOLLOWS)
        if source != name:
            follows = f"{follows} {tr('There it is {column}.', column=source)}"
        notes = [follows]
        if self._document.result is not None:
            notes.append(tr(_LOST))
        dialog = RenameColumnDialog(name, tuple(notes), partial(self._objection, name), self._view.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(self._take_name)
        dialog.finished.connect(self._forget_dialog)
        self.dialog, self._renamed = dialog, name
        dialog.open()

    def leave_out(self, names: Sequence[str]) -> None:
        """Leave columns out of the table."""
        self._push(partial(leave_out_columns, self._document, names))

    def bring_back(self, names: Sequence[str]) -> None:
        """Bring columns back that were left out."""
        self._push(partial(bring_back_columns, self._document, names))

    def fill_back(self, menu: QMenu) -> None:
        """Let a menu offer the columns that were left out: all of them, or each."""
        menu.clear()
        names = [each.said.name for each in self._document.left_out]
        if len(names) > 1:
            menu.addAction(tr_n(len(names), "All {n} columns", "All {n} columns"), partial(self.bring_back, names))
            menu.addSeparator()
        for name in names:
            menu.addAction(name.replace("&", "&&"), partial(self.bring_back, [name]))
        menu.setEnabled(bool(names) and not self._document.locked)

    def _objection(self, old: str, new: str) -> str:
        document = self._document
        try:
            renamed_job(document.job, old, new, document.dataset.names)
        except UserError as error:
            problem = error.problems[0]
            return f"{problem.found[:1].upper()}{problem.found[1:]}. {problem.remedy}"
        return ""

    def _take_name(self) -> None:
        if self.dialog is not None:
            self._push(partial(rename_column, self._document, self._renamed, self.dialog.name))

    def _forget_dialog(self, _result: int) -> None:
        self.dialog = None

    def _push(self, make: Callable[[], ChangeTable]) -> None:
        if self._document.locked:
            return
        try:
            step = make()
        except UserError as error:
            self._document.wishes.tell_failure(error)
        else:
            self._document.push(step)
