"""Quality: what became of the data."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from arxdesk.document import Document
from arxdesk.perspectives.applied import AppliedPerspective
from arxdesk.perspectives.quality.detail_view import DetailView
from arxdesk.perspectives.quality.tables_view import TablesView
from arxdesk.perspectives.quality.verdict_view import VerdictView
from arxdesk.results import Applied
from arxdesk.widgets.splitter import splitter


class QualityPerspective(AppliedPerspective):
    """Lays out the views of what is applied; does nothing while it is hidden."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(document, "Quality", parent)
        self.verdict = VerdictView(document)
        self.tables = TablesView(document)
        self.detail = DetailView(document)
        views = splitter(Qt.Orientation.Vertical, [(self.tables, 379), (self.detail, 303)])
        views.setObjectName("quality views")
        self.lay_out(self.verdict, views)
        document.focus_changed.connect(self._follow_focus)

    def show_applied(self, applied: Applied) -> None:
        """Fill the views."""
        del applied  # they read the document
        for view in (self.verdict, self.tables, self.detail):
            view.refresh()

    def _follow_focus(self, _name: str) -> None:
        if self.shown is not None:
            self.tables.follow_focus()
            self.detail.follow_focus()
