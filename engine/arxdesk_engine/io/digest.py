"""The fingerprint of a written table: SHA-256 of its file, or of its records in a database."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.foundation.errors import UnreadableFile
from arxdesk_engine.io.cells.records import Records
from arxdesk_engine.io.text.delimited import lines_of


def sha256_of_file(path: Path) -> str:
    """The SHA-256 of a file. Raises UnreadableFile."""
    try:
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        raise UnreadableFile.from_os_error(path, error) from error


def sha256_of_records(columns: Sequence[Column], records: Records | None = None) -> str:
    """The SHA-256 of a table whose records have no order: of its sorted lines as CSV in UTF-8.

    The first line has the names; those of the records follow in the order of their bytes. Cells are in quotes where
    they hold a comma, a quote or a line break, and where an empty cell is a whole line; each line ends in a line feed.
    """
    import pyarrow.compute as pc  # noqa: PLC0415 - slow to import

    header, lines = lines_of(columns, records)
    digest = hashlib.sha256(f"{header}\n".encode())
    for line in lines.take(pc.sort_indices(lines)).to_pylist() if len(lines) else ():
        digest.update(f"{line}\n".encode())
    return digest.hexdigest()
