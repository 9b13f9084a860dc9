"""Priorities: the important values, and the number of values that stay at each level."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QLineEdit, QWidget

from arxdesk.configure.hierarchies.wizard.rules.rule_page import (
    MOST_LISTED,
    RulePage,
    caption,
    choose,
    combo,
    new_form,
    numbers_in,
)
from arxdesk.configure.hierarchies.wizard.rules.value_list import ValueList
from arxdesk.ui import layouts
from arxdesk.ui.widgets.fields.spin_box import SpinBox
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.hierarchies.preview import Preview, Survey

_CHOICES = (
    ("frequency highest-first", marked("frequent values")),
    ("frequency lowest-first", marked("rare values")),
    ("order highest-first", marked("last values by type")),
    ("order lowest-first", marked("first values by type")),
    ("values", marked("my own order, first value first")),
    ("priorities", marked("by the numbers given")),
)


class PriorityPage(RulePage):
    """The settings of `PriorityBuilder`."""

    def __init__(self, survey: Survey, parent: QWidget | None = None) -> None:
        super().__init__(survey, parent)
        self.by = combo(tr("Order of importance"), _CHOICES)
        self.by.activated.connect(self._change_by)
        self.list = ValueList(tr("Values, the most important first"), MOST_LISTED)
        self.list.reordered.connect(lambda: self.change(values=self.list.values, priorities=None))
        self.levels = SpinBox(1, 126, 10)
        self.levels.setAccessibleName(tr("Levels at most"))
        self.levels.valueChanged.connect(lambda number: self.change(maximum_levels=number, kept=None))
        self.kept = QLineEdit()
        self.kept.setAccessibleName(tr("Values that stay at each level"))
        self.kept.setPlaceholderText(tr("as many fewer at each level"))
        self.kept.editingFinished.connect(self._change_kept)
        form = new_form()
        form.addRow(caption(tr("Most important")), self.by)
        form.addRow(caption(tr("Levels at most")), self.levels)
        form.addRow(caption(tr("Values that stay")), self.kept)
        self.levels.setMaximumWidth(80)
        layouts.column(form, (self.list, 1), spacing=12, inside=self)

    def refresh(self) -> None:
        """Fill the fields."""
        content = self.content
        given = "values" if "values" in content else "priorities" if "priorities" in content else ""
        by = f"{content.get('by', 'frequency')} {content.get('direction', 'highest-first')}"
        choose(self.by, given or by)
        numbers = self.by.model().index(self.by.findData("priorities"), 0)
        view = self.by.view()
        if hasattr(view, "setRowHidden"):
            view.setRowHidden(numbers.row(), given != "priorities")
        with QSignalBlocker(self.levels), QSignalBlocker(self.kept):
            self.levels.setValue(int(content.get("maximum_levels", 10)))
            self.kept.setText(", ".join(map(str, content.get("kept", ()))))
        self.levels.setEnabled("kept" not in content)
        self._show_values()

    def show_preview(self, preview: Preview | None) -> None:
        """Show the values as they are ranked."""
        super().show_preview(preview)
        self._show_values()

    def _show_values(self) -> None:
        ranked = self.content.get("values")
        if ranked is None:
            current = self.preview is not None and self.preview.builder is self.builder
            ranked = getattr(self.preview.proposal, "values", None) if current and self.preview is not None else None
        self.list.set_values([value for value in (ranked or self.survey.frequent) if value])

    def _change_by(self) -> None:
        key = str(self.by.currentData())
        if key == "values":
            self.change(values=self._ranked(), priorities=None, by=None, direction=None)
        elif key != "priorities":
            by, _blank, direction = key.partition(" ")
            self.change(values=None, priorities=None, by=by, direction=direction)

    def _ranked(self) -> list[str]:
        proposal = self.preview.proposal if self.preview is not None else None
        return [value for value in (getattr(proposal, "values", None) or self.survey.frequent) if value]

    def _change_kept(self) -> None:
        text = self.kept.text().strip()
        numbers = numbers_in(text)
        if text and numbers is None:
            self.refuse(tr("the values that stay are not numbers"), tr("List them in descending order, such as 20, 5."))
        elif (numbers or []) != list(self.content.get("kept", ())):
            self.change(kept=numbers)
