"""The table of Configure with six people, for tests that use it as people do."""

from __future__ import annotations

import pandas as pd
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from arxdesk.configure.forms.expression import COMPLETING
from arxdesk.configure.table.finding import FINDING
from arxdesk.configure.table.records_view import RecordsView
from arxdesk.configure.table.replacing import REPLACING
from arxdesk.configure.table.shown_records import VIEWING
from arxdesk.configure.table.subset_controls import SELECTING
from arxdesk.configure.table.subset_dialogs import TRYING
from arxdesk.core.document import Document
from arxdesk.tasks.jobs import Jobs
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.job.job import job_from

LEFT, SHIFT = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier
FRAME = pd.DataFrame(
    {
        "age": ["30", "9", "10", "", "30", "41"],
        "city": ["Rome", "oslo", "Oslo", "Bonn", "", "Rome"],
        "note": ["a", "b", "c", "d", "e", "of rome"],
    }
)
LONG = 10_000


def document_with(privacy=({"model": "k-anonymity", "k": 2},), **sections) -> Document:
    job = job_from(
        {
            "data": {"path": "people.csv"},
            "attributes": {"age": {"role": "quasi-identifying"}, "city": {"role": "quasi-identifying"}},
            "privacy": list(privacy),
            **sections,
        }
    )
    return Document(job, Dataset.from_pandas(FRAME, "people.csv"), {}, None)


def shown(qtbot, document: Document, jobs: Jobs) -> RecordsView:
    made = RecordsView(document, jobs)
    qtbot.addWidget(made)
    made.resize(900, 420)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    return made


def settled(qtbot, view: RecordsView) -> None:
    """Wait until nothing is worked out for the table any more."""
    kinds = (VIEWING, FINDING, SELECTING, TRYING, REPLACING, COMPLETING)
    qtbot.waitUntil(lambda: not any(view.shown._jobs.is_running(kind) for kind in kinds), timeout=LONG)


def records(view: RecordsView) -> list[int]:
    model = view.table.model()
    return [model.record_of(row) for row in range(model.rowCount())]


def type_into(field, text: str) -> None:
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
