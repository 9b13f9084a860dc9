"""Applying by hand is a step that can be undone; what was applied automatically is none; nothing of it is saved."""

from __future__ import annotations

import weakref

import pytest

from arxdesk.core.commands import ChangePins
from arxdesk.core.document import Document
from arxdesk.core.session import search_work as search
from arxdesk.core.session.activities import APPLYING, SEARCHING
from arxdesk.core.session.session import Session
from arxdesk.core.values import outputs
from arxdesk.explore.alternatives.exploration import Exploration
from arxdesk_engine.analysis.applied import Applied
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.explore import Pin
from arxdesk_engine.lattice.lattice import Levels
from tests.arxdesk.changes import change_suppression_limit
from tests.arxdesk.conftest import small_project
from tests.arxdesk.gates import Gate

LONG = 30_000


@pytest.fixture
def document(session: Session, qtbot) -> Document:
    """The small table, searched, its best transformation applied."""
    document = Document(*small_project(), None, session)
    session._replace_document(document)
    anonymize(session, qtbot)
    return document


def anonymize(session: Session, qtbot) -> None:
    session.searching.anonymize()
    qtbot.waitUntil(lambda: quiet(session), timeout=LONG)
    assert session.document.applied is not None


def quiet(session: Session) -> bool:
    return not session.is_busy(SEARCHING) and not session.is_busy(APPLYING)


def apply(session: Session, qtbot, levels: Levels) -> Applied:
    session.searching.apply(levels)
    qtbot.waitUntil(lambda: quiet(session), timeout=LONG)
    assert session.document.applied.check.levels == levels
    return session.document.applied


def others(document: Document) -> list[Levels]:
    """The anonymous transformations that are not applied, from the most detailed on."""
    every = document.result.anonymizer.problem.lattice
    checks = document.result.anonymizer.look_at(sorted(every))
    return [check.levels for check in checks if check.anonymous and check.levels != document.applied.check.levels]


def test_that_what_a_search_applies_is_no_step(document: Document):
    assert document.undo_stack.count() == 0
    assert not document.modified


def test_that_applying_by_hand_is_a_step_with_its_levels_in_its_name(document: Document, session: Session, qtbot):
    automatic = document.applied
    levels = others(document)[-1]
    by_hand = apply(session, qtbot, levels)
    assert document.undo_stack.undoText() == f"Apply {levels[0]}, {levels[1]}"
    document.undo_stack.undo()
    assert document.applied is automatic
    document.undo_stack.redo()
    assert document.applied is by_hand


def test_that_applying_changes_nothing_that_is_saved(document: Document, session: Session, qtbot, tmp_path):
    apply(session, qtbot, others(document)[-1])
    assert not document.modified
    document.push(change_suppression_limit(document, 0.3))
    assert document.modified
    document.undo_stack.undo()
    assert not document.modified
    document.mark_saved(tmp_path / "a.toml", document.job)
    document.undo_stack.undo()
    assert not document.modified


def test_that_the_same_transformation_is_not_applied_twice(document: Document, session: Session):
    session.searching.apply(document.applied.check.levels)
    assert not session.is_busy(APPLYING)
    assert document.undo_stack.count() == 0


def test_that_what_is_not_anonymous_is_not_applied(document: Document, session: Session):
    document.select((0, 0), document.result.anonymizer.look_at([(0, 0)])[0])
    assert document.selection is not None
    assert not document.selection.anonymous
    Exploration(document, session.jobs, document).apply_selection()
    assert not session.is_busy(APPLYING)


def test_that_an_output_that_is_no_longer_kept_is_made_again(
    document: Document, session: Session, qtbot, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(outputs, "MOST_OUTPUTS", 1)
    automatic = document.applied
    apply(session, qtbot, others(document)[-1])
    document.undo_stack.undo()
    assert session.is_busy(APPLYING)
    assert document.wanted == automatic.application
    qtbot.waitUntil(lambda: quiet(session), timeout=LONG)
    assert document.applied is not automatic
    assert document.applied.check == automatic.check
    assert (document.undo_stack.index(), document.undo_stack.count(), document.wanted) == (0, 1, None)


def test_that_what_comes_too_late_is_not_shown(
    document: Document, session: Session, qtbot, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(outputs, "MOST_OUTPUTS", 1)
    by_hand = apply(session, qtbot, others(document)[-1])
    gate = Gate(search.apply)
    monkeypatch.setattr("arxdesk.core.session.searching.apply", gate)
    document.undo_stack.undo()
    qtbot.waitUntil(gate.entered.is_set, timeout=LONG)
    document.undo_stack.redo()
    assert document.applied is by_hand
    gate.opened.set()
    qtbot.waitUntil(lambda: not session.jobs._lanes, timeout=LONG)
    assert document.applied is by_hand


def test_that_a_step_of_an_earlier_result_does_nothing(document: Document, session: Session, qtbot):
    apply(session, qtbot, others(document)[-1])
    anonymize(session, qtbot)
    shown = document.applied
    document.undo_stack.undo()
    assert document.applied is shown
    assert document.undo_stack.count() == 0


def test_that_few_outputs_are_kept_those_shown_last(document: Document, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(outputs, "MOST_OUTPUTS", 2)
    kept, first = outputs.OutputCache(), document.applied
    second, third = (search.apply(document.result, levels, Control()) for levels in others(document)[:2])
    for applied in (first, second, first, third):
        kept.keep(applied)
    assert [kept.of(each.application) for each in (first, second, third)] == [first, None, third]
    kept.clear()
    assert kept.of(third.application) is None


def test_that_the_last_output_of_a_very_large_table_is_kept(document: Document, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(outputs, "MOST_CELLS", 10)
    kept = outputs.OutputCache()
    kept.keep(document.applied)
    assert kept.of(document.applied.application) is document.applied


def test_that_a_pin_is_modified_work_even_after_applying(document: Document, session: Session, qtbot):
    apply(session, qtbot, others(document)[-1])
    told: list[bool] = []
    document.title_changed.connect(lambda: told.append(document.modified))
    document.push(ChangePins(document, [Pin(levels={"age": 1, "sex": 0})], "Pin"), touches_search=False)
    assert told[-1]
    document.undo_stack.undo()
    assert not document.modified


def test_that_the_steps_of_earlier_results_do_not_keep_those_in_memory(session, document, qtbot):
    """A search that could go on holds all that it has not divided yet."""
    apply(session, qtbot, others(document)[0])
    searched = weakref.ref(document.result)
    anonymize(session, qtbot)
    qtbot.waitUntil(lambda: searched() is None, timeout=30_000)
    document.undo_stack.undo()
    assert document.applied.check.levels == document.result.solution.best.levels
