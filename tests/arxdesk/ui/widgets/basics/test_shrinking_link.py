"""A link that ends in an ellipsis where it has no room."""

from arxdesk.ui.widgets.basics.shrinking_link import ShrinkingLink

LONG = "Show the 15,512 records alone in the input"


def test_that_all_words_are_shown_where_there_is_room(qtbot):
    link = ShrinkingLink(LONG)
    qtbot.addWidget(link)
    link.resize(link.sizeHint())
    assert link.elided() == LONG


def test_that_it_gets_narrower_than_its_words_and_ends_in_an_ellipsis(qtbot):
    link = ShrinkingLink(LONG)
    qtbot.addWidget(link)
    assert link.minimumSizeHint().width() < link.sizeHint().width() // 2
    link.resize(link.sizeHint().width() // 2, link.sizeHint().height())
    assert link.elided().endswith("…")
    assert LONG.startswith(link.elided().removesuffix("…"))
    assert not link.grab().isNull()
    assert link.text() == LONG, "a screen reader reads all of it"
