"""Predicates that isolate a released row: beside trying each on everybody, and beside their chance."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.attacks import predicates as module
from arxdesk_engine.attacks.predicates import Predicates, predicates
from tests.engine.attacks.tables import releases, table_of

PLAIN = [[True]]


def isolated(table, largest):
    """For each combination that one row has, the people who fulfil it."""
    names, found = list(table.columns), []
    people = np.arange(len(table.members)) if table.people is None else table.people
    for size in range(1, largest + 1):
        for some in itertools.combinations(names, size):
            columns = [table.columns[name] for name in some]
            rows = [tuple(int(each.labels[row]) for each in columns) for row in range(table.rows)]
            for labels in rows:
                if rows.count(labels) == 1:
                    fulfil = {
                        int(people[record])
                        for record in np.flatnonzero(table.members)
                        if all(
                            each.covers.holds(each.values[record])[label]
                            for each, label in zip(columns, labels, strict=True)
                        )
                    }
                    found.append(len(fulfil))
    return found


@given(releases(), st.integers(1, 3), st.booleans())
def test_that_predicates_are_those_of_one_row_and_tried_on_everybody(case, largest, several):
    table, _known = case
    if several:
        table = replace(table, people=np.arange(len(table.members)) // 2)
    expected = isolated(table, largest)
    found = predicates(table, largest)
    assert found.found == len(expected)
    assert sorted(found.people.tolist()) == sorted(expected)
    assert found.isolating.some == expected.count(1)
    some = predicates(table, largest, 3)
    assert (some.found, len(some.people)) == (len(expected), min(3, len(expected)))


def shares_table(values, labels, covers):
    people, rows = len(values), len(labels)
    return table_of(
        [[each, 0, 0] for each in values], [[each, 0, 0] for each in labels], [covers, PLAIN, PLAIN],
        [0] * people, [0] * rows, [False] * people,
    )  # fmt: skip


def test_that_a_raw_table_isolates_everybody_and_one_that_shows_nothing_nobody():
    raw = predicates(shares_table(range(9), range(9), np.eye(9, dtype=bool).tolist()), 1)
    assert (raw.found, raw.isolating.value) == (9, 1.0)
    assert raw.by_chance == pytest.approx(9 * (1 / 9) * (8 / 9) ** 8)
    assert raw.most_by_chance == pytest.approx((8 / 9) ** 8)
    assert "more than by chance" in raw.sentence()
    nothing = predicates(shares_table(range(9), [0] * 9, [[True]] * 9), 3)
    assert (nothing.found, nothing.by_chance) == (0, 0.0)
    assert nothing.sentence().startswith("No combination")


def test_that_nobody_is_isolated_where_the_original_has_no_people():
    table = shares_table([0], [0], [[True]])
    nobody = replace(table, members=np.zeros(1, np.bool_), outside=np.ones(1, np.bool_))
    found = predicates(nobody, 3)
    assert (found.number, found.by_chance, found.most_by_chance) == (0, 0.0, 0.0)
    assert Predicates(1, 1, np.array([0]), np.array([1.0]), 0).by_chance == 0.0


def test_that_releases_of_strangers_isolate_as_often_as_chance_has_it():
    """Two hundred releases of people drawn alike, none of whom is in the table."""
    generator, isolating, chance, alarms = np.random.default_rng(5), [], [], 0
    number = 200
    covers = np.eye(number, dtype=bool).tolist()
    few = np.eye(12, dtype=bool).tolist()
    for release in range(200):
        if release % 2:
            values, labels = generator.integers(0, number, (2, number, 3)).tolist()
            table = table_of(values, labels, [covers] * 3, [0] * number, [0] * number, [False] * number)
            found = predicates(table, 1)
        else:
            values, labels = generator.integers(0, 12, (2, number, 3)).tolist()
            table = table_of(values, labels, [few] * 3, [0] * number, [0] * number, [False] * number)
            found = predicates(table, 3)
        isolating.append(found.isolating.value)
        chance.append(found.by_chance)
        alarms += found.isolating.interval[0] > found.by_chance
        assert found.by_chance <= found.most_by_chance + 1e-9
    assert np.mean(chance) == pytest.approx(np.mean(isolating), abs=0.01)
    assert alarms / 200 <= 0.05


def test_that_wide_tables_are_gone_through_in_part(monkeypatch):
    monkeypatch.setattr(module, "MOST_SETS", 5)
    table = shares_table(range(9), range(9), np.eye(9, dtype=bool).tolist())
    found = predicates(table, 3)
    assert found.found == predicates(table, 3).found
    assert 9 <= found.found < 9 * 8


@given(releases(), st.randoms(use_true_random=False))
def test_that_the_order_of_the_rows_changes_nothing(case, random):
    table, _known = case
    order = list(range(table.rows))
    random.shuffle(order)
    columns = {name: replace(each, labels=each.labels[order]) for name, each in table.columns.items()}
    assert predicates(replace(table, columns=columns), 3, most=4).plain() == predicates(table, 3, most=4).plain()
