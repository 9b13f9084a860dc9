"""The faulty line of a delimited file, searched slowly after the fast reader failed."""

from __future__ import annotations

import codecs
import csv
from collections import Counter
from pathlib import Path

from arxdesk_engine.data.raw_table import no_records
from arxdesk_engine.foundation.errors import InvalidData, Problem, Resolution, UnclearTable, UserError
from arxdesk_engine.foundation.language import tr, tr_n, whole
from arxdesk_engine.io.cells.options import MOST_SKIPPED_LINES
from arxdesk_engine.io.text.detect import Syntax, not_in_encoding, sample_rows

_MOST_ROWS = 0.6


def explained(path: Path, syntax: Syntax, width: int, error: Exception, *, fills: bool) -> UserError:
    """Read again, slowly, to name the line that the fast reader could not use."""
    line = rows = 0
    try:
        title = lines_before(path, syntax)
        if title:
            return _title(path, syntax.skip_lines + title)
        with path.open(encoding=syntax.encoding, newline="") as stream:
            skipped = sum(bool(stream.readline()) for _line in range(syntax.skip_lines))
            reader = syntax.reader(stream)
            for cells in reader:
                line = skipped + reader.line_num
                rows += bool(cells)
                if len(cells) > width or (cells and len(cells) < width and not fills):
                    return _ragged(path, line, len(cells), width)
    except UnicodeDecodeError:
        return not_in_encoding(path, undecodable_line(path, syntax.encoding), syntax.encoding)
    except csv.Error as failure:
        return unreadable_row(tr("{place}, line {line}", place=path, line=line + 1), failure)
    if rows == int(syntax.header):
        return no_records(path)
    return InvalidData(
        Problem(str(path), tr("the file cannot be read as a table ({error})", error=error), tr("Check its format."))
    )


def lines_before(path: Path, syntax: Syntax) -> int:
    """The number of leading lines that look like a title: most rows below have another number of cells."""
    rows = [row for row in sample_rows(path, syntax) if row]
    widths = Counter(map(len, rows))
    width, number = widths.most_common(1)[0] if widths else (0, 0)
    if width < 2 or number < max(2, _MOST_ROWS * len(rows)) or len(rows[0]) >= width:
        return 0
    with path.open(encoding=syntax.encoding, newline="") as stream:
        for _line in range(syntax.skip_lines):
            stream.readline()
        reader, before = syntax.reader(stream), 0
        for cells in reader:
            if len(cells) == width:
                return before if before <= MOST_SKIPPED_LINES else 0
            before = reader.line_num
    return 0


def _title(path: Path, lines: int) -> UnclearTable:
    found = tr_n(
        lines,
        "the first line looks like a title, and not part of the table: the rows below have more cells",
        "the first {n} lines look like a title, and not part of the table: the rows below have more cells",
    )
    remedy = tr("Delete them, or write skip_lines = {lines} in the section [data] of the job.", lines=lines)
    words = tr_n(lines, "Skip the first line", "Skip the first {n} lines")
    return UnclearTable(Problem(f"{path}, line 1", found, remedy), (Resolution(words, {"skip_lines": lines}),))


def _ragged(path: Path, line: int, cells: int, width: int) -> InvalidData:
    place, found = (
        tr("{place}, line {line}", place=path, line=line),
        tr("the line has {cells} instead of {width}", cells=_cells(cells), width=whole(width)),
    )
    if cells > width:
        return InvalidData(Problem(place, found, tr("Correct this line, or choose another delimiter.")))
    remedy = tr(
        "Correct this line, or choose another delimiter. If rows may end early, with empty cells at the end, "
        'write ragged_rows = "fill" in the section [data] of the job.'
    )
    return UnclearTable(Problem(place, found, remedy), (Resolution(tr("Fill short rows"), {"ragged_rows": "fill"}),))


def unreadable_row(place: str, error: csv.Error) -> InvalidData:
    """The error for a row that begins at `place` and has no end that the reader could find."""
    if "field larger" not in str(error):
        return InvalidData(Problem(place, str(error), tr("Correct this line.")))
    found = tr("a cell has more than {n} characters", n=whole(csv.field_size_limit()))
    return InvalidData(Problem(place, found, tr("Most likely a quote is opened there and never closed.")))


def undecodable_line(path: Path, encoding: str) -> int | None:
    """The first line with bytes that do not belong to the encoding, counted piece by piece."""
    decoder = codecs.getincrementaldecoder(encoding)()
    lines = 0
    with path.open("rb") as stream:
        for piece in stream:
            try:
                text = decoder.decode(piece)
            except UnicodeDecodeError as error:
                before = piece[: error.start].decode(encoding, errors="ignore") if lines == 0 else ""
                return lines + before.count("\n") + 1
            lines += text.count("\n")
    return lines + 1


def _cells(number: int) -> str:
    return tr_n(number, "1 cell", "{n} cells")
