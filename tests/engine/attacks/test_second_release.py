"""Releases beside each other: by comparing people and rows one by one, and with planted intersections."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.attacks.second_release import MOST_VALUES, second_release
from tests.engine.attacks.tables import NAMES, pairs, releases, table_of

PLAIN = [[True]]


@given(releases(), st.data())
def test_that_releases_together_are_those_of_pairwise_comparison(case, data):
    first, known = case
    rows = data.draw(st.lists(st.integers(0, first.rows - 1), max_size=8)) if first.rows else []
    columns = {name: replace(each, labels=each.labels[rows]) for name, each in first.columns.items()}
    second = replace(first, columns=columns)
    found = second_release((first, second), known, ["secret"], 2)
    members = np.flatnonzero(first.members).tolist()
    candidates = [pairs(table, known) for table in (first, second)]
    for place, member in enumerate(members):
        told = [
            {int(table.columns["secret"].labels[row]) for row in rows_of[member]}
            for table, rows_of in zip((first, second), candidates, strict=True)
        ]
        assert found.secrets[0].values[place] == len(set.intersection(*told))
        assert found.secrets[0].told_alone[place] == any(len(each) == 1 for each in told)
        assert (found.together[place] > 0) == all(rows_of[member] for rows_of in candidates)


def planted(groups, secrets):
    """Eight people in groups of one column, released with their secrets."""
    covers = [[group == label for label in range(max(groups) + 1)] for group in groups]
    values = [[person, 0, 0] for person in range(8)]
    labels = [[group, 0, 0] for group in groups]
    return table_of(values, labels, [covers, PLAIN, PLAIN], secrets, secrets, [False] * 8)


@pytest.mark.parametrize(
    ("first", "second", "together"),
    [
        ([0, 0, 0, 0, 1, 1, 1, 1], [0, 0, 0, 0, 1, 1, 1, 1], [4] * 8),
        ([0, 0, 0, 0, 1, 1, 1, 1], [0, 0, 0, 1, 0, 1, 1, 1], [3, 3, 3, 1, 1, 3, 3, 3]),
        ([0, 0, 0, 0, 1, 1, 1, 1], [0, 0, 1, 1, 0, 0, 1, 1], [2] * 8),
    ],
)
def test_that_planted_intersections_are_found_and_no_others(first, second, together):
    secrets = [0, 1] * 4
    found = second_release([planted(first, secrets), planted(second, secrets)], NAMES, [], 4)
    assert found.together.tolist() == together
    assert set(found.found.alone.tolist()) == {4}
    assert found.narrowed.some == sum(each < 4 for each in together)


def test_that_a_secret_can_be_told_by_two_releases_together_alone():
    secrets = [0, 1, 2, 0, 1, 2, 0, 1]
    first, second = planted([0, 0, 1, 1, 2, 2, 3, 3], secrets), planted([0, 1, 0, 2, 1, 3, 3, 2], secrets)
    found = second_release([first, second], NAMES, ["secret"]).secrets[0]
    assert found.values[0] == 1  # 0 or 1 in the first, 0 or 2 in the second
    assert np.flatnonzero(found.told_alone).tolist() == [1, 4]  # who have the same secret in the second
    assert found.told.some == 4


def test_that_who_is_known_to_be_absent_is_told_apart_from_those_who_stay():
    groups, secrets = [0] * 8, [0, 1] * 4
    first, second = planted(groups, secrets), planted(groups, secrets)
    gone = replace(second, members=np.array([True] * 6 + [False] * 2))
    found = second_release([first, gone], NAMES, ["secret"], 4)
    assert found.together.tolist() == [6] * 6 + [0] * 2
    came = found.found.came(4)
    assert (came.some, came.of, found.narrowed.some) == (2, 2, 0)
    assert (found.offending.first, found.offending.second, found.offending.narrowed.some) == ("1", "2", 2)
    back = second_release([gone, first], NAMES, [], 4)
    assert (back.found.went(4).of, len(back.together)) == (0, 6)


def test_that_the_first_two_releases_that_narrow_somebody_down_are_named():
    thirds, halves = [0, 0, 0, 1, 1, 1, 2, 2], [0, 0, 0, 0, 1, 1, 1, 1]
    tables = [planted(each, [0] * 8) for each in (thirds, thirds, halves)]
    found = second_release(tables, NAMES, [], 5, ("new", "same", "other"))
    assert [each.narrowed.some for each in found.pairs] == [0, 3, 3]
    assert (found.offending.first, found.offending.second) == ("new", "other")


def test_that_a_release_without_a_column_is_read_by_the_others():
    secrets = [0, 1, 2, 0, 1, 2, 0, 1]
    table = planted([0, 0, 1, 1, 2, 2, 3, 3], secrets)
    less = replace(table, columns={name: each for name, each in table.columns.items() if name in ("b", "c")})
    found = second_release([table, less], NAMES, ["secret"], 3)
    assert found.together.tolist() == [2] * 8
    assert found.secrets[0].values.tolist() == [2] * 8


def test_that_secrets_with_very_many_values_are_named_and_left_out():
    number = MOST_VALUES + 1
    values, secrets = [[0, 0, 0]] * number, list(range(number))
    table = table_of(values, values, [PLAIN, PLAIN, PLAIN], secrets, secrets, [False] * number)
    found = second_release((table, table), NAMES, ["secret", "a"], 2)
    assert [each.secret for each in found.secrets] == ["a"]
    assert found.plain()["secrets_left_out"] == ["secret"]
