"""Attacks beside pairwise comparison of people and released records, and on tables whose leaks are known."""

import itertools
import math
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.attacks.attacked import AttackedColumn
from arxdesk_engine.attacks.column_sets import column_sets
from arxdesk_engine.attacks.inference import inference
from arxdesk_engine.attacks.labels.coverage import Coverage
from arxdesk_engine.attacks.linkability import linkability
from arxdesk_engine.attacks.membership import membership
from arxdesk_engine.attacks.raw import InputAsRelease
from arxdesk_engine.attacks.singling_out import singling_out
from arxdesk_engine.risk.intervals import Share, difference
from tests.engine.attacks.tables import NAMES, pairs, releases, table_of


@given(releases())
def test_that_candidates_are_those_of_pairwise_comparison(case):
    table, known = case
    found = table.candidates(known, np.arange(len(table.members)), "secret")
    secrets = table.columns["secret"].labels
    for record, rows in enumerate(pairs(table, known)):
        counted = Counter(secrets[rows].tolist())
        most = max(counted.values(), default=0)
        guess = min((value for value, number in counted.items() if number == most), default=-1)
        told = tuple(int(each[record]) for each in found)
        assert told == (len(rows), most, guess, len(counted))


@given(releases())
def test_that_people_are_singled_out_by_their_candidates(case):
    table, known = case
    candidates = [len(rows) for rows, is_in in zip(pairs(table, known), table.members, strict=True) if is_in]
    found = singling_out(table, known, 3)
    assert found.candidates.tolist() == candidates
    assert (found.single.some, found.few.some, found.none.some) == (
        candidates.count(1),
        sum(0 < each < 3 for each in candidates),
        candidates.count(0),
    )
    assert found.expected == pytest.approx(sum(1 / each for each in candidates if each))
    assert sum(people for _bound, people in found.distribution) == len(candidates)


@given(releases(), st.sets(st.sampled_from(NAMES)), st.sets(st.sampled_from(NAMES)))
def test_that_two_sources_meet_in_the_candidates_of_both(case, first, second):
    table, _known = case
    found = linkability(table, sorted(first), sorted(second))
    by_first, by_second = pairs(table, first), pairs(table, second)
    members = np.flatnonzero(table.members).tolist()
    both = [len(set(by_first[each]) & set(by_second[each])) for each in members]
    assert found.both.tolist() == both
    linked = sum(
        number == 1 and len(by_first[each]) > 1 and len(by_second[each]) > 1
        for each, number in zip(members, both, strict=True)
    )
    assert found.linked.some == linked


@given(releases())
def test_that_secrets_are_guessed_by_the_commonest_of_the_candidates(case):
    table, known = case
    found = inference(table, known, "secret")
    column = table.columns["secret"]
    everywhere = Counter(column.labels.tolist())
    most = min(everywhere, key=lambda each: (-everywhere[each], each), default=None)
    for who, guesses in ((table.members, found.members), (table.outside, found.outside)):
        if guesses is None:
            assert not who.any()
            continue
        rows = [each for each, is_one in zip(pairs(table, known), who, strict=True) if is_one]
        for place, (candidates, truth) in enumerate(zip(rows, column.values[who].tolist(), strict=True)):
            counted = Counter(column.labels[candidates].tolist())
            guess = min(counted, key=lambda each: (-counted[each], each), default=most)
            assert guesses.right[place] == (guess == truth)
            assert guesses.certain[place] == (len(counted) == 1)
            assert guesses.confidence[place] == pytest.approx(
                max(counted.values(), default=0) / max(1, len(candidates))
            )


@given(releases())
def test_that_membership_compares_who_has_candidates(case):
    table, known = case
    found = membership(table, known)
    if not table.outside.any():
        assert found is None
        return
    has_any = [bool(rows) for rows in pairs(table, known)]
    for who, share in ((table.members, found.members), (table.outside, found.outside)):
        assert (share.some, share.of) == (sum(np.array(has_any)[who]), int(who.sum()))


@given(releases(), st.integers(1, 3))
def test_that_all_sets_of_columns_are_tried_the_riskiest_first(case, largest):
    table, _known = case
    found = column_sets(table, NAMES, largest, 3)
    expected = [each for size in range(1, largest + 1) for each in itertools.combinations(NAMES, size)]
    assert sorted(each.known for each in found) == sorted(expected)
    for each in found:
        assert each.few.some == singling_out(table, each.known, 3).few.some
    assert [each.few.some for each in found] == sorted((each.few.some for each in found), reverse=True)


def known_table(labels, covers):
    """Six people, of whom one column is known that differs in all of them, and two of them outside."""
    values = [[number, 0, 0] for number in range(6)]
    rows = [[label, 0, 0] for label in labels]
    plain = [[True]]
    return table_of(values, rows, [covers, plain, plain], [0, 0, 0, 1, 0, 1], [0, 0, 0, 1], [False] * 4 + [True] * 2)


def test_that_a_raw_table_reads_as_exposed():
    table = known_table([0, 1, 2, 3], np.eye(6, dtype=bool).tolist())
    assert singling_out(table, ["a"]).single.value == 1.0
    found = inference(table, ["a"], "secret")
    assert (found.members.share_right.value, found.members.share_certain.value) == (1.0, 1.0)
    assert membership(table, ["a"]).advantage[0] == 1.0


def test_that_a_table_that_shows_nothing_leaks_nobody():
    table = known_table([0, 0, 0, 0], [[True]] * 6)
    assert singling_out(table, ["a"]).few.some == 4
    assert singling_out(table, ["a"]).single.some == 0
    found = inference(table, ["a"], "secret")
    assert found.members.share_certain.some == 0
    assert found.excess[1] <= 0.0 <= found.excess[2]
    assert membership(table, ["a"]).advantage[0] == 0.0


def test_that_a_table_that_leaks_one_person_leaks_one():
    covers = [[True, False]] * 3 + [[False, True]] + [[True, False]] * 2
    table = known_table([0, 0, 0, 1], covers)
    found = singling_out(table, ["a"])
    assert found.single.some == 1
    assert found.candidates.tolist() == [3, 3, 3, 1]


@given(st.integers(0, 60), st.integers(1, 60))
def test_that_an_interval_is_where_the_score_test_does_not_reject(some, of):
    some = min(some, of)
    low, high = Share(some, of).interval
    assert 0.0 <= low <= some / of <= high <= 1.0
    for end in (low, high):
        if 0.0 < end < 1.0:
            assert abs(some / of - end) == pytest.approx(1.959963984540054 * math.sqrt(end * (1 - end) / of))


def test_that_a_difference_has_the_interval_of_newcombe():
    found = difference(Share(56, 70), Share(48, 80))  # Newcombe 1998, table II, example (a)
    assert found == pytest.approx((0.2, 0.0524, 0.3339), abs=5e-5)


def test_that_random_releases_raise_few_false_alarms():
    """Members and people outside are drawn alike, and the release from others: nothing is disclosed."""
    generator, covered, runs = np.random.default_rng(20), 0, 1_000
    plain = [[True]]
    covers = np.eye(6, dtype=bool).tolist()
    for _run in range(runs):
        values = [[int(each), 0, 0] for each in generator.integers(0, 6, 300)]
        labels = [[int(each), 0, 0] for each in generator.integers(0, 6, 60)]
        secrets, released = generator.integers(0, 2, 300).tolist(), generator.integers(0, 2, 60).tolist()
        table = table_of(values, labels, [covers, plain, plain], secrets, released, [False] * 200 + [True] * 100)
        _excess, low, high = inference(table, ["a"], "secret").excess
        covered += low <= 0.0 <= high
    assert 0.93 <= covered / runs <= 0.97


@given(releases())
def test_that_the_input_is_attacked_by_pairwise_comparison_of_people(case):
    table, known = case
    raw, secrets = InputAsRelease(table), table.columns["secret"].values
    values = np.stack([table.columns[each].values for each in known] or [np.zeros_like(secrets)])
    same = (values[:, :, np.newaxis] == values[:, np.newaxis, :]).all(axis=0) & table.members
    found = raw.candidates(known, np.arange(len(secrets)), "secret")
    for record, alike in enumerate(same):
        counted = Counter(secrets[alike].tolist())
        guess = min(counted, key=lambda each: (-counted[each], each), default=-1)
        told = tuple(int(each[record]) for each in found)
        assert told == (int(alike.sum()), max(counted.values(), default=0), guess, len(counted))
    assert raw.candidates(known, np.arange(len(secrets))).records.tolist() == found.records.tolist()


def test_that_everybody_is_exposed_whose_values_are_unique_in_the_input():
    table = known_table([0, 0, 0, 0], [[True]] * 6)
    raw = InputAsRelease(table)
    assert singling_out(raw, ["a"]).single.value == 1.0
    found = inference(raw, ["a"], "secret")
    assert (found.members.share_right.value, found.members.share_certain.value) == (1.0, 1.0)
    nothing = inference(raw, ["b"], "secret")  # all the same: three of four have 0
    assert (nothing.members.share_right.some, nothing.members.share_certain.some) == (3, 0)


def test_that_a_secret_that_is_starred_is_guessed_by_chance_and_never_certain():
    table = known_table([0, 0, 0, 0], [[True]] * 6)
    starred = AttackedColumn(
        table.columns["secret"].values, np.zeros(4, np.int64), Coverage.of_matrix(np.ones((2, 1), np.bool_)), ("0", "1")
    )
    hidden = replace(table, columns={**table.columns, "secret": starred})
    found = inference(hidden, ["a"], "secret")
    assert (found.members.share_right.some, found.members.share_certain.some) == (3, 0)
    assert found.members.confidence.tolist() == [0.5] * 4
    assert found.excess[1] <= 0.0 <= found.excess[2]


@given(releases(), st.data())
def test_that_labels_tell_the_value_that_weighs_most(case, data):
    table, _known = case
    column = table.columns["secret"]
    labels = int(column.labels.max(initial=0)) + 1
    covers = np.array([[data.draw(st.booleans()) for _each in range(labels)] for _value in column.texts])
    table = replace(table, columns={**table.columns, "secret": replace(column, covers=Coverage.of_matrix(covers))})
    told = table.told("secret", np.arange(-1, labels))
    weight = [
        math.fsum(covers[value, each] / covers[:, each].sum() for each in column.labels if covers[:, each].any())
        for value in range(len(covers))
    ]
    assert (told.values[0], told.shares[0], bool(told.is_one[0])) == (-1, 0.0, False)
    for label in range(labels):
        below = np.flatnonzero(covers[:, label]).tolist()
        assert bool(told.is_one[label + 1]) == (len(below) == 1)
        if not below:
            assert told.values[label + 1] == -1
        elif any(weight[each] for each in below):
            assert weight[told.values[label + 1]] == pytest.approx(max(weight[each] for each in below))
            whole = sum(weight[each] for each in below)
            assert told.shares[label + 1] == pytest.approx(weight[told.values[label + 1]] / whole)
