"""Looks on several cores: the order of results, faults, and how many threads take part."""

import threading
import time

import pytest

from arxdesk_engine.search.workers import Workers

PATIENCE = 20.0


@pytest.fixture
def workers():
    """Makes workers, and closes them in the end."""
    made = []

    def make(threads):
        made.append(Workers(threads))
        return made[-1]

    yield make
    for each in made:
        each.close()


def here(_argument):
    return threading.current_thread()


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("arguments", [0, 1, 2, 3, 40])
def test_that_results_come_in_the_order_of_the_arguments(workers, threads, arguments):
    def later_for_the_first(argument):
        time.sleep(0.002 if argument % 4 == 0 else 0.0)
        return -argument

    pool = workers(threads)
    for _time in range(2):
        assert pool.map(later_for_the_first, range(arguments)) == [-argument for argument in range(arguments)]


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_that_the_function_is_called_once_per_argument(workers, threads):
    called = []
    workers(threads).map(called.append, range(100))
    assert sorted(called) == list(range(100))


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("bad", [0, 7, 19])
def test_that_a_fault_of_the_function_is_raised(workers, threads, bad):
    def fail_once(argument):
        if argument == bad:
            raise ZeroDivisionError
        return argument

    pool = workers(threads)
    with pytest.raises(ZeroDivisionError):
        pool.map(fail_once, range(20))
    assert pool.map(fail_once, range(bad)) == list(range(bad))  # and the next time goes well again


def test_that_a_fault_in_another_thread_is_raised_too(workers):
    main, failed = threading.current_thread(), threading.Event()

    def fail_elsewhere(_argument):
        if threading.current_thread() is not main:
            failed.set()
            raise ZeroDivisionError
        failed.wait(PATIENCE)

    with pytest.raises(ZeroDivisionError):
        workers(2).map(fail_elsewhere, range(4))


def test_that_one_thread_is_the_calling_one_and_starts_no_other(workers):
    before = set(threading.enumerate())
    assert set(workers(1).map(here, range(20))) == {threading.current_thread()}
    assert set(threading.enumerate()) <= before


def test_that_a_single_argument_starts_no_thread(workers):
    before = set(threading.enumerate())
    assert workers(5).map(here, [0]) == [threading.current_thread()]
    assert set(threading.enumerate()) <= before


@pytest.mark.parametrize("threads", [2, 5])
def test_that_as_many_threads_work_at_once_as_were_asked_for_and_no_more(workers, threads):
    """Every call waits until as many are under way: with fewer threads it would not end, with more there would be more
    at once."""
    barrier, lock = threading.Barrier(threads), threading.Lock()
    under_way, most = 0, 0

    def wait_for_the_others(_argument):
        nonlocal under_way, most
        with lock:
            under_way += 1
            most = max(most, under_way)
        barrier.wait(PATIENCE)
        with lock:
            under_way -= 1
        return threading.current_thread()

    pool = workers(threads)
    for _time in range(3):
        taken_part = set(pool.map(wait_for_the_others, range(4 * threads)))
        assert threading.current_thread() in taken_part
        assert len(taken_part) == threads
    assert most == threads


def test_that_closing_ends_the_threads_and_may_be_repeated(workers):
    before = set(threading.enumerate())
    pool = workers(3)
    pool.map(lambda _argument: time.sleep(0.001), range(30))
    assert len(set(threading.enumerate()) - before) == 2
    pool.close()
    pool.close()
    assert set(threading.enumerate()) <= before
    workers(3).close()  # also where none was ever started
