"""Classification in Quality: what is predicted is chosen and remembered, figures and curves are those of the engine."""

from __future__ import annotations

import threading

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from arxdesk.analysis.figures_table import LEAST_WORDS
from arxdesk.core.commands import ChangeAttributes, ChangeSections
from arxdesk.core.document import Document
from arxdesk.quality.classification.view import (
    CHOICE,
    NO_METHOD,
    NO_TARGET,
    NOT_YET,
    OTHER_CHOICE,
    TOO_FEW,
    ClassificationView,
)
from arxdesk.ui import theme
from arxdesk_engine.analysis.facts.utility import predictions_of_input
from arxdesk_engine.analysis.prediction import predictions
from arxdesk_engine.analysis.tables import InputTable
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.quality import QualitySettings
from arxdesk_engine.job.utility import UtilitySettings
from tests.arxdesk.analysis.applied_documents import (
    adult,
    discharges,
    document_of,
    keep,
    picture,
    plain,
    put_on,
    wards,
)
from tests.arxdesk.analysis.started_views import analysis_of, example_document
from tests.arxdesk.changes import change_suppression_limit
from tests.arxdesk.conftest import wide_project

pytestmark = pytest.mark.usefixtures("english")

SIZE = (684, 352)
LONG = 60_000


@pytest.fixture
def shown(qtbot, jobs):
    def show(document, size=SIZE):
        view = ClassificationView(analysis_of(document, jobs))
        qtbot.addWidget(view)
        view.resize(*size)
        view.show()
        return view

    return show


def ask_for(document, **settings):
    made = UtilitySettings(**{"folds": 3, "max_records": 600, "methods": ("naive-bayes",), **settings})
    document.push(ChangeSections(document, {"utility": made}, "Targets"))
    return made


def compare(view, qtbot):
    view.compare.click()
    assert view.is_running
    qtbot.waitUntil(lambda: not view.is_running, timeout=LONG)
    QTest.qWait(0)


def shown_figures(number):
    return "–" if number is None else f"{number:.3f}".replace("-", "−")


def compare_with_the_engine(view, found, settings, has_output=True):
    """What is on screen with what the engine has found by target."""
    expected = []
    for target in settings.targets:
        whole = found[target]
        for each in whole.methods:
            sides = (whole.baseline_before, whole.baseline_after, each.before, each.after)
            shares = ["–" if side is None else f"{100 * side.accuracy:.1f} %" for side in sides]
            kept = "–" if each.relative_accuracy is None else f"{100 * each.relative_accuracy:.1f} %"
            expected.append([target, *shares, kept, shown_figures(each.brier_skill)])
    rows = [row.texts for row in view.results.accuracy.figures.rows]
    assert [[row[0], *map(plain, row[2:])] for row in rows] == expected
    first = found[settings.targets[0]].methods[0]
    after = {} if first.after is None else {each.label: each for each in first.after.classes}
    shown = {row.texts[0]: row.texts[2:] for row in view.results.classes.figures.rows[3:]}
    assert set(shown) == {each.label for each in first.before.classes} | set(after)
    for each in first.before.classes:
        other = after.get(each.label)
        values = [
            (getattr(each, name), None if other is None else getattr(other, name))
            for name in ("auc", "sensitivity", "specificity", "brier_score")
        ]
        expected = [value for pair in values for value in pair]
        for text, value in zip(shown[each.label], expected, strict=True):
            assert text == "–" if value is None else float(text) == pytest.approx(value, abs=5.01e-4)
    least, mean, most = ([float(text) for text in row.texts[2::2]] for row in view.results.classes.figures.rows[:3])
    aucs = [each.auc for each in first.before.classes if each.auc is not None]
    assert (least[0], most[0]) == pytest.approx((min(aucs), max(aucs)), abs=5e-4)
    assert mean[0] == pytest.approx(float(np.mean(aucs)), abs=5e-4)
    curves = view.results.chart.curves
    drawn = next(each for each in first.before.classes if each.label == curves.label)
    assert (curves.before == drawn.roc).all()
    assert (curves.after is None) is not has_output


def test_that_the_figures_of_adult_are_those_of_the_engine(shown, shared, qtbot):
    document = adult(shared / "data" / "adult")
    put_on(document)
    settings = ask_for(document, targets=("salary-class", "sex"), methods=("naive-bayes", "logistic-regression"))
    view = shown(document)
    compare(view, qtbot)
    found = document.result.anonymizer.utility(document.applied.output, settings).classification
    compare_with_the_engine(view, found, settings)
    whole = found["salary-class"]
    right = [round(100 * each.accuracy) for each in (whole.methods[0].after, whole.methods[0].before)]
    said = view.results.sentence.text()
    start = f"With the output a computer guesses salary-class right for {right[0]} of 100 records; with the input "
    assert said.startswith(f"{start}{right[1]};")
    assert str(round(100 * whole.baseline_before.accuracy)) in said.removeprefix(start).split(";")[1]
    assert view.status.text() == "Tried on 600 records in 3 parts"


def test_that_the_figures_of_the_example_are_those_of_the_engine(shown, qtbot):
    document = example_document()
    put_on(document)
    number = next(name for name in document.dataset.names if view_is_numeric(document, name))
    settings = ask_for(document, targets=("diagnosis",), scaling={number: "log"})
    view = shown(document)
    compare(view, qtbot)
    found = document.result.anonymizer.utility(document.applied.output, settings).classification
    compare_with_the_engine(view, found, settings)


def view_is_numeric(document, name):
    return document.dataset[name].type.kind.value == "integer"


def test_that_before_anything_is_applied_the_input_alone_is_predicted(shown, qtbot):
    document = discharges(400)
    settings = ask_for(document, targets=("department",))
    view = shown(document)
    compare(view, qtbot)
    table = InputTable(document.job, document.dataset)
    found = predictions_of_input(document.dataset, None, table.quasi_identifiers, settings)
    compare_with_the_engine(view, found, settings, has_output=False)
    right = round(100 * found["department"].methods[0].before.accuracy)
    said = view.results.sentence.text()
    assert said.startswith(f"With the input a computer guesses department right for {right} of 100 records; always")
    assert view.results.classes.isColumnHidden(9)
    assert [view.results.accuracy.isColumnHidden(column) for column in range(8)] == [
        *(False, False, False, True, False, True, True, True)
    ]
    assert [words for _shape, _ink, words in view.results.legend._entries] == ["Input", "Guessing"]


def test_that_nothing_is_chosen_until_somebody_chooses(shown, qtbot):
    document = wards()
    view = shown(document)
    assert (view.page.value, view.status.text(), view.compare.isEnabled()) == (CHOICE, NO_TARGET, False)
    view.choice.targets.tick("cost")
    assert document.job.utility.targets == ("cost",)
    assert document.undo_stack.undoText() == "Targets"
    assert view.compare.isEnabled()
    assert view.status.text() == "Predict cost from 2 columns by logistic regression"
    document.undo_stack.undo()
    assert document.job.utility is None
    assert view.choice.targets.checked == ()
    assert not view.compare.isEnabled()


def test_that_the_targets_of_the_quality_model_are_chosen_to_begin_with(shown, qtbot):
    document = wards()
    document.set_sections({"quality": QualitySettings(model="classification", targets=("cost",))})
    view = shown(document)
    assert view.choice.targets.checked == ("cost",)
    assert view.page.value != CHOICE
    assert view.nothing.accessibleName() == NOT_YET


def test_that_a_choice_leaves_the_result_up_to_date(shown, qtbot):
    document = wards()
    put_on(document)
    view = shown(document)
    view.choice.targets.tick("cost")
    view.choice.folds.setValue(4)
    view.choice.records.setValue(12)
    view.choice.seed.setValue(3)
    assert document.result_is_current
    utility = document.job.utility
    assert (utility.folds, utility.max_records, utility.seed) == (4, 12, 3)
    document.set_locked(True)
    view.choice.targets.tick("sex")
    assert document.job.utility.targets == ("sex", "cost")


def test_that_features_are_the_quasi_identifiers_until_others_are_ticked(shown, qtbot):
    document = wards()
    view = shown(document)
    assert view.choice.features.checked == ("sex", "ward")
    view.choice.features.tick("cost")
    assert document.job.utility.features == ("sex", "ward", "cost")
    view.choice.features.tick("cost", on=False)
    assert document.job.utility.features == ()
    for name in ("sex", "ward"):
        view.choice.features.tick(name, on=False)
    assert view.choice.features.checked == ("sex", "ward")  # none: the quasi-identifiers again


def test_that_numbers_are_taken_as_such_where_there_are_some(shown, qtbot):
    document = example_document()
    view = shown(document)
    number = next(name for name in document.dataset.names if view_is_numeric(document, name))
    view.page.segment(CHOICE).click()
    assert not view.choice.scaling.isEnabled()
    view.choice.features.list.show_row(document.dataset.place_of(number))
    assert view.choice.scaling.isEnabled()
    view.choice.scaling.chosen.emit("sqrt")
    assert document.job.utility.scaling == {number: "sqrt"}
    assert f"{number} (as square roots)" in [
        view.choice.features.list.page_model.index(row, 0).data()
        for row in range(view.choice.features.list.page_model.rowCount())
    ]
    view.choice.scaling.chosen.emit("")
    assert document.job.utility.scaling == {}


def test_that_no_way_to_predict_is_said(shown, qtbot):
    document = wards()
    view = shown(document)
    view.choice.targets.tick("cost")
    view.choice.methods["logistic-regression"].click()
    assert (view.status.text(), view.compare.isEnabled()) == (NO_METHOD, False)


def test_that_after_another_choice_it_is_updated_when_somebody_says_so(shown, qtbot):
    document = discharges(400)
    put_on(document)
    ask_for(document, targets=("department",))
    view = shown(document)
    compare(view, qtbot)
    assert (view.compare.text(), view.compare.isEnabled()) == ("Compare", False)
    ask_for(document, targets=("department", "sex"))
    assert (view.compare.text(), view.compare.isEnabled()) == ("Update", True)
    assert view.status.text() == OTHER_CHOICE
    assert len(view.results.tried) == 1
    compare(view, qtbot)
    assert [each.target for each in view.results.tried] == ["department", "sex"]
    document.undo_stack.undo()
    assert view.compare.text() == "Update"
    view.compare.click()  # known already
    assert not view.is_running
    assert [each.target for each in view.results.tried] == ["department"]


def test_that_target_and_value_are_chosen_for_the_curves(shown, qtbot):
    document = discharges(400)
    put_on(document)
    ask_for(document, targets=("department", "sex"))
    view = shown(document)
    compare(view, qtbot)
    view.page.segment("curves").click()
    assert view.shown.isVisible()
    view.shown.chosen.emit(view.shown.keys[1])
    assert {row.texts[0] for row in view.results.values.figures.rows} >= {"female", "male"}
    view.results.values.choose(1)
    label = view.results.values.figures.rows[1].texts[0]
    assert view.results.chart.curves.label == label
    view.page.segment("accuracy").click()
    view.results.accuracy.choose(0)
    assert view.shown.value == view.shown.keys[0]
    assert "department" in view.results.sentence.text()


def test_that_another_table_takes_the_results_away(shown, qtbot):
    document = discharges(400)
    document.push(change_suppression_limit(document, 0.5))
    ask_for(document, targets=("department",))
    view = shown(document)
    compare(view, qtbot)
    put_on(document)
    assert (view.results.tried, view.nothing.isVisible()) == ((), True)
    assert view.compare.isEnabled()


def test_that_words_get_the_room_that_figures_leave(shown, qtbot):
    document = discharges(400)
    ask_for(document, targets=("department",))
    view = shown(document, (1000, 352))
    compare(view, qtbot)
    table = view.results.accuracy
    assert table.header.length() == table.viewport().width()
    put_on(document)
    compare(view, qtbot)
    assert not table.isColumnHidden(7)
    assert table.header.length() == table.viewport().width()
    view.page.segment("classes").click()
    assert view.results.classes.columnWidth(0) > 108
    view.resize(560, 352)
    assert view.results.classes.columnWidth(0) == LEAST_WORDS
    assert view.results.classes.header.length() > view.results.classes.viewport().width()


def test_that_stopping_keeps_finished_trials(shown, qtbot, monkeypatch):
    document = discharges(400)
    put_on(document)
    ask_for(document, targets=("department", "sex"))
    view = shown(document)
    original, is_at_the_second = predictions.predictions_of, threading.Event()

    def waits_at_the_second(problem, source, output, names, settings, recoding, control):
        if settings.targets == ("sex",):
            is_at_the_second.set()
        while settings.targets == ("sex",) and not control.stopped:
            QTest.qSleep(1)
        return original(problem, source, output, names, settings, recoding, control)

    monkeypatch.setattr(predictions, "predictions_of", waits_at_the_second)
    view.compare.click()
    qtbot.waitUntil(is_at_the_second.is_set, timeout=LONG)
    qtbot.waitUntil(view.busy_line.isVisible, timeout=LONG)
    view.hide()
    view.show()
    assert view.is_running
    view.busy_line.stop_requested.emit()
    qtbot.waitUntil(lambda: not view.is_running, timeout=LONG)
    assert view.status.text() == "Stopped: 1 of 2 trials were finished."
    assert [each.target for each in view.results.tried] == ["department"]
    assert view.compare.isEnabled()


def test_that_an_error_is_told_and_the_choice_can_be_seen_again(shown, qtbot):
    document = wards()
    ask_for(document, targets=("cost",), scaling={"ward": "log"})
    view = shown(document)
    view.compare.click()
    qtbot.waitUntil(lambda: view.has_failed, timeout=LONG)
    assert not view.shows_content
    view.page.segment(CHOICE).click()
    assert view.shows_content
    assert view.choice.isVisible()
    view.choice.targets.tick("sex")
    assert document.job.utility.scaling == {}  # what is no number is not taken as one


def test_that_the_page_in_front_is_copied_as_numbers(shown, qtbot):
    document = discharges(400)
    put_on(document)
    ask_for(document, targets=("department",))
    view = shown(document)
    compare(view, qtbot)
    assert view.results.numbers().splitlines()[0].startswith("Target\tMethod\tGuessing input\tGuessing output")
    view.page.segment("classes").click()
    assert view.results.numbers().splitlines()[1].startswith("Minimum\t\t")
    view.page.segment("curves").click()
    assert view.results.numbers().startswith("Side\tFalse positive rate")


def test_that_five_hundred_columns_are_paged_and_can_be_searched(shown, qtbot):
    document = Document(*wide_project(500, 5), None)
    view = shown(document)
    assert view.choice.targets.list.page_model.rowCount() == 100
    view.choice.targets.list.search.setText("q499")
    qtbot.waitUntil(lambda: view.choice.targets.list.page_model.rowCount() == 1, timeout=LONG)
    qtbot.keyClick(view.choice.targets.list.search, Qt.Key.Key_Down)


def test_that_one_person_is_too_few_to_learn_from(shown, qtbot):
    frame = pd.DataFrame({"sex": ["f"], "note": ["a"]})
    document = document_of(frame, {"sex": Hierarchy((("f", "*"),))}, k=1)
    ask_for(document, targets=("note",))
    view = shown(document)
    compare(view, qtbot)
    assert view.nothing.accessibleName() == view.status.text() == TOO_FEW


def test_that_an_output_without_anybody_leaves_nothing_to_learn_from(shown, qtbot):
    document = wards()
    nobody = document_of(document.dataset.to_pandas().astype(str), dict(document.hierarchies), k=13, limit=1.0)
    put_on(nobody, (0, 0))
    ask_for(nobody, targets=("cost",), max_records=12)
    view = shown(nobody)
    compare(view, qtbot)
    said = view.results.sentence.text()
    assert said.startswith("The output leaves nothing to learn cost from; with the input it is right for ")
    assert view.results.accuracy.figures.rows[0].texts[3] == "–"
    assert view.results.chart.curves.after is None


def test_that_without_quasi_identifiers_and_features_computers_only_guess(shown, qtbot):
    document = discharges(60)
    document.push(ChangeAttributes(document, dict.fromkeys(document.dataset.names, AttributeSettings()), "No roles"))
    ask_for(document, targets=("sex",))
    view = shown(document)
    assert view.status.text() == "Predict sex from 0 columns by naive bayes"
    compare(view, qtbot)
    texts = view.results.accuracy.figures.rows[0].texts
    assert texts[2] == texts[4]


@pytest.mark.parametrize(("scheme", "scale"), [("light", 1), ("dark", 1), ("light", 2)])
def test_that_the_view_is_a_picture_worth_looking_at(shown, qtbot, qapp, tmp_path, scheme, scale):
    theme.apply(qapp, scheme)
    document = discharges(400, german=True)
    put_on(document)
    ask_for(document, targets=("department", "Hauptentlassungsdiagnose_nach_ICD-10-GM"))
    view = shown(document)
    compare(view, qtbot)
    for page in ("choice", "accuracy", "classes", "curves"):
        view.page.segment(page).click()
        keep(picture(view, scale), f"classification-{page}-{scheme}-{scale}x", tmp_path)
