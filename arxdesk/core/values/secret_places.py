"""Places where an opened project would create keys and mappings, perhaps chosen by somebody else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from arxdesk_engine.job.job import Job
from arxdesk_engine.projects.places import Secret, secrets_elsewhere


class SecretPlaces:
    """The places that a project named when it was opened. Those in its own folder are harmless; those that are chosen
    in the window, or were allowed once, need no word."""

    def __init__(self, job: Job | None = None, file: Path | None = None) -> None:
        self._file = file
        self._named = frozenset() if job is None else frozenset(each.path for each in secrets_elsewhere(job, file))

    def to_allow(self, job: Job) -> tuple[Secret, ...]:
        """The files that a job would create at places not allowed yet."""
        if not self._named:
            return ()
        return tuple(each for each in secrets_elsewhere(job, self._file) if each.path in self._named)

    def allow(self) -> None:
        """Allow all places of the project."""
        self._named = frozenset()


@dataclass(frozen=True, slots=True)
class PermissionRequest:
    """The files to be created, and the reactions to an answer."""

    secrets: tuple[Secret, ...]
    granted: Callable[[], object]
    refused: Callable[[], object]
