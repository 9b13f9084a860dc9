"""What Quality and Risk analyze: the input as Configure has it, then both tables of what was applied."""

from __future__ import annotations

import gc
from dataclasses import replace
from weakref import ref

import pytest

from arxdesk.analysis.analysis import Analysis
from arxdesk.analysis.shown_records import FigureRecords
from arxdesk.analysis.work import ClassesOf
from arxdesk.core.commands import ChangeAttributes
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.analysis import Thresholds
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.subset import SubsetSettings
from arxdesk_engine.privacy.differential import DifferentialPrivacy
from arxdesk_engine.search.solution import Status
from tests.arxdesk.analysis.applied_documents import discharges, find, put_on, wards


@pytest.fixture
def analysis(jobs) -> Analysis:
    document = wards()
    document.setParent(jobs)
    return Analysis(document, jobs, jobs)


def told(analysis: Analysis) -> list[None]:
    changes: list[None] = []
    analysis.subject_changed.connect(lambda: changes.append(None))
    return changes


def test_that_there_is_only_the_input_before_something_is_applied(analysis):
    assert list(analysis.tables) == ["before"]
    assert analysis.sides == "before"
    assert analysis.input.quasi_identifiers == ("sex", "ward")


def test_that_a_change_of_the_quasi_identifiers_is_another_input_and_other_changes_are_not(analysis):
    document, first, changes = analysis.document, analysis.input, told(analysis)
    document.push(ChangeAttributes(document, {"ward": AttributeSettings(role=Role.QUASI_IDENTIFYING, weight=0.9)}, "w"))
    assert analysis.input is first
    assert changes == []
    document.push(ChangeAttributes(document, {"ward": AttributeSettings(role=Role.INSENSITIVE)}, "Role"))
    assert analysis.input.quasi_identifiers == ("sex",)
    assert len(changes) == 1
    document.set_sections({"subset": SubsetSettings(select="sex = 'f'")})
    assert int(analysis.input.included.sum()) == 7
    assert len(changes) == 2


def test_that_a_search_of_the_same_configuration_keeps_the_input(analysis):
    first = analysis.input
    put_on(analysis.document)
    assert analysis.input is first
    assert analysis.output.input is first
    assert analysis.output.applied is analysis.document.applied
    assert analysis.sides == "both"


def test_that_both_tables_stay_those_of_the_search_while_the_configuration_changes(analysis):
    document = analysis.document
    put_on(document)
    changes = told(analysis)
    document.push(ChangeAttributes(document, {"ward": AttributeSettings(role=Role.INSENSITIVE)}, "Role"))
    assert analysis.input.quasi_identifiers == ("sex", "ward")
    assert changes == []


def test_that_going_back_and_forth_between_two_outputs_finds_their_tables_again(analysis):
    document = analysis.document
    put_on(document)
    first, was = analysis.output, document.applied
    put_on(document, (1, 1))
    second, now = analysis.output, document.applied
    document.set_applied(was)
    assert analysis.output is first
    document.set_applied(now)
    assert analysis.output is second


def test_that_thresholds_are_those_of_the_project_and_change_nothing_else(analysis):
    document = analysis.document
    put_on(document)
    told_of = []
    analysis.document.analysis_changed.connect(lambda: told_of.append(analysis.thresholds.highest_risk))
    analysis.set_thresholds(Thresholds(highest_risk=0.1))
    analysis.set_thresholds(Thresholds(highest_risk=0.1))
    assert told_of == [0.1]
    assert document.result_is_current
    assert not document.modified
    assert document.job.analysis.thresholds.highest_risk == 0.1


def test_that_records_of_a_table_that_is_gone_are_no_longer_shown(analysis):
    document = analysis.document
    put_on(document)
    shown = FigureRecords("in the output", analysis.output, ClassesOf(), "risk")
    analysis.show_records(shown)
    assert analysis.shown_records is shown
    put_on(document, (1, 1))
    assert analysis.shown_records is None
    analysis.show_records(FigureRecords("in the input", analysis.input, ClassesOf(), "risk"))
    put_on(document, (0, 2))
    assert analysis.shown_records is not None


def test_that_sides_are_told_once(analysis):
    put_on(analysis.document)
    seen = []
    analysis.sides_changed.connect(lambda: seen.append(analysis.sides))
    for side in ("after", "after", "both"):
        analysis.set_sides(side)
    assert seen == ["after", "both"]


def test_that_the_people_drawn_for_differential_privacy_are_those_of_the_search_on_both_sides(jobs):
    document = discharges(900)
    document.setParent(jobs)
    document.set_sections({"privacy": (DifferentialPrivacy(epsilon=1.0, delta=1e-3, scheme="medium"),)})
    analysis = Analysis(document, jobs, jobs)
    for _search in range(2):  # each draws others: there is no seed
        find(document)
        put_on(document)
        before, after = analysis.input, analysis.output
        assert (before.included == after.included).all()
        assert before.classes.records == before.counted == ClassesOf().run(after, Control()).counted
        measured = document.result.anonymizer.describe(document.result.solution, document.applied.output)["risk"]
        assert measured["input"]["prosecutor"]["classes"] == len(before.classes.sizes)


def test_that_everybody_counts_before_differential_privacy_has_drawn_anybody(jobs):
    document = discharges(90)
    document.setParent(jobs)
    document.set_sections({"privacy": (DifferentialPrivacy(epsilon=1.0, delta=1e-3, scheme="medium"),)})
    analysis = Analysis(document, jobs, jobs)
    assert analysis.input.included is None
    assert ClassesOf().run(analysis.input, Control()).counted == 90


def test_that_an_output_goes_with_its_result(analysis):
    document = analysis.document
    put_on(document)
    output = ref(analysis.output)
    result = document.result
    document.set_result(replace(result, solution=replace(result.solution, best=None, status=Status.INFEASIBLE)))
    assert analysis.output is None
    del result
    gc.collect()
    assert output() is None
