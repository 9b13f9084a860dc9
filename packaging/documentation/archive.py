"""The examples as a file to download."""

from __future__ import annotations

import zipfile
from pathlib import Path

_FIRST_DAY = (1980, 1, 1, 0, 0, 0)
"""Every entry has the same time, so that the same files make the same archive."""


def write_archive(folder: Path, target: Path) -> None:
    """Pack the tables, hierarchies and jobs of the examples, below a folder `examples`."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".csv", ".toml"):
                entry = zipfile.ZipInfo(f"examples/{path.relative_to(folder).as_posix()}", _FIRST_DAY)
                archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)
