"""The risks of people who are in several groups, by hand: each has that of the smallest group."""

from collections import Counter, defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.analysis.class_counts import count_classes, histogram_of, risk_of
from arxdesk_engine.analysis.risk.figures import table_risk
from arxdesk_engine.analysis.risk.group_sizes import size_counts
from arxdesk_engine.analysis.tables import InputTable
from arxdesk_engine.classes.people_at_risk import people_at_risk
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.job.analysis import Thresholds
from arxdesk_engine.job.job import job_from
from arxdesk_engine.risk.distribution import distribution_of
from arxdesk_engine.risk.uniqueness import uniqueness
from tests.engine.problems import column_of

ROWS = st.lists(st.tuples(st.sampled_from("abcdef"), st.sampled_from("xyz"), st.booleans()), min_size=1, max_size=30)


def by_hand(rows):
    """The people of each group, in the part that counts and in all, and the smallest of each person who counts."""
    counted, everybody = defaultdict(set), defaultdict(set)
    for person, group, counts in rows:
        everybody[group].add(person)
        if counts:
            counted[group].add(person)
    smallest, in_population = {}, {}
    for person, group, counts in rows:
        if counts:
            smallest[person] = min(smallest.get(person, 99), len(counted[group]))
            in_population[person] = min(in_population.get(person, 99), len(everybody[group]))
    return counted, smallest, in_population


def table_of(rows):
    people, groups, _counts = zip(*rows, strict=True)
    columns = (column_of("id", people), column_of("group", groups))
    content = {
        "data": {"path": "t.csv", "person": "id"},
        "attributes": {"id": {"role": "identifying"}, "group": {"role": "quasi-identifying"}},
    }
    included = np.array([counts for _person, _group, counts in rows])
    return InputTable(job_from(content), Dataset(columns, "t"), included if not included.all() else None)


@given(ROWS.filter(lambda rows: any(counts for *_cells, counts in rows)))
def test_that_everybody_has_the_risk_of_the_smallest_group(rows):
    counted, smallest, in_population = by_hand(rows)
    counts = count_classes(table_of(rows))
    assert counts.kept == len(smallest)
    assert counts.classes == len(counted)
    figures = table_risk(counts, Thresholds())
    threshold = figures.thresholds.highest_risk
    risks = [1 / size for size in smallest.values()]
    assert figures.people == len(smallest)
    assert figures.prosecutor.highest == max(risks)
    assert figures.prosecutor.lowest == min(risks)
    assert figures.prosecutor.average == pytest.approx(sum(risks) / len(risks))
    assert figures.prosecutor.sample_uniques == sum(size == 1 for size in smallest.values())
    assert figures.people_above == sum(risk > threshold for risk in risks)
    population = [1 / size for size in in_population.values()]
    assert figures.journalist.highest == max(population)
    assert (
        figures.journalist.average == figures.marketer.success_rate == pytest.approx(sum(population) / len(population))
    )
    assert figures.people_above_in_population == sum(risk > threshold for risk in population)


@given(ROWS)
def test_that_distributions_count_each_person_once(rows):
    rows = [(person, group, True) for person, group, _counts in rows]
    counted, smallest, _in_population = by_hand(rows)
    counts = count_classes(table_of(rows))
    *_lines, total = size_counts({"before": counts.histogram})
    assert (total.groups[0], total.people[0]) == (len(counted), len(smallest))
    spread = distribution_of(counts.histogram)
    assert spread.records == len(smallest)
    of_size = Counter(smallest.values())
    assert spread.affected_by_highest == of_size[min(of_size)] / len(smallest)
    assert spread.affected_by_lowest == of_size[max(of_size)] / len(smallest)
    numbers = np.array([len(each) for each in counted.values()])
    codes = {group: place for place, group in enumerate(counted)}
    owners = sorted({person for person, *_cells in rows})
    at_risk = people_at_risk(
        np.array([owners.index(person) for person, *_cells in rows], np.int32),
        np.array([codes[group] for _person, group, _counts in rows], np.int32),
        numbers,
        numbers,
    )
    assert sorted(at_risk.smallest.tolist()) == sorted(smallest.values())
    assert risk_of(numbers, at_risk) == table_risk(counts, Thresholds()).prosecutor
    found = uniqueness(histogram_of(numbers, at_risk), len(smallest))  # everybody is in the table
    assert (found.records, found.sample_uniques) == (len(smallest), of_size[1])
    assert found.zayatz.share is None or 0.0 <= found.zayatz.share <= 1.0


def test_that_removed_people_are_counted():
    people, groups = np.array([0, 0, 1, 2], np.int32), np.array([0, -1, 0, -1], np.int32)
    found = people_at_risk(people, groups, np.array([2]), np.array([2]))
    assert (len(found), found.removed, found.smallest.tolist()) == (2, 1, [2, 2])
