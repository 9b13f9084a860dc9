"""Sentences keep the line heights of the type scale."""

from __future__ import annotations

import pytest

from arxdesk.ui import theme
from arxdesk.ui.widgets.basics.label import paragraph
from arxdesk.ui.widgets.basics.lines import height_in, height_of, laid_out
from arxdesk.ui.widgets.basics.message import Message
from arxdesk.ui.widgets.basics.wrapping_label import WrappingLabel

SENTENCE = "Before you export: make sure that nobody can know more about a person. " * 3


@pytest.mark.parametrize("style", ["body", "dense", "caption", "verdict"])
def test_that_a_line_is_as_high_as_its_style_says(qtbot, style):
    for label in (paragraph(SENTENCE, style), WrappingLabel(SENTENCE, style)):
        qtbot.addWidget(label)
        heights = {label.heightForWidth(width) for width in (120, 200, 340, 600)}
        assert len(heights) > 2
        assert all(height % theme.TYPE[style].line == 0 for height in heights)


def test_that_rich_text_keeps_them_as_well(qtbot):
    message = Message("info", "Look here.", SENTENCE)
    qtbot.addWidget(message)
    lines = message.text.heightForWidth(300) / theme.TYPE["dense"].line
    assert lines == pytest.approx(round(lines), abs=0.1)
    assert message.text.text().startswith("<span"), "what was said is told as it was said"


def test_that_a_paragraph_breaks_where_it_is_told_to_and_tells_what_it_was_given(qtbot):
    label = paragraph("one\ntwo 5 %")
    qtbot.addWidget(label)
    assert label.text() == "one\ntwo 5 %"
    assert label.heightForWidth(400) == 2 * theme.TYPE["dense"].line


@pytest.mark.parametrize("width", [40, 90, 300])
def test_that_a_height_that_is_known_is_the_height_of_the_lines(qapp, width):
    font = theme.font("dense")
    text = "Nobody can be told apart from fewer than five others."
    known = [height_in(text, font, width) for _time in range(2)]
    assert known == 2 * [height_of(laid_out(text, font, width))]
    assert height_in(text, theme.font("lead"), width) == height_of(laid_out(text, theme.font("lead"), width))
