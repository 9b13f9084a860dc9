"""Main screens look as they did: the window with the example beside pictures that are kept in `pictures`.

A tenth of the size is compared, with a tolerance for what differs each time (times, memory) and for how a system
draws letters. `ARXDESK_PICTURES=write` keeps the pictures of a run as the new ones; look at them before you commit.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from arxdesk.core.document import Document
from arxdesk.risk.perspective import RiskPerspective
from arxdesk.ui.widgets.basics.deferred import Deferred
from arxdesk.window.window import MainWindow
from tests.arxdesk.driving import shown_wizard
from tests.places import EXAMPLE

KEPT = Path(__file__).parent / "pictures"
WRITES = os.environ.get("ARXDESK_PICTURES") == "write"
BLOCK = 8
"""Points on a side of what is compared as one colour."""
NOTICED = 24
"""From which difference of 255 on a block counts as another one."""
MOST = 0.006
"""Which share of all blocks may differ."""
LONG = 60_000

pytestmark = pytest.mark.usefixtures("english")


def blocks(image: QImage, size: QSize) -> NDArray[np.int16]:
    """The mean colour of each block, as (rows, columns, red, green and blue)."""
    small = image.scaled(
        size / BLOCK, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
    ).convertToFormat(QImage.Format.Format_RGBX8888)
    points = np.frombuffer(small.constBits(), np.uint8).reshape(small.height(), small.bytesPerLine() // 4, 4)
    return points[:, : small.width(), :3].astype(np.int16)


def share_of_difference(one: QImage, other: QImage) -> float:
    """Which share of the blocks of two pictures differ to the eye."""
    difference = np.abs(blocks(one, one.size()) - blocks(other, one.size())).max(axis=2)
    return float(np.mean(difference > NOTICED))


@pytest.fixture
def compare(tmp_path: Path) -> Callable[[QWidget, str], None]:
    """Compares a widget with the picture that is kept of it."""

    def compare_with_kept(widget: QWidget, name: str) -> None:
        QTest.qWait(300)
        image = widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
        path = KEPT / f"{name}.png"
        if WRITES:
            half = image.scaled(image.size() / 2, mode=Qt.TransformationMode.SmoothTransformation)
            assert half.save(str(path))
            return
        found = tmp_path / f"{name}.png"
        assert image.save(str(found))
        kept = QImage(str(path))
        assert not kept.isNull(), f"there is no picture {path.name} yet: run with ARXDESK_PICTURES=write"
        share = share_of_difference(image, kept)
        assert share <= MOST, f"{share:.1%} of {name} look different; compare {found} with {path}"

    return compare_with_kept


@pytest.fixture
def document(window: MainWindow, qtbot) -> Document:
    window.show()
    window.flows.project.open_example()
    qtbot.waitUntil(lambda: window.document is not None, timeout=LONG)
    assert window.document is not None
    return window.document


def settled(window: MainWindow, qtbot) -> None:
    """Wait until all views are made and nothing is computed any more."""
    for _turn in range(2):
        qtbot.waitUntil(lambda: not window.session.jobs.running, timeout=LONG)
        qtbot.waitUntil(lambda: all(each.is_made for each in window.findChildren(Deferred)), timeout=LONG)
        QTest.qWait(300)


def test_that_differences_are_noticed():
    plain = QImage(800, 400, QImage.Format.Format_RGB32)
    plain.fill(Qt.GlobalColor.white)
    changed = plain.copy()
    for x in range(80):
        for y in range(40):
            changed.setPixelColor(x, y, Qt.GlobalColor.black)
    assert share_of_difference(plain, plain) == 0
    assert share_of_difference(plain, changed) == pytest.approx(0.01, abs=0.003)


def test_start_page(window: MainWindow, compare, qtbot):
    window.show()
    settled(window, qtbot)
    compare(window, "start")


def test_import_wizard(window: MainWindow, compare, qtbot):
    window.show()
    window.flows.project.open(EXAMPLE / "discharge.csv")
    wizard = shown_wizard(window, qtbot)
    settled(window, qtbot)
    compare(wizard, "import")
    wizard.reject()


def test_perspectives(window: MainWindow, document: Document, compare, qtbot):
    document.set_focus("age")
    window.show_perspective("configure")
    settled(window, qtbot)
    compare(window, "configure")
    with qtbot.waitSignal(document.applied_changed, timeout=LONG, check_params_cb=lambda: document.applied is not None):
        window.session.searching.anonymize()
    for name in ("explore", "quality", "risk"):
        window.show_perspective(name)
        if window.panel.isVisible():  # it opens where a search takes longer than a second
            window.actions_by_name["panel"].trigger()
        settled(window, qtbot)
        compare(window, name)
    [risk] = window.findChildren(RiskPerspective)
    risk.achieved.choose("attacks")
    settled(window, qtbot)
    qtbot.waitUntil(lambda: not risk.attacks.is_pending, timeout=LONG)
    compare(risk.achieved, "attacks")


def test_dialogs(window: MainWindow, document: Document, compare, qtbot):
    settled(window, qtbot)
    for name, action in (("models", "add_model"), ("search", "anonymize")):
        window.actions_by_name[action].trigger()
        settled(window, qtbot)
        [shown] = [each for each in QApplication.topLevelWidgets() if isinstance(each, QDialog) and each.isVisible()]
        compare(shown, name)
        shown.reject()
        settled(window, qtbot)
