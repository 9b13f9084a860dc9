"""Configure, laid out: the table and the attribute in focus above, privacy, limits and weights below."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from arxdesk.document import Document
from arxdesk.obstacles import Obstacle
from arxdesk.perspectives.configure.attribute_inspector import AttributeInspector
from arxdesk.perspectives.configure.limits_view import LimitsView
from arxdesk.perspectives.configure.overview_view import OverviewView
from arxdesk.perspectives.configure.privacy_view import PrivacyView
from arxdesk.perspectives.configure.records_view import RecordsView
from arxdesk.perspectives.configure.weights_view import WeightsPanel
from arxdesk.protection_flow import ProtectionFlow
from arxdesk.widgets.splitter import splitter
from arxdesk.workers.jobs import Jobs


class ConfigurePerspective(QWidget):
    """What each column is and how safe the table must be."""

    hierarchy_file_requested = Signal(str)
    failed = Signal(object)
    """A UserError of work that a view has started."""

    def __init__(self, document: Document, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.records_view = RecordsView(document, jobs)
        self.inspector = AttributeInspector(document, jobs)
        self.privacy_view = PrivacyView(document, jobs)
        self.protection = ProtectionFlow(document, jobs, self)
        self.privacy_view.presets_requested.connect(self.protection.ask_for_preset)
        self.protection.failed.connect(self.failed)
        self.privacy_view.failed.connect(self.failed)
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
        self.inspector.filter_requested.connect(self.records_view.show_only)
        self.inspector.hierarchy_view.file_requested.connect(self.hierarchy_file_requested)

    def lead_to(self, obstacle: Obstacle) -> None:
        """Show the place of an obstacle, the keyboard on what can be changed there."""
        if obstacle.attribute:
            self.document.set_focus(obstacle.attribute)
            self.inspector.lead_to(obstacle.field)
        elif obstacle.section == "attributes":
            self.overview_view.table.setFocus()
        elif obstacle.section == "privacy":
            cards = self.privacy_view.cards
            _focus_first(self.privacy_view if obstacle.model is None else cards[obstacle.model])
        else:
            _focus_first(self.limits_view)


def _focus_first(widget: QWidget) -> None:
    """Put the keyboard on the first control inside a widget."""
    controls = (each for each in widget.findChildren(QWidget) if each.focusPolicy() & Qt.FocusPolicy.TabFocus)
    first = next((each for each in controls if each.isVisible() and each.isEnabled()), None)
    if first is not None:
        first.setFocus(Qt.FocusReason.ShortcutFocusReason)
