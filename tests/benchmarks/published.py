"""The published results that measurements are printed beside, from the shared folder's reference/published."""

from __future__ import annotations

import csv
import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean

from tests.benchmarks.data import shared_folder

PUBLISHED_NAMES = {
    "ADULT-8": "Adult",
    "CUP-7": "Cup",
    "ATUS-8": "Atus",
    "IHIS-8": "Ihis",
}
"""The settings of the studies with a sensitive attribute, by the name that these give them."""


@dataclass(frozen=True)
class Anonbench:
    """A search in the published comparison of algorithms: nothing suppressed, means of several runs."""

    seconds: float
    checks: int
    roll_ups: int


def anonbench() -> dict[tuple[str, str, str], Anonbench]:
    """By algorithm (Flash, OLA, Incognito, DFS, BFS), data set and criteria ("k", "kl", ...; see `in_order`)."""
    with (shared_folder() / "reference" / "published" / "anonbench_results.csv").open(newline="") as stream:
        rows = list(csv.reader(stream, delimiter=";"))[2:]
    return {
        (algorithm, dataset, in_order(criteria)): Anonbench(
            float(nanoseconds) / 1e9, round(float(checks)), round(float(roll_ups))
        )
        for algorithm, dataset, criteria, nanoseconds, _deviation, checks, roll_ups in rows
    }


def arx_checks(limit: float) -> dict[tuple[str, str], int]:
    """How many transformations ARX 3.9.2 checks for the combinations of criteria, by setting and combination."""
    settings = {"adult": "ADULT-8", "cup": "CUP-7"}
    found = {}
    for case in json.loads((shared_folder() / "reference" / "arx-cases.json").read_text()):
        data, _paper, rest = case["name"].partition("_paper_NON_UNIFORM_ENTROPY_")
        if rest and case["suppression_limit"] == limit:
            found[settings[data], rest.partition("_")[0]] = int(case["arx"]["checks"])
    return found


def in_order(criteria: Iterable[str]) -> str:
    """The letters of a combination of criteria in the order k, l, t, d."""
    return "".join(sorted((letter for letter in criteria if letter in "kltd"), key="kltd".index))


@dataclass(frozen=True)
class Improvement:
    """A better solution found by one run of a published heuristic search. `loss` is an arithmetic mean."""

    seconds: float
    granularity: float
    loss: float


def heuristic_runs(algorithm: str, dataset: str) -> list[list[Improvement]]:
    """The five runs of a heuristic (BOTTOM_UP, TOP_DOWN, GENETIC) with k = 5 and limit 1 on high-dimensional data."""
    runs: dict[str, list[Improvement]] = defaultdict(list)
    for row in _genetic_rows("genetic_Experiment2_kAnon.csv"):
        if row["algorithm"] == f"BEST_EFFORT_{algorithm}" and row["dataset"] == dataset:
            runs[row["batchNumber"]].append(
                Improvement(float(row["time"]) / 1e3, float(row["externalUtility"]), float(row["internalUtility"]))
            )
    return list(runs.values())


def loss_after(runs: list[list[Improvement]], seconds: float) -> float | None:
    """The mean over the runs of the best loss after so many seconds; a run without a solution has lost everything."""
    if not runs:
        return None
    return fmean(min((each.loss for each in run if each.seconds <= seconds), default=1.0) for run in runs)


def seconds_until_optimum(dataset: str) -> dict[str, float]:
    """Mean seconds until the optimum by algorithm (BOTTOM_UP, TOP_DOWN, GENETIC; OPTIMAL: the whole search), k = 5."""
    times: dict[str, list[float]] = defaultdict(list)
    for row in _genetic_rows("genetic_Experiment1_kAnon.csv"):
        if row["dataset"] == dataset:
            times[row["algorithm"].removeprefix("BEST_EFFORT_")].append(float(row["time"]) / 1e3)
    return {algorithm: fmean(each) for algorithm, each in times.items()}


def _genetic_rows(file: str) -> list[dict[str, str]]:
    with (shared_folder() / "reference" / "published" / file).open(newline="") as stream:
        return list(csv.DictReader(stream, delimiter=";"))


def flash_and_bottom_up(dataset: str, limit: float) -> tuple[float, float, float | None] | None:
    """Seconds of Flash, of the whole bottom-up search, and until it met the optimum (None: never). Loss, k = 5."""
    for quality, privacy, share, name, *milliseconds in _high_dimensional_rows(2):
        if (quality, privacy, float(share), name) == ("Loss", "(5)-anonymity", limit, dataset):
            flash, whole, until_optimum = (float(each) / 1e3 for each in milliseconds[:3])
            return flash, whole, until_optimum if until_optimum < 1e6 else None
    return None


def bottom_up_improvements(attributes: int, limit: float) -> list[float]:
    """Seconds of every improvement by the bottom-up search on the first attributes of SS13ACS. Loss, k = 5, 300 s."""
    wanted = ("Loss", "(5)-anonymity", limit, f"SS13ACS_{attributes}")
    return [
        float(milliseconds) / 1e3
        for quality, privacy, share, name, milliseconds, *_rest in _high_dimensional_rows(3)
        if (quality, privacy, float(share), name) == wanted
    ]


def _high_dimensional_rows(experiment: int) -> list[list[str]]:
    path = shared_folder() / "reference" / "published" / f"highdim_experiment{experiment}.csv"
    with path.open(newline="") as stream:
        return list(csv.reader(stream, delimiter=";"))[2:]
