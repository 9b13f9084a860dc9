"""Threads beside a kernel: as many as are wanted and allowed, until they are told to return."""

import threading

import pytest

from arxdesk_engine.search.exact.helpers import Helpers


@pytest.fixture
def four_cores(monkeypatch):
    monkeypatch.setattr("arxdesk_engine.search.exact.helpers.cores", lambda: 4)


@pytest.mark.usefixtures("four_cores")
@pytest.mark.parametrize(("threads", "wanted", "expected"), [(1, 3, 0), (3, 1, 1), (3, 2, 2), (3, 9, 2), (9, 9, 3)])
def test_that_no_more_threads_help_than_are_wanted_allowed_and_there(threads, wanted, expected):
    begun, may_return = threading.Semaphore(0), threading.Event()

    def help_out():
        begun.release()
        may_return.wait(60)

    helpers = Helpers(threads)
    for so_many in range(wanted + 1):
        helpers.start(help_out, so_many)
    for _helper in range(expected):
        assert begun.acquire(timeout=60)
    assert not begun.acquire(timeout=0.05)
    may_return.set()
    helpers.end()


@pytest.mark.usefixtures("four_cores")
def test_that_helpers_can_be_called_again_and_their_errors_are_raised():
    helpers, called = Helpers(2), []
    for number in range(2):
        helpers.start(lambda number=number: called.append(number), 1)
        helpers.end()
    assert called == [0, 1]
    helpers.start([].pop, 1)
    with pytest.raises(IndexError):
        helpers.end()
    helpers.end()
