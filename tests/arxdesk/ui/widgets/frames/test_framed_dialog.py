"""All dialogs have one frame: dimmed window, line around them, the same foot."""

from __future__ import annotations

import importlib
import pkgutil
from functools import partial

import pytest
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QWidget

import arxdesk
from arxdesk.help.about import AboutDialog
from arxdesk.quality.detail.models_dialog import QualityModelsDialog
from arxdesk.ui import theme
from arxdesk.ui.dialogs.crash import CrashDialog
from arxdesk.ui.dialogs.foot import DialogFoot
from arxdesk.ui.widgets.basics.dimmer import Dimmer
from arxdesk.ui.widgets.frames.framed_dialog import FramedDialog, FramedQuestion


@pytest.fixture
def behind(qtbot) -> QWidget:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(800, 600)
    window.show()
    return window


def test_that_every_dialog_has_the_frame_of_all():
    for module in pkgutil.walk_packages(arxdesk.__path__, "arxdesk."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    kinds = [kind for kind in _kinds(QDialog) if kind.__module__.startswith("arxdesk")]
    assert len(kinds) > 20
    for kind in kinds:
        assert issubclass(kind, (FramedDialog, FramedQuestion)), kind


def _kinds(kind: type) -> list[type]:
    return [each for below in kind.__subclasses__() for each in (below, *_kinds(below))]


def test_that_the_window_is_dimmed_once_while_dialogs_are_open(behind: QWidget):
    first, second = AboutDialog(behind), CrashDialog("", behind)
    for dialog in (first, second):
        dialog.open()
    assert sum(dimmer.isVisible() for dimmer in behind.findChildren(Dimmer)) == 1
    for dialog in (second, first):
        dialog.done(0)
    assert not any(dimmer.isVisible() for dimmer in behind.findChildren(Dimmer))


def test_that_a_window_beside_the_work_dims_nothing(behind: QWidget):
    dialog = QualityModelsDialog(print, behind)
    dialog.show()
    assert not behind.findChildren(Dimmer)
    dialog.done(0)


@pytest.mark.parametrize("look", ["light", "dark"])
def test_that_a_line_parts_the_dialog_from_the_window(behind: QWidget, qapp, look):
    theme.apply(qapp, look)
    dialog = AboutDialog(behind)
    dialog.open()
    image = dialog.grab().toImage()
    wanted = theme.current().color("line.control")
    for x, y in ((0, 40), (image.width() - 1, 40), (40, 0), (40, image.height() - 1)):
        assert image.pixelColor(x, y) == wanted
    dialog.done(0)
    theme.apply(qapp, "light")


@pytest.mark.parametrize("kind", [AboutDialog, partial(QualityModelsDialog, print)])
def test_that_dialogs_that_only_tell_have_the_foot_of_all(behind: QWidget, kind):
    dialog = kind(behind)
    dialog.show()
    foot = dialog.findChild(DialogFoot)
    assert foot is not None
    assert foot.cancel.text() == "Close"
    assert not foot.primary.isVisible()
    assert dialog.findChild(QDialogButtonBox) is None
    dialog.done(0)
