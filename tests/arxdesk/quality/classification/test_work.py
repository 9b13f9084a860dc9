"""PredictionsOf are those of the engine: of the output as `arxdesk run` reports them, and of the input alone."""

from __future__ import annotations

import pytest

from arxdesk.analysis.analysis import output_table
from arxdesk.core.session.search_work import apply
from arxdesk.quality.classification.work import PredictionsOf
from arxdesk.quality.local_recoding.work import Recode
from arxdesk_engine.analysis.facts.utility import utility_facts
from arxdesk_engine.analysis.statistics.utility import Utility
from arxdesk_engine.analysis.tables import InputTable
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.job.search import LocalRecodingSettings
from arxdesk_engine.job.utility import UtilitySettings
from tests.arxdesk.analysis.applied_documents import discharges, put_on
from tests.arxdesk.analysis.started_views import example_document
from tests.arxdesk.changes import change_suppression_limit

SETTINGS = UtilitySettings(targets=("department", "sex"), methods=("naive-bayes",), folds=3, max_records=300)


@pytest.fixture(scope="module")
def hospital():
    document = discharges(800)
    document.push(change_suppression_limit(document, 0.5))
    put_on(document)
    return document


def tables_of(document, applied=None):
    before = InputTable(document.job, document.dataset)
    return before, output_table(before, document.result, applied or document.applied)


def facts_of(by_target):
    return utility_facts(Utility(dict(by_target), {}, (), complete=True))["classification"]


def test_that_they_are_those_of_the_report(hospital):
    _before, after = tables_of(hospital)
    found = PredictionsOf.of(SETTINGS).run(after, Control())
    report = hospital.result.anonymizer.utility(hospital.applied.output, SETTINGS)
    assert facts_of(found.by_target) == facts_of(report.classification)
    assert (found.has_output, found.is_complete) == (True, True)


def test_that_a_recoded_table_is_predicted_as_in_the_report(hospital):
    _before, plain = tables_of(hospital)
    recoded = Recode(hospital.result, hospital.applied, LocalRecodingSettings(iterations=100)).run(plain, Control())
    applied = apply(hospital.result, recoded.first.levels, Control(), recoded)
    found = PredictionsOf.of(SETTINGS).run(tables_of(hospital, applied)[1], Control())
    report = hospital.result.anonymizer.utility(applied.output, SETTINGS, recoded.found)
    assert facts_of(found.by_target) == facts_of(report.classification)
    assert facts_of(found.by_target) != facts_of(PredictionsOf.of(SETTINGS).run(plain, Control()).by_target)


def test_that_the_input_alone_is_predicted_as_beside_the_output(hospital):
    before, after = tables_of(hospital)
    alone = PredictionsOf.of(SETTINGS).run(before, Control())
    beside = PredictionsOf.of(SETTINGS).run(after, Control())
    assert not alone.has_output
    for target in SETTINGS.targets:
        (one,), (other,) = alone.by_target[target].methods, beside.by_target[target].methods
        assert one.before.accuracy == other.before.accuracy
        assert one.after is None


def test_that_equal_questions_are_one_and_others_are_not():
    same = UtilitySettings(targets=("sex",), scaling={"age": "log"})
    assert PredictionsOf.of(same) == PredictionsOf.of(same.model_copy())
    assert hash(PredictionsOf.of(same)) == hash(PredictionsOf.of(same.model_copy()))
    assert PredictionsOf.of(same) != PredictionsOf.of(same.model_copy(update={"folds": 3}))


def test_that_progress_goes_from_target_to_target(hospital):
    told = []
    PredictionsOf.of(SETTINGS).run(tables_of(hospital)[1], Control(told.append))
    fractions = [each.fraction for each in told]
    assert fractions == sorted(fractions)
    assert (told[0].activity, told[0].fraction) == ("Predicting department by naive bayes", 0.0)
    assert ("Predicting sex by naive bayes", 0.5) in {(each.activity, each.fraction) for each in told}


def test_that_one_that_is_stopped_keeps_the_targets_that_are_done(hospital):
    control = Control(lambda progress: control.stop() if "sex" in progress.activity else None)
    found = PredictionsOf.of(SETTINGS).run(tables_of(hospital)[1], control)
    assert not found.is_complete
    assert len(found.by_target["department"].methods) == 1
    assert found.by_target["sex"].methods == ()


def test_that_columns_that_are_not_there_are_named(hospital):
    with pytest.raises(InvalidJob, match='no attribute "ward"'):
        PredictionsOf.of(UtilitySettings(targets=("ward",))).run(tables_of(hospital)[1], Control())


def test_that_numbers_that_are_ranges_in_the_output_are_taken_as_numbers_of_the_input():
    document = example_document()
    put_on(document)
    settings = SETTINGS.model_copy(update={"targets": ("diagnosis",), "scaling": {"age": "linear"}})
    assert document.applied.output.dataset["age"].type != document.dataset["age"].type
    found = PredictionsOf.of(settings).run(tables_of(document)[1], Control())
    report = document.result.anonymizer.utility(document.applied.output, settings)
    assert facts_of(found.by_target) == facts_of(report.classification)
