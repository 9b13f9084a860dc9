"""Nothing blinks, fades, slides or moves by itself where a person does not want it to."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QAbstractAnimation, Qt
from PySide6.QtWidgets import QApplication, QProgressBar

from arxdesk.core.preferences import STILL
from arxdesk.core.settings import Settings
from arxdesk.ui import motion
from arxdesk.window.window import MainWindow
from tests.places import ROOT

MOVING = ("QPropertyAnimation", "QVariantAnimation", "QMovie", "QTimeLine", "QScroller", "setAnimated(True)")


@pytest.fixture
def app(qapp: QApplication) -> Iterator[QApplication]:
    yield qapp
    motion.set_still(qapp, still=False)


def test_that_cursors_and_effects_stand_still_and_come_back(app: QApplication):
    usual = app.cursorFlashTime()
    motion.set_still(app, still=True)
    assert app.cursorFlashTime() == 0
    assert not any(app.isEffectEnabled(effect) for effect in motion.EFFECTS)
    motion.set_still(app, still=False)
    assert app.cursorFlashTime() == usual


@pytest.mark.parametrize("still", [True, False])
def test_that_a_bar_without_a_known_share_moves_only_where_it_may(app: QApplication, qtbot, still: bool):
    motion.set_still(app, still=still)
    bar = QProgressBar()
    qtbot.addWidget(bar)
    motion.show_share(bar, None)
    bar.show()
    assert (bar.maximum() == 0) is not still
    assert not still or _moving(bar) == []
    motion.show_share(bar, 0.25)
    assert (bar.value(), bar.maximum()) == (250, 1000)


def test_that_no_other_animation_has_come_in():
    for path in (ROOT / "arxdesk").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert [each for each in MOVING if each in text] == [], path
        assert "setRange(0, 0)" not in text, f"{path}: a bar that moves goes through motion.show_share"


def _moving(bar: QProgressBar) -> list[QAbstractAnimation]:
    found = bar.style().findChildren(QAbstractAnimation, options=Qt.FindChildOption.FindChildrenRecursively)
    return [each for each in found if each.state() == QAbstractAnimation.State.Running]


def test_that_the_setting_holds_at_once(window: MainWindow, app: QApplication):
    window.flows.settings.ask()
    dialog = window.dialog
    dialog.fields[STILL.key].show(True)
    dialog.accept()
    assert Settings().value(STILL)
    assert motion.is_still()
