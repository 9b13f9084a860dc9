"""Explore, laid out: filters, the lattice, score against risk, the list of transformations, and the selected one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent, QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from arxdesk.explore.alternatives.counterpart import counterpart
from arxdesk.explore.alternatives.exploration import Exploration
from arxdesk.explore.comparison.flow import ComparisonFlow
from arxdesk.explore.filters.view import FiltersView
from arxdesk.explore.lattice.view import LatticeView
from arxdesk.explore.list.view import ListView
from arxdesk.explore.list.words import NOTHING_YET
from arxdesk.explore.panes import Panes
from arxdesk.explore.pins.selection_pane import SelectionPane
from arxdesk.explore.repainting import Repainting
from arxdesk.explore.scatter.frontier_view import FrontierView
from arxdesk.explore.scatter.view import ScatterView
from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.empty_state import EmptyState
from arxdesk.ui.widgets.basics.splitter import fill, splitter
from arxdesk.ui.widgets.basics.spoken import Role
from arxdesk_engine.foundation.language import tr

_View = TypeVar("_View", bound=QWidget)


class ExploreParts:
    """The views of Explore, made one by one: all at once would block the window."""

    def __init__(self, exploration: Exploration) -> None:
        self.exploration = exploration
        self._missing: list[Callable[[Exploration], QWidget]] = [
            FiltersView,
            LatticeView,
            FrontierView,
            ScatterView,
            ListView,
            SelectionPane,
        ]
        self._made: dict[Callable[[Exploration], QWidget], QWidget] = {}

    @property
    def is_complete(self) -> bool:
        """Whether all of them are made."""
        return not self._missing

    def make_next(self) -> None:
        """Make one that is missing."""
        kind = self._missing.pop(0)
        self._made[kind] = self._make(kind)

    def take(self, kind: Callable[[Exploration], _View]) -> _View:
        """One of them, made now where it is not there yet; whoever takes it is its parent."""
        if kind in self._missing:
            self._missing.remove(kind)
            return cast("_View", self._make(kind))
        return cast("_View", self._made.pop(kind))

    def _make(self, kind: Callable[[Exploration], QWidget]) -> QWidget:
        return ScatterView(self.exploration, self.take(FrontierView)) if kind is ScatterView else kind(self.exploration)

    def discard(self) -> None:
        """Delete the views that were not taken."""
        for view in self._made.values():
            view.deleteLater()
        self._made.clear()


class ExplorePerspective(QWidget):
    """Every alternative, one of them selected, in several views that share the selection and the filters."""

    spoken_role = Role.Grouping

    def __init__(
        self, exploration: Exploration, parts: ExploreParts | None = None, parent: QWidget | None = None
    ) -> None:
        """`parts` are views of the same exploration that are made already."""
        super().__init__(parent)
        self.setAccessibleName(tr("Explore"))
        parts = parts or ExploreParts(exploration)
        self.filters_view = parts.take(FiltersView)
        self.lattice_view = parts.take(LatticeView)
        self.scatter_view = parts.take(ScatterView)
        self.list_view = parts.take(ListView)
        self.selection_pane = parts.take(SelectionPane)
        across, down = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
        whole, middle, upper, lower = splitter(across), splitter(down), splitter(across), splitter(across)
        for part, name in ((upper, "upper"), (lower, "lower"), (middle, "middle"), (whole, "whole")):
            part.setObjectName(name)
        self._empty = EmptyState(tr(NOTHING_YET), tr("Anonymize"))
        self._pages = QStackedWidget()
        for page in (self._empty, whole):
            self._pages.addWidget(page)
        layouts.column(self._pages, inside=self)
        fill(whole, [(self.filters_view, 236), (middle, 1132)])
        fill(middle, [(upper, 420), (lower, 376)])
        fill(upper, [(self.lattice_view, 652), (self.scatter_view, 480)])
        fill(lower, [(self.list_view, 812), (self.selection_pane, 320)])
        whole.setStretchFactor(0, 0)
        lower.setStretchFactor(1, 0)
        self.panes = Panes(
            {
                "filters": self.filters_view,
                "lattice": self.lattice_view,
                "chart": self.scatter_view,
                "selection": self.selection_pane,
            },
            self,
        )
        self._upper = upper
        self._exploration = exploration
        self.comparison = ComparisonFlow(exploration, self)
        self.panes.changed.connect(self._fold)
        wishes = exploration.document.wishes
        wishes.comparison.connect(self.comparison.compare)
        self._empty.action_triggered.connect(wishes.anonymize)
        views = (self.list_view, self.selection_pane, self.lattice_view, self.scatter_view, self.filters_view)
        self.repainting = Repainting(views, self)
        document = exploration.document
        for signal in (exploration.sifted_changed, document.result_changed, document.selection_changed):
            signal.connect(self.repainting.begin)
        exploration.sifted_changed.connect(self._show_page)
        exploration.document.lock_changed.connect(self._show_page)
        self._show_page()

    def toggle_pin(self) -> None:
        """Pin the selection, or take its pin away, with the pins in front."""
        self.selection_pane.show_pins()
        self.selection_pane.toggle_pin()

    def compare_selection(self) -> None:
        """Compare the selection with the best or the applied transformation."""
        document = self._exploration.document
        other = counterpart(document)
        if other is not None and document.selected is not None:
            self.comparison.compare(document.selected, other)

    def _show_page(self, *_what: object) -> None:
        """Before the first search, show one sentence in place of all panes."""
        exploration = self._exploration
        is_empty = exploration.sifted is None and not exploration.document.locked and not exploration.is_searching
        self._pages.setCurrentIndex(0 if is_empty else 1)

    def _fold(self) -> None:
        """Let the list fill the place of lattice and chart if both are hidden."""
        self._upper.setVisible(self.panes.is_shown("lattice") or self.panes.is_shown("chart"))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the keyboard to the list. No proxy does it: Tab would go to it from everywhere, past all before it."""
        super().focusInEvent(event)
        first = self._empty if self._pages.currentWidget() is self._empty else self.list_view
        first.setFocus(event.reason())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide the panes that do not fit."""
        super().resizeEvent(event)
        self.panes.fit(event.size().width())
