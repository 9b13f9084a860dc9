"""The table of the open project with its findings, as one value for a step of undo."""

from __future__ import annotations

from collections import ChainMap
from dataclasses import dataclass, field, replace
from pathlib import Path

from arxdesk.core.freshness import SearchInputs
from arxdesk.core.values.archived_files import ArchivedFiles, Repoint
from arxdesk.core.values.provenance import SavedSnapshot
from arxdesk.core.values.results import Result
from arxdesk.core.values.table_content import TableContent
from arxdesk_engine.analysis.applied import Applied
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.preparation.columns import data_once_written
from arxdesk_engine.search.solution import Check


@dataclass(frozen=True, slots=True)
class Findings:
    """Findings for a table, with the shown selection. They name its columns, and are replaced with them."""

    result: Result | None = None
    posed: SearchInputs | None = None
    good: tuple[Result, SearchInputs, Applied] | None = None
    checks: ChainMap[Levels, Check] = field(default_factory=ChainMap)
    selection: Levels | None = None
    applied: Applied | None = None

    def settled(self, files: ArchivedFiles) -> Findings:
        """The same with hierarchies where they stand now."""
        posed = None if self.posed is None else self.posed.settled(files)
        good = None if self.good is None else (self.good[0], self.good[1].settled(files), self.good[2])
        return replace(self, posed=posed, good=good)

    def moved(self, kept: SavedSnapshot, repoint: Repoint) -> Findings:
        """The same once a save has put its files into an archive."""
        posed = None if self.posed is None else self.posed.moved(kept, repoint)
        good = None if self.good is None else (self.good[0], self.good[1].moved(kept, repoint), self.good[2])
        return replace(self, posed=posed, good=good)


@dataclass(frozen=True, slots=True)
class TableState:
    """A table and its findings; none just after its columns were changed."""

    content: TableContent
    findings: Findings = Findings()

    def moved(self, kept: SavedSnapshot, repoint: Repoint) -> TableState:
        """The same once a save has put the table into an archive, where its columns have the names of then.

        Columns that were left out then are not in there: such a state goes on naming the file that has them.
        """
        content = self.content
        written, data = kept.snapshot.job.data, content.job.data
        now = SearchInputs(content.job, content.dataset, content.hierarchies).moved(kept, repoint).job
        has_more = len(content.dataset.names) > len(kept.snapshot.dataset.names)
        is_gone = Path(data.path).parent == Path(kept.job.data.path).parent  # the archive that had it was overwritten
        if data.path == written.path and (is_gone or not has_more):
            data = data_once_written(data, written, kept.job.data)
        content = replace(content, job=now.model_copy(update={"data": data}))
        return TableState(content, self.findings.moved(kept, repoint))
