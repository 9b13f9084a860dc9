"""Views of Quality over documents, answered by workers as in the window."""

from __future__ import annotations

from PySide6.QtTest import QTest

from arxdesk.analysis.analysis import Analysis
from arxdesk.core.document import Document
from arxdesk.core.examples import example_project
from arxdesk.core.session.loading_work import load
from arxdesk_engine.foundation.control import Control

PATIENCE = 20_000


def analysis_of(document, jobs) -> Analysis:
    """What the views of a document share.

    The document is nobody's child: its steps of undo are forgotten before it goes, and not taken apart with a parent.
    """
    return Analysis(document, jobs, jobs)


def example_document() -> Document:
    """The example project that ships with the program."""
    loaded = load(example_project(), Control())
    return Document(loaded.job, loaded.dataset, loaded.hierarchies, loaded.file, missing=loaded.missing)


def settle(qtbot, *views) -> None:
    """Wait until nothing is asked for any more."""
    for view in views:
        qtbot.waitUntil(lambda view=view: not view.is_pending, timeout=PATIENCE)
    QTest.qWait(0)


def show(qtbot, view, size=(1368, 400)):
    """Show a view and wait for what it asks."""
    qtbot.addWidget(view)
    view.resize(*size)
    view.show()
    settle(qtbot, view)
    return view
