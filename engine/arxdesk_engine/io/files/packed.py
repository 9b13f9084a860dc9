"""Files that are read by way of a copy: delimited text under gzip, and the files of Arrow as Parquet.

A copy lets every reader, that of the second count included, do what it does with any file. They are written directly.
"""

from __future__ import annotations

import contextlib
import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, cast

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidData, Problem, UnreadableFile
from arxdesk_engine.foundation.file_names import GZIP_SUFFIX
from arxdesk_engine.foundation.language import tr, whole

ARROW_SUFFIXES = (".arrow", ".feather", ".ipc")
_PIECE = 1024 * 1024
_EFFORT = 6
"""Of gzip, from 1 to 9: from 6 on files get hardly smaller, and take several times as long."""


def is_packed(path: str | Path) -> bool:
    """Whether a file is read by way of a copy, as its name says."""
    return Path(path).suffix.lower() in (GZIP_SUFFIX, *ARROW_SUFFIXES)


@contextlib.contextmanager
def zipped(path: Path, stream: BinaryIO) -> Iterator[BinaryIO]:
    """What is written to a file: `stream`, through gzip where the name says so; the same bytes at any time."""
    if path.suffix.lower() != GZIP_SUFFIX:
        yield stream
        return
    with gzip.GzipFile("", "wb", _EFFORT, stream, mtime=0) as through:
        yield cast("BinaryIO", through)


def unpacked(path: Path, folder: Path, most_bytes: int, control: Control) -> Path:
    """A copy of a file in a folder that other readers can read, of `most_bytes` at most.

    Raises UnreadableFile, InvalidData for damaged and too large content; Stopped.
    """
    if path.suffix.lower() == GZIP_SUFFIX:
        return _unzipped(path, folder, most_bytes, control)
    return _as_parquet(path, folder, most_bytes, control)


def _unzipped(path: Path, folder: Path, most_bytes: int, control: Control) -> Path:
    suffix = Path(path.stem).suffix
    copy, written = folder / (f"entry{suffix}" if suffix[1:].isalnum() else "entry"), 0
    try:
        with gzip.open(path, "rb") as source, copy.open("wb") as target:
            while piece := source.read(_PIECE):
                control.raise_if_stopped()
                written += len(piece)
                if written > most_bytes:
                    raise _too_large(path, most_bytes)
                target.write(piece)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        found = tr("this is no gzip file, or it is damaged")
        raise InvalidData(Problem(str(path), found, tr("Choose another copy of the file."))) from error
    except OSError as error:
        raise UnreadableFile.from_os_error(path, error) from error
    return copy


def _as_parquet(path: Path, folder: Path, most_bytes: int, control: Control) -> Path:
    import pyarrow as pa  # noqa: PLC0415 - slow to import
    from pyarrow import ipc, parquet  # noqa: PLC0415

    copy, read = folder / "entry.parquet", 0
    try:
        with pa.memory_map(str(path)) as source:
            file = ipc.open_file(source)
            with parquet.ParquetWriter(copy, file.schema, compression="lz4") as writer:
                for number in range(file.num_record_batches):
                    control.raise_if_stopped()
                    batch = file.get_batch(number)
                    batch.validate(full=True)
                    read += batch.nbytes
                    if read > most_bytes:
                        raise _too_large(path, most_bytes)
                    writer.write_batch(batch)
    except pa.ArrowException as error:
        found = tr(
            "this is no file of Arrow (IPC, Feather version 2), or has columns that are no texts, numbers or dates"
        )
        raise InvalidData(Problem(str(path), found, tr("Write it as Parquet."))) from error
    except OSError as error:
        raise UnreadableFile.from_os_error(path, error) from error
    return copy


def _too_large(path: Path, most_bytes: int) -> InvalidData:
    found = tr("it unpacks to more than {bytes} bytes", bytes=whole(most_bytes))
    return InvalidData(Problem(str(path), found, tr("Write it as Parquet.")))
