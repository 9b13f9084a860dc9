"""Files of the open project in an archive, and how a save changes the paths to them.

Steps that can be undone remember paths as they were. A hierarchy is in memory: wherever a step leads, its path is put
right by that. A file of a research subset is only read when a search needs it: where a save puts another file in its
place, the steps that mean the earlier one are told where that came from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.hierarchies.table import TableBuilder
from arxdesk_engine.io.files.archive import ARCHIVE_SUFFIXES
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.subset import SubsetSettings
from arxdesk_engine.preparation.columns import data_once_written
from arxdesk_engine.privacy.model import PrivacyModel

Repoint = Callable[[str], str]


class ArchivedFiles:
    """The content of opened and written archives, by path."""

    def __init__(self, job: Job, hierarchies: Mapping[str, Hierarchy]) -> None:
        self._at: dict[str, Hierarchy] = {}
        self._of: dict[str, tuple[Hierarchy, str]] = {}
        self._came_from: dict[str, str | None] = {
            path: None for path in _subset_files(job) if path is not None and is_kept(path)
        }
        self._take(job, hierarchies)

    def settled(self, name: str, settings: AttributeSettings, hierarchy: Hierarchy | None) -> AttributeSettings:
        """Settings whose hierarchy file is where `hierarchy` stands now; the rows themselves where it stands nowhere
        any more."""
        file = settings.hierarchy_file
        if file is None or hierarchy is None:
            return settings
        known = self._of.get(name)
        if known is not None and known[0] is hierarchy:
            return settings if file == known[1] else settings.model_copy(update={"hierarchy": known[1]})
        if is_kept(file) and self._at.get(file) is not hierarchy:
            return settings.model_copy(update={"hierarchy": TableBuilder.of(hierarchy)})
        return settings

    def settled_job(self, job: Job, hierarchies: Mapping[str, Hierarchy]) -> Job:
        """The same for all attributes, which may have had other names when their hierarchies were written."""
        attributes = {name: self._settled_anew(name, each, hierarchies) for name, each in job.attributes.items()}
        return job.model_copy(update={"attributes": attributes})

    def _settled_anew(
        self, name: str, settings: AttributeSettings, hierarchies: Mapping[str, Hierarchy]
    ) -> AttributeSettings:
        file, hierarchy = settings.hierarchy_file, hierarchies.get(name)
        if file is None or hierarchy is None:
            return settings
        place = next((path for each, path in self._of.values() if each is hierarchy), None)
        if place is not None:
            return settings if file == place else settings.model_copy(update={"hierarchy": place})
        if not is_kept(file):
            return settings
        return settings.model_copy(update={"hierarchy": TableBuilder.of(hierarchy)})

    def take(self, written: Job, kept: Job, hierarchies: Mapping[str, Hierarchy]) -> Repoint:
        """`written` was saved and is `kept` in the archive, with these hierarchies.

        Returns what steps have to make of their paths.
        """
        self._take(kept, hierarchies)
        pairs = zip(_subset_files(kept), _subset_files(written), strict=True)
        sources = {path: source for path, source in pairs if path is not None and source is not None}
        replaced: dict[str, str] = {}
        for path, source in sources.items():
            if source == path:
                continue
            first = self._came_from.get(source, source) if is_kept(source) else source
            if path in self._came_from and self._came_from[path] != first:
                replaced[path] = self._came_from[path] or _gone(path)
            self._came_from[path] = first
        replaced |= {  # not in the archive any more
            path: first
            for path, first in self._came_from.items()
            if path not in sources and first is not None and _is_below(path, kept)
        }
        replaced |= {source: path for path, source in sources.items() if source != path}
        return lambda path: replaced.get(path, path)

    def _take(self, job: Job, hierarchies: Mapping[str, Hierarchy]) -> None:
        self._of = {}
        for name, hierarchy in hierarchies.items():
            file = job.settings_of(name).hierarchy_file
            if file is not None and is_kept(file):
                self._at[file] = hierarchy
                self._of[name] = (hierarchy, file)


def relocated(job: Job, written: Job, kept: Job, unchanged: Callable[[str], bool], repoint: Repoint) -> Job:
    """`job` with the places that the files of `written` have in `kept`, wherever it still means these files.

    `unchanged(name)`: the hierarchy of the attribute is the one that was written. `repoint` says of other subsets where
    they are now: what was done or undone during the save may mean a file that is not in the archive any more.
    """
    attributes = dict(job.attributes)
    for name, after in kept.attributes.items():
        if name not in attributes:
            continue  # the column was renamed or left out while it was written
        now, before = job.settings_of(name), written.settings_of(name)
        if now == before and unchanged(name):
            attributes[name] = after
        elif now.hierarchy_file is not None and now.hierarchy_file == before.hierarchy_file and unchanged(name):
            attributes[name] = now.model_copy(update={"hierarchy": after.hierarchy})
    sections = {
        section: getattr(kept, section)
        if getattr(job, section) == getattr(written, section)
        else repointed(getattr(job, section), repoint)
        for section in ("subset", "privacy", "paused")
    }
    data = data_once_written(job.data, written.data, kept.data)
    tables = kept.tables if job.tables == written.tables else job.tables
    return job.model_copy(update={"data": data, "attributes": attributes, "tables": tables, **sections})


def _subset_files(job: Job) -> list[str | None]:
    """The files of research subsets: that of the job, then one for each model, None where it names none."""
    return [
        None if job.subset is None else job.subset.file,
        *(each.subset_file for each in (*job.privacy, *job.paused)),
    ]


def repointed(value: object, repoint: Repoint) -> object:
    """A section of a job with the files of research subsets where they are now."""
    if isinstance(value, SubsetSettings):
        return value.with_path(repoint)
    if isinstance(value, tuple):
        return tuple(each.with_paths(repoint) if isinstance(each, PrivacyModel) else each for each in value)
    return value


def is_kept(path: str) -> bool:
    """Whether a path leads into an archive, which need not exist."""
    return any(parent.suffix.lower() in ARCHIVE_SUFFIXES for parent in Path(path).parents)


def _is_below(path: str, job: Job) -> bool:
    return Path(path).is_relative_to(Path(job.data.path).parent)


def _gone(path: str) -> str:
    """A name that no archive has, so that a search reports it instead of using other records."""
    place = Path(path)
    return str(place.with_name(f"{place.stem} (replaced){place.suffix}"))
