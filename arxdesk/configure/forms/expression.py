"""Help for fields with an expression: colours, and completions found on a thread."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject

from arxdesk.core.document import Document
from arxdesk.core.selecting_work import suggest
from arxdesk.tasks.activity import Activity
from arxdesk.tasks.jobs import Jobs
from arxdesk.ui.widgets.fields.selection_field import SelectionField
from arxdesk_engine.data.selection.completion import Completion, tokens
from arxdesk_engine.data.selection.syntax import in_single_quotes, written_name
from arxdesk_engine.foundation.language import marked

COMPLETING = Activity(marked("Completing an expression"))


class ExpressionHelp(QObject):
    """Colours the parts of an expression and offers completions at the cursor."""

    def __init__(self, field: SelectionField, document: Document, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._field, self._document, self._jobs = field, document, jobs
        field.textChanged.connect(self._color)
        field.offers_wanted.connect(self._look)
        self._color(field.text())

    def _color(self, text: str) -> None:
        self._field.show_parts((each.begin, each.end - each.begin, each.kind.value) for each in tokens(text))

    def _look(self, text: str, place: int) -> None:
        work = partial(suggest, self._document.dataset, text, place)
        self._jobs.start(self, COMPLETING, work, partial(self._offer, text), self._ignore)

    def _offer(self, text: str, found: object) -> None:
        if text != self._field.text():
            return  # typed on in the meantime
        if isinstance(found, Completion):
            self._field.show_offers(found.begin, found.end, found.candidates)
        else:
            self._field.show_offers(0, 0, ())

    def _ignore(self, _error: object) -> None:
        self._field.show_offers(0, 0, ())


def example_of(document: Document) -> str:
    """A condition that holds for the first record of the table, for a hint."""
    column = document.dataset.columns[0]
    value = column.values[column.codes[0]] if column.records else ""
    if not value:
        return f"{written_name(column.name)} is missing"
    is_number = column.type.kind.is_numeric
    return f"{written_name(column.name)} {'>=' if is_number else '='} {value if is_number else in_single_quotes(value)}"
