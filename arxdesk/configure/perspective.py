"""Configure, laid out: the table and the attribute in focus above, privacy, limits and weights below."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from arxdesk.configure.attributes.inspector import AttributeInspector
from arxdesk.configure.attributes.overview_view import AttributesView
from arxdesk.configure.limits.view import LimitsView
from arxdesk.configure.limits.weights_view import WeightsPanel
from arxdesk.configure.protection.flow import ProtectionFlow
from arxdesk.configure.protection.view import PrivacyView
from arxdesk.configure.table.records_view import RecordsView
from arxdesk.core.document import Document
from arxdesk.core.obstacles import Obstacle
from arxdesk.tasks.jobs import Jobs
from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.deferred import Deferred, Turns
from arxdesk.ui.widgets.basics.splitter import splitter
from arxdesk.ui.widgets.basics.spoken import Role
from arxdesk_engine.foundation.language import tr


class ConfigurePerspective(QWidget):
    """Columns and required safety. Its parts are made in turns, or on demand."""

    spoken_role = Role.Grouping

    def __init__(self, document: Document, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Configure"))
        self.document = document
        self._jobs = jobs
        self._records = Deferred(self._make_records)
        self._inspector = Deferred(self._make_inspector)
        self._privacy = Deferred(self._make_privacy)
        self._overview = Deferred(self._make_overview)
        self._weights = Deferred(self._make_weights)
        self._limits = Deferred(self._make_limits)
        self.protection = ProtectionFlow(document, jobs, self)
        upper = splitter(Qt.Orientation.Horizontal, [(self._records, 812), (self._inspector, 556)])
        lower = splitter(Qt.Orientation.Horizontal, [(self._privacy, 592), (self._limits, 360), (self._overview, 416)])
        whole = splitter(Qt.Orientation.Vertical, [(upper, 488), (lower, 308)])
        layouts.column(whole, inside=self)
        for name, part in (("upper", upper), ("lower", lower), ("whole", whole)):
            part.setObjectName(name)
        parts: tuple[Deferred[QWidget], ...] = (
            *(self._records, self._inspector, self._privacy),
            *(self._limits, self._overview, self._weights),
        )
        self.turns = Turns(parts, self)

    @property
    def records_view(self) -> RecordsView:
        """The view of the table."""
        return self.turns.reach(self._records)

    @property
    def inspector(self) -> AttributeInspector:
        """The inspector of the attribute in focus."""
        return self.turns.reach(self._inspector)

    @property
    def privacy_view(self) -> PrivacyView:
        """The cards of the privacy models."""
        return self.turns.reach(self._privacy)

    @property
    def limits_view(self) -> LimitsView:
        """The allowed loss, and its measure."""
        return self.turns.reach(self._limits)

    @property
    def overview_view(self) -> AttributesView:
        """The list of the attributes."""
        return self.turns.reach(self._overview)

    @property
    def weights_view(self) -> WeightsPanel:
        """The weights of the quasi-identifiers."""
        return self.turns.reach(self._weights)

    def _make_records(self) -> RecordsView:
        return RecordsView(self.document, self._jobs)

    def _make_inspector(self) -> AttributeInspector:
        inspector = AttributeInspector(self.document, self._jobs)
        inspector.type_row.filter_requested.connect(self._show_only)
        self.turns.insert([inspector.hierarchy_place])
        return inspector

    def _make_privacy(self) -> PrivacyView:
        view = PrivacyView(self.document, self._jobs)
        view.presets.clicked.connect(self.protection.ask_for_preset)
        return view

    def _make_overview(self) -> AttributesView:
        view = AttributesView(self.document, self._jobs)
        view.add_page(tr("Weights"), self._weights)
        return view

    def _make_weights(self) -> WeightsPanel:
        return WeightsPanel(self.document)

    def _make_limits(self) -> LimitsView:
        view = LimitsView(self.document)
        self.turns.insert(view.deferred)
        return view

    def _show_only(self, expression: str) -> None:
        self.records_view.show_only(expression)

    def lead_to(self, obstacle: Obstacle) -> None:
        """Show the place of an obstacle, with the focus on the control that removes it."""
        if obstacle.attribute:
            self.document.set_focus(obstacle.attribute)
            self.inspector.lead_to(obstacle.field)
        elif obstacle.section == "attributes":
            self.overview_view.table.setFocus()
        elif obstacle.section == "privacy":
            cards = self.privacy_view.cards
            _focus_first(self.privacy_view if obstacle.model is None else cards[obstacle.model])
        elif obstacle.section == "perturbation":
            self.limits_view.lead_to_perturbation()
        elif obstacle.section == "sampling":
            self.limits_view.lead_to_sampling()
        else:
            _focus_first(self.limits_view)


def _focus_first(widget: QWidget) -> None:
    """Put the keyboard on the first control inside a widget."""
    controls = (each for each in widget.findChildren(QWidget) if each.focusPolicy() & Qt.FocusPolicy.TabFocus)
    first = next((each for each in controls if each.isVisible() and each.isEnabled()), None)
    if first is not None:
        first.setFocus(Qt.FocusReason.ShortcutFocusReason)
