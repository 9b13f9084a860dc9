"""Game-theoretic models: the publisher's payout and the adversary's, in exact numbers."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk_engine.foundation.costs import Costs
from arxdesk_engine.foundation.named_settings import UnfitSettings
from arxdesk_engine.privacy.profitability import Profitability, Profitable, break_even, size_without_attack
from arxdesk_engine.privacy.size import MOST, MinimalPopulation, MinimalSize
from arxdesk_engine.privacy.table import WholeTable
from tests.engine.amounts import costs_of
from tests.engine.privacy.tables import (
    assert_implied,
    assert_judged,
    assert_no_part_keeps_more,
    parts,
    samples,
    table_of,
    violations,
)
from tests.engine.privacy.textbook import Group, is_profitable, union
from tests.tiers import examples

ATTACKERS = ("prosecutor", "journalist")
MONEY = (
    st.integers(0, 40) | st.sampled_from((0, 300, 1200, 2500)) | st.sampled_from(("0.1", "0.3", "0.7", "2.1", "4.2"))
)
SHARES = tuple((Fraction(quarters, 4),) for quarters in (1, 2, 3, 4))


@st.composite
def costs(draw):
    """Benefit, loss, gain and cost, exactly."""
    return tuple(Fraction(amount) for amount in draw(st.tuples(MONEY, MONEY, MONEY, MONEY)))


def in_floats(amounts):
    return costs_of(*map(float, amounts))


def around(amounts):
    """A table of one quasi-identifier with four values."""
    return WholeTable(100, {}, {}, np.array([4]), None, in_floats(amounts))


def group_of(size, population=None, quarters=1):
    return Group({"a": size}, population or size, (Fraction(quarters, 4),))


@pytest.mark.parametrize("attacker", ATTACKERS)
@given(samples(subset=True), costs())
@settings(max_examples=examples(40))
def test_that_what_is_published_pays(attacker, sample, amounts):
    criterion = Profitability(attacker=attacker).bind(table_of(sample, costs=in_floats(amounts)))
    domains = [len(rows) for rows in sample.case.hierarchies]
    assert_judged(
        criterion, sample, lambda group: is_profitable(group, amounts, domains, journalist=attacker == "journalist")
    )


@pytest.mark.parametrize("attacker", ATTACKERS)
@given(samples(subset=True), costs())
@settings(max_examples=examples(40))
def test_that_without_attack_every_attack_loses(attacker, sample, amounts):
    """Whoever gains nothing has nothing to lose by not attacking; breaking even is not enough."""
    _benefit, _loss, gain, cost = amounts
    criterion = Profitability(attacker=attacker, attack=False).bind(table_of(sample, costs=in_floats(amounts)))

    def loses(group):
        return gain == 0 or gain / (group.population if attacker == "journalist" else group.size) < cost

    assert_judged(criterion, sample, loses)


@given(costs(), parts())
def test_that_what_no_attack_implies_is_true(amounts, groups):
    for attacker, kind in zip(ATTACKERS, (MinimalSize, MinimalPopulation), strict=True):
        criterion = Profitability(attacker=attacker, attack=False).bind(around(amounts))
        assert isinstance(criterion, kind)
        assert_implied(criterion, groups)


@given(costs(), parts(most_of_a_value=2), st.sampled_from(SHARES))
@settings(max_examples=examples(30))
def test_that_with_attack_nothing_is_claimed(amounts, groups, shares):
    groups = [Group(group.values, group.population, shares) for group in groups]
    for attacker in ATTACKERS:
        criterion = Profitability(attacker=attacker).bind(around(amounts))
        assert isinstance(criterion, Profitable)
        claims = (criterion.violations_are_inherited, criterion.monotonic_without_suppression, criterion.judges_absence)
        assert (*claims, criterion.minimal_class_size) == (False, False, False, 1)
        assert criterion.least_suppressed(groups, np.ones(len(groups), np.bool_)).tolist() == [0] * len(groups)


def test_that_a_class_that_does_not_pay_can_have_parts_that_do():
    """Nothing of the benefit is left of a label that covers all four values."""
    criterion = Profitability().bind(around((100, 10, 5, 1)))
    assert violations(criterion, [group_of(4, quarters=4), group_of(2), group_of(2)]) == [True, False, False]


def test_that_a_class_that_does_not_pay_can_be_too_small_for_it():
    """Why no size is minimal: whether an attack costs more than the benefit depends on what is left of the benefit."""
    criterion = Profitability().bind(around((100, 150, 5, 1)))
    assert violations(criterion, [group_of(1), group_of(2), group_of(2, quarters=2), group_of(5, quarters=2)]) == [
        True,
        False,
        True,
        False,
    ]


@given(costs(), st.lists(st.integers(1, 9), min_size=1, max_size=4), st.sampled_from(SHARES))
def test_that_classes_of_several_parts_that_become_one_still_pay_for_the_prosecutor(amounts, sizes, shares):
    groups = [Group({"a": size}, size, shares) for size in sizes]
    criterion = Profitability().bind(around(amounts))
    if not any(violations(criterion, groups)):
        assert violations(criterion, [union(groups)]) == [False]
    assert Profitability().holds_for_union_of_parts
    assert not Profitability(attacker="journalist").holds_for_union_of_parts


@pytest.mark.parametrize(
    ("amounts", "size", "quarters"),
    [
        ((100, 300, 1000, 1), 3, 1),
        (("0.1", "0.3", 1000, 1), 3, 1),
        (("0.7", "2.1", 1000, 1), 3, 1),
        ((100, 350, 1000, 1), 7, 2),
        (("0.3", "2.1", 1000, 1), 14, 2),
    ],
)
def test_that_breaking_even_does_not_pay(amounts, size, quarters):
    """All of the benefit is left at level 0, half of it where a label covers two of four values."""
    amounts = tuple(map(Fraction, amounts))
    criterion = Profitability().bind(around(amounts))
    groups = [group_of(size, quarters=quarters), group_of(size + 1, quarters=quarters)]
    assert violations(criterion, groups) == [True, False]
    assert not is_profitable(groups[0], amounts, [4], journalist=False)


@given(st.integers(1, 400), st.integers(1, 60) | st.sampled_from(("0.1", "0.3", "0.7", "1.1", "4.7")))
def test_that_an_attack_that_breaks_even_is_none(size, cost):
    """The adversary attacks where G / size is more than C; then the loss of 10^6 is more than any benefit."""
    cost = Fraction(cost)
    amounts = (Fraction(1), Fraction(10**6), cost * size, cost)
    criterion = Profitability().bind(around(amounts))
    assert break_even(in_floats(amounts)) == size
    assert violations(criterion, [group_of(size), group_of(max(1, size - 1))]) == [False, size > 1]
    assert size_without_attack(in_floats(amounts)) == size + 1


@pytest.mark.parametrize(
    ("gain", "cost", "size"),
    [(300, 4, 76), (10, 4, 3), (0, 4, 1), (0, 0, 1), (300, 0, MOST), (1, 1000, 1), (0.3, 0.1, 4), (2.1, 0.7, 4)],
)
def test_that_the_size_without_attack_is_above_gain_by_cost(gain, cost, size):
    assert size_without_attack(Costs(adversary_gain=gain, adversary_cost=cost)) == size


@pytest.mark.parametrize(
    ("gain", "cost", "size"),
    [
        (float("inf"), 4.0, MOST),
        (300.0, 5e-324, MOST),
        (1e308, 1e-308, MOST),
        (300.0, float("inf"), 1),
        (5e-324, 1e308, 1),
    ],
)
def test_that_extreme_costs_are_taken_as_they_are(gain, cost, size):
    costs = costs_of(1.0, 1.0, gain, cost)
    assert size_without_attack(costs) == size
    criterion = Profitability().bind(WholeTable(3, {}, {}, np.array([4]), None, costs))
    assert violations(criterion, [group_of(1)]) == [size == MOST]


def test_that_domains_of_one_value_lose_nothing():
    table = WholeTable(3, {}, {}, np.array([1]), None, costs_of(10.0, 10.0, 10.0, 1.0))
    group = Group({"a": 2}, 2, (Fraction(1, 4),))
    assert violations(Profitability().bind(table), [group]) == [False]
    assert is_profitable(group, (10, 10, 10, 1), [1], journalist=False)


def test_that_no_part_keeps_more_than_a_minimal_size_allows():
    criterion = Profitability(attack=False).bind(around((1, 1, 6, 2)))
    assert criterion.minimal_class_size == 4
    assert_no_part_keeps_more(criterion, group_of(3))


@pytest.mark.parametrize("given_", [{"attack": "yes"}, {"attack": 1}, {"attacker": "marketer"}, {"gain": 3}])
def test_that_parameters_without_a_meaning_are_refused(given_):
    with pytest.raises(UnfitSettings):
        Profitability(**given_)


def test_that_the_model_explains_itself():
    assert Profitability().title == "profitability (prosecutor)"
    assert Profitability(attacker="journalist", attack=False).title == "profitability (journalist, no attack)"
    assert "No attack pays" in Profitability(attack=False).sentence
    assert [Profitability(attacker=attacker).needs_subset for attacker in ATTACKERS] == [False, True]
