"""What the antichains of predictive properties hold: tables 2 and 4 of the pruning paper (2016).

`python -m tests.benchmarks.antichain_sizes`: for each search the checks, and for each property the inserts, the share
of queries that hit, and the greatest size of the antichain as a share of the inserts. The published searches also keep
"insufficient quality", predictive upwards. Here that costs no memory: the bound of a transformation is a sum over its
attributes. What is kept instead is "may be anonymous", predictive upwards, by the searches that use it. A search that
asks an antichain inside a kernel is not seen here: its queries are not counted.
The published problem of ten attributes has 466,560 transformations; the table drawn here has other domains, and its
lattices are smaller (the column `lattice` says how large). ATUS, IHIS and SS13ACS are drawn, so that the published
figures for them are those of other values.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from arxdesk_engine.lattice.antichain import MaximalElements, MinimalElements
from arxdesk_engine.search.solution import Limits
from tests.benchmarks import tables
from tests.benchmarks.data import SETTINGS, attributes_of
from tests.benchmarks.measure import search_once, settings_parser

PUBLISHED_FLASH = {
    "ADULT-9": (1_180, (1_062, 74.69, 73.54), (887, 15.37, 93.01)),
    "CUP-8": (1_524, (1_435, 80.93, 76.31), (1_172, 24.75, 96.84)),
    "ATUS": (1_022, (903, 82.53, 59.25), (561, 5.23, 95.37)),
    "IHIS": (1_574, (1_341, 73.58, 42.80), (679, 7.91, 90.28)),
}
"""Table 2: checks; insufficient quality and insufficient protection: inserts, hits and greatest antichain (percent)."""
PUBLISHED_BEST_FIRST = {
    3: (96, 12, 4, 17.39, 75.00),
    4: (480, 50, 18, 20.87, 55.56),
    5: (1_440, 89, 34, 22.84, 44.12),
    6: (4_320, 177, 61, 25.13, 36.07),
    7: (12_960, 449, 157, 28.06, 31.85),
    8: (38_880, 820, 284, 29.99, 24.65),
    9: (116_640, 3_872, 1_187, 34.26, 22.16),
    10: (466_560, 15_858, 4_486, 36.80, 22.78),
    11: (1_399_680, 32_507, 10_119, 37.70, 20.43),
    12: (4_199_040, 76_679, 25_211, 38.36, 18.84),
    13: (12_597_120, 265_762, 85_303, 38.74, 19.59),
    14: (37_791_360, 626_383, 199_747, 39.15, 20.75),
    15: (113_374_080, 1_634_751, 514_863, 39.31, 20.17),
}
"""Table 4, by the number of attributes of SS13ACS: lattice, checks; inserts, hits and greatest antichain."""
ALGORITHMS = ("flash", "two-phase", "best-first", "optimal")
PROPERTIES = {MaximalElements: "no specialization anonymous ↓", MinimalElements: "may be anonymous ↑"}
HEADERS = ("data", "search", "lattice", "checked", "property", "inserts", "hits", "antichain", "status")


@dataclass
class Counts:
    """What happened to all antichains of one direction."""

    inserts: int = 0
    queries: int = 0
    hits: int = 0
    largest: int = 0

    def cells(self) -> tuple[str, str, str]:
        """Inserts, share of hits, greatest size as a share of the inserts."""
        hits = self.hits / self.queries if self.queries else None
        size = self.largest / self.inserts if self.inserts else None
        return tables.number(self.inserts), tables.percent(hits), tables.percent(size)


@contextmanager
def counted() -> Iterator[dict[type, Counts]]:
    """Count what is added to antichains and asked of them in the meantime."""
    counts = {kind: Counts() for kind in PROPERTIES}
    original = {kind: (kind.add, kind.covers) for kind in PROPERTIES}

    def watched(kind: type, add: Any, covers: Any) -> None:
        count = counts[kind]

        def counting_add(self: Any, levels: Any) -> Any:
            added = add(self, levels)
            count.inserts += bool(added)
            count.largest = max(count.largest, len(self))
            return added

        def counting_covers(self: Any, levels: Any) -> bool:
            found = covers(self, levels)
            count.queries += 1
            count.hits += bool(found)
            return bool(found)

        kind.add, kind.covers = counting_add, counting_covers  # type: ignore[attr-defined]

    try:
        for kind, (add, covers) in original.items():
            watched(kind, add, covers)
        yield counts
    finally:
        for kind, (add, covers) in original.items():
            kind.add, kind.covers = add, covers  # type: ignore[method-assign]


def published_rows(name: str) -> Iterator[tuple[str, ...]]:
    """Table 2 for one data set."""
    if name not in PUBLISHED_FLASH:
        return
    checks, *properties = PUBLISHED_FLASH[name]
    size = tables.number(SETTINGS[name].size)
    for label, (inserts, hits, largest) in zip(("quality ↑", "protection ↓"), properties, strict=True):
        share = f"{hits} %", f"{largest} %"
        yield (
            name,
            "flash, published",
            size,
            tables.number(checks),
            f"insufficient {label}",
            tables.number(inserts),
            *share,
            tables.ABSENT,
        )


def rows(name: str, limits: Limits, first: int | None = None) -> Iterator[tuple[str, ...]]:
    """Each search with its properties."""
    label = name if first is None else f"{name}, first {first}"
    for algorithm in ALGORITHMS:
        with counted() as counts:
            trace = search_once(name, algorithm, limits, first=first)
        if trace is None:
            yield label, algorithm, *(tables.ABSENT,) * 6, tables.NOT_THERE_YET
            continue
        size = tables.number(SETTINGS[name].size) if first is None else tables.ABSENT
        checks, status = tables.number(trace.solution.checks), str(trace.solution.status)
        used = [kind for kind, count in counts.items() if count.inserts]
        for kind in used or [MaximalElements]:
            yield label, algorithm, size, checks, PROPERTIES[kind], *counts[kind].cells(), status


def by_attributes(name: str, most: int, limits: Limits) -> Iterator[tuple[str, ...]]:
    """Table 4: the published best-first search, then ours, for growing numbers of attributes."""
    for first in range(3, most + 1):
        if first in PUBLISHED_BEST_FIRST:
            size, checks, inserts, hits, largest = PUBLISHED_BEST_FIRST[first]
            yield (
                f"{name}, first {first}",
                "best-first, published",
                tables.number(size),
                tables.number(checks),
                "insufficient quality ↑",
                tables.number(inserts),
                f"{hits} %",
                f"{largest} %",
                tables.ABSENT,
            )
        yield from rows(name, limits, first)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print what the antichains hold."""
    parser = settings_parser(main.__doc__, tuple(PUBLISHED_FLASH), 20.0)
    parser.add_argument("--most", type=int, default=10, help="attributes of SS13ACS, 0 for none (10)")
    options = parser.parse_args(arguments)
    limits = Limits(seconds=options.seconds)
    found = (row for name in options.data for row in (*published_rows(name), *rows(name, limits)))
    tables.show("Low-dimensional data (k = 5, 5 %, loss)", HEADERS, found)
    if options.most:
        most = min(options.most, attributes_of("SS13ACS-15"))
        growing = by_attributes("SS13ACS-15", most, limits)
        tables.show("Growing numbers of attributes (k = 5, 5 %, loss)", HEADERS, growing)


if __name__ == "__main__":
    main()
