"""Configure, laid out: the table and the attribute in focus above, privacy, limits and weights below."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from arxdesk.document import Document
from arxdesk.perspectives.configure.attribute_inspector import AttributeInspector
from arxdesk.perspectives.configure.limits_view import LimitsView
from arxdesk.perspectives.configure.overview_view import OverviewView
from arxdesk.perspectives.configure.privacy_view import PrivacyView
from arxdesk.perspectives.configure.records_view import RecordsView
from arxdesk.perspectives.configure.weights_view import WeightsPanel
from arxdesk.widgets.splitter import splitter
from arxdesk.workers.jobs import Jobs


class ConfigurePerspective(QWidget):
    """What each column is and how safe the table must be."""

    hierarchy_file_requested = Signal(str)
    failed = Signal(object)
    """A UserError of work that a view has started."""

    def __init__(self, document: Document, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.records_view = RecordsView(document, jobs)
        self.inspector = AttributeInspector(document, jobs)
        self.privacy_view = PrivacyView(document, jobs)
        self.limits_view = LimitsView(document)
        self.overview_view = OverviewView(document, jobs)
        self.weights_view = WeightsPanel(document)
        self.overview_view.add_page("Weights", self.weights_view)
        upper = splitter(Qt.Orientation.Horizontal, [(self.records_view, 812), (self.inspector, 556)])
        lower = splitter(
            Qt.Orientation.Horizontal,
            [(self.privacy_view, 600), (self.limits_view, 396), (self.overview_view, 372)],
        )
        whole = splitter(Qt.Orientation.Vertical, [(upper, 480), (lower, 316)])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(whole)
        for name, part in (("upper", upper), ("lower", lower), ("whole", whole)):
            part.setObjectName(name)
        self.inspector.failed.connect(self.failed)
        self.records_view.failed.connect(self.failed)
        self.overview_view.failed.connect(self.failed)
        self.inspector.hierarchy_view.file_requested.connect(self.hierarchy_file_requested)
