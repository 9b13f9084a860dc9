"""A line of progress, and interrupts that end a search with its best so far."""

import io
import signal
import threading

import pytest

import arxdesk as ad
from arxdesk_engine.foundation.control import SearchProgress
from arxdesk_engine.library import progress_bar
from tests.engine.library.frames_of_people import asked, people


class Terminal(io.StringIO):
    def isatty(self):
        return True


class OfNotebook(io.StringIO):
    """As the streams of ipykernel, which are told by their module: they are no terminals."""

    __module__ = "ipykernel.iostream"


class Clock:
    now = 0.0

    def monotonic(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    made = Clock()
    monkeypatch.setattr(progress_bar, "time", made)
    return made


@pytest.mark.parametrize("stream", [Terminal(), OfNotebook()], ids=["terminal", "notebook"])
def test_that_a_line_is_written_over_and_over_and_gone_in_the_end(stream, clock):
    with ad.ProgressBar(stream) as bar:
        bar(ad.Progress("Reading the table", 0.25))
        bar(ad.Progress("Reading the table", 0.5))  # too soon after the other
        clock.now = 0.2
        bar(SearchProgress("Searching", excluded=0.5, score=0.25, lower_bound=0.2, checks=7))
        clock.now = 0.4
        bar(ad.Progress("Short"))
    first, second, third, gone = stream.getvalue().split("\r")[1:-1]
    assert first == "Reading the table [######------------------]   25 %"
    assert second.startswith("Searching [############------------]   50 %  7 checks  best 0.2500, at most 20 % from")
    assert third == "Short ...".ljust(len(second))
    assert gone == " " * len("Short ...")
    assert stream.getvalue().endswith("\r")


def test_that_files_get_nothing():
    stream = io.StringIO()
    with ad.ProgressBar(stream) as bar:
        bar(ad.Progress("Reading the table", 0.25))
    assert stream.getvalue() == ""


def test_that_long_lines_are_cut():
    stream = Terminal()
    ad.ProgressBar(stream)(ad.Progress("x" * 500))
    assert len(stream.getvalue()) == 101


def test_that_the_first_interrupt_cancels_and_the_second_one_interrupts():
    before = signal.getsignal(signal.SIGINT)
    with ad.ProgressBar(io.StringIO()) as bar:
        assert not bar.cancel.is_set()
        signal.raise_signal(signal.SIGINT)
        assert bar.cancel.is_set()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_that_an_interrupted_search_has_its_best_so_far():
    with ad.ProgressBar(io.StringIO()) as bar:

        def interrupts(progress):
            bar(progress)
            if isinstance(progress, SearchProgress) and progress.score is not None and not bar.cancel.is_set():
                signal.raise_signal(signal.SIGINT)

        result = ad.anonymize(people(), **asked(), on_progress=interrupts, cancel=bar.cancel)
    assert bar.cancel.is_set()
    assert result.frame.groupby(["age", "postal_code", "sex"], dropna=False).size().min() >= 5


def test_that_it_can_be_used_in_another_thread():
    stream, before = Terminal(), signal.getsignal(signal.SIGINT)

    def work():
        with ad.ProgressBar(stream) as bar:
            bar(ad.Progress("Working", 1.0))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert "100 %" in stream.getvalue()
    assert signal.getsignal(signal.SIGINT) is before
