"""A hierarchy with its rows in the job itself: the form of any edited hierarchy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pydantic import field_validator

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.foundation.errors import InvalidHierarchy, UnfitValue, quoted
from arxdesk_engine.foundation.language import tr, tr_n
from arxdesk_engine.hierarchies.builder import HierarchyBuilder, Row, listed
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.hierarchies.spelled import spelled_as
from arxdesk_engine.hierarchies.validation import check


class TableBuilder(HierarchyBuilder):
    """The rows themselves, each a value with its label at every level.

    It is treated like a file: nothing is made from the data, and a value without a row is found when the hierarchy is
    put to use, not when it is read.

    Examples
    --------
    >>> import arxdesk as ad
    >>> ad.Table(rows=[["81667", "81", "*"], ["80331", "80", "*"]]).labels_of(["81667"])
    [('81667', '81', '*')]
    """

    builder: Literal["table"] = "table"
    rows: tuple[Row, ...]

    @classmethod
    def of(cls, hierarchy: Hierarchy) -> TableBuilder:
        """The specification of a hierarchy that was checked already; it shares the rows with it."""
        return cls.model_construct(builder="table", rows=hierarchy.rows)

    @field_validator("rows")
    @classmethod
    def _is_hierarchy(cls, value: tuple[Row, ...]) -> tuple[Row, ...]:
        if any(not row for row in value):
            raise UnfitValue(tr("there is a row without cells"), tr("Write a value and its labels into each row."))
        try:
            check(Hierarchy(value, "rows"))
        except InvalidHierarchy as error:
            first = error.problems[0]
            raise UnfitValue(tr("{found} ({place})", found=first.found, place=first.place), first.remedy) from error
        return value

    @property
    def title(self) -> str:
        """The name of the kind."""
        return tr("edited table")

    @property
    def hierarchy(self) -> Hierarchy:
        """The hierarchy that it is, whatever the data are."""
        return Hierarchy(self.rows, self.title)

    def build(self, column: Column) -> Hierarchy:
        """Its rows, with the values as the column writes them; whether they list all of them is checked where they are
        used, as for a file. Raises InvalidHierarchy where one value of the column has two different rows."""
        return spelled_as(
            Hierarchy(
                self.rows, tr("attribute {column}, {hierarchy}", column=quoted(column.name), hierarchy=self.title)
            ),
            column,
        )

    def labels_of(self, values: Sequence[str]) -> list[Row]:
        """The rows of values. Raises InvalidHierarchy for values that have none."""
        row_of = {row[0]: row for row in self.rows}
        unlisted = [value for value in values if value not in row_of]
        if unlisted:
            found = tr_n(
                len(unlisted),
                "1 value has no entry: {values}",
                "{n} values have no entry: {values}",
                values=listed(unlisted),
            )
            raise self._unfit(found, tr("Add a row for each of them."))
        return [row_of[value] for value in values]
