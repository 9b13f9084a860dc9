"""The messages between the two processes: a letter, a length, and JSON; the codes of columns follow as they are.

Nothing that arrives is executed, and what it says is checked: the sender has read a file that may be hostile.
"""

from __future__ import annotations

import dataclasses
import json
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from arxdesk_engine.data.raw_table import RawColumn, RawTable, TableName
from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.foundation.errors import (
    InvalidData,
    Problem,
    Resolution,
    UnclearTable,
    UnreadableFile,
    UserError,
)
from arxdesk_engine.foundation.extras import MissingLibrary
from arxdesk_engine.foundation.language import language
from arxdesk_engine.io.cells.options import TableOptions

PROGRESS, FAILURE, TABLE, SHEETS = b"P", b"F", b"T", b"S"
_HEAD = struct.Struct("<cQ")
_ERRORS: Mapping[str, type[UserError]] = {each.__name__: each for each in (InvalidData, MissingLibrary, UnreadableFile)}


class Garbled(Exception):
    """The received bytes are no message."""


def send(stream: BinaryIO, letter: bytes, content: object, *more: bytes) -> None:
    """Send a message."""
    text = json.dumps(content).encode()
    stream.write(_HEAD.pack(letter, len(text)))
    stream.write(text)
    stream.writelines(more)
    stream.flush()


def request_of(path: Path, reader: str, options: TableOptions | None, rows: int | None) -> bytes:
    """The request to such a process; without options for the names of the sheets."""
    plain = None if options is None else dataclasses.asdict(options)
    return (
        json.dumps(
            {"path": str(path), "reader": reader, "options": plain, "rows": rows, "language": language()}
        ).encode()
        + b"\n"
    )


def receive(stream: BinaryIO) -> tuple[bytes, Any] | None:
    """The next message, a table with its codes; None at the end. Raises Garbled."""
    head = stream.read(_HEAD.size)
    if len(head) < _HEAD.size:
        return None
    letter, length = _HEAD.unpack(head)
    try:
        content = json.loads(_exactly(stream, length))
        return letter, _table(stream, content) if letter == TABLE else content
    except (ValueError, KeyError, TypeError, MemoryError) as error:
        raise Garbled from error


def send_table(stream: BinaryIO, table: RawTable) -> None:
    """Send a table that was read."""
    columns = [
        {
            "name": column.name,
            "dictionary": column.dictionary,
            "declared": column.declared and [column.declared.kind, column.declared.format, column.declared.order],
            "label": column.label,
            "has_numbers": column.has_numbers,
        }
        for column in table.columns
    ]
    codes = (np.ascontiguousarray(column.codes, np.int32).tobytes() for column in table.columns)
    send(stream, TABLE, {"records": table.records, "columns": columns, "header": table.header}, *codes)


def send_failure(stream: BinaryIO, error: UserError) -> None:
    """Send an error that is meant for people."""
    problems = [[each.place, each.found, each.remedy] for each in error.problems]
    ways = [[way.words, dict(way.settings)] for way in error.ways] if isinstance(error, UnclearTable) else []
    send(stream, FAILURE, {"kind": type(error).__name__, "problems": problems, "ways": ways})


def failure(content: Any) -> UserError:  # noqa: ANN401 - whatever arrived
    """The received error."""
    problems = [Problem(*map(str, each)) for each in content["problems"]]
    if content["ways"]:
        return UnclearTable(problems, [Resolution(str(words), settings) for words, settings in content["ways"]])
    return _ERRORS.get(content["kind"], InvalidData)(problems)


def sheets(content: Any) -> tuple[TableName, ...]:  # noqa: ANN401
    """The names that were sent."""
    return tuple(TableName(*each) for each in content)


def plain_sheets(names: tuple[TableName, ...]) -> list[list[object]]:
    """The names as they are sent."""
    return [list(dataclasses.astuple(each)) for each in names]


def _table(stream: BinaryIO, content: Any) -> RawTable:  # noqa: ANN401
    records = int(content["records"])
    columns = []
    for each in content["columns"]:
        codes = np.frombuffer(_exactly(stream, 4 * records), np.int32)
        texts = tuple(map(str, each["dictionary"]))
        if codes.size and not 0 <= int(codes.min()) <= int(codes.max()) < len(texts):
            raise ValueError("codes without texts")
        declared = each["declared"]
        kind = ValueType(DataType(declared[0]), declared[1], tuple(declared[2])) if declared else None
        columns.append(RawColumn(each["name"], codes, texts, kind, each["label"], bool(each["has_numbers"])))
    header = content["header"]
    guess = None if header is None else (bool(header[0]), str(header[1]), str(header[2]))
    return RawTable(tuple(columns), records, header=guess)


def _exactly(stream: BinaryIO, length: int) -> bytes:
    content = stream.read(length)
    if len(content) != length:
        raise ValueError("cut off")
    return content
