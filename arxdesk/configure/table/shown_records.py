"""The records in the table of Configure and their order; computed on a thread, the last request wins."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal

from arxdesk.core.document import Document
from arxdesk.tasks.activity import Activity
from arxdesk.tasks.jobs import Jobs
from arxdesk_engine.analysis.shown.viewed import FilteredRecords, SortKey, view
from arxdesk_engine.data.selection import InvalidSelection
from arxdesk_engine.foundation.language import marked

VIEWING = Activity(marked("Sorting and filtering records"))


class ViewedRecords(QObject):
    """A wrong filter is refused, and the last one that was right stays."""

    changed = Signal()
    refused = Signal(InvalidSelection)

    def __init__(self, document: Document, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._jobs = jobs
        self.viewed = FilteredRecords(None, None, (), "")
        self._wanted: tuple[str, tuple[SortKey, ...]] = ("", ())

    @property
    def rows(self) -> int:
        """The number of shown records."""
        order = self.viewed.order
        return self._document.dataset.records if order is None else len(order)

    @property
    def keys(self) -> tuple[SortKey, ...]:
        """The current or requested sort keys."""
        return self._wanted[1]

    def filter(self, expression: str) -> None:
        """Show the records that satisfy an expression; "" shows all."""
        wanted = expression if expression.strip() else ""
        if wanted != self._wanted[0] or wanted != self.viewed.expression:
            self._request(wanted, self._wanted[1])

    def sort(self, keys: tuple[SortKey, ...]) -> None:
        """Sort by these attributes, the most important first; none: as the records are in the table."""
        if keys != self._wanted[1]:
            self._request(self._wanted[0], keys)

    def turn(self, attribute: str, *, add: bool) -> None:
        """Sort by an attribute: ascending, then descending, then not at all. `add` keeps the other keys."""
        keys = {key.attribute: key for key in self.keys} if add else {}
        known = next((key for key in self.keys if key.attribute == attribute), None)
        if known is None:
            keys[attribute] = SortKey(attribute)
        elif known.ascending:
            keys[attribute] = SortKey(attribute, False)
        else:
            keys.pop(attribute, None)
        self.sort(tuple(keys.values()))

    def _request(self, expression: str, keys: tuple[SortKey, ...], *, fresh: bool = False) -> None:
        self._wanted = (expression, keys)
        if not expression and not keys:
            self._jobs.abandon(VIEWING)
            self._take(FilteredRecords(None, None, (), ""))
            return
        passing = None if fresh or expression != self.viewed.expression else self.viewed.passing
        work = partial(view, self._document.dataset, expression, keys, passing)
        self._jobs.start(self, VIEWING, work, self._take, self._refuse)

    def _take(self, viewed: FilteredRecords) -> None:
        self.viewed = viewed
        self.changed.emit()

    def _refuse(self, error: Exception) -> None:
        self._wanted = (self.viewed.expression, self.viewed.keys)
        if isinstance(error, InvalidSelection):
            self.refused.emit(error)
        else:
            self._document.wishes.tell_failure(error)

    def look_again(self) -> None:
        """Filter and sort the changed cells again."""
        expression, keys = self._wanted
        if expression or keys:
            self._request(expression, keys, fresh=True)
