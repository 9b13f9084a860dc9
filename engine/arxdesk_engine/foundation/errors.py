"""Errors that a user can cause: each names the place, what was found and what to do."""

from __future__ import annotations

import difflib
import errno
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from arxdesk_engine.foundation.language import marked, tr, tr_n

SHOWN_PROBLEMS = 20
SHOWN_CHARACTERS = 80
OF_SYSTEM = (
    marked("disk quota exceeded"),
    marked("file exists"),
    marked("file name too long"),
    marked("input/output error"),
    marked("is a directory"),
    marked("no space left on device"),
    marked("no such file or directory"),
    marked("not a directory"),
    marked("operation not permitted"),
    marked("permission denied"),
    marked("read-only file system"),
    marked("too many open files"),
)
"""What the system says of files, as it stands in a sentence: the common reasons."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong: where, what was found there, what to do about it."""

    place: str
    found: str
    remedy: str = ""

    def __str__(self) -> str:
        text = tr("{place}: {found}.", place=self.place, found=self.found)
        return f"{text} {self.remedy}" if self.remedy else text


class UserError(Exception):
    """Base of all errors meant for people; the command line and the desktop print the same text."""

    exit_status = 2

    def __init__(self, problems: Problem | Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = (problems,) if isinstance(problems, Problem) else tuple(problems)
        if not self.problems:
            raise ValueError("a user error needs at least one problem")
        super().__init__(str(self.problems[0]))

    def with_problems(self, problems: Iterable[Problem]) -> Self:
        """The same error with other words."""
        return type(self)(problems)

    @property
    def message(self) -> str:
        """All problems, one a line, the first one first."""
        lines = [str(problem) for problem in self.problems[:SHOWN_PROBLEMS]]
        hidden = len(self.problems) - SHOWN_PROBLEMS
        if hidden > 0:
            more = tr_n(hidden, "... and {n} more problem of this kind.", "... and {n} more problems of this kind.")
            lines.append(more)
        return "\n".join(lines)


class InvalidJob(UserError):
    """The job file, or a value in it, is not allowed."""


class InvalidData(UserError):
    """The content of a data file cannot be used as it is."""


@dataclass(frozen=True, slots=True)
class Resolution:
    """A resolution of a doubtful table: its label, and its settings in the section [data] of a job."""

    words: str
    settings: Mapping[str, object]


class UnclearTable(InvalidData):
    """An ambiguous table, with the resolutions to choose from."""

    def __init__(self, problems: Problem | Iterable[Problem], ways: Sequence[Resolution]) -> None:
        super().__init__(problems)
        self.ways = tuple(ways)

    def with_problems(self, problems: Iterable[Problem]) -> Self:
        """The same error with other words."""
        return type(self)(problems, self.ways)


class InvalidHierarchy(UserError):
    """A hierarchy is malformed or does not fit the data."""


class UnreadableFile(UserError):
    """A file cannot be opened or read."""

    exit_status = 4

    @classmethod
    def from_os_error(cls, path: object, error: OSError) -> UnreadableFile:
        """Explain why reading `path` failed."""
        return cls(
            Problem(
                str(path),
                tr("cannot be read ({reason})", reason=_reason(error)),
                tr("Check the path and your permissions."),
            )
        )


class PasswordNeeded(UnreadableFile):
    """A database wants a password, or another one than it was given."""


class UnwritableFile(UserError):
    """A file cannot be written; what was there before is untouched."""

    exit_status = 4

    @classmethod
    def from_os_error(cls, path: object, error: OSError) -> UnwritableFile:
        """Explain why writing `path` failed."""
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        remedy = (
            tr("Nothing was overwritten. Free some space, or choose another place to write to.")
            if full
            else tr("Nothing was overwritten. Choose another place to write to.")
        )
        return cls(Problem(str(path), tr("cannot be written ({reason})", reason=_reason(error)), remedy))


class OutOfMemory(UserError):
    """The machine has too little memory for what was asked."""

    exit_status = 4

    @classmethod
    def during(cls, activity: str) -> OutOfMemory:
        """Say what could not be done."""
        remedy = tr("Nothing was written. Close other programs, or read fewer columns or records.")
        return cls(Problem(activity, tr("there is not enough memory"), remedy))


class UnfitValue(ValueError):
    """A value that a validator refuses: what was found, and what to do about it."""

    def __init__(self, found: str, remedy: str) -> None:
        super().__init__(f"{found}. {remedy}")
        self.found = found
        self.remedy = remedy


def found_and_remedy(error: ValueError) -> tuple[str, str]:
    """What a value was refused for, and what to do; without a remedy where none is known."""
    return (error.found, error.remedy) if isinstance(error, UnfitValue) else (str(error), "")


def _reason(error: OSError) -> str:
    said = error.strerror or type(error).__name__.lower()
    reason = said[:1].lower() + said[1:]
    return tr(reason)


def quoted(value: str) -> str:
    """A value as it is shown in a message: quoted and shortened."""
    text = value if len(value) <= SHOWN_CHARACTERS else value[: SHOWN_CHARACTERS - 1] + "…"
    return f'"{text}"'


def suggestion(name: str, allowed: Sequence[str]) -> str:
    """A remedy for an unknown name: the nearest allowed one, else all of them."""
    nearest = difflib.get_close_matches(name, allowed, n=1, cutoff=0.6)
    if nearest:
        return tr("Did you mean {name}?", name=quoted(nearest[0]))
    return tr("Allowed: {names}.", names=", ".join(allowed))
