"""Exports and the ledger, away from the main thread: what an export adds to it, and what releases tell together."""

from __future__ import annotations

from dataclasses import dataclass

from arxdesk.core.session.saving_work import project_of
from arxdesk.core.values.provenance import Snapshot
from arxdesk.core.writing_work import ExportResult
from arxdesk.tasks.task import Work
from arxdesk_engine.analysis.applied import Applied
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.projects.input_identity import identity_of
from arxdesk_engine.projects.ledger import LedgerEntry
from arxdesk_engine.projects.overlap import Overlap, overlap_of
from arxdesk_engine.projects.released import entry_of


@dataclass(frozen=True, slots=True, eq=False)
class RecordedExport:
    """A written table, and what the ledger says of it; None where the rows stay outside, which no project keeps."""

    written: ExportResult
    entry: LedgerEntry | None


def write_and_record(
    write: Work[ExportResult], anonymizer: Anonymizer, applied: Applied, snapshot: Snapshot, control: Control
) -> RecordedExport:
    """Write an output table, and form its entry for the ledger. Raises what writing raises, and nothing after it.

    Whoever stops it once the table is there gets the entry all the same: the table can be handed out.
    """
    written = write(control)
    if snapshot.rows is not None:
        return RecordedExport(written, None)
    names = anonymizer.quasi_identifiers
    project, confirmed = project_of(snapshot, snapshot.trail), not written.is_refuted
    return RecordedExport(written, entry_of(project, names, applied.output, written.exported, confirmed=confirmed))


def compare_with_ledger(snapshot: Snapshot, applied: Applied, name: str, control: Control) -> Overlap:
    """Put what is applied beside the releases in the ledger."""
    control.report(Progress(tr("Comparing with earlier releases")))
    project = project_of(snapshot, snapshot.trail)
    identity = identity_of(project.job, project.dataset, project.raw_columns, project.ledger.key)
    return overlap_of(project.ledger, identity, applied.output.members, name)
