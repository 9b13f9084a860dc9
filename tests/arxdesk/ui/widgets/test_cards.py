"""Messages, cards, panes, figures and empty states say what they were told, and announce what was chosen."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from arxdesk.ui import theme
from arxdesk.ui.widgets.basics.buttons import dense_button, icon_button
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.basics.empty_state import EmptyState
from arxdesk.ui.widgets.basics.error_card import ErrorCard
from arxdesk.ui.widgets.basics.figure import Figure
from arxdesk.ui.widgets.basics.label import label, set_tone
from arxdesk.ui.widgets.basics.message import LOOKS, Message
from arxdesk.ui.widgets.charts.series_legend import SeriesLegend
from arxdesk.ui.widgets.frames.pane import Pane
from arxdesk.ui.widgets.frames.verdict_card import VerdictCard
from arxdesk.ui.widgets.tables.comparison_table import ComparisonRow, ComparisonTable


@pytest.mark.parametrize("kind", LOOKS)
def test_that_a_message_wears_its_kind_and_escapes_its_words(shown, kind):
    message = shown(Message(kind, "Complete.", "a < b & <b>c</b>"), 400, 40)
    assert "&lt;b&gt;" in message.text.text()
    assert message.accessibleName() == "Complete. a < b & <b>c</b>"
    assert message.grab().toImage().pixelColor(200, 4).name() == theme.current().color(LOOKS[kind][2]).name()


def test_that_a_link_in_a_message_tells_its_key(shown, qtbot):
    message = shown(Message("warn", "Paused:", "needs a role.", (("sensitive", "Make it sensitive"),)), 400, 40)
    with qtbot.waitSignal(message.link_activated) as caught:
        message.text.linkActivated.emit("sensitive")
    assert caught.args == ["sensitive"]


def test_that_a_message_changes_its_link_colour_with_the_theme(qapp, shown):
    message = shown(Message("info", "Note", "x", (("a", "b"),)))
    theme.apply(qapp, "dark")
    assert theme.DARK.color("accent").name() in message.text.text()


def test_that_an_error_card_tells_what_why_and_what_to_do(shown, qtbot):
    card = shown(ErrorCard(), 500, 200)
    card.set_error("This file could not be read.", "Line 812.", "Skip it.", "Traceback", (("skip", "Skip the line"),))
    assert card.accessibleName() == "This file could not be read. Line 812. Skip it."
    assert not card.details_shown
    card._fold.click()
    assert card.details_shown
    card.copy_details()
    assert QGuiApplication.clipboard().text() == "This file could not be read.\nLine 812.\nSkip it.\n\nTraceback"
    remedy = card.findChild(QPushButton, "skip")
    with qtbot.waitSignal(card.remedy_chosen) as caught:
        remedy.click()
    assert caught.args == ["skip"]


def test_that_an_error_without_details_has_nothing_to_unfold(shown):
    card = shown(ErrorCard())
    card.set_error("Something failed.")
    assert card._fold.isHidden()


def test_that_an_empty_state_offers_its_action(shown, qtbot):
    empty = shown(EmptyState("No search yet.", "Anonymize…"))
    with qtbot.waitSignal(empty.action_triggered):
        empty._action.click()
    empty.set_content("Nothing here.")
    assert empty._action.isHidden()
    assert empty.accessibleName() == "Nothing here."


def test_that_a_verdict_card_speaks_in_whole_sentences_and_holds_controls(shown):
    card = shown(VerdictCard(), 900, 96)
    button = dense_button("How is this computed?")
    card.add_slot_widget(button)
    card.set_verdict("ok", "risk", "Within your threshold.", ["Nobody is unique.", "240 are at it."])
    card.grab()
    assert card.accessibleName() == "Within your threshold. Nobody is unique. 240 are at it."
    assert button.mapTo(card, button.rect().topRight()).x() > 850
    assert card.sizeHint().height() <= 112


def test_that_a_pane_has_a_header_of_36_px_and_keeps_its_slot_at_the_right(shown):
    pane = Pane("Privacy models", "1 active, 1 paused")
    control = dense_button("Add model…")
    pane.add_header_widget(control)
    first, second = QLabel("first"), QLabel("second")
    pane.set_body(first)
    pane.set_body(second)
    shown(pane, 500, 200)
    assert pane.body is second
    assert pane._header.height() == 36
    assert control.geometry().right() == 500 - 13
    assert pane.accessibleName() == "Privacy models 1 active, 1 paused"
    pane.set_title("Limits", "")
    assert pane.caption == ""


def test_that_a_long_caption_never_widens_a_pane(shown):
    pane = shown(Pane("Weights", "was geschont werden soll " * 20), 240, 100)
    assert pane.minimumSizeHint().width() < 240


def test_that_a_figure_says_its_number_with_unit(shown):
    figure = shown(Figure("Gap", "3.1", "%"))
    assert figure.accessibleName() == "Gap: 3.1 %"
    figure.set_value("412", "")
    assert figure.accessibleName() == "Gap: 412"


def test_that_an_elided_label_shows_the_rest_as_tooltip(shown):
    text = "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz"
    line = shown(ElidedLabel(text), 120, 20)
    assert line.elided().endswith("…")
    assert line.toolTip() == text
    line.resize(600, 20)
    line.grab()
    assert line.elided() == text
    assert line.toolTip() == ""


def test_that_a_comparison_says_before_and_after(shown):
    table = shown(ComparisonTable([ComparisonRow("Highest risk", "100 %", "20 %", "hint")]), 240, 60)
    assert table.accessibleName() == "Highest risk: before 100 %, after 20 %"
    assert table.sizeHint().height() == 49
    assert table.hint_at(36) == "hint"
    assert table.hint_at(12) == ""


def test_that_a_tone_is_a_colour_of_the_theme(qapp, shown):
    words = shown(label("text", "dense", "3"))
    assert words.palette().color(words.foregroundRole()) == theme.LIGHT.color("text.3")
    set_tone(words, "error")
    assert words.palette().color(words.foregroundRole()) == theme.LIGHT.color("error")
    theme.apply(qapp, "dark")
    theme.restyling.catch_up()  # what is not seen gets the look a moment later
    assert words.palette().color(words.foregroundRole()) == theme.DARK.color("error")


def test_that_an_icon_button_has_a_name(shown):
    button = shown(icon_button("copy", "Copy"), 24, 24)
    assert button.accessibleName() == button.toolTip() == "Copy"
    assert button.focusPolicy() == Qt.FocusPolicy.TabFocus


def test_that_a_legend_of_series_names_them(shown):
    legend = shown(SeriesLegend([("line", "series.1", "Best score"), ("dash", "series.2", "Proven bound")]))
    assert legend.accessibleName() == "Legend: Best score, Proven bound"
    assert isinstance(legend, QWidget)


def compared(shown, width, headings=("", "before", "after")):
    rows = [
        ComparisonRow("Share at risk", "78 %", "6 %", "who is above", "5 %", is_above=True),
        ComparisonRow("Highest risk", "100 %", "20 %", "of the smallest group", "20 %"),
    ]
    return shown(ComparisonTable(rows, headings), width, 73)


def test_that_a_comparison_says_what_is_above_what_is_accepted(shown):
    table = compared(shown, 300)
    assert table.accessibleName() == (
        "Share at risk: before 78 %, after 6 %, at most 5 %, above it; "
        "Highest risk: before 100 %, after 20 %, at most 20 %"
    )
    warn = theme.current().color("warn").name()
    image = table.grab().toImage()
    rows = [{image.pixelColor(x, y).name() for x in range(300) for y in range(top, top + 24)} for top in (24, 48)]
    assert [warn in row for row in rows] == [True, False]


def test_that_what_is_accepted_goes_first_where_there_is_little_room(shown):
    assert [kind for kind, _left, _width in compared(shown, 300)._columns()] == ["accepted", "after", "before"]
    assert [kind for kind, _left, _width in compared(shown, 180)._columns()] == ["after", "before"]


def test_that_a_side_without_a_heading_is_left_out(shown):
    table = compared(shown, 300, ("", "before", ""))
    assert [kind for kind, _left, _width in table._columns()] == ["accepted", "before"]
    assert "after" not in table.accessibleName()


def test_that_a_value_that_is_a_link_is_followed_by_mouse_and_keys(shown, qtbot):
    row = ComparisonRow("Share at risk", "78 %", "6 %", opens=("before", "after"))
    table = shown(ComparisonTable([ComparisonRow("Highest risk", "100 %", "20 %"), row]), 240, 73)
    told = []
    table.opened.connect(lambda place, side: told.append((place, side)))
    spots = {kind: QPoint(left + width - 8, 60) for kind, left, width in table._columns()}
    for spot in (spots["before"], spots["after"], QPoint(10, 60), spots["after"] - QPoint(0, 24)):
        qtbot.mouseClick(table, Qt.MouseButton.LeftButton, pos=spot)
    assert told == [(1, "before"), (1, "after")]
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Right, Qt.Key.Key_Return, Qt.Key.Key_Right, Qt.Key.Key_Return):
        qtbot.keyClick(table, key)
    assert told[2:] == [(1, "before"), (1, "after"), (1, "after")]


def test_that_a_comparison_without_links_leaves_the_keyboard_to_others(shown):
    assert compared(shown, 300).focusPolicy() == Qt.FocusPolicy.NoFocus
