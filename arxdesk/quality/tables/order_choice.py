"""The order of the records of both tables."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from arxdesk.ui.widgets.fields.choice import ChoiceBox
from arxdesk_engine.analysis.shown.rows import RowOrder
from arxdesk_engine.foundation.language import marked, tr

WIDEST, LONGEST = 208, 24
"""Pixels of the box, and characters of a name in its list."""


class OrderChoice(ChoiceBox):
    """By group, in file order, or by the attribute in focus. `order_chosen` carries the choice."""

    order_chosen = Signal(RowOrder)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Order of the records"), parent=parent)
        self.setMinimumContentsLength(15)
        self.setMaximumWidth(WIDEST)
        self._orders: dict[str, RowOrder] = {}
        self.chosen.connect(self._announce_order)

    def offer(self, order: RowOrder, focus: str, *, has_groups: bool) -> None:
        """Show an order, and offer those by the attribute in focus beside it."""
        orders = [RowOrder("group")] if has_groups else []
        orders += [RowOrder("file"), RowOrder("attribute", focus), RowOrder("attribute", focus, ascending=False)]
        if order not in orders:
            orders.append(order)
        self._orders = {repr(each): each for each in orders}
        self.set_options([(key, words_of(each)) for key, each in self._orders.items()])
        self.set_value(repr(order))
        self.setToolTip(words_of(order, at_most=None))

    def _announce_order(self, key: str) -> None:
        self.order_chosen.emit(self._orders[key])


def words_of(order: RowOrder, at_most: int | None = LONGEST) -> str:
    """ "By group", "Sorted by age in the output, descending"."""
    if order.kind != "attribute":
        return tr("By group") if order.kind == "group" else tr("As in the file")
    long = at_most is not None and len(order.attribute) > at_most
    name = f"{order.attribute[: (at_most or 1) - 1]}…" if long else order.attribute
    if order.side == "after":
        text = (
            marked("Sorted by {name} in the output")
            if order.ascending
            else marked("Sorted by {name} in the output, descending")
        )
    else:
        text = marked("Sorted by {name}") if order.ascending else marked("Sorted by {name}, descending")
    return tr(text, name=name)


def turned(order: RowOrder, attribute: str, side: str) -> RowOrder:
    """The order after a click on the arrow of a column: ascending, then descending, then by group again."""
    ascending = RowOrder("attribute", attribute, "after" if side == "after" else "before")
    if order == ascending:
        return RowOrder("attribute", attribute, ascending.side, ascending=False)
    if (order.attribute, order.side) == (attribute, ascending.side):
        return RowOrder("group")
    return ascending
