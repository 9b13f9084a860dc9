"""Several tasks: the latest request wins, except where files are written, and none is left behind."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject
from PySide6.QtTest import QTest
from shiboken6 import delete

from arxdesk.tasks.activity import WRITING, Activity
from arxdesk.tasks.jobs import Jobs, wait_for_retired
from arxdesk_engine.foundation.control import Control
from tests.arxdesk.gates import Gate

LONG = 10_000
LOADING, SEARCHING, LOOKING = Activity("Loading"), Activity("Searching"), Activity("Looking")


def gated(result: object) -> Gate:
    return Gate(lambda _control: result)


@pytest.fixture
def jobs(qapp, no_thread_left):
    made = Jobs()
    yield made
    made.wait()


@pytest.fixture
def failed():
    return []


def test_that_the_latest_request_of_a_kind_wins(qtbot, jobs: Jobs, failed):
    first, second, results = gated("first"), gated("second"), []
    jobs.start(jobs, LOADING, first, results.append, failed.append)
    assert first.entered.wait(5)
    jobs.start(jobs, LOADING, second, results.append, failed.append)
    second.opened.set()
    qtbot.waitUntil(lambda: not jobs.is_running(LOADING), timeout=LONG)
    qtbot.waitUntil(lambda: jobs._lanes == {}, timeout=LONG)
    assert first.was_stopped
    assert results == ["second"]
    assert failed == []


def test_that_tasks_of_different_kinds_run_at_the_same_time(qtbot, jobs: Jobs, failed):
    loading, searching, results = gated("loaded"), gated("searched"), []
    jobs.start(jobs, LOADING, loading, results.append, failed.append)
    jobs.start(jobs, SEARCHING, searching, results.append, failed.append)
    assert loading.entered.wait(5)
    assert searching.entered.wait(5)
    searching.opened.set()
    qtbot.waitUntil(lambda: results == ["searched"], timeout=LONG)
    assert jobs.is_running(LOADING)
    loading.opened.set()
    qtbot.waitUntil(lambda: results == ["searched", "loaded"], timeout=LONG)


def test_that_a_task_no_longer_runs_when_its_result_arrives(qtbot, jobs: Jobs, failed):
    running = []
    jobs.start(jobs, SEARCHING, lambda _control: 1, lambda _: running.append(jobs.is_running(SEARCHING)), failed.append)
    assert jobs.is_running(SEARCHING)
    qtbot.waitUntil(lambda: running != [], timeout=LONG)
    assert running == [False]


def test_that_a_callback_may_start_the_next_task_of_its_kind(qtbot, jobs: Jobs, failed):
    results = []

    def again(result: object) -> None:
        results.append(result)
        jobs.start(jobs, LOADING, lambda _control: "second", results.append, failed.append)

    jobs.start(jobs, LOADING, lambda _control: "first", again, failed.append)
    qtbot.waitUntil(lambda: results == ["first", "second"], timeout=LONG)


def test_that_stopping_keeps_the_result_and_abandoning_does_not(qtbot, jobs: Jobs, failed):
    stopped, abandoned, results = gated("stopped"), gated("abandoned"), []
    jobs.start(jobs, SEARCHING, stopped, results.append, failed.append)
    jobs.start(jobs, LOADING, abandoned, results.append, failed.append)
    jobs.stop(SEARCHING)
    jobs.abandon(LOADING)
    assert not jobs.is_running(LOADING)
    qtbot.waitUntil(lambda: jobs._lanes == {}, timeout=LONG)
    assert results == ["stopped"]


def test_that_stopping_or_abandoning_what_does_not_run_does_nothing(jobs: Jobs):
    jobs.stop(SEARCHING)
    jobs.abandon(SEARCHING)
    assert not jobs.is_running(SEARCHING)


def test_that_a_failure_arrives_as_the_exception_itself(qtbot, jobs: Jobs, failed):
    error = ValueError("no")

    def boom(_control: Control) -> None:
        raise error

    jobs.start(jobs, LOADING, boom, failed.append, failed.append)
    qtbot.waitUntil(lambda: failed == [error], timeout=LONG)


def test_that_writing_is_done_in_order_and_nothing_of_it_is_dropped(qtbot, jobs: Jobs, failed):
    gates, results = [gated(number) for number in range(3)], []
    for gate in gates:
        jobs.start(jobs, WRITING, gate, results.append, failed.append)
    assert gates[0].entered.wait(5)
    for gate in reversed(gates):
        gate.opened.set()
    qtbot.waitUntil(lambda: results == [0, 1, 2], timeout=LONG)
    assert not jobs.is_running(WRITING)
    assert not any(gate.was_stopped for gate in gates)


def test_that_waiting_leaves_no_thread_and_no_result_but_still_writes_every_file(qtbot, jobs: Jobs, failed, tmp_path):
    results, search = [], gated("searched")
    files = [tmp_path / "first", tmp_path / "second"]

    def write(file):
        return lambda _control: file.write_text("whole")

    jobs.start(jobs, SEARCHING, search, results.append, failed.append)
    for file in files:
        jobs.start(jobs, WRITING, write(file), results.append, failed.append)
    jobs.wait()
    assert not jobs.running
    QTest.qWait(50)
    assert results == []
    assert [file.read_text() for file in files] == ["whole", "whole"]


def test_that_retired_work_holds_up_nobody_and_ends_before_the_program(qtbot, no_thread_left, failed):
    jobs, running, results = Jobs(), gated("late"), []
    jobs.start(jobs, LOOKING, running, results.append, failed.append)
    assert running.entered.wait(5)
    jobs.retire()
    assert not jobs.is_running(LOOKING)
    jobs.start(jobs, LOOKING, gated("later"), results.append, failed.append)
    wait_for_retired()
    assert running.was_stopped
    qtbot.wait(50)
    assert (results, failed) == ([], [])


def test_that_retired_work_that_has_ended_is_forgotten(qtbot, no_thread_left, failed):
    jobs, running, gone = Jobs(), gated("late"), []
    jobs.start(jobs, LOOKING, running, lambda _: None, failed.append)
    assert running.entered.wait(5)
    jobs.destroyed.connect(lambda *_: gone.append(True))
    jobs.retire()
    running.opened.set()
    qtbot.waitUntil(lambda: len(gone) == 1, timeout=LONG)


def test_that_a_task_dies_with_its_owner(qtbot, jobs: Jobs, failed):
    owner, results, running = QObject(), [], gated("late")
    jobs.start(owner, LOADING, running, results.append, failed.append, results.append)
    assert running.entered.wait(5)
    delete(owner)
    qtbot.waitUntil(lambda: jobs._lanes == {}, timeout=LONG)
    assert running.was_stopped
    qtbot.wait(50)
    assert (results, failed) == ([], [])


def test_that_a_result_that_is_on_its_way_does_not_arrive_once_its_owner_is_gone(qtbot, jobs: Jobs, failed):
    owner, results = QObject(), []
    task = jobs.start(owner, LOADING, lambda _control: 1, results.append, failed.append)
    task._thread.wait()  # the end of the thread is queued for the event loop now
    delete(owner)
    qtbot.waitUntil(lambda: jobs._lanes == {}, timeout=LONG)
    qtbot.wait(50)
    assert (results, failed) == ([], [])


def test_that_files_are_written_though_their_owner_is_gone(qtbot, jobs: Jobs, failed):
    owner, results, gates = QObject(), [], [gated(number) for number in range(2)]
    for gate in gates:
        jobs.start(owner, WRITING, gate, results.append, failed.append)
    assert gates[0].entered.wait(5)
    delete(owner)
    for gate in gates:
        gate.opened.set()
    qtbot.waitUntil(lambda: jobs._lanes == {}, timeout=LONG)
    assert gates[1].entered.is_set()
    assert not any(gate.was_stopped for gate in gates)
    assert (results, failed) == ([], [])


def test_that_owners_do_not_get_into_the_way_of_one_another(qtbot, jobs: Jobs, failed):
    owners, results = (QObject(), QObject()), []
    gates = [gated(number) for number in range(2)]
    for owner, gate in zip(owners, gates, strict=True):
        jobs.start(owner, LOADING, gate, results.append, failed.append)
    assert all(gate.entered.wait(5) for gate in gates)
    gates[0].opened.set()
    qtbot.waitUntil(lambda: results == [0], timeout=LONG)
    assert jobs.is_running(LOADING)
    gates[1].opened.set()
    qtbot.waitUntil(lambda: results == [0, 1], timeout=LONG)
