"""The filter of the table as it is typed: applied, counted, and reported where it is none yet."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from arxdesk.configure.table.shown_records import ViewedRecords
from arxdesk.core.document import Document
from arxdesk.ui.timing import Debounce
from arxdesk.ui.widgets.basics.message import Message
from arxdesk.ui.widgets.fields.selection_field import SelectionField
from arxdesk.ui.words import capitalized, count_with_share
from arxdesk_engine.data.selection import InvalidSelection
from arxdesk_engine.foundation.language import tr

PATIENCE = 1500
"""Milliseconds without a key before an incomplete expression is reported as wrong."""


class Filtering(QObject):
    """Passes the expressions of a field to the shown records, and tells in a message what came of them.

    `told` announces that the message came, changed or went.
    """

    told = Signal()

    def __init__(self, field: SelectionField, shown: ViewedRecords, document: Document, parent: QWidget) -> None:
        super().__init__(parent)
        self._field, self._shown, self._document = field, shown, document
        self.message = Message("info")
        self.message.hide()
        self._is_confirmed = False
        self._refused: InvalidSelection | None = None
        self._patience = Debounce(self._lose_patience, PATIENCE, self)
        field.settled.connect(shown.filter)
        field.confirmed.connect(self._confirm)
        field.textChanged.connect(self._forget_error)
        shown.changed.connect(self._tell_count)
        shown.refused.connect(self._consider_error)
        self.message.link_activated.connect(self.show_all)

    def show_only(self, expression: str) -> None:
        """Filter by an expression; "" shows all records."""
        self._field.put(expression)
        self._shown.filter(expression)

    def show_all(self) -> None:
        """Show all records."""
        self.show_only("")
        self._tell_count()

    def narrow(self, condition: str) -> None:
        """Add a condition to the filter."""
        known = self._shown.viewed.expression
        joined = f"({known}) and {condition}" if " or " in known.lower() else f"{known} and {condition}"
        self.show_only(joined if known else condition)

    def _tell_count(self) -> None:
        """Tell how many records pass the filter, if there is one."""
        expression, passing = self._shown.viewed.expression, self._shown.viewed.passing
        if expression:
            number = self._document.records if passing is None else self._document.dataset.records_of(passing)
            counted = f"{count_with_share(number, self._document.records, 'records')}: {expression}"
            self.message.set_content("info", tr("Filtered."), counted, (("all", tr("Show all records")),))
        self.message.setVisible(bool(expression))
        self.told.emit()

    def _consider_error(self, error: InvalidSelection) -> None:
        """Report the error of the expression; the records stay those of the last valid one."""
        if error.expression != self._field.text():
            return
        if self._field.hasFocus() and not self._is_confirmed:
            self._refused = error  # whoever types is not done yet
            self._patience.start()
            return
        self._tell_error(error)

    def _lose_patience(self) -> None:
        """Report the expression after a pause in typing."""
        error, self._refused = self._refused, None
        if error is not None and error.expression == self._field.text():
            self._tell_error(error)

    def _tell_error(self, error: InvalidSelection) -> None:
        self._field.show_error(error.position - 1)
        problem, valid = error.problems[0], self._shown.viewed.expression
        found = f"{problem.found}."
        if error.position <= len(error.expression):
            found = tr("Character {position}: {found}", position=error.position, found=found)
        rest = tr("Still shown: {filter}.", filter=valid) if valid else tr("All records are still shown.")
        links = (("all", tr("Show all records")),) if valid else (("all", tr("Clear")),)
        sentence = " ".join(filter(None, (capitalized(found), problem.remedy, rest)))
        self.message.set_content("error", tr("Not a filter yet."), sentence, links)
        self.message.show()
        self.told.emit()

    def _confirm(self, expression: str) -> None:
        self._is_confirmed = True
        self._shown.filter(expression)

    def _forget_error(self, text: str) -> None:
        self._is_confirmed = False
        self._patience.stop()
        self._refused = None
        if self.message.kind == "error":
            self._tell_count()
        if not text:
            self._shown.filter("")
