"""How far a proof is above the least work of a plain one: `python -m tests.benchmarks.limit [--data NAME,...]`.

With nothing but the generalization-only bound, a proof has to look at two kinds of transformations whose bound is
below the best score: every anonymous one, and the maximal ones that are not anonymous. Grouping one of them means to
read, at least once, every class of some specialization. The cheapest that any search can know is the smallest of its
direct specializations; reading a class is reading its packed key and its count. The limit is that many bytes at the
speed at which this machine copies memory. It counts nothing for finding these transformations, for hashing, for
writing, for bounds and for grouping the specializations themselves, so that it is out of reach for a search that looks
at all of them. It is a yardstick and no theorem: elements above the bound that cover several others, and bounds that
know what must be suppressed, let a proof do with fewer checks.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from arxdesk_engine.lattice.lattice import Levels, is_specialization
from arxdesk_engine.search.check import check
from arxdesk_engine.search.problem import SearchProblem
from tests.benchmarks import tables
from tests.benchmarks.data import anonymizer
from tests.benchmarks.measure import Runs, settings_parser, warm_runs

COPIED_BYTES = 128 * 1024 * 1024


@dataclass(frozen=True)
class Certificate:
    """What a plain proof looks at, and the classes it must at least read for that."""

    anonymous: tuple[Levels, ...]
    not_anonymous: tuple[Levels, ...]
    visits: int
    bytes_read: int

    def seconds(self, bandwidth: float) -> float:
        """The limit: all bytes at `bandwidth` bytes per second."""
        return self.bytes_read / bandwidth


def certificate(problem: SearchProblem, best_score: float) -> Certificate:
    """What a plain proof looks at where the best score is known already. Only for lattices that can be listed."""
    below = [levels for levels in problem.lattice if problem.quality.lower_bound(levels) < best_score]
    anonymous: list[Levels] = []
    maximal: list[Levels] = []
    for levels in sorted(below, key=sum, reverse=True):
        if any(is_specialization(levels, upper) for upper in maximal):
            continue
        (anonymous if check(problem, levels).anonymous else maximal).append(levels)
    classes_of: dict[Levels, int] = {}
    visits = 0
    for levels in (*anonymous, *maximal):
        sources = list(problem.lattice.predecessors(levels)) or [levels]
        for source in sources:
            if source not in classes_of:
                classes_of[source] = len(problem.grouping.classes(source))
        visits += min(classes_of[source] for source in sources)
    row = problem.grouping.tuples.keys.itemsize * problem.grouping.packing.width + np.dtype(np.int64).itemsize
    return Certificate(tuple(anonymous), tuple(maximal), visits, visits * row)


def memory_bandwidth() -> float:
    """Bytes per second that one core reads and writes when it copies, the best of several times."""
    source, target = np.ones(COPIED_BYTES // 8), np.empty(COPIED_BYTES // 8)
    fastest = np.inf
    for _ in range(5):
        started = time.perf_counter()
        np.copyto(target, source)
        fastest = min(fastest, time.perf_counter() - started)
    return 2 * COPIED_BYTES / fastest


def row(name: str, runs: Runs, bandwidth: float) -> tuple[str, ...]:
    """One data set: what a plain proof needs at least, and what the search took."""
    solution = runs.solution
    if solution.best is None or solution.gap:
        return (name, *("no proof",) * 6)
    least = certificate(anonymizer(name).problem, solution.best.score)
    limit = least.seconds(bandwidth)
    return (
        name,
        f"{len(least.anonymous)} + {len(least.not_anonymous)}",
        tables.number(solution.checks),
        tables.number(least.visits),
        tables.seconds(limit),
        tables.seconds(runs.seconds),
        f"{runs.seconds / limit:,.0f} times",
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Print how far above the limit the optimal search is."""
    parser = settings_parser(main.__doc__, ("ADULT-9", "CUP-8"), None)
    parser.add_argument("--repeats", type=int, default=3, help="warm runs (3)")
    options = parser.parse_args(arguments)
    bandwidth = memory_bandwidth()
    headers = ("data", "plain proof", "checks", "class visits", "limit", "ours", "above it")
    measured = [(name, warm_runs(name, options.repeats)) for name in options.data]
    rows = [row(name, runs, bandwidth) for name, runs in measured if runs is not None]
    notes = (
        "plain proof: anonymous transformations with a bound below the best score + maximal others",
        f"limit: each class of the smallest direct specialization read once, at {bandwidth / 1e9:.1f} GB/s",
    )
    tables.show("The limit to compare with (k = 5, 5 %, loss)", headers, rows, notes)


if __name__ == "__main__":
    main()
