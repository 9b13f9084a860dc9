"""Several tasks: the latest request wins, except where files are written, and none is left behind."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest

from arxdesk.tasks.jobs import Jobs, Kind, wait_for_retired
from arxdesk_engine.foundation.control import Control
from tests.arxdesk.gates import Gate

LONG = 10_000


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
    jobs.start(Kind.LOADING, first, results.append, failed.append)
    assert first.entered.wait(5)
    jobs.start(Kind.LOADING, second, results.append, failed.append)
    second.opened.set()
    qtbot.waitUntil(lambda: not jobs.is_running(Kind.LOADING), timeout=LONG)
    qtbot.waitUntil(lambda: jobs._tasks == set(), timeout=LONG)
    assert first.was_stopped
    assert results == ["second"]
    assert failed == []


def test_that_tasks_of_different_kinds_run_at_the_same_time(qtbot, jobs: Jobs, failed):
    loading, searching, results = gated("loaded"), gated("searched"), []
    jobs.start(Kind.LOADING, loading, results.append, failed.append)
    jobs.start(Kind.SEARCH, searching, results.append, failed.append)
    assert loading.entered.wait(5)
    assert searching.entered.wait(5)
    searching.opened.set()
    qtbot.waitUntil(lambda: results == ["searched"], timeout=LONG)
    assert jobs.is_running(Kind.LOADING)
    loading.opened.set()
    qtbot.waitUntil(lambda: results == ["searched", "loaded"], timeout=LONG)


def test_that_a_task_no_longer_runs_when_its_result_arrives(qtbot, jobs: Jobs, failed):
    running = []
    jobs.start(Kind.SEARCH, lambda _control: 1, lambda _: running.append(jobs.is_running(Kind.SEARCH)), failed.append)
    assert jobs.is_running(Kind.SEARCH)
    qtbot.waitUntil(lambda: running != [], timeout=LONG)
    assert running == [False]


def test_that_a_callback_may_start_the_next_task_of_its_kind(qtbot, jobs: Jobs, failed):
    results = []

    def again(result: object) -> None:
        results.append(result)
        jobs.start(Kind.LOADING, lambda _control: "second", results.append, failed.append)

    jobs.start(Kind.LOADING, lambda _control: "first", again, failed.append)
    qtbot.waitUntil(lambda: results == ["first", "second"], timeout=LONG)


def test_that_stopping_keeps_the_result_and_abandoning_does_not(qtbot, jobs: Jobs, failed):
    stopped, abandoned, results = gated("stopped"), gated("abandoned"), []
    jobs.start(Kind.SEARCH, stopped, results.append, failed.append)
    jobs.start(Kind.LOADING, abandoned, results.append, failed.append)
    jobs.stop(Kind.SEARCH)
    jobs.abandon(Kind.LOADING)
    assert not jobs.is_running(Kind.LOADING)
    qtbot.waitUntil(lambda: jobs._tasks == set(), timeout=LONG)
    assert results == ["stopped"]


def test_that_stopping_or_abandoning_what_does_not_run_does_nothing(jobs: Jobs):
    jobs.stop(Kind.SEARCH)
    jobs.abandon(Kind.SEARCH)
    assert not jobs.is_running(Kind.SEARCH)


def test_that_a_failure_arrives_as_the_exception_itself(qtbot, jobs: Jobs, failed):
    error = ValueError("no")

    def boom(_control: Control) -> None:
        raise error

    jobs.start(Kind.LOADING, boom, failed.append, failed.append)
    qtbot.waitUntil(lambda: failed == [error], timeout=LONG)


def test_that_writing_is_done_in_order_and_nothing_of_it_is_dropped(qtbot, jobs: Jobs, failed):
    gates, results = [gated(number) for number in range(3)], []
    for gate in gates:
        jobs.start(Kind.WRITING, gate, results.append, failed.append)
    assert gates[0].entered.wait(5)
    for gate in reversed(gates):
        gate.opened.set()
    qtbot.waitUntil(lambda: results == [0, 1, 2], timeout=LONG)
    assert not jobs.is_running(Kind.WRITING)
    assert not any(gate.was_stopped for gate in gates)


def test_that_waiting_leaves_no_thread_and_no_result_but_still_writes_every_file(qtbot, jobs: Jobs, failed, tmp_path):
    results, search = [], gated("searched")
    files = [tmp_path / "first", tmp_path / "second"]

    def write(file):
        return lambda _control: file.write_text("whole")

    jobs.start(Kind.SEARCH, search, results.append, failed.append)
    for file in files:
        jobs.start(Kind.WRITING, write(file), results.append, failed.append)
    jobs.wait()
    assert not any(jobs.is_running(kind) for kind in Kind)
    QTest.qWait(50)
    assert results == []
    assert [file.read_text() for file in files] == ["whole", "whole"]


def test_that_retired_work_holds_up_nobody_and_ends_before_the_program(qtbot, no_thread_left, failed):
    jobs, running, results = Jobs(), gated("late"), []
    jobs.start(Kind.LOOKING, running, results.append, failed.append)
    assert running.entered.wait(5)
    jobs.retire()
    assert not jobs.is_running(Kind.LOOKING)
    jobs.start(Kind.LOOKING, gated("later"), results.append, failed.append)
    wait_for_retired()
    assert running.was_stopped
    qtbot.wait(50)
    assert (results, failed) == ([], [])


def test_that_retired_work_that_has_ended_is_forgotten(qtbot, no_thread_left, failed):
    jobs, running, gone = Jobs(), gated("late"), []
    jobs.start(Kind.LOOKING, running, lambda _: None, failed.append)
    assert running.entered.wait(5)
    jobs.destroyed.connect(lambda *_: gone.append(True))
    jobs.retire()
    running.opened.set()
    qtbot.waitUntil(lambda: len(gone) == 1, timeout=LONG)
