"""The bar above the table: find, filter, the research subset, the columns."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from arxdesk.help.mark import help_mark
from arxdesk.ui import layouts
from arxdesk.ui.help_topics import RECORDS
from arxdesk.ui.widgets.basics.buttons import icon_button
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.fields.icon_field import IconField
from arxdesk.ui.widgets.fields.selection_field import SelectionField
from arxdesk.ui.widgets.frames.shortened_button import ShortenedButton
from arxdesk_engine.foundation.language import tr

HEIGHT = 40
FIND_WIDTH, NARROWEST = 148, 70
LEAST_FIND = 95
"""A word stays readable beside the button that clears it, whatever else is in the row."""


class FindField(IconField):
    """Return goes to the next match, with Shift to the one before; Escape ends the search."""

    step_requested = Signal(int)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Find in table"), tr("Find"), "search", parent)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return, Shift+Return and Escape."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.step_requested.emit(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        elif event.key() == Qt.Key.Key_Escape:
            self.clear()
            self.left.emit()
        else:
            super().keyPressEvent(event)


class RecordsBar(QFrame):
    """The fields and buttons in a row; the owner connects them."""

    def __init__(
        self, hint: str, subset_words: ElidedLabel, subset_button: QWidget, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setProperty("layer", "panel")
        self.setFixedHeight(HEIGHT)
        self.sought = FindField()
        self.sought.setMinimumWidth(max(LEAST_FIND, self.sought.width_for(tr("Find"))))
        self.sought.setMaximumWidth(FIND_WIDTH)
        self.matches = ElidedLabel("", "caption", "3")
        self.matches.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.previous = icon_button("chevron-up", tr("Previous match (Shift+F3)"))
        self.next = icon_button("chevron-down", tr("Next match (F3)"))
        self.filter = SelectionField(tr("Filter"), tr("Filter, such as {condition}", condition=hint), "filter")
        self.filter.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.filter.shorter_hint = tr("Filter")
        self.filter.setMinimumWidth(max(NARROWEST, self.filter.width_for(tr("Filter"))))
        self.columns = ShortenedButton(tr("Columns..."), tr("Choose the columns to show"), "columns")
        subset_words.fewest = len(tr("Subset: a"))  # fewer characters would be meaningless
        subset_words.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        layouts.row(
            (self.sought, 1),
            self.matches,
            self.previous,
            self.next,
            (self.filter, 30),  # shrinks first
            subset_words,
            subset_button,
            self.columns,
            help_mark(RECORDS, tr("the table")),
            spacing=6,
            margins=(12, 0, 12, 0),
            inside=self,
        )
        self.show_matches("", False)

    def show_matches(self, words: str, found: bool) -> None:
        """Show the number of matches, and the buttons that step through them."""
        self.matches.setText(words)
        self.matches.setVisible(bool(words))
        self.previous.setVisible(found)
        self.next.setVisible(found)

    def minimumSizeHint(self) -> QSize:
        """The least room while the columns are an icon."""
        hint = super().minimumSizeHint()
        return QSize(hint.width() - self.columns.saved if self.columns.text() else hint.width(), hint.height())

    def event(self, event: QEvent) -> bool:
        """Shorten the button of the columns where the fields would lose their names."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._fit()
        return super().event(event)

    def _fit(self) -> None:
        self.columns.set_short(self.width() < self.minimumSizeHint().width() + self.columns.saved)
