"""Bound and best score over checks and time, from one search's reports: `python -m tests.benchmarks.curve NAME`."""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Sequence

from arxdesk_engine.foundation.control import SearchProgress
from arxdesk_engine.search import ALGORITHMS
from arxdesk_engine.search.solution import Limits
from tests.benchmarks import tables
from tests.benchmarks.data import ARITHMETIC, GEOMETRIC, SETTINGS, anonymizer
from tests.benchmarks.measure import WARM_UP_SECONDS, Trace, watch

HEADERS = ("checks", "time", "best", "bound", "gap", "excluded")


def points(trace: Trace, per_doubling: int) -> Iterator[SearchProgress]:
    """The reports at which the checks have grown by another part of a doubling, and the last one."""
    due = 1.0
    for report in trace.reports[:-1]:
        if report.checks >= due:
            yield report
            due = 2.0 ** ((math.floor(math.log2(max(report.checks, 1)) * per_doubling) + 1) / per_doubling)
    yield from trace.reports[-1:]


def row(report: SearchProgress) -> tuple[str, ...]:
    """One point of the curve as text."""
    return (
        tables.number(report.checks),
        tables.seconds(report.seconds),
        tables.score(report.score),
        tables.score(report.lower_bound),
        tables.percent(report.gap),
        tables.percent(report.excluded),
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the curve of one search."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("name", choices=tuple(SETTINGS))
    parser.add_argument("--algorithm", choices=tuple(ALGORITHMS), default="optimal")
    parser.add_argument("--seconds", type=float, default=10.0, help="limit of the search (10)")
    parser.add_argument("--limit", type=float, help="share of records that may be suppressed (as the setting says)")
    parser.add_argument("--aggregate", choices=(GEOMETRIC, ARITHMETIC), help="of the losses (as the setting says)")
    parser.add_argument("--per-doubling", type=int, default=2, help="points for every doubling of the checks (2)")
    options = parser.parse_args(arguments)
    terms = {"limit": options.limit, "aggregate": options.aggregate}
    watch(anonymizer(options.name, **terms).problem, options.algorithm, Limits(min(WARM_UP_SECONDS, options.seconds)))
    problem = anonymizer(options.name, **terms).problem
    trace = watch(problem, options.algorithm, Limits(options.seconds))
    title = f"{options.name}, {problem.lattice.size:,} transformations: {options.algorithm}, {trace.solution.status}"
    tables.show(title, HEADERS, (row(report) for report in points(trace, options.per_doubling)))


if __name__ == "__main__":
    main()
