"""Targeted record swapping: households stay whole, pairs are similar and of other areas, those at risk come first."""

from collections import Counter, defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.kernels.perturbation.household_pairs import pair_households
from arxdesk_engine.perturbation.record_swapping import RecordSwapping
from tests.engine.perturbation.tables import job_with, records_of, released, texts_of

HOME = st.tuples(
    st.sampled_from(["N", "S"]),
    st.sampled_from("123"),
    st.lists(st.tuples(st.sampled_from(["f", "m"]), st.sampled_from(["20", "40", "60"])), min_size=1, max_size=3),
)
HOMES = st.lists(HOME, min_size=1, max_size=25)


def population(homes):
    """Records of households: each has a county, a town in it, and members with sex and age."""
    rows = [
        (number, county, county + town, sex, age)
        for number, (county, town, members) in enumerate(homes)
        for sex, age in members
    ]
    numbers, *columns = zip(*rows, strict=True)
    return numbers, dict(zip(("county", "town", "sex", "age"), columns, strict=True))


def swapped(homes, **settings):
    numbers, columns = population(homes)
    asked = RecordSwapping(columns=("county", "town"), risk_columns=("age",), **settings)
    found = asked.perturb(records_of(households=numbers, **columns))
    after = list(zip(*(texts_of(column) for column in found.columns), strict=True))
    return numbers, columns, after, found.facts


def places_of_homes(numbers, places):
    """The place of each household; fails where its members have several."""
    found = defaultdict(set)
    for number, place in zip(numbers, places, strict=True):
        found[number].add(place)
    assert all(len(each) == 1 for each in found.values())
    return [found[number].pop() for number in sorted(found)]


@given(HOMES, st.integers(1, 4), st.floats(0.0, 1.0), st.integers(0, 5))
def test_that_households_stay_whole_and_similar_ones_have_exchanged_their_places(homes, k, rate, seed):
    numbers, columns, after, facts = swapped(homes, similar=("sex",), k=k, swap_rate=rate, seed=seed)
    before = places_of_homes(numbers, zip(columns["county"], columns["town"], strict=True))
    places = places_of_homes(numbers, after)
    profiles = [tuple(sorted(sex for sex, _age in members)) for _county, _town, members in homes]
    assert Counter(zip(profiles, places, strict=True)) == Counter(zip(profiles, before, strict=True))
    assert Counter(after) == Counter(zip(columns["county"], columns["town"], strict=True))
    moved = sum(old != new for old, new in zip(before, places, strict=True))
    assert moved == facts["swapped"] == 2 * (facts["additional_pairs"] + sum(each["pairs"] for each in facts["levels"]))


@given(HOMES, st.integers(1, 4), st.integers(0, 5))
def test_that_those_at_risk_are_swapped_or_told(homes, k, seed):
    """Without a rate: at risk in the county, or else in the town, by counting everybody who lives there."""
    numbers, columns, after, facts = swapped(homes, k=k, swap_rate=0.0, seed=seed)
    before = places_of_homes(numbers, zip(columns["county"], columns["town"], strict=True))
    places = places_of_homes(numbers, after)
    for level, told in enumerate(facts["levels"]):
        area = columns[told["column"]]
        alike = Counter(zip(area, columns["age"], strict=True))
        at_risk = {
            number for number, where, age in zip(numbers, area, columns["age"], strict=True) if alike[where, age] < k
        }
        assert told["at_risk"] == len(at_risk)
        stays = [home for home in at_risk if places[home] == before[home]]
        assert told["without_partner"] <= len(at_risk)
        if level == len(facts["levels"]) - 1:
            assert told["without_partner"] == len(stays)
    if all(each["at_risk"] == 0 for each in facts["levels"]):
        assert places == before


@given(HOMES, st.integers(0, 5))
def test_that_without_risk_people_stay_in_their_county(homes, seed):
    _numbers, columns, after, facts = swapped(homes, k=1, swap_rate=1.0, seed=seed)
    assert [each["at_risk"] for each in facts["levels"]] == [0, 0]
    assert [county for county, _town in after] == list(columns["county"])


def test_that_a_rate_is_reached_where_partners_are_enough():
    homes = [("N", town, [("f", "20")]) for town in "12" * 50]
    for rate, in_each_town in ((0.0, 0), (0.06, 3), (0.31, 16), (1.0, 50)):
        assert swapped(homes, k=1, swap_rate=rate)[3]["swapped"] == 2 * in_each_town


def test_that_households_of_another_county_are_partners_where_that_is_asked_for():
    homes = [("N", "1", [("f", "20")]), ("S", "1", [("f", "20")])]
    assert swapped(homes, k=1, swap_rate=1.0)[3]["swapped"] == 0
    after = swapped(homes, k=1, swap_rate=1.0, within_upper_area=False)[2]
    assert after == [("S", "S1"), ("N", "N1")]


def test_that_someone_rare_changes_places_with_a_similar_household():
    homes = [("N", "1", [("f", "20")])] * 5 + [("N", "1", [("f", "60")])] + [("N", "2", [("f", "20")])] * 5
    _numbers, _columns, after, facts = swapped(homes, k=2, swap_rate=0.0)
    assert after[5] == ("N", "N2")
    assert [each["at_risk"] for each in facts["levels"]] == [1, 1]
    assert [each["without_partner"] for each in facts["levels"]] == [1, 0]
    assert facts["swapped"] == 2


def naive_pairs(wanted, quota, bucket, area, order, partners):
    """By the definition: the first free household of another area in the bucket."""
    pairs = 0
    for own in wanted:
        free = [other for other in order if bucket[other] == bucket[own] and partners[other] < 0]
        fitting = [other for other in free if area[other] != area[own]]
        if quota[area[own]] > 0 and partners[own] < 0 and fitting:
            partners[own], partners[fitting[0]] = fitting[0], own
            for home in (own, fitting[0]):
                quota[area[home]] -= 1
            pairs += 1
    return pairs


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=30), st.data())
def test_that_pairs_are_formed_as_by_the_definition(homes, data):
    number = len(homes)
    bucket, area = (np.array(each, np.int64) for each in zip(*homes, strict=True))
    by_chance = data.draw(st.permutations(range(number)))
    order = np.array(sorted(by_chance, key=lambda home: bucket[home]), np.int64)
    wanted = np.array(data.draw(st.permutations(range(number))), np.int64)
    first = np.append(0, np.cumsum(np.bincount(bucket))).astype(np.int64)
    found, expected = np.full(number, -1, np.int64), [-1] * number
    quota = np.array(data.draw(st.lists(st.integers(-1, 9), min_size=3, max_size=3)), np.int64)
    expected_pairs = naive_pairs(wanted.tolist(), quota.copy(), bucket, area, order.tolist(), expected)
    assert pair_households(wanted, quota, bucket, area, order, first, found) == expected_pairs
    assert found.tolist() == expected


def test_that_the_same_seed_gives_the_same_places():
    homes = [("N", str(town), [("f", "20")]) for town in range(30)]
    results = [swapped(homes, k=1, swap_rate=1.0, seed=seed)[2] for seed in (1, 1, 2)]
    assert results[0] == results[1] != results[2]


def test_that_a_household_lives_in_one_place():
    records = records_of(households=[0, 0, 1], town=["A", "B", "A"], age=[20, 30, 40])
    (unfit,) = RecordSwapping(columns=("town",), risk_columns=("age",)).unfit(records)
    assert (unfit.field, unfit.found) == (
        "columns",
        'the members of some households have different values in "town"',
    )


ASKED = {"method": "record-swapping", "columns": ["town"], "risk_columns": ["age"], "swap_rate": 1.0}


def test_that_a_job_names_its_households():
    cells = {"town": ["A", "B"] * 10, "age": range(20), "home": [str(number // 2) for number in range(20)]}
    with pytest.raises(InvalidJob, match=r'perturbation.1: .* none are named\. Write household = "..."'):
        released(job_with(ASKED), **cells)
    with pytest.raises(InvalidJob, match="the members of some households have different values"):
        released(job_with(ASKED, data={"household": "home"}), **cells)
    cells["home"] = [str(number) for number in range(20)]
    output = released(job_with(ASKED, data={"household": "home"}), **cells)[1]
    assert texts_of(output.dataset["town"]) == ["B", "A"] * 10
