"""Large views are painted one after the other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from arxdesk.explore.repainting import Repainting
from arxdesk.ui import layouts


@pytest.fixture
def views(qtbot) -> Iterator[list[QLabel]]:
    whole, made = QWidget(), [QLabel(text) for text in "abc"]
    layouts.column(*made, inside=whole)
    qtbot.addWidget(whole)
    whole.show()
    yield made
    whole.hide()


def waiting(views: list[QLabel]) -> list[str]:
    return [view.text() for view in views if not view.updatesEnabled()]


def test_that_views_are_painted_in_their_order_each_in_a_turn_of_its_own(qtbot, views: list[QLabel]):
    repainting = Repainting(views, views[0].parentWidget())
    seen: list[list[str]] = []
    repainting.begin()
    assert waiting(views) == ["a", "b", "c"]
    repainting.timeout.connect(lambda: seen.append(waiting(views)))
    qtbot.waitUntil(lambda: not repainting.isActive())
    assert ["b", "c"] in seen
    assert ["c"] in seen
    assert waiting(views) == []


def test_that_a_view_that_waits_keeps_its_turn_when_everything_changes_again(qtbot, views: list[QLabel]):
    repainting = Repainting(views, views[0].parentWidget())
    repainting.begin()
    qtbot.waitUntil(lambda: waiting(views) == ["b", "c"])
    repainting.begin()
    qtbot.waitUntil(lambda: waiting(views) == ["a", "c"])
    qtbot.waitUntil(lambda: waiting(views) == [])


def test_that_hidden_views_are_left_alone(views: list[QLabel]):
    views[1].hide()
    Repainting(views, views[0].parentWidget()).begin()
    assert waiting(views) == ["a", "c"]


def test_that_the_view_with_the_keyboard_does_not_wait(qtbot, views: list[QLabel]):
    field = QLineEdit()
    layouts.column(field, inside=views[1])
    views[1].window().activateWindow()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    Repainting(views, views[0].parentWidget()).begin()
    assert waiting(views) == ["a", "c"]


def test_that_a_view_that_gets_the_keyboard_waits_no_longer(qtbot, views: list[QLabel]):
    field = QLineEdit()
    layouts.column(field, inside=views[2])
    views[2].window().activateWindow()
    repainting = Repainting(views, views[0].parentWidget())
    repainting.begin()
    repainting.stop()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    assert waiting(views) == ["a", "b"]
