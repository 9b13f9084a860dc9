"""Problems that prevent a search: their menu, and the way to the place of each."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QWidget

from arxdesk.core.obstacles import Obstacle
from arxdesk.core.session.session import Session
from arxdesk.ui.widgets.frames.rail import Rail
from arxdesk.window.problem_menu import ProblemMenu
from arxdesk.window.workspace import Workspace


class Problems(QObject):
    """Shows the menu under the badge of the rail that counts them."""

    def __init__(
        self, window: QWidget, session: Session, workspace: Workspace, rail: Rail, show: Callable[[str], None]
    ) -> None:
        super().__init__(window)
        self.menu = ProblemMenu(window)
        self._session, self._workspace, self._rail, self._show = session, workspace, rail, show
        self.menu.chosen.connect(self.lead_to)

    def open_for(self, perspective: str = "configure") -> None:
        """Show the problems that the badge of a perspective counts."""
        document = self._session.document
        if document is not None and perspective == "risk":
            self._show("risk")
            self._workspace.show_identifiers()
        elif document is not None:
            item = self._rail.item("configure")
            self.open(document.concerns, item.mapToGlobal(item.rect().topRight()))

    def open(self, obstacles: tuple[Obstacle, ...], place: QPoint) -> None:
        """Show the menu at a place of the screen."""
        self.menu.show_obstacles(obstacles)
        self.menu.popup(place)

    def lead_to(self, obstacle: Obstacle) -> None:
        """Show the place of an obstacle, the keyboard on what can be changed there."""
        if (configure := self._workspace.configure) is not None:
            self._show("configure")
            configure.lead_to(obstacle)
