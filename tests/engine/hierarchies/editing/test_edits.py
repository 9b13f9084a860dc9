"""Edits of a hierarchy against a naive twin: sets of values in blocks, level by level."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.foundation.errors import InvalidHierarchy
from arxdesk_engine.hierarchies.editing import edits as editing
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.hierarchies.validation import check
from tests.engine.strategies import hierarchies
from tests.lines import Text, lines_of

Block = frozenset[str]
SEEDS = st.integers(0, 2**32).map(random.Random)
DRAWN = hierarchies(max_values=7, max_levels=5).map(Hierarchy)
AGES = Hierarchy(
    (
        ("17", "15-19", "10-19", "*"),
        ("18", "15-19", "10-19", "*"),
        ("21", "20-24", "20-29", "*"),
        ("26", "25-29", "20-29", "*"),
        ("", "", "", "*"),
    )
)


def blocks(hierarchy: Hierarchy, level: int) -> dict[str, Block]:
    """The values of each group of a level, by its label."""
    found: dict[str, set[str]] = {}
    for row in hierarchy.rows:
        found.setdefault(row[level], set()).add(row[0])
    return {label: frozenset(values) for label, values in found.items()}


def partitions(hierarchy: Hierarchy) -> list[set[Block]]:
    return [set(blocks(hierarchy, level).values()) for level in range(hierarchy.levels)]


def without(partition: set[Block], gone: Block) -> set[Block]:
    return {block - gone for block in partition} - {frozenset()}


def joined(partition: set[Block], moving: Block, target: Block) -> set[Block]:
    """The blocks after some values have left theirs and joined another one."""
    rest = {block - moving for block in partition if block != target} - {frozenset()}
    return rest | {target | moving}


def assert_in_order(hierarchy: Hierarchy) -> None:
    check(hierarchy)
    for finer, coarser in pairwise(partitions(hierarchy)):
        assert all(any(block <= larger for larger in coarser) for block in finer)


def some(chance: random.Random, labels: dict[str, Block]) -> list[str]:
    return chance.sample(sorted(labels), chance.randint(1, len(labels)))


@given(DRAWN, SEEDS)
def test_that_renaming_changes_a_label_and_no_group(hierarchy, chance):
    level = chance.randrange(1, hierarchy.levels) if hierarchy.levels > 1 else 0
    label = chance.choice(sorted(blocks(hierarchy, level)))
    after = editing.rename(hierarchy, level, label, "new")
    assert_in_order(after)
    if level:
        assert partitions(after) == partitions(hierarchy)
    expected = {("new" if each == label else each) for each in blocks(hierarchy, level)}
    assert set(blocks(after, level)) == expected
    assert [len(row) for row in after.rows] == [len(row) for row in hierarchy.rows]


@given(DRAWN, SEEDS)
def test_that_a_move_takes_values_out_of_their_groups_and_into_another_with_all_above(hierarchy, chance):
    if hierarchy.levels < 2:
        return
    into_level = chance.randrange(1, hierarchy.levels)
    level = chance.randint(0, into_level)
    labels = some(chance, blocks(hierarchy, level))
    into = chance.choice(sorted(blocks(hierarchy, into_level)))
    after = editing.move(hierarchy, level, labels, into_level, into)
    assert_in_order(after)
    moving: Block = frozenset().union(*(blocks(hierarchy, level)[label] for label in labels))
    before, now = partitions(hierarchy), partitions(after)
    sample = next(iter(blocks(hierarchy, into_level)[into]))
    for each in range(hierarchy.levels):
        if each < level or each == 0 or (each == level and each < into_level):
            assert now[each] == before[each]
        elif each < into_level:
            expected = set()
            for block in before[each]:
                kept, gone = block - moving, block & moving
                expected |= {kept, gone} if not kept else {kept, *(below & gone for below in now[each - 1])}
            assert now[each] == expected - {frozenset()}
        else:
            target = next(block for block in before[each] if sample in block)
            assert now[each] == joined(before[each], moving, target)
    assert moving <= blocks(after, into_level)[into]


@given(DRAWN, SEEDS)
def test_that_a_new_group_holds_what_was_chosen_and_lies_where_all_of_it_was(hierarchy, chance):
    level = chance.randrange(hierarchy.levels)
    labels = some(chance, blocks(hierarchy, level))
    if level == hierarchy.levels - 1:
        with pytest.raises(InvalidHierarchy, match="no level above"):
            editing.group(hierarchy, level, labels, "new")
        return
    after = editing.group(hierarchy, level, labels, "new")
    assert_in_order(after)
    moving: Block = frozenset().union(*(blocks(hierarchy, level)[label] for label in labels))
    assert blocks(after, level + 1)["new"] == moving
    before, now = partitions(hierarchy), partitions(after)
    assert now[: level + 1] == before[: level + 1]
    assert now[level + 1] == without(before[level + 1], moving) | {moving}
    for each in range(level + 2, hierarchy.levels):
        whole = [block for block in before[each] if block & moving]
        if len(whole) == 1:
            assert now[each] == before[each]
        else:
            assert now[each] == without(before[each], moving) | {moving}


@given(DRAWN, SEEDS)
def test_that_levels_come_and_go_without_touching_others(hierarchy, chance):
    level = chance.randint(1, hierarchy.levels)
    longer = editing.insert_level(hierarchy, level)
    assert_in_order(longer)
    before = partitions(hierarchy)
    assert partitions(longer) == [*before[:level], before[level - 1], *before[level:]]
    assert editing.remove_level(longer, level).rows == hierarchy.rows
    rooted = editing.add_root(hierarchy)
    assert partitions(rooted) == [*before, {frozenset(row[0] for row in hierarchy.rows)}]


@given(DRAWN, st.sets(st.sampled_from(["n1", "n2", "a", "*", "", "w"]), min_size=1), SEEDS)
def test_that_added_values_have_a_branch_of_their_own_or_the_one_they_are_given(hierarchy, values, chance):
    new = sorted(values - {row[0] for row in hierarchy.rows})
    place = chance.choice([None, *range(len(hierarchy.rows) + 1)])
    before = partitions(hierarchy)
    own = editing.add_values(hierarchy, new, place)
    assert_in_order(own)
    has_root = hierarchy.levels > 1 and len(before[-1]) == 1
    for level, partition in enumerate(partitions(own)):
        if level == hierarchy.levels - 1 and has_root:
            assert partition == {frozenset(row[0] for row in own.rows)}
        else:
            assert partition == before[level] | {frozenset({value}) for value in new}
    gone = editing.add_values_suppressed(hierarchy, new, place)
    assert_in_order(gone)
    for row in gone.rows:
        if row[0] in new and not any("*" in each[1:] for each in hierarchy.rows) and not has_root:
            assert set(row[1:]) <= {"*"}
    if hierarchy.levels > 1 and new:
        level = chance.randrange(1, hierarchy.levels)
        label = chance.choice(sorted(blocks(hierarchy, level)))
        inside = editing.add_values_to(hierarchy, new, level, label, place)
        assert_in_order(inside)
        assert blocks(inside, level)[label] == blocks(hierarchy, level)[label] | set(new)
        if place is not None:
            assert [row[0] for row in inside.rows] == [row[0] for row in own.rows]
        for each in range(1, level):
            assert partitions(inside)[each] == before[each] | {frozenset({value}) for value in new}
    for made in (own, gone):
        assert set(hierarchy.rows) <= set(made.rows)
        assert len(made.rows) == len(hierarchy.rows) + len(new)


@given(DRAWN, SEEDS)
def test_that_removing_rows_leaves_the_groups_of_all_others(hierarchy, chance):
    values = [row[0] for row in hierarchy.rows]
    gone = frozenset(chance.sample(values, chance.randrange(len(values))))
    after = editing.remove_values(hierarchy, gone)
    assert_in_order(after)
    assert partitions(after) == [without(partition, gone) for partition in partitions(hierarchy)]
    assert editing.keep_values(hierarchy, set(values) - gone) == after
    with pytest.raises(InvalidHierarchy, match="no row would be left"):
        editing.remove_values(hierarchy, values)


@given(DRAWN, SEEDS)
def test_that_the_order_of_rows_changes_and_nothing_else(hierarchy, chance):
    chosen = set(chance.sample(range(len(hierarchy.rows)), chance.randint(1, len(hierarchy.rows))))
    for step in (-1, 1):
        moved = editing.shift_rows(hierarchy, chosen, step)
        assert sorted(moved.rows) == sorted(hierarchy.rows)
        for place in chosen:
            now = moved.rows.index(hierarchy.rows[place])
            assert now in (place, place + step)
    order = {row[0]: place for place, row in enumerate(chance.sample(hierarchy.rows, len(hierarchy.rows)))}
    after = editing.sort_rows(hierarchy, order)
    assert sorted(after.rows) == sorted(hierarchy.rows)
    for level in range(hierarchy.levels):
        labels = [row[level] for row in after.rows]
        runs = [label for place, label in enumerate(labels) if place == 0 or labels[place - 1] != label]
        assert len(runs) == len(set(runs))  # every group stands together
    if hierarchy.levels == 1:
        assert [order[row[0]] for row in after.rows] == list(range(len(order)))


@given(st.lists(st.tuples(*[st.sampled_from("abc")] * 4), min_size=1, max_size=12))
def test_that_groups_that_fell_apart_stay_together_where_the_larger_part_is(drawn):
    rows = tuple((str(place), *labels) for place, labels in enumerate(drawn))
    after = editing.nested(rows)
    assert_in_order(Hierarchy(after))
    assert [row[:2] for row in after] == [row[:2] for row in rows]
    for label in "abc":
        votes = [row[2] for row in rows if row[1] == label]
        if votes:
            chosen = {row[2] for row in after if row[1] == label}
            assert len(chosen) == 1
            assert votes.count(chosen.pop()) == max(map(votes.count, votes))
    assert editing.nested(after) == after


def test_that_taken_labels_are_refused_with_a_way_out():
    with pytest.raises(InvalidHierarchy, match=r'level 1 already has a group "20-24".*merge'):
        editing.rename(AGES, 1, "15-19", "20-24")
    with pytest.raises(InvalidHierarchy, match='"18" is already listed'):
        editing.rename(AGES, 0, "17", "18")
    with pytest.raises(InvalidHierarchy, match="the missing value is already listed"):
        editing.add_values(AGES, [""])
    with pytest.raises(InvalidHierarchy, match=r'level 1 already has a group "25-29".*move into'):
        editing.group(AGES, 0, ["17"], "25-29")
    with pytest.raises(InvalidHierarchy, match="level 0 holds the values"):
        editing.remove_level(AGES, 0)
    with pytest.raises(InvalidHierarchy, match="in front of the values"):
        editing.insert_level(AGES, 0)
    with pytest.raises(InvalidHierarchy, match="no groups that level 2 could go into"):
        editing.move(AGES, 2, ["20-29"], 1, "15-19")
    with pytest.raises(InvalidHierarchy, match="At most 127 levels"):
        editing.insert_level(Hierarchy((("a",) * 127,)), 3)


def test_that_an_age_moves_with_what_is_above_it_and_stands_beside_its_new_group():
    after = editing.move(AGES, 0, ["17"], 2, "20-29")
    assert after.rows == (
        ("18", "15-19", "10-19", "*"),
        ("21", "20-24", "20-29", "*"),
        ("26", "25-29", "20-29", "*"),
        ("17", "17", "20-29", "*"),
        ("", "", "", "*"),
    )
    merged = editing.move(AGES, 1, ["15-19", "20-24"], 1, "20-24")
    assert {row[0]: row[1:] for row in merged.rows}["17"] == ("20-24", "20-29", "*")


def test_that_a_new_group_can_be_a_part_of_another_one():
    after = editing.group(AGES, 0, ["17", "21"], "some", under=(2, "20-29"))
    assert {row[0]: row[1:] for row in after.rows}["17"] == ("some", "20-29", "*")
    check(after)
    after = editing.group(AGES, 0, ["17"], "some", under=(3, "*"))
    assert {row[0]: row[1:] for row in after.rows}["17"] == ("17", "some", "*")
    check(after)
    with pytest.raises(InvalidHierarchy, match="no level above"):
        editing.group(AGES, 1, ["15-19"], "some", under=(2, "20-29"))


WARDS = Hierarchy(
    (
        ("Innere", "Innere", "Innere", "Innere", "*"),
        ("Chirurgie", "Chirurgie", "Chirurgie", "Chirurgie", "*"),
        ("Gynäkologie", "Gynäkologie", "Gynäkologie", "*", "*"),
        ("HNO", "HNO", "*", "*", "*"),
    )
)


def test_that_a_new_group_is_never_called_by_the_name_of_its_first_member():
    after = editing.group(WARDS, 0, ["Chirurgie", "Gynäkologie"], "operative")
    rows = {row[0]: row[1:] for row in after.rows}
    assert rows["Chirurgie"] == rows["Gynäkologie"] == ("operative", "operative", "operative", "*")
    assert rows["Innere"] == WARDS.rows[0][1:]
    assert rows["HNO"] == WARDS.rows[3][1:]
    check(after)


def test_that_merged_groups_have_a_label_of_their_own_up_to_the_level_that_they_share():
    after = editing.merge(WARDS, 1, ["Chirurgie", "Gynäkologie"], "operative")
    rows = {row[0]: row[1:] for row in after.rows}
    assert rows["Chirurgie"] == rows["Gynäkologie"] == ("operative", "operative", "operative", "*")
    after = editing.merge(AGES, 1, ["20-24", "25-29"], "twenties")
    assert {row[0]: row[1:] for row in after.rows}["21"] == ("twenties", "20-29", "*")
    with pytest.raises(InvalidHierarchy, match="level 0 has no groups"):
        editing.merge(AGES, 0, ["17", "18"], "x")


def test_that_a_renamed_group_is_renamed_on_all_levels_that_hold_the_same_group():
    grouped = editing.group(WARDS, 0, ["Chirurgie", "Gynäkologie"], "operative")
    rows = {row[0]: row[1:] for row in editing.rename(grouped, 1, "operative", "Operative Fächer").rows}
    assert rows["Chirurgie"] == rows["Gynäkologie"] == ("Operative Fächer",) * 3 + ("*",)


def test_that_a_group_cannot_take_the_name_of_what_is_not_in_it():
    for change in (
        lambda: editing.rename(WARDS, 1, "Gynäkologie", "Chirurgie"),
        lambda: editing.rename(WARDS, 3, "Innere", "Gynäkologie"),
        lambda: editing.group(WARDS, 0, ["Gynäkologie"], "HNO"),
        lambda: editing.merge(WARDS, 2, ["Innere", "Chirurgie"], "Gynäkologie"),
        lambda: editing.merge(AGES, 1, ["15-19", "20-24"], "26"),
    ):
        with pytest.raises(InvalidHierarchy, match=r"already has a group|does not belong to this group"):
            change()


def test_that_a_label_is_made_free():
    assert editing.free_label(AGES, 1, "15-19") == "15-19-2"
    assert editing.free_label(AGES, 1, "teens") == "teens"


def test_that_values_are_suppressed_at_once():
    after = editing.add_values_suppressed(AGES, ["99"])
    assert after.rows[-1] == ("99", "*", "*", "*")
    all_of = Hierarchy((("a", "x", "all"), ("b", "y", "all")))
    assert editing.add_values_suppressed(all_of, ["c"]).rows[-1] == ("c", "*", "all")


@pytest.mark.parametrize(
    "edit",
    [
        lambda large: editing.rename(large, 1, "7", "new"),
        lambda large: editing.move(large, 0, [row[0] for row in large.rows[: len(large.rows) // 2 : 2]], 2, "19"),
        lambda large: editing.group(large, 1, ["8", "9"], "both"),
        lambda large: editing.sort_rows(large, {row[0]: -place for place, row in enumerate(large.rows)}),
        lambda large: editing.add_values(large, ["x", "y"]),
        lambda large: editing.remove_values(large, {row[0] for row in large.rows[::2]}),
    ],
    ids=["rename", "move", "group", "sort", "add", "remove"],
)
def test_that_ten_times_as_many_rows_are_edited_in_ten_times_as_long(edit):
    def lines(rows):
        parts = ((str(n), f"{n // 5}", f"{n // 50}", f"{n // 500}", "*") for n in range(rows))
        large = Hierarchy(tuple(tuple(map(Text, row)) for row in parts))
        return lines_of(lambda: edit(large))

    assert lines(10_000) < 13 * lines(1_000)
