"""Keys of both tables and their records are those that anybody finds by trying all combinations."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from arxdesk.risk.keys.work import KeysOf, RecordsInTenth, RecordsWithKey, RecordsWithKeyAttribute
from arxdesk_engine.analysis.risk.keys import TENTHS
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.subset import SubsetSettings
from arxdesk_engine.risk.key_uniqueness import dis_scores, record_scores
from arxdesk_engine.risk.population import Population
from tests.arxdesk.analysis.applied_documents import adult, discharges, put_on, wards
from tests.arxdesk.analysis.test_records import tables_of


@pytest.fixture(scope="module")
def hospital():
    document = discharges(250)
    put_on(document)
    return document


def keys_by_hand(table, largest):
    """(record, attributes) of every key: unique in the attributes, and not in any part of them."""
    frame = table.dataset.to_pandas().astype(str)
    names = table.quasi_identifiers
    hidden = {place for place, row in enumerate(frame[list(names)].itertuples(index=False)) if set(row) == {"*"}}
    found, keys = set(), set()
    for size in range(1, largest + 1):
        for chosen in combinations(names, size):
            rows = list(frame[list(chosen)].itertuples(index=False, name=None))
            number = Counter(row for place, row in enumerate(rows) if place not in hidden)
            for place, row in enumerate(rows):
                if place in hidden or number[row] != 1:
                    continue
                parts = {part for smaller in range(1, size) for part in combinations(chosen, smaller)}
                if not any((place, part) in found for part in parts):
                    keys.add((place, chosen))
                found.add((place, chosen))
    return keys


def test_that_keys_and_people_are_those_found_by_trying_all(hospital):
    for table in tables_of(hospital):
        expected = keys_by_hand(table, 3)
        found = KeysOf(table.quasi_identifiers, 3, None).run(table, Control())
        sizes = Counter(len(chosen) for _place, chosen in expected)
        assert found.keys.keys_by_size.tolist() == [sizes[size] for size in (1, 2, 3)]
        for size in (1, 2, 3):
            people = {place for place, chosen in expected if len(chosen) == size}
            assert found.people[size - 1] == len(people)
            assert set(RecordsWithKey(found, size).run(table, Control()).tolist()) == people
        assert found.named == len({place for place, _chosen in expected})
        for name in table.quasi_identifiers:
            people = {place for place, chosen in expected if name in chosen}
            assert set(RecordsWithKeyAttribute(found, name).run(table, Control()).tolist()) == people


def test_that_records_come_with_the_highest_score_first(hospital):
    table = tables_of(hospital)[0]
    found = KeysOf(table.quasi_identifiers, 3, Population(size=5000)).run(table, Control())
    rows = RecordsWithKey(found).run(table, Control())
    assert len(rows) == found.named
    scores = record_scores(found.keys)[rows]
    assert (np.diff(scores) <= 0).all()
    assert scores[-1] > 0
    assert found.highest_score == scores[0]


def test_that_tenths_hold_as_many_records_as_they_count(hospital):
    table = tables_of(hospital)[0]
    found = KeysOf(table.quasi_identifiers, 3, Population(size=1000)).run(table, Control())
    assert found.dis == pytest.approx(dis_scores(found.keys, 0.25))
    for numbers, is_dis in ((found.by_dis, True), (found.by_score, False)):
        rows = [RecordsInTenth(found, tenth, is_dis).run(table, Control()) for tenth in range(TENTHS)]
        assert [len(each) for each in rows] == numbers.tolist()
        assert sum(map(len, rows)) == found.named
        assert len(set(np.concatenate(rows).tolist())) == found.named


def test_that_there_is_no_chance_of_a_match_without_a_population_or_with_one_that_is_too_small(hospital):
    table = tables_of(hospital)[0]
    for population in (None, Population(size=100)):
        found = KeysOf(table.quasi_identifiers, 2, population).run(table, Control())
        assert (found.dis, found.by_dis, found.sampling_fraction) == (None, None, None)


def test_that_another_population_does_not_look_for_the_keys_again(hospital):
    table = tables_of(hospital)[0]
    first = KeysOf(table.quasi_identifiers, 2, None).run(table, Control())
    other = KeysOf(table.quasi_identifiers, 2, Population(size=1000)).run(table, Control())
    assert other.keys is first.keys
    assert KeysOf(table.quasi_identifiers, 3, None).run(table, Control()).keys is not first.keys


def test_that_places_are_those_of_the_table_where_only_some_records_count():
    document = wards()
    document.set_sections({"subset": SubsetSettings(select="ward != 'A1'")})
    put_on(document)
    before, _after = tables_of(document)
    found = KeysOf(("sex", "ward"), 2, None).run(before, Control())
    assert found.keys.records == 5
    assert RecordsWithKey(found, 1).run(before, Control()).tolist() == [10]
    assert RecordsWithKey(found, 2).run(before, Control()).tolist() == [11]


def test_that_what_was_stopped_says_so_and_is_not_kept(hospital):
    control = Control()
    control.stop()
    table = tables_of(hospital)[1]
    assert not KeysOf(table.quasi_identifiers, 4, None).run(table, control).keys.complete
    assert KeysOf(table.quasi_identifiers, 4, None).run(table, Control()).keys.complete


def test_that_the_census_has_the_keys_of_the_reference(shared):
    document = adult(shared / "data" / "adult")
    put_on(document)
    before, after = tables_of(document)
    found = KeysOf(before.quasi_identifiers, 3, None).run(before, Control())
    assert found.keys.keys_by_size.tolist() == [2, 1204, 14890]
    assert found.named == 6240
    assert KeysOf(after.quasi_identifiers, 3, None).run(after, Control()).named == 0
