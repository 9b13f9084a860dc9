"""What Flash and two-phase Flash leave out for the eleven combinations of privacy models: "The cost of quality" (2015).

`python -m tests.benchmarks.pruning_power`: tables 7 and 9 (nothing suppressed), 8, 10 and 11 (limit 5 %), with the
share of the lattice that is never checked, and the time; beside them our optimal search. "ARX" is version 3.9.2 (ADULT
and CUP, by its number of checks), "anonbench" the published comparison of algorithms, with its own Flash (nothing
suppressed). The paper and ARX score with non-uniform entropy, which the share depends on only where bounds are used.
ATUS and IHIS are drawn, so that the published figures are those of other values in the same attributes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arxdesk_engine.search.solution import Limits, Status
from tests.benchmarks import published, tables
from tests.benchmarks.combinations import COMBINATIONS, DATA, entries, missing
from tests.benchmarks.data import SETTINGS
from tests.benchmarks.measure import Trace, search_once, settings_parser

# In the order of DATA.
PRUNED_WITHOUT_SUPPRESSION = {
    "k": (97.3, 99.6, 97.3, 98.3),
    "l": (97.7, 99.6, 99.5, 98.6),
    "t": (99.2, 99.7, 99.1, 99.1),
    "d": (96.7, 99.4, 97.3, 97.8),
    "kl": (97.7, 99.6, 99.5, 98.6),
    "kt": (99.2, 99.7, 99.1, 99.1),
    "kd": (98.4, 99.7, 98.0, 98.7),
    "ld": (98.9, 99.7, 99.5, 99.1),
    "td": (99.4, 99.7, 99.6, 99.7),
    "kld": (98.9, 99.7, 99.5, 99.1),
    "ktd": (99.4, 99.7, 99.6, 99.7),
}
"""Table 7, percent."""
PRUNED_AT_5_PERCENT = {
    "k": (29.6, 67.1, 2.0, 2.4),
    "l": (24.8, 64.3, 1.2, 1.8),
    "kl": (29.6, 67.1, 2.0, 2.4),
    "kt": (29.6, 67.1, 2.0, 2.4),
    "kd": (70.6, 84.7, 28.6, 18.9),
    "ld": (65.6, 83.3, 23.1, 15.9),
    "kld": (70.6, 84.7, 28.6, 18.9),
    "ktd": (70.6, 84.7, 28.6, 18.9),
}
"""Table 8, percent; the others are not monotonic in any part, and nothing is pruned."""
SECONDS_WITHOUT_SUPPRESSION = {
    "k": (0.03, 0.04, 0.23, 2.40),
    "l": (0.04, 0.09, 0.14, 2.99),
    "t": (0.02, 0.08, 0.17, 1.82),
    "d": (0.04, 0.04, 0.27, 3.61),
    "kl": (0.04, 0.09, 0.14, 2.89),
    "kt": (0.02, 0.08, 0.17, 1.80),
    "kd": (0.02, 0.03, 0.19, 2.23),
    "ld": (0.02, 0.05, 0.13, 1.71),
    "td": (0.02, 0.05, 0.13, 0.58),
    "kld": (0.02, 0.05, 0.14, 1.64),
    "ktd": (0.02, 0.05, 0.13, 0.57),
}
"""Table 9."""
SECONDS_AT_5_PERCENT = {
    "k": (0.54, 1.43, 12.33, 50.34),
    "l": (1.59, 9.73, 29.96, 135.03),
    "t": (2.47, 60.33, 31.63, 146.42),
    "d": (0.94, 21.62, 12.77, 61.72),
    "kl": (1.40, 7.91, 28.35, 133.56),
    "kt": (1.31, 8.93, 28.31, 126.77),
    "kd": (0.27, 0.47, 4.50, 43.21),
    "ld": (0.44, 1.08, 11.03, 78.87),
    "td": (1.93, 49.09, 25.55, 117.15),
    "kld": (0.37, 0.97, 9.56, 72.07),
    "ktd": (0.36, 1.08, 9.47, 69.38),
}
"""Tables 10 and 11."""

ALGORITHM = {0.0: "flash", 0.05: "two-phase"}
PUBLISHED = {
    0.0: (PRUNED_WITHOUT_SUPPRESSION, SECONDS_WITHOUT_SUPPRESSION),
    0.05: (PRUNED_AT_5_PERCENT, SECONDS_AT_5_PERCENT),
}
HEADERS = (
    *("data", "models", "published pruned", "ARX", "pruned", "optimal's"),
    *("published time", "anonbench", "time", "optimal's", "status"),
)


def rows(names: Sequence[str], limit: float, limits: Limits) -> Iterator[tuple[str, ...]]:
    """One row for each data set and combination."""
    pruned, seconds = PUBLISHED[limit]
    checks_of_arx, others = published.arx_checks(limit), published.anonbench() if limit == 0.0 else {}
    for name in names:
        place = DATA.index(name)
        for combination in COMBINATIONS:
            share = pruned[combination][place] / 100 if combination in pruned else 0.0
            checks = checks_of_arx.get((name, combination))
            arx = tables.ABSENT if checks is None else tables.percent(1 - checks / SETTINGS[name].size)
            other = others.get(("Flash", published.PUBLISHED_NAMES[name], combination))
            theirs = (
                (tables.percent(share), arx),
                (tables.seconds(seconds[combination][place]), tables.seconds(other and other.seconds)),
            )
            if absent := missing(combination, name):
                nothing = (tables.ABSENT,) * 2
                yield name, combination, *theirs[0], *nothing, *theirs[1], *nothing, f"no {', '.join(absent)} yet"
                continue
            terms = {"limit": limit, "privacy": entries(combination, name)}
            ours, optimal = (search_once(name, each, limits, **terms) for each in (ALGORITHM[limit], "optimal"))
            status = tables.NOT_THERE_YET if ours is None else str(ours.solution.status)
            yield (
                name,
                combination,
                *theirs[0],
                *(_pruned(trace, name) for trace in (ours, optimal)),
                *theirs[1],
                *(tables.seconds(None if trace is None else trace.solution.seconds) for trace in (ours, optimal)),
                status,
            )


def _pruned(trace: Trace | None, name: str) -> str:
    """The share of the lattice that was never checked; nothing for a search that did not come to its end."""
    if trace is None or trace.solution.status not in (Status.OPTIMAL, Status.INFEASIBLE):
        return tables.ABSENT
    return tables.percent(1 - trace.solution.checks / SETTINGS[name].size)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the share of the lattice that is left out, and the time, for every combination of models."""
    parser = settings_parser(main.__doc__, DATA, 60.0)
    options = parser.parse_args(arguments)
    if unknown := [name for name in options.data if name not in DATA]:
        parser.error(f"{', '.join(unknown)}: the study is about {', '.join(DATA)}")
    for limit, algorithm in ALGORITHM.items():
        title = f"{algorithm}, limit {tables.percent(limit)}"
        tables.show(title, HEADERS, rows(options.data, limit, Limits(seconds=options.seconds)))


if __name__ == "__main__":
    main()
