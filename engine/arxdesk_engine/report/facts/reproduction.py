"""The facts needed to reproduce the result."""

from __future__ import annotations

import importlib.metadata
import platform
import shlex
from dataclasses import dataclass
from pathlib import Path

from arxdesk_engine import __version__
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.release.linked_export import numbered_keys
from arxdesk_engine.report.facts.checks import COMPARABLE
from arxdesk_engine.report.facts.files import FileFacts, files_of, job_file
from arxdesk_engine.report.facts.masking import job_without_names, masked_job
from arxdesk_engine.report.facts.rows import job_of_rows
from arxdesk_engine.report.facts.subject import Subject

LIBRARIES = ("numpy", "numba", "pandas", "pyarrow", "scipy", "scikit-learn", "pydantic")
"""Libraries that figures are computed with."""
_MEANS_MORE = '"$`\\!%\r\n'
"""Characters that shells interpret within double quotes, too."""


@dataclass(frozen=True, slots=True)
class VersionFacts:
    """Versions and kind of machine of the report."""

    arxdesk: str
    python: str
    platform: str
    libraries: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ReproductionFacts:
    """`job` is its text, `is_masked` whether values were left out of it; `command` reproduces the result.

    `statements` are those of a release outside memory, "" in memory. `files` are the input files without keys and
    mappings of pseudonyms. `is_repeatable`: the same input gives the same records again, in the same order unless
    `is_shuffled`. `numbers_keys`: keys of linked tables have other numbers each time.
    """

    job: str
    is_masked: bool
    command: str
    statements: str
    files: tuple[FileFacts, ...]
    score: float | None
    is_repeatable: bool
    is_shuffled: bool
    numbers_keys: bool


def version_facts() -> VersionFacts:
    """Of the program that runs."""
    libraries = []
    for name in LIBRARIES:
        try:
            libraries.append((name, importlib.metadata.version(name)))
        except importlib.metadata.PackageNotFoundError:  # bundled without its description
            continue
    system = f"{platform.system()} {platform.release()}, {platform.machine()}"
    return VersionFacts(__version__, platform.python_version(), system, tuple(libraries))


def reproduction_facts(
    subject: Subject, score: float | None, control: Control, *, with_values: bool
) -> ReproductionFacts:
    """Describe how the result is made again."""
    anonymizer = subject.anonymizer
    job = job_of_rows(anonymizer)
    text, is_masked = job_without_names(job) if with_values else masked_job(job)
    own = job_file(job)
    files = files_of(anonymizer, control)
    return ReproductionFacts(
        text,
        is_masked,
        _command(subject),
        "" if anonymizer.rows is None else anonymizer.rows.explained,
        (*([own] if own is not None else []), *files),
        score,
        anonymizer.policy.is_repeatable,
        job.output.shuffle,
        bool(numbered_keys(job, anonymizer.dataset)),
    )


def _command(subject: Subject) -> str:
    job = job_of_rows(subject.anonymizer)
    name = Path(job.source).name if job.source != "job" else "JOB.toml"
    named = subject.written or Path(job.output.path or "")
    output = named.name if named.suffix.lower() in COMPARABLE else "result.csv"  # what the SHA-256 can be compared with
    seed = "" if subject.seed is None else f" --seed {subject.seed}"
    return f"arxdesk run {_quoted(name)} --output {_quoted(output)}{seed}"


def _quoted(name: str) -> str:
    """A name as shells read it, and as nothing else: in double quotes, which all of them know, where these suffice."""
    if name[:1] != "-" and name.replace("-", "").replace("_", "").replace(".", "").isalnum():
        return name
    if name[:1] == "-" or any(each in name for each in _MEANS_MORE):
        return shlex.quote(name if name[:1] != "-" else f"./{name}")
    return f'"{name}"'
