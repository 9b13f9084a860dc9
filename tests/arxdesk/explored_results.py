"""Explorations with a result, searched here and now, for the tests of the views of Explore."""

from __future__ import annotations

from arxdesk.core.document import Document
from arxdesk.core.session.search_work import search
from arxdesk.core.values.results import Result
from arxdesk.explore.alternatives.exploration import Exploration
from arxdesk.tasks.jobs import Jobs
from arxdesk_engine.foundation.control import Control

LONG = 60_000


def searched(document: Document, qtbot, jobs: Jobs) -> tuple[Exploration, Result]:
    """An exploration of a document that was searched, when the whole lattice is classified."""
    exploration = Exploration(document, jobs, document)
    result = search(document.job, document.dataset, document.hierarchies, Control())
    document.set_result(result)
    wait_for(exploration, qtbot)
    return exploration, result


def wait_for(exploration: Exploration, qtbot) -> None:
    """Until everything is classified, looked at and sifted."""
    qtbot.waitUntil(lambda: exploration.sifted is not None and exploration.is_settled, timeout=LONG)
