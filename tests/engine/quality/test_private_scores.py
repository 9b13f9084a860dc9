"""Scores for differential privacy: one record more or less changes them by at most 1 (engine reference 4.13)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk_engine.classes.classes import Grouping
from arxdesk_engine.hierarchies.hierarchy import Hierarchy, bind
from arxdesk_engine.quality import MODELS
from arxdesk_engine.quality.model import Preferences
from tests.engine.problems import column_of
from tests.tiers import examples

HAVING_ONE = ("loss", "precision", "discernibility", "non-uniform-entropy", "average-class-size")
HIERARCHIES = (
    Hierarchy(tuple((value, "ab" if value in "ab" else "cd", "*") for value in "abcd")),
    Hierarchy(tuple((value, "*") for value in "xyz")),
)
record = st.tuples(st.sampled_from("abcd"), st.sampled_from("xyz"))


def private_score(name, records, k, levels):
    columns = [column_of(f"q{place}", cells) for place, cells in enumerate(zip(*records, strict=True))]
    bound = [bind(hierarchy, column) for hierarchy, column in zip(HIERARCHIES, columns, strict=True)]
    grouping = Grouping([column.codes for column in columns], bound)
    classes = grouping.classes(levels)
    return MODELS[name].of(grouping, Preferences()).private_score(classes, classes.counts < k, len(records), k)


@pytest.mark.parametrize("name", HAVING_ONE)
@given(
    records=st.lists(record, min_size=1, max_size=30),
    more=record,
    k=st.sampled_from((1, 2, 3, 5)),
    levels=st.tuples(st.integers(0, 2), st.integers(0, 1)),
)
@settings(max_examples=examples(60))
def test_that_one_record_changes_the_score_by_at_most_1(name, records, more, k, levels):
    one, other = (private_score(name, each, k, levels) for each in (records, [*records, more]))
    assert abs(one - other) <= 1


@pytest.mark.parametrize("name", sorted(MODELS.keys() - {*HAVING_ONE, "classification"}))
def test_that_other_models_have_none(name):
    assert private_score(name, [("a", "x"), ("b", "x")], 1, (1, 0)) is None


def test_that_scores_are_those_of_the_definition():
    """Classes of 2 and 1 at level (1, 0); the one of 1 is hidden with k = 2: c = 4 / 1 + 1."""
    records, levels = [("a", "x"), ("b", "x"), ("c", "x")], (1, 0)
    assert private_score("discernibility", records, 2, levels) == pytest.approx(-(3 * 1 + 4) / (3 * 5))
    assert private_score("average-class-size", records, 2, levels) == 2
    assert private_score("precision", records, 2, levels) == pytest.approx(-(1 + 2 * (1 / 2 + 0) / 2))
