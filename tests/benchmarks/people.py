"""Tables in which people have several records: `python -m tests.benchmarks.people [--checks | --simulation]`.

Two tables: how much more a check costs where people are counted and removed as wholes; and what known records give
away before, under k-anonymity of people, and under event anonymity.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from arxdesk_engine.analysis.people.known_events import known_events
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.classes.classes import Grouping
from arxdesk_engine.classes.histories import Histories
from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.job import job_from
from arxdesk_engine.quality.loss import Loss
from arxdesk_engine.search import ALGORITHMS
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.solution import Limits, Solution
from tests.benchmarks import data, tables

WARM_RUNS = 5
PEOPLE = {"ADULT-9": 10_000, "IHIS": 300_000}
"""So many people, to whom the records are dealt at random: the worst case, since none of a person are alike."""
SIMULATED_PEOPLE, SIMULATED_VISITS = 20_000, 76_595
QUASI_IDENTIFIERS = ("sex", "age", "region", "quarter", "ward")
DEPTHS = {"sex": 2, "age": 3, "region": 3, "quarter": 3, "ward": 3}


@dataclass(frozen=True)
class Search:
    """A search to its proof: the seconds of a warm run and its result."""

    seconds: float
    solution: Solution

    @property
    def milliseconds(self) -> float:
        """Of one check."""
        return 1000.0 * self.seconds / self.solution.checks


def checks(names: Sequence[str]) -> None:
    """Print how much a check of `optimal` costs with and without people, for tables with made-up people."""
    rows = []
    for name in names:
        problem = data.anonymizer(name).problem
        with_people = _dealt(problem, PEOPLE[name])
        by_records = _searched(replace(problem, quality=Loss(problem.grouping)))
        for removed, posed in (("people", True), ("records", False)):
            by_people = _searched(replace(with_people, removes_people=posed))
            ratio = by_people.milliseconds / by_records.milliseconds
            rows.append(
                (
                    name,
                    f"{PEOPLE[name]:,}",
                    removed,
                    f"{by_records.milliseconds:.3f} ms",
                    f"{by_people.milliseconds:.3f} ms",
                    f"{ratio:.2f}",
                )
            )
    headers = ("table", "people", "removed", "a check by records", "a check by people", "ratio")
    tables.show("A check by people against one by records", headers, rows)


def _dealt(problem: SearchProblem, people: int) -> SearchProblem:
    """The problem with its records dealt to people, each of whom gets one at least."""
    grouping = problem.grouping
    generator = np.random.default_rng(1)
    extra = generator.integers(0, people, grouping.records - people)
    owners = generator.permutation(np.concatenate([np.arange(people), extra])).astype(np.int32)
    codes = [
        grouping.packing.unpack(grouping.tuples.keys, place)[grouping.tuple_of_record]
        for place in range(len(grouping.hierarchies))
    ]
    dealt = Grouping(codes, grouping.hierarchies, people=owners)
    return replace(problem, grouping=dealt, quality=Loss(dealt))


def _searched(problem: SearchProblem) -> Search:
    seconds = []
    for _run in range(WARM_RUNS + 1):
        began = time.perf_counter()
        solution = ALGORITHMS["optimal"](replace(problem), Control(), Limits(), 0)
        seconds.append(time.perf_counter() - began)
    return Search(statistics.median(seconds[1:]), solution)


def simulated() -> tuple[Dataset, dict[str, Hierarchy]]:
    """20,000 people with 76,595 visits and five coarse quasi-identifiers, of which sex, age and region are constant."""
    generator = np.random.default_rng(498628)
    people = np.arange(SIMULATED_PEOPLE)
    extra = generator.choice(SIMULATED_PEOPLE, SIMULATED_VISITS - SIMULATED_PEOPLE, p=_activity(generator))
    owners = np.concatenate([people, extra])
    skews = {"sex": (2, 0.05), "age": (9, 0.3), "region": (16, 0.8)}
    of_person = {name: _drawn(generator, *each, SIMULATED_PEOPLE) for name, each in skews.items()}
    codes = {name: each[owners] for name, each in of_person.items()}
    codes["quarter"] = generator.integers(0, 4, len(owners))
    codes["ward"] = _drawn(generator, 7, 0.9, len(owners))
    columns = [Column("patient", owners.astype(np.int32), tuple(f"p{each:05}" for each in people))]
    hierarchies = {}
    for name, each in codes.items():
        values = tuple(f"{name} {value:02}" for value in range(int(each.max()) + 1))
        columns.append(Column(name, each.astype(np.int32), values))
        hierarchies[name] = Hierarchy(tuple(_row(value, name, DEPTHS[name]) for value in values))
    return Dataset(tuple(columns), "simulated visits"), hierarchies


def _activity(generator: np.random.Generator) -> np.ndarray:
    rates = generator.gamma(1.2, 1.0, SIMULATED_PEOPLE)
    return rates / rates.sum()


def _drawn(generator: np.random.Generator, values: int, skew: float, number: int) -> np.ndarray:
    shares = np.arange(1, values + 1) ** -skew
    return generator.choice(values, number, p=shares / shares.sum())


def _row(value: str, name: str, depth: int) -> tuple[str, ...]:
    """A value, a group of about four, and everything."""
    number = int(value.rpartition(" ")[2])
    return (value, "*") if depth == 2 else (value, f"{name} {number // 4 * 4:02}+", "*")


def simulation() -> None:
    """Print what known records give away in the simulated visits, before and under two privacy models."""
    dataset, hierarchies = simulated()
    rows = []
    for label, models, limit in (
        ("before", [{"model": "k-anonymity", "k": 1}], 0.0),
        ("5-anonymity of records", [{"model": "k-anonymity", "k": 5}], 0.05),
        ("5-anonymity of people", [{"model": "k-anonymity", "k": 5}], 0.05),
        ("event anonymity, k = 5, m = 2", [{"model": "event-anonymity", "k": 5, "m": 2}], 0.05),
        ("history anonymity, k = 5", [{"model": "history-anonymity", "k": 5}], 0.3),
    ):
        person = {} if label.endswith("records") else {"person": "patient"}
        anonymizer = Anonymizer.formulate(_job(models, limit, person), dataset, hierarchies)
        found = _searched_once(anonymizer)
        rows.append((label, *found))
    known = ("1 record", "2 records", "3 records", "all")
    headers = ("visits", "records removed", "score", "in groups below 5", *known, "seconds")
    tables.show("People singled out by records that are known of them", headers, rows)


def _job(models: list[dict[str, object]], limit: float, person: dict[str, str]) -> object:
    attributes = {name: {"role": "quasi-identifying"} for name in QUASI_IDENTIFIERS}
    attributes["patient"] = {"role": "identifying"}
    content = {"data": {"path": "visits.csv", **person}, "attributes": attributes, "privacy": models}
    return job_from(content | {"suppression": {"limit": limit}})


def _searched_once(anonymizer: Anonymizer) -> tuple[str, ...]:
    """The result of a search, and the shares of people singled out by their known records in it."""
    began = time.perf_counter()
    solution = anonymizer.search()
    seconds = time.perf_counter() - began
    if solution.best is None:
        return ("nothing", *["-"] * 6, f"{seconds:.1f} s")
    output = anonymizer.apply(solution.best.levels)
    small = int(output.class_sizes[output.class_sizes < 5].sum()) / max(1, int(output.class_sizes.sum()))
    people = anonymizer.dataset["patient"].codes
    kept = output.members >= 0
    histories = Histories.from_records(
        people[kept], output.members[kept].astype(np.int64) + 1, np.ones(int(kept.sum()), np.uint32), SIMULATED_PEOPLE
    )
    shares = (f"{100 * known_events(histories, known).some:.1f} %" for known in (1, 2, 3))
    score, removed = f"{solution.best.score:.4f}", f"{output.suppressed_records:,}"
    own = f"{100 * _own_histories(people[kept], output.members[kept]):.1f} %"
    return (removed, score, f"{100 * small:.1f} %", *shares, own, f"{seconds:.1f} s")


def _own_histories(people: np.ndarray, groups: np.ndarray) -> float:
    """The share of people whose records together look like those of nobody else."""
    order = np.lexsort((groups, people))
    starts = np.flatnonzero(np.diff(people[order], prepend=-1))
    histories = Counter(each.tobytes() for each in np.split(groups[order], starts[1:]))
    return sum(number == 1 for number in histories.values()) / max(1, len(starts))


def main(arguments: Sequence[str] | None = None) -> None:
    """Print both tables, or one."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--checks", action="store_true", help="only the costs of checks")
    parser.add_argument("--simulation", action="store_true", help="only the simulated visits")
    chosen = parser.parse_args(arguments)
    if chosen.checks or not chosen.simulation:
        checks(tuple(PEOPLE))
    if chosen.simulation or not chosen.checks:
        simulation()


if __name__ == "__main__":
    main()
