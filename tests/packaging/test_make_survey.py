"""The example of a household survey: its files are what the script writes, and its job makes its risk low."""

import csv
from collections import defaultdict
from pathlib import Path

import pytest

from arxdesk_engine.analysis.risk.sample import sides_of_sample
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.job.job import load_job
from tests.packaging.scripts import EXAMPLES, require_committed

SURVEY = EXAMPLES / "survey"


def test_that_the_committed_files_are_what_the_script_writes(tmp_path: Path):
    require_committed("make_survey", "survey", tmp_path)


@pytest.fixture(scope="module")
def rows() -> list[dict[str, str]]:
    with (SURVEY / "survey.csv").open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def test_that_households_have_one_district_and_one_weight(rows):
    homes = defaultdict(list)
    for row in rows:
        homes[row["household"]].append(row)
    assert len(homes) == 1_600
    assert max(map(len, homes.values())) == 5
    for members in homes.values():
        assert len({(row["district"], row["weight"]) for row in members}) == 1
        assert any(int(row["age"]) >= 18 for row in members)


def test_that_a_weight_tells_neither_household_nor_district(rows):
    districts, homes = defaultdict(set), defaultdict(set)
    for row in rows:
        districts[row["weight"]].add(row["district"])
        homes[row["weight"]].add(row["household"])
    alone = {weight for weight, names in districts.items() if len(names) == 1}
    assert sum(row["weight"] in alone for row in rows) < 0.05 * len(rows)
    assert min(map(len, homes.values())) > 1


def test_that_children_neither_work_nor_earn(rows):
    children = [row for row in rows if int(row["age"]) < 16]
    assert len(children) > 300
    assert {(row["employment"], row["education"], row["income"]) for row in children} == {("child", "none yet", "0")}


def test_that_the_job_makes_the_risk_low_and_hides_households():
    anonymizer = Anonymizer.open(load_job(SURVEY / "survey.toml"))
    best = anonymizer.search().best
    assert best is not None
    output = anonymizer.apply(best.levels)
    included = anonymizer.problem.grouping.included
    names = anonymizer.quasi_identifiers
    sides = sides_of_sample(anonymizer.job, anonymizer.dataset, names, included, output)
    assert round(sides["before"].population) == 427_650
    assert sides["before"].expected == pytest.approx(112.2, abs=0.05)  # as the help tells
    assert sides["before"].household.expected == pytest.approx(271.7, abs=0.05)
    assert sides["after"].expected == pytest.approx(1.2, abs=0.05)
    assert sides["after"].household.expected == pytest.approx(2.8, abs=0.05)
    assert set(output.dataset["household"].texts()) == {"*"}
