"""The badge of Risk counts columns that look like identifiers, and follows what is done about them."""

import pandas as pd
import pytest

from arxdesk.analyzing.identifiers import IdentifierWatch
from arxdesk.commands import change_roles
from engine.schema import Role
from tests.arxdesk.perspectives.analysed_documents import analysis_of
from tests.arxdesk.perspectives.applied_documents import document_of


@pytest.fixture
def document():
    emails = [f"somebody{number}@example.org" for number in range(30)]
    return document_of(pd.DataFrame({"email": emails, "sex": ["f", "m"] * 15}), {})


def test_that_nothing_is_looked_for_before_somebody_begins(document, jobs, qtbot):
    watch = IdentifierWatch(analysis_of(document, jobs))
    qtbot.wait(50)
    assert (watch.left, watch.reason) == ((), "")


def test_that_columns_are_counted_until_something_is_done_about_them(document, jobs, qtbot):
    watch = IdentifierWatch(analysis_of(document, jobs))
    with qtbot.waitSignal(watch.left_changed):
        watch.begin()
    assert watch.left == ("email",)
    assert watch.reason == "1 column looks like an identifier: email"
    document.push(change_roles(document, ["email"], Role.IDENTIFYING))
    assert watch.left == ()
    document.undo_stack.undo()
    assert watch.left == ("email",)
