"""The parts of pages that the program says about itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from documentation.benchmarks import attacks, searches
from documentation.citation import citation
from documentation.column_reference import column_reference
from documentation.command_reference import command_reference
from documentation.conformance import conformance, other_meanings
from documentation.gallery import gallery_contents
from documentation.job_reference import job_reference
from documentation.library_reference import extension_reference, library_reference
from documentation.report_reference import report_reference
from documentation.shortcut_reference import shortcut_reference

_CONTAINER = Path(__file__).resolve().parents[1] / "container" / "Containerfile"


def containerfile() -> str:
    """The recipe of the container, as it is built."""
    return f"```text\n{_CONTAINER.read_text(encoding='utf-8').strip()}\n```"


PARTS: Mapping[str, Callable[[], str]] = {
    "attacks": attacks,
    "citation": citation,
    "columns": column_reference,
    "commands": command_reference,
    "conformance": conformance,
    "figures with other meanings": other_meanings,
    "containerfile": containerfile,
    "extensions": extension_reference,
    "gallery": gallery_contents,
    "job file": job_reference,
    "library": library_reference,
    "report of a run": report_reference,
    "searches": searches,
    "shortcuts": shortcut_reference,
}
"""What a page asks for by `<!-- site: NAME -->`."""
