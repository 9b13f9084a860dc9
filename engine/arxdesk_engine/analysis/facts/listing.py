"""The lattice listing: one row for each transformation, as a delimited text file."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from arxdesk_engine.io.files.atomic import atomic_writer
from arxdesk_engine.search.whole.classification import Classified

FIGURES = ("anonymous", "score", "lower_bound", "suppressed_records", "classes", "smallest_class")
"""The columns after those of the quasi-identifiers."""


def write_listing(path: Path, names: Sequence[str], chunks: Iterable[Classified], delimiter: str = ",") -> None:
    """Write a header and a row for each transformation, in UTF-8; `names` are those of the quasi-identifiers.

    First the levels, then `FIGURES`: true or false, the score (empty where not anonymous) and the lower bound with all
    the digits they have, counts. The file is written whole or, when anything fails or `chunks` raises, not at all:
    then the old one stays. Raises UnwritableFile.
    """
    write_columns(path, [*names, *FIGURES], (_cells(chunk) for chunk in chunks), delimiter)


def write_columns(path: Path, header: Sequence[str], chunks: Iterable[Sequence[Sequence[Any]]], delimiter: str) -> None:
    """Write a header and rows, given as chunks of columns, whole or not at all. Raises UnwritableFile."""
    with atomic_writer(path) as stream:
        stream.write(_header(header, delimiter).encode())
        text = io.TextIOWrapper(stream, encoding="utf-8", newline="", write_through=True)
        writer = csv.writer(text, delimiter=delimiter, lineterminator="\n")
        for chunk in chunks:
            writer.writerows(zip(*chunk, strict=True))
        text.detach()


def _header(names: Sequence[str], delimiter: str) -> str:
    """Names may hold any character; only with this end of the row all line breaks in them are quoted."""
    row = io.StringIO(newline="")
    csv.writer(row, delimiter=delimiter, lineterminator="\r\n").writerow(names)
    return row.getvalue().removesuffix("\r\n") + "\n"


def _cells(chunk: Classified) -> list[list[Any]]:
    """The columns as Python values, which the writer turns into text so that numbers are read back exactly."""
    scores = zip(chunk.score.tolist(), chunk.anonymous.tolist(), strict=True)
    return [
        *(levels.tolist() for levels in chunk.levels.T),
        np.where(chunk.anonymous, "true", "false").tolist(),
        [score if anonymous else "" for score, anonymous in scores],
        chunk.lower_bound.tolist(),
        chunk.suppressed_records.tolist(),
        chunk.classes.tolist(),
        chunk.smallest_class.tolist(),
    ]
