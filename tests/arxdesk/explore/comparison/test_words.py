"""The first sentence of a comparison claims what its numbers show, and nothing else."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from arxdesk.explore.comparison.words import coarser, details, figures, verdict
from arxdesk_engine.exploration.comparison import ComparedTransformation, TransformationComparison
from arxdesk_engine.search.solution import Check
from tests.arxdesk.analysis.applied_documents import plain

NO_RECORDS = np.zeros(0, np.intp)


def side(
    levels=(0, 3, 2), detail=0.6, highest=0.2, average=0.02, score=0.25, *, anonymous=True, unique=None
) -> ComparedTransformation:
    shown = score if anonymous else math.inf
    check = Check(levels, anonymous, shown, 0.1, 1346, 397, round(1 / highest), 90, False, False)
    gap = (score - 0.2) / score if anonymous else None
    return ComparedTransformation(
        check, gap, (detail,) * 3, detail, highest, average, 240, unique, (), np.zeros(0, np.bool_)
    )


def of(
    first: ComparedTransformation, second: ComparedTransformation, population: int | None = None, *, proven=True
) -> TransformationComparison:
    names, heights = ("sex", "age", "education"), (1, 4, 3)
    return TransformationComparison(
        (first, second), names, heights, 30_162, population, proven, NO_RECORDS, np.zeros((0, 0), np.bool_)
    )


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        (side(detail=0.7), side(highest=0.1), "A keeps more detail, B is safer."),
        (side(highest=0.1), side(detail=0.7), "B keeps more detail, A is safer."),
        (side(detail=0.7, highest=0.1), side(), "A keeps more detail and is safer."),
        (side(), side(detail=0.7, average=0.01), "B keeps more detail and is safer."),
        (side(), side(highest=0.1), "Both keep the same detail; B is safer."),
        (side(detail=0.7), side(), "A keeps more detail; both are equally safe."),
        (side(), side(), "Both keep the same detail and are equally safe."),
        (side(detail=0.1 + 0.2), side(detail=0.3), "Both keep the same detail and are equally safe."),
    ],
)
def test_that_the_verdict_follows_the_numbers(first, second, said):
    assert verdict(of(first, second)) == said


def test_that_swapping_the_sides_swaps_the_verdict():
    comparison = of(side(detail=0.7), side(highest=0.1))
    assert verdict(comparison.swapped()) == "B keeps more detail, A is safer."
    assert comparison.swapped().swapped() is not comparison
    assert comparison.swapped().levels == comparison.levels[::-1]


def test_that_the_numbers_behind_it_are_told_and_can_be_told_apart():
    said = plain(details(of(side(detail=0.70012), side((1, 3, 3), detail=0.70049, highest=0.1))))
    assert "70.01 % against 70.05 %" in said
    assert "highest risk 20 % against 10 %" in said
    assert "They differ in 2 of 3 quasi-identifiers: sex and education." in said


def test_that_equal_highest_risks_are_told_with_the_average():
    said = plain(details(of(side(average=0.02), side(average=0.03))))
    assert "highest risk 20 % in both, average risk 2 % against 3 %" in said


def test_that_what_cannot_be_applied_is_told():
    said = details(of(side(), side(anonymous=False)))
    assert "B does not satisfy the privacy models and cannot be applied." in said


def test_that_a_score_that_prefers_the_other_one_is_told():
    assert "prefers B" in details(of(side(detail=0.7, score=0.3), side(score=0.25)))
    assert "prefers" not in details(of(side(detail=0.7, score=0.25), side(score=0.3)))


def test_that_levels_are_compared_in_steps():
    assert [coarser(*pair) for pair in ((0, 0), (1, 3), (3, 2))] == ["", "2 coarser", "1 finer"]


def test_that_the_better_value_is_marked_where_one_is_better():
    found = {
        name: (values, better) for name, values, better, _hint in figures(of(side(), side(score=0.5, highest=0.1)))
    }
    assert found["Score"] == (("0.2500", "0.5000"), 0)
    assert found["From the optimum"][1] == 0
    assert found["Highest risk"][1] == 1
    assert found["Average risk"][1] is None
    assert found["Groups"][1] is None
    assert found["Records removed"][0][0] == "1,346 (4.5 %)"
    assert not any("population" in name for name in found)


def test_that_without_a_proof_gaps_are_at_most():
    found = {name: values for name, values, _better, _hint in figures(of(side(), side(), proven=False))}
    assert found["From the best possible"] == ("at most 20 %", "at most 20 %")


def test_that_what_is_not_anonymous_has_no_score():
    found = {name: (values, better) for name, values, better, _ in figures(of(side(), side(anonymous=False)))}
    assert found["Score"] == (("0.2500", "–"), None)


def test_that_likely_uniques_are_shown_where_a_population_is_set():
    comparison = of(side(unique=12.4), replace(side(), likely_unique=None), population=90_000)
    name, values, better, hint = figures(comparison)[-1]
    assert (name, values, better) == ("Likely unique in the population", ("12", "–"), None)
    assert "90,000" in hint
