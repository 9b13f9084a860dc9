"""The example of people with visits: its files are what the script writes, and its job hides who has known visits."""

import itertools
from collections import Counter, defaultdict
from pathlib import Path

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.job.job import load_job
from tests.packaging.scripts import EXAMPLES, read_rows, require_committed

VISITS = EXAMPLES / "visits"
QUASI = ("sex", "birth_year", "region", "visit_date", "care")


def test_that_the_committed_files_are_what_the_script_writes(tmp_path: Path):
    require_committed("make_visits", "visits", tmp_path)


def test_that_people_have_one_sex_and_year_and_few_have_many_visits():
    found = read_rows(VISITS / "visits.csv")
    facts = defaultdict(set)
    for row in found:
        facts[row["person_id"]].add((row["sex"], row["birth_year"], row["region"]))
    assert len(facts) == 2_500
    assert all(len(each) == 1 for each in facts.values())
    visits = Counter(row["person_id"] for row in found)
    assert 0.05 < sum(number > 8 for number in visits.values()) / 2_500 < 0.2


def test_that_any_two_visits_of_somebody_are_those_of_five_people(tmp_path: Path):
    anonymizer = Anonymizer.open(load_job(VISITS / "visits.toml"))
    best = anonymizer.search().best
    assert best is not None
    output = anonymizer.apply(best.levels)
    exported = anonymizer.write(output, tmp_path / "out.csv")
    owners = [row["person_id"] for row in read_rows(VISITS / "visits.csv")]
    events = defaultdict(list)
    for record, row in zip(exported.order.tolist(), read_rows(tmp_path / "out.csv"), strict=True):
        if any(row[name] != "*" for name in QUASI):
            events[owners[record]].append(tuple(row[name] for name in QUASI))
    assert len(events) > 2_400
    assert max(map(len, events.values())) == 8
    people = Counter(pair for each in events.values() for pair in set(itertools.combinations(sorted(each), 2)))
    alone = Counter(event for each in events.values() for event in set(each))
    assert min(people.values()) >= 5
    assert min(alone.values()) >= 5
