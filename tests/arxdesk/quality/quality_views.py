"""The views of Quality by themselves, over documents with and without something applied."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
from PySide6.QtCore import QLocale

from arxdesk.analysis.analysis import Analysis
from arxdesk.core.document import Document
from arxdesk.core.examples import example_project
from arxdesk.core.session.search_work import apply, search
from arxdesk.ui import theme
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.job import load_job
from arxdesk_engine.preparation.loading import load_dataset, load_hierarchies
from tests.arxdesk.analysis.applied_documents import adult, document_of, put_on


@pytest.fixture(autouse=True)
def american(qapp):
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
    theme.apply(qapp, "light")
    yield
    QLocale.setDefault(before)


@pytest.fixture(scope="session")
def census_parts(shared):
    """The census with what is best applied: found once, for all tests."""
    document = adult(Path(shared) / "data" / "adult")
    result = search(document.job, document.dataset, document.hierarchies, Control())
    applied = apply(result, result.solution.best.levels, Control())
    parts = (document.job, document.dataset, dict(document.hierarchies), result, applied)
    document.forget_steps()
    return parts


@pytest.fixture(scope="session")
def example_parts():
    """The example project with what is best applied."""
    job = load_job(example_project())
    dataset = load_dataset(job)
    hierarchies = load_hierarchies(job, dataset)
    result = search(job, dataset, hierarchies, Control())
    return job, dataset, hierarchies, result, apply(result, result.solution.best.levels, Control())


def _document(parts, jobs):
    job, dataset, hierarchies, result, applied = parts
    document = Document(job, dataset, hierarchies, None)
    document.setParent(jobs)
    document.set_result(result)
    document.set_applied(applied)
    return document


@pytest.fixture
def census(jobs, census_parts):
    return Analysis(_document(census_parts, jobs), jobs, jobs)


@pytest.fixture
def example(jobs, example_parts):
    return Analysis(_document(example_parts, jobs), jobs, jobs)


@pytest.fixture
def of_frame(jobs):
    """Both tables of a small data frame; `levels` None leaves it at the input."""

    def make(frame: pd.DataFrame, hierarchies: dict[str, Hierarchy], levels=None, **settings) -> Analysis:
        document = document_of(frame, hierarchies, **settings)
        document.setParent(jobs)
        if levels is not None:
            put_on(document, levels)
        return Analysis(document, jobs, jobs)

    return make


@pytest.fixture
def shown(qtbot):
    """A view that has answered."""

    def show(kind, analysis, focus="", size=(684, 352)):
        if focus:
            analysis.document.set_focus(focus)
        view = kind(analysis)
        qtbot.addWidget(view)
        view.resize(*size)
        view.show()
        answered(qtbot, view)
        return view

    return show


def answered(qtbot, view):
    qtbot.waitUntil(lambda: not view.is_pending, timeout=20_000)
