"""Archives as folders: a path such as `study.arxdesk/data.parquet` names a file inside of a zip archive.

Archives may be hostile. Nothing is unpacked under a name from the archive, its sizes are not trusted,
and there are limits on entries and bytes.
"""

from __future__ import annotations

import contextlib
import os
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import BinaryIO, Self

from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.errors import InvalidData, Problem, UnreadableFile, UserError, quoted
from arxdesk_engine.foundation.language import tr, whole
from arxdesk_engine.io.files.packed import is_packed, unpacked
from arxdesk_engine.io.files.private_folder import private_folder

PROJECT_SUFFIX, ARX_SUFFIX = ".arxdesk", ".deid"
ARCHIVE_SUFFIXES = (PROJECT_SUFFIX, ARX_SUFFIX)
MAX_ENTRIES = 20_000
MAX_ENTRY_BYTES = 8 * 1024**3
MAX_DIRECTORY_BYTES = 32 * 1024**2
"""So long the list of entries may be, which zipfile reads as a whole."""
_PIECE = 1024 * 1024
_ENCRYPTED = 1
_END, _LOCATOR, _LARGE_END = b"PK\x05\x06", b"PK\x06\x07", b"PK\x06\x06"
_MOST_OF_END = 2**16 + 22 + 20 + 56
_DAMAGE = (
    *(zipfile.BadZipFile, zlib.error, struct.error, EOFError, NotImplementedError),
    *(RuntimeError, ValueError, LookupError, ArithmeticError),
)
"""The errors of reading a damaged archive."""


class Archive:
    """A zip archive open for reading. Raises UnreadableFile, or InvalidData for other or hostile files."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            if _directory_bytes(path) > MAX_DIRECTORY_BYTES:
                raise self.broken(tr("its list of files is too long"))
            self._zip = zipfile.ZipFile(path)
        except OSError as error:
            raise UnreadableFile.from_os_error(path, error) from error
        except _DAMAGE as error:
            raise self.broken(tr("it is not an archive, or its end is missing")) from error
        try:
            self._entries = self._checked()
        except BaseException:
            self._zip.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        self._zip.close()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the entries, without folders."""
        return tuple(self._entries)

    def __contains__(self, name: str) -> bool:
        return name in self._entries

    def read(self, name: str, limit: int) -> bytes:
        """An entry, of `limit` bytes at most. Raises InvalidData."""
        return b"".join(self.pieces(name, limit, Control()))

    def copy(self, name: str, stream: BinaryIO, control: Control, limit: int = MAX_ENTRY_BYTES) -> None:
        """Write an entry of `limit` bytes at most into a stream. Raises InvalidData; Stopped."""
        stream.writelines(self.pieces(name, limit, control))

    def broken(self, found: str) -> InvalidData:
        """The error for an archive that cannot be used."""
        return InvalidData(Problem(str(self.path), found, tr("Choose another copy of the file.")))

    def pieces(self, name: str, limit: int, control: Control) -> Iterator[bytes]:
        """The content of an entry, of `limit` bytes at most, piece by piece. Raises InvalidData; Stopped."""
        info = self._entries.get(name)
        if info is None:
            raise self.broken(tr("there is no {name} in it", name=quoted(name)))
        try:
            with self._zip.open(info) as stream:
                unpacked = 0
                while piece := stream.read(_PIECE):
                    control.raise_if_stopped()
                    unpacked += len(piece)
                    if unpacked > limit:
                        raise self.broken(
                            tr("{name} in it is larger than {limit} bytes", name=quoted(name), limit=whole(limit))
                        )
                    yield piece
        except _DAMAGE as error:
            raise self.broken(tr("{name} in it is damaged", name=quoted(name))) from error
        except OSError as error:
            raise UnreadableFile.from_os_error(self.path, error) from error

    def _checked(self) -> dict[str, zipfile.ZipInfo]:
        infos = [info for info in self._zip.infolist() if not info.filename.endswith("/")]
        if len(infos) > MAX_ENTRIES:
            raise self.broken(
                tr(
                    "there are {n} files in it, more than {most}",
                    n=whole(len(infos)),
                    most=whole(MAX_ENTRIES),
                )
            )
        entries: dict[str, zipfile.ZipInfo] = {}
        for info in infos:
            name = info.filename
            if not name:
                raise self.broken(tr("one of the files in it has no name"))
            if (
                name.startswith("/")
                or ":" in name.split("/")[0]
                or ".." in name.split("/")
                or self._has_backslash(name)
            ):
                raise self.broken(tr("the name {name} in it leads outside", name=quoted(name)))
            if name in entries:
                raise self.broken(tr("{name} is in it twice", name=quoted(name)))
            if info.flag_bits & _ENCRYPTED:
                raise self.broken(tr("it is protected by a password"))
            if stat.S_ISLNK(info.external_attr >> 16):
                raise self.broken(tr("{name} in it is a link to another file", name=quoted(name)))
            entries[name] = info
        return entries

    def _has_backslash(self, name: str) -> bool:
        """Whether a name has one that it must not have: ARX names files after attributes, whatever these are called."""
        return "\\" in name and self.path.suffix.lower() != ARX_SUFFIX


def _directory_bytes(path: Path) -> int:
    """The declared length of the list of entries at the end of an archive, 0 without such an end.

    Read as zipfile does: the last record has 22 bytes and a comment; where a locator of 20 bytes stands before it,
    the record with 56 bytes before that says the length instead (APPNOTE 4.3.14 to 4.3.16).
    """
    with path.open("rb") as stream:
        stream.seek(max(0, stream.seek(0, os.SEEK_END) - _MOST_OF_END))
        tail = stream.read()
    end = len(tail) - 22
    if not tail[-22:].startswith(_END) or tail[-2:] != b"\0\0":
        end = tail.rfind(_END)
    if end < 0:
        return 0
    large = tail[max(0, end - 76) : max(0, end - 20)]
    if tail[max(0, end - 20) : end].startswith(_LOCATOR) and large.startswith(_LARGE_END):
        return int.from_bytes(large[40:48], "little")
    return int.from_bytes(tail[end + 12 : end + 16], "little")


def inside(path: str | Path) -> tuple[Path, str] | None:
    """The archive in a path, and the name of the entry there; None for any other path."""
    place = Path(path)
    for parent in place.parents:
        if parent.suffix.lower() in ARCHIVE_SUFFIXES:
            if not parent.is_file():
                continue
            return parent, str(PurePosixPath(*place.relative_to(parent).parts))
    return None


@contextlib.contextmanager
def on_disk(path: str | Path, control: Control | None = None) -> Iterator[Path]:
    """A file that can be opened where `path` leads into an archive, or names a file that is read by way of a copy: that
    private copy, removed in the end; else itself.

    Errors that name the copy name `path` instead. Raises UnreadableFile or InvalidData; Stopped.
    """
    found = inside(path)
    control = control or Control()
    if found is None:
        _require_file(Path(path))
        if not is_packed(path) or not Path(path).is_file():
            yield Path(path)
            return
        with unpacking_folder(Path(path)) as folder:
            yield from _named(path, unpacked(Path(path), folder, MAX_ENTRY_BYTES, control))
        return
    archive, entry = found
    with Archive(archive) as opened, unpacking_folder(archive) as folder:
        suffix = PurePosixPath(entry).suffix
        copy = folder / (f"entry{suffix}" if suffix[1:].isalnum() else "entry")
        control.report(Progress(tr("Unpacking {archive}", archive=archive.name)))
        try:
            with copy.open("wb") as stream:
                opened.copy(entry, stream, control)
        except OSError as error:
            raise UnreadableFile.from_os_error(path, error) from error
        yield from _named(path, copy)


def _named(path: str | Path, copy: Path) -> Iterator[Path]:
    """The copy, once; errors that name it name `path` instead."""
    try:
        yield copy
    except UserError as error:
        named = (Problem(_renamed(each.place, copy, path), each.found, each.remedy) for each in error.problems)
        raise error.with_problems(named) from error


def _require_file(path: Path) -> None:
    """Raises InvalidData for pipes and devices: they can be read once at most, end never, or wait for ever."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return  # opening reports the reason
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        found = tr("this is a pipe or a device, not a file")
        raise InvalidData(Problem(str(path), found, tr("Save its content to a file first: it is read twice.")))


@contextlib.contextmanager
def unpacking_folder(archive: Path) -> Iterator[Path]:
    """A private folder for the content of an archive, removed in the end.

    Raises UnreadableFile, in the name of the archive, if none can be created.
    """
    with contextlib.ExitStack() as stack:
        try:
            folder = stack.enter_context(private_folder())
        except OSError as error:
            raise UnreadableFile.from_os_error(archive, error) from error
        yield folder


def _renamed(place: str, copy: Path, path: str | Path) -> str:
    return place.replace(str(copy), str(path))
