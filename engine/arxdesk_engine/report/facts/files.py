"""Files as evidence: their names, sizes and hashes."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePath

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import UserError
from arxdesk_engine.io.files.archive import on_disk
from arxdesk_engine.job.job import Job
from arxdesk_engine.preparation.named_subsets import named_subsets


@dataclass(frozen=True, slots=True)
class FileFacts:
    """A file that was read. `sha256` and `size` are None without a file to hash; `missing` has the reason."""

    purpose: str
    name: str
    sha256: str | None = None
    size: int | None = None
    missing: str = ""


def table_file(job: Job, control: Control) -> FileFacts:
    """The file with the table."""
    if job.table_file is not None:
        return _hashed("the table", str(job.table_file), control)
    address = re.sub(r"(?<=://)[^/]*@", "", job.data.path).partition("?")[0]  # whose account it was is nobody's matter
    return FileFacts("the table", address, missing="it came from a database server")


def files_of(job: Job, names: tuple[str, ...], control: Control) -> tuple[FileFacts, ...]:
    """Every file read by a job on a table with these columns, except keys and mappings of pseudonyms."""
    return tuple(_files_of(job, names, control))


def job_file(job: Job) -> FileFacts | None:
    """The file that the job was read from; None where it was not, or has gone since."""
    path = Path(job.source)
    return _hashed("the job", str(path), Control()) if path.is_file() else None


def _files_of(job: Job, names: tuple[str, ...], control: Control) -> Iterator[FileFacts]:
    yield table_file(job, control)
    for name in names:
        file = job.settings_of(name).hierarchy_file
        if file is not None:
            yield _hashed(f"hierarchy of {name}", str(job.resolve(file)), control)
    files = [each.settings.file for each in named_subsets(job) if each.settings.file is not None]
    yield from (_hashed("the research subset", str(job.resolve(file)), control) for file in dict.fromkeys(files))


def _hashed(purpose: str, place: str, control: Control) -> FileFacts:
    name = PurePath(place).name
    control.raise_if_stopped()
    try:
        with on_disk(place, control) as path, path.open("rb") as stream:
            return FileFacts(purpose, name, hashlib.file_digest(stream, "sha256").hexdigest(), path.stat().st_size)
    except (OSError, UserError):
        return FileFacts(purpose, name, missing="it cannot be read any more")
