"""What views that somebody starts are tested over."""

from __future__ import annotations

from arxdesk.analysis.analysis import Analysis
from arxdesk.core.document import Document
from arxdesk.core.examples import example_project
from arxdesk.core.session.loading_work import load
from arxdesk.tasks.jobs import Jobs
from arxdesk_engine.foundation.control import Control


def analysis_of(document: Document, jobs: Jobs) -> Analysis:
    """What the views of a document share; it goes with the jobs, the document once its steps are forgotten."""
    return Analysis(document, jobs, jobs)


def example_document() -> Document:
    """The example project that ships with the program."""
    loaded = load(example_project(), Control())
    return Document(loaded.job, loaded.dataset, loaded.hierarchies, loaded.file, missing=loaded.missing)
