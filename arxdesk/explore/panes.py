"""The visible panes of Explore: as many as fit, unless the user chooses otherwise."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

ROOM = {"lattice": 0, "selection": 700, "chart": 850, "filters": 1100}
"""The width from which each pane is shown, beside the list, which always is."""
FILTERS = 240
"""The width that the filters leave the others less."""


class Panes(QObject):
    """Shows and hides panes with the width of the perspective; the choices of the user stay."""

    changed = Signal(str, bool)
    """The name of a pane, and whether it is shown."""

    def __init__(self, panes: Mapping[str, QWidget], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._panes = dict(panes)
        self._chosen: dict[str, bool] = {}
        self._width = max(ROOM.values())

    def fit(self, width: int) -> None:
        """Show the panes that fit."""
        self._width = width
        for name in self._panes:
            self._show(name)

    def choose(self, name: str, shown: bool) -> None:
        """Show or hide a pane, whatever the width; of others that were asked for before only those stay that fit."""
        if self.is_shown(name) != shown:
            if shown:
                self._chosen = {each: on for each, on in self._chosen.items() if not on}
            self._chosen[name] = shown
            for each in self._panes:
                self._show(each)

    def is_shown(self, name: str) -> bool:
        """Whether a pane is shown."""
        taken = FILTERS if name != "filters" and self.is_shown("filters") and self._width < ROOM["filters"] else 0
        return self._chosen.get(name, self._width - taken >= ROOM[name])

    def _show(self, name: str) -> None:
        pane, shown = self._panes[name], self.is_shown(name)
        if pane.isHidden() == shown:
            pane.setVisible(shown)
            self.changed.emit(name, shown)
