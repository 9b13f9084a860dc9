"""Reading an archive with mistrust: what it says of itself is compared with what is in it before anything is used."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.errors import InvalidData, Problem, UnreadableFile, UserError, quoted
from arxdesk_engine.foundation.faults import problems_of
from arxdesk_engine.foundation.language import tr, whole
from arxdesk_engine.io.files.archive import Archive, unpacking_folder
from arxdesk_engine.io.text.delimited import MAX_HIERARCHY_BYTES
from arxdesk_engine.job.job import Job, job_from
from arxdesk_engine.projects.job_inside import require_self_contained
from arxdesk_engine.projects.layout import (
    CONTENT_NAME,
    DATA_NAME,
    MEDIA_TYPE,
    MEDIA_TYPE_NAME,
    ProjectFile,
    is_known,
    is_table,
)
from arxdesk_engine.projects.migration import migrated
from arxdesk_engine.projects.tables import require_safe_table, require_size

MOST_CONTENT_BYTES = 32 * 1024 * 1024
"""So large `project.json` may be."""
MOST_UNPACKED_BYTES = 1024**3
"""So much the packed entries may be together."""
_NAMELESS = (MEDIA_TYPE_NAME, CONTENT_NAME)


@dataclass(frozen=True, slots=True)
class UnpackedProject:
    """An archive whose entries are files in a private `folder`; the paths of its job lead there."""

    folder: Path
    content: ProjectFile
    job: Job


@contextlib.contextmanager
def unpacked(path: Path, control: Control) -> Iterator[UnpackedProject]:
    """The entries of an archive as files, compared with the sizes and digests that they should have.

    Errors that name these files name their places in the archive instead. Raises a UserError; Stopped.
    """
    with unpacking_folder(path) as folder:
        with Archive(path) as archive:
            content, job = _content_of(archive)
            _unpack(archive, content, folder, control)
        with _placed(folder, path):
            for name in filter(is_table, content.entries):
                require_safe_table(folder / name, content.records if name == DATA_NAME else None)
            yield UnpackedProject(folder, content, job.at(folder / CONTENT_NAME))


def job_in(path: Path) -> tuple[ProjectFile, Job]:
    """The content of `project.json`, and its job, which names entries; the entries themselves are not read."""
    with Archive(path) as archive:
        return _content_of(archive)


def _content_of(archive: Archive) -> tuple[ProjectFile, Job]:
    if CONTENT_NAME not in archive or archive.read(MEDIA_TYPE_NAME, 1_000) != MEDIA_TYPE:
        raise InvalidData(Problem(str(archive.path), tr("it is not a project of ArxDesk"), tr("Choose another file.")))
    raw = archive.read(CONTENT_NAME, MOST_CONTENT_BYTES)
    try:
        plain = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise archive.broken(tr("{name} in it is damaged", name=quoted(CONTENT_NAME))) from error
    place = str(archive.path / CONTENT_NAME)
    try:
        content = ProjectFile.model_validate(migrated(plain, str(archive.path)))
    except ValidationError as error:
        raise InvalidData(problems_of(error, place, (), ProjectFile)) from error
    except RecursionError as error:
        raise archive.broken(tr("{name} in it is damaged", name=quoted(CONTENT_NAME))) from error
    _require_entries(archive, content)
    require_size(str(archive.path), content.records, len(content.columns))
    job = job_from(content.job, str(archive.path))
    require_self_contained(job, content.columns, content.entries, str(archive.path))
    if job.data.path != DATA_NAME:
        raise archive.broken(tr("its job reads {file} instead of its table", file=quoted(job.data.path)))
    return content, job


def _require_entries(archive: Archive, content: ProjectFile) -> None:
    """Raises InvalidData where entries are missing, unknown, or larger than they may be."""
    listed = set(content.entries)
    if missing := sorted(listed - set(archive.names)):
        raise archive.broken(tr("{name} is missing in it", name=quoted(missing[0])))
    if unknown := sorted(each for each in archive.names if each not in (*_NAMELESS, *listed)):
        raise archive.broken(tr("{name} in it is not part of a project", name=quoted(unknown[0])))
    if unknown := sorted(each for each in listed if not is_known(each) or each in _NAMELESS):
        raise archive.broken(tr("{name} in it is not part of a project", name=quoted(unknown[0])))
    if unknown := sorted(set(content.hierarchies.values()) - listed):
        raise archive.broken(tr("{name} is missing in it", name=quoted(unknown[0])))
    if DATA_NAME not in listed:
        raise archive.broken(tr("there is no table in it"))
    size = archive.path.stat().st_size
    for name, facts in content.entries.items():
        if facts.bytes > (size if is_table(name) else MAX_HIERARCHY_BYTES):
            raise archive.broken(
                tr("{name} in it claims {n} bytes, more than allowed", name=quoted(name), n=whole(facts.bytes))
            )
    if sum(facts.bytes for name, facts in content.entries.items() if not is_table(name)) > MOST_UNPACKED_BYTES:
        raise archive.broken(
            tr(
                "its hierarchies are larger than {n} bytes",
                n=whole(MOST_UNPACKED_BYTES),
            )
        )


def _unpack(archive: Archive, content: ProjectFile, folder: Path, control: Control) -> None:
    whole = sum(facts.bytes for facts in content.entries.values()) or 1
    done = 0
    for name, facts in content.entries.items():
        control.report(Progress(tr("Unpacking {archive}", archive=archive.path.name), done / whole))
        digest, size = hashlib.sha256(), 0
        try:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            with (folder / name).open("wb") as stream:
                for piece in archive.pieces(name, facts.bytes, control):
                    digest.update(piece)
                    stream.write(piece)
                    size += len(piece)
        except OSError as error:
            raise UnreadableFile.from_os_error(archive.path / name, error) from error
        if size != facts.bytes or digest.hexdigest() != facts.sha256:
            raise archive.broken(tr("{name} in it differs from the saved content", name=quoted(name)))
        done += size


@contextlib.contextmanager
def _placed(folder: Path, path: Path) -> Iterator[None]:
    """Errors about files in a private folder are errors about what is in the archive."""
    try:
        yield
    except UserError as error:
        raise type(error)(
            Problem(*(text.replace(str(folder), str(path)) for text in (each.place, each.found, each.remedy)))
            for each in error.problems
        ) from error
