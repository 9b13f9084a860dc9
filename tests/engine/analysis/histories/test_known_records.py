"""Whom known records single out, and by which: against lists in plain Python, and the figures of the report."""

import itertools
from collections import Counter, defaultdict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk_engine.analysis.applied import Applied
from arxdesk_engine.analysis.histories.known_records import known_records, known_records_sentence
from arxdesk_engine.analysis.tables import InputTable, OutputTable
from arxdesk_engine.classes import histories as module
from arxdesk_engine.classes.histories import Histories
from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.foundation.control import Control, Stopped
from arxdesk_engine.job.job import job_from
from tests.engine.verification.runs import job_on, people

RECORDS = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 4)), min_size=1, max_size=25)


def table_of(records):
    """Records of people with one quasi-identifier, some of whose numbers nobody has."""
    owners, groups = zip(*records, strict=True)
    job = job_from(
        {
            "data": {"path": "visits.csv", "person": "id"},
            "attributes": {"id": {"role": "identifying"}, "place": {"role": "quasi-identifying"}},
            "privacy": [{"model": "k-anonymity", "k": 2}],
        },
        "job.toml",
    )
    ids = Column("id", np.array(owners, np.int32), tuple("abcdefg"))
    return InputTable(job, Dataset((ids, Column("place", np.array(groups, np.int32), tuple("vwxyz")))))


def has(events, combination):
    return not Counter(combination) - Counter(events)


@given(RECORDS, st.integers(1, 3))
@settings(deadline=None)
def test_that_who_is_singled_out_and_by_which_records_is_what_lists_say(records, known):
    events = defaultdict(list)
    for person, place in records:
        events["abcdefg"[person]].append("vwxyz"[place])
    found = known_records(table_of(records), ("place",), Control())

    def alone(person, number):
        every = itertools.combinations(sorted(events[person]), number)
        return {each for each in every if sum(has(events[other], each) for other in events) == 1}

    by_name = {
        name: alone(name, min(known, len(events[name])))
        for name in events
        if alone(name, min(known, len(events[name])))
    }
    assert {found.names[person] for person in found.people[known]} == set(by_name)
    rows = found.rows(known).tolist()
    assert sorted(rows) == [row for row, (person, _) in enumerate(records) if "abcdefg"[person] in by_name]
    for person in found.people[known].tolist():
        history = found.history(person, known)
        assert history.rows.tolist() == [
            row for row, (owner, _) in enumerate(records) if "abcdefg"[owner] == history.name
        ]
        marked = tuple(sorted("vwxyz"[records[row][1]] for row in history.rows[history.marked]))
        fewest = min(number for number in range(1, known + 1) if alone(history.name, number))
        assert len(marked) == fewest
        assert marked in alone(history.name, fewest)
    others = [place for place in range(len(found.names)) if place not in set(found.people[known].tolist())]
    assert not any(found.history(place, known).marked.any() for place in others)


def tables(tmp_path):
    rows = [{**row, "name": f"p{index % 70}"} for index, row in enumerate(people(210))]
    data = {"path": "people.csv", "delimiter": ";", "person": "name"}
    anonymizer = job_on(tmp_path, rows, [{"model": "k-anonymity", "k": 3}], data=data)
    solution = anonymizer.search()
    output = anonymizer.apply(solution.best.levels)
    before = InputTable(anonymizer.job, anonymizer.dataset)
    applied = Applied(solution.best, output, (), 0.0)
    after = OutputTable(before, anonymizer.job, anonymizer.problem, anonymizer.hierarchies, solution, applied)
    return before, after, anonymizer.describe(solution, output)["risk"]["known_records"]


def test_that_the_figures_are_those_of_the_report_before_and_after(tmp_path):
    before, after, facts = tables(tmp_path)
    sides = {
        "before": known_records(before, before.quasi_identifiers, Control()),
        "after": known_records(after, after.quasi_identifiers, Control()),
    }
    assert [each.plain() for each in sides["before"].found.values()] == facts["input"]
    assert [each.plain() for each in sides["after"].found.values()] == facts["output"]
    sentence = known_records_sentence(sides)
    assert sentence.startswith("2 known records single out ")
    assert sentence.endswith(" in the output.")


def test_that_cells_as_they_are_shown_make_the_groups_of_chosen_columns(tmp_path):
    before, after, _facts = tables(tmp_path)
    of_all = known_records(after, after.quasi_identifiers, Control())
    in_order = tuple(reversed(after.quasi_identifiers))
    assert known_records(after, in_order, Control()).found == of_all.found
    sexes = known_records(before, ("sex",), Control())
    assert sexes.found[1].some == 0.0
    assert known_records_sentence({"before": sexes}, 1) == ("One known record singles out nobody in the input.")


def test_that_it_can_be_stopped(tmp_path):
    before, _after, _facts = tables(tmp_path)
    control = Control()
    control.stop()
    with pytest.raises(Stopped):
        known_records(before, before.quasi_identifiers, control)


def test_that_it_can_be_stopped_while_it_counts(tmp_path):
    before, _after, _facts = tables(tmp_path)
    told = []

    def stop(progress):
        told.append(progress)
        if len(told) == 2:
            control.stop()

    control = Control(stop)
    with pytest.raises(Stopped):
        known_records(before, before.quasi_identifiers, control)
    assert len(told) == 2


def test_that_counting_in_parts_finds_the_same(monkeypatch):
    generator = np.random.default_rng(4)
    owners, groups = generator.integers(0, 90, 700), generator.integers(1, 20, 700)
    histories = Histories.from_records(owners.astype(np.int32), groups.astype(np.int64), np.ones(700, np.uint32), 90)
    whole = histories.shared(2, 3)
    monkeypatch.setattr(module, "_EVENTS_AT_ONCE", 40)
    assert len(histories._parts()) > 5
    assert (histories.shared(2, 3, control=Control()) == whole).all()
