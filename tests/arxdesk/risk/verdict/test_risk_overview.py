"""The overview of risks shows the figures of the report, with the bounds that the privacy models imply."""

import pytest

from arxdesk.core.document import Document
from arxdesk.risk.verdict.overview_model import OverviewColumn
from arxdesk.risk.verdict.overview_view import RiskOverviewView
from arxdesk.ui import words
from arxdesk_engine.job.population import PopulationSettings
from arxdesk_engine.job.subset import SubsetSettings
from arxdesk_engine.privacy.size import KMap
from arxdesk_engine.privacy.threshold import AverageRisk
from tests.arxdesk.analysis.analysed_documents import example_document, settle
from tests.arxdesk.analysis.applied_documents import adult, discharges, plain, put_on, wards
from tests.arxdesk.risk.risk_views import facts_of, people_of, sampled, view_of
from tests.engine.perturbation.tables import SEX, job_with, released

pytestmark = pytest.mark.usefixtures("english")


def applied_wards():
    document = wards()
    put_on(document, (0, 0))
    return document


def census(shared):
    document = adult(shared / "data" / "adult")
    document.set_sections({"population": PopulationSettings(region="USA")})
    put_on(document)
    return document


def example(_shared):
    document = example_document()
    document.set_sections({"population": PopulationSettings(sampling_fraction=0.01)})
    put_on(document)
    return document


def subset(_shared):
    return sampled()


def lines_of(view):
    return {line.key: line for line in view.model.lines}


def row_of(view, key):
    return [line.key for line in view.model.lines].index(key)


@pytest.mark.parametrize("make", [census, example, subset])
def test_that_the_figures_are_those_of_the_report(make, shared, qtbot, jobs):
    document = make(shared)
    view = view_of(RiskOverviewView, document, qtbot, jobs)
    lines = lines_of(view)
    for side in ("before", "after"):
        facts = facts_of(document, side)
        prosecutor, spread = facts["prosecutor"], facts["distribution"]
        expected = {
            "lowest": prosecutor["lowest"],
            "affected by lowest": spread["affected_by_lowest"],
            "average": prosecutor["average"],
            "highest": prosecutor["highest"],
            "affected by highest": spread["affected_by_highest"],
            "estimated prosecutor": prosecutor["highest"],
            "estimated journalist": facts["journalist"]["highest"],
            "estimated marketer": facts["marketer"]["success_rate"],
            "sample uniques": prosecutor["sample_uniques"] / prosecutor["records"],
        }
        for key, value in expected.items():
            assert getattr(lines[key], side) == pytest.approx(value), key
            column = OverviewColumn.BEFORE if side == "before" else OverviewColumn.AFTER
            assert view.model.index(row_of(view, key), column).data() == words.percent(value)
        if "uniqueness" in facts:
            assert getattr(lines["population uniques"], side) == pytest.approx(facts["uniqueness"]["dankar"]["share"])
    number = len(document.result.anonymizer.quasi_identifiers)
    assert (lines["quasi-identifiers"].before_text, lines["quasi-identifiers"].after_text) == (str(number),) * 2
    assert document.result.anonymizer.quasi_identifiers[0] in lines["quasi-identifiers"].hint


def test_that_the_model_behind_an_estimate_is_named(shared, qtbot, jobs):
    document = census(shared)
    line = lines_of(view_of(RiskOverviewView, document, qtbot, jobs))["population uniques"]
    choice = facts_of(document, "before")["uniqueness"]["dankar_choice"]
    assert line.label == "Likely unique in USA"
    assert f"({choice.capitalize()})" in line.hint


def test_that_what_the_models_imply_bounds_the_estimates_of_the_output_alone(qtbot, jobs):
    document = discharges(900)
    document.set_sections({"subset": SubsetSettings(random=0.3, seed=6)})
    models = (KMap(k=4, estimator="poisson", population=100_000_000), AverageRisk(threshold=0.5))
    document.set_sections({"privacy": models})
    document.set_sections({"suppression": document.job.suppression.model_copy(update={"limit": 0.5})})
    put_on(document)
    view = view_of(RiskOverviewView, document, qtbot, jobs)
    lines, facts = lines_of(view), facts_of(document, "after")
    assert lines["estimated prosecutor"].after == pytest.approx(facts["prosecutor"]["highest"])
    assert lines["estimated journalist"].after == pytest.approx(min(facts["journalist"]["highest"], 0.25))
    assert lines["estimated marketer"].after == pytest.approx(min(facts["marketer"]["success_rate"], 0.25))
    assert lines["estimated journalist"].before == pytest.approx(facts_of(document, "before")["journalist"]["highest"])
    assert lines["estimated journalist"].before > 0.25


def test_that_without_a_population_nothing_is_estimated_and_one_is_taken_up_at_once(qtbot, jobs):
    document = applied_wards()
    view = view_of(RiskOverviewView, document, qtbot, jobs)
    assert lines_of(view)["population uniques"].before_text == "not known"
    document.set_sections({"population": PopulationSettings(size=1200)})
    settle(qtbot, view)
    line = lines_of(view)["population uniques"]
    assert line.before == pytest.approx(0.0, abs=0.2)
    assert line.before is not None
    assert line.label == "Likely unique in the population"


def test_that_a_population_that_is_too_small_leaves_all_else_as_it_is(qtbot, jobs):
    document = applied_wards()
    document.set_sections({"population": PopulationSettings(size=5)})
    view = view_of(RiskOverviewView, document, qtbot, jobs)
    assert view.shows_content
    assert lines_of(view)["highest"].before == 1.0
    assert lines_of(view)["population uniques"].before is None


def test_that_a_row_opens_its_people_where_there_are_any(qtbot, jobs):
    view = view_of(RiskOverviewView, applied_wards(), qtbot, jobs)

    def opened(key, column):
        view.analysis.show_records(None)
        view.table.activated.emit(view.model.index(row_of(view, key), column))
        shown = view.analysis.shown_records
        return None if shown is None else (plain(shown.reason), len(people_of(view)))

    assert opened("affected by highest", OverviewColumn.AFTER) == ("in groups of exactly 3 in the output", 6)
    assert opened("affected by lowest", OverviewColumn.BEFORE) == ("in groups of exactly 4 in the input", 4)
    assert opened("sample uniques", OverviewColumn.BEFORE) == ("that are alone in their group in the input", 2)
    assert opened("sample uniques", OverviewColumn.AFTER) is None
    assert opened("average", OverviewColumn.AFTER) is None


def test_that_one_side_alone_has_its_columns_alone(qtbot, jobs):
    view = view_of(RiskOverviewView, applied_wards(), qtbot, jobs)
    view.analysis.set_sides("after")
    settle(qtbot, view)
    assert view.table.isColumnHidden(OverviewColumn.BEFORE)
    assert view.table.isColumnHidden(OverviewColumn.BEFORE_BAR)
    assert view.numbers().splitlines()[0] == "Figure\tAfter"
    assert plain(view.numbers()).splitlines()[4] == "Highest risk\t33 %"


def test_that_a_population_smaller_than_the_table_may_hold_the_research_subset(qtbot, jobs):
    document = sampled(900)
    document.set_sections({"population": PopulationSettings(size=600)})
    line = lines_of(view_of(RiskOverviewView, document, qtbot, jobs))["population uniques"]
    assert line.before is not None


def test_that_perturbed_columns_are_looked_for_in_the_output(qtbot, jobs):
    incomes = [1000 + 37 * place for place in range(40)]
    noise = {"method": "correlated-noise", "columns": ["income"], "noise": 0.0001, "seed": 3}
    anonymizer, _output = released(job_with(noise), income=incomes)
    document = Document(anonymizer.job, anonymizer.dataset, {"sex": SEX}, None)
    view = view_of(RiskOverviewView, document, qtbot, jobs)
    assert "linkage" not in lines_of(view)
    put_on(document)
    settle(qtbot, view)
    line = lines_of(view)["linkage"]
    assert (line.before, line.after) == (None, 1.0)
    assert plain(line.hint).startswith("Looked for by the original cells of income, 40.0 of 40 records are found again")
    view.analysis.set_sides("before")
    settle(qtbot, view)
    assert "linkage" not in lines_of(view)
