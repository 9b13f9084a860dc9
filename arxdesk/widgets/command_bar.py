"""The bar above the perspectives: undo and redo, one sentence on the state, and the actions of the moment."""

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolBar, QToolButton, QWidget

from arxdesk.widgets.elided_label import ElidedLabel
from arxdesk.widgets.label import label


class CommandBar(QToolBar):
    """48 px high; actions at the left, then a bold lead with a plain sentence, and buttons at the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Commands", parent)
        self.setProperty("commandbar", True)
        self.setMovable(False)
        self.setFloatable(False)
        self._lead = label("", "body", "1", 600)
        self._sentence = ElidedLabel("", "dense", "2")
        self._sentence.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)  # gets what is left over
        self.setFixedHeight(48)
        self._left = QHBoxLayout()
        self._right = QHBoxLayout()
        middle = QHBoxLayout()
        middle.setSpacing(8)
        middle.addWidget(self._lead)
        middle.addWidget(self._sentence, 1)
        whole = QWidget()
        whole.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        row = QHBoxLayout(whole)
        row.setContentsMargins(12, 0, 12, 0)
        row.setSpacing(12)
        for part in (self._left, self._right):
            part.setSpacing(8)
        row.addLayout(self._left)
        row.addLayout(middle, 1)
        row.addLayout(self._right)
        self.addWidget(whole)
        self.layout().setContentsMargins(0, 0, 0, 0)  # type: ignore[union-attr]  # a tool bar always has a layout

    def add_icon_action(self, action: QAction) -> QToolButton:
        """Show an action, such as undo, as an icon at the left."""
        button = QToolButton()
        button.setDefaultAction(action)
        button.setFixedSize(28, 28)
        button.setAccessibleName(action.text())
        self._left.addWidget(button)
        return button

    def add_leading_widget(self, widget: QWidget) -> None:
        """Put a control, such as a segmented choice, left of the sentence."""
        self._left.addWidget(widget)

    def add_button(self, button: QWidget) -> None:
        """Put a button at the right, after those already there; the primary one comes last."""
        self._right.addWidget(button)

    def set_state(self, lead: str, sentence: str = "") -> None:
        """Say in bold what is the case, and more about it in plain words."""
        self._lead.setText(lead)
        self._lead.setVisible(bool(lead))
        self._sentence.setText(sentence)

    @property
    def state(self) -> tuple[str, str]:
        """Lead and sentence."""
        return self._lead.text(), self._sentence.text()
