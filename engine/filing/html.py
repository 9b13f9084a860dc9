"""A report as one HTML page: no scripts, nothing from elsewhere, printable."""

from __future__ import annotations

from pathlib import Path

from engine.filing.facts import Facts


def html_of(facts: Facts) -> str:
    """The page."""
    raise NotImplementedError


def write_html(path: Path, facts: Facts) -> None:
    """Write the page, whole or not at all. Raises UnwritableFile."""
    raise NotImplementedError
