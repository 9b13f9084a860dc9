"""The actions of the attribute in focus, and what leads to the place of an obstacle."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget

from arxdesk.configure.perspective import ConfigurePerspective
from arxdesk.core.attributes.treatments import Treatment
from arxdesk.core.obstacles import Obstacle
from arxdesk.window.actions import Actions
from arxdesk.window.problem_menu import ProblemMenu
from arxdesk.window.workspace import Workspace
from arxdesk_engine.data.schema import Role

_DONE: dict[str, Callable[[ConfigurePerspective], None]] = {
    "role_identifying": lambda view: view.inspector.set_role(Role.IDENTIFYING),
    "role_quasi": lambda view: view.inspector.set_role(Role.QUASI_IDENTIFYING),
    "role_sensitive": lambda view: view.inspector.set_role(Role.SENSITIVE),
    "role_insensitive": lambda view: view.inspector.set_role(Role.INSENSITIVE),
    "type": lambda view: view.inspector.type_row.kind.showPopup(),
    "suppress": lambda view: view.inspector.treatment_rows.choose(Treatment.SUPPRESS),
}


def connect(actions: Actions, workspace: Workspace, show_configure: Callable[[], None]) -> None:
    """Let the actions do their work on the attribute in focus; Configure comes to the front for that."""

    def do(work: Callable[[ConfigurePerspective], None], _checked: bool = False) -> None:
        configure = workspace.perspectives.get("configure")
        if isinstance(configure, ConfigurePerspective):
            show_configure()
            work(configure)

    for name, work in _DONE.items():
        actions[name].triggered.connect(partial(do, work))


class Problems:
    """The menu of what is missing, under the badge that counts it."""

    def __init__(self, window: QWidget, workspace: Workspace, show_configure: Callable[[], None]) -> None:
        self.menu = ProblemMenu(window)
        self._workspace = workspace
        self._show_configure = show_configure
        self.menu.chosen.connect(self.lead_to)

    def open(self, obstacles: tuple[Obstacle, ...], place: QPoint) -> None:
        """Show the menu at a place of the screen."""
        self.menu.show_obstacles(obstacles)
        self.menu.popup(place)

    def lead_to(self, obstacle: Obstacle) -> None:
        """Show the place of an obstacle, the keyboard on what can be changed there."""
        configure = self._workspace.perspectives.get("configure")
        if isinstance(configure, ConfigurePerspective):
            self._show_configure()
            configure.lead_to(obstacle)
