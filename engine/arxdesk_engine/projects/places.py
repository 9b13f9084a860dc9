"""The places that an archive may choose by itself: it may come from anybody, and so may the paths in it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from arxdesk_engine.foundation.errors import InvalidJob, Problem, quoted
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.io.databases.address import file_of
from arxdesk_engine.job.job import Job
from arxdesk_engine.release.linked_export import files_of_tables


@dataclass(frozen=True, slots=True)
class Secret:
    """A key or a mapping that a job would make: for which attribute, by which field, where."""

    attribute: str
    field: str
    path: Path

    @property
    def is_mapping(self) -> bool:
        """Whether it holds values and their pseudonyms."""
        return self.field == "masking.mapping_file"


def require_own_places(job: Job, archive: Path, *, output: bool, codebook: bool, spread: bool, secrets: bool) -> None:
    """Raises InvalidJob where a job of an archive would replace a file, or write outside of the folder of the archive.

    `output`, `codebook` and `spread` say whether the user has named the place of the result, of its codebook and of its
    copy with drawn values, `secrets` whether keys and mappings may be made anywhere.
    """
    folder = archive.absolute().parent
    faults = [] if output else [*_of_output(job, folder)]
    for option, file, is_named in (("codebook", job.output.codebook, codebook), ("spread", job.output.spread, spread)):
        path = None if is_named or file is None else job.resolve(file)
        if path is not None and (os.path.lexists(path) or not _is_below(path, folder)):
            place = f"{job.source}, output.{option}"
            faults.append(Problem(place, f"{path}: {_no_place()}", tr("Name it: --{option} FILE.", option=option)))
    if not secrets:
        faults += _of_secrets(job, folder)
    if faults:
        raise InvalidJob(faults)


def _of_output(job: Job, folder: Path) -> Iterator[Problem]:
    place = job.output_place
    if place is None:
        return
    file = file_of(place)
    if file is None or os.path.lexists(file) or not _is_below(Path(file), folder):
        yield Problem(f"{job.source}, output.path", f"{place}: {_no_place()}", tr("Name it yourself: --output FILE."))
    if not job.tables:
        return
    for number, path in enumerate(files_of_tables(job).values()):
        if number and (os.path.lexists(path) or not _is_below(path, folder)):
            remedy = tr("Name the first one yourself, and the others are written beside it: --output FILE.")
            yield Problem(f"{job.source}, tables.{number}.output", f"{path}: {_no_place()}", remedy)


def _of_secrets(job: Job, folder: Path) -> Iterator[Problem]:
    for secret in secrets_made(job):
        if not _is_below(secret.path, folder):
            remedy = tr("Allow it with --make-secrets if you trust the project.")
            found = tr("{path} would be created: {reason}", path=quoted(str(secret.path)), reason=_no_place())
            yield Problem(f"{job.source}, attributes.{secret.attribute}.{secret.field}", found, remedy)


def _no_place() -> str:
    return tr("a project does not choose files to replace, or to write outside its folder")


def secrets_made(job: Job) -> Iterator[Secret]:
    """Keys and mappings that would be made; what is there already is never replaced."""
    for name, settings in job.attributes.items():
        masking, shift = settings.masking, settings.shift
        made = [("masking.key_file", masking.key_file if masking.create_key else None)]
        made += [("masking.mapping_file", masking.mapping_file)]
        made += [("shift.key_file", shift.key_file if shift is not None and shift.create_key else None)]
        for field, named in made:
            path = None if named is None else job.resolve(named)
            if path is not None and not os.path.lexists(path):
                yield Secret(name, field, path)


def secrets_elsewhere(job: Job, file: Path | None) -> Iterator[Secret]:
    """The secrets that would be created outside the folder of the project's file; all where it has no file."""
    folder = None if file is None else file.absolute().parent
    for secret in secrets_made(job):
        if folder is None or not _is_below(secret.path, folder):
            yield secret


def _is_below(path: Path, folder: Path) -> bool:
    return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))
