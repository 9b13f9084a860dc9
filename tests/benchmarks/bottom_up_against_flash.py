"""Bottom-up search ("Lightning"): how soon it meets what the proof ends with: Transactions on Data Privacy (2016).

`python -m tests.benchmarks.bottom_up_against_flash`: experiment 2 (low-dimensional data, Flash against the bottom-up
search, with the time until it meets the optimum) and experiment 3 (SS13ACS with 15 to 30 attributes, first and last
improvement; the published limit was 300 s). Reports come 30 times a second, so that times below that are not told
apart. ATUS, IHIS and SS13ACS are drawn, so that the published times for them are those of other values; all published
ones are those of another machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from arxdesk_engine.search.solution import Limits, Status
from tests.benchmarks import tables
from tests.benchmarks.measure import Trace, search_once, settings_parser
from tests.benchmarks.published import bottom_up_improvements, flash_and_bottom_up

PUBLISHED_DATA = {"ADULT-9": "ADULT", "CUP-8": "CUP", "ATUS": "ATUS", "IHIS": "IHIS"}
LIMITS = (0.0, 1.0)
ALGORITHMS = ("flash", "bottom-up", "optimal")


def low_dimensional(names: Sequence[str], limits: Limits) -> Iterator[tuple[str, ...]]:
    """One row for each data set, suppression limit and search."""
    for name in names:
        for limit in LIMITS:
            published = flash_and_bottom_up(PUBLISHED_DATA.get(name, ""), limit)
            traces = {algorithm: search_once(name, algorithm, limits, limit=limit) for algorithm in ALGORITHMS}
            best = _optimum(traces.values())
            for algorithm, trace in traces.items():
                theirs = None if published is None or algorithm == "optimal" else published[algorithm == "bottom-up"]
                met = published[2] if published is not None and algorithm == "bottom-up" else None
                yield (
                    name,
                    tables.percent(limit),
                    algorithm,
                    tables.seconds(theirs),
                    tables.seconds(met),
                    *_measured(trace, best),
                )


def _optimum(traces: Iterable[Trace | None]) -> float | None:
    """The proven best score among the searches."""
    proven = (trace.solution for trace in traces if trace is not None and trace.solution.status is Status.OPTIMAL)
    return next((solution.best.score for solution in proven if solution.best is not None), None)


def _measured(trace: Trace | None, best: float | None) -> tuple[str, str, str]:
    if trace is None:
        return tables.ABSENT, tables.ABSENT, tables.NOT_THERE_YET
    met = None if best is None else trace.seconds_until(best)
    return tables.seconds(trace.solution.seconds), tables.seconds(met), str(trace.solution.status)


def high_dimensional(numbers: Sequence[int], limits: Limits) -> Iterator[tuple[str, ...]]:
    """One row for each number of attributes, suppression limit and search."""
    for first in numbers:
        for limit in LIMITS:
            theirs = bottom_up_improvements(first, limit)
            for algorithm in ("bottom-up", "optimal"):
                published = _span(theirs) if algorithm == "bottom-up" else tables.ABSENT
                trace = search_once("SS13ACS-30", algorithm, limits, limit=limit, first=first)
                if trace is None:
                    ours, score, status = tables.ABSENT, tables.ABSENT, tables.NOT_THERE_YET
                else:
                    ours, best = _span(_improvements(trace)), trace.solution.best
                    score = tables.score(None if best is None else best.score)
                    status = str(trace.solution.status)
                yield str(first), tables.percent(limit), algorithm, published, ours, score, status


def _improvements(trace: Trace) -> list[float]:
    """When a better score was first reported."""
    found: list[float] = []
    best = None
    for report in trace.reports:
        if report.score is not None and (best is None or report.score < best):
            best = report.score
            found.append(report.seconds)
    return found


def _span(seconds: Sequence[float]) -> str:
    return f"{tables.seconds(seconds[0])} to {tables.seconds(seconds[-1])}" if seconds else tables.ABSENT


def main(arguments: Sequence[str] | None = None) -> None:
    """Print how soon the bottom-up search meets the optimum, and improves on many attributes."""
    parser = settings_parser(main.__doc__, tuple(PUBLISHED_DATA), 10.0)
    parser.add_argument("--attributes", type=int, nargs="*", default=[15, 20, 25, 30], help="of SS13ACS (15 20 25 30)")
    options = parser.parse_args(arguments)
    limits = Limits(seconds=options.seconds)
    headers = ("data", "limit", "search", "published time", "published optimum", "time", "optimum met", "status")
    tables.show("Experiment 2 (k = 5, loss)", headers, low_dimensional(options.data, limits))
    if options.attributes:
        headers = ("attributes", "limit", "search", "published improvements", "improvements", "score", "status")
        title = "Experiment 3: first and last improvement on SS13ACS (k = 5, loss)"
        tables.show(title, headers, high_dimensional(options.attributes, limits))


if __name__ == "__main__":
    main()
