"""A pane: a header of 36 px with a title and room for controls, and a body."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QWidget

from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.basics.help_mark import HelpMark
from arxdesk.ui.widgets.basics.label import label
from arxdesk.ui.widgets.frames.shortened_button import ShortenedButton

HEADER = 36


class Pane(QFrame):
    """A titled part of a perspective on the panel's colour, without frame: splitters draw the lines between panes.

    A title that `elides`, such as a name from the table, leaves the controls beside it their room.
    """

    def __init__(
        self, title: str = "", caption: str = "", parent: QWidget | None = None, *, elides: bool = False
    ) -> None:
        super().__init__(parent)
        self.setProperty("layer", "panel")
        self._title = ElidedLabel(title, "body", "1", 600) if elides else label(title, "body", "1", 600)
        self._caption = ElidedLabel(caption, "dense", "3")
        self._caption.in_parts = True  # a word or less beside the title look like a mistake
        self._caption.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)  # gets the remaining width
        self._header = QFrame()
        self._header.setProperty("layer", "panel")
        self._header.setFixedHeight(HEADER)
        self._slot = layouts.row(
            self._title, (self._caption, 1), spacing=8, margins=(12, 0, 12, 0), inside=self._header
        )
        self._rule = QFrame()
        self._rule.setProperty("line", "horizontal")
        self._column = layouts.column(self._header, self._rule, spacing=0, inside=self)
        self._body: QWidget | None = None
        self._shortened: tuple[ShortenedButton, ...] = ()
        self._name()

    def set_title(self, title: str, caption: str | None = None) -> None:
        """Show another title, and another caption if one is given."""
        self._title.setText(title)
        if caption is not None:
            self._caption.setText(caption)
        self._name()

    def set_caption(self, caption: str) -> None:
        """Show another caption beside the title."""
        self._caption.setText(caption)
        self._name()

    def shorten_caption(self, shorter: str) -> None:
        """Words to show where the caption has no room."""
        self._caption.shorter = shorter

    def shorten(self, *buttons: ShortenedButton) -> None:
        """Buttons of the header that become icons, the first of them first, where the row has no room."""
        self._shortened = buttons

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show icons instead of words where the words have no room."""
        super().resizeEvent(event)
        if self._shortened:
            saved = sum(each.saved for each in self._shortened if each.is_short)
            lacks = self._header.minimumSizeHint().width() + saved - self.width()
            for button in self._shortened:
                button.set_short(lacks > 0)
                lacks -= button.saved

    @property
    def title(self) -> QLabel:
        """The label of the title."""
        return self._title

    @property
    def caption(self) -> str:
        """The text beside the title."""
        return self._caption.text()

    @property
    def body(self) -> QWidget | None:
        """The widget below the header."""
        return self._body

    def set_body(self, body: QWidget) -> None:
        """Put a widget below the header; a previous one is deleted."""
        if self._body is not None and self._body is not body:
            self._column.removeWidget(self._body)
            self._body.deleteLater()
        self._body = body
        self._column.addWidget(body, 1)

    def replace_header(self, widget: QWidget) -> None:
        """Replace the header, for content with headers of its own."""
        self._header.hide()
        self._rule.hide()
        self._column.insertWidget(0, widget)

    def add_header_widget(self, widget: QWidget) -> None:
        """Add a control on the right of the header, after the others; the help mark stays last."""
        last = next(reversed(layouts.widgets_in(self._slot)), None)
        if isinstance(last, HelpMark):
            self._slot.insertWidget(self._slot.count() - 1, widget, 0, Qt.AlignmentFlag.AlignVCenter)
            self.setTabOrder(widget, last.button)
        else:
            self._slot.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)

    def add_first_header_widget(self, widget: QWidget) -> None:
        """Add a control on the right of the header, before the others."""
        self._slot.insertWidget(self._slot.indexOf(self._caption) + 1, widget, 0, Qt.AlignmentFlag.AlignVCenter)

    def insert_leading_widget(self, widget: QWidget) -> None:
        """Put a widget, such as a combo box, left of the caption."""
        self._slot.insertWidget(self._slot.indexOf(self._caption), widget, 0, Qt.AlignmentFlag.AlignVCenter)

    def insert_first_widget(self, widget: QWidget) -> None:
        """Put a widget, such as a role chip, left of the title."""
        self._slot.insertWidget(0, widget, 0, Qt.AlignmentFlag.AlignVCenter)

    def _name(self) -> None:
        self.setAccessibleName(" ".join(part for part in (self._title.text(), self._caption.text()) if part))
