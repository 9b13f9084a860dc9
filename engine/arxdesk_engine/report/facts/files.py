"""Files as evidence: their names, sizes and hashes."""

from __future__ import annotations

import contextlib
import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import UserError
from arxdesk_engine.foundation.language import tr, whole
from arxdesk_engine.io.files.archive import on_disk
from arxdesk_engine.io.files.packed import is_packed
from arxdesk_engine.job.job import Job
from arxdesk_engine.preparation.named_subsets import named_subsets
from arxdesk_engine.report.facts.rows import attributes_of_rows, files_of_rows, job_of_rows


@dataclass(frozen=True, slots=True)
class FileFacts:
    """A file that was read. `sha256` and `size` are None without a file to hash; `missing` has the reason."""

    purpose: str
    name: str
    sha256: str | None = None
    size: int | None = None
    missing: str = ""


def table_file(anonymizer: Anonymizer, control: Control) -> FileFacts:
    """The file with the table, or all of its files together, which have no hash of their own."""
    job, parts = job_of_rows(anonymizer), files_of_rows(anonymizer)
    if len(parts) > 1:
        missing = tr(
            "the table is {number} files, which are listed with their hashes under Reproduction",
            number=whole(len(parts)),
        )
        return FileFacts(tr("the table"), PurePath(job.table_place).name, size=_size(parts), missing=missing)
    if job.table_file is not None:
        return _hashed(tr("the table"), str(*parts or (job.table_file,)), control)
    address = re.sub(r"(?<=://)[^/]*@", "", job.data.path).partition("?")[0]  # whose account it was is nobody's matter
    return FileFacts(tr("the table"), address, missing=tr("it came from a database server"))


def files_of(anonymizer: Anonymizer, control: Control) -> tuple[FileFacts, ...]:
    """Every file read by a job, except keys and mappings of pseudonyms."""
    return tuple(_files_of(anonymizer, control))


def job_file(job: Job) -> FileFacts | None:
    """The file that the job was read from; None where it was not, or has gone since."""
    path = Path(job.source)
    return _hashed(tr("the job"), str(path), Control()) if path.is_file() else None


def _files_of(anonymizer: Anonymizer, control: Control) -> Iterator[FileFacts]:
    job, parts = job_of_rows(anonymizer), files_of_rows(anonymizer)
    if len(parts) > 1:
        yield from (_hashed(tr("a part of the table"), str(each), control) for each in parts)
    else:
        yield table_file(anonymizer, control)
    for table in job.tables:
        if table.path is not None:
            yield _hashed(tr("the table {name}", name=table.name), job.place_of_linked(table), control)
    for name in attributes_of_rows(anonymizer):
        file = job.settings_of(name).hierarchy_file
        if file is not None:
            yield _hashed(tr("hierarchy of {column}", column=name), str(job.resolve(file)), control)
    files = [each.settings.file for each in named_subsets(job) if each.settings.file is not None]
    yield from (_hashed(tr("the research subset"), str(job.resolve(file)), control) for file in dict.fromkeys(files))


def _size(files: Sequence[Path]) -> int | None:
    """The size of all files in bytes; None where one is gone."""
    try:
        return sum(each.stat().st_size for each in files)
    except OSError:
        return None


def _hashed(purpose: str, place: str, control: Control) -> FileFacts:
    name = PurePath(place).name
    control.raise_if_stopped()
    try:
        whole = contextlib.nullcontext(Path(place)) if is_packed(place) else on_disk(place, control)
        with whole as path, path.open("rb") as stream:
            return FileFacts(purpose, name, hashlib.file_digest(stream, "sha256").hexdigest(), path.stat().st_size)
    except (OSError, UserError):
        return FileFacts(purpose, name, missing=tr("it cannot be read any more"))
