"""The rows above a hierarchy: the choice of its form, and the buttons for the selection."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QComboBox, QFrame, QToolButton, QWidget

from arxdesk.configure.hierarchies.actions import HierarchyActions
from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.buttons import dense_button, icon_button
from arxdesk.ui.widgets.basics.tab_bar import TabBar
from arxdesk.ui.widgets.frames.wrapping_row import WrappingRow
from arxdesk_engine.foundation.language import tr

_WORDS = ("merge", "group", "move")
_ICONS = ("rename", "insert_value", "remove")
_ICONS_OF_TABLE = ("up", "down")


class TopRow(QWidget):
    """Tabs at the left, the rule and everything else at the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tabs = TabBar()
        self.tabs.setDocumentMode(True)
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setAccessibleName(tr("Views of the hierarchy"))
        for words in (tr("Hierarchy table"), tr("Tree"), tr("Distribution")):
            self.tabs.addTab(words)
        self.rule = dense_button(tr("New hierarchy..."))
        self.more = icon_button("more", tr("More for this hierarchy"))
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        layouts.row((self.tabs, 1), self.rule, self.more, spacing=8, inside=self)


class HierarchyTools(QFrame):
    """Buttons for the selection; for the tree a choice of the expanded level (`level_chosen`)."""

    level_chosen = Signal(int)

    def __init__(self, actions: HierarchyActions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = WrappingRow(inside=self)
        for name in _WORDS:
            button, action = dense_button(actions[name].text()), actions[name]
            button.setToolTip(action.toolTip())
            button.setEnabled(action.isEnabled())
            button.clicked.connect(action.trigger)
            action.enabledChanged.connect(button.setEnabled)
            row.addWidget(button)
        self._of_table: list[QToolButton] = []
        for name in (*_ICONS, *_ICONS_OF_TABLE):
            tool = icon_button("edit", actions[name].text())
            tool.setDefaultAction(actions[name])
            tool.setIconSize(QSize(16, 16))
            row.addWidget(tool)
            if name in _ICONS_OF_TABLE:
                self._of_table.append(tool)
        self.level = QComboBox()
        self.level.setAccessibleName(tr("Open the tree down to"))
        self.level.activated.connect(self._choose)
        row.addWidget(self.level)

    def set_levels(self, levels: int) -> None:
        """Set the number of levels that can be expanded."""
        self.level.clear()
        self.level.addItem(tr("Open to..."))
        for level in range(levels - 1, -1, -1):
            self.level.addItem(tr("Level {level}", level=level) if level else tr("Values"), level)

    def show_for(self, *, in_tree: bool) -> None:
        """Show the buttons for the tree, or for the table."""
        self.level.setVisible(in_tree)
        for button in self._of_table:
            button.setVisible(not in_tree)

    def _choose(self, place: int) -> None:
        level = self.level.itemData(place)
        self.level.setCurrentIndex(0)
        if level is not None:
            self.level_chosen.emit(level)
