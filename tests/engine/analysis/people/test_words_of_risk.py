"""What is counted is named: people where a column says whose record each is, records otherwise."""

import numpy as np
import pytest

from arxdesk_engine.analysis.class_counts import count_classes
from arxdesk_engine.analysis.properties import DescribedTables, properties
from arxdesk_engine.analysis.risk.attackers import attacker_figures
from arxdesk_engine.analysis.risk.figures import risk_figures
from arxdesk_engine.analysis.risk.group_sizes import above_sentence, in_groups
from arxdesk_engine.analysis.risk.main_figures import main_figures
from arxdesk_engine.analysis.risk.uniqueness import population_uniqueness
from arxdesk_engine.analysis.risk.uniqueness_words import uniqueness_sentence
from arxdesk_engine.analysis.risk.verdict import risk_verdict
from arxdesk_engine.analysis.tables import InputTable
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.job.analysis import Thresholds
from arxdesk_engine.job.job import job_from
from arxdesk_engine.privacy.implied import ImpliedBounds
from arxdesk_engine.risk.distribution import SizeRange
from arxdesk_engine.risk.population import Population
from tests.engine.problems import column_of

PLACES = "uuuuubbk"
OWNERS = "aabbccdd"
"""Eight records of four people: three are in Ulm, two in Bonn, one in Kiel."""


@pytest.fixture(params=["id", None])
def person(request):
    return request.param


@pytest.fixture
def table(person):
    columns = column_of("id", tuple(OWNERS)), column_of("place", tuple(PLACES))
    content = {
        "data": {"path": "t.csv", "person": person},
        "attributes": {"id": {"role": "identifying"}, "place": {"role": "quasi-identifying"}},
    }
    return InputTable(job_from(content), Dataset(columns, "t"))


@pytest.fixture
def figures(table):
    return risk_figures({"before": count_classes(table)}, Thresholds())


def test_that_the_unit_follows_the_person_column(figures, person):
    assert figures.unit == figures.before.unit == ("people" if person else "records")


def test_that_the_verdict_names_it(figures, person):
    told = risk_verdict(figures).was
    expected = "1 of 4 people (25 %)" if person else "1 of 8 records (12 %)"
    by = " by one record" if person else ""
    assert told == f"{expected} is unique in this table and could be singled out{by}."


def test_that_the_verdict_tells_of_one_record_where_people_have_several(table, person):
    """Two of the records of somebody in groups of two can be in groups that nobody else shares."""
    accepted = Thresholds(highest_risk=1.0, records_at_risk=1.0, success_rate=1.0)
    told = risk_verdict(risk_figures({"before": count_classes(table)}, accepted)).advice
    assert ("the one quasi-identifier of one record tells. Histories in Risk" in told) is bool(person)
    assert ("the one quasi-identifier tells. Make sure" in told) is not person


def test_that_properties_name_it(table, person):
    """By hand: a, b and c are in Ulm, c and d in Bonn, d in Kiel: groups of 3, 2 and 1 people."""
    counts = {"before": count_classes(table)}
    lines = properties(DescribedTables(table, None, "t.csv", {}), counts)[0].children
    told = {each.name: each.before for each in lines}
    assert told["People" if person else "Records that count"] == ("4" if person else "8")
    assert told["Sizes of groups"] == ("1 to 3, 2.0 on average" if person else "1 to 5, 2.7 on average")


def test_that_distributions_name_it(figures, person):
    said = above_sentence(figures)
    assert said == f"In the input, {'everybody has' if person else '3 of 8 records (38 %) have'} a risk above 20 %."
    assert in_groups(SizeRange(1, 1), figures.unit) == (
        "of people who are alone in their group" if person else "that are alone in their group"
    )


def test_that_attackers_and_main_figures_name_it(figures, person):
    unit = "people" if person else "records"
    shares = attacker_figures("prosecutor", figures)[0]
    assert f"the share of {unit} whose risk" in shares.hint
    assert attacker_figures("marketer", figures)[0].hint.startswith(f"{unit.capitalize()} found")
    lines = main_figures(figures, ImpliedBounds(), {}, {"before": ("place",)}, "")
    labels = [each.label for each in lines]
    assert f"{unit.capitalize()} with the highest risk" in labels
    assert not any("{" in f"{each.label}{each.hint}" for each in lines)


def test_that_estimates_name_it(table, person):
    found = population_uniqueness(table, Population(size=1000))
    sentence = uniqueness_sentence({"before": found}, "there")
    assert sentence.startswith("Of 100 people in" if person else "Of 100 records in")


def test_that_people_in_two_of_the_smallest_groups_are_counted_once(person):
    columns = column_of("id", tuple("aabb")), column_of("place", tuple("uvuv"))
    content = {
        "data": {"path": "t.csv", "person": person},
        "attributes": {"id": {"role": "identifying"}, "place": {"role": "quasi-identifying"}},
    }
    counts = count_classes(InputTable(job_from(content), Dataset(columns, "t")))
    side = risk_figures({"before": counts}, Thresholds(highest_risk=0.5)).before
    assert (side.smallest, side.smallest_groups) == (2, 2)
    assert side.in_smallest == (2 if person else 4)
    assert np.array_equal(counts.sizes, [2])
