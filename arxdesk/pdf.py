"""A report as a PDF file: A4 pages with a running header, page numbers and drawn charts. Needs no display."""

from __future__ import annotations

from pathlib import Path

from engine.filing.facts import Facts


def write_pdf(path: Path, facts: Facts) -> None:
    """Write the pages, whole or not at all; in any thread, but in one that has a QGuiApplication.

    Raises UnwritableFile.
    """
    raise NotImplementedError
