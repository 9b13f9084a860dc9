"""The menu of problems that prevent a search; each entry leads to its place."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from arxdesk.core.obstacles import Obstacle
from arxdesk.ui.icons import icon
from arxdesk.ui.words import count
from arxdesk_engine.foundation.language import tr, tr_n

MOST_ENTRIES = 20
_LONGEST = 120


class ProblemMenu(QMenu):
    """`chosen` carries the obstacle to be shown."""

    chosen = Signal(Obstacle)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("What is missing"), parent)
        self.setToolTipsVisible(True)

    def show_obstacles(self, obstacles: Sequence[Obstacle]) -> None:
        """List the given obstacles."""
        self.clear()
        for obstacle in obstacles[:MOST_ENTRIES]:
            text = obstacle.text if len(obstacle.text) <= _LONGEST else f"{obstacle.text[: _LONGEST - 1]}…"
            action = self.addAction(icon("warning", "warn"), text.replace("&", "&&"))
            action.setToolTip(obstacle.text)
            action.triggered.connect(partial(self._choose, obstacle))
        hidden = len(obstacles) - MOST_ENTRIES
        if hidden > 0:
            self.addAction(tr_n(hidden, "... and {n} more", "... and {n} more", n=count(hidden))).setEnabled(False)
        if not obstacles:
            self.addAction(icon("check", "ok"), tr("Nothing is missing")).setEnabled(False)

    def _choose(self, obstacle: Obstacle, _checked: bool = False) -> None:
        self.chosen.emit(obstacle)
