"""Clusters that show the same aggregate are one group to whoever reads the file, and similar values are together."""

import csv
import random
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.job.job import job_from
from tests.engine.verification.runs import write_rows

TREE = [("1", "L", "*"), ("5", "L", "*"), ("2", "M", "*"), ("4", "M", "*"), ("9", "N", "*")]
CELLS = {
    # Both clusters of "a" show 3: A and B are half of the first each, and C is 2 in 5 of the second alone.
    **{("a", value, illness): 25 for value in "15" for illness in "AB"},
    ("a", "2", "A"): 1,
    ("a", "2", "B"): 2,
    ("a", "2", "C"): 2,
    ("a", "4", "A"): 2,
    ("a", "4", "B"): 1,
    ("a", "4", "C"): 2,
    ("b", "9", "A"): 25,
    ("b", "9", "B"): 25,
    ("b", "9", "C"): 100,
}
DISCLOSURE = {"model": "delta-disclosure", "attribute": "s", "delta": 1.0}
K = {"model": "k-anonymity", "k": 5}


def job_of(folder: Path, privacy: list[dict[str, Any]], **levels: int) -> Anonymizer:
    with (folder / "table.csv").open("w", newline="") as stream:
        rows = (cells for cells, number in CELLS.items() for _record in range(number))
        csv.writer(stream).writerows([("q", "v", "s"), *rows])
    clusters = {"transformation": "cluster-microaggregate", "function": "arithmetic-mean", **levels}
    hierarchy = write_rows(folder / "v.csv", TREE)
    plain = {
        "data": {"path": "table.csv"},
        "attributes": {
            "q": {"role": "quasi-identifying", "type": "string"},
            "v": {"role": "quasi-identifying", "type": "integer", "hierarchy": hierarchy, **clusters},
            "s": {"role": "sensitive"},
        },
        "privacy": privacy,
    }
    return Anonymizer.open(job_from(plain).at(folder / "job.toml"))


@pytest.mark.parametrize(
    "model",
    [
        DISCLOSURE,
        {"model": "l-diversity", "variant": "grassberger", "attribute": "s", "l": 2.0},
        {"model": "population-uniqueness", "threshold": 0.1, "population": 10_000},
    ],
)
def test_that_models_that_need_not_hold_for_groups_together_are_refused(tmp_path: Path, model: dict[str, Any]):
    with pytest.raises(InvalidJob, match='clusters of "v" that show the same aggregate read as one group'):
        job_of(tmp_path, [K, model])


def test_that_counting_again_asks_of_the_groups_that_readers_see(tmp_path: Path):
    """C is none of the first cluster and 2 in 5 of the second; of both together it is 4 in 110, far from the table."""
    anonymizer = job_of(tmp_path, [K], minimum_level=1, maximum_level=1)
    solution = anonymizer.search()
    assert solution.best is not None
    output = anonymizer.apply(solution.best.levels)
    exported = anonymizer.write(output, tmp_path / "out.csv")
    facts = anonymizer.describe(solution, output) | {"output": exported.plain()}
    assert anonymizer.verify(facts, output, exported).plain()["all"] is True
    models = job_from({"data": {"path": "table.csv"}, "privacy": [DISCLOSURE]}).privacy  # no search takes it
    asked = replace(anonymizer, job=anonymizer.job.model_copy(update={"privacy": models}))
    assert asked.verify(facts, output, exported).models[0].verified is False


@pytest.mark.parametrize("quality", ["loss", "precision", "entropy"])
def test_that_only_similar_ages_are_together(tmp_path: Path, quality: str):
    """Ten records of each age: decades are the finest groups of 40 of each sex, and nothing calls for wider ones."""
    chance = random.Random(1)  # noqa: S311
    people = [(sex, str(age)) for age in range(20, 60) for sex in "fm" for _each in range(10)]
    chance.shuffle(people)
    with (tmp_path / "people.csv").open("w", newline="") as stream:
        csv.writer(stream).writerows([("sex", "age"), *people])
    tree = [(str(age), f"{age // 10}x", "*") for age in range(20, 60)]
    age = {"role": "quasi-identifying", "type": "integer", "hierarchy": write_rows(tmp_path / "ages.csv", tree)}
    age |= {"transformation": "cluster-microaggregate", "function": "arithmetic-mean"}
    plain = {
        "data": {"path": "people.csv"},
        "attributes": {"sex": {"role": "quasi-identifying"}, "age": age},
        "privacy": [{"model": "k-anonymity", "k": 40}],
        "suppression": {"limit": 0.5},
        "quality": {"model": quality},
    }
    anonymizer = Anonymizer.open(job_from(plain).at(tmp_path / "job.toml"))
    solution = anonymizer.search()
    assert solution.best is not None
    assert solution.best.levels == (0, 1)
    shown = defaultdict(set)
    for (sex, years), mean in zip(people, anonymizer.apply((0, 1)).dataset["age"].texts(), strict=True):
        shown[sex, mean].add(int(years) // 10)
    assert all(len(decades) == 1 for decades in shown.values())
