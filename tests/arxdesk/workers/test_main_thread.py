"""Work on threads waits while the main thread is at work, but never for good."""

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import QCoreApplication, QTimer

from arxdesk.workers import main_thread
from arxdesk.workers.main_thread import LONGEST_WAIT, MainThreadWatch, main_thread_watch
from arxdesk.workers.task import Task
from engine.control import Control

BUSY = 0.4


class Counter:
    """Work that gives way before each of its steps."""

    def __init__(self) -> None:
        self.steps = 0

    def __call__(self, control: Control) -> None:
        while not control.stopped:
            control.give_way()
            self.steps += 1
            time.sleep(0.001)


@pytest.fixture
def counted(no_thread_left, qapp):
    counter = Counter()
    task = Task(counter)
    task.start()
    yield counter
    task.wait()


def steps_while_busy(counter: Counter, qtbot, seconds: float) -> int:
    """How many steps are taken while the main thread handles one event that takes so long."""
    found: list[int] = []

    def handle() -> None:
        before, end = counter.steps, time.perf_counter() + seconds
        while time.perf_counter() < end:
            time.sleep(0.0005)  # as Qt does, which gives up the interpreter now and then
        found.append(counter.steps - before)

    QTimer.singleShot(0, handle)
    qtbot.waitUntil(lambda: bool(found))
    return found[0]


def test_that_work_waits_while_the_main_thread_is_at_work_and_goes_on_when_it_is_not(counted: Counter, qtbot):
    qtbot.wait(50)
    most = BUSY / LONGEST_WAIT + 5
    assert steps_while_busy(counted, qtbot, BUSY) <= most
    before = counted.steps
    qtbot.wait(int(1000 * BUSY))
    assert counted.steps - before > 2 * most


def test_that_a_main_thread_that_does_not_come_back_is_not_waited_for(counted: Counter, qtbot, monkeypatch):
    monkeypatch.setattr(main_thread, "GIVE_UP_AFTER", 0.05)
    qtbot.wait(50)
    assert steps_while_busy(counted, qtbot, BUSY) > 2 * BUSY / LONGEST_WAIT


def test_that_there_is_one_watch_for_all_work(qapp):
    first = main_thread_watch()
    assert isinstance(first, MainThreadWatch)
    assert main_thread_watch() is first
    assert first.parent() is QCoreApplication.instance()
