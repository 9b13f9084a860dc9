"""Tasks are logged: what begins, ends and fails, without the text of an exception."""

from __future__ import annotations

from arxdesk.tasks.activity import Activity
from arxdesk.tasks.jobs import Jobs
from arxdesk_engine.foundation import log
from arxdesk_engine.foundation.control import Control

CELL = "Rumpelstiltskin"


def test_that_a_task_that_fails_is_logged_by_its_places_alone(qapp, qtbot, tmp_path, no_thread_left):
    def work(_control: Control) -> None:
        raise ValueError(CELL)

    file, failed, jobs = tmp_path / "log.txt", [], Jobs()
    with log.log_to(file):
        jobs.start(jobs, Activity("Counting sheep"), work, failed.append, failed.append)
        qtbot.waitUntil(lambda: len(failed) == 1, timeout=10_000)
        jobs.wait()
    text = file.read_text(encoding="utf-8")
    for expected in ("Counting sheep: begins", "Counting sheep: thread ended", "Counting sheep: ValueError", "work"):
        assert expected in text
    assert CELL not in text
