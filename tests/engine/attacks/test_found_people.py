"""People with several records beside pairwise comparison of their records and the rows of a release."""

from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.attacks import found_people as module
from arxdesk_engine.attacks.found_people import found_people
from arxdesk_engine.attacks.inference import inference
from arxdesk_engine.attacks.singling_out import singling_out
from tests.engine.attacks.tables import pairs, releases, table_of

PLAIN = [[True]]


def found_in(table, known):
    return found_people(table, known, singling_out(table, known, 3), [inference(table, known, "secret")])


@given(releases(), st.data())
def test_that_people_are_found_by_one_record_or_all(case, data):
    table, known = case
    several = st.lists(st.integers(0, 4), min_size=len(table.members), max_size=len(table.members))
    people = np.array(data.draw(several), np.int64)
    whose = None
    if table.rows and data.draw(st.booleans()):
        whose = np.array(data.draw(st.lists(st.integers(0, 3), min_size=table.rows, max_size=table.rows)), np.int64)
    table = replace(table, people=people, whose=whose)
    rows_of, members = pairs(table, known), np.flatnonzero(table.members)
    found = found_in(table, known)
    numbers = sorted(set(people[members].tolist()))
    if len(numbers) == len(members):
        assert found is None
        return
    guesses = inference(table, known, "secret").members
    one, every, certain = [], [], 0
    for number in numbers:
        records = [each for each in members.tolist() if people[each] == number]
        if whose is None:
            candidates = [set(rows_of[each]) for each in records]
        else:
            candidates = [{int(whose[row]) for row in rows_of[each]} for each in records]
        one.append(min((len(each) for each in candidates if each), default=0))
        every.append(len(set.intersection(*candidates)))
        certain += any(guesses.certain[np.flatnonzero(members == each)[0]] for each in records)
    assert found.by_one.candidates.tolist() == one
    assert (found.by_all is None) == (whose is None)
    if whose is not None:
        assert found.by_all.candidates.tolist() == every
    assert (found.of, found.told[0].certain.some) == (len(numbers), certain)


def visits(whose):
    """Three people with two visits each; a visit in spring can be anybody's, each has another one besides."""
    values = [[0, 0, 0], [1, 0, 0], [0, 0, 0], [2, 0, 0], [0, 0, 0], [1, 0, 0]]
    covers = [[True, False], [False, True], [False, True]]
    labels = [[0, 0, 0], [1, 0, 0]] * 3
    table = table_of(values, labels, [covers, PLAIN, PLAIN], [0, 0, 0, 1, 0, 0], [0, 0, 0, 1, 0, 0], [False] * 6)
    return replace(table, people=np.array([0, 0, 1, 1, 2, 2]), whose=whose)


def test_that_pseudonyms_let_records_be_put_together():
    alone = found_in(visits(None), ["a"])
    assert alone.by_one.candidates.tolist() == [3, 3, 3]
    assert alone.by_all is None
    assert len(alone.sentences()) == 2
    shown = found_in(visits(np.array([0, 0, 1, 1, 2, 2])), ["a"])
    assert shown.by_all.candidates.tolist() == [3, 3, 3]
    split = found_in(visits(np.array([0, 1, 1, 1, 2, 0])), ["a"])
    assert split.by_one.candidates.tolist() == [2, 2, 2]
    assert split.by_all.candidates.tolist() == [2, 2, 2]
    of_one = found_in(visits(np.array([0, 1, 1, 1, 2, 1])), ["a"])
    assert of_one.by_one.candidates.tolist() == [1, 1, 1]
    assert "whose each row is: 100.0 % are singled out" in of_one.sentences()[1]


def test_that_many_people_are_looked_at_in_part(monkeypatch):
    monkeypatch.setattr(module, "MOST_PEOPLE", 2)
    found = found_in(visits(np.array([0, 0, 1, 1, 2, 2])), ["a"])
    assert (found.of, len(found.by_one.candidates)) == (3, 2)
    assert found.plain()["by_all_records"]["single"]["of"] == 2


def test_that_everybody_with_one_record_needs_no_people():
    table = visits(None)
    assert found_in(replace(table, people=None), ["a"]) is None
    assert found_in(replace(table, people=np.arange(6)), ["a"]) is None
