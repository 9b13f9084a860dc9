"""Progress, stopping, and the gap."""

import threading

import pytest

from arxdesk_engine.foundation.control import Control, Progress, SearchProgress, relative_gap


@pytest.mark.parametrize(
    ("score", "bound", "gap"), [(0.0, 0.0, 0.0), (0.5, 0.5, 0.0), (0.5, 0.25, 0.5), (0.5, 0.0, 1.0), (0.5, 0.6, 0.0)]
)
def test_that_the_gap_is_a_share_of_the_score(score, bound, gap):
    assert relative_gap(score, bound) == gap
    assert SearchProgress("Searching", score=score, lower_bound=bound).gap == gap


def test_that_there_is_no_gap_before_a_first_score():
    assert SearchProgress("Searching").gap is None


def test_that_reports_reach_the_caller_and_a_stop_from_another_thread_is_seen():
    seen = []
    control = Control(seen.append)
    control.report(Progress("Reading", 0.5))
    assert seen == [Progress("Reading", 0.5)]
    assert not control.stopped
    thread = threading.Thread(target=control.stop)
    thread.start()
    thread.join()
    assert control.stopped


def test_that_nobody_needs_to_listen():
    Control().report(Progress("Reading"))
