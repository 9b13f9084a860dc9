"""What known records give away, against lists in plain Python; and where a sample has to do."""

import itertools
from collections import Counter, defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.analysis.people import known_events as module
from arxdesk_engine.analysis.people.known_events import (
    events_of_input,
    events_of_output,
    known_events,
    known_events_facts,
    known_events_sentence,
)
from arxdesk_engine.classes.histories import Histories
from tests.engine.verification.runs import job_on, people

RECORDS = st.lists(st.tuples(st.integers(0, 6), st.integers(1, 5)), min_size=1, max_size=25)


def histories_of(records):
    owners, groups = zip(*records, strict=True)
    return Histories.from_records(
        np.array(owners, np.int32), np.array(groups, np.int64), np.ones(len(records), np.uint32), 7
    )


@given(RECORDS, st.integers(1, 3))
def test_that_shares_are_those_of_all_combinations(records, known):
    events = defaultdict(list)
    for person, group in records:
        events[person].append(group)
    of_person = {
        person: set(itertools.combinations(sorted(each), min(known, len(each)))) for person, each in events.items()
    }

    def has(each, combination):
        return not Counter(combination) - Counter(each)

    alone = {
        person: [sum(has(events[other], one) for other in events) == 1 for one in found]
        for person, found in of_person.items()
    }
    found = known_events(histories_of(records), known)
    assert (found.people, found.judged, found.is_exact) == (len(events), len(events), True)
    assert found.some == pytest.approx(sum(map(any, alone.values())) / len(events))
    assert found.random == pytest.approx(sum(sum(each) / len(each) for each in alone.values()) / len(events))


def test_that_a_sample_is_told_with_an_interval_that_holds_the_share(monkeypatch):
    generator = np.random.default_rng(2)
    records = list(
        zip(generator.integers(0, 400, 1500).tolist(), generator.integers(1, 30, 1500).tolist(), strict=True)
    )
    owners, groups = zip(*records, strict=True)
    histories = Histories.from_records(
        np.array(owners, np.int32), np.array(groups, np.int64), np.ones(len(records), np.uint32), 400
    )
    exact = known_events(histories, 2)
    monkeypatch.setattr(module, "MOST_JUDGED", 2_000)
    sample = known_events(histories, 2)
    assert not sample.is_exact
    assert sample.judged < sample.people == exact.people
    assert sample.low <= exact.some <= sample.high
    assert sample.plain()["interval"] == [sample.low, sample.high]


def test_that_events_of_a_released_table_are_told_beside_those_of_the_input(tmp_path):
    rows = [{**row, "name": f"p{index % 70}"} for index, row in enumerate(people(210))]
    data = {"path": "people.csv", "delimiter": ";", "person": "name"}
    anonymizer = job_on(tmp_path, rows, [{"model": "event-anonymity", "k": 3, "m": 2}], data=data)
    solution = anonymizer.search()
    output = anonymizer.apply(solution.best.levels)
    facts = anonymizer.describe(solution, output)["risk"]["known_records"]
    assert facts == known_events_facts(anonymizer.problem, output)
    assert [each["known_records"] for each in facts["input"]] == [1, 2, 3]
    assert facts["input"][1]["singled_out"] > 0.5
    assert facts["output"][1]["singled_out"] == 0.0
    assert known_events_sentence(facts).endswith("now 0 %.")
    assert known_events_sentence({"input": facts["input"]}, 1).startswith("One known record singles out ")
    before, after = events_of_input(anonymizer.problem), events_of_output(anonymizer.problem, output)
    assert int(before.people.sum()) == 70
    assert int(after.people.sum()) == 70 - output.people.removed


def test_that_nothing_is_told_without_a_person_column(tmp_path):
    anonymizer = job_on(tmp_path, people(60), [{"model": "k-anonymity", "k": 3}])
    assert known_events_facts(anonymizer.problem, None) == {}
    assert "known_records" not in anonymizer.describe(anonymizer.search())["risk"]


def test_that_what_would_take_too_long_is_left_out(tmp_path, monkeypatch):
    rows = [{**row, "name": f"p{index % 30}"} for index, row in enumerate(people(120))]
    data = {"path": "people.csv", "delimiter": ";", "person": "name"}
    problem = job_on(tmp_path, rows, [{"model": "k-anonymity", "k": 2}], data=data).problem
    monkeypatch.setattr(module, "MOST_COUNTED", 200)
    facts = known_events_facts(problem, None)
    assert [each["known_records"] for each in facts["input"]] == [1]
    assert known_events_sentence(facts, 2) == ""
