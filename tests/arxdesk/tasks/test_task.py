"""One call on a thread: its pace, its end, and the silence after it was abandoned."""

from __future__ import annotations

import gc
import threading
import time
import weakref
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

import pytest
from PySide6.QtCore import QObject, QTimer
from PySide6.QtTest import QTest
from shiboken6 import delete, isValid

from arxdesk.tasks.activity import Activity
from arxdesk.tasks.jobs import Jobs
from arxdesk.tasks.task import UPDATE_MILLISECONDS, Task
from arxdesk_engine.foundation.control import Control, Progress

LONG = 10_000
SIFTING = Activity("Sifting")


def busy(seconds: float):
    """Work that reports as fast as it can until its time is over or it is stopped."""

    def work(control: Control) -> int:
        reports, end = 0, time.perf_counter() + seconds
        while time.perf_counter() < end and not control.stopped:
            reports += 1
            control.report(Progress("Working", reports))
        return reports

    return work


def until_stopped(control: Control) -> str:
    control.report(Progress("Waiting"))
    while not control.stopped:
        time.sleep(0.001)
    return "stopped"


def quick(_control: Control) -> int:
    return 42


@pytest.fixture
def make(no_thread_left):
    tasks = []

    def made(work) -> Task:
        tasks.append(Task(work))
        return tasks[-1]

    yield made
    for task in tasks:
        task.wait()


def test_that_however_fast_the_work_reports_there_are_at_most_20_signals_a_second_and_the_last_report_is_one(
    qtbot, make
):
    seconds = 1.0
    task, seen = make(busy(seconds)), []
    task.progressed.connect(seen.append)
    with qtbot.waitSignal(task.succeeded, timeout=LONG) as done:
        task.start()
    reports = done.args[0]
    assert reports > 1000
    assert 2 <= len(seen) <= 1000 * seconds / UPDATE_MILLISECONDS + 2
    assert seen[-1].fraction == reports


def test_that_the_same_report_is_shown_once(qtbot, make):
    task, seen = make(until_stopped), []
    task.progressed.connect(seen.append)
    with qtbot.waitSignal(task.progressed, timeout=LONG):
        task.start()
    QTest.qWait(3 * UPDATE_MILLISECONDS)
    with qtbot.waitSignal(task.succeeded, timeout=LONG):
        task.stop()
    assert seen == [Progress("Waiting")]


def test_that_stop_ends_the_work_and_its_result_arrives(qtbot, make):
    task = make(until_stopped)
    with qtbot.waitSignal(task.progressed, timeout=LONG):
        task.start()
    with qtbot.waitSignal(task.succeeded, timeout=LONG) as done:
        task.stop()
    assert done.args == ["stopped"]


def test_that_an_exception_in_the_work_arrives_as_failed_and_nothing_as_succeeded(qtbot, make):
    def boom(_control: Control) -> None:
        raise ValueError("no such attribute")

    task, succeeded = make(boom), []
    task.succeeded.connect(succeeded.append)
    with qtbot.waitSignal(task.failed, timeout=LONG) as done:
        task.start()
    assert isinstance(done.args[0], ValueError)
    assert str(done.args[0]) == "no such attribute"
    assert succeeded == []


def test_that_all_signals_arrive_in_the_main_thread_and_the_work_runs_in_another(qtbot, make):
    where = {}

    def work(control: Control) -> None:
        where["work"] = threading.get_ident()
        control.report(Progress("Working"))

    task = make(work)
    for name in ("progressed", "succeeded", "ended"):
        getattr(task, name).connect(lambda *_, name=name: where.__setitem__(name, threading.get_ident()))
    with qtbot.waitSignal(task.succeeded, timeout=LONG):
        task.start()
    main = threading.get_ident()
    assert where.pop("work") != main
    assert where == {"progressed": main, "succeeded": main, "ended": main}


def test_that_the_thread_is_gone_when_the_task_has_ended_and_the_result_comes_after_that(qtbot, make):
    task, order = make(quick), []
    task.ended.connect(lambda: order.append(("ended", task._thread.isFinished())))
    task.succeeded.connect(lambda result: order.append(("succeeded", result)))
    with qtbot.waitSignal(task.succeeded, timeout=LONG):
        task.start()
    assert order == [("ended", True), ("succeeded", 42)]


def test_that_nothing_but_the_end_arrives_after_abandon(qtbot, make):
    task, arrived = make(until_stopped), []
    with qtbot.waitSignal(task.progressed, timeout=LONG):
        task.start()
    for signal in (task.progressed, task.succeeded, task.failed):
        signal.connect(arrived.append)
    with qtbot.waitSignal(task.ended, timeout=LONG):
        task.abandon()
    QTest.qWait(2 * UPDATE_MILLISECONDS)
    assert arrived == []


def test_that_a_result_that_is_already_on_its_way_does_not_arrive_after_abandon(qtbot, make):
    task, arrived = make(quick), []
    task.succeeded.connect(arrived.append)
    task.start()
    task._thread.wait()  # the end of the thread is queued for the event loop now
    with qtbot.waitSignal(task.ended, timeout=LONG):
        task.abandon()
    assert arrived == []


def test_that_waiting_leaves_no_thread(make):
    task = make(until_stopped)
    task.start()
    task.wait()
    assert task._thread.isFinished()
    assert not task._timer.isActive()


@pytest.fixture(autouse=True)
def garbage_in_the_main_thread() -> None:
    """Leaves that to the tasks, which are tested here."""


class Circle:
    """Garbage that only a collection frees; it tells in which thread that happens."""

    freed: ClassVar[list[int]] = []

    def __init__(self) -> None:
        self.me = self

    def __del__(self) -> None:
        Circle.freed.append(threading.get_ident())


def test_that_garbage_is_collected_in_the_main_thread_alone(qapp, qtbot):
    def make_garbage(_control: Control) -> None:
        for _times in range(20):
            _made = [Circle() for _each in range(500)]
            time.sleep(0.01)

    before, Circle.freed = gc.get_threshold(), []
    gc.set_threshold(300, *before[1:])
    try:
        task = Task(make_garbage)
        with qtbot.waitSignal(task.succeeded):
            task.start()
            assert not gc.isenabled()
    finally:
        gc.set_threshold(*before)
    assert gc.isenabled()
    gc.collect()
    assert len(Circle.freed) == 10_000
    assert set(Circle.freed) == {threading.get_ident()}


class Table:
    """Something large."""


@pytest.mark.parametrize("end", ["arrives", "is abandoned", "fails", "is waited for"])
def test_that_nothing_of_a_task_that_has_ended_waits_for_a_collection_of_garbage(qapp, qtbot, jobs, end):
    made: list[weakref.ref[Table]] = []

    def work(_given: Table, control: Control) -> Table:
        found, told = Table(), Table()
        made.extend(weakref.ref(each) for each in (_given, found, told))
        control.report(Told("Working", None, told))
        if end == "fails":
            raise ValueError(found)
        return found

    gc.disable()
    try:
        with qtbot.waitSignal(jobs.ended, timeout=LONG) if end in ("arrives", "fails") else nullcontext():
            task = jobs.start(jobs, SIFTING, partial(work, Table()), take, take, take)
        if end == "is abandoned":
            jobs.abandon(SIFTING)
        if end == "is waited for":
            task.wait()
        qtbot.waitUntil(lambda: len(made) == 3 and not any(each() for each in made), timeout=30_000)
    finally:
        gc.enable()


@dataclass(frozen=True, slots=True)
class Told(Progress):
    """Progress with something large."""

    table: Table | None = None


def take(_anything: object) -> None:
    """Takes what arrives and keeps none of it."""


def test_that_garbage_is_collected_again_after_a_task_that_was_waited_for(qapp):
    task = Task(lambda _control: None)
    task.start()
    task.wait()
    assert gc.isenabled()


class Owner(QObject):
    """Work of its own, and a circle: nothing but a collection of garbage frees it."""

    def __init__(self) -> None:
        super().__init__()
        self.jobs, self.me = Jobs(self), self


@pytest.mark.parametrize("moment", ["before its end", "at its end", "while it tells"])
def test_that_a_task_that_is_garbage_with_its_owner_ends_in_silence(qapp, qtbot, monkeypatch, moment):
    monkeypatch.setattr("arxdesk.tasks.task.garbage.collect", gc.collect)
    owner, arrived = Owner(), []
    gone = weakref.ref(owner)
    task = owner.jobs.start(owner, SIFTING, quick, arrived.append, arrived.append)
    task._thread.wait()  # the end of the thread is queued for the event loop now
    if moment == "while it tells":
        task.ended.connect(gc.collect)
    del owner, task
    if moment == "before its end":
        gc.collect()
    with qtbot.captureExceptions() as exceptions:
        QTest.qWait(UPDATE_MILLISECONDS)
        qtbot.waitUntil(lambda: gc.collect() >= 0 and gone() is None, timeout=LONG)
        QTest.qWait(2 * UPDATE_MILLISECONDS)
    assert exceptions == []
    assert len(arrived) <= 1
    assert gc.isenabled()


def test_that_a_task_that_is_deleted_by_who_is_told_of_its_end_ends_in_silence(qapp, qtbot):
    owner, arrived, ended = Owner(), [], []
    task = owner.jobs.start(owner, SIFTING, quick, arrived.append, arrived.append)
    task.ended.connect(lambda: (ended.append(True), delete(owner)))
    with qtbot.captureExceptions() as exceptions:
        qtbot.waitUntil(lambda: not isValid(owner), timeout=LONG)
        QTest.qWait(UPDATE_MILLISECONDS)
    assert (exceptions, arrived, ended) == ([], [], [True])
    assert gc.isenabled()


def test_that_two_tasks_tell_their_ends_in_turns_of_their_own(make, qtbot):
    both, told, turn = [make(quick), make(quick)], [], [0]
    beat = QTimer()
    beat.timeout.connect(lambda: turn.__setitem__(0, turn[0] + 1))
    for task in both:
        task.succeeded.connect(lambda _found: told.append(turn[0]))
        task.start()
    for task in both:
        assert task._thread.wait(LONG)
    beat.start(0)
    qtbot.waitUntil(lambda: len(told) == len(both), timeout=LONG)
    beat.stop()
    assert len(set(told)) == len(both)
