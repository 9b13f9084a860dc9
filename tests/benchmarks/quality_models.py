"""What it takes to prove the optimum under every quality model: checks and time, beside the checks of ARX 3.9.2.

`python -m tests.benchmarks.quality_models`: 5-anonymity with a suppression limit of 5 %. "share" is the part of the
lattice that was looked at. Classification is not among them: what it is asked to predict is not part of a data set.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from arxdesk_engine.quality import MODELS
from arxdesk_engine.search.solution import Limits
from tests.benchmarks import tables
from tests.benchmarks.data import SETTINGS
from tests.benchmarks.measure import settings_parser, warm_runs

DATA = ("ADULT-9", "CUP-8")
CHECKS_OF_ARX = {
    "ADULT-9": {
        "loss": 1218,
        "loss, rank": 88,
        "precision": 987,
        "non-uniform-entropy": 3247,
        "normalized-non-uniform-entropy": 3294,
        "discernibility": 3834,
        "average-class-size": 4843,
        "ambiguity": 6356,
        "height": 2866,
        "kl-divergence": 6606,
        "entropy": 2050,
    },
    "CUP-8": {"loss": 1525, "precision": 1038, "discernibility": 7132, "average-class-size": 2453},
}
"""From the reference folder; its KL divergence is another one."""
HEADERS = ("data", "quality model", "checks", "share", "ARX", "time", "score", "status")


def rows(names: Sequence[str], limits: Limits, repeats: int) -> Iterator[tuple[str, ...]]:
    """One row for each data set and quality model; the median of several warm runs."""
    for name, model in itertools.product(names, ("loss", "loss, rank", *list(MODELS)[1:])):
        if model == "classification":
            continue
        quality, _comma, aggregate = model.partition(", ")
        runs = warm_runs(name, repeats, limits=limits, limit=0.05, quality=quality, aggregate=aggregate or None)
        if runs is None:
            raise AssertionError("there is an algorithm called optimal")
        solution = runs.solution
        yield (
            name,
            model,
            tables.number(solution.checks),
            tables.percent(solution.checks / SETTINGS[name].size),
            tables.number(CHECKS_OF_ARX.get(name, {}).get(model)),
            tables.seconds(runs.seconds),
            tables.score(None if solution.best is None else solution.best.score),
            str(solution.status),
        )


def main(arguments: Sequence[str] | None = None) -> None:
    """Print what it takes to prove the optimum under every quality model."""
    parser = settings_parser(main.__doc__, DATA, 60.0)
    parser.add_argument("--repeats", type=int, default=3, help="runs of each, of which the median is printed (3)")
    options = parser.parse_args(arguments)
    limits = Limits(seconds=options.seconds)
    tables.show("Optima under every quality model", HEADERS, rows(options.data, limits, options.repeats))


if __name__ == "__main__":
    main()
