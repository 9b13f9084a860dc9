"""Everything that a document starts with, as workers have read it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from arxdesk.core.values.provenance import Provenance
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.item_sets import as_items
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.hierarchies.validation import missing_values
from arxdesk_engine.job.job import Job
from arxdesk_engine.projects.outcome import Outcome


@dataclass(frozen=True, slots=True)
class LoadedProject:
    """Everything a document starts with; `file` is None for a table that is no project yet."""

    job: Job
    dataset: Dataset
    hierarchies: Mapping[str, Hierarchy]
    file: Path | None
    missing: Mapping[str, tuple[int, ...]]
    """The codes of the values that a hierarchy does not list, by attribute."""
    provenance: Provenance
    outcome: Outcome | None = None
    """What the file says that a search has found."""

    @classmethod
    def of(
        cls,
        job: Job,
        dataset: Dataset,
        hierarchies: Mapping[str, Hierarchy],
        file: Path | None,
        provenance: Provenance | None = None,
    ) -> LoadedProject:
        """With what the window shows at once and the main thread shall not look for."""
        for column in dataset:
            as_items(column)  # which takes a second for a large column of sets, and is known from here on
        missing = {name: tuple(missing_values(each, as_items(dataset[name]))) for name, each in hierarchies.items()}
        return cls(job, dataset, hierarchies, file, missing, provenance or Provenance())
