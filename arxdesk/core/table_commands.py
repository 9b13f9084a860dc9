"""Undoable changes of the columns of a table and their names."""

from __future__ import annotations

from collections.abc import Collection

from arxdesk.core.document import Document
from arxdesk.core.table_state import TableState
from arxdesk.core.values.archived_files import Repoint
from arxdesk.core.values.provenance import SavedSnapshot
from arxdesk.core.values.steps import Step
from arxdesk.core.values.table_content import TableContent
from arxdesk.ui.words import joined
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.foundation.messages import told, told_n

_LISTED = 20


class ChangeTable(Step):
    """Put another table in place, with everything that names its columns. What was found for a table comes and goes
    with it: whoever takes the step back has the result again."""

    def __init__(self, document: Document, after: TableContent, text: str, recorded: str) -> None:
        super().__init__(text)
        self.recorded = recorded
        self._document = document
        self._other = TableState(after)

    @property
    def needs_rows(self) -> bool:
        """Always: columns get other names, come or go."""
        return True

    def redo(self) -> None:
        """Put the new table in place."""
        self._swap(f"{self.recorded}.", tr("The result no longer applies; Undo brings it back."))

    def undo(self) -> None:
        """Put the old table back."""
        self._swap(tr("Undone: {text}.", text=self.text()), "")

    def take_kept(self, kept: SavedSnapshot, repoint: Repoint) -> None:
        """Name the files of the archive in the state that is not shown."""
        self._other = self._other.moved(kept, repoint)

    def _swap(self, text: str, lost: str) -> None:
        now = self._document.table_state
        is_lost = now.findings.result is not None and self._other.findings.result is None
        self._document.put_table(self._other, f"{text} {lost}" if lost and is_lost else text)
        self._other = now


def rename_column(document: Document, old: str, new: str) -> ChangeTable:
    """Give a column another name. Raises InvalidJob."""
    after = document.table_state.content.renamed(old, new)
    named = after.dataset.names[document.dataset.place_of(old)]
    return ChangeTable(
        document,
        after,
        told("Rename {old} to {named}", old=old, named=named),
        told("Column {old} renamed to {named}", old=old, named=named),
    )


def leave_out_columns(document: Document, names: Collection[str]) -> ChangeTable:
    """Leave columns out of the table. Raises InvalidJob."""
    after = document.table_state.content.without(names)
    text = told("Leave out {columns}", columns=of_columns(names))
    return ChangeTable(
        document, after, text, told("Columns left out: {columns}", columns=joined(tuple(names), _LISTED))
    )


def bring_back_columns(document: Document, names: Collection[str]) -> ChangeTable:
    """Restore columns that were left out. Raises InvalidJob."""
    after = document.table_state.content.with_back(names)
    text = told("Bring back {columns}", columns=of_columns(names))
    return ChangeTable(
        document, after, text, told("Columns brought back: {columns}", columns=joined(tuple(names), _LISTED))
    )


def of_columns(names: Collection[str]) -> str:
    """One column by its name, several by their number."""
    return next(iter(names)) if len(names) == 1 else told_n(len(names), "{n} column", "{n} columns")
