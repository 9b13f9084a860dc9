"""The attribute in focus: role, type, treatment, hierarchy."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QGridLayout, QScrollArea, QWidget

from arxdesk.configure.attributes.declared_boxes import DeclaredBoxes
from arxdesk.configure.attributes.treatment_rows import TreatmentRows
from arxdesk.configure.attributes.type_row import TypeRow
from arxdesk.configure.hierarchies.view import HierarchyView
from arxdesk.core.commands import ChangeSections, change_roles
from arxdesk.core.document import Document
from arxdesk.core.rows_words import ROLES_STAY
from arxdesk.core.values.role_words import role_options, role_word
from arxdesk.help.mark import help_mark
from arxdesk.tasks.jobs import Jobs
from arxdesk.ui import layouts
from arxdesk.ui.help_topics import INSPECTOR
from arxdesk.ui.widgets.basics.buttons import icon_button
from arxdesk.ui.widgets.basics.deferred import Deferred
from arxdesk.ui.widgets.basics.label import label
from arxdesk.ui.widgets.fields.segmented import Segmented
from arxdesk.ui.widgets.frames.pane import Pane
from arxdesk.ui.widgets.tables.role_chip import RoleChip
from arxdesk.ui.words import count
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.foundation.messages import told

LABELS_WIDTH = 88
SMALLEST = (500, 240)
"""The width of the widest form with a scroll bar beside it, and a height below which the pane only scrolls."""


class AttributeInspector(Pane):
    """Shows and changes the settings of the attribute in focus."""

    def __init__(self, document: Document, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent, elides=True)
        self._document = document
        self._jobs = jobs
        self._chip = RoleChip(None)
        self.insert_first_widget(self._chip)
        self._previous = icon_button("chevron-left", tr("Previous attribute"))
        self._next = icon_button("chevron-right", tr("Next attribute"))
        self._previous.clicked.connect(self.focus_previous)
        self._next.clicked.connect(self.focus_next)
        self._role = Segmented(tr("Role"), role_options())
        self._role.let_shrink()
        self._role.chosen.connect(self._choose_role)
        self._target = QCheckBox(tr("Target"))
        self._target.setToolTip(tr("Target of the classification model and of the classification tests"))
        self._target.toggled.connect(self._choose_target)
        self.declared = DeclaredBoxes(document)
        for control in (
            self.declared,
            self._target,
            self._previous,
            self._next,
            help_mark(INSPECTOR, tr("the attribute in focus")),
        ):
            self.add_header_widget(control)
        self.type_row = TypeRow(document, jobs)
        self.treatment_rows = TreatmentRows(document, self)
        self.hierarchy_place = Deferred(self._make_hierarchy_view)
        self.set_body(self._lay_out())
        document.focus_changed.connect(self._show_focus)
        document.attributes_changed.connect(self._refresh_if_among)
        document.hierarchy_changed.connect(self._refresh_if_shown)
        document.column_changed.connect(self._refresh_if_shown)
        document.privacy_changed.connect(self.treatment_rows.refresh)
        document.perturbation_changed.connect(self.treatment_rows.refresh)
        document.quality_changed.connect(self._show_target)
        document.person_changed.connect(self.declared.refresh)
        document.sample_changed.connect(self.declared.refresh)
        document.lock_changed.connect(self._show_lock)
        self._show_focus()

    @property
    def hierarchy_view(self) -> HierarchyView:
        """The hierarchy of the attribute in focus."""
        return self.hierarchy_place.widget

    def refresh(self) -> None:
        """Show the attribute in focus."""
        name = self._document.focus
        settings, dataset = self._document.settings_of(name), self._document.dataset
        place = tr(
            "column {number} of {columns}",
            number=count(dataset.place_of(name) + 1),
            columns=count(len(dataset.columns)),
        )
        self.set_title(name, place)
        decided = name not in self._document.undecided
        self._chip.set_role(self._document.shown_role(name))
        self._chip.setToolTip(
            tr("{name} is {role}", name=name, role=role_word(settings.role))
            if decided
            else tr("{name} has no role yet: choose one", name=name)
        )
        self._role.set_value(settings.role.value if decided else None)
        self.type_row.refresh()
        self.treatment_rows.refresh()
        self._show_target()
        self.declared.refresh()
        self._show_lock(self._document.locked)

    def set_role(self, role: Role) -> None:
        """Give the attribute in focus a role."""
        if self._document.shown_role(self._document.focus) != role.value:
            self._document.push(change_roles(self._document, [self._document.focus], role))

    def lead_to(self, field: str) -> None:
        """Put the keyboard on the control of a setting."""
        rows, section = self.treatment_rows, field.partition(".")[0]
        controls = {"hierarchy": self.hierarchy_view.tabs, "levels": rows.levels.low, "coding": rows.coding.top}
        box = next((box for part, box in self.declared.boxes.items() if part == section), rows.treatment)
        control = self._role if section == "role" else controls.get(section, box)
        (control if control.isVisible() and control.isEnabled() else rows.treatment).setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the whole treatment in a narrow inspector."""
        super().resizeEvent(event)
        self.treatment_rows.fit(event.size().width())

    def focus_previous(self) -> None:
        """Put the attribute at the left into focus."""
        self._document.move_focus(-1)

    def focus_next(self) -> None:
        """Put the attribute at the right into focus."""
        self._document.move_focus(1)

    def _make_hierarchy_view(self) -> HierarchyView:
        return HierarchyView(self._document, self._jobs)

    def _lay_out(self) -> QWidget:
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(4)
        grid.setColumnMinimumWidth(0, LABELS_WIDTH)
        grid.setColumnStretch(1, 1)
        grid.addWidget(label(tr("Role"), "dense", "2"), 0, 0)
        grid.addWidget(self._role, 0, 1)
        grid.addWidget(label(tr("Type"), "dense", "2"), 1, 0)
        grid.addWidget(self.type_row, 1, 1)
        self.treatment_rows.add_to(grid, 2)
        body, scroll = QWidget(), QScrollArea()
        scroll.setAccessibleName(tr("Attribute in focus"))
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidgetResizable(True)
        scroll.setMinimumSize(*SMALLEST)
        scroll.setWidget(body)  # while it is empty: what is shown is styled, and anew when it is moved
        layouts.column(grid, (self.hierarchy_place, 1), spacing=4, margins=(12, 8, 12, 8), inside=body)
        return scroll

    def _show_focus(self) -> None:
        self.refresh()
        self.type_row.guess()

    def _choose_role(self, role: str) -> None:
        self.set_role(Role(role))

    def _choose_target(self, chosen: bool) -> None:
        name, quality = self._document.focus, self._document.job.quality
        others = tuple(each for each in quality.targets if each != name)
        after = quality.model_copy(update={"targets": (*others, name) if chosen else others})
        text = told("{name} as target" if chosen else "{name} no target", name=name)
        self._document.push(ChangeSections(self._document, {"quality": after}, text))

    def _show_target(self) -> None:
        name = self._document.focus
        with QSignalBlocker(self._target):
            self._target.setChecked(name in self._document.job.quality.targets)
        identifying = self._document.settings_of(name).role is Role.IDENTIFYING
        may_predict = self._document.rows is None and not identifying
        self._target.setVisible(may_predict or self._target.isChecked())

    def _refresh_if_shown(self, name: str) -> None:
        if name == self._document.focus:
            self.refresh()

    def _refresh_if_among(self, names: tuple[str, ...]) -> None:
        if self._document.focus in names:
            self.refresh()

    def _show_lock(self, locked: bool) -> None:
        has_rows = self._document.rows is None
        self._role.setEnabled(not locked and has_rows)
        self._role.setToolTip("" if has_rows else tr(ROLES_STAY))
        self._target.setEnabled(not locked and has_rows)
        self.declared.refresh()
        self.type_row.set_locked(locked)
        self.treatment_rows.set_locked(locked)
