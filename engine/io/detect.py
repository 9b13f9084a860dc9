"""Guessing how a delimited text file is written: encoding, delimiter, header."""

from __future__ import annotations

import codecs
import csv
import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import charset_normalizer

from engine.errors import InvalidData, Problem, UnreadableFile, quoted
from engine.schema import detect_type

DELIMITERS = (";", ",", "\t", "|")
SAMPLE_BYTES = 262_144
SAMPLE_LINES = 100

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


@dataclass(frozen=True, slots=True)
class Syntax:
    """How a delimited file is written. Quotes are always the double quote, doubled inside a cell."""

    delimiter: str
    encoding: str
    header: bool = True


def detect_syntax(
    path: Path, *, delimiter: str | None = None, encoding: str | None = None, header: bool | None = None
) -> Syntax:
    """The syntax of a file, guessed from its beginning where it is not given.

    Raises UnreadableFile when the file cannot be opened, InvalidData when it is empty, binary or not in the
    encoding given.
    """
    sample, complete = _read_sample(path)
    if not sample.strip():
        raise InvalidData(Problem(str(path), "the file is empty", "Choose a file that holds a table."))
    encoding = encoding or _detect_encoding(path, sample)
    text = _decode(path, sample, encoding, complete=complete)
    lines = text.splitlines()
    if not complete and len(lines) > 1:
        lines.pop()  # most likely cut in the middle
    delimiter = delimiter or _detect_delimiter(lines)
    rows = list(itertools.islice(csv.reader(lines, delimiter=delimiter), SAMPLE_LINES))
    return Syntax(delimiter, encoding, _looks_like_header(rows) if header is None else header)


def _read_sample(path: Path) -> tuple[bytes, bool]:
    try:
        with path.open("rb") as stream:
            sample = stream.read(SAMPLE_BYTES + 1)
    except OSError as error:
        raise UnreadableFile.from_os_error(path, error) from error
    return sample[:SAMPLE_BYTES], len(sample) <= SAMPLE_BYTES


def _detect_encoding(path: Path, sample: bytes) -> str:
    for mark, encoding in _BYTE_ORDER_MARKS:
        if sample.startswith(mark):
            return encoding
    if b"\x00" in sample:
        raise InvalidData(
            Problem(str(path), "this is a binary file, not a delimited text file", "Export the table as CSV first.")
        )
    try:
        codecs.getincrementaldecoder("utf-8")().decode(sample)
    except UnicodeDecodeError:
        best = charset_normalizer.from_bytes(sample).best()
        return best.encoding if best is not None else "cp1252"
    return "utf-8"


def _decode(path: Path, sample: bytes, encoding: str, *, complete: bool) -> str:
    try:
        return codecs.getincrementaldecoder(encoding)().decode(sample, final=complete)
    except LookupError as error:
        raise InvalidData(
            Problem(str(path), f"{quoted(encoding)} is not a known encoding", 'Use a name such as "utf-8" or "cp1252".')
        ) from error
    except UnicodeDecodeError as error:
        line = sample[: error.start].count(b"\n") + 1
        raise not_in_encoding(path, line, encoding) from error


def not_in_encoding(path: Path, line: int | None, encoding: str) -> InvalidData:
    """The error for bytes that do not belong to the encoding."""
    place = f"{path}, line {line}" if line else str(path)
    return InvalidData(
        Problem(place, f"the bytes are not text in the encoding {encoding}", "Say which encoding the file has.")
    )


def _detect_delimiter(lines: Sequence[str]) -> str:
    """The candidate that splits most lines into the same number of cells, more cells first; else the first one."""
    sample = [line for line in lines[:SAMPLE_LINES] if line.strip()]
    best, best_rank = DELIMITERS[0], (0.0, 0)
    for candidate in DELIMITERS:
        widths = Counter(len(row) for row in csv.reader(sample, delimiter=candidate))
        width, lines_of_width = widths.most_common(1)[0] if widths else (1, 0)
        rank = (lines_of_width / max(1, widths.total()), width)
        if width > 1 and rank > best_rank:
            best, best_rank = candidate, rank
    return best


def _looks_like_header(rows: Sequence[Sequence[str]]) -> bool:
    """A header has names: all present, all different, none a number or a date where the cells below are.

    A file of one line is a header without records only if nothing in it reads as a number or a date.
    """
    if not rows:
        return True
    first, body = [cell.strip() for cell in rows[0]], rows[1:]
    if not all(first) or len(set(first)) < len(first):
        return False
    for index, cell in enumerate(first):
        below = [row[index].strip() for row in body if len(row) > index and row[index].strip()]
        if detect_type([cell]).has_scale and (not below or detect_type(below).has_scale):
            return False
    return True
