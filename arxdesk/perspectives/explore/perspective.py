"""Explore, laid out: the list of transformations, and the selected one beside it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from arxdesk.document import Document
from arxdesk.perspectives.explore.list_view import ListView
from arxdesk.perspectives.explore.selection_view import SelectionView
from arxdesk.widgets.splitter import splitter


class ExplorePerspective(QWidget):
    """The transformations that were looked at, one of them selected."""

    apply_requested = Signal()

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.list_view = ListView(document)
        self.selection_view = SelectionView(document)
        whole = splitter(Qt.Orientation.Horizontal, [(self.list_view, 968), (self.selection_view, 400)])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(whole)
        whole.setObjectName("whole")
        self.setFocusProxy(self.list_view.table)
        self.selection_view.apply_requested.connect(self.apply_requested)
