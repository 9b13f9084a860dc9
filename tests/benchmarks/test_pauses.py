"""The watch over the event loop hears what stalls it."""

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import QTimer

from tests.benchmarks.pauses import longest_pause


def test_that_a_stall_is_heard_and_quiet_work_is_not(qapp):
    assert longest_pause(lambda: time.sleep(0.12), settle=0.05).longest >= 0.12
    assert longest_pause(lambda: None, settle=0.05).longest < 0.1


def test_that_work_is_told_from_waiting(qapp):
    def work() -> None:
        end = time.thread_time() + 0.12
        while time.thread_time() < end:
            pass

    assert longest_pause(work, settle=0.05).busiest >= 0.12
    assert longest_pause(lambda: time.sleep(0.12), settle=0.05).busiest < 0.1


def test_that_it_listens_until_it_is_done(qapp):
    done = []
    QTimer.singleShot(150, lambda: (time.sleep(0.12), done.append(True)))
    assert longest_pause(lambda: None, lambda: bool(done), settle=0.02).longest >= 0.12
    with pytest.raises(TimeoutError):
        longest_pause(lambda: None, lambda: False, limit=0.1)
