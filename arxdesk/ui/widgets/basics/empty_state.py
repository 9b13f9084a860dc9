"""The content of an empty pane: one sentence and one action."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QWidget

from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.buttons import link_button
from arxdesk.ui.widgets.basics.label import paragraph
from arxdesk.ui.widgets.basics.spoken import Role


class EmptyState(QWidget):
    """One sentence in the middle, with a link below it if there is an action."""

    spoken_role = Role.Grouping
    action_triggered = Signal()

    def __init__(self, sentence: str = "", action: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # it holds the focus for the view that replaces it
        self._sentence = paragraph("", "body", "2")
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._action = link_button("")
        self._action.clicked.connect(self._clicked)
        layouts.column(
            layouts.STRETCH,
            self._sentence,
            (self._action, 0, Qt.AlignmentFlag.AlignHCenter),
            layouts.STRETCH,
            spacing=8,
            margins=24,
            inside=self,
        )
        self.set_content(sentence, action)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Pass the focus to the action."""
        super().focusInEvent(event)
        if self._action.isVisible():
            self._action.setFocus(event.reason())

    def set_content(self, sentence: str, action: str = "") -> None:
        """Set the sentence, with an action or none."""
        self._sentence.setText(sentence)
        self._action.setText(action)
        self._action.setVisible(bool(action))
        self.setAccessibleName(sentence)

    def _clicked(self) -> None:
        self.action_triggered.emit()
