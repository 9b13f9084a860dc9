"""Views that share one place, with tabs at its foot; each is made when its turn comes, or when it is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QWidget

from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.deferred import Deferred
from arxdesk.ui.widgets.basics.tab_bar import TabBar
from arxdesk.ui.widgets.frames.pages import Pages


@dataclass(frozen=True, slots=True)
class Tab:
    """One of the views: its key, the words of its tab, and its place."""

    key: str
    title: str
    view: Deferred[QWidget]


class FootTabs(QFrame):
    """Shows one of the views. `chosen` carries the key of the one that came to the front."""

    chosen = Signal(str)

    def __init__(self, name: str, tabs: Sequence[Tab], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("layer", "panel")
        self.tabs = tuple(tabs)
        self._pages = Pages()
        self.bar = TabBar()
        self.bar.setAccessibleName(name)
        self.bar.setDocumentMode(True)
        self.bar.setDrawBase(False)
        self.bar.setExpanding(False)
        self.bar.setUsesScrollButtons(True)
        for tab in self.tabs:
            self._pages.addWidget(tab.view)
            self.bar.addTab(tab.title)
        rule = QFrame()
        rule.setProperty("line", "horizontal")
        foot = layouts.row(self.bar, margins=(12, 0, 12, 0))
        layouts.column((self._pages, 1), rule, foot, spacing=0, inside=self)
        self.bar.currentChanged.connect(self._bring)

    @property
    def current(self) -> str:
        """The key of the view in front."""
        return self.tabs[self.bar.currentIndex()].key

    def choose(self, key: str) -> None:
        """Bring a view to the front."""
        self.bar.setCurrentIndex(next(place for place, tab in enumerate(self.tabs) if tab.key == key))

    def _bring(self, place: int) -> None:
        _made = self.tabs[place].view.widget
        self._pages.setCurrentIndex(place)
        self.chosen.emit(self.tabs[place].key)
