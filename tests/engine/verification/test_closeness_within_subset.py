"""Models that compare groups with the whole table, where that is a research subset: the others count nowhere."""

import csv
from pathlib import Path
from typing import Any

import pytest

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.job.job import job_from
from arxdesk_engine.search.solution import Status
from arxdesk_engine.verification.recount import Recount
from tests.engine.verification.runs import write_rows

INSIDE = [("x", "1"), ("x", "1"), ("y", "2"), ("y", "2")]
OUTSIDE = [("x", str(value)) for value in range(3, 100)]
CLOSE = {"model": "t-closeness", "attribute": "s", "variant": "ordered"}


def anonymizer_of(folder: Path, records: list[tuple[str, str]], model: dict[str, Any], **sections: Any) -> Anonymizer:
    with (folder / "table.csv").open("w", newline="") as stream:
        csv.writer(stream).writerows([("q", "s"), *records])
    tree = [(str(value), "low" if value < 3 else "high", "all") for value in range(1, 100)]
    plain: dict[str, Any] = {
        "data": {"path": "table.csv"},
        "attributes": {
            "q": {"role": "quasi-identifying"},
            "s": {"role": "sensitive", "type": "integer", "hierarchy": write_rows(folder / "s.csv", tree)},
        },
        "privacy": [model],
        "subset": {"select": "s <= 2"},
    }
    return Anonymizer.open(job_from(plain | sections).at(folder / "job.toml"))


def counted_again(anonymizer: Anonymizer, folder: Path) -> Recount:
    solution = anonymizer.search()
    assert solution.best is not None
    output = anonymizer.apply(solution.best.levels)
    exported = anonymizer.write(output, folder / "out.csv")
    return anonymizer.verify(anonymizer.describe(solution, output) | {"output": exported.plain()}, output, exported)


MODELS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    # Half of the records of the subset have 1, half 2: a group of one of them is 1/2 away, or has twice the share.
    "ordered": (CLOSE | {"t": 0.5}, CLOSE | {"t": 0.49}),
    "equal": (CLOSE | {"variant": "equal", "t": 0.5}, CLOSE | {"variant": "equal", "t": 0.49}),
    # They have a common node at half the height.
    "hierarchical": (CLOSE | {"variant": "hierarchical", "t": 0.25}, CLOSE | {"variant": "hierarchical", "t": 0.24}),
    "likeness": (
        {"model": "beta-likeness", "attribute": "s", "beta": 1.0},
        {"model": "beta-likeness", "attribute": "s", "beta": 0.99},
    ),
    "disclosure": (
        {"model": "delta-disclosure", "attribute": "s", "delta": 1.01},
        {"model": "delta-disclosure", "attribute": "s", "delta": 1.0},
    ),
}


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("others", [[], OUTSIDE])
def test_that_values_outside_the_subset_change_nothing(tmp_path: Path, name: str, others: list[tuple[str, str]]):
    holds, fails = MODELS[name]
    counted = counted_again(anonymizer_of(tmp_path, INSIDE + others, holds), tmp_path)
    assert all(each.verified for each in counted.models)
    assert anonymizer_of(tmp_path, INSIDE + others, fails).search().status is Status.INFEASIBLE


@pytest.mark.parametrize("name", MODELS)
def test_that_counting_again_refutes_what_only_other_values_would_hide(tmp_path: Path, name: str):
    holds, fails = MODELS[name]
    anonymizer = anonymizer_of(tmp_path, INSIDE + OUTSIDE, holds)
    solution = anonymizer.search()
    assert solution.best is not None
    output = anonymizer.apply(solution.best.levels)
    exported = anonymizer.write(output, tmp_path / "out.csv")
    facts = anonymizer.describe(solution, output) | {"output": exported.plain()}
    stricter = anonymizer_of(tmp_path, INSIDE + OUTSIDE, fails)
    assert stricter.verify(facts, output, exported).models[0].verified is False


def test_that_a_last_level_with_a_label_that_does_not_occur_is_no_root_for_both(tmp_path: Path):
    """All values that occur share the last label; another one is in the hierarchy, so that a root stands above both."""
    rows = [("1", "a"), ("2", "a"), ("3", "b")]
    attributes = {
        "q": {"role": "quasi-identifying"},
        "s": {"role": "sensitive", "type": "integer", "hierarchy": write_rows(tmp_path / "other.csv", rows)},
    }
    for t, status in ((0.25, Status.OPTIMAL), (0.24, Status.INFEASIBLE)):
        model = CLOSE | {"variant": "hierarchical", "t": t}
        anonymizer = anonymizer_of(tmp_path, INSIDE, model, attributes=attributes)
        assert anonymizer.search().status is status
        if status is Status.OPTIMAL:
            assert counted_again(anonymizer, tmp_path).models[0].verified
