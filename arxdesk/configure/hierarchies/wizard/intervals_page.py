"""Intervals: ranges on a number line, the selected one as numbers, and groups of them level by level."""

from __future__ import annotations

import math
from decimal import Decimal
from functools import partial
from typing import Any, cast

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QWidget

from arxdesk.configure.hierarchies.wizard import interval_edits as edits
from arxdesk.configure.hierarchies.wizard.groups_table import GroupsTable
from arxdesk.configure.hierarchies.wizard.interval_fields import IntervalFields
from arxdesk.configure.hierarchies.wizard.positions import set_data, step_of, text_of
from arxdesk.configure.hierarchies.wizard.rule_page import RulePage
from arxdesk.ui import layouts
from arxdesk.ui.widgets.fields.number_line import NumberLine
from arxdesk.ui.widgets.fields.range_rows import Span
from arxdesk.ui.words import people
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.hierarchies.interval import IntervalBuilder, Range
from arxdesk_engine.hierarchies.preview import Preview, Survey
from arxdesk_engine.hierarchies.scale import exact

_MOST_DRAWN = 400
_FIELDS_WIDTH, _DATE_FIELDS_WIDTH = 308, 328


class IntervalsPage(RulePage):
    """The settings of `IntervalBuilder`. The range that is selected is remembered by its level and number."""

    def __init__(self, survey: Survey, parent: QWidget | None = None) -> None:
        super().__init__(survey, parent)
        self.line = NumberLine()
        set_data(self.line, survey)
        self._valid: IntervalBuilder | None = None
        self._ranges: list[tuple[Range, ...] | None] = []
        self._selected: tuple[int, int | str] = (0, 0)
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
        level, element = self._selected
        ranges = self._ranges[level] if level < len(self._ranges) else None
        return next((each for each in ranges or () if _key(each) == element), None)

    def show_builder(self, builder: HierarchyBuilder) -> None:
        """Show a specification as it is, with a range selected that many people have."""
        self._valid = None
        super().show_builder(builder)

    def refresh(self) -> None:
        """Draw the ranges and fill the fields; while there is an error, the previous ranges stay."""
        if isinstance(self.builder, IntervalBuilder):
            is_first = self._valid is None
            self._valid = self.builder
            self._selected = (min(self._selected[0], len(self.builder.levels)), self._selected[1])
            if is_first:
                self._select_middle()
        if self._valid is not None:
            self._draw()
            self._write()

    def show_preview(self, preview: Preview | None) -> None:
        """Show how many groups each level has."""
        super().show_preview(preview)
        self.groups.set_groups([] if preview is None else [each.groups for each in preview.levels[1:]])

    def extension(self) -> tuple[str, str] | None:
        """Move the upper limit beyond the highest value, where that is coded."""
        at = self._extended()
        return None if at is None else ("extend", f"Extend to {text_of(at, self.survey)}")

    def apply_remedy(self, key: str) -> None:
        """Extend the ranges, or apply a remedy of all pages."""
        at = self._extended()
        if key == "extend" and at is not None and self._valid is not None:
            self.take(edits.with_limit(self._valid, "high", at))
        elif key == "go-on" and self._valid is not None:
            self.take({**edits.content_of(self._valid), "lower_range": "repeat", "upper_range": "repeat"})
        else:
            super().apply_remedy(key)

    def remedies(self) -> list[tuple[str, str]]:
        """Repeated ranges hold every number; other values need a label."""
        ends = () if self._valid is None else (self._valid.lower_range, self._valid.upper_range)
        go_on = [] if all(end == "repeat" for end in ends) else [("go-on", "Continue the ranges")]
        return [*go_on, *super().remedies()]

    def _extended(self) -> Decimal | None:
        """The end of the range that the highest value would lie in, if the ranges went on."""
        builder = self._valid
        if builder is None or edits.treatment(builder, "high") != "code" or self.survey.ends is None:
            return None
        highest, limit = Decimal(repr(self.survey.ends[1])), edits.limit(builder, "high")
        if limit is None or highest < limit:
            return None
        going_on = builder.model_copy(update={"upper_range": "repeat"})
        try:
            with exact():
                found = going_on.axis().ranges(0, highest, highest, _MOST_DRAWN)
        except ValueError:
            return None
        return next((each.high for each in found or () if each.element is not None), None)

    def _select_middle(self) -> None:
        """Select the range that holds the middle of the people."""
        middle = self.survey.median or 0.0
        ranges = self._ranges_of(0, middle, middle)
        holds = (each for each in ranges or () if each.element is not None)
        self._selected = (0, next((_key(each) for each in holds), 0))

    def _ranges_of(self, level: int, low: float, high: float) -> tuple[Range, ...] | None:
        if self._valid is None:
            return ()
        try:
            with exact():
                return self._valid.axis().ranges(level, Decimal(repr(low)), Decimal(repr(high)), _MOST_DRAWN)
        except (ValueError, OverflowError):
            return None

    def _draw(self) -> None:
        builder = self._valid
        assert builder is not None  # noqa: S101 - asked before
        low, high = self.line.axis.shown
        self._ranges = [self._drawn(self._ranges_of(level, low, high)) for level in range(len(builder.levels) + 1)]
        rows: list[list[Span] | None] = [
            None if ranges is None else [self._span(each) for each in ranges] for ranges in self._ranges
        ]
        everything = Span(-math.inf, math.inf, "*", self.survey.records, "all")
        rows.append([everything])
        limits = tuple(None if (at := edits.limit(builder, side)) is None else float(at) for side in ("low", "high"))
        level, element = self._selected
        ranges = self._ranges[level] or ()
        place = next((place for place, each in enumerate(ranges) if _key(each) == element), None)
        selected = None if place is None else (level, place)
        self.line.set_content(rows, cast("tuple[float | None, float | None]", limits), selected)

    def _drawn(self, ranges: tuple[Range, ...] | None) -> tuple[Range, ...] | None:
        """Without ranges below zero where no value is: they only look like a fault."""
        ends = self.survey.ends
        if ranges is None or self.fields.is_date or ends is None or ends[0] < 0:
            return ranges
        return tuple(each for each in ranges if each.element is None or each.high is None or each.high > 0)

    def _span(self, each: Range) -> Span:
        low = -math.inf if each.low is None else float(each.low)
        high = math.inf if each.high is None else float(each.high)
        return Span(
            low, high, each.label, self.survey.records_within(low, high), "open" if each.element is None else "range"
        )

    def _write(self) -> None:
        builder, chosen = self._valid, self.selected_range
        assert builder is not None  # noqa: S101
        number = (
            0
            if chosen is None
            else self.survey.records_within(
                -math.inf if chosen.low is None else float(chosen.low),
                math.inf if chosen.high is None else float(chosen.high),
            )
        )
        heading = "" if chosen is None else f"{chosen.label}, {people(number)}"
        self.fields.show(builder, self._selected[0], chosen, heading)
        sizes = [[group.size for group in level] for level in builder.levels]
        first = builder.intervals[0]
        if edits.is_regular(builder):
            width = builder.scale.place(first.upper) - builder.scale.place(first.lower)
            below = self.fields.width_text(width)
        else:
            below = f"{len(builder.intervals)} ranges"
        self.groups.set_levels(below, sizes, "groups")

    # Edits

    def _connect(self) -> None:
        line, fields = self.line, self.fields
        line.chosen.connect(self._choose)
        line.edge_moved.connect(self._drag_edge)
        line.limit_moved.connect(lambda side, at: self._edit(edits.with_limit, side, self._position(at)))
        line.stepped.connect(self._step)
        line.window_changed.connect(self._redraw)
        fields.range_changed.connect(self._change_range)
        fields.width_changed.connect(lambda width: self._edit(edits.with_width, self._element, width))
        fields.regular_changed.connect(self._change_regular)
        fields.treatment_changed.connect(self._change_treatment)
        fields.limit_changed.connect(partial(self._edit, edits.with_limit))
        fields.end_changed.connect(partial(self._edit, edits.with_end))
        fields.label_changed.connect(lambda label: self.change(label=label))
        fields.own_label_changed.connect(self._change_own_label)
        fields.split_requested.connect(lambda: self._edit(edits.split, self._element))
        fields.join_requested.connect(lambda: self._edit(edits.join, self._element))
        self.groups.sizes_changed.connect(self._change_sizes)
        self.groups.level_added.connect(lambda: self.change(levels=[*self._levels, [2]]))
        self.groups.level_removed.connect(lambda: self.change(levels=self._levels[:-1] or None))

    @property
    def _element(self) -> int:
        element = self._selected[1]
        return element if isinstance(element, int) else 0

    @property
    def _levels(self) -> list[list[Any]]:
        return list(self.content.get("levels", ()))

    def _edit(self, function: Any, *arguments: Any) -> None:  # noqa: ANN401 - the functions of interval_edits
        if self._valid is None:
            return
        try:
            content = function(self._valid, *arguments)
        except (ValueError, OverflowError) as error:
            found, _dot, remedy = str(error).partition(". ")
            self.refuse(found, remedy)
            return
        self.take(content)

    def _choose(self, level: int, place: int) -> None:
        ranges = self._ranges[level] if level < len(self._ranges) else None
        if ranges:
            self._selected = (level, _key(ranges[place]))
            self._redraw()

    def _redraw(self) -> None:
        if self._valid is not None:
            self._draw()
            self._write()

    def _drag_edge(self, side: str, at: float) -> None:
        chosen = self.selected_range
        if chosen is not None and chosen.low is not None and chosen.high is not None:
            low, high = (self._position(at), chosen.high) if side == "low" else (chosen.low, self._position(at))
            if low < high:
                self._change_range(low, high)

    def _step(self, steps: int) -> None:
        chosen = self.selected_range
        if chosen is not None and self._selected[0] == 0 and chosen.low is not None and chosen.high is not None:
            high = chosen.high + steps * step_of(self.survey)
            if high > chosen.low:
                self._change_range(chosen.low, high)

    def _change_range(self, low: Decimal, high: Decimal) -> None:
        self._edit(edits.with_range, self._element, low, high)

    def _change_regular(self, regular: bool) -> None:
        if regular:
            self._edit(edits.regular, self._element)
            self._selected = (0, 0)
        else:
            ends = self.survey.ends
            outer = (Decimal(), Decimal(1)) if ends is None else (Decimal(repr(ends[0])), Decimal(repr(ends[1])))
            self._edit(edits.own_ranges, *outer)
            self._selected = (0, 0)
        self._redraw()

    def _change_treatment(self, side: str, kind: str) -> None:
        at = edits.edges(self._valid)[0 if side == "low" else -1] if self._valid is not None else Decimal()
        if self.survey.ends is not None:
            outer = self.survey.ends[0 if side == "low" else 1]
            ranges = [each for each in self._ranges_of(0, outer, outer) or () if each.element is not None]
            bound = (ranges[0].low if side == "low" else ranges[-1].high) if ranges else None
            at = at if bound is None else bound
        self._edit(edits.with_treatment, side, kind, at)

    def _change_own_label(self, label: object) -> None:
        if isinstance(self._selected[1], int):
            self._edit(edits.with_label, self._selected[0], self._selected[1], label)

    def _change_sizes(self, level: int, sizes: list[int]) -> None:
        levels = edits.with_sizes(self._levels, level, sizes)
        if levels != self._levels:
            self.change(levels=levels)

    def _position(self, at: float) -> Decimal:
        return Decimal(f"{at:.12g}") if abs(at) < 1e11 else Decimal(round(at))

    def _show(self) -> None:
        with QSignalBlocker(self.line):
            super()._show()


def _key(each: Range) -> int | str:
    """The identity of a range while others change: its number, or the coded side."""
    return each.element if each.element is not None else each.label[:1]
