"""Small text files that list the values of an attribute in their order."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from arxdesk.core.attributes.value_order import MAX_FILE_BYTES, read_order, written_order
from arxdesk_engine.foundation.errors import UnreadableFile
from arxdesk_engine.io.files.atomic import atomic_writer


def read_order_file(path: Path, values: Sequence[str]) -> tuple[str, ...]:
    """The order that a file lists. Raises UnreadableFile, or InvalidData where it does not list every value once."""
    try:
        with path.open("rb") as stream:
            content = stream.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise UnreadableFile.from_os_error(path, error) from error
    return read_order(content, values, path.name)


def write_order_file(path: Path, values: Sequence[str]) -> None:
    """Write an order, one value per line, whole or not at all. Raises UnwritableFile."""
    with atomic_writer(path) as stream:
        stream.write(written_order(values))
