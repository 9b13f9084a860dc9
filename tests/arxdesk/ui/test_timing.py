"""One call for many: after the last of them, or within a time of the first."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QElapsedTimer, QObject
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from arxdesk.ui.timing import Debounce, Throttle, WhenVisible

LONG = 10_000


def test_that_starting_again_begins_the_wait_anew(qapp, qtbot):
    parent, calls = QObject(), []
    debounce = Debounce(lambda: calls.append(1), 200, parent)
    for _time in range(4):
        debounce.start()
        QTest.qWait(20)
        assert debounce.isActive()
    assert calls == []
    qtbot.waitUntil(lambda: calls == [1], timeout=LONG)
    QTest.qWait(300)
    assert calls == [1]


def test_that_a_call_can_be_dropped(qapp, qtbot):
    parent, calls = QObject(), []
    debounce = Debounce(lambda: calls.append(1), 10, parent)
    debounce.start()
    debounce.stop()
    QTest.qWait(50)
    assert calls == []


def test_that_a_stream_of_requests_is_followed_while_it_goes_on(qapp, qtbot):
    parent, calls, clock = QObject(), [], QElapsedTimer()
    throttle = Throttle(lambda: calls.append(clock.elapsed()), 50, parent)
    clock.start()
    while len(calls) < 3:
        throttle.request()
        QTest.qWait(1)
        assert clock.elapsed() < LONG
    assert all(later - earlier >= 45 for earlier, later in pairwise(calls))


def test_that_a_hidden_widget_catches_up_once_when_it_is_shown(qapp, qtbot):
    widget, calls = QWidget(), []
    qtbot.addWidget(widget)
    sight = WhenVisible(widget, lambda: calls.append(1))
    sight.request()
    sight.request()
    assert calls == []
    widget.show()
    sight.wake()
    sight.wake()
    assert (calls, sight.is_stale) == ([1], False)
    sight.request()
    assert calls == [1, 1]
    sight.postpone()
    sight.wake()
    assert calls == [1, 1, 1]
