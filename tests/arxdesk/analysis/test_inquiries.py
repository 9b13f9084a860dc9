"""Views may go while they wait for an answer."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from PySide6.QtCore import QObject
from PySide6.QtTest import QTest
from shiboken6 import delete

from arxdesk.analysis.analyses import Analyses, Inquiry, TableRequest
from arxdesk.analysis.request import Request
from arxdesk_engine.analysis.tables import InputTable
from tests.arxdesk.analysis.applied_documents import wards


@dataclass(frozen=True)
class Waiting(Request[str]):
    gate: threading.Event = field(default_factory=threading.Event)

    def run(self, table, control) -> str:
        while not self.gate.wait(0.005) and not control.stopped:
            pass
        return "answer"


def test_that_a_view_that_is_gone_is_told_nothing_and_others_are(jobs, qtbot):
    document = wards()
    analyses, question = Analyses(jobs, jobs), Waiting()
    asked = {"it": TableRequest(InputTable(document.job, document.dataset), question)}
    view = QObject()
    gone, stays = Inquiry(analyses, view), Inquiry(analyses, analyses)
    for inquiry in (gone, stays):
        inquiry.ask(asked)
    delete(view)
    question.gate.set()
    qtbot.waitUntil(lambda: stays.found == {"it": "answer"})
    QTest.qWait(0)
    assert gone.found == {}
