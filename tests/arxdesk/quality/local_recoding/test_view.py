"""Local recoding in Quality: started by hand, told step by step, applied with a button; its figures."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtTest import QTest

from arxdesk.core.session.search_work import apply
from arxdesk.quality.local_recoding.view import NOT_APPLIED, LocalRecodingView
from arxdesk.ui import theme, words
from arxdesk_engine.analysis.applied import Application
from arxdesk_engine.analysis.recoding.sentences import note_on_running, sentence
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.search import LocalRecodingSettings, SearchSettings
from arxdesk_engine.privacy.threshold import PopulationUniqueness
from arxdesk_engine.search.local_recoding import End
from arxdesk_engine.search.solution import Limits
from tests.arxdesk.analysis.applied_documents import adult, discharges, keep, picture, plain, put_on, wards
from tests.arxdesk.analysis.started_views import analysis_of, example_document
from tests.arxdesk.changes import change_suppression_limit

pytestmark = pytest.mark.usefixtures("english")

SIZE = (684, 352)
LONG = 60_000


@pytest.fixture
def shown(qtbot, jobs):
    def show(document, size=SIZE):
        view = LocalRecodingView(analysis_of(document, jobs))
        qtbot.addWidget(view)
        view.resize(*size)
        view.show()
        return view

    return show


def hospital(german=False):
    document = discharges(800, german=german)
    document.push(change_suppression_limit(document, 0.5))
    put_on(document)
    return document


def recode(view, qtbot):
    view.recode.click()
    assert view.is_running
    assert not view.recode.isEnabled()
    qtbot.waitUntil(lambda: not view.is_running, timeout=LONG)
    QTest.qWait(0)


def compare_with_the_engine(view, document):
    anonymizer, solution = document.result.anonymizer, document.result.solution
    found = anonymizer.recode(solution, None, None, LocalRecodingSettings(), Limits())
    facts = anonymizer.describe(solution, anonymizer.apply_recoding(found), found)
    people, gone = document.result.records, solution.best.suppressed_records
    left, detail = facts["local_recoding"]["suppressed_records"], facts["quality"]["granularity"]
    rows = {row.label: (plain(row.before), plain(row.after)) for row in view.figures.rows}
    assert rows == {
        "Records removed": (words.count(gone), words.count(left)),
        "Of all records": (f"{100 * gone / people:.1f} %", f"{100 * left / people:.1f} %"),
        "Score": (f"{solution.best.score:.4f}", f"{found.score:.4f}"),
        "Detail kept": (f"{100 * document.applied.mean_granularity:.1f} %", f"{100 * detail:.1f} %"),
    }
    steps = [row.texts for row in view.steps.figures.rows]
    assert steps[0][0] == "First"
    assert sum(each["records"] for each in facts["local_recoding"]["iterations"]) == people - left
    assert [row[1:3] for row in steps] == [
        (words.count(each["records"]), f"{each['score']:.4f}") for each in facts["local_recoding"]["iterations"]
    ]
    assert [row[3] == "yes" for row in steps] == [
        each["status"] == "optimal" for each in facts["local_recoding"]["iterations"]
    ]
    assert [row[4] for row in steps] == [
        ", ".join(str(level) for level in each["levels"].values()) for each in facts["local_recoding"]["iterations"]
    ]


def test_that_adult_keeps_all_its_people(shown, shared, qtbot):
    document = adult(shared / "data" / "adult")
    put_on(document)
    view = shown(document)
    assert view.recode.text() == "Recode locally"
    recode(view, qtbot)
    told = "34 steps keep all records, most of them with finer values than one transformation for all could."
    assert view.sentence.text() == told
    assert document.applied.mean_granularity < 0.71
    assert view.recoded.detail_after > 0.93
    assert not view.note.isVisible()
    compare_with_the_engine(view, document)


def test_that_the_figures_of_the_example_are_those_of_the_engine(shown, qtbot):
    document = example_document()
    put_on(document)
    view = shown(document)
    recode(view, qtbot)
    compare_with_the_engine(view, document)
    lines = view.numbers().splitlines()
    assert lines[0] == "\tbefore\tafter"
    assert lines[1].startswith("Records removed\t")
    assert "Step\tRecords\tScore\tProven\tLevels" in lines


def test_that_a_button_applies_the_recoding_and_tells_when_it_is_applied(shown, qtbot):
    document = hospital()
    view = shown(document)
    assert not view.results.isVisible()
    recode(view, qtbot)
    recoded = view.recoded
    with qtbot.waitSignal(document.wishes.application) as asked:
        view.apply.click()
    assert asked.args == [Application(recoded.first.levels, recoded)]
    document.set_applied(apply(document.result, recoded.first.levels, Control(), recoded))
    assert (view.apply.text(), view.apply.isEnabled()) == ("Applied", False)
    assert view.recoded is recoded
    assert view.results.isVisible()
    with qtbot.waitSignal(document.wishes.application) as asked:
        view.undo.click()
    assert asked.args == [Application(recoded.first.levels)]


def test_that_an_applied_recoding_can_be_recoded_otherwise(shown, qtbot):
    document = hospital()
    view = shown(document)
    recode(view, qtbot)
    recoded = view.recoded
    document.set_applied(apply(document.result, recoded.first.levels, Control(), recoded))
    assert view.recode.text().endswith(" again")
    view.iterations.setValue(1)
    recode(view, qtbot)
    assert view.recoded is not recoded
    assert view.recoded.settings == LocalRecodingSettings(iterations=1)
    assert view.apply.isEnabled()


def test_that_the_settings_of_the_project_are_offered(shown, qtbot):
    document = hospital()
    view = shown(document)
    assert view.iterations.value() == 100
    document.set_sections({"search": SearchSettings(local_recoding=LocalRecodingSettings(iterations=7))})
    assert view.iterations.value() == 7
    assert document.result_is_current


def test_that_a_time_that_is_none_is_marked_and_one_that_is_short_ends_it(shown, qtbot):
    document = hospital()
    view = shown(document)
    for text in ("soon", "0", "-3"):
        view.seconds.setText(text)
        assert view.seconds.property("problem")
        assert not view.recode.isEnabled()
    view.seconds.setText("0.000001")
    recode(view, qtbot)
    gone = document.applied.check.suppressed_records
    assert view.sentence.text() == f"None of the {words.records(gone)} could be kept: the time was up."
    assert not view.apply.isEnabled()
    assert "may differ" in view.note.text()


def test_that_it_goes_on_while_hidden_and_keeps_finished_iterations_after_a_stop(shown, qtbot, monkeypatch):
    document = hospital()
    view = shown(document)
    begin = LocalRecodingSettings(iterations=100)

    def stopped_in_between(anonymizer, solution, control, *rest):
        while not control.stopped:
            QTest.qSleep(1)
        return original(anonymizer, solution, control, *rest)

    original = type(document.result.anonymizer).recode
    monkeypatch.setattr(type(document.result.anonymizer), "recode", stopped_in_between)
    view.recode.click()
    view.hide()
    assert view.is_running
    view.show()
    assert view.is_running
    qtbot.waitUntil(view.busy_line.isVisible, timeout=LONG)
    view.busy_line.stop_requested.emit()
    qtbot.waitUntil(lambda: not view.is_running, timeout=LONG)
    assert view.recoded.found.end is End.STOPPED
    assert view.recoded.settings == begin
    assert view.sentence.text().endswith("could be kept: it was stopped.")
    assert view.recode.isEnabled()


def test_that_another_table_ends_a_running_recoding(shown, qtbot, monkeypatch):
    document = hospital()
    view = shown(document)
    recode(view, qtbot)
    other = next(each for each in document.result.solution.examined if each.anonymous and each.suppressed_records)
    document.set_applied(apply(document.result, other.levels, Control()))
    assert view.recoded is None
    assert not view.results.isVisible()


def test_that_a_locked_project_can_be_recoded_but_not_applied(shown, qtbot):
    document = hospital()
    view = shown(document)
    recode(view, qtbot)
    document.set_locked(True)
    assert not view.apply.isEnabled()
    document.set_locked(False)
    assert view.apply.isEnabled()


def test_that_there_is_a_reason_where_nothing_can_be_recoded(shown, qtbot):
    document = wards()
    view = shown(document)
    assert (view.shows_content, view.empty.accessibleName()) == (False, NOT_APPLIED)
    put_on(document, (1, 2))
    assert view.shows_content  # nobody was removed, and still people can have finer values than one for all
    assert view.recode.isEnabled()


def test_that_models_that_do_not_hold_for_parts_are_named_with_the_reason(shown, qtbot):
    document = wards()
    put_on(document, (0, 0))
    model = PopulationUniqueness(threshold=0.5, region="USA")
    anonymizer = document.result.anonymizer
    job = document.job.model_copy(update={"privacy": (*document.job.privacy, model)})
    document.set_result(replace(document.result, anonymizer=replace(anonymizer, job=job)))
    put_on(document, (0, 0))
    view = shown(document)
    said = plain(view.empty.accessibleName())
    assert said.startswith(plain(model.title))
    assert "does not allow local recoding" in said


def test_that_it_is_said_where_the_command_line_may_make_another_table(shown, qtbot):
    document = hospital()
    view = shown(document)
    recode(view, qtbot)
    recoded, result = view.recoded, document.result

    def note(of, search=result.job.search, *, cut_short=False):
        return note_on_running(of, result.solution, search, cut_short=cut_short)

    assert note(recoded) == ""
    assert "end early" in note(recoded, cut_short=True)
    assert "limits" in note(recoded, SearchSettings(check_limit=5))
    other = replace(recoded.first, levels=tuple(0 for _level in recoded.first.levels))
    moved = type(recoded)(other, recoded.found, recoded.settings, 0.5, 0.6)
    assert note(moved) == ""  # it does not begin with what is applied
    gone_on = replace(moved, found=replace(recoded.found, is_fresh=False))
    assert "begins with the best" in note(gone_on)


def test_that_the_end_is_told(shown, qtbot):
    document = hospital()
    view = shown(document)
    view.iterations.setValue(1)
    recode(view, qtbot)
    recoded = view.recoded
    assert sentence(recoded).startswith("Starting over would have kept less detail.")
    found = replace(recoded.found, is_fresh=True, anew_score=None)
    left = replace(found, suppressed_records=1, end=End.NOTHING_KEPT)
    told = sentence(type(recoded)(recoded.first, left, recoded.settings, 0.5, 0.6))
    assert told.endswith("1 record removed, which the suppression limit allows: no transformation keeps any of them.")
    gone_on = replace(left, is_fresh=False)
    told = sentence(type(recoded)(recoded.first, gone_on, recoded.settings, 0.5, 0.6))
    assert told.endswith("1 record is still removed: no transformation keeps any of them.")
    refused = replace(gone_on, over_limit=9)
    told = sentence(type(recoded)(recoded.first, refused, recoded.settings, 0.5, 0.6))
    assert told.startswith("Starting over would have removed 9 records, more than the suppression limit allows.")


@pytest.mark.parametrize(("scheme", "size"), [("light", SIZE), ("dark", SIZE), ("light", (1300, 620))])
def test_that_the_view_is_a_picture_worth_looking_at(shown, qtbot, qapp, tmp_path, scheme, size):
    theme.apply(qapp, scheme)
    view = shown(hospital(german=True), size)
    recode(view, qtbot)
    keep(picture(view), f"local-recoding-{scheme}-{size[0]}", tmp_path)
