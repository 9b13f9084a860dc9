"""Files that are either written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from engine.errors import UnwritableFile

_PREFIX, _SUFFIX = ".arxdesk-", ".part"
_OLD_SECONDS = 3_600


@contextlib.contextmanager
def atomic_writer(path: Path) -> Iterator[BinaryIO]:
    """Open a temporary file beside `path` and rename it to `path` when the block ends well.

    When anything fails (disk full, an exception in the block) the old file stays as it was and nothing is left
    behind. A symbolic link is followed: the file it names is replaced. Raises UnwritableFile for failures of the
    file system, and for what is no ordinary file (a folder, a device), which a rename would destroy.
    """
    with atomic_file(path) as temporary, temporary.open("wb") as stream:
        yield stream


@contextlib.contextmanager
def atomic_file(path: Path) -> Iterator[Path]:
    """The same for what opens its file itself: an empty file beside `path`, with its suffix, that is there already."""
    temporary: Path | None = None
    target = Path(os.path.realpath(path))
    try:
        _require_writable(target)
        handle, name = tempfile.mkstemp(prefix=_PREFIX, suffix=f"{_SUFFIX}{target.suffix}", dir=target.parent)
        os.close(handle)
        temporary = Path(name)
        yield temporary
        _synchronize(temporary)
        _copy_mode(target, temporary)
        temporary.replace(target)
        temporary = None
    except OSError as error:
        raise UnwritableFile.from_os_error(path, error) from error
    finally:
        if temporary is not None:
            with contextlib.suppress(OSError):
                temporary.unlink()


def require_writable(path: Path) -> None:
    """Raises UnwritableFile where `atomic_writer` would refuse before it writes; asked before long work."""
    target = Path(os.path.realpath(path))
    try:
        _require_writable(target)
        if not target.parent.is_dir():
            raise FileNotFoundError(2, "the folder does not exist", str(target.parent))
        if not os.access(target.parent, os.W_OK):
            raise PermissionError(13, "the folder is read-only", str(target.parent))
    except OSError as error:
        raise UnwritableFile.from_os_error(path, error) from error


def remove_leftovers(folder: Path) -> None:
    """Remove what programs that were killed while they wrote have left in a folder more than an hour ago."""
    with contextlib.suppress(OSError):
        for entry in os.scandir(folder):
            is_ours = entry.name.startswith(_PREFIX) and _SUFFIX in entry.name and entry.is_file(follow_symlinks=False)
            with contextlib.suppress(OSError):
                if is_ours and time.time() - entry.stat(follow_symlinks=False).st_mtime > _OLD_SECONDS:
                    Path(entry.path).unlink()


def _synchronize(path: Path) -> None:
    """Have what was written to a file reach the disk."""
    with path.open("r+b") as stream:
        os.fsync(stream.fileno())


def _require_writable(path: Path) -> None:
    """A rename would replace a file that the user has write-protected; refuse as an ordinary write would."""
    if path.is_dir():
        raise IsADirectoryError(21, "it is a folder", str(path))
    if path.exists() and not path.is_file():
        raise OSError(22, "it is not an ordinary file", str(path))
    if path.exists() and not path.stat().st_mode & 0o222:
        raise PermissionError(13, "the file is read-only", str(path))
    if path.exists() and not os.access(path, os.W_OK):
        raise PermissionError(13, "permission denied", str(path))


def _copy_mode(path: Path, temporary: Path) -> None:
    """Keep the permissions of the file that is replaced; a new file gets those of any new file."""
    if path.exists():
        mode = path.stat().st_mode & 0o777
    else:
        mask = os.umask(0)
        os.umask(mask)
        mode = 0o666 & ~mask
    temporary.chmod(mode)
