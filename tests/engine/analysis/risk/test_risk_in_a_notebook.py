"""Every figure and every sentence of Risk without a window, as a notebook asks for them."""

import sys

import pandas as pd
import pytest

from arxdesk_engine.analysis.applied import Applied
from arxdesk_engine.analysis.class_counts import count_classes
from arxdesk_engine.analysis.risk.attackers import ATTACKERS, attacker_figures, attacker_sentence, is_within
from arxdesk_engine.analysis.risk.figures import risk_figures, unlimited_attributes
from arxdesk_engine.analysis.risk.group_sizes import above_sentence, risk_counts, size_counts
from arxdesk_engine.analysis.risk.identifiers import identifier_signs, identifiers_in, identifiers_sentence
from arxdesk_engine.analysis.risk.keys import smallest_keys
from arxdesk_engine.analysis.risk.keys_words import keys_sentence, scores_sentence
from arxdesk_engine.analysis.risk.main_figures import main_figures
from arxdesk_engine.analysis.risk.ranking import alone_in, rank_attributes, rank_sets
from arxdesk_engine.analysis.risk.ranking_words import ranking_sentence
from arxdesk_engine.analysis.risk.uniqueness import population_uniqueness
from arxdesk_engine.analysis.risk.uniqueness_words import uniqueness_sentence, whereabouts
from arxdesk_engine.analysis.risk.verdict import risk_verdict
from arxdesk_engine.analysis.tables import InputTable, OutputTable
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.foundation.words import Words
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.job import job_from
from arxdesk_engine.job.population import PopulationSettings
from arxdesk_engine.privacy.implied import implied_bounds
from arxdesk_engine.risk.population import Population

RECORDS = [
    *(("Ann", "31", "10115", "flu"), ("Bo", "31", "10115", "cold"), ("Cy", "38", "10119", "flu")),
    *(("Di", "52", "20095", "cold"), ("Ed", "52", "20095", "flu"), ("Flo", "58", "80331", "gout")),
]
JOB = {
    "data": {"path": "-"},
    "attributes": {
        "name": {"role": "identifying"},
        "age": {"role": "quasi-identifying"},
        "zip": {"role": "quasi-identifying"},
        "illness": {"role": "sensitive"},
    },
    "privacy": [{"model": "k-anonymity", "k": 2}],
    "suppression": {"limit": 0.5},
}


@pytest.fixture(scope="module")
def tables():
    frame = pd.DataFrame(RECORDS, columns=["name", "age", "zip", "illness"], dtype="object")
    hierarchies = {
        "age": Hierarchy(tuple((each, f"{each[0]}0s", "*") for each in sorted(set(frame["age"])))),
        "zip": Hierarchy(tuple((each, f"{each[:2]}***", "*") for each in sorted(set(frame["zip"])))),
    }
    anonymizer = Anonymizer.formulate(job_from(JOB), Dataset.from_pandas(frame), hierarchies)
    solution = anonymizer.search()
    output = anonymizer.apply(solution.best.levels)
    mean, detail = anonymizer.detail_kept(output)
    before = InputTable(anonymizer.job, anonymizer.dataset)
    applied = Applied(solution.best, output, detail, mean)
    after = OutputTable(before, anonymizer.job, anonymizer.problem, anonymizer.hierarchies, solution, applied)
    return {"before": before, "after": after}


@pytest.fixture(scope="module")
def figures(tables):
    counts = {side: count_classes(table) for side, table in tables.items()}
    return risk_figures(counts, tables["before"].job.analysis.thresholds)


def test_that_the_verdict_is_told(tables, figures):
    before = tables["before"]
    unlimited = unlimited_attributes(before.job, before.dataset.names)
    made = risk_verdict(figures, before.policy.part, unlimited)
    assert unlimited == ("illness",)
    assert not made.is_good
    assert made.sentence.startswith("Highest risk 50 % (1 in 2), average 50 % (1 in 2): above the threshold of 20 %.")
    assert made.was.startswith("Before, 2 of 6 records (33 %) were unique in this table")
    assert made.advice.startswith("To lower it: ask for groups of at least 5 (Configure)")


def test_that_the_digits_of_a_locale_change_nothing_else(figures):
    german = Words(str, lambda value, decimals: f"{value:.{decimals}f}".replace(".", ","))
    assert risk_verdict(figures, words=german).sentence == risk_verdict(figures).sentence
    assert "33,3" in german.percent(1 / 3, 3)


def test_that_three_attackers_are_told(figures):
    assert not any(is_within(each, figures) for each in ATTACKERS)
    assert attacker_sentence("journalist", figures).endswith("the same as the prosecutor.")
    rows = {row.label: (row.before, row.after, row.accepted) for row in attacker_figures("prosecutor", figures)}
    assert rows["Highest risk"] == ("100 %", "50 %", "20 %")
    assert [row.label for row in attacker_figures("marketer", figures)] == [
        *("Expected hits", "Success rate", "Right guesses")
    ]


def test_that_groups_are_counted_by_size_and_by_risk(figures):
    histograms = {side: each.counts.histogram for side, each in figures.sides.items()}
    sizes = size_counts(histograms)
    assert (sizes[0].groups[0], sizes[0].people[0], sizes[-1].people[0]) == (2, 2, 6)
    assert sum(each.people[0] for each in risk_counts(histograms)) == 6
    assert above_sentence(figures).startswith("Before, all records had a risk above 20 %; now all records have.")


def test_that_main_figures_and_uniqueness_are_told(tables, figures):
    settings, population = PopulationSettings(size=1000), Population(size=1000)
    found = {side: population_uniqueness(table, population) for side, table in tables.items()}
    sentence = uniqueness_sentence(found, whereabouts(settings, 1000))
    assert sentence.startswith("Of 100 records in the input")
    assert "among all 1,000 people" in sentence
    after = tables["after"]
    bounds = implied_bounds(after.job.privacy, after.problem.privacy)
    names = {side: table.quasi_identifiers for side, table in tables.items()}
    rows = {row.key: row for row in main_figures(figures, bounds, found, names, "the population")}
    assert (rows["highest"].before, rows["highest"].after) == (1.0, 0.5)
    assert rows["quasi-identifiers"].before_text == "2"


def test_that_attributes_are_ranked_and_keys_found(tables):
    before = tables["before"]
    names = before.quasi_identifiers
    ranking = rank_attributes(before, names)
    assert ranking_sentence(ranking, "input") == (
        "Two records picked at random differ in age in 87 of 100 cases. "
        "Most are singled out by age: 2 records are alone."
    )
    assert len(rank_sets(before, names, 2, 2).sets) == 1
    assert alone_in(before, ["zip"]).tolist() == [2, 5]
    keys = smallest_keys(before, names, 2, Population(size=1000))
    assert keys_sentence({"before": keys}) == (
        "2 records (33 %) can be named by 2 values or fewer; 2 of them by a single value."
    )
    assert keys.named_with("zip").tolist() == [2, 5]
    assert "a match with somebody of the input is likely right" in scores_sentence({"before": keys}, is_dis=True)


def test_that_identifiers_are_found(tables):
    before = tables["before"]
    found = identifiers_in(before.dataset)
    left = found.left(before.job.settings_of)
    assert "name" in found.lines
    assert "name" not in left
    assert identifiers_sentence(found, left).startswith(f"{len(found.lines)} of 4 columns look")
    assert len(identifier_signs(found, before.job)) == len(found.hits)


def test_that_none_of_this_needs_qt():
    modules = [each for each in sys.modules if each.startswith("arxdesk_engine.analysis.risk")]
    assert modules
    assert not any("PySide6" in vars(sys.modules[each]) for each in modules)
