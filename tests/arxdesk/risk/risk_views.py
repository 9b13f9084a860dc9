"""Views of Risk over documents, with English numbers and a look of their own."""

from __future__ import annotations

from arxdesk.risk.figures.view import RiskView
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.subset import SubsetSettings
from tests.arxdesk.analysis.analysed_documents import analysis_of, show
from tests.arxdesk.analysis.applied_documents import discharges, put_on


def view_of(kind, document, qtbot, jobs, size=(812, 356)) -> RiskView:
    """A view over a document, with everything that it asks for."""
    return show(qtbot, kind(analysis_of(document, jobs)), size)


def sampled(records=900):
    """Discharges of which a research subset is shared."""
    document = discharges(records)
    document.set_sections({"subset": SubsetSettings(random=0.3, seed=6)})
    put_on(document)
    return document


def people_of(view) -> set[int]:
    """The records that a view has asked to be shown."""
    shown = view.analysis.shown_records
    return set(shown.request.run(shown.table, Control()).tolist())


def facts_of(document, side):
    """What the report says of the risk of a side."""
    anonymizer, applied = document.result.anonymizer, document.applied
    facts = anonymizer.describe(document.result.solution, applied.output)["risk"]
    return facts["input" if side == "before" else "output"]
