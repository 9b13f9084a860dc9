"""What nobody caught: one calm dialog per place in the code, and no data in it."""

from __future__ import annotations

import sys
import threading

import pytest
from PySide6.QtCore import QCoreApplication, QObject, QThread, QTimer, Signal

from arxdesk.app import CrashWatch, make_window
from arxdesk.ui.dialogs.crash import CrashDialog, technical_text
from arxdesk.window.window import MainWindow
from tests.arxdesk.driving import click_through, shown_wizard

CELL = "Jane Doe, born 1970"
LONG = 10_000


class Watched(CrashWatch):
    """The watch, and the dialogs that it asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[object] = []
        self.crashed.connect(self.told.append)


@pytest.fixture
def watch(window: MainWindow, monkeypatch: pytest.MonkeyPatch):
    hooks = sys.excepthook, threading.excepthook
    monkeypatch.setattr(sys, "__excepthook__", lambda *_: None)  # the terminal's copy is not looked at
    made = Watched()
    made.watch(window)
    yield made
    sys.excepthook, threading.excepthook = hooks


def fail() -> None:
    raise ValueError(CELL)


def fail_elsewhere() -> None:
    raise KeyError(CELL)


def report(failing=fail) -> None:
    try:
        failing()
    except Exception:  # noqa: BLE001
        sys.excepthook(*sys.exc_info())


def dialogs(window: MainWindow) -> list[CrashDialog]:
    return [dialog for dialog in window.findChildren(CrashDialog) if dialog.isVisible()]


def words_of(dialog: CrashDialog) -> str:
    texts = [str(getattr(child, "text", str)()) for child in dialog.findChildren(QObject) if hasattr(child, "text")]
    texts += [child.toPlainText() for child in dialog.findChildren(QObject) if hasattr(child, "toPlainText")]
    return "\n".join([dialog.windowTitle(), dialog.accessibleName(), *texts])


def test_that_an_exception_is_told_in_a_dialog_without_data(window: MainWindow, watch: Watched, qtbot):
    report()
    qtbot.waitUntil(lambda: len(dialogs(window)) == 1, timeout=LONG)
    text = words_of(dialogs(window)[0])
    assert CELL not in text
    assert "defect of ArxDesk" in text
    dialogs(window)[0].reject()


def test_that_the_technical_text_names_kind_and_places_and_no_data():
    try:
        fail()
    except ValueError as error:
        text = technical_text(type(error), error.__traceback__)
    assert "ValueError" in text
    assert "test_app.py" in text
    assert " fail\n" in text
    assert CELL not in text
    assert "raise" not in text, "a line of code could hold a value as well"


def test_that_the_same_place_is_told_once_and_another_place_again(window: MainWindow, watch: Watched, qtbot):
    for _ in range(3):
        report()
    report(fail_elsewhere)
    report(fail_elsewhere)
    qtbot.waitUntil(lambda: len(dialogs(window)) == 2, timeout=LONG)
    assert len(watch.told) == 2
    for dialog in dialogs(window):
        dialog.reject()


def test_that_an_exception_in_a_slot_is_caught(window: MainWindow, watch: Watched, qtbot):
    class Sender(QObject):
        sent = Signal()

    sender = Sender()
    sender.sent.connect(fail)
    with qtbot.waitSignal(watch.crashed, timeout=LONG):
        QTimer.singleShot(0, sender, sender.sent.emit)
    qtbot.waitUntil(lambda: len(dialogs(window)) == 1, timeout=LONG)
    dialogs(window)[0].reject()


def test_that_an_exception_in_a_python_thread_is_told_in_the_main_thread(window: MainWindow, watch: Watched, qtbot):
    shown: list[bool] = []
    window_shows = window.messages.tell_crash
    window.messages.tell_crash = lambda *arguments: shown.append(threading.current_thread() is threading.main_thread())
    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: shown != [], timeout=LONG)
    assert shown == [True]
    window.messages.tell_crash = window_shows


def test_that_an_exception_in_a_qt_thread_is_told_in_the_main_thread(window: MainWindow, watch: Watched, qtbot):
    class Failing(QThread):
        def run(self) -> None:
            fail()

    thread = Failing(window)
    thread.start()
    assert thread.wait(LONG)
    qtbot.waitUntil(lambda: len(dialogs(window)) == 1, timeout=LONG)
    dialogs(window)[0].reject()


def test_that_ctrl_c_in_the_terminal_is_no_crash(window: MainWindow, watch: Watched, monkeypatch: pytest.MonkeyPatch):
    ended: list[int] = []
    monkeypatch.setattr(QCoreApplication, "quit", lambda: ended.append(1))
    sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert ended == [1]
    assert watch.told == []


def test_that_the_window_opens_the_file_it_was_started_with(qtbot, qapp, tmp_path, no_thread_left):
    table = tmp_path / "people.csv"
    table.write_text("a,b\n1,2\n")
    window = make_window(qapp, str(table))
    qtbot.addWidget(window)
    click_through(shown_wizard(window, qtbot), qtbot)
    assert window.document.name == "people"
    assert window.windowTitle() == "people[*] – ArxDesk"
    window.close()
