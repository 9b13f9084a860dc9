"""Texts and controls where there is little room: captions in whole parts, and words as icons."""

from PySide6.QtWidgets import QWidget

from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.frames.pane import Pane
from arxdesk.ui.widgets.frames.shortened_button import ShortenedButton


def test_that_a_caption_in_parts_shows_whole_parts_or_nothing(qtbot):
    caption = ElidedLabel("9.571 records in 296 groups, 8 columns. All are kept.")
    caption.in_parts = True
    qtbot.addWidget(caption)
    caption.show()
    width = caption.fontMetrics().horizontalAdvance

    def shown(text: str) -> str:
        caption.resize(width(text) + 2, 20)
        return caption.elided()

    assert shown(caption.text()) == caption.text()
    assert not caption.toolTip()
    assert shown("9.571 records in 296 groups, 8 columns. All") == "9.571 records in 296 groups, 8 columns."
    assert caption.toolTip() == caption.text()
    assert shown("9.571 records in 296 groups, 8") == "9.571 records in 296 groups"
    assert not shown("9.571 records in 296")


def test_that_a_button_in_a_header_becomes_its_icon(qtbot):
    window = QWidget()
    pane = Pane("Transformations", parent=window)
    button = ShortenedButton("Export the list", "", "export", leads=True)
    qtbot.addWidget(window)
    pane.add_header_widget(button)
    pane.shorten(button)
    window.show()
    for width, words in ((600, "Export the list"), (150, ""), (600, "Export the list")):
        pane.resize(width, 200)
        assert button.text() == words
        assert button.accessibleName() == "Export the list"
