"""Projects of ARX 3.x (`.deid`) and its hierarchy specifications (`.ahs`): read as data, never run."""

from __future__ import annotations

from pathlib import Path

from arxdesk_engine.io.files.archive import ARX_SUFFIX


def is_arx_project(path: Path) -> bool:
    """Whether the name of a file says that it is a project of ARX."""
    return path.suffix.lower() == ARX_SUFFIX
