"""When heuristic searches meet the optimum on low-dimensional data: figure 6 of the scalable software paper (2021).

`python -m tests.benchmarks.heuristics_until_optimum`. ATUS and IHIS are drawn, so that the published times are those of
other values in the same attributes; they were measured on another machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arxdesk_engine.search.solution import Limits
from tests.benchmarks import tables
from tests.benchmarks.data import ARITHMETIC
from tests.benchmarks.measure import search_once, settings_parser
from tests.benchmarks.published import seconds_until_optimum

PUBLISHED_DATA = {"ADULT-9": "ADULT", "ATUS": "ATUS", "IHIS": "IHIS"}
HEURISTICS = ("bottom-up", "genetic", "top-down")


def rows(names: Sequence[str], seconds: float) -> Iterator[tuple[str, ...]]:
    """One row for each data set and search."""
    for name in names:
        published = seconds_until_optimum(PUBLISHED_DATA.get(name, ""))
        terms = {"limit": 1.0, "aggregate": ARITHMETIC}
        proof = search_once(name, "optimal", Limits(seconds=seconds), **terms)
        if proof is None or proof.solution.best is None:
            continue
        best = proof.solution.best.score
        theirs = tables.seconds(published.get("OPTIMAL"))
        whole = tables.seconds(proof.solution.seconds)
        yield name, "optimal (whole search)", theirs, whole, tables.score(best), str(proof.solution.status)
        for algorithm in HEURISTICS:
            theirs = tables.seconds(published.get(algorithm.upper().replace("-", "_")))
            trace = search_once(name, algorithm, Limits(seconds=seconds), **terms)
            if trace is None:
                yield name, algorithm, theirs, tables.ABSENT, tables.ABSENT, tables.NOT_THERE_YET
                continue
            found = trace.solution.best
            score = tables.score(None if found is None else found.score)
            reached = trace.seconds_until(best)
            yield name, algorithm, theirs, tables.seconds(reached), score, "met" if reached is not None else "not met"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print how long each heuristic takes to meet the optimum."""
    options = settings_parser(main.__doc__, tuple(PUBLISHED_DATA), 10.0).parse_args(arguments)
    headers = ("data", "search", "published", "ours", "best score", "optimum")
    title = "Time until the optimum is met: k = 5, limit 1, loss with the arithmetic mean"
    tables.show(title, headers, rows(options.data, options.seconds), ("published: mean of five runs",))


if __name__ == "__main__":
    main()
