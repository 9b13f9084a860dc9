"""Explore, laid out: filters, the lattice, score against risk, the list of transformations, and the selected one."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from arxdesk.exploration import Exploration
from arxdesk.perspectives.explore.filters_view import FiltersView
from arxdesk.perspectives.explore.lattice_view import LatticeView
from arxdesk.perspectives.explore.list_view import ListView
from arxdesk.perspectives.explore.panes import Panes
from arxdesk.perspectives.explore.scatter_view import ScatterView
from arxdesk.perspectives.explore.selection_pane import SelectionPane
from arxdesk.widgets.splitter import splitter


class ExplorePerspective(QWidget):
    """Every alternative, one of them selected, in several views that share the selection and the filters."""

    apply_requested = Signal()
    anonymize_requested = Signal()
    configure_requested = Signal()

    def __init__(self, exploration: Exploration, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.filters_view = FiltersView(exploration)
        self.lattice_view = LatticeView(exploration)
        self.scatter_view = ScatterView(exploration)
        self.list_view = ListView(exploration)
        self.selection_pane = SelectionPane(exploration)
        upper = splitter(Qt.Orientation.Horizontal, [(self.lattice_view, 652), (self.scatter_view, 480)])
        lower = splitter(Qt.Orientation.Horizontal, [(self.list_view, 812), (self.selection_pane, 320)])
        middle = splitter(Qt.Orientation.Vertical, [(upper, 430), (lower, 366)])
        whole = splitter(Qt.Orientation.Horizontal, [(self.filters_view, 236), (middle, 1132)])
        whole.setStretchFactor(0, 0)
        lower.setStretchFactor(1, 0)
        for part, name in ((upper, "upper"), (lower, "lower"), (middle, "middle"), (whole, "whole")):
            part.setObjectName(name)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(whole)
        self.setFocusProxy(self.list_view)
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
        self.panes.changed.connect(self._fold)
        self.list_view.apply_requested.connect(self.apply_requested)
        self.selection_pane.apply_requested.connect(self.apply_requested)
        self.scatter_view.anonymize_requested.connect(self.anonymize_requested)
        self.scatter_view.configure_requested.connect(self.configure_requested)

    def _fold(self) -> None:
        """Where neither the lattice nor the chart is shown the list has their place."""
        self._upper.setVisible(self.panes.is_shown("lattice") or self.panes.is_shown("chart"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out the panes that there is no room for."""
        super().resizeEvent(event)
        self.panes.fit(event.size().width())
