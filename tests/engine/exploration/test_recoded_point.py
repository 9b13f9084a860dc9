"""A recoded table as a point: its figures counted from its groups."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arxdesk_engine.analysis.applied import Applied, Recoded
from arxdesk_engine.analysis.recoding.sentences import groups_read
from arxdesk_engine.exploration.applying import made_real
from arxdesk_engine.exploration.points import Across, Axes, Risk
from arxdesk_engine.exploration.recoded_point import recoded_point
from arxdesk_engine.job.search import GroupwiseSettings
from tests.engine.made_cases import discharges


@pytest.fixture(scope="module")
def applied() -> Applied:
    anonymizer = discharges(300).anonymizer()
    solution = anonymizer.search()
    assert solution.best is not None
    found = anonymizer.recode(solution, settings=GroupwiseSettings())
    return made_real(anonymizer, solution.best, Recoded(solution.best, found, GroupwiseSettings(), 0.5, 0.9))


def test_that_its_figures_are_those_of_its_groups(applied: Applied):
    sizes = applied.output.class_sizes.tolist()
    point = recoded_point(applied, Axes(Across.SCORE, Risk.AVERAGE))
    assert point is not None
    assert (point.x, point.y) == (applied.score, len(sizes) / sum(sizes))
    assert point.proof is applied.recoded.found.groupwise
    highest = recoded_point(applied, Axes(Across.REMOVED, Risk.HIGHEST))
    assert highest is not None
    assert (highest.x, highest.y) == (applied.output.suppressed_records / 300, 1 / min(sizes))


@pytest.mark.parametrize("axes", [Axes(Across.LOWER_BOUND, Risk.AVERAGE), Axes(Across.SCORE, Risk.POPULATION)])
def test_that_it_has_no_place_on_axes_without_its_figures(applied: Applied, axes: Axes):
    assert recoded_point(applied, axes) is None


def test_that_other_tables_are_no_such_point(applied: Applied):
    assert recoded_point(replace(applied, recoded=None), Axes()) is None


def test_that_groups_with_equal_labels_are_told(applied: Applied):
    classes = applied.check.classes
    assert classes == len(applied.output.class_sizes)
    proof = applied.recoded.found.groupwise

    def with_groups(number: int) -> Applied:
        found = replace(applied.recoded.found, groupwise=replace(proof, groups=number))
        return replace(applied, recoded=replace(applied.recoded, found=found))

    assert groups_read(with_groups(classes)) == ""
    assert groups_read(with_groups(classes + 3)) == f"{classes + 3} groups were formed; equal labels read as one."
    assert groups_read(replace(applied, recoded=None)) == ""
