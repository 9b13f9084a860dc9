"""Intervals: ranges on a number line, the selected one as numbers, and groups of them level by level."""

from __future__ import annotations

import math
from decimal import Decimal
from functools import partial
from typing import Any, cast

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QWidget

from arxdesk.configure.hierarchies.wizard.rules import interval_edits as edits
from arxdesk.configure.hierarchies.wizard.rules.axis_ranges import AxisRanges
from arxdesk.configure.hierarchies.wizard.rules.groups_table import GroupsTable
from arxdesk.configure.hierarchies.wizard.rules.interval_fields import IntervalFields
from arxdesk.configure.hierarchies.wizard.rules.positions import place_of, set_data, step_of, text_of
from arxdesk.configure.hierarchies.wizard.rules.rule_page import RulePage
from arxdesk.ui import layouts
from arxdesk.ui.widgets.fields.number_line import NumberLine
from arxdesk.ui.widgets.fields.range_rows import Span
from arxdesk.ui.words import people
from arxdesk_engine.foundation.errors import found_and_remedy
from arxdesk_engine.foundation.language import tr, tr_n
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.hierarchies.interval import IntervalBuilder, Range
from arxdesk_engine.hierarchies.preview import Preview, Survey

_FIELDS_WIDTH, _DATE_FIELDS_WIDTH = 308, 328


class IntervalsPage(RulePage):
    """The settings of `IntervalBuilder`; while there is a fault, the ranges before it stay in sight."""

    def __init__(self, survey: Survey, parent: QWidget | None = None) -> None:
        super().__init__(survey, parent)
        self.line = NumberLine()
        set_data(self.line, survey)
        self._ranges = AxisRanges(survey)
        self.fields = IntervalFields(survey)
        self.fields.add_other(self.other)
        self.groups = GroupsTable(1)
        self.fields.setFixedWidth(_DATE_FIELDS_WIDTH if self.fields.is_date else _FIELDS_WIDTH)
        layouts.row(self.fields, (self.groups, 1), spacing=16, inside=self)
        self._connect()

    @property
    def wide(self) -> QWidget:
        """The number line."""
        return self.line

    @property
    def selected_range(self) -> Range | None:
        """The range that the fields speak of."""
        return self._ranges.selected

    def show_builder(self, builder: HierarchyBuilder) -> None:
        """Show a specification as it is, with a range selected that many people have."""
        self._ranges.forget()
        super().show_builder(builder)

    def refresh(self) -> None:
        """Draw the ranges and fill the fields."""
        if isinstance(self.builder, IntervalBuilder):
            self._ranges.take(self.builder)
        self._redraw()

    def show_preview(self, preview: Preview | None) -> None:
        """Show how many groups each level has."""
        super().show_preview(preview)
        self.groups.set_groups([] if preview is None else [each.groups for each in preview.levels[1:]])

    def extension(self) -> tuple[str, str] | None:
        """Move the upper limit beyond the highest value, where that is coded."""
        at = self._ranges.extended_end()
        return None if at is None else ("extend", tr("Extend to {bound}", bound=text_of(at, self.survey)))

    def apply_remedy(self, key: str) -> None:
        """Extend the ranges, or apply a remedy of all pages."""
        builder, at = self._ranges.builder, self._ranges.extended_end()
        if key == "extend" and at is not None and builder is not None:
            self.take(edits.with_limit(builder, "high", at))
        elif key == "go-on" and builder is not None:
            self.take({**edits.content_of(builder), "lower_range": "repeat", "upper_range": "repeat"})
        else:
            super().apply_remedy(key)

    def remedies(self) -> list[tuple[str, str]]:
        """Repeated ranges hold every number; other values need a label."""
        builder = self._ranges.builder
        ends = () if builder is None else (builder.lower_range, builder.upper_range)
        go_on = [] if all(end == "repeat" for end in ends) else [("go-on", tr("Continue the ranges"))]
        return [*go_on, *super().remedies()]

    def _draw(self, builder: IntervalBuilder) -> None:
        rows = self._ranges.look_at(*self.line.axis.shown, may_be_negative=self.fields.is_date)
        rows.append([Span(-math.inf, math.inf, "*", self.survey.records, "all")])
        limits = tuple(None if (at := edits.limit(builder, side)) is None else float(at) for side in ("low", "high"))
        self.line.set_content(rows, cast("tuple[float | None, float | None]", limits), self._ranges.selected_place)

    def _write(self, builder: IntervalBuilder) -> None:
        chosen = self.selected_range
        heading = "" if chosen is None else f"{chosen.label}, {people(self._ranges.records(chosen))}"
        self.fields.show(builder, self._ranges.level, chosen, heading)
        sizes = [[group.size for group in level] for level in builder.levels]
        first = builder.intervals[0]
        if edits.is_regular(builder):
            width = builder.scale.place(first.upper) - builder.scale.place(first.lower)
            below = self.fields.width_text(width)
        else:
            below = tr_n(len(builder.intervals), "{n} ranges", "{n} ranges")
        hint = tr("How many groups become one. Several numbers alternate: 1, 2")
        self.groups.set_levels(below, sizes, hint)

    # Edits

    def _connect(self) -> None:
        line, fields = self.line, self.fields
        line.chosen.connect(self._choose)
        line.edge_moved.connect(self._drag_edge)
        line.limit_moved.connect(lambda side, at: self._edit(edits.with_limit, side, place_of(at)))
        line.stepped.connect(self._step)
        line.axis.changed.connect(self._redraw)
        fields.range_changed.connect(self._change_range)
        fields.width_changed.connect(lambda width: self._edit(edits.with_width, self._number, width))
        fields.regular_changed.connect(self._change_regular)
        fields.treatment_changed.connect(self._change_treatment)
        fields.limit_changed.connect(partial(self._edit, edits.with_limit))
        fields.end_changed.connect(partial(self._edit, edits.with_end))
        fields.end_removed.connect(lambda side, name: self._edit(edits.with_end, side, name, None))
        fields.label_changed.connect(lambda label: self.change(label=label.model_dump(mode="json")))
        fields.own_label_changed.connect(self._change_own_label)
        fields.split_requested.connect(lambda: self._edit(edits.split, self._number))
        fields.join_requested.connect(lambda: self._edit(edits.join, self._number))
        self.groups.sizes_changed.connect(self._change_sizes)
        self.groups.level_added.connect(lambda: self.change(levels=[*self._levels, [2]]))
        self.groups.level_removed.connect(lambda: self.change(levels=self._levels[:-1] or None))

    @property
    def _number(self) -> int:
        """The number of the selected range; that of the first one for a coded end."""
        return self._ranges.number or 0

    @property
    def _levels(self) -> list[list[Any]]:
        return list(self.content.get("levels", ()))

    def _edit(self, function: Any, *arguments: Any) -> None:  # noqa: ANN401 - the functions of interval_edits
        if self._ranges.builder is None:
            return
        try:
            content = function(self._ranges.builder, *arguments)
        except ValueError as error:
            self.refuse(*found_and_remedy(error))
            return
        except OverflowError as error:
            self.refuse(str(error), "")
            return
        self.take(content)

    def _choose(self, level: int, place: int) -> None:
        if self._ranges.select(level, place):
            self._redraw()

    def _redraw(self) -> None:
        builder = self._ranges.builder
        if builder is not None:
            self._draw(builder)
            self._write(builder)

    def _drag_edge(self, side: str, at: float) -> None:
        chosen = self.selected_range
        if chosen is not None and chosen.low is not None and chosen.high is not None:
            low, high = (place_of(at), chosen.high) if side == "low" else (chosen.low, place_of(at))
            if low < high:
                self._change_range(low, high)

    def _step(self, steps: int) -> None:
        chosen = self.selected_range
        if chosen is not None and self._ranges.level == 0 and chosen.low is not None and chosen.high is not None:
            high = chosen.high + steps * step_of(self.survey)
            if high > chosen.low:
                self._change_range(chosen.low, high)

    def _change_range(self, low: Decimal, high: Decimal) -> None:
        self._edit(edits.with_range, self._number, low, high)

    def _change_regular(self, regular: bool) -> None:
        if regular:
            self._edit(edits.regular, self._number)
        else:
            ends = self.survey.ends
            outer = (Decimal(), Decimal(1)) if ends is None else (Decimal(repr(ends[0])), Decimal(repr(ends[1])))
            self._edit(edits.own_ranges, *outer)
        self._ranges.select_first()
        self._redraw()

    def _change_treatment(self, side: str, kind: str) -> None:
        builder = self._ranges.builder
        at = edits.edges(builder)[0 if side == "low" else -1] if builder is not None else Decimal()
        if self.survey.ends is not None:
            outer = self.survey.ends[0 if side == "low" else 1]
            ranges = [each for each in self._ranges.between(0, outer, outer) or () if each.element is not None]
            bound = (ranges[0].low if side == "low" else ranges[-1].high) if ranges else None
            at = at if bound is None else bound
        self._edit(edits.with_treatment, side, kind, at)

    def _change_own_label(self, text: str) -> None:
        label = {"function": "constant", "text": text} if text else None
        if self._ranges.number is not None:
            self._edit(edits.with_label, self._ranges.level, self._ranges.number, label)

    def _change_sizes(self, level: int, sizes: tuple[int, ...]) -> None:
        levels = edits.with_sizes(self._levels, level, sizes)
        if levels != self._levels:
            self.change(levels=levels)

    def _show(self) -> None:
        with QSignalBlocker(self.line):
            super()._show()
