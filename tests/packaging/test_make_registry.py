"""The example of a registry: its files are what the script writes, and k^m-anonymity is worth asking of it."""

import csv
import itertools
from collections import Counter
from pathlib import Path

import pytest

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.job.job import load_job
from tests.packaging.scripts import EXAMPLES, require_committed

REGISTRY = EXAMPLES / "registry"


def test_that_the_committed_files_are_what_the_script_writes(tmp_path: Path):
    require_committed("make_registry", "registry", tmp_path)


@pytest.fixture(scope="module")
def cells() -> list[list[str]]:
    with (REGISTRY / "registry.csv").open(encoding="utf-8", newline="") as stream:
        return [[item for item in row["diagnoses"].split("|") if item] for row in csv.DictReader(stream)]


def test_that_sets_are_of_different_sizes_and_codes_are_in_the_hierarchy(cells):
    assert len(cells) == 6_000
    sizes = Counter(map(len, cells))
    assert sizes[0] > 500
    assert max(sizes) >= 8
    with (REGISTRY / "hierarchy_diagnoses.csv").open(encoding="utf-8", newline="") as stream:
        assert {item for cell in cells for item in cell} == {row[0] for row in csv.reader(stream)}


def test_that_two_diagnoses_of_many_people_are_rare_and_none_are_in_the_result(cells):
    pairs = Counter(pair for cell in cells for pair in itertools.combinations(cell, 2))
    assert sum(any(pairs[pair] < 5 for pair in itertools.combinations(cell, 2)) for cell in cells) > 300
    anonymizer = Anonymizer.open(load_job(REGISTRY / "registry.toml"))
    best = anonymizer.search().best
    assert best is not None
    output = anonymizer.apply(best.levels)
    shown = [text.split("|") for text in output.dataset["diagnoses"].texts().tolist() if text not in ("", "*")]
    found = Counter(each for cell in shown for m in (1, 2) for each in itertools.combinations(cell, m))
    assert min(found.values()) >= 5
    items = output.items["diagnoses"]
    assert items.proven
    assert 0.9 < 1.0 - items.loss < 1.0
