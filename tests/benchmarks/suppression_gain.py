"""What it gains to remove up to 5 % of the records: table 5 of "The cost of quality" (2015).

`python -m tests.benchmarks.suppression_gain`: the best score with limit 5 % as a share of the best score where nothing
may be removed, for the eleven combinations of privacy models and four quality models of the paper, and for loss. ATUS
and IHIS are drawn, so that the published figures are those of other values in the same attributes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arxdesk_engine.quality import MODELS
from arxdesk_engine.search.solution import Limits, Status
from tests.benchmarks import tables
from tests.benchmarks.combinations import COMBINATIONS, DATA, entries, missing
from tests.benchmarks.measure import search_once, settings_parser

QUALITY_MODELS = ("non-uniform-entropy", "precision", "discernibility", "average-class-size")
# For each combination one group of figures for each quality model, each in the order of DATA.
PUBLISHED = {
    "k": ((55, 64, 38, 61), (48, 39, 23, 39), (16, 6, 41, 79), (4, 1, 10, 13)),
    "l": ((64, 63, 78, 62), (57, 38, 54, 41), (22, 6, 78, 100), (6, 1, 4, 11)),
    "t": ((94, 70, 89, 100), (86, 50, 85, 100), (82, 8, 84, 100), (21, 2, 12, 100)),
    "d": ((69, 70, 46, 69), (54, 49, 31, 43), (40, 21, 58, 99), (13, 3, 10, 11)),
    "kl": ((64, 64, 78, 68), (57, 39, 54, 41), (22, 6, 78, 100), (6, 1, 4, 15)),
    "kt": ((94, 70, 89, 100), (86, 50, 85, 100), (82, 8, 84, 100), (21, 2, 12, 100)),
    "kd": ((78, 71, 59, 74), (67, 53, 45, 66), (43, 11, 63, 65), (24, 2, 23, 16)),
    "ld": ((74, 69, 76, 77), (72, 52, 59, 66), (28, 9, 73, 66), (15, 1, 9, 18)),
    "td": ((95, 86, 91, 93), (93, 67, 85, 96), (79, 19, 86, 100), (29, 11, 23, 51)),
    "kld": ((74, 71, 76, 77), (72, 53, 59, 67), (29, 11, 74, 66), (15, 2, 10, 18)),
    "ktd": ((95, 86, 91, 93), (93, 67, 85, 96), (61, 19, 86, 100), (25, 11, 23, 51)),
}
"""Percent; FARS left out."""
HEADERS = ("data", "models", "quality", "published", "ours", "at 0 %", "at 5 %", "remark")


def rows(names: Sequence[str], limits: Limits) -> Iterator[tuple[str, ...]]:
    """One row for each data set, combination and quality model."""
    for name in names:
        place = DATA.index(name)
        for combination in COMBINATIONS:
            for model in (*QUALITY_MODELS, "loss"):
                known = QUALITY_MODELS.index(model) if model in QUALITY_MODELS else None
                published = tables.ABSENT if known is None else f"{PUBLISHED[combination][known][place]} %"
                absent = missing(combination, name) + ([] if model in MODELS else [model])
                if absent:
                    yield name, combination, model, published, *(tables.ABSENT,) * 3, f"no {', '.join(absent)} yet"
                else:
                    yield name, combination, model, published, *_gain(name, combination, model, limits)


def _gain(name: str, combination: str, model: str, limits: Limits) -> tuple[str, str, str, str]:
    scores, remark = [], ""
    for limit in (0.0, 0.05):
        terms = {"limit": limit, "quality": model, "privacy": entries(combination, name)}
        trace = search_once(name, "optimal", limits, **terms)
        best = None if trace is None else trace.solution.best
        scores.append(None if best is None else best.score)
        if trace is not None and trace.solution.status is not Status.OPTIMAL:
            remark = str(trace.solution.status)
    without, with_suppression = scores
    share = with_suppression / without if without and with_suppression is not None else None
    return tables.percent(share), tables.score(without), tables.score(with_suppression), remark


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the best score with a limit of 5 % as a share of the best score without suppression."""
    parser = settings_parser(main.__doc__, DATA, 60.0)
    options = parser.parse_args(arguments)
    if unknown := [name for name in options.data if name not in DATA]:
        parser.error(f"{', '.join(unknown)}: the study is about {', '.join(DATA)}")
    limits = Limits(seconds=options.seconds)
    tables.show("Best score at 5 % as a share of that at 0 %", HEADERS, rows(options.data, limits))


if __name__ == "__main__":
    main()
