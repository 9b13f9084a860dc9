"""Bottom and top coding: two thresholds."""

from __future__ import annotations

from decimal import Decimal

from PySide6.QtWidgets import QWidget

from arxdesk.configure.hierarchies.wizard.rules.positions import bound_box, plain_bound, position_of, set_data
from arxdesk.configure.hierarchies.wizard.rules.rule_page import RulePage, caption, new_form
from arxdesk.ui import layouts
from arxdesk.ui.widgets.fields.number_line import NumberLine
from arxdesk.ui.widgets.fields.range_rows import Span
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.hierarchies.preview import Survey

_INFINITE = float("inf")


class CodingPage(RulePage):
    """The settings of `CodingBuilder`, with the thresholds as handles on the number line."""

    def __init__(self, survey: Survey, parent: QWidget | None = None) -> None:
        super().__init__(survey, parent)
        self.line = NumberLine()
        set_data(self.line, survey)
        self.bottom = bound_box(tr("One group below"), survey)
        self.top = bound_box(tr("One group from"), survey)
        form = new_form()
        form.addRow(caption(tr("One group below")), self.bottom)
        form.addRow(caption(tr("One group from")), self.top)
        self.add_other_row(form)
        layouts.column(form, layouts.STRETCH, inside=self)
        self.bottom.committed.connect(lambda: self._change("bottom", self.bottom.value))
        self.top.committed.connect(lambda: self._change("top", self.top.value))
        self.line.limit_moved.connect(self._drag)

    @property
    def wide(self) -> QWidget:
        """The number line."""
        return self.line

    def refresh(self) -> None:
        """Write the fields and draw the thresholds."""
        bottom, top = (position_of(self.content.get(name), self.survey) for name in ("bottom", "top"))
        self.bottom.set_value(bottom)
        self.top.set_value(top)
        low = -_INFINITE if bottom is None else float(bottom)
        high = _INFINITE if top is None else float(top)
        spans, held = [], self.survey.records_within
        if bottom is not None:
            below = tr("below {bound}", bound=self._text(bottom))
            spans.append(Span(-_INFINITE, low, below, held(-_INFINITE, low), "open"))
        spans.append(Span(low, high, tr("as they are"), held(low, high)))
        if top is not None:
            above = tr("{bound} and above", bound=self._text(top))
            spans.append(Span(high, _INFINITE, above, held(high, _INFINITE), "open"))
        everything = Span(-_INFINITE, _INFINITE, "*", held(-_INFINITE, _INFINITE), "all")
        limits = (None if bottom is None else low, None if top is None else high)
        self.line.set_content([spans, [everything]], limits, self.line.selected)

    def _text(self, at: Decimal) -> str:
        return self.survey.scale.text(at) if self.survey.scale is not None else str(at)

    def _change(self, name: str, value: Decimal | None) -> None:
        self.change(**{name: None if value is None else plain_bound(value, self.survey)})

    def _drag(self, side: str, at: float) -> None:
        self._change("bottom" if side == "low" else "top", Decimal(repr(at)))
