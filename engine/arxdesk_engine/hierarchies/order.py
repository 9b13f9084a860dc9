"""Runs of neighbours in an order: by number, by date, by text, or as listed."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise
from typing import Literal, Self

from pydantic import field_validator, model_validator

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import DEFAULT_DATE_FORMAT, SUPPRESSED
from arxdesk_engine.foundation.errors import InvalidHierarchy, UnfitValue, found_and_remedy, quoted
from arxdesk_engine.foundation.language import tr, tr_n
from arxdesk_engine.hierarchies.builder import HierarchyBuilder, OtherLabel, Row, listed
from arxdesk_engine.hierarchies.interval import Group, lists_of_groups, merged_into
from arxdesk_engine.hierarchies.labels import OF_VALUES, Label, distinct
from arxdesk_engine.hierarchies.scale import Scale, exact

Order = Literal["listed", "number", "date", "text"]


class OrderBuilder(HierarchyBuilder):
    """Neighbours in an order are grouped, level by level, as engine reference 1.6 defines; then comes the root.

    `order` is that of `values` as listed, or of numbers, dates or texts; None: as listed if there
    are `values`, otherwise by the type of the column. `values` holds the ordered values: another value
    belongs to the nearest one that comes before it (the first, if none does), except for a mere list. `levels`
    are lists of groups; each list is repeated until all values are in a group. `other` is the label of values without
    a place in the order, below the root; None: they are errors.

    Examples
    --------
    >>> import arxdesk as ad
    >>> ad.Order(values=["low", "middle", "high"], levels=[[2, 1]]).labels_of(["low", "high"])
    [('low', '[low, middle]', '*'), ('high', '[high, high]', '*')]
    """

    builder: Literal["order"] = "order"
    order: Order | None = None
    values: tuple[str, ...] = ()
    levels: tuple[tuple[Group, ...], ...]
    label: Label = Label(function="interval")
    format: str | None = None
    other: OtherLabel | None = None

    @field_validator("values")
    @classmethod
    def _no_value_twice(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        seen: set[str] = set()
        for each in value:
            if each in seen:
                raise UnfitValue(tr("{value} is listed twice", value=quoted(each)), tr("List every value once."))
            if not each:
                raise UnfitValue(
                    tr("the empty text is listed"), tr("Leave it out: the missing value has a branch of its own.")
                )
            seen.add(each)
        return value

    @field_validator("levels", mode="before")
    @classmethod
    def _are_lists(cls, value: object) -> object:
        return lists_of_groups(value)

    @model_validator(mode="after")
    def _is_possible(self) -> Self:
        if not self.levels or not all(self.levels):
            raise UnfitValue(
                tr("a level has no groups, or there is none"),
                tr("Write the sizes of groups of neighbours, such as [2]."),
            )
        if self.order == "listed" and not self.values:
            raise UnfitValue(tr("no values are listed"), tr('Write values = ["low", "medium", "high"].'))
        for label in (self.label, *(group.label for level in self.levels for group in level)):
            if label is not None and label.function not in OF_VALUES:
                raise UnfitValue(
                    tr("{function} needs intervals", function=label.function),
                    tr("Allowed: {names}.", names=", ".join(OF_VALUES)),
                )
        return self

    @property
    def title(self) -> str:
        """The same with its order, and the values of the column in addition to its own, in that order."""
        return tr("order")

    @property
    def depends_on_data(self) -> bool:
        """Unless all values are listed."""
        return self._order != "listed"

    @property
    def _order(self) -> Order | None:
        return "listed" if self.order is None and self.values else self.order

    @property
    def _scale(self) -> Scale | None:
        return _scale_of(self._order, self.format)

    def resolved(self, column: Column) -> OrderBuilder:
        """The listed values, then the other ones of the column."""
        order, date_format = self._order, self.format
        scale = Scale.of(column)
        if order is None:
            order = "text" if scale is None else "number" if scale.date_format is None else "date"
        if order == "date" and date_format is None and scale is not None:
            date_format = scale.date_format
        declared = column.type.order
        if self._order is None and declared:
            return self.model_copy(update={"order": "listed", "values": declared})
        explicit = self.model_copy(update={"order": order, "format": date_format})
        if order == "listed":
            return explicit
        scale_of_order = _scale_of(order, date_format)
        every = dict.fromkeys((*self.values, *(value for value in column.values if value)))
        placed, unplaced = _placed(tuple(every), scale_of_order)
        if unplaced and self.other is None:
            raise self._without_place(unplaced, order)
        with exact():
            ordered = tuple(sorted(placed, key=lambda value: (placed[value], value)))
        return explicit.model_copy(update={"values": ordered})

    def _without_place(self, values: Sequence[str], order: Order | None) -> InvalidHierarchy:
        named = {
            "listed": tr("the list"),
            "number": tr("the order of numbers"),
            "date": tr("the order of dates"),
            "text": tr("the order of texts"),
        }
        found = tr_n(
            len(values),
            "1 value has no place in {where}: {values}",
            "{n} values have no place in {where}: {values}",
            where=named.get(order or "", tr("the order")),
            values=listed(values),
        )
        remedy = tr('Correct or list them, or give them a label of their own: other = "other".')
        return self._unfit(found, remedy)

    def domain(self, column: Column) -> Sequence[str]:
        """The listed values, then those of the column that are not among them."""
        return list(dict.fromkeys((*self.values, *column.values)))

    def labels_of(self, values: Sequence[str]) -> list[Row]:
        """A row for each value. Raises InvalidHierarchy for those without a place in the order."""
        self._require_few_levels(len(self.levels) + 2)
        if self._order is None or not self.values:
            if any(values):
                raise self._unfit(tr("the values in their order are not known"), tr("Resolve it for a column first."))
            return [(value, *("",) * len(self.levels), SUPPRESSED) for value in values]
        labels = self._labels()
        place = {value: index for index, value in enumerate(self.values)}
        unseen = [value for value in values if value and value not in place]
        without = self._place_unseen(unseen, place)
        if without and self.other is None:
            raise self._without_place(without, self._order)
        missing = ("",) * len(self.levels)
        elsewhere = (self.other or "",) * len(self.levels)
        rows = []
        for value in values:
            index = place.get(value)
            found = labels[index] if index is not None else elsewhere if value else missing
            rows.append((value, *found, SUPPRESSED))
        return rows

    def _place_unseen(self, unseen: Sequence[str], place: dict[str, int]) -> list[str]:
        """Give unseen values the places of their neighbours; return those without one."""
        if self._order == "listed":
            return list(unseen)
        placed, unplaced = _placed(unseen, self._scale)
        if placed:
            known, _none = _placed(self.values, self._scale)
            ordered = list(known.values())
            with exact():
                for value, at in placed.items():
                    place[value] = max(bisect_right(ordered, at) - 1, 0)
        return unplaced

    def _labels(self) -> list[tuple[str, ...]]:
        """The labels between value and root of every listed value."""
        columns = []
        starts = list(range(len(self.values)))  # of the groups of the level below, in the list
        for groups in self.levels:
            of_pattern, size = merged_into([group.size for group in groups])
            begins = [
                times + start
                for times in range(0, len(starts), size)
                for start in of_pattern
                if times + start < len(starts)
            ]
            starts = [starts[begin] for begin in begins]
            functions = [groups[index % len(groups)].label or self.label for index in range(len(starts))]
            columns.append(self._labels_of_groups(starts, functions))
        return list(zip(*columns, strict=True))

    def _labels_of_groups(self, starts: Sequence[int], functions: Sequence[Label]) -> list[str]:
        """The labels of one level, one for each listed value."""
        edges = list(pairwise((*starts, len(self.values))))
        try:
            with exact():
                texts = [
                    function.of_values(self.values[start:end], self._scale)
                    for function, (start, end) in zip(functions, edges, strict=True)
                ]
        except ValueError as error:
            raise self._unfit(*found_and_remedy(error)) from error
        names = distinct(texts)
        return [name for name, (start, end) in zip(names, edges, strict=True) for _value in range(start, end)]


def _placed(values: Sequence[str], scale: Scale | None) -> tuple[dict[str, Decimal | str], list[str]]:
    """The places of values on a scale, or among texts, and the values that have none."""
    if scale is None:
        return {value: value for value in values}, []
    positions = [(value, scale.parse(value)) for value in values]
    return {value: at for value, at in positions if at is not None}, [value for value, at in positions if at is None]


def _scale_of(order: Order | None, date_format: str | None) -> Scale | None:
    if order == "number":
        return Scale()
    return Scale(date_format or DEFAULT_DATE_FORMAT) if order == "date" else None
