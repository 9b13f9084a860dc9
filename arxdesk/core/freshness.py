"""Whether a result still belongs to a configuration, and whether a configuration has changes to be saved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from arxdesk.core.configuration import SEARCHED_SECTIONS, Configuration
from arxdesk.core.values.archived_files import ArchivedFiles, Repoint, relocated
from arxdesk.core.values.provenance import SavedSnapshot
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.schema import Role
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.analysis import AnalysisSettings
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.explore import Filters
from arxdesk_engine.job.job import Job


@dataclass(frozen=True, slots=True, eq=False)
class SearchInputs:
    """The question of a search. Tables and hierarchies are never changed, only replaced."""

    job: Job
    dataset: Dataset
    hierarchies: Mapping[str, Hierarchy]

    def is_asked_by(self, configuration: Configuration) -> bool:
        """Whether a configuration still poses the same question."""
        dataset = configuration.dataset
        return (
            _same_columns(self.dataset, dataset)
            and asks_the_same(self.job, configuration.job, dataset.names)
            and all(
                self.hierarchies.get(name) is configuration.hierarchies.get(name)
                for name in configuration.attributes_with(Role.QUASI_IDENTIFYING)
            )
        )

    def settled(self, files: ArchivedFiles) -> SearchInputs:
        """The same with hierarchies where they stand now, under whatever name they were written."""
        return replace(self, job=files.settled_job(self.job, self.hierarchies))

    def moved(self, kept: SavedSnapshot, repoint: Repoint) -> SearchInputs:
        """The same once a save has put its files into an archive."""
        written = kept.snapshot

        def is_unchanged(name: str) -> bool:
            return self.hierarchies.get(name) is written.hierarchies.get(name)

        return replace(self, job=relocated(self.job, written.job, kept.job, is_unchanged, repoint))


def asks_the_same(first: Job, second: Job, attributes: Iterable[str]) -> bool:
    """Whether two jobs pose the same search."""
    if (first.data.person, first.data.per_person) != (second.data.person, second.data.per_person):
        return False
    if first.data.household != second.data.household and any(each.needs_households for each in first.perturbation):
        return False
    sections = all(_as_searched(first, section) == _as_searched(second, section) for section in SEARCHED_SECTIONS)
    return sections and all(_same(first.settings_of(name), second.settings_of(name)) for name in attributes)


def asked_about(job: Job) -> Job:
    """The part of a job that counts as unsaved changes: all but the view of its results."""
    explore = job.explore.model_copy(update={"filters": Filters()})
    return job.model_copy(update={"explore": explore, "analysis": AnalysisSettings()})


def _same_columns(first: Dataset, second: Dataset) -> bool:
    """Whether two tables share their columns: replacing and restoring cells makes a new table of the old columns."""
    return first is second or (
        len(first.columns) == len(second.columns)
        and all(mine is theirs for mine, theirs in zip(first.columns, second.columns, strict=True))
    )


def _same(first: AttributeSettings, second: AttributeSettings) -> bool:
    """Compare by identity first, since comparing field by field is slow."""
    return first is second or first == second


def _as_searched(job: Job, section: str) -> object:
    """A section of a job as far as a search depends on it: what it removed is recoded after it, and a population that
    no model estimates from is for the figures of Risk alone."""
    if section == "search":
        return job.search.with_recoding(None)
    if section == "population" and not any(model.needs_population for model in job.privacy):
        return None
    return getattr(job, section)
