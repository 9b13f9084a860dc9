"""The provenance of the open project: its source, the table as read, its earlier trail, its file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from arxdesk.core.values.arx_import import ArxImport
from arxdesk.core.values.results import Result
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.raw_table import RawColumn
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.job import Job
from arxdesk_engine.projects.ledger import Ledger
from arxdesk_engine.projects.origin import Origin
from arxdesk_engine.projects.outcome import Outcome
from arxdesk_engine.projects.trail import Trail

if TYPE_CHECKING:
    from arxdesk_engine.backends.grouped_table import GroupedTable

_NOTHING_DONE = Trail()


@dataclass(frozen=True, slots=True)
class Stamp:
    """The state of a file on disk: its size, modification time, identity and change time.

    Times are in nanoseconds. The last two tell of changes that give the file its old size and time.
    """

    size: int
    changed: int
    number: int = 0
    touched: int = 0

    @classmethod
    def of(cls, path: Path) -> Stamp | None:
        """The stamp of a file; None where there is none."""
        try:
            found = path.stat()
        except OSError:
            return None
        return cls(found.st_size, found.st_mtime_ns, found.st_ino, found.st_ctime_ns)


@dataclass(frozen=True, slots=True)
class Provenance:
    """The past of a document.

    `raw` are the columns that the preparation altered, as they were read (`arxdesk_engine.projects.project.Project`).
    `stamp` is that of the project's file when it was read or written last; a file that has another one was changed by
    somebody.
    """

    origin: Origin | None = None
    raw: tuple[RawColumn, ...] = ()
    trail: Trail = _NOTHING_DONE
    stamp: Stamp | None = None
    arx_import: ArxImport | None = None
    """From ARX; it has a name where that was done just now."""
    rows: GroupedTable | None = None
    """The rows where they stay, if the table is that of their distinct tuples; None: the table has them."""
    place_of_rows: str = ""
    """Where that is, in words."""
    ledger: Ledger = field(default_factory=Ledger)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything of a document that an archive holds. `read` is the table as it was opened, before what was changed in
    it since; `outcome` is what a search has found and what of it was applied, None where that does not belong to the
    configuration, and `result` is what it was made of, None where the file of the project alone says it."""

    job: Job
    dataset: Dataset
    read: Dataset
    hierarchies: Mapping[str, Hierarchy]
    origin: Origin | None
    raw: tuple[RawColumn, ...]
    trail: Trail
    result: Result | None
    outcome: Outcome | None
    ledger: Ledger
    rows: GroupedTable | None = None
    """The rows where they stay, which no archive can hold; None: `dataset` has them."""


@dataclass(frozen=True, slots=True)
class SavedSnapshot:
    """A snapshot that was saved as an archive, and the job as it is there."""

    snapshot: Snapshot
    job: Job
