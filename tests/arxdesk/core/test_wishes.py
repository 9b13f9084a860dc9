"""Wishes reach whoever fulfils them as they were said."""

from __future__ import annotations

import pytest

from arxdesk.core.wishes import Wishes


@pytest.mark.parametrize(
    ("action", "signal", "given", "told"),
    [
        ("anonymize", "search", (), []),
        ("stop", "end_of_search", (), []),
        ("export_table", "table_export", (), []),
        ("write_report", "evidence_report", (), []),
        ("show_perspective", "perspective", ("risk",), ["risk"]),
        ("show_help", "help_page", ("roles#types",), ["roles#types"]),
        ("propose_hierarchies", "hierarchy_proposals", (["age", "zip"],), [("age", "zip")]),
        ("propose_hierarchies", "hierarchy_proposals", ([],), [()]),
        ("load_hierarchy", "hierarchy_file", ("age",), ["age"]),
    ],
)
def test_that_a_wish_is_told_as_it_was_said(qapp, qtbot, action, signal, given, told):
    wishes = Wishes()
    with qtbot.waitSignal(getattr(wishes, signal)) as asked:
        getattr(wishes, action)(*given)
    assert asked.args == told


def test_that_a_failure_arrives_as_the_exception_itself(qapp):
    wishes, arrived, error = Wishes(), [], ValueError("no")
    wishes.failure.connect(arrived.append)
    wishes.tell_failure(error)
    assert arrived == [error]
