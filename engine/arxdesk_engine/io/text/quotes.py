"""Stray quotation marks: one that is never closed, and cells of many lines that look like records of the table.

Either would make one cell of many records: they would be lost, and what stands in them would be shared as it is.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from arxdesk_engine.data.schema import DataType, ValueType, detect_type
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.errors import InvalidData, Problem, Resolution, UnclearTable
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.io.text.detect import Syntax, sample_rows
from arxdesk_engine.io.text.pieces import content_between, line_at, pieces_of

NEVER_CLOSED = marked("a quotation mark is opened there and never closed: the rest of the file would be one cell")
_SHOWN = 20
_FOUND_AT_ONCE = 256
_LOOKED_AT = 65_536
_MOST = 0.8


@dataclass(frozen=True, slots=True)
class TextExtent:
    """The extent of the table in a file: the lines before it, its columns, and the rows to read (None: all)."""

    skipped_lines: int
    columns: int
    rows: int | None = None


def require_sound_text(path: Path, syntax: Syntax, extent: TextExtent, *, multiline: bool, control: Control) -> None:
    """Look through a file before it is read. `multiline`: cells of many lines may look like records.

    Raises InvalidData for a null character, UnclearTable for stray quotation marks; UnreadableFile; Stopped.
    """
    follower = None
    offset, faults, last = 0, list[Problem](), b""
    for piece in pieces_of(path, syntax.encoding):
        control.raise_if_stopped()
        control.report(Progress(tr("Checking the file")))
        if b"\0" in piece:
            raise _no_text(path, syntax.encoding, offset + piece.index(b"\0"))
        if syntax.quote and follower is None and syntax.quote.encode() in piece:
            follower = _Follower(path, syntax, extent, multiline=multiline)
            if offset:
                follower.catch_up(offset)
        if follower is not None:
            faults += itertools.islice(follower.faults_in(piece, offset), _SHOWN - len(faults))
            if follower.is_done or len(faults) >= _SHOWN:
                break
        offset, last = offset + len(piece), piece[-1:]
    if follower is not None and not follower.is_done:
        if follower.is_open:
            raise _never_closed(path, line_at(path, syntax.encoding, follower.quoted_at))
        if last not in (b"\n", b"\r"):
            faults += follower.faults_in(b"\n", offset)
    if faults:
        raise UnclearTable(faults, (Resolution(tr("Read it as one cell"), {"multiline_cells": True}), _as_text()))


class _Follower:
    """Follows the quotation marks of a file from piece to piece."""

    def __init__(self, path: Path, syntax: Syntax, extent: TextExtent, *, multiline: bool) -> None:
        import numpy as np  # noqa: PLC0415

        from arxdesk_engine.kernels import quotes  # noqa: PLC0415 - slow to import, and most files have no quotes

        self._kernel = quotes
        self._path, self._syntax, self._extent = path, syntax, extent
        delimiters = 0 if multiline else extent.columns - 1
        rows = np.iinfo(np.int64).max if extent.rows is None else extent.rows
        marks = (ord(syntax.delimiter), ord(syntax.quote))
        self._settings = np.array([*marks, delimiters, delimiters // 8, rows], np.int64)
        self._state = np.zeros(quotes.FIELDS, np.int64)
        self._state[[quotes.SKIP, quotes.IS_EMPTY]] = extent.skipped_lines, 1
        self._found = np.empty((_FOUND_AT_ONCE, 2), np.int64)
        self._kinds: list[ValueType] | None = None

    @property
    def is_done(self) -> bool:
        """Whether all rows that are read have ended."""
        return bool(self._state[self._kernel.ROWS] >= self._settings[-1])

    @property
    def is_open(self) -> bool:
        """Whether a quotation mark is not closed so far."""
        return bool(self._state[self._kernel.STATE] == self._kernel.IN_QUOTES)

    @property
    def quoted_at(self) -> int:
        """The place where the last quoted cell began."""
        return int(self._state[self._kernel.QUOTED_AT])

    def catch_up(self, end: int) -> None:
        """Go through what came before the first quotation mark: nothing can be found there."""
        at = 0
        for piece in pieces_of(self._path, self._syntax.encoding):
            if at >= end:
                return
            for _fault in self.faults_in(piece, at):
                pass
            at += len(piece)

    def faults_in(self, piece: bytes, offset: int) -> Iterator[Problem]:
        """The cells that end in a piece and look like records."""
        import numpy as np  # noqa: PLC0415

        data, at = np.frombuffer(piece, np.uint8), 0
        while at < len(data) and not self.is_done:
            number = self._kernel.follow(data, at, offset, self._settings, self._state, self._found)
            at = int(self._state[self._kernel.AT])
            for first, last in self._found[:number].tolist():
                if self._holds_records(first, last):
                    yield self._fault(first, last)

    def _holds_records(self, first: int, last: int) -> bool:
        """Whether the lines of a cell fit the columns where these hold numbers or dates."""
        if self._kinds is None:
            self._kinds = kinds_of(sample_rows(self._path, self._syntax)[1:])
        scales = [(place, kind) for place, kind in enumerate(self._kinds) if kind.has_scale]
        if not scales:
            return True
        content = content_between(self._path, self._syntax.encoding, first, min(last, first + _LOOKED_AT))
        lines = content.decode(errors="replace").replace(self._syntax.quote, "").splitlines()[1:]
        cells = [line.split(self._syntax.delimiter) for line in lines]
        fits = [
            not row[place].strip() or kind.parse(row[place].strip()) is not None
            for row in cells
            for place, kind in scales
            if len(row) == self._extent.columns
        ]
        return not fits or 2 * sum(fits) >= len(fits)

    def _fault(self, first: int, last: int) -> Problem:
        start, end = (line_at(self._path, self._syntax.encoding, place) for place in (first, last - 1))
        found = tr(
            "a cell in quotation marks goes on to line {end}, and its lines look like records of the table", end=end
        )
        remedy = tr(
            "Most likely a quotation mark is missing or too many: correct it. "
            "If it is one cell, write multiline_cells = true in the section [data] of the job."
        )
        return Problem(tr("{place}, line {line}", place=self._path, line=start), found, remedy)


def kinds_of(rows: Sequence[Sequence[str]]) -> list[ValueType]:
    """The types that most cells of each column have."""
    width = max(map(len, rows), default=0)
    columns = (
        [row[place].strip() for row in rows if len(row) > place and row[place].strip()] for place in range(width)
    )
    return [_kind_of_most(cells) for cells in columns]


def _kind_of_most(cells: Sequence[str]) -> ValueType:
    kinds = Counter(detect_type([cell]) for cell in cells)
    whole = kinds.pop(ValueType(DataType.INTEGER), 0)
    if whole:
        kinds[ValueType(DataType.DECIMAL)] += whole
    kind, number = kinds.most_common(1)[0] if kinds else (ValueType(), 0)
    return kind if number >= _MOST * len(cells) else ValueType()


def _no_text(path: Path, encoding: str, place: int) -> InvalidData:
    where = tr("{place}, line {line}", place=path, line=line_at(path, encoding, place))
    found = tr("there is a null character, which delimited text does not have")
    return InvalidData(Problem(where, found, tr("Check whether this is a text file, and export it again.")))


def _never_closed(path: Path, line: int) -> UnclearTable:
    remedy = tr(
        "Delete it, or double it within a cell in quotation marks. "
        'If they are ordinary characters in this file, write quote = "" in the section [data] of the job.'
    )
    return UnclearTable(
        [Problem(tr("{place}, line {line}", place=path, line=line), tr(NEVER_CLOSED), remedy)], (_as_text(),)
    )


def _as_text() -> Resolution:
    return Resolution(tr("Read quotation marks as letters"), {"quote": ""})
