"""Projects as files: written whole or not at all, and read with mistrust."""

from __future__ import annotations

import contextlib
import dataclasses
import datetime as dt
import json
import logging
from pathlib import Path

from arxdesk_engine import __version__
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.raw_table import RawColumn, RawTable
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.errors import InvalidData, InvalidHierarchy, InvalidJob, Problem, UserError
from arxdesk_engine.foundation.language import tr, whole
from arxdesk_engine.foundation.log import logged
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.io.files.archive import PROJECT_SUFFIX, inside
from arxdesk_engine.io.files.atomic import Replacing, atomic_writer
from arxdesk_engine.io.hierarchy import hierarchy_file
from arxdesk_engine.io.table import read_table
from arxdesk_engine.io.text.delimited import MAX_HIERARCHY_BYTES
from arxdesk_engine.job.job import ALL_OTHERS, Job
from arxdesk_engine.job.linked_table import LinkedTable
from arxdesk_engine.preparation.linking import joined
from arxdesk_engine.preparation.loading import load_hierarchies, source_of_subset, table_options
from arxdesk_engine.preparation.preparation import altered, prepared, renamed
from arxdesk_engine.projects.checks import read_checks, read_improvements, write_checks, write_improvements
from arxdesk_engine.projects.facts import outcome_facts, outcome_of, trail_facts, trail_of
from arxdesk_engine.projects.job_inside import archived, led_into, subset_files
from arxdesk_engine.projects.layout import (
    CONTENT_NAME,
    DATA_NAME,
    EXAMINED_NAME,
    IMPROVEMENTS_NAME,
    MEDIA_TYPE,
    MEDIA_TYPE_NAME,
    ProjectFile,
    hierarchy_name,
    subset_name,
)
from arxdesk_engine.projects.ledger import Ledger
from arxdesk_engine.projects.ledger_tables import ledger_facts, pack_ledger, read_ledger
from arxdesk_engine.projects.migration import NEEDS, VERSION
from arxdesk_engine.projects.outcome import Outcome
from arxdesk_engine.projects.packing import Packer
from arxdesk_engine.projects.project import Project
from arxdesk_engine.projects.tables import not_in_utf8, write_texts
from arxdesk_engine.projects.unpacking import MOST_CONTENT_BYTES, UnpackedProject, job_in, unpacked

_LOG = logging.getLogger(__name__)


def is_project(path: Path) -> bool:
    """Whether the name of a file says that it is a project archive."""
    return path.suffix.lower() == PROJECT_SUFFIX


def write_project(
    path: Path, project: Project, control: Control | None = None, replacing: Replacing = contextlib.nullcontext
) -> Job:
    """Write an archive, whole or not at all; returns the job as it is there, its paths leading into the archive.

    A new archive has no permissions beyond those of the file that its table comes from, and is for its owner alone
    where the table comes from a server. `replacing` stands around the moment in which an old archive is replaced.
    Files of research subsets are read from where the job names them. Keys, and what pseudonyms stand for, stay where
    they are. Raises UnwritableFile, InvalidData (a table that is too large), InvalidHierarchy, InvalidJob (text that
    cannot be written, another suffix than `.arxdesk`), and what reading subsets raises; Stopped. The old file then
    stays as it was.
    """
    if not is_project(path):
        raise InvalidJob(
            Problem(str(path), tr("it does not end in .arxdesk"), tr("Choose another name for the project."))
        )
    control = control or Control()
    subsets = _subsets(project.job, control)
    try:
        writer = atomic_writer(path, most_mode=_mode_of_table(project.job), replacing=replacing)
        with logged(_LOG, tr("write the project %s"), path), writer as stream, Packer(stream) as packer:
            job, content = _packed(packer, path, project, subsets, control)
            packer.add(CONTENT_NAME, content)
    except UnicodeEncodeError as error:
        raise not_in_utf8(str(path), error) from error
    return led_into(job, path, packer.entries)


def _mode_of_table(job: Job) -> int:
    """The permissions of the file with the table, or of the archive that it is in; those of its owner without one."""
    file = job.table_file
    if file is None:
        return 0o600
    around = inside(file)
    with contextlib.suppress(OSError):
        return (file if around is None else around[0]).stat().st_mode & 0o777
    return 0o600


def read_project(path: Path, control: Control | None = None) -> Project:
    """Read an archive; its job leads into it, and loading that job gives the same table and hierarchies.

    What is said of a search is a claim of the file (`projects.outcome.restored` looks again). Raises a
    UserError; Stopped.
    """
    control = control or Control()
    with logged(_LOG, tr("read the project %s"), path), unpacked(path, control) as found:
        job, place = found.job, found.job.table_place
        raw = read_table(place, table_options(job.data), control)
        raw = joined(raw, job, _outside) if job.tables else raw
        dataset = prepared(raw, job.data, job.attributes, place)
        if dataset.names != found.content.columns:
            raise InvalidData(
                Problem(place, tr("its columns are not those of the project"), tr("Choose another copy."))
            )
        changed = altered(raw, job.data, dataset)
        control.report(Progress(tr("Reading the hierarchies")))
        hierarchies = load_hierarchies(job, dataset, control)
        outcome = _outcome(found)
        ledger = read_ledger(found.content.ledger, found.content.entries, found.folder, control)
        sources = {name: each.source.replace(str(found.folder), str(path)) for name, each in hierarchies.items()}
    return Project(
        led_into(job, path, found.content.entries),
        Dataset(dataset.columns, str(path / DATA_NAME), linked=dataset.linked),
        {name: dataclasses.replace(each, source=sources[name]) for name, each in hierarchies.items()},
        found.content.origin,
        outcome,
        trail_of(found.content.trail),
        changed,
        ledger,
    )


def _outside(table: LinkedTable) -> RawTable:
    raise ValueError(
        tr("the table {table} is not in the archive", table=table.name)
    )  # which is refused when it is unpacked


def job_of(path: Path) -> Job:
    """The job of an archive alone, its paths leading into the archive. Raises a UserError.

    Cheap: the entries are listed and not looked into.
    """
    content, job = job_in(path)
    return led_into(job, path, content.entries)


def ledger_of(path: Path, control: Control | None = None) -> Ledger:
    """The ledger of an archive alone, an empty one where it has none. Raises a UserError; Stopped."""
    control = control or Control()
    if not has_ledger(path):
        return Ledger()
    with unpacked(path, control) as found:
        return read_ledger(found.content.ledger, found.content.entries, found.folder, control)


def releases_in(path: Path) -> frozenset[tuple[int, str]]:
    """The numbers and SHA-256 of the releases whose tables an archive has. Raises a UserError. Cheap as well."""
    ledger = job_in(path)[0].ledger
    entries = () if ledger is None else ledger.entries
    return frozenset((each.number, each.sha256) for each in entries if each.has_tables)


def has_ledger(path: Path) -> bool:
    """Whether an archive tells of releases. Raises a UserError. Cheap as well."""
    content, _job = job_in(path)
    return content.ledger is not None and bool(content.ledger.entries)


def _packed(
    packer: Packer, path: Path, project: Project, subsets: dict[Path, tuple[RawColumn, ...]], control: Control
) -> tuple[Job, bytes]:
    """Write all entries but the last; returns the job with the names of entries, and what that last one says."""
    packer.add(MEDIA_TYPE_NAME, MEDIA_TYPE, packed=False)
    control.report(Progress(tr("Writing the table")))
    with packer.entry(DATA_NAME) as stream:
        write_texts(stream, project.raw_columns, str(path))
    names = {}
    for number, (place, columns) in enumerate(subsets.items(), 1):
        control.raise_if_stopped()
        names[place] = subset_name(number, place.stem)
        with packer.entry(names[place]) as stream:
            write_texts(stream, columns, str(place))
    control.report(Progress(tr("Writing the hierarchies")))
    of_job, of_columns = _pack_hierarchies(packer, project, control)
    _pack_outcome(packer, project.outcome)
    pack_ledger(packer, project.ledger, str(path), control)
    job = archived(project.job, path, of_job, names, project.dataset)
    packer.entries.pop(MEDIA_TYPE_NAME)
    content = ProjectFile(
        version=VERSION,
        needs=NEEDS,
        arxdesk=__version__,
        saved=dt.datetime.now(dt.UTC).replace(microsecond=0),
        records=project.dataset.records,
        columns=project.dataset.names,
        job=job.content(),
        hierarchies=of_columns,
        entries=packer.entries,
        origin=project.origin,
        outcome=None if project.outcome is None else outcome_facts(project.outcome),
        trail=trail_facts(project.trail),
        ledger=ledger_facts(project.ledger),
    )
    text = json.dumps(content.model_dump(mode="json", exclude_none=True), ensure_ascii=False, indent=1).encode()
    if len(text) > MOST_CONTENT_BYTES:
        found = tr("its configuration is larger than {n} MB", n=MOST_CONTENT_BYTES // 1024**2)
        raise InvalidJob(Problem(str(path), found, tr("Export long hierarchies to files, and open them from there.")))
    return job, text


def _pack_hierarchies(packer: Packer, project: Project, control: Control) -> tuple[dict[str, str], dict[str, str]]:
    """The entries of hierarchies that the job reads from files, by the attribute there, and of all, by column."""
    of_job: dict[str, str] = {}
    of_columns: dict[str, str] = {}
    for number, name in enumerate(project.dataset.names, 1):
        hierarchy = project.hierarchies.get(name)
        if hierarchy is None:
            continue
        control.raise_if_stopped()
        attribute = name if name in project.job.attributes else ALL_OTHERS
        is_read = project.job.settings_of(name).hierarchy_file is not None
        if is_read and attribute in of_job:
            of_columns[name] = of_job[attribute]
            continue
        try:
            content = _content(hierarchy)
        except InvalidHierarchy:
            if is_read:
                raise
            continue  # what a builder makes is there for readers alone
        of_columns[name] = hierarchy_name(number, name)
        packer.add(of_columns[name], content)
        if is_read:
            of_job[attribute] = of_columns[name]
    return of_job, of_columns


def _content(hierarchy: Hierarchy) -> bytes:
    content = hierarchy_file(hierarchy)
    if len(content) > MAX_HIERARCHY_BYTES:
        found = tr("the hierarchy has {n} bytes", n=whole(len(content)))
        raise InvalidHierarchy(Problem(hierarchy.source, found, tr("A hierarchy may have 256 MB at most.")))
    return content


def _subsets(job: Job, control: Control) -> dict[Path, tuple[RawColumn, ...]]:
    """The records that the files of research subsets list, as they were read, by the place of the file.

    Those of models that are paused are left where they are when they cannot be read: nobody asks for them.
    """
    found = {}
    data = source_of_subset(job)
    for paused in (False, True):
        for file in subset_files(job, paused=paused):
            place = job.resolve(file).absolute()
            if place in found:
                continue
            with contextlib.suppress(*((UserError,) if paused else ())):
                raw = read_table(str(place), table_options(data), control)
                found[place] = renamed(raw, data, str(place))
    return found


def _pack_outcome(packer: Packer, outcome: Outcome | None) -> None:
    """Tables without rows are left out."""
    if outcome is not None and outcome.solution.examined:
        with packer.entry(EXAMINED_NAME) as stream:
            write_checks(stream, outcome.solution.examined)
    if outcome is not None and outcome.solution.improvements:
        with packer.entry(IMPROVEMENTS_NAME) as stream:
            write_improvements(stream, outcome.solution.improvements)


def _outcome(found: UnpackedProject) -> Outcome | None:
    facts, entries, folder = found.content.outcome, found.content.entries, found.folder
    if facts is None:
        return None
    examined = read_checks(folder / EXAMINED_NAME) if EXAMINED_NAME in entries else ()
    improvements = read_improvements(folder / IMPROVEMENTS_NAME) if IMPROVEMENTS_NAME in entries else ()
    return outcome_of(facts, examined, improvements)
