"""Ordering: the values in their order, and how many neighbours become one."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QFormLayout, QLineEdit, QSpinBox, QWidget

from arxdesk.configure.hierarchies.wizard.rules.groups_table import GroupsTable
from arxdesk.configure.hierarchies.wizard.rules.interval_edits import with_sizes
from arxdesk.configure.hierarchies.wizard.rules.rule_page import MOST_LISTED, RulePage, caption, choose, combo, new_form
from arxdesk.configure.hierarchies.wizard.rules.value_list import ValueList
from arxdesk.ui import layouts
from arxdesk.ui.widgets.fields.spin_box import SpinBox
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.hierarchies.labels import OF_VALUES
from arxdesk_engine.hierarchies.preview import Preview, Survey

_LABELS = {
    "interval": marked("first and last: {example}"),
    "set": marked("all of them: {example}"),
    "bounds": marked("bounds: {example}"),
    "common-prefix": marked("common beginning"),
    "set-of-prefixes": marked("first characters"),
    "constant": marked("a text"),
    "arithmetic-mean": marked("mean"),
    "geometric-mean": marked("geometric mean"),
    "arithmetic-mean-of-bounds": marked("mean of first and last"),
    "geometric-mean-of-bounds": marked("geometric mean of first and last"),
}
_EXAMPLES = {"interval": "[a, c]", "set": "{a, b, c}", "bounds": "[a, c]"}
_LABELS_WIDTH = 210
_AS_TYPE, _FREQUENCY = "as-type", "frequency"
_ORDERS = (
    (_AS_TYPE, marked("by type")),
    ("number", marked("as numbers")),
    ("date", marked("as dates")),
    ("text", marked("by alphabet")),
    (_FREQUENCY, marked("by frequency")),
    ("listed", marked("my own order")),
)


class OrderPage(RulePage):
    """The settings of `OrderBuilder`."""

    def __init__(self, survey: Survey, parent: QWidget | None = None) -> None:
        super().__init__(survey, parent)
        self.order = combo(tr("Order"), _ORDERS)
        self.order.activated.connect(self._change_order)
        self.list = ValueList(tr("Values in their order"), MOST_LISTED)
        self.list.reordered.connect(self._reorder)
        self.label = combo(
            tr("Label of a group"), [(name, tr(_LABELS[name], example=_EXAMPLES.get(name, ""))) for name in OF_VALUES]
        )
        self.label.activated.connect(self._change_label)
        self.text = QLineEdit()
        self.text.setAccessibleName(tr("Text, or fill character"))
        self.text.editingFinished.connect(self._change_label)
        self.length: QSpinBox = SpinBox(1, 99, 2)
        self.length.setAccessibleName(tr("Characters of each value"))
        self.length.valueChanged.connect(self._change_label)
        self.groups = GroupsTable(0)
        self.groups.sizes_changed.connect(self._change_sizes)
        self.groups.level_added.connect(lambda: self.change(levels=[*self.content["levels"], [2]]))
        self.groups.level_removed.connect(lambda: self.change(levels=self.content["levels"][:-1]))
        self._lay_out()

    def refresh(self) -> None:
        """Fill the fields."""
        content = self.content
        levels = [[each["size"] if isinstance(each, dict) else each for each in level] for level in content["levels"]]
        hint = tr("How many neighbours become one. Several numbers alternate: 1, 2")
        self.groups.set_levels("", levels, hint)
        listed = content.get("order") == "listed" or ("order" not in content and "values" in content)
        choose(self.order, "listed" if listed else content.get("order", _AS_TYPE))
        self._show_values()
        given = content.get("label", "interval")
        label = given if isinstance(given, dict) else {"function": given}
        choose(self.label, label["function"])
        with QSignalBlocker(self.text), QSignalBlocker(self.length):
            self.text.setText(str(label.get("text", label.get("fill", ""))))
            self.length.setValue(int(label.get("length", 2)))
        self.text.setVisible(label["function"] in ("constant", "common-prefix"))
        self.text.setPlaceholderText(
            tr("the text") if label["function"] == "constant" else tr("nothing fills the rest")
        )
        self.length.setVisible(label["function"] == "set-of-prefixes")

    def show_preview(self, preview: Preview | None) -> None:
        """Show the order that the values are in, and the numbers of groups."""
        super().show_preview(preview)
        self.groups.set_groups([] if preview is None else [each.groups for each in preview.levels[1:]])
        self._show_values()

    def _show_values(self) -> None:
        proposal = self.preview.proposal if self.preview is not None and self.preview.builder is self.builder else None
        values = self.content.get("values") or getattr(proposal, "values", ()) or self.survey.column.values
        self.list.set_values([value for value in values if value])

    def _change_order(self) -> None:
        order = self.order.currentData()
        if order == _AS_TYPE:
            self.change(order=None, values=None)
        elif order == _FREQUENCY:
            self.change(order="listed", values=list(self.survey.frequent))
        elif order == "listed":
            self.change(order="listed", values=list(self._known_values()))
        else:
            self.change(order=order, values=None)

    def _known_values(self) -> tuple[str, ...]:
        proposal = self.preview.proposal if self.preview is not None else None
        values = getattr(proposal, "values", ()) or self.survey.column.values
        return tuple(value for value in values if value)

    def _reorder(self) -> None:
        self.change(order="listed", values=self.list.values)

    def _change_sizes(self, level: int, sizes: tuple[int, ...]) -> None:
        levels = with_sizes(self.content["levels"], level, sizes)
        if levels != self.content["levels"]:
            self.change(levels=levels)

    def _change_label(self) -> None:
        function = self.label.currentData()
        label: dict[str, Any] = {"function": function}
        if function == "constant":
            label["text"] = self.text.text().strip() or "group"
        elif function == "common-prefix" and self.text.text():
            label["fill"] = self.text.text()[:1]
        elif function == "set-of-prefixes":
            label["length"] = self.length.value()
        plain = label if len(label) > 1 else function
        before = self.content.get("label", "interval")
        same = before if isinstance(before, str) else before["function"]
        if plain != before and (function != same or len(label) > 1 or function == "common-prefix"):
            self.change(label=plain)

    def _lay_out(self) -> None:
        form = new_form()
        form.addRow(caption(tr("Order")), self.order)
        labels = new_form()
        labels.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        widest = max(self.label.width_for(self.label.itemText(place)) for place in range(self.label.count()))
        self.label.setMinimumWidth(min(_LABELS_WIDTH, widest))
        labels.addRow(caption(tr("Label")), self.label)
        labels.addRow("", self.text)
        labels.addRow("", self.length)
        self.add_other_row(labels)
        left = layouts.column(form, (self.list, 1), spacing=8)
        right = layouts.column((self.groups, 1), labels, spacing=12)
        layouts.row((left, 1), (right, 1), spacing=16, inside=self)
