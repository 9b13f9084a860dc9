"""The declarations of a Parquet file of an archive, checked before Arrow reads it.

Arrow trusts descriptions: some that contradict themselves end the whole program, others take any amount of memory. The
tables of an archive are of one simple kind: flat, not compressed, encoded by dictionaries and runs, without statistics.
Whatever is of another kind is refused here. The descriptions are Thrift structures in the compact protocol (Apache
Parquet format 2.10, parquet.thrift; Apache Thrift, thrift-compact-protocol.md). What another version of Arrow writes
beside them has to be looked at here first.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from arxdesk_engine.foundation.errors import InvalidData, Problem, UnreadableFile
from arxdesk_engine.foundation.language import marked, tr, whole

MOST_CELLS = 500_000_000
"""So many cells a table in an archive may have; each takes four bytes, and eight while it is read."""
MOST_RECORDS = 50_000_000
"""The largest number of records: operations on a whole column take some thirty bytes for each."""
MOST_FOOTER_BYTES = 4 * 1024 * 1024
MOST_HEADER_BYTES = 4_096
"""So long the description of one page may be."""
MOST_PAGES = 100_000
_DEEPEST = 16
_MAGIC = b"PAR1"
_END_BYTES = 8

# The numbers of fields and kinds in parquet.thrift.
_FILE, _GROUP, _CHUNK = {1, 2, 3, 4, 6, 7}, {1, 2, 3, 5, 6, 7}, {2, 3}
_COLUMN = {1, 2, 3, 4, 5, 6, 7, 9, 11, 13, 16}
_OPTIONAL = 1
_UNCOMPRESSED = 0
_ENCODINGS = {0, 2, 3, 4, 8}
"""Plain, by a dictionary (of both kinds), by runs, packed bits."""
_DATA_PAGE, _DICTIONARY_PAGE = 0, 2
_STRANGE = marked("it does not have the form of a project's table")
_REMEDY = marked("Choose another copy of the file, or a table that is in no archive.")


class UnexpectedTable(ValueError):
    """A table is not of the kind that an archive holds."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The size of a table, as its pages declare it."""

    records: int
    columns: int


def require_safe_entry(file: Path, place: str) -> None:
    """Raises InvalidData, naming `place`, for a file out of an archive that Arrow cannot be trusted with."""
    try:
        shape = shape_of(file)
    except UnexpectedTable as error:
        raise InvalidData(Problem(place, str(error), tr(_REMEDY))) from error
    except OSError as error:
        raise UnreadableFile.from_os_error(place, error) from error
    if shape.records > MOST_RECORDS or shape.records * shape.columns > MOST_CELLS:
        found = tr(
            "{records} records with {columns} columns are more than an archive can hold",
            records=whole(shape.records),
            columns=whole(shape.columns),
        )
        raise InvalidData(Problem(place, found, tr(_REMEDY)))


def shape_of(path: Path) -> Shape:
    """The size of a table. Raises UnexpectedTable for all that is not written as `projects.tables` does, OSError."""
    with path.open("rb") as stream:
        try:
            return _shape(stream, stream.seek(0, 2))
        except TypeError as error:  # a field of another type
            raise UnexpectedTable(tr(_STRANGE)) from error


def _shape(stream: BinaryIO, size: int) -> Shape:
    file = _footer(stream, size)
    columns = _columns(file)
    groups = _structures(file, 4)
    pages = 0
    for group in groups:
        chunks = _structures(group, 1)
        _require(set(group) <= _GROUP and len(chunks) == columns)
        for chunk in chunks:
            _require(set(chunk) <= _CHUNK)
            pages += _pages(stream, size, _structure(chunk, 3), _number(group, 3), MOST_PAGES - pages)
    records = _number(file, 3)
    _require(sum(_number(group, 3) for group in groups) == records)
    return Shape(records, columns)


def _footer(stream: BinaryIO, size: int) -> Mapping[int, Any]:
    _require(size >= len(_MAGIC) + _END_BYTES)
    stream.seek(0)
    starts = stream.read(len(_MAGIC)) == _MAGIC
    stream.seek(size - _END_BYTES)
    length, magic = struct.unpack("<I4s", stream.read(_END_BYTES))
    _require(starts and magic == _MAGIC and length <= min(MOST_FOOTER_BYTES, size - len(_MAGIC) - _END_BYTES))
    stream.seek(size - _END_BYTES - length)
    file = _Compact(stream.read(length)).structure()
    _require(set(file) <= _FILE)
    return file


def _columns(file: Mapping[int, Any]) -> int:
    """The number of columns: a flat table has a root with nothing but columns below it."""
    root, *columns = _structures(file, 2) or [{}]
    _require(_number(root, 5) == len(columns))
    _require(all(not each.get(5) and each.get(3) == _OPTIONAL for each in columns))
    return len(columns)


def _pages(stream: BinaryIO, size: int, column: Mapping[int, Any], records: int, most: int) -> int:
    """The number of pages of a part of a column; their sizes and cells have to add up to the whole."""
    encodings = column.get(2)
    _require(set(column) <= _COLUMN and isinstance(encodings, list) and set(encodings) <= _ENCODINGS)
    sizes = column.get(16, {})
    _require(isinstance(sizes, dict) and not sizes.get(2) and len(sizes.get(3, (0, 0))) == 2)
    length, place = _number(column, 7), _number(column, 9)
    _require(_number(column, 4) == _UNCOMPRESSED and _number(column, 5) == records and _number(column, 6) == length)
    place = min(place, _number(column, 11)) if 11 in column else place
    end, cells, pages = place + length, 0, 0
    _require(end <= size)
    while place < end:
        pages += 1
        _require(pages <= most)
        stream.seek(place)
        reader = _Compact(stream.read(min(MOST_HEADER_BYTES, end - place)))
        page = reader.structure()
        _require(_number(page, 2) == _number(page, 3))
        kind = _number(page, 1)
        _require(kind in (_DATA_PAGE, _DICTIONARY_PAGE) and set(page) <= {1, 2, 3, 4, 5 if kind == _DATA_PAGE else 7})
        header = _structure(page, 5 if kind == _DATA_PAGE else 7)
        _require(_number(header, 2) in _ENCODINGS)
        cells += _number(header, 1) if kind == _DATA_PAGE else 0
        place += reader.place + _number(page, 3)
    _require(place == end and cells == records)
    return pages


def _require(holds: bool) -> None:
    if not holds:
        raise UnexpectedTable(tr(_STRANGE))


def _number(structure: Mapping[int, Any], field: int) -> int:
    found = structure.get(field)
    _require(type(found) is int and found >= 0)
    return int(found or 0)


def _structure(structure: Mapping[int, Any], field: int) -> Mapping[int, Any]:
    found = structure.get(field)
    _require(isinstance(found, dict))
    return found or {}


def _structures(structure: Mapping[int, Any], field: int) -> list[Mapping[int, Any]]:
    found = structure.get(field)
    _require(isinstance(found, list) and all(isinstance(each, dict) for each in found))
    return found or []


class _Compact:
    """Reads structures in the compact protocol as plain values by the numbers of their fields."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self.place = 0

    def structure(self, depth: int = 0) -> dict[int, Any]:
        """The structure at this place. Raises UnexpectedTable."""
        _require(depth < _DEEPEST)
        found: dict[int, Any] = {}
        field = 0
        while head := self._byte():
            kind, step = head & 15, head >> 4
            field = field + step if step else self._signed()
            _require(field not in found)
            found[field] = kind == 1 if kind in (1, 2) else self._value(kind, depth)
        return found

    def _value(self, kind: int, depth: int) -> Any:  # noqa: ANN401 - whatever the field is
        match kind:
            case 1 | 2:  # in a list
                return self._byte() == 1
            case 3:
                return self._byte()
            case 4 | 5 | 6:
                return self._signed()
            case 7:
                return self._bytes(8)
            case 8:
                return self._bytes(self._unsigned())
            case 9 | 10:
                return list(self._elements(depth))
            case 12:
                return self.structure(depth + 1)
            case _:  # maps are in none of these structures
                raise UnexpectedTable(tr(_STRANGE))

    def _elements(self, depth: int) -> Iterator[Any]:
        _require(depth < _DEEPEST)
        head = self._byte()
        count = self._unsigned() if head >> 4 == 15 else head >> 4
        _require(count <= len(self._content) - self.place)
        for _element in range(count):
            yield self._value(head & 15, depth + 1)

    def _byte(self) -> int:
        return self._bytes(1)[0]

    def _bytes(self, count: int) -> bytes:
        found = self._content[self.place : self.place + count]
        _require(len(found) == count)
        self.place += count
        return found

    def _unsigned(self) -> int:
        found = 0
        for shift in range(0, 70, 7):
            byte = self._byte()
            found |= (byte & 127) << shift
            if byte < 128:
                return found
        raise UnexpectedTable(tr("a number in it is not finite"))

    def _signed(self) -> int:
        found = self._unsigned()
        return found >> 1 ^ -(found & 1)
