"""What an archive may choose by itself: it may come from anybody, and so may the places that it names."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from engine.errors import InvalidJob, Problem, quoted
from engine.io.address import file_of
from engine.job import Job

_NO_PLACE = "a project does not choose by itself what is replaced, or where something is written outside of its folder"


def require_own_places(job: Job, archive: Path, *, output: bool, codebook: bool, secrets: bool) -> None:
    """Raises InvalidJob where a job of an archive would replace a file, or write outside of the folder of the archive.

    `output`, `codebook` and `secrets` say whether the user has named the place of the result and of its codebook, and
    allows keys and mappings to be made anywhere.
    """
    folder = archive.absolute().parent
    faults = [] if output else [*_of_output(job, folder)]
    if not codebook and job.output.codebook is not None:
        path = job.resolve(job.output.codebook)
        if os.path.lexists(path) or not _is_below(path, folder):
            faults.append(
                Problem(f"{job.source}, output.codebook", f"{path}: {_NO_PLACE}", "Name it: --codebook FILE.")
            )
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
        yield Problem(f"{job.source}, output.path", f"{place}: {_NO_PLACE}", "Name it yourself: --output FILE.")


def _of_secrets(job: Job, folder: Path) -> Iterator[Problem]:
    """Keys and mappings that would be made; what is there already is never replaced."""
    for name, settings in job.attributes.items():
        masking, shift = settings.masking, settings.shift
        made = [("masking.key_file", masking.key_file if masking.create_key else None)]
        made += [("masking.mapping_file", masking.mapping_file)]
        made += [("shift.key_file", shift.key_file if shift is not None and shift.create_key else None)]
        for field, named in made:
            path = None if named is None else job.resolve(named)
            if path is not None and not os.path.lexists(path) and not _is_below(path, folder):
                remedy = "Allow it with --make-secrets where you know the project."
                found = f"{quoted(str(path))} would be made: {_NO_PLACE}"
                yield Problem(f"{job.source}, attributes.{name}.{field}", found, remedy)


def _is_below(path: Path, folder: Path) -> bool:
    return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))
