"""A locally recoded table is applied as one step, which also makes the project ask for it; it is what is exported."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget

from arxdesk.analysis.analysis import Analysis, output_table
from arxdesk.analysis.perspective import AnalysisPerspective
from arxdesk.cli import commands as cli
from arxdesk.core.audit_words import RECODED_ANEW, recoded_by_earlier
from arxdesk.core.commands import ChangeSections
from arxdesk.core.document import Document
from arxdesk.core.examples import example_project
from arxdesk.core.leaving import leaving_columns
from arxdesk.core.session.activities import APPLYING, SEARCHING
from arxdesk.core.session.restoring_work import has_to_be_recoded
from arxdesk.core.session.session import Session
from arxdesk.core.state_sentence import NOT_RECODED_YET, WITHOUT_RECODING, describe
from arxdesk.core.values import outputs
from arxdesk.quality.local_recoding.work import Recode
from arxdesk.window.action_buttons import _can_apply
from arxdesk.window.status_bar import StatusBar
from arxdesk_engine.analysis.applied import Application, Recoded
from arxdesk_engine.analysis.tables import InputTable
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.search import LocalRecodingSettings
from arxdesk_engine.projects.trail import Trail
from tests.arxdesk.analysis.applied_documents import discharges
from tests.arxdesk.changes import change_suppression_limit

LONG = 60_000
ASKED = LocalRecodingSettings(iterations=100)


@pytest.fixture
def document(session: Session, qtbot) -> Document:
    """People some of whom are removed by the best transformation, and kept by recoding them."""
    made = discharges(500)
    made.push(change_suppression_limit(made, 0.5))
    document = Document(made.job, made.dataset, made.hierarchies, None, session)
    session._replace_document(document)
    anonymize(session, qtbot)
    assert document.applied.check.suppressed_records > 0
    return document


def anonymize(session: Session, qtbot) -> None:
    session.searching.anonymize()
    wait(session, qtbot)


def wait(session: Session, qtbot) -> None:
    qtbot.waitUntil(lambda: not session.is_busy(SEARCHING) and not session.is_busy(APPLYING), timeout=LONG)


def recoded_of(document: Document, iterations: int = 100) -> Recoded:
    before = InputTable(document.job, document.dataset)
    table = output_table(before, document.result, document.applied)
    settings = LocalRecodingSettings(iterations=iterations)
    return Recode(document.result, document.applied, settings).run(table, Control())


def apply(session: Session, qtbot, recoded: Recoded) -> None:
    session.searching.apply_as(Application(recoded.first.levels, recoded))
    wait(session, qtbot)
    assert session.document.applied.recoded is recoded


def test_that_it_is_a_step_that_makes_the_project_ask_for_it(document: Document, session: Session, qtbot):
    plain = document.applied
    recoded = recoded_of(document)
    apply(session, qtbot, recoded)
    applied = document.applied
    assert document.undo_stack.undoText() == f"Apply {', '.join(map(str, recoded.first.levels))} with local recoding"
    assert document.job.search.local_recoding == ASKED
    assert applied.output.suppressed_records == recoded.found.suppressed_records < plain.output.suppressed_records
    document.undo_stack.undo()
    assert document.applied is plain
    assert document.job.search.local_recoding is None
    document.undo_stack.redo()
    assert document.applied is applied
    assert document.job.search.local_recoding == ASKED


def test_that_the_result_stays_that_of_the_configuration(document: Document, session: Session, qtbot):
    told: list[bool] = []
    document.freshness_changed.connect(told.append)
    apply(session, qtbot, recoded_of(document))
    assert document.result_is_current
    assert document.modified
    document.undo_stack.undo()
    assert document.result_is_current
    assert not document.modified
    assert told == []


def test_that_the_output_is_made_again_where_it_is_no_longer_kept(
    document: Document, session: Session, qtbot, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(outputs, "MOST_OUTPUTS", 1)
    plain, recoded = document.applied, recoded_of(document)
    apply(session, qtbot, recoded)
    first = document.applied
    document.undo_stack.undo()
    assert document.wanted == plain.application
    wait(session, qtbot)
    assert document.applied.recoded is None
    assert document.applied.check == plain.check
    document.undo_stack.redo()
    assert document.wanted == first.application
    wait(session, qtbot)
    assert document.applied is not first
    assert document.applied.application == first.application
    assert (document.applied.output.suppressed == first.output.suppressed).all()


def test_that_two_recodings_of_one_transformation_are_told_apart(document: Document, session: Session, qtbot):
    one, other = recoded_of(document, 1), recoded_of(document, 100)
    apply(session, qtbot, one)
    apply(session, qtbot, other)
    document.undo_stack.undo()
    assert document.applied.recoded is one
    assert document.job.search.local_recoding == LocalRecodingSettings(iterations=1)
    document.undo_stack.undo()
    assert document.applied.recoded is None


def test_that_the_same_recoding_is_not_applied_twice(document: Document, session: Session, qtbot):
    recoded = recoded_of(document)
    apply(session, qtbot, recoded)
    session.searching.apply_as(Application(recoded.first.levels, recoded))
    assert not session.is_busy(APPLYING)


def test_that_the_transformation_alone_can_be_applied_after_it_and_is_asked_for_then(
    document: Document, session: Session, qtbot
):
    recoded = recoded_of(document)
    apply(session, qtbot, recoded)
    document.select(recoded.first.levels, recoded.first)
    assert _can_apply(document)
    session.searching.apply(recoded.first.levels)
    wait(session, qtbot)
    assert document.applied.recoded is None
    assert document.job.search.local_recoding is None
    document.undo_stack.undo()
    assert document.applied.recoded is recoded
    assert document.job.search.local_recoding == ASKED


def test_that_after_another_search_the_step_still_takes_back_what_the_project_asks(
    document: Document, session: Session, qtbot
):
    apply(session, qtbot, recoded_of(document))
    anonymize(session, qtbot)
    shown = document.applied
    assert shown.recoded is None
    assert describe(document, "quality", searching=False).rest.endswith(WITHOUT_RECODING)
    document.undo_stack.undo()
    assert document.applied is shown
    assert document.job.search.local_recoding is None
    document.undo_stack.redo()
    assert document.applied is shown
    assert document.job.search.local_recoding == ASKED


def test_that_a_search_asked_for_it_recodes_and_applies_in_one_go(document: Document, session: Session, qtbot):
    search = document.job.search.model_copy(update={"local_recoding": ASKED})
    document.push(ChangeSections(document, {"search": search}, "Search settings"))
    session.searching.anonymize(recode=True)
    qtbot.waitUntil(lambda: document.applied is not None and document.applied.recoded is not None, timeout=LONG)
    applied = document.applied
    assert applied.recoded.found.is_fresh
    assert applied.recoded.detail_after > applied.recoded.detail_before
    assert document.result_is_current
    document.undo_stack.undo()
    assert document.applied.recoded is None
    assert describe(document, "quality", searching=False).rest.endswith(WITHOUT_RECODING)
    assert describe(document, "explore", searching=False).rest.startswith(NOT_RECODED_YET)
    document.undo_stack.redo()
    assert document.applied is applied


def test_that_a_search_that_a_person_stops_is_not_recoded(document: Document):
    search = document.job.search.model_copy(update={"local_recoding": ASKED})
    job = document.job.model_copy(update={"search": search})
    result = replace(document.result, anonymizer=replace(document.result.anonymizer, job=job))
    assert has_to_be_recoded(result)
    assert not has_to_be_recoded(replace(result, cut_short=True))
    timed = job.model_copy(update={"search": search.model_copy(update={"time_limit": 1.0})})
    late = replace(result, cut_short=True, anonymizer=replace(result.anonymizer, job=timed))
    assert has_to_be_recoded(late)


def test_that_sentences_name_several_transformations(document: Document, session: Session, qtbot):
    recoded = recoded_of(document)
    apply(session, qtbot, recoded)
    number = len(document.applied.transformations)
    assert number > 1
    sentence = describe(document, "quality", searching=False)
    assert sentence.lead == f"Shown: {number} transformations"
    assert sentence.rest == "recoded locally, each for the records that the previous ones remove, applied"
    explored = describe(document, "explore", searching=False)
    assert explored.lead == "Recoded locally."
    assert explored.rest.startswith(f"{number} transformations are applied, for different people. Before that: Optimum")
    levels = {each.name: each.shows for each in leaving_columns(document)}
    for place, name in enumerate(document.attributes_with(Role.QUASI_IDENTIFYING)):
        same = len({each[place] for each in document.applied.transformations}) == 1
        assert (levels[name] == "Coarser, record by record") is not same
    bar = StatusBar()
    qtbot.addWidget(bar)
    bar.follow(document)
    assert bar._applied.text() == f'Applied: <span style="font-weight:600">{number} transformations</span>'


def rows_of(path: Path) -> list[list[str]]:
    with path.open(newline="", encoding="utf-8") as stream:
        return list(csv.reader(stream))


def test_that_the_saved_project_makes_the_table_that_is_exported(session: Session, qtbot, tmp_path: Path):
    session.open(example_project(), as_copy=True)
    qtbot.waitUntil(lambda: session.document is not None, timeout=LONG)
    anonymize(session, qtbot)
    document = session.document
    recoded = recoded_of(document)
    assert recoded.people_kept > 0
    apply(session, qtbot, recoded)
    with qtbot.waitSignal(session.exporting.exported, timeout=LONG):
        session.exporting.export(tmp_path / "window.csv")
    with qtbot.waitSignal(session.saving.saved, timeout=LONG):
        session.save(tmp_path / "project.toml")
    assert not document.modified
    run = ["run", str(tmp_path / "project.toml"), "--output", str(tmp_path / "run.csv"), "--quiet"]
    assert cli.main(run) == cli.DONE
    assert rows_of(tmp_path / "window.csv") == rows_of(tmp_path / "run.csv")


def test_that_a_project_of_an_earlier_version_says_that_its_table_is_another_one(
    session: Session, qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Versions before did not say in the trail how recoding began."""
    place = tmp_path / "old.arxdesk"
    with monkeypatch.context() as earlier:
        earlier.setattr("arxdesk.core.commands.applied_text", lambda _applied: "Applied levels 1 with local recoding: ")
        session.open(example_project(), as_copy=True)
        qtbot.waitUntil(lambda: session.document is not None, timeout=LONG)
        anonymize(session, qtbot)
        recoded = recoded_of(session.document)
        assert recoded.found.is_fresh
        apply(session, qtbot, recoded)
        save(session, qtbot, place)

    reopen(session, qtbot, place)
    document = session.document
    assert document.applied.recoded.was_another
    assert document.audit.trail.entries[-1].text == RECODED_ANEW
    view = AnalysisPerspective(Analysis(document, session.jobs), "Quality")
    qtbot.addWidget(view)
    view.lay_out(QWidget(), QWidget(), 10, ())
    assert view.notice.isVisibleTo(view)
    assert "usually coarser table" in view.notice.text.text()

    save(session, qtbot, place)  # from now on it is the one that is shown
    reopen(session, qtbot, place)
    assert not session.document.applied.recoded.was_another


def save(session: Session, qtbot, place: Path) -> None:
    with qtbot.waitSignal(session.saving.saved, timeout=LONG):
        session.save(place)


def reopen(session: Session, qtbot, place: Path) -> None:
    with qtbot.waitSignal(session.document_opened, timeout=LONG):
        session.open(place)
    qtbot.waitUntil(lambda: session.document.applied is not None, timeout=LONG)


def test_that_the_trail_tells_how_recoding_began(document: Document, session: Session, qtbot):
    apply(session, qtbot, recoded_of(document))
    assert " with local recoding, begun anew: " in document.audit.trail.entries[-1].text
    assert not recoded_by_earlier(document.audit.trail)
    for old in ("Applied levels 1, 2 with local recoding: 4 records removed", "Apply 1, 2 with local recoding"):
        trail = Trail().with_entry("applied", old).with_entry("saved", "Saved as a.arxdesk")
        assert recoded_by_earlier(trail)
        assert not recoded_by_earlier(trail.with_entry("restored", RECODED_ANEW))
    assert not recoded_by_earlier(Trail().with_entry("applied", "Applied levels 1, 2: 4 records removed"))
