"""When the optimum is found and when it is proven: figures 5 to 7 and table 3 of the pruning paper (2016).

`python -m tests.benchmarks.optimum_over_time`: the first 3 to 15 attributes of SS13ACS with the best-first search,
Flash and our optimal search. SS13ACS is drawn and its hierarchies are shorter than those of the paper (368,640
transformations with 15 attributes, not 113,374,080), so that the published figures show the trend and not the same
problem.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arxdesk_engine.search.solution import Limits, Status
from tests.benchmarks import tables
from tests.benchmarks.data import anonymizer, attributes_of
from tests.benchmarks.measure import Trace, forget_peak_memory, peak_memory, search_once, settings_parser

PUBLISHED_SECONDS = {
    4: (0.021, 0.019),
    5: (0.035, 0.033),
    6: (0.071, 0.067),
    7: (0.229, 0.223),
    8: (0.545, 0.533),
    9: (4.47, 4.13),
    10: (24.02, 21.69),
    11: (70.19, 61.24),
    12: (215.55, 185.51),
    13: (1032.19, 858.41),
    14: (2811.32, 2248.37),
    15: (8259.83, 6843.33),
}
"""Table 3: best-first without and with predictive properties, by the number of attributes of SS13ACS."""
ALGORITHMS = ("best-first", "flash", "optimal")
FEWEST = 3
HEADERS = ("data", "attributes", "lattice", "published", "search", "checks", "found at", "share", "time", "status")
NOTES = (
    "published: best-first with predictive properties; with 15 attributes the optimum was met in 0.5 s, 0.007 % of it",
    "found at: the check that met the best, and its share of all checks",
)


def rows(name: str, most: int, limits: Limits) -> Iterator[tuple[str, ...]]:
    """One row for each number of attributes and search; a search that meets the time limit is not tried with more."""
    ended_early = set()
    for first in range(FEWEST, most + 1):
        size = tables.number(anonymizer(name, first=first).problem.lattice.size)
        known = PUBLISHED_SECONDS.get(first) if name.startswith("SS13ACS") else None
        for algorithm in ALGORITHMS:
            if algorithm in ended_early:
                continue
            trace = search_once(name, algorithm, limits, first=first)
            if trace is not None and trace.solution.status is not Status.OPTIMAL:
                ended_early.add(algorithm)
            theirs = tables.seconds(known[1]) if known and algorithm == "best-first" else tables.ABSENT
            yield name, str(first), size, theirs, algorithm, *_measured(trace)


def _measured(trace: Trace | None) -> tuple[str, ...]:
    if trace is None:
        return (*(tables.ABSENT,) * 4, tables.NOT_THERE_YET)
    solution, found = trace.solution, trace.checks_until_best()
    return (
        tables.number(solution.checks),
        tables.number(found),
        tables.percent(None if found is None else found / solution.checks),
        tables.seconds(solution.seconds),
        str(solution.status),
    )


def memory(name: str, most: int, limits: Limits) -> tuple[str, ...]:
    """The most memory in use while Flash and the optimal search run, table and process included."""
    peaks = []
    for algorithm in ("flash", "optimal"):
        forget_peak_memory()
        trace = search_once(name, algorithm, limits, first=most)
        peaks.append(tables.NOT_THERE_YET if trace is None else tables.megabytes(peak_memory()))
    return (name, str(most), *peaks)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print when the optimum is found and when it is proven, by the number of attributes."""
    parser = settings_parser(main.__doc__, ("SS13ACS-15",), 20.0)
    parser.add_argument("--most", type=int, help="attributes (all)")
    options = parser.parse_args(arguments)
    limits = Limits(seconds=options.seconds)
    most = {name: min(options.most or attributes_of(name), attributes_of(name)) for name in options.data}
    found = (row for name in options.data for row in rows(name, most[name], limits))
    tables.show("When the optimum is found (k = 5, 5 %, loss)", HEADERS, found, NOTES)
    peaks = (memory(name, most[name], limits) for name in options.data)
    published = (
        "published for 12 attributes (4,199,040 transformations): 1.011 GB for an explicit lattice, 83 MB implicit",
    )
    tables.show("Memory", ("data", "attributes", "flash", "optimal"), peaks, published)


if __name__ == "__main__":
    main()
