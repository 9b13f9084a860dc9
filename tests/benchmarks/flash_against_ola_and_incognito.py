"""Flash beside OLA, Incognito and the exhaustive search: the figures of the Flash paper and the published anonbench.

`python -m tests.benchmarks.flash_against_ola_and_incognito`. ATUS and IHIS are drawn, so that the published checks and
times are those of other values in the same attributes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arxdesk_engine.search.solution import Limits
from tests.benchmarks import tables
from tests.benchmarks.data import k_anonymity
from tests.benchmarks.measure import Trace, search_once, settings_parser
from tests.benchmarks.published import PUBLISHED_NAMES, Anonbench, anonbench

ALGORITHMS = {"flash": "Flash", "ola": "OLA", "incognito": "Incognito", "exhaustive": "DFS", "optimal": ""}
"""Ours, and what the published comparison calls it. Its DFS tags what it can, ours looks at everything."""

PUBLISHED_FACTORS = (
    "published for 0, 2 and 4 % and k = 2 to 10:",
    "Incognito needs up to more than 70 times as long as Flash (ATUS, k = 8, 0 %),",
    "OLA about 4 times (ATUS, k = 8, 0 %) and 5 times (IHIS, k = 10, 0 %)",
)


def comparison(names: Sequence[str], limits: Limits) -> Iterator[tuple[str, ...]]:
    """Checks and times of every algorithm where nothing is suppressed, beside the published ones."""
    published = anonbench()
    for name in names:
        for ours, theirs in ALGORITHMS.items():
            found = published.get((theirs, PUBLISHED_NAMES.get(name, ""), "k"))
            yield (name, ours, *_published(found), *_measured(search_once(name, ours, limits, limit=0.0)))


def _published(found: Anonbench | None) -> tuple[str, str]:
    if found is None:
        return tables.ABSENT, tables.ABSENT
    return tables.number(found.checks), tables.seconds(found.seconds)


def _measured(trace: Trace | None) -> tuple[str, str, str, str]:
    if trace is None:
        return tables.ABSENT, tables.ABSENT, tables.NOT_THERE_YET, tables.ABSENT
    solution = trace.solution
    best = None if solution.best is None else solution.best.score
    return (
        tables.number(solution.checks),
        tables.seconds(solution.seconds),
        str(solution.status),
        tables.score(best),
    )


def factors(
    names: Sequence[str], ks: Sequence[int], shares: Sequence[float], limits: Limits
) -> Iterator[tuple[str, ...]]:
    """How many times longer than Flash the others take: the least and the greatest factor over k and limits."""
    for name in names:
        for other in ("ola", "incognito"):
            found = []
            for k in ks:
                for share in shares:
                    terms = {"limit": share, "privacy": k_anonymity(k)}
                    flash, slower = (search_once(name, each, limits, **terms) for each in ("flash", other))
                    if flash is not None and slower is not None:
                        found.append(slower.solution.seconds / flash.solution.seconds)
            span = f"{min(found):.3g} to {max(found):.3g}" if found else tables.NOT_THERE_YET
            yield name, other, span


def column_orders(names: Sequence[str], orders: int, limits: Limits) -> Iterator[tuple[str, ...]]:
    """Checks over different orders of the columns: Flash is to be stable."""
    for name in names:
        for algorithm in ("flash", "ola"):
            traces = [search_once(name, algorithm, limits, limit=0.0, column_order=order) for order in range(orders)]
            checks = [trace.solution.checks for trace in traces if trace is not None]
            spread = f"{min(checks):,} to {max(checks):,}" if checks else tables.NOT_THERE_YET
            yield name, algorithm, spread


def main(arguments: Sequence[str] | None = None) -> None:
    """Print Flash beside OLA and Incognito."""
    parser = settings_parser(main.__doc__, tuple(PUBLISHED_NAMES), 60.0)
    parser.add_argument("--k", type=int, nargs="+", default=[2, 5, 10], help="for the factors (2 5 10)")
    parser.add_argument("--limits", type=float, nargs="+", default=[0.0, 0.02, 0.04], help="for them (0 0.02 0.04)")
    parser.add_argument("--orders", type=int, default=4, help="orders of the columns to try (4)")
    options = parser.parse_args(arguments)
    limits = Limits(seconds=options.seconds)
    headers = ("data", "algorithm", "published checks", "published time", "checks", "time", "status", "score")
    title = "Where nothing is suppressed (k = 5)"
    tables.show(title, headers, comparison(options.data, limits), ("published: anonbench",))
    spans = factors(options.data, options.k, options.limits, limits)
    tables.show("Time as a multiple of Flash's", ("data", "algorithm", "factor"), spans, PUBLISHED_FACTORS)
    spread = column_orders(options.data, options.orders, limits)
    tables.show(f"{options.orders} orders of the columns", ("data", "algorithm", "checks"), spread)


if __name__ == "__main__":
    main()
