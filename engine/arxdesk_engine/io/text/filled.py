"""Delimited text whose short rows get the cells that they lack, as bytes in UTF-8."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

from arxdesk_engine.io.text.detect import Syntax

_ROWS_AT_ONCE = 5_000


class FilledRows(io.RawIOBase):
    """A stream for readers that take rows of one length only. Rows that are too long stay so, and are errors there."""

    def __init__(self, path: Path, syntax: Syntax, width: int, skipped_lines: int) -> None:
        super().__init__()
        self._file = path.open(encoding=syntax.encoding, newline="")
        for _line in range(skipped_lines):
            self._file.readline()
        self._pieces = self._filled(syntax, width)
        self._rest = b""

    def readable(self) -> bool:
        """It is read, and nothing else."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Put the next bytes there; how many."""
        while not self._rest:
            piece = next(self._pieces, None)
            if piece is None:
                return 0
            self._rest = piece
        number = min(len(buffer), len(self._rest))
        buffer[:number] = self._rest[:number]
        self._rest = self._rest[number:]
        return number

    def close(self) -> None:
        """Close the file, too."""
        self._file.close()
        super().close()

    def _filled(self, syntax: Syntax, width: int) -> Iterator[bytes]:
        text = io.StringIO(newline="")
        writer = csv.writer(text, delimiter=syntax.delimiter, quotechar=syntax.quote or '"', lineterminator="\n")
        for number, cells in enumerate(syntax.reader(self._file), 1):
            row = cells + [""] * (width - len(cells)) if cells else []
            if syntax.quote:
                writer.writerow(row)
            else:  # nothing stands around cells, and no cell has a delimiter or a line end
                text.write(syntax.delimiter.join(row) + "\n")
            if number % _ROWS_AT_ONCE == 0:
                yield text.getvalue().encode()
                text.seek(0)
                text.truncate()
        yield text.getvalue().encode()
