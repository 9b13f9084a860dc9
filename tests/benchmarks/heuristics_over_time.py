"""Heuristic searches on high-dimensional data over time: figure 7 of the scalable software paper (2021).

`python -m tests.benchmarks.heuristics_over_time [--seconds 60]`. Beside them the best score and the proven bound of
the optimal search, and ARX's heuristics: the published runs of the paper's machine, and re-runs on the tables we use.
SS13ACS is drawn, so that the published figures for it are those of other values in the same attributes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arxdesk_engine.search.solution import Limits
from tests.benchmarks import tables, targets
from tests.benchmarks.data import ARITHMETIC
from tests.benchmarks.measure import Trace, search_once, settings_parser
from tests.benchmarks.published import heuristic_runs, loss_after

MOMENTS = (0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 60.0, 120.0)
HEURISTICS = ("bottom-up", "top-down", "genetic")
PUBLISHED_DATA = {"CREDITCARD-24": "CREDITCARD", "MACH2019-16": "MACH2019", "SS13ACS-30": "SS13ACS"}
RERUN = {"CREDITCARD-24": targets.CREDITCARD_HEURISTICS, "MACH2019-16": targets.MACH2019_HEURISTICS}
"""ARX 3.9.2 after 10 s, on the tables we use."""


def rows(name: str, seconds: float) -> Iterator[tuple[str, ...]]:
    """Loss over time, one row for each search."""
    moments = _moments(seconds)
    for algorithm in HEURISTICS:
        runs = heuristic_runs(algorithm.upper().replace("-", "_"), PUBLISHED_DATA.get(name, ""))
        yield (f"{algorithm}, published", *(tables.score(loss_after(runs, moment)) for moment in moments))
    for algorithm, score in RERUN.get(name, {}).items():
        yield (
            f"{algorithm}, ARX re-run",
            *(tables.score(score) if each == 10.0 else tables.ABSENT for each in moments),
        )
    for algorithm in (*HEURISTICS, "optimal"):
        trace = search_once(name, algorithm, Limits(seconds=seconds), limit=1.0, aggregate=ARITHMETIC)
        if trace is None:
            yield (f"{algorithm}, ours", *(tables.NOT_THERE_YET for _ in moments))
            continue
        yield (f"{algorithm}, ours", *(_score_after(trace, moment) for moment in moments))
        if algorithm == "optimal":
            yield ("optimal, ours: bound", *(_bound_after(trace, moment) for moment in moments))


def _moments(seconds: float) -> list[float]:
    return [moment for moment in MOMENTS if moment <= seconds] or [seconds]


def _score_after(trace: Trace, moment: float) -> str:
    report = trace.after(moment)
    return tables.ABSENT if report is None else tables.score(report.score)


def _bound_after(trace: Trace, moment: float) -> str:
    report = trace.after(moment)
    return tables.ABSENT if report is None else tables.score(report.lower_bound)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print loss over time for every heuristic."""
    options = settings_parser(main.__doc__, tuple(PUBLISHED_DATA), 10.0).parse_args(arguments)
    headers = ("loss after", *(tables.seconds(moment) for moment in _moments(options.seconds)))
    for name in options.data:
        title = f"{name}: k = 5, limit 1, loss with the arithmetic mean"
        tables.show(title, headers, rows(name, options.seconds), ("published: mean of five runs",))


if __name__ == "__main__":
    main()
