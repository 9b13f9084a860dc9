"""The badge of Risk counts columns that look like identifiers, and follows what is done about them."""

import pandas as pd
import pytest

from arxdesk.analysis.identifiers import IdentifierWatch
from arxdesk.core.commands import ChangeAttributes, change_roles
from arxdesk_engine.data.schema import Role
from tests.arxdesk.analysis.analysed_documents import analysis_of
from tests.arxdesk.analysis.applied_documents import document_of


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
    assert watch.reason == "1 column looks like an identifier and stays readable: email"
    document.push(change_roles(document, ["email"], Role.IDENTIFYING))
    assert watch.left == ()
    document.undo_stack.undo()
    assert watch.left == ("email",)


def test_that_what_is_made_coarser_is_not_counted_unless_it_is_held_at_its_values(jobs, qtbot):
    frame = pd.DataFrame({"email": [f"a{number}@example.org" for number in range(30)], "zip": ["01067", "01069"] * 15})
    document = document_of(frame, {})
    watch = IdentifierWatch(analysis_of(document, jobs))
    with qtbot.waitSignal(watch.left_changed):
        watch.begin()
    assert watch.left == ("email", "zip")
    document.push(change_roles(document, ["zip"], Role.QUASI_IDENTIFYING))
    assert watch.left == ("email",)
    held = document.settings_of("zip").model_copy(update={"maximum_level": 0})
    document.push(ChangeAttributes(document, {"zip": held}, "hold"))
    assert watch.left == ("email", "zip")
