"""The number beside Risk: columns that look like identifiers, and the way to them."""

import pandas as pd
import pytest
from PySide6.QtCore import QPoint, Qt

from arxdesk.core.commands import change_roles
from arxdesk_engine.data.schema import Role
from tests.arxdesk.analysis.applied_documents import document_of

LONG = 20_000


@pytest.fixture
def opened(window, qtbot):
    frame = pd.DataFrame({"email": [f"a{number}@example.org" for number in range(30)], "sex": ["f", "m"] * 15})
    document = document_of(frame, {})
    window.show()
    window.session.document = document
    window.session.document_opened.emit(document)
    qtbot.waitUntil(lambda: window.rail.item("risk").badge == 1, timeout=LONG)
    return window


def test_that_the_number_follows_what_is_done_about_them(opened):
    item = opened.rail.item("risk")
    assert item.toolTip() == "1 column looks like an identifier and stays readable: email"
    opened.document.push(change_roles(opened.document, ["email"], Role.IDENTIFYING))
    assert item.badge == 0
    assert item.toolTip() == ""


def test_that_a_press_on_the_number_shows_them(opened, qtbot):
    item = opened.rail.item("risk")
    place = item._badge_rect().center().toPoint()
    qtbot.mouseClick(item, Qt.MouseButton.LeftButton, pos=QPoint(place.x(), place.y()))
    assert opened.rail.current == "risk"
    ranking = opened.workspace.perspectives["risk"].ranking
    qtbot.waitUntil(lambda: ranking.list.shows_identifiers, timeout=LONG)
    assert ranking.list.identifiers.row_at(0).column == "email"
