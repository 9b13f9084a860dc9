"""Nearest rows beside distances of all pairs, on tables that remember their people, and on those that do not."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk_engine.attacks import nearest as module
from arxdesk_engine.attacks.attacked import AttackedColumn, AttackedTable
from arxdesk_engine.attacks.labels.coverage import coverage
from arxdesk_engine.attacks.nearest import NearestRows, Nearness, dominance, nearest_rows
from arxdesk_engine.data.schema import DataType, Role, ValueType

WHOLE = ValueType(DataType.INTEGER)
TEXT = ValueType()


def column_of(values, labels, kind):
    """A column of texts, as people have it and as it is released."""
    texts, codes = np.unique(np.array(values, object), return_inverse=True)
    shown, places = np.unique(np.array(labels, object), return_inverse=True)
    covers = coverage(shown.tolist(), texts.tolist(), kind)
    positions = kind.positions(texts.tolist()) if kind.has_scale else None
    return AttackedColumn(codes, places, covers, tuple(texts), tuple(shown), positions, kind)


def table_of(people, rows, outside):
    """An attacked table of an age and a place; people and rows are pairs of texts."""
    ages, places = (
        column_of([each[at] for each in people], [each[at] for each in rows], kind)
        for at, kind in enumerate((WHOLE, TEXT))
    )
    gone = np.array(outside, np.bool_)
    roles = dict.fromkeys(("age", "place"), Role.QUASI_IDENTIFYING)
    return AttackedTable({"age": ages, "place": places}, ~gone, gone, roles)


def distance(person, row, width):
    """The mean of the distances in both columns."""
    age, label = int(person[0]), row[0]
    if label == "*":
        gap = 0.0
    elif label.startswith("["):
        low, high = map(int, label[1:-1].split(", "))
        gap = 0.0 if low <= age < high else max(low - age, age - high) / width
    else:
        gap = abs(age - float(label)) / width
    return (min(gap, 1.0) + (row[1] not in (person[1], "*"))) / 2


ages = st.integers(0, 20).map(str)
shown = st.one_of(
    ages, st.just("*"), st.sampled_from(["3.5", "40"]),
    st.builds(lambda low, width: f"[{low}, {low + width}[", st.integers(0, 20), st.integers(1, 6)),
)  # fmt: skip
places = st.sampled_from("abc")
everybody = st.lists(st.tuples(ages, places), min_size=2, max_size=8)


@settings(deadline=None)
@given(everybody, st.lists(st.tuples(shown, st.sampled_from("abc*")), min_size=2, max_size=8), st.data())
def test_that_nearest_rows_are_those_of_all_pairs(people, rows, data):
    outside = data.draw(st.lists(st.booleans(), min_size=len(people), max_size=len(people)))
    found = nearest_rows(table_of(people, rows, outside), ["age", "place"])
    if all(outside):
        assert found is None
        return
    numbers = [int(age) for age, _place in people]
    width = (max(numbers) - min(numbers)) or 1
    by_pairs = [sorted(distance(person, row, width) for row in rows) for person in people]
    members = [each for each, gone in zip(by_pairs, outside, strict=True) if not gone]
    others = [each for each, gone in zip(by_pairs, outside, strict=True) if gone]
    assert found.members.distance.tolist() == pytest.approx([each[0] for each in members])
    ratios = [each[0] / each[1] if each[1] > 1e-9 else 1.0 for each in members]
    assert found.members.ratio.tolist() == pytest.approx(ratios)
    assert (found.outside is None) == (not others)
    if others:
        assert found.outside.distance.tolist() == pytest.approx([each[0] for each in others])
    if len(members) != len(rows):
        assert found.own is None
        return
    picked = 0.0
    who = [person for person, gone in zip(people, outside, strict=True) if not gone]
    for place, person in enumerate(who):
        near = [distance(person, row, width) for row in rows]
        least = [each <= min(near) + 1e-9 for each in near]
        picked += least[place] / sum(least)
    assert found.own == pytest.approx(picked / len(who))


@given(st.lists(st.integers(0, 5), min_size=1, max_size=9), st.lists(st.integers(0, 5), min_size=1, max_size=9))
def test_that_dominance_is_that_of_all_pairs(first, second):
    found = dominance(np.array(first, float), np.array(second, float))
    pairs = [(a < b) - (a > b) for a in first for b in second]
    assert found[0] == pytest.approx(sum(pairs) / len(pairs))
    assert -1.0 <= found[1] <= found[0] + 1e-12
    assert found[0] - 1e-12 <= found[2] <= 1.0


def people_of(generator, number):
    return [
        (str(age), "abcd"[place])
        for age, place in zip(generator.integers(0, 60, number), generator.integers(0, 4, number), strict=True)
    ]


def test_that_releases_of_strangers_come_no_closer_to_members():
    """Synthetic tables of people drawn alike: the interval has 0 in 93 to 97 of 100."""
    generator, covered, runs = np.random.default_rng(11), 0, 600
    for _release in range(runs):
        people, rows = people_of(generator, 120), people_of(generator, 60)
        found = nearest_rows(table_of(people, rows, [False] * 70 + [True] * 50), ["age", "place"])
        covered += found.closer[1] <= 0.0 <= found.closer[2]
    assert 0.93 <= covered / runs <= 0.97


def test_that_a_table_that_remembers_its_people_is_closer_to_them():
    generator = np.random.default_rng(12)
    people = people_of(generator, 300)
    noisy = [(f"{int(age) + 0.25}", place) for age, place in people[:200]]
    found = nearest_rows(table_of(people, noisy, [False] * 200 + [True] * 100), ["age", "place"])
    assert found.closer[1] > 0.0
    assert found.own > 10 / 200
    assert "closer than people outside" in found.sentences()[1]
    assert "by chance 0.5 %" in found.sentences()[2]
    shuffled = [noisy[place] for place in generator.permutation(200)]
    assert nearest_rows(table_of(people, shuffled, [False] * 200 + [True] * 100), ["age", "place"]).own < 0.05


def test_that_nothing_known_has_no_nearest_row(monkeypatch):
    table = table_of(people_of(np.random.default_rng(1), 9), [("1", "a"), ("2", "b")], [False] * 5 + [True] * 4)
    assert nearest_rows(table, []) is None
    assert nearest_rows(replace(table, members=np.zeros(9, np.bool_)), ["age"]) is None
    monkeypatch.setattr(module, "MOST_PEOPLE", 3)
    found = nearest_rows(table, ["age"])
    assert found.plain()["members"]["people"] == found.plain()["outside"]["people"] == 3
    assert len(NearestRows(Nearness(np.zeros(2), np.ones(2)), None, None, 2).sentences()) == 1
