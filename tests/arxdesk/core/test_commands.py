"""Every change of the configuration, done, undone, redone and merged."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QUndoCommand

from arxdesk.core.commands import ChangeAttributes, ChangeHierarchy, ChangePins, ChangeWeight, change_roles
from arxdesk.core.document import Document
from arxdesk_engine.data.schema import Role
from arxdesk_engine.job.explore import ExploreSettings, Filters, Pin
from arxdesk_engine.privacy.size import KAnonymity
from tests.arxdesk.analysis.applied_documents import find
from tests.arxdesk.changes import change_privacy, change_suppression_limit
from tests.arxdesk.conftest import banded_hierarchy


def a_role(document: Document) -> QUndoCommand:
    return change_roles(document, ["note"], Role.SENSITIVE)


def levels(document: Document) -> QUndoCommand:
    after = document.settings_of("age").model_copy(update={"minimum_level": 1, "maximum_level": 2})
    return ChangeAttributes(document, {"age": after}, "Levels of age")


def a_weight(document: Document) -> QUndoCommand:
    return ChangeWeight(document, "age", 0.9)


def another_hierarchy(document: Document) -> QUndoCommand:
    return ChangeHierarchy(document, "age", banded_hierarchy([str(age) for age in range(10, 18)]), "/new.csv")


def no_hierarchy(document: Document) -> QUndoCommand:
    return ChangeHierarchy(document, "age", None, None)


def a_first_hierarchy(document: Document) -> QUndoCommand:
    return ChangeHierarchy(document, "sex", banded_hierarchy(["m", "f"]), "/sex.csv")


def another_k(document: Document) -> QUndoCommand:
    return change_privacy(document, (KAnonymity(k=7),), "k of k-anonymity", mergeable=True)


def no_privacy(document: Document) -> QUndoCommand:
    return change_privacy(document, (), "Remove k-anonymity", mergeable=False)


def a_limit(document: Document) -> QUndoCommand:
    return change_suppression_limit(document, 0.25)


EVERY = [
    (a_role, {("attribute_changed", "note")}),
    (levels, {("attribute_changed", "age")}),
    (a_weight, {("attribute_changed", "age")}),
    (another_hierarchy, {("hierarchy_changed", "age"), ("attribute_changed", "age")}),
    (no_hierarchy, {("hierarchy_changed", "age"), ("attribute_changed", "age")}),
    (a_first_hierarchy, {("hierarchy_changed", "sex"), ("attribute_changed", "sex")}),
    (another_k, {("privacy_changed",)}),
    (no_privacy, {("privacy_changed",)}),
    (a_limit, {("suppression_changed",)}),
]
SIGNALS = (
    "attribute_changed",
    "hierarchy_changed",
    "privacy_changed",
    "suppression_changed",
    "focus_changed",
    "result_changed",
    "selection_changed",
    "applied_changed",
    "lock_changed",
)


def configuration(document: Document) -> object:
    names = document.dataset.names
    return (
        document.job.privacy,
        document.job.suppression,
        [document.settings_of(name) for name in names],
        [id(document.hierarchies.get(name)) for name in names],
    )


@pytest.fixture
def heard(small_document: Document):
    found: list[tuple[object, ...]] = []
    for name in SIGNALS:
        getattr(small_document, name).connect(lambda *arguments, name=name: found.append((name, *arguments)))
    return found


@pytest.mark.parametrize("make", [make for make, _ in EVERY])
def test_that_undo_brings_everything_back_and_redo_does_it_again(small_document: Document, make):
    before = configuration(small_document)
    command = make(small_document)
    assert configuration(small_document) == before, "making a command changes nothing yet"
    small_document.push(command)
    after = configuration(small_document)
    assert after != before
    for _ in range(2):
        small_document.undo_stack.undo()
        assert configuration(small_document) == before
        small_document.undo_stack.redo()
        assert configuration(small_document) == after


@pytest.mark.parametrize(("make", "expected"), EVERY)
def test_that_exactly_the_signals_of_the_change_are_sent(small_document: Document, heard, make, expected):
    command = make(small_document)
    for step in (lambda: small_document.push(command), small_document.undo_stack.undo, small_document.undo_stack.redo):
        heard.clear()
        step()
        assert set(heard) == expected
        assert len(heard) == len(expected)


@pytest.mark.parametrize("make", [make for make, _ in EVERY])
def test_that_a_locked_document_does_not_change(small_document: Document, heard, make):
    before = configuration(small_document)
    small_document.set_locked(True)
    heard.clear()
    small_document.push(make(small_document))
    assert configuration(small_document) == before
    assert heard == []
    assert small_document.undo_stack.count() == 0
    assert not small_document.modified


@pytest.mark.parametrize("make", [make for make, _ in EVERY])
def test_that_every_command_has_words_for_the_menu(small_document: Document, make):
    assert make(small_document).text()


def test_that_a_change_of_many_roles_is_one_step_and_one_signal_each(small_document: Document, heard):
    names = small_document.dataset.names
    small_document.push(change_roles(small_document, names, Role.IDENTIFYING))
    assert small_document.attributes_with(Role.IDENTIFYING) == names
    assert heard == [("attribute_changed", name) for name in names]
    assert small_document.undo_stack.count() == 1
    assert small_document.undo_stack.undoText() == "Role of 3 attributes"
    small_document.undo_stack.undo()
    assert small_document.attributes_with(Role.IDENTIFYING) == ()
    assert small_document.attributes_with(Role.QUASI_IDENTIFYING) == ("age", "sex")


def test_that_the_role_of_one_attribute_names_it(small_document: Document):
    assert change_roles(small_document, ["sex"], Role.SENSITIVE).text() == "Role of sex"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (lambda d: ChangeWeight(d, "age", 0.6), lambda d: ChangeWeight(d, "age", 0.7)),
        (lambda d: change_suppression_limit(d, 0.1), lambda d: change_suppression_limit(d, 0.2)),
        (another_k, lambda d: change_privacy(d, (KAnonymity(k=9),), "k of k-anonymity", mergeable=True)),
    ],
)
def test_that_dragging_a_value_leaves_one_step_from_the_first_to_the_last(small_document: Document, first, second):
    before = configuration(small_document)
    small_document.push(first(small_document))
    small_document.push(second(small_document))
    after = configuration(small_document)
    assert small_document.undo_stack.count() == 1
    small_document.undo_stack.undo()
    assert configuration(small_document) == before
    small_document.undo_stack.redo()
    assert configuration(small_document) == after


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (lambda d: ChangeWeight(d, "age", 0.6), lambda d: ChangeWeight(d, "sex", 0.7)),
        (lambda d: ChangeWeight(d, "age", 0.6), lambda d: change_suppression_limit(d, 0.2)),
        (a_role, lambda d: change_roles(d, ["note"], Role.IDENTIFYING)),
        (another_k, no_privacy),
        (no_privacy, lambda d: change_privacy(d, (KAnonymity(k=5),), "Add k-anonymity", mergeable=False)),
    ],
)
def test_that_different_changes_stay_different_steps(small_document: Document, first, second):
    small_document.push(first(small_document))
    between = configuration(small_document)
    small_document.push(second(small_document))
    assert small_document.undo_stack.count() == 2
    small_document.undo_stack.undo()
    assert configuration(small_document) == between


def test_that_a_change_after_saving_is_a_step_of_its_own(small_document: Document, tmp_path):
    small_document.push(ChangeWeight(small_document, "age", 0.6))
    small_document.mark_saved(tmp_path / "project.toml", small_document.job)
    small_document.push(ChangeWeight(small_document, "age", 0.7))
    assert small_document.modified
    small_document.undo_stack.undo()
    assert not small_document.modified
    assert small_document.settings_of("age").weight == 0.6


def test_that_a_new_hierarchy_lifts_the_level_limits_and_undo_brings_them_back(small_document: Document):
    small_document.push(levels(small_document))
    small_document.push(another_hierarchy(small_document))
    settings = small_document.settings_of("age")
    assert (settings.hierarchy, settings.minimum_level, settings.maximum_level) == ("/new.csv", 0, None)
    small_document.undo_stack.undo()
    settings = small_document.settings_of("age")
    assert (settings.hierarchy, settings.minimum_level, settings.maximum_level) == (None, 1, 2)


def test_that_the_undo_stack_forgets_the_oldest_steps(small_document: Document):
    for number in range(600):
        small_document.push(change_roles(small_document, ["note"], list(Role)[number % 4]))
    assert small_document.undo_stack.count() == 500


def pin(note: str = "", **levels: int) -> Pin:
    return Pin(levels=levels or {"age": 1, "sex": 0}, note=note)


def test_that_undoing_a_pin_leaves_filters_that_were_set_in_between(small_document: Document):
    small_document.push(ChangePins(small_document, [pin()], "Pin"), touches_search=False)
    small_document.set_filters(Filters(removed=3))
    small_document.undo_stack.undo()
    assert small_document.job.explore == ExploreSettings(filters=Filters(removed=3))
    small_document.undo_stack.redo()
    assert small_document.job.explore == ExploreSettings(filters=Filters(removed=3), pins=(pin(),))


def test_that_a_note_that_is_typed_is_one_step_and_another_pin_begins_another(small_document: Document):
    small_document.push(ChangePins(small_document, [pin(), pin(age=2, sex=0)], "Pin"), touches_search=False)
    for text in ("N", "No", "Not"):
        after = [pin(text), pin(age=2, sex=0)]
        small_document.push(ChangePins(small_document, after, "Note", of="0"), touches_search=False)
    small_document.push(
        ChangePins(small_document, [pin("Not"), pin("x", age=2, sex=0)], "Note", of="1"), touches_search=False
    )
    assert small_document.undo_stack.count() == 3
    small_document.undo_stack.undo()
    small_document.undo_stack.undo()
    assert [each.note for each in small_document.job.explore.pins] == ["", ""]


def test_that_pins_are_set_while_a_search_runs_but_not_when_the_project_is_left(small_document: Document):
    small_document.set_locked(True)
    small_document.push(ChangePins(small_document, [pin()], "Pin"), touches_search=False)
    assert small_document.job.explore.pins == (pin(),)
    small_document.push(change_suppression_limit(small_document, 0.5))
    assert small_document.undo_stack.count() == 1
    small_document.set_locked(True, held=True)
    small_document.push(ChangePins(small_document, [], "Unpin"), touches_search=False)
    assert small_document.job.explore.pins == (pin(),)
    small_document.set_locked(False)
    small_document.push(ChangePins(small_document, [], "Unpin"), touches_search=False)
    assert small_document.job.explore.pins == ()


def test_that_a_pin_does_not_put_a_result_out_of_date(small_document: Document):
    find(small_document)
    small_document.push(ChangePins(small_document, [pin()], "Pin"), touches_search=False)
    assert small_document.result_is_current
    assert small_document.modified
