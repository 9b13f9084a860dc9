"""The bar below a page of the help that finds words on it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QWidget

from arxdesk.help.page_view import PageView
from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.buttons import icon_button
from arxdesk.ui.widgets.basics.label import label
from arxdesk.ui.widgets.fields.icon_field import IconField
from arxdesk_engine.foundation.language import tr

HEIGHT = 40


class FindBar(QFrame):
    """Marks the next place while somebody types; Return goes on, Shift+Return goes back, Esc closes it."""

    def __init__(self, page: PageView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._page = page
        self.setProperty("layer", "sunken")
        self.setFixedHeight(HEIGHT)
        self.field = IconField(tr("Find on this page"), tr("Find on this page"), "search")
        self.field.setMaximumWidth(280)
        self.field.textChanged.connect(self._begin)
        self._said = label("", "dense", "2")
        self.back = icon_button("chevron-up", tr("Previous place (Shift+Return)"))
        self.on = icon_button("chevron-down", tr("Next place (Return)"))
        self.close_button = icon_button("close", tr("Close (Esc)"))
        self.back.clicked.connect(self.find_previous)
        self.on.clicked.connect(self.find_next)
        self.close_button.clicked.connect(self.leave)
        layouts.row(
            (self.field, 1),
            self.back,
            self.on,
            8,
            self._said,
            layouts.STRETCH,
            self.close_button,
            spacing=4,
            margins=(12, 0, 12, 0),
            inside=self,
        )
        for keys, slot in (("Return", self.find_next), ("Shift+Return", self.find_previous)):
            QShortcut(QKeySequence(keys), self.field, slot, context=Qt.ShortcutContext.WidgetShortcut)
        self.hide()

    @property
    def said(self) -> str:
        """The message for a text that is not on the page."""
        return self._said.text()

    def enter(self) -> None:
        """Show the bar, ready for another text."""
        self.show()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def leave(self) -> None:
        """Hide the bar; the keyboard goes back to the page."""
        self.hide()
        self._page.setFocus()

    def find_next(self) -> None:
        """Go to the next place."""
        self._find(backward=False)

    def find_previous(self) -> None:
        """Go to the place before."""
        self._find(backward=True)

    def _begin(self) -> None:
        cursor = self._page.textCursor()
        cursor.setPosition(cursor.selectionStart())  # what is found already may go on
        self._page.setTextCursor(cursor)
        self._find(backward=False)

    def _find(self, *, backward: bool) -> None:
        text = self.field.text()
        found = not text or self._page.find_next(text, backward=backward)
        self._said.setText("" if found else tr("Not on this page."))
