"""Guessing how a delimited text file is written: encoding, delimiter, header."""

from __future__ import annotations

import codecs
import csv
import io
import itertools
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from arxdesk_engine.data.raw_table import SyntaxFacts
from arxdesk_engine.foundation.errors import InvalidData, Problem, UnreadableFile, quoted
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.io.text.header import guess_header

if TYPE_CHECKING:
    from _csv import Reader

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
_LINES_END = re.compile(r"\r\n|\r|\n")
_WESTERN = "cp1252"
_CENTRAL_EUROPEAN = frozenset(("Croatian", "Czech", "Hungarian", "Polish", "Romanian", "Slovak", "Slovene"))


@dataclass(frozen=True, slots=True)
class Syntax:
    """The syntax of a delimited file. A quote is doubled inside a cell; "": cells are never quoted.

    `skip_lines` stand before the table and are no part of it.
    """

    delimiter: str
    encoding: str
    header: bool = True
    quote: str = '"'
    skip_lines: int = 0

    def reader(self, lines: Iterable[str]) -> Reader:
        """The rows of some lines. Raises csv.Error."""
        return rows_of(lines, self.delimiter, self.quote)


def rows_of(lines: Iterable[str], delimiter: str, quote: str) -> Reader:
    """A reader of lines that are written in this way."""
    if quote:
        return csv.reader(lines, delimiter=delimiter, quotechar=quote)
    return csv.reader(lines, delimiter=delimiter, quoting=csv.QUOTE_NONE)


def detect_syntax(
    path: Path,
    *,
    delimiter: str | None = None,
    encoding: str | None = None,
    header: bool | None = None,
    quote: str = '"',
    decimal_mark: str = ".",
    skip_lines: int = 0,
) -> Syntax:
    """The syntax of a file, guessed from its beginning where it is not given.

    Raises UnreadableFile when the file cannot be opened, InvalidData when it is empty, binary or not in the
    encoding given, or when the delimiter cannot be one.
    """
    if delimiter is not None and (not can_delimit(delimiter) or delimiter == quote):
        raise InvalidData(
            Problem(
                str(path), tr("{delimiter} cannot separate cells", delimiter=quoted(delimiter)), tr(DELIMITER_REMEDY)
            )
        )
    sample, complete = _read_sample(path)
    encoding = encoding or _detect_encoding(path, sample)
    lines = _sample_lines(path, sample, encoding, skip_lines, complete=complete)
    delimiter = delimiter or _detect_delimiter(lines, quote)
    if header is None:
        header = guess_header(_with_points(_sample_rows(lines, delimiter, quote), decimal_mark)).is_header
    return Syntax(delimiter, encoding, header, quote, skip_lines)


def _with_points(rows: list[list[str]], decimal_mark: str) -> list[list[str]]:
    if decimal_mark == ".":
        return rows
    return [[cell.replace(decimal_mark, ".") for cell in row] for row in rows]


def syntax_facts(path: Path, syntax: Syntax, given: Collection[str], decimal_mark: str = ".") -> SyntaxFacts:
    """The certainty of each part of a detected syntax; `given` are the parts that were not detected."""
    sample, complete = _read_sample(path)
    lines = _sample_lines(path, sample, syntax.encoding, syntax.skip_lines, complete=complete)
    rows = _sample_rows(lines, syntax.delimiter, syntax.quote)
    widths = Counter(map(len, rows))
    usual = widths.most_common(1)[0][1] if widths else 0
    is_marked = any(sample.startswith(mark) for mark, _encoding in _BYTE_ORDER_MARKS)
    other = "'" if syntax.quote == '"' else '"'
    guess = guess_header(_with_points(rows, decimal_mark))
    enclosed = sum(len(cell) > 1 and cell[0] == cell[-1] == other for row in rows for cell in row)
    return SyntaxFacts(
        *(syntax.delimiter, syntax.quote, syntax.encoding, syntax.header),
        "certain"
        if "delimiter" in given or usual == len(rows)
        else tr("{usual} of {number} lines", usual=usual, number=len(rows)),
        tr("{enclosed} cells stand in {other}", enclosed=enclosed, other=other) if enclosed else "certain",
        "certain" if "encoding" in given or is_marked or syntax.encoding == "utf-8" else "guessed",
        "certain" if "header" in given else guess.confidence,
        "" if "header" in given else guess.doubt,
    )


def sample_rows(path: Path, syntax: Syntax) -> list[list[str]]:
    """The first rows of a file."""
    sample, complete = _read_sample(path)
    lines = _sample_lines(path, sample, syntax.encoding, syntax.skip_lines, complete=complete)
    return _sample_rows(lines, syntax.delimiter, syntax.quote)


def _sample_lines(path: Path, sample: bytes, encoding: str, skipped: int, *, complete: bool) -> list[str]:
    """The lines at the beginning of a file, from the first one that is not blank."""
    text = _decode(path, sample, encoding, complete=complete)
    if not text.strip():
        raise InvalidData(Problem(str(path), tr("the file is empty"), tr("Choose a file that holds a table.")))
    text = _LINES_END.split(text, maxsplit=skipped)[-1] if 0 < skipped <= len(_LINES_END.findall(text)) else text
    lines = text.splitlines()
    if not complete and len(lines) > 1:
        lines.pop()  # most likely cut in the middle
    return list(itertools.dropwhile(is_blank, lines))


def _sample_rows(lines: Sequence[str], delimiter: str, quote: str) -> list[list[str]]:
    return list(itertools.islice(_readable_rows(lines, delimiter, quote), SAMPLE_LINES))


DELIMITER_REMEDY = marked("Choose one ASCII character other than a quote or a line break.")


def can_delimit(character: str) -> bool:
    """Whether a character can stand between cells."""
    return len(character) == 1 and character.isascii() and character not in '"\r\n\0'


def is_blank(line: str) -> bool:
    """Whether nothing stands on a line."""
    return not line.strip()


def _readable_rows(lines: Iterable[str], delimiter: str, quote: str) -> Iterator[list[str]]:
    """The rows up to the first one that is none (a quote that is never closed, a cell of enormous size)."""
    try:
        yield from rows_of(lines, delimiter, quote)
    except csv.Error:
        return


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
            Problem(
                str(path), tr("this is a binary file, not a delimited text file"), tr("Export the table as CSV first.")
            )
        )
    try:
        codecs.getincrementaldecoder("utf-8")().decode(sample)
    except UnicodeDecodeError:
        return _guess_encoding(sample)
    return "utf-8"


def _guess_encoding(sample: bytes) -> str:
    """An encoding for text that is not in UTF-8: the usual Western one, unless the text speaks for another.

    The names and words of a table are too few to tell the Latin encodings apart by their letters, which is what
    statistics would do; another script, or a recognized Central European language, is evidence.
    """
    import charset_normalizer  # noqa: PLC0415 - slow to import, and tables in UTF-8 never need it

    best = charset_normalizer.from_bytes(sample).best()
    if best is None:
        return _WESTERN
    letters = (letter for letter in str(best) if letter.isalpha() and not letter.isascii())
    is_latin = all(unicodedata.name(letter, "").startswith("LATIN") for letter in letters)
    if best.coherence > 0.0 and (not is_latin or best.language in _CENTRAL_EUROPEAN):
        return best.encoding
    try:
        sample.decode(_WESTERN)
    except UnicodeDecodeError:
        return best.encoding
    return _WESTERN


def _decode(path: Path, sample: bytes, encoding: str, *, complete: bool) -> str:
    try:
        # Codecs that do not decode bytes into text (base64, rot13) are refused by open alone.
        io.TextIOWrapper(io.BytesIO(), encoding=encoding).close()
        return codecs.getincrementaldecoder(encoding)().decode(sample, final=complete)
    except LookupError as error:
        raise InvalidData(
            Problem(
                str(path),
                tr("{encoding} is not a known encoding", encoding=quoted(encoding)),
                tr('Use a name such as "utf-8" or "cp1252".'),
            )
        ) from error
    except UnicodeError as error:
        line = sample[: error.start].count(b"\n") + 1 if isinstance(error, UnicodeDecodeError) else None
        raise not_in_encoding(path, line, encoding) from error


def not_in_encoding(path: Path, line: int | None, encoding: str) -> InvalidData:
    """The error for bytes that do not belong to the encoding."""
    place = tr("{place}, line {line}", place=path, line=line) if line else str(path)
    return InvalidData(
        Problem(
            place,
            tr("the bytes are not text in the encoding {encoding}", encoding=encoding),
            tr("Choose the encoding of the file."),
        )
    )


def _detect_delimiter(lines: Sequence[str], quote: str) -> str:
    """The candidate that splits most lines into the same number of cells, more cells first; else the first one."""
    sample = [line for line in lines[:SAMPLE_LINES] if line.strip()]
    best, best_rank = DELIMITERS[0], (0.0, 0)
    for candidate in DELIMITERS:
        widths = Counter(len(row) for row in _readable_rows(sample, candidate, quote))
        width, lines_of_width = widths.most_common(1)[0] if widths else (1, 0)
        rank = (lines_of_width / max(1, widths.total()), width)
        if width > 1 and rank > best_rank:
            best, best_rank = candidate, rank
    return best
