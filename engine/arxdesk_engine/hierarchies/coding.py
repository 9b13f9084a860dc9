"""Bottom and top coding: extreme values form one group at each end, the others stay unchanged."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Literal, Self

from pydantic import model_validator

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import DEFAULT_DATE_FORMAT
from arxdesk_engine.foundation.errors import UnfitValue
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.hierarchies.builder import ClassifyingBuilder, HierarchyBuilder, Labels
from arxdesk_engine.hierarchies.scale import BoundField, Scale


class CodingBuilder(ClassifyingBuilder):
    """Values below `bottom` become "<bottom", values from `top` on ">=top"; then comes the root.

    `format` is the date format; None: that of the column.

    Examples
    --------
    >>> import arxdesk as ad
    >>> ad.Coding(bottom=18, top=90).labels_of(["17", "40", "93"])
    [('17', '<18', '*'), ('40', '40', '*'), ('93', '>=90', '*')]
    """

    builder: Literal["coding"] = "coding"
    bottom: BoundField | None = None
    top: BoundField | None = None
    format: str | None = None

    @model_validator(mode="after")
    def _has_thresholds(self) -> Self:
        bounds = [bound for bound in (self.bottom, self.top) if bound is not None]
        if not bounds:
            raise UnfitValue(tr("there is no threshold"), tr("Write bottom, top or both."))
        if len({isinstance(bound, dt.datetime) for bound in bounds}) > 1:
            raise UnfitValue(tr("one threshold is a number, the other one a date"), tr("Write two of the same kind."))
        if len(bounds) == 2 and not bounds[0] < bounds[1]:  # type: ignore[operator]
            raise UnfitValue(tr("top is not above bottom"), tr("Swap or correct them."))
        return self

    @property
    def title(self) -> str:
        """The name of the kind."""
        return tr("bottom and top coding")

    @property
    def _scale(self) -> Scale:
        is_date = isinstance(self.bottom if self.bottom is not None else self.top, dt.datetime)
        return Scale((self.format or DEFAULT_DATE_FORMAT) if is_date else None)

    def resolved(self, column: Column) -> HierarchyBuilder:
        """The same with the date format of the column."""
        scale = Scale.of(column)
        if self._scale.date_format is None or self.format is not None or scale is None or scale.date_format is None:
            return self
        return self.model_copy(update={"format": scale.date_format})

    @property
    def _levels(self) -> int:
        return 1

    @property
    def _expected(self) -> str:
        return self._scale.kind

    def _classifier(self) -> Callable[[str], Labels | None]:
        scale = self._scale
        bottom, top = (None if bound is None else scale.place(bound) for bound in (self.bottom, self.top))
        below = "" if bottom is None else f"<{scale.text(bottom)}"
        above = "" if top is None else f">={scale.text(top)}"

        def labels(value: str) -> Labels | None:
            position = scale.parse(value)
            if position is None:
                return None
            if bottom is not None and position < bottom:
                return (below,)
            return (above,) if top is not None and position >= top else (value,)

        return labels
