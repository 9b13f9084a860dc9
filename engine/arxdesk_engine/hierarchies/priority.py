"""Values that stay the longer the more important they are; the others become "*" first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from itertools import pairwise
from typing import Annotated, Literal, Self

from pydantic import Field, field_validator, model_validator

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import SUPPRESSED
from arxdesk_engine.foundation.errors import UnfitValue, quoted
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.hierarchies.builder import HierarchyBuilder, Row
from arxdesk_engine.hierarchies.scale import Bound, BoundField


class PriorityBuilder(HierarchyBuilder):
    """The least important values become "*" first, as engine reference 1.8 defines.

    The order of importance is that of `values` (the most important first), else of `priorities` (a number for
    each value, 0 for others), else of `by`: the frequency of a value, or the order of its type. `direction` is
    the important end of the two latter. There are at most `maximum_levels` levels above the values, each of which
    removes as many of them; or `kept` is the number of values that stay at each level below the root. Unknown
    values are the least important; so is a value that already reads "*".

    Examples
    --------
    >>> import arxdesk as ad
    >>> ad.Priorities(values=["DE", "FR", "LU"], kept=[2]).labels_of(["DE", "LU"])
    [('DE', 'DE', '*'), ('LU', '*', '*')]
    """

    builder: Literal["priority"] = "priority"
    values: tuple[str, ...] | None = None
    priorities: Mapping[str, BoundField] | None = None
    by: Literal["frequency", "order"] = "frequency"
    direction: Literal["highest-first", "lowest-first"] = "highest-first"
    maximum_levels: int = Field(default=10, ge=1, le=126, strict=True)
    kept: tuple[Annotated[int, Field(ge=1, strict=True)], ...] | None = None

    def __repr_name__(self) -> str:
        """The public name of the kind."""
        return "Priorities"

    @field_validator("values")
    @classmethod
    def _no_value_twice(cls, value: tuple[str, ...] | None) -> tuple[str, ...] | None:
        seen: set[str] = set()
        for each in value or ():
            if each in seen:
                raise UnfitValue(tr("{value} is listed twice", value=quoted(each)), tr("List every value once."))
            seen.add(each)
        return value

    @field_validator("priorities")
    @classmethod
    def _are_numbers(cls, value: Mapping[str, Bound] | None) -> Mapping[str, Bound] | None:
        for name, priority in (value or {}).items():
            if not isinstance(priority, Decimal):
                raise UnfitValue(tr("the priority of {name} is a date", name=quoted(name)), tr("Write a number."))
        return value

    @model_validator(mode="after")
    def _is_clear(self) -> Self:
        if self.values is not None and self.priorities is not None:
            raise UnfitValue(tr("there are both values and priorities"), tr("Write one of them."))
        if any(before <= after for before, after in pairwise(self.kept or ())):
            raise UnfitValue(
                tr("the numbers in kept do not decrease"), tr("Write them from many to few, such as [20, 5].")
            )
        return self

    @property
    def title(self) -> str:
        """The name of the kind."""
        return tr("priorities")

    @property
    def depends_on_data(self) -> bool:
        """Unless the values are listed."""
        return self.values is None

    @property
    def counts_records(self) -> bool:
        """Where the order is that of the frequencies."""
        return self.values is None and self.priorities is None and self.by == "frequency"

    def resolved(self, column: Column) -> PriorityBuilder:
        """The same with all its values and those of the column in the order of importance."""
        known = [value for value in column.values if value not in ("", SUPPRESSED)]
        if self.values is not None:
            return self
        importance: Mapping[str, Bound | int]
        if self.priorities is not None:
            importance = self.priorities
            known = list(dict.fromkeys((*known, *(value for value in self.priorities if value))))
        elif self.by == "frequency":
            importance = dict(zip(column.values, column.counts().tolist(), strict=True))
        else:
            importance = {value: place for place, value in enumerate(known)}
        sign = -1 if self.direction == "highest-first" else 1
        ranked = sorted(known, key=lambda value: sign * importance.get(value, 0))  # type: ignore[operator]
        return self.model_copy(update={"values": tuple(ranked), "priorities": None})

    def domain(self, column: Column) -> Sequence[str]:
        """The values of the column, after those with a priority that do not occur."""
        return list(dict.fromkeys((*(self.values or ()), *column.values)))

    def labels_of(self, values: Sequence[str]) -> list[Row]:
        """A row for each value. Raises InvalidHierarchy where the values in their order are not known yet."""
        if self.values is None:
            raise self._unfit(tr("the values in their order are not known"), tr("Resolve it for a column first."))
        height = self._height
        self._require_few_levels(height + 1)
        stays = self._stays
        rows: list[Row] = []
        for value in values:
            levels = (height - 1 if value == "" else stays.get(value, 0)) + 1
            rows.append((value,) * levels + (SUPPRESSED,) * (height + 1 - levels))
        return rows

    @property
    def _height(self) -> int:
        """The number of levels above the values."""
        if self.kept is not None:
            return len(self.kept) + 1
        return max(min(len(self.values or ()), self.maximum_levels), 1)

    @property
    def _stays(self) -> dict[str, int]:
        """At how many levels above level 0 each value is still itself."""
        listed = [value for value in self.values or () if value not in ("", SUPPRESSED)]
        if self.kept is not None:
            return {value: sum(place < kept for kept in self.kept) for place, value in enumerate(listed)}
        height, number = self._height, len(listed)
        return {value: height - place * height // number - 1 for place, value in enumerate(listed)}
