"""Releases of which it is known what they give away, and releases that give nothing away."""

import math

import pytest

from arxdesk_engine.attacks.refinement import shared
from arxdesk_engine.attacks.refinement.choices import AppliedLevels, Choices, LevelLoss
from tests.engine import naive
from tests.engine.attacks.refinement.releases import attacked, groups, iterations, optimum

PAIR = (("a", "*"), ("b", "*"))
THREE = (("a", "*"), ("b", "*"), ("c", "*"))
FOUR = (("a", "ab", "*"), ("b", "ab", "*"), ("c", "cd", "*"), ("d", "cd", "*"))


def case(columns, hierarchies, **more):
    return naive.Case(tuple(map(tuple, columns)), hierarchies, **({"k": 2, "aggregate": "arithmetic-mean"} | more))


def test_that_two_who_share_a_coarse_value_are_told_to_differ():
    one = case(["ab"], (PAIR,))
    found = attacked(one, *optimum(one))
    assert found.is_exact
    assert found.bits == pytest.approx(1.0)  # of aa, ab, ba, bb two are left
    assert found.of_groups.there.tolist() == [[2]]
    assert found.candidates == pytest.approx((2.0, 2**0.5))
    assert list(found.sentences()) == [
        "Knowing the algorithm (one transformation, proven to be the best):",
        "  A finer value is there for certain in 1 of 1 group (2 records).",
        "  Candidate values of a record: 2.0 by its labels, 1.4 with what is concluded (1.0 bits in all).",
    ]


def test_that_a_removed_record_is_told_by_what_was_kept():
    one = case(["aaaab"], (PAIR,), limit=0.3)
    found = attacked(one, *optimum(one))
    assert found.told.tolist() == [False, True]
    assert found.plain()["told"] == {"groups": 1, "records": 1}
    assert found.bits == pytest.approx(1.0)


def test_that_what_iterations_left_over_is_told():
    one = case(["aaaabc"], (THREE,), limit=1.0)
    found = attacked(one, *iterations(one))
    assert found.groups.sizes.tolist() == [4, 2]
    assert (found.of_groups.there[1, 0], found.of_groups.gone[1, 0]) == (2, 1)  # one b, one c, no a
    assert found.of_groups.bits[1] == pytest.approx(math.log2(9 / 4))  # without a; at most one of each leaves fewer
    assert found.of_groups.excluded[1] == pytest.approx(1 / 3)


def test_that_what_no_iteration_could_keep_is_told():
    one = case(["ab", "aa"], (PAIR, PAIR), k=3, limit=1.0)
    found = attacked(one, *iterations(one))
    assert found.groups.sizes.tolist() == [2]
    assert not found.containing.any()  # two of any values are too few for a group
    one = case(["aab", "aba"], (PAIR, PAIR), k=3, limit=1.0)
    found = attacked(one, *iterations(one))
    assert found.of_groups.there.tolist() == [[2, 2]]  # three alike in a column would have been kept with the other "*"


@pytest.mark.parametrize("is_public", [False, True])
def test_that_groups_tell_what_they_share_unless_splits_are_public(is_public):
    one = case(["aabc"], (THREE,))
    found = attacked(one, *groups(one, is_public=is_public))
    assert found.containing.any() == (not is_public)


@pytest.mark.parametrize("way", [optimum, lambda one: groups(one, is_public=False)])
def test_that_a_table_as_in_the_input_gives_nothing_away(way):
    one = case(["aabbccdd"], (FOUR,))
    found = attacked(one, *way(one))
    assert (found.bits, found.candidates) == (0.0, (1.0, 1.0))
    assert not (found.containing | found.lacking | found.told).any()


def test_that_one_of_several_groups_is_not_told():
    columns = [("aab" * 3 + "ccd" * 3) * 2, "a" * 18 + "b" * 18]
    one = case(columns, (FOUR, PAIR), k=4)
    found = attacked(one, *optimum(one))
    assert len(found.groups) == 4
    assert found.is_exact
    assert 0.0 < found.bits < 0.1  # some group has 1 to 3 of one of two values, which is nearly always so
    assert not (found.containing | found.lacking | found.told).any()


def test_that_nothing_is_concluded_where_the_best_is_not_proven():
    one = case(["ab"], (PAIR,))
    seen, choices = optimum(one)
    chosen = Choices(
        *("one transformation", choices.attributes, choices.lowest, choices.highest, 2, 0, 0, choices.measure),
        (AppliedLevels(choices.steps[0].levels, is_proven=False),),
    )
    found = attacked(one, seen, chosen)
    assert found.bits == 0.0
    assert not found.containing.any()


def test_that_labels_of_no_hierarchy_are_not_attacked():
    one = case(["ab"], (PAIR,))
    seen, choices = optimum(one)
    assert attacked(case(["ab"], ((("a", "any"), ("b", "any")),)), seen, choices) is not None
    measure = LevelLoss((1.0,), "arithmetic-mean", (True,))
    other = Choices("one transformation", ("q0",), (0,), (1,), 2, 0, 0, measure, (AppliedLevels((0,), is_proven=True),))
    assert attacked(one, seen, other) is None


def test_that_a_label_of_two_meanings_tells_nothing():
    rows = (("a", "x", "*"), ("b", "x", "*"), ("c", "y", "x"), ("d", "y", "x"))
    one = case(["abcd"], (rows,))
    found = attacked(one, *groups(one, is_public=False))
    assert found.groups.is_sure.tolist() == [False, True]
    assert found.containing.tolist() == [False, True]


@pytest.mark.parametrize("is_public", [False, True])
def test_that_it_does_not_matter_how_many_groups_are_looked_at_together(monkeypatch, is_public):
    columns = ["aaaabbbbccddcdab" * 3, "abab" * 12]
    one = case(columns, (FOUR, PAIR), k=3)
    made = groups(one, is_public=is_public)
    together = attacked(one, *made)
    assert len(together.groups) > 2
    monkeypatch.setattr(shared, "AT_ONCE", 1)
    assert attacked(one, *made).plain() == together.plain()
