"""The status bar: facts of the document in words, what runs, and nothing left over."""

from __future__ import annotations

import re

import pytest

from arxdesk.core.commands import ChangeHierarchy, DeclareColumn, change_roles
from arxdesk.core.document import Document
from arxdesk.core.session.search_work import apply, search
from arxdesk.window.status_bar import StatusBar
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.control import Control, SearchProgress


@pytest.fixture
def bar(qtbot, small_document: Document) -> StatusBar:
    made = StatusBar()
    qtbot.addWidget(made)
    made.show()
    made.follow(small_document)
    return made


def texts(bar: StatusBar) -> list[str]:
    parts = (bar._records, bar._attributes, bar._size, bar._selected, bar._applied)
    return [re.sub("<[^>]*>", "", part.text()) for part in parts if part.isVisible()]


def test_that_the_facts_of_a_document_are_shown(bar: StatusBar):
    assert texts(bar) == ["8 records", "2 quasi-identifiers", "4 transformations", "Selected: none", "Applied: none"]


def test_that_people_are_told_with_the_column_that_names_them(bar: StatusBar, small_document: Document):
    small_document.push(change_roles(small_document, ["sex"], Role.IDENTIFYING))
    small_document.push(DeclareColumn(small_document, "person", "sex"))
    assert texts(bar)[0] == "8 records of 2 people by sex"
    assert bar._records.toolTip() == "sex says whose record each is"
    small_document.push(DeclareColumn(small_document, "person", None))
    assert texts(bar)[0] == "8 records"
    assert bar._records.toolTip() == ""


def test_that_one_of_a_thing_is_not_many(bar: StatusBar, small_document: Document):
    small_document.push(change_roles(small_document, ["age"], Role.INSENSITIVE))
    assert texts(bar)[1:3] == ["1 quasi-identifier", "1 transformation"]


def test_that_the_facts_follow_the_document(bar: StatusBar, small_document: Document):
    small_document.push(ChangeHierarchy(small_document, "age", None, None))
    assert texts(bar)[2] == "1 transformation"
    small_document.undo_stack.undo()
    assert texts(bar)[2] == "4 transformations"


def test_that_selected_and_applied_are_told(bar: StatusBar, small_document: Document):
    result = search(small_document.job, small_document.dataset, small_document.hierarchies, Control())
    small_document.set_result(result)
    best = result.solution.best
    levels = ", ".join(map(str, best.levels))
    assert texts(bar)[3:] == [f"Selected: {levels}", "Applied: none"]
    small_document.set_applied(apply(result, best.levels, Control()))
    assert texts(bar)[3:] == [f"Selected: {levels}", "Applied: the same"]
    other = next(check for check in result.solution.examined if check != best)
    small_document.select(other.levels)
    assert texts(bar)[3:] == [f"Selected: {', '.join(map(str, other.levels))}", f"Applied: {levels}"]


def test_that_what_is_applied_is_said_to_be_out_of_date(bar: StatusBar, small_document: Document):
    result = search(small_document.job, small_document.dataset, small_document.hierarchies, Control())
    small_document.set_result(result)
    small_document.set_applied(apply(result, result.solution.best.levels, Control()))
    small_document.push(change_roles(small_document, ["age"], Role.INSENSITIVE))
    assert texts(bar)[4] == "Applied: the same, out of date"
    small_document.undo_stack.undo()
    assert texts(bar)[4] == "Applied: the same"


def test_that_another_document_is_followed_instead(bar: StatusBar, small_document: Document):
    bar.follow(None)
    assert texts(bar) == ["No data open"]
    small_document.push(change_roles(small_document, ["age"], Role.INSENSITIVE))
    assert texts(bar) == ["No data open"]


def test_that_work_is_told_and_gone_when_it_ends(bar: StatusBar):
    bar.show_activity("Reading the table")
    assert bar._activity.text() == "Reading the table ..."
    bar.show_search(SearchProgress("Searching", excluded=0.123))
    assert (bar._activity.text(), bar._left.text()) == ("Searching", "12 %")
    assert bar._bar.isVisible()
    assert bar._bar.value() == 123
    bar.show_activity("")
    assert bar._activity.text() == ""
    assert not bar._bar.isVisible()


def test_that_facts_are_not_painted_over_a_message(qtbot, small_document: Document):
    bar = StatusBar()
    qtbot.addWidget(bar)
    bar.follow(small_document)
    bar.show()
    facts = [bar._records, bar._attributes, bar._size, bar._selected, bar._applied]
    assert all(part.isVisible() for part in facts)
    bar.showMessage("Written to study.csv")
    bar.show_activity("Writing study.pdf")
    bar.show_activity("")
    assert not any(part.isVisible() for part in facts)
    bar.clearMessage()
    assert all(part.isVisible() for part in facts)


def test_that_what_is_not_said_leaves_no_line_behind(qtbot):
    bar = StatusBar()
    qtbot.addWidget(bar)
    bar.show()
    assert not bar._activity.isVisible()
    bar.show_activity("Restoring the result")
    assert bar._activity.isVisible()
    bar.show_activity("")
    assert not bar._activity.isVisible()
    assert not bar._left.isVisible()


def test_that_saving_can_be_cancelled_beside_a_long_name_in_the_smallest_window(qtbot, bar: StatusBar):
    bar.resize(1024, 28)
    bar.begin_saving(f"{'discharges of all hospitals ' * 10}.arxdesk")
    qtbot.waitUntil(bar.cancel_saving.isVisible)
    assert bar.minimumSizeHint().width() <= 1024
    assert bar.cancel_saving.geometry().right() < 1024
    assert bar._activity.toolTip().startswith("Saving discharges")


def test_that_no_weight_is_asked_for_that_the_bundled_face_has_not(bar: StatusBar):
    assert "font-weight:600" in bar._records.text()
    assert "<b>" not in bar._records.text()


def test_that_the_memory_is_told(bar: StatusBar):
    assert re.fullmatch(r"Memory \d+ MB|Memory \d+\.\d GB", bar.memory.text())
    assert bar.memory.isVisible()
    bar.resize(1024, 28)
    bar.show_search(SearchProgress(0.5))
    assert not bar.memory.isVisible(), "there is no room beside a search"
    bar.show_activity("")
    assert bar.memory.isVisible()
