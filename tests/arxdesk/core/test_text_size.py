"""Everything is drawn as large as a person or the system wants it, from the next start on, which is said."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollArea

from arxdesk.core import text_size
from arxdesk.core.preferences import TEXT_SIZE
from arxdesk.core.settings import Settings
from arxdesk.settings.dialog import SettingsDialog
from arxdesk.window.scrolled_room import smallest_window
from arxdesk.window.window import MainWindow

BEGUN = """\
import os, sys
from arxdesk.core import text_size
from arxdesk.app import make_scaled_application, make_window
from arxdesk.core.settings import Settings
text_size.DESKTOPS = ("offscreen",)
text_size.percent_for = lambda points: int(sys.argv[1]) if points > 0 else 0
app = make_scaled_application([])
window = make_window(app)
picture = window.grab()
print(window.devicePixelRatio(), round(picture.width() / window.width(), 2), text_size.running.percent, flush=True)
print(os.environ.get("QT_SCALE_FACTOR"), Settings().system_text_size, flush=True)
os._exit(0)
"""


def begun(folder: Path, system: int = 100, **environment: str) -> list[str]:
    """What a program of its own, begun with the settings in a folder, tells of how large it is drawn."""
    asked = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": str(folder), **environment}
    command = [sys.executable, "-c", BEGUN, str(system)]
    return subprocess.run(command, env=asked, capture_output=True, text=True, check=True).stdout.split()


def chosen(folder: Path, size: str) -> None:
    store = QSettings(str(folder / "ArxDesk/ArxDesk.ini"), QSettings.Format.IniFormat)
    store.setValue(TEXT_SIZE.key, size)
    store.sync()


@pytest.mark.skipif(sys.platform != "linux", reason="the place of the settings is that of Linux")
def test_that_a_size_is_drawn_at_the_next_start_and_not_handed_on(tmp_path: Path):
    chosen(tmp_path, "150")
    assert begun(tmp_path) == ["1.5", "1.5", "150", "None", "100"]
    assert begun(tmp_path, QT_SCALE_FACTOR="2") == ["3.0", "3.0", "150", "2", "100"], "a screen that is scaled"
    chosen(tmp_path, "enormous")
    assert begun(tmp_path) == ["1.0", "1.0", "100", "None", "100"]


@pytest.mark.skipif(sys.platform != "linux", reason="the place of the settings is that of Linux")
def test_that_the_font_of_the_system_is_followed_from_the_second_start_on(tmp_path: Path):
    assert begun(tmp_path, 125) == ["1.0", "1.0", "100", "None", "125"]
    assert begun(tmp_path, 100) == ["1.25", "1.25", "125", "None", "100"]
    assert begun(tmp_path, 100)[:3] == ["1.0", "1.0", "100"]
    chosen(tmp_path, "110")
    begun(tmp_path, 175)
    assert begun(tmp_path, 175)[2] == "110", "what a person chose goes first"


@pytest.mark.parametrize(
    ("points", "platform", "percent"),
    [
        *((points, "linux", 100) for points in (9, 10, 10.5, 11)),
        *((12, "linux", 125), (15, "linux", 150), (40, "linux", 200), (8, "linux", 90), (3, "linux", 90)),
        *((9, "win32", 100), (10, "win32", 100), (13.5, "win32", 150), (13, "darwin", 100), (16, "darwin", 125)),
        *((-1, "linux", 100), (0, "linux", 100)),
    ],
)
def test_that_only_a_font_that_differs_clearly_counts(points: float, platform: str, percent: int):
    assert text_size.percent_for(points, platform) == percent


@pytest.mark.parametrize(("stored", "read"), [("125", 125), (3, 90), (10**9, 200), ("many", 100), ([], 100)])
def test_that_a_damaged_note_is_a_usual_size(qapp, stored: object, read: int):
    QSettings().setValue("system-text-size", stored)
    assert Settings().system_text_size == read


def test_that_keys_change_the_size_step_by_step_and_tell_when_it_holds(window: MainWindow):
    def press(key: Qt.Key) -> tuple[str, str]:
        QTest.keyClick(window, key, Qt.KeyboardModifier.ControlModifier)
        return Settings().value(TEXT_SIZE), window.status.currentMessage()

    later = "It takes effect at the next start."
    window.activateWindow()
    assert press(Qt.Key.Key_Plus) == ("110", f"Text size 110 %. {later}")
    assert press(Qt.Key.Key_Equal) == ("125", f"Text size 125 %. {later}")
    assert [press(Qt.Key.Key_Plus)[0] for _press in range(4)] == ["150", "175", "200", "200"]
    assert press(Qt.Key.Key_Minus) == ("175", f"Text size 175 %. {later}")
    assert press(Qt.Key.Key_0) == ("system", "Text size 100 %, as the system. It is in effect.")
    assert [press(Qt.Key.Key_Minus)[0] for _press in range(2)] == ["90", "90"]


def test_that_the_dialog_tells_when_a_size_holds(window: MainWindow):
    window.actions_by_name["settings"].trigger()
    dialog = window.dialog
    assert isinstance(dialog, SettingsDialog)
    dialog.fields[TEXT_SIZE.key].show("125")
    QTest.mouseClick(dialog.foot.primary, Qt.MouseButton.LeftButton)
    assert Settings().value(TEXT_SIZE) == "125"
    assert window.status.currentMessage() == "Text size 125 %. It takes effect at the next start."


def test_that_a_window_with_larger_texts_fits_on_a_small_screen(monkeypatch: pytest.MonkeyPatch):
    laptop = QSize(911, 500)
    assert smallest_window(laptop) == QSize(1024, 680)
    monkeypatch.setattr(text_size.running, "percent", 150)
    assert smallest_window(laptop) == laptop
    assert smallest_window(QSize(1920, 1080)) == QSize(1024, 680)


def test_that_what_a_small_screen_has_no_room_for_is_scrolled_to(qtbot, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(text_size.running, "percent", 150)
    window = MainWindow(Settings())
    qtbot.addWidget(window)
    window.setMinimumSize(0, 0)
    window.resize(900, 500)
    window.show()
    area = next(each for each in window.findChildren(QScrollArea) if each.isAncestorOf(window.workspace))
    assert area.horizontalScrollBar().maximum() > 0
    assert area.verticalScrollBar().maximum() > 0
    assert window.workspace.width() >= 952
    window.resize(1300, 900)
    assert area.horizontalScrollBar().maximum() == area.verticalScrollBar().maximum() == 0
    window.close()
