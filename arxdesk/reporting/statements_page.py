"""What people write for a form: a field for each text that its points ask for."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.deferred import Steps
from arxdesk.ui.widgets.basics.label import label, paragraph, set_tone
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.job.statements import MOST_STATEMENT, Statements
from arxdesk_engine.report.forms.statements import QUESTIONS, Question

_HEIGHT = 84
_ABOVE, _AT_A_TIME = 2, 4
"""So much stands above the fields; so many of them are made in one turn, as each takes some milliseconds."""
_SHARED = marked("Forms share these texts, so that each is written once. They are saved in the project.")


class StatementField(QWidget):
    """A text with its label, what is asked, and whether it is written."""

    edited = Signal()

    def __init__(self, question: Question, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.state = label("", "caption", "3")
        self.edit = QPlainTextEdit(text)
        self.edit.setAccessibleName(tr(question.label))
        self.edit.setAccessibleDescription(tr(question.asked))
        self.edit.setTabChangesFocus(True)
        self.edit.setProperty("framed", True)
        self.edit.setFixedHeight(_HEIGHT)
        heading = layouts.row(label(tr(question.label), "dense", "1", 600), layouts.STRETCH, self.state)
        layouts.column(heading, paragraph(tr(question.asked), "caption", "3"), self.edit, spacing=4, inside=self)
        self.edit.textChanged.connect(self._take)
        self._refresh()

    @property
    def text(self) -> str:
        """The text without blanks around it."""
        return self.edit.toPlainText().strip()

    def _take(self) -> None:
        if len(self.edit.toPlainText()) > MOST_STATEMENT:
            self._shorten()
        self._refresh()
        self.edited.emit()

    def _shorten(self) -> None:
        """Cut what is beyond the limit, such as of a document that was pasted."""
        with QSignalBlocker(self.edit):
            self.edit.setPlainText(self.edit.toPlainText()[:MOST_STATEMENT])
            self.edit.moveCursor(QTextCursor.MoveOperation.End)

    def _refresh(self) -> None:
        length = len(self.edit.toPlainText())
        is_full = length >= MOST_STATEMENT
        self.state.setText(tr("no more fits") if is_full else tr("written") if self.text else tr("to be written"))
        set_tone(self.state, "warn" if is_full or not self.text else "ok")


class StatementsPage(QWidget):
    """`statements` are all texts, those of other forms as they were; `changed` tells that one was edited."""

    changed = Signal()

    def __init__(self, statements: Statements, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._statements = statements
        self.fields: dict[str, StatementField] = {}
        self._shown: tuple[str, ...] = ()
        self._waiting: list[str] = []
        self._turns = Steps(self._show_next, self)
        self.left = label("", "body", "1", 600)
        self._column = layouts.column(
            self.left,
            paragraph(tr(_SHARED), "caption", "3"),
            layouts.STRETCH,
            spacing=12,
            margins=(0, 0, 0, 16),
            inside=self,
        )

    @property
    def statements(self) -> Statements:
        """The texts as they stand now."""
        edited = {key: field.text for key, field in self.fields.items()}
        return self._statements.model_copy(update=edited)

    @property
    def open_ones(self) -> int:
        """How many texts of the form are still to be written."""
        kept = self.statements
        return sum(not getattr(kept, key).strip() for key in self._shown)

    def show_form(self, keys: Sequence[str]) -> None:
        """Show the texts that a form asks for, in its order, a few in each turn of the event loop; those that are shown
        already stay as they are."""
        if tuple(keys) == self._shown:
            return
        self._shown = tuple(keys)
        for field in self.fields.values():
            self._column.removeWidget(field)
            field.hide()
        self._waiting = list(self._shown)
        self._refresh()
        self._show_next()
        self._turns.start()

    def field(self, key: str) -> StatementField:
        """The field of a text that is asked for, shown now with all that stand above it."""
        while key in self._waiting:
            self._show_next()
        return self.fields[key]

    def _show_next(self) -> None:
        for key in self._waiting[:_AT_A_TIME]:
            if key not in self.fields:
                self.fields[key] = StatementField(QUESTIONS[key], getattr(self._statements, key))
                self.fields[key].edited.connect(self._take)
            self._column.insertWidget(_ABOVE + self._shown.index(key), self.fields[key])
            self.fields[key].show()
        del self._waiting[:_AT_A_TIME]
        if not self._waiting:
            self._turns.stop()

    def _take(self) -> None:
        self._refresh()
        self.changed.emit()

    def _refresh(self) -> None:
        number = len(self._shown)
        told = tr("All texts of this form are written.")
        if self.open_ones:
            told = tr_n(
                number,
                "{open} of {n} text still to be written",
                "{open} of {n} texts still to be written",
                open=self.open_ones,
            )
        self.left.setText(told)
