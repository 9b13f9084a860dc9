"""The bar above the perspectives: undo and redo, one sentence on the state, and the actions of the moment."""

from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QWidget

from arxdesk.ui import layouts, theme
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.basics.label import label
from arxdesk_engine.foundation.language import tr

HEIGHT = 48


class CommandBar(QFrame):
    """48 px high; actions at the left, then a bold lead with a plain sentence, and buttons at the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("layer", "panel")
        self.setAccessibleName(tr("Commands"))
        self.setFixedHeight(HEIGHT)
        self._lead = label("", "body", "1", 600)
        self._sentence = ElidedLabel("", "dense", "2")
        self._sentence.in_parts = True
        self._left, self._right, middle = QHBoxLayout(), QHBoxLayout(), QHBoxLayout()
        for part in (self._left, self._right, middle):
            part.setSpacing(8)
        middle.addWidget(self._lead)
        middle.addWidget(self._sentence, 1)
        layouts.row(self._left, (middle, 1), self._right, spacing=12, margins=(12, 0, 12, 1), inside=self)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the line below the bar."""
        super().paintEvent(event)
        QPainter(self).fillRect(0, self.height() - 1, self.width(), 1, theme.current().color("line.pane"))

    def add_icon_action(self, action: QAction) -> QToolButton:
        """Show an action, such as undo, as an icon at the left."""
        button = QToolButton()
        button.setDefaultAction(action)
        button.setAutoRaise(True)
        button.setFixedSize(28, 28)
        button.setAccessibleName(action.text())
        self._left.addWidget(button)
        return button

    def add_leading_widget(self, widget: QWidget) -> None:
        """Put a control, such as a segmented choice, left of the sentence."""
        self._left.addWidget(widget)

    def add_button(self, button: QWidget) -> None:
        """Add a button on the right; the primary one comes last."""
        self._right.addWidget(button)

    def set_state(self, lead: str, sentence: str = "") -> None:
        """Show the state: a bold lead, and a sentence."""
        self._lead.setText(lead)
        self._lead.setVisible(bool(lead))
        self._sentence.setText(sentence)

    @property
    def state(self) -> tuple[str, str]:
        """The shown lead and sentence."""
        return self._lead.text(), self._sentence.text()
