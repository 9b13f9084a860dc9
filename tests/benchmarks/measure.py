"""One search, watched: what it reported when, how long it took to stop, and how much memory it needed."""

from __future__ import annotations

import argparse
import functools
import re
import statistics
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from arxdesk_engine.foundation.control import Control, Progress, SearchProgress
from arxdesk_engine.search import ALGORITHMS
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.solution import Limits, Solution
from tests.benchmarks.data import SETTINGS, anonymizer

OWN = "self"
"""This process, as the system names it."""
WARM_UP_SECONDS = 1.0
TOLERANCE = 1e-9
"""Scores that differ by less are the same: sums of the same numbers in another order."""


@dataclass
class Trace:
    """A search with everything it reported. `stopping` is the time from the wish to stop to the return."""

    solution: Solution
    reports: list[SearchProgress] = field(default_factory=list)
    stopping: float | None = None

    def after(self, seconds: float) -> SearchProgress | None:
        """The last report within the first `seconds`."""
        return next((each for each in reversed(self.reports) if each.seconds <= seconds), None)

    def gap_after(self, seconds: float) -> float | None:
        """The proven gap after so many seconds; that of the end where the search was over by then."""
        report = self.after(seconds)
        return None if report is None else report.gap

    def seconds_until(self, score: float) -> float | None:
        """When a score as good as `score` was first reported."""
        reached = (each for each in self.reports if each.score is not None and each.score <= score + TOLERANCE)
        return next((each.seconds for each in reached), None)

    def checks_until_best(self) -> int | None:
        """How many checks it took to meet the best transformation; None where it is not remembered."""
        order = (number for number, check in enumerate(self.solution.examined, 1) if check == self.solution.best)
        return next(order, None)


def watch(
    problem: SearchProblem,
    algorithm: str = "optimal",
    limits: Limits | None = None,
    seed: int = 0,
    *,
    stop: float | None = None,
    threads: int | None = None,
) -> Trace:
    """Search and keep every report. `stop` asks to stop after so many seconds, as a person would.

    `threads` is how many cores the search may use, None for as many as it uses by itself.
    """
    reports: list[SearchProgress] = []
    asked: list[float] = []

    def keep(progress: Progress) -> None:
        if isinstance(progress, SearchProgress):
            reports.append(progress)

    control = Control(keep) if threads is None else Control(keep, threads=threads)

    def ask() -> None:
        asked.append(time.perf_counter())
        control.stop()

    timer = None if stop is None else threading.Timer(stop, ask)
    if timer is not None:
        timer.start()
    solution = ALGORITHMS[algorithm](problem, control, limits or Limits(), seed)
    ended = time.perf_counter()
    if timer is not None:
        timer.cancel()
        timer.join()
    return Trace(solution, reports, ended - asked[0] if asked and asked[0] < ended else None)


@dataclass(frozen=True)
class Runs:
    """Several searches of one problem. `posing` is the time to bind the hierarchies and collapse the records."""

    traces: tuple[Trace, ...]
    posing: float

    @property
    def seconds(self) -> float:
        """The median of the search times."""
        return statistics.median(trace.solution.seconds for trace in self.traces)

    @property
    def solution(self) -> Solution:
        """What all of them found (the last one's)."""
        return self.traces[-1].solution


def warm_runs(
    name: str,
    repeats: int,
    algorithm: str = "optimal",
    limits: Limits | None = None,
    *,
    threads: int | None = None,
    **terms: Any,
) -> Runs | None:
    """Search a setting `repeats` times after a warm-up; None when there is no such algorithm.

    Each run starts from a problem that is posed anew, so that nothing that an earlier run has grouped helps it; what
    is warm are the compiled kernels and the processor.
    """
    if algorithm not in ALGORITHMS:
        return None
    ready = anonymizer(name, **terms)
    warm_up = Limits(seconds=min(WARM_UP_SECONDS, (limits or Limits()).seconds or WARM_UP_SECONDS))
    watch(ready.problem, algorithm, warm_up, threads=threads)
    traces, posing = [], []
    for _ in range(repeats):
        started = time.perf_counter()
        ready = anonymizer(name, **terms)
        posing.append(time.perf_counter() - started)
        traces.append(watch(ready.problem, algorithm, limits, threads=threads))
    return Runs(tuple(traces), statistics.median(posing))


def search_once(
    name: str,
    algorithm: str = "optimal",
    limits: Limits | None = None,
    *,
    seed: int = 0,
    column_order: int | None = None,
    **terms: Any,
) -> Trace | None:
    """One search of a setting with warm kernels; None when there is no such algorithm."""
    if algorithm not in ALGORITHMS:
        return None
    _warm_up(algorithm)
    return watch(anonymizer(name, column_order=column_order, **terms).problem, algorithm, limits, seed)


@functools.cache
def _warm_up(algorithm: str) -> None:
    watch(anonymizer("ADULT-8").problem, algorithm, Limits(seconds=WARM_UP_SECONDS / 4))


def forget_peak_memory(process: str = OWN) -> bool:
    """Let the peak start from what is in use now; False where the system cannot, and the peak is that of all."""
    try:
        Path(f"/proc/{process}/clear_refs").write_text("5")
    except OSError:
        return False
    return True


def peak_memory(process: str = OWN) -> int | None:
    """The most memory that a process has had in use so far, bytes; None where the system does not tell."""
    try:
        found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
    except OSError:
        found = None
    if found is not None:
        return int(found[1]) * 1024
    if process != OWN:
        return None
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return None
    # Elsewhere than on Linux there is no better number; here it would include the process that started this one.
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def settings_parser(description: str | None, names: tuple[str, ...], seconds: float | None) -> argparse.ArgumentParser:
    """The arguments that all modules share: which data sets, and how long each search may take."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--data", type=_names, default=names, metavar="NAME,...", help=f"of {', '.join(SETTINGS)}")
    parser.add_argument("--seconds", type=float, default=seconds, help=f"limit of every search ({seconds or 'none'})")
    return parser


def _names(text: str) -> tuple[str, ...]:
    names = tuple(text.split(","))
    unknown = [name for name in names if name not in SETTINGS]
    if unknown:
        raise argparse.ArgumentTypeError(f"{', '.join(unknown)}: not among {', '.join(SETTINGS)}")
    return names
