"""An imported project of ARX."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from arxdesk_engine.arx.files.left_out import Omission
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.job import Job

RESULT_NOT_IMPORTED = marked("The result that ARX computed is not imported: a search finds it again.")


@dataclass(frozen=True, slots=True)
class Replacement:
    """An entry of ARX's audit trail: one text of a column was replaced by another, long ago. Both are data values."""

    attribute: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Imported:
    """A project of ARX as a job, and everything that the job leaves out.

    The paths of the job lead into the archive, relative to its folder. `left_out` lists what could not be taken over
    or became something else, `notes` are sentences about what is no loss. `version` is that of the program that wrote
    it, "" where it is not said. `trail` is its audit trail: done in the table already.
    """

    job: Job
    left_out: tuple[Omission, ...] = ()
    notes: tuple[str, ...] = ()
    version: str = ""
    trail: tuple[Replacement, ...] = ()

    @property
    def summary(self) -> str:
        """The report to the user: a sentence, the list, and the notes, one a line."""
        number = len(self.left_out)
        if not number:
            first = tr("All settings of the ARX project were imported.")
        else:
            first = tr_n(
                number,
                "1 thing in the ARX project could not be imported as it is:",
                "{n} things in the ARX project could not be imported as they are:",
            )
        return "\n".join([first, *(f"- {each}" for each in self.left_out), *map(tr, self.notes)])


@dataclass(frozen=True, slots=True, eq=False)
class LoadedImport:
    """An import with its table and its hierarchies, as `preparation.loading` reads them for its job."""

    imported: Imported
    dataset: Dataset
    hierarchies: Mapping[str, Hierarchy]
