"""The attribute in focus: role, type, level limits, weight, hierarchy."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QVBoxLayout, QWidget

from arxdesk.commands import ChangeAttributes, ChangeWeight, change_roles
from arxdesk.document import Document
from arxdesk.models.records import type_name
from arxdesk.perspectives.configure.hierarchy_view import HierarchyView
from arxdesk.widgets.buttons import icon_button
from arxdesk.widgets.elided_label import ElidedLabel
from arxdesk.widgets.label import label
from arxdesk.widgets.number_field import NumberField
from arxdesk.widgets.pane import Pane
from arxdesk.widgets.role_chip import RoleChip
from arxdesk.widgets.segmented import Option, Segmented
from arxdesk.widgets.spin_box import SpinBox
from arxdesk.words import counted
from engine.schema import Role

_ROLES = (
    Option(Role.IDENTIFYING.value, "Identifying", "role.identifying", "role.identifying.soft"),
    Option(Role.QUASI_IDENTIFYING.value, "Quasi-identifying", "role.quasi", "role.quasi.soft"),
    Option(Role.SENSITIVE.value, "Sensitive", "role.sensitive", "role.sensitive.soft"),
    Option(Role.INSENSITIVE.value, "Insensitive", "role.insensitive", "role.insensitive.soft"),
)


class AttributeInspector(Pane):
    """Shows and changes the settings of the attribute in focus."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._document = document
        self._chip = RoleChip(None)
        self.insert_first_widget(self._chip)
        self._previous = icon_button("chevron-left", "Previous attribute")
        self._next = icon_button("chevron-right", "Next attribute")
        self._previous.clicked.connect(self.focus_previous)
        self._next.clicked.connect(self.focus_next)
        self.add_header_widget(self._previous)
        self.add_header_widget(self._next)
        self._role = Segmented("Role", _ROLES)
        self._role.chosen.connect(self._choose_role)
        self._type = ElidedLabel()
        self._low, self._high = SpinBox(), SpinBox()
        self._low.setAccessibleName("Lowest level allowed")
        self._high.setAccessibleName("Highest level allowed")
        self._low.valueChanged.connect(self._change_levels)
        self._high.valueChanged.connect(self._change_levels)
        self._weight = NumberField("Weight", 0.0, 1.0, 0.5)
        self._weight.setMaximumWidth(200)
        self._weight.value_changed.connect(self._change_weight)
        self.hierarchy_view = HierarchyView(document)
        self.set_body(self._lay_out())
        document.focus_changed.connect(self.refresh)
        document.attribute_changed.connect(self._refresh_if_shown)
        document.hierarchy_changed.connect(self._refresh_if_shown)
        document.lock_changed.connect(self._show_lock)
        self.refresh()

    def refresh(self) -> None:
        """Show the attribute in focus."""
        name = self._document.focus
        settings, column = self._document.settings_of(name), self._document.dataset[name]
        names = self._document.dataset.names
        self.set_title(name, f"column {names.index(name) + 1} of {len(names)}")
        self._chip.set_role(settings.role.value)
        self._role.set_value(settings.role.value)
        self._type.setText(self._described_type())
        hierarchy = self._document.hierarchies.get(name)
        highest = hierarchy.levels - 1 if hierarchy else 0
        blockers = [QSignalBlocker(box) for box in (self._low, self._high, self._weight)]
        top = highest if settings.maximum_level is None else min(settings.maximum_level, highest)
        self._low.setRange(0, top)
        self._low.setValue(settings.minimum_level)
        self._high.setRange(settings.minimum_level, highest)
        self._high.setValue(top)
        self._weight.set_value(settings.weight)
        del blockers
        self._chip.setToolTip(f"{column.name} is {settings.role.value}")
        self._show_lock(self._document.locked)

    def focus_previous(self) -> None:
        """Put the attribute at the left into focus."""
        self._move_focus(-1)

    def focus_next(self) -> None:
        """Put the attribute at the right into focus."""
        self._move_focus(1)

    def _lay_out(self) -> QWidget:
        levels = QHBoxLayout()
        levels.setSpacing(8)
        levels.addWidget(self._low)
        levels.addWidget(label("to", "dense", "2"))
        levels.addWidget(self._high)
        levels.addSpacing(16)
        levels.addWidget(label("Weight", "dense", "2"))
        levels.addWidget(self._weight, 1)
        levels.addStretch()
        form = QFormLayout()
        form.setHorizontalSpacing(12)
        form.setVerticalSpacing(8)
        form.addRow(label("Role", "dense", "2"), self._role)
        form.addRow(label("Type", "dense", "2"), self._type)
        form.addRow(label("Levels", "dense", "2"), levels)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(12, 12, 12, 12)
        column.setSpacing(12)
        column.addLayout(form)
        column.addWidget(self.hierarchy_view, 1)
        return body

    def _described_type(self) -> str:
        column = self._document.dataset[self._document.focus]
        values = [value for value in column.values if value]
        text = f"{type_name(column)}, {counted(len(values), 'different value', 'different values')}"
        if column.type.has_scale and values:
            text += f", {values[0]} to {values[-1]}"
        return text + ("; some cells are missing" if len(values) < len(column.values) else "")

    def _move_focus(self, step: int) -> None:
        self._document.move_focus(step)

    def _choose_role(self, role: str) -> None:
        if self._document.settings_of(self._document.focus).role.value != role:
            self._document.push(change_roles(self._document, [self._document.focus], Role(role)))

    def _change_levels(self) -> None:
        name, highest = self._document.focus, self._high.maximum()
        limits = {
            "minimum_level": self._low.value(),
            "maximum_level": None if self._high.value() == highest else self._high.value(),
        }
        after = self._document.settings_of(name).model_copy(update=limits)
        self._document.push(ChangeAttributes(self._document, {name: after}, f"Levels of {name}"))

    def _change_weight(self, weight: float) -> None:
        self._document.push(ChangeWeight(self._document, self._document.focus, round(weight, 2)))

    def _refresh_if_shown(self, name: str) -> None:
        if name == self._document.focus:
            self.refresh()

    def _show_lock(self, locked: bool) -> None:
        generalized = self._document.settings_of(self._document.focus).role is Role.QUASI_IDENTIFYING
        self._role.setEnabled(not locked)
        has_levels = self._document.focus in self._document.hierarchies
        for box in (self._low, self._high):
            box.setEnabled(not locked and generalized and has_levels)
        self._weight.setEnabled(not locked and generalized)
