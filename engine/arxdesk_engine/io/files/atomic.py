"""Files that are either written whole or not at all."""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import BinaryIO

from arxdesk_engine.foundation.errors import UnwritableFile
from arxdesk_engine.foundation.language import tr

_LOG = logging.getLogger(__name__)

_HAS_LOCKS = os.name == "posix"
"""Windows has other locks, and none for folders."""
if _HAS_LOCKS:
    import fcntl

_PREFIX, _SUFFIX = ".arxdesk-", ".part"
_OLD_SECONDS = 3_600
_PATIENCE = 5.0
Replacing = Callable[[], AbstractContextManager[object]]
"""The context of the moment of replacement; its errors keep the old file."""


@contextlib.contextmanager
def atomic_writer(
    path: Path, *, most_mode: int = 0o777, replacing: Replacing = contextlib.nullcontext
) -> Iterator[BinaryIO]:
    """Open a temporary file beside `path` and rename it to `path` when the block ends well.

    When anything fails (disk full, an exception in the block) the old file stays as it was and nothing is left
    behind. A symbolic link is followed: the file it names is replaced. A new file has no permissions beyond
    `most_mode`. Raises UnwritableFile for failures of the file system, and for what is no ordinary file (a folder, a
    device), which a rename would destroy.
    """
    with atomic_file(path, most_mode=most_mode, replacing=replacing) as temporary, temporary.open("wb") as stream:
        yield stream


@contextlib.contextmanager
def atomic_file(path: Path, *, most_mode: int = 0o777, replacing: Replacing = contextlib.nullcontext) -> Iterator[Path]:
    """The same for what opens its file itself: an empty file beside `path`, with its suffix, that is there already.

    Files left in the folder by killed programs are removed in the end.
    """
    temporary: Path | None = None
    handle: int | None = None
    target = Path(os.path.realpath(path))
    try:
        _require_writable(target)
        handle, name = tempfile.mkstemp(prefix=_PREFIX, suffix=f"{_SUFFIX}{target.suffix}", dir=target.parent)
        temporary = Path(name)
        if not _HAS_LOCKS:  # nothing that is open can be renamed there
            held, handle = handle, None
            os.close(held)
        _lock(handle)
        yield temporary
        _synchronize(temporary)
        _copy_mode(target, temporary, most_mode)
        if handle is not None:
            held, handle = handle, None
            os.close(held)
        with _locked_folder(target.parent), replacing():
            temporary.replace(target)
            temporary = None
        _LOG.info("wrote %s", target)
        _remove_leftovers(target.parent)
    except OSError as error:
        raise UnwritableFile.from_os_error(path, error) from error
    finally:
        _close(handle)
        if temporary is not None:
            with contextlib.suppress(OSError):
                temporary.unlink()


@contextlib.contextmanager
def waiting_folder(folder: Path) -> Iterator[Path]:
    """A folder in `folder` for a file in preparation; removed in the end, or later after a kill."""
    with tempfile.TemporaryDirectory(prefix=_PREFIX, suffix=_SUFFIX, dir=folder, ignore_cleanup_errors=True) as name:
        handle = os.open(name, os.O_RDONLY) if _HAS_LOCKS else None
        try:
            _lock(handle)
            yield Path(name)
        finally:
            _close(handle)


@contextlib.contextmanager
def put_back_on_failure(path: Path) -> Iterator[None]:
    """Restore the file at `path` when the block raises; remove it if there was none.

    In file systems without second names for files, the new file stays.
    """
    target = Path(os.path.realpath(path))
    was_there = target.exists()
    with contextlib.ExitStack() as stack:
        kept: Path | None = None
        with contextlib.suppress(OSError):
            if was_there:
                kept = stack.enter_context(waiting_folder(target.parent)) / "old"
                os.link(target, kept)
        try:
            yield
        except BaseException:
            with contextlib.suppress(OSError):
                if kept is not None:
                    kept.replace(target)
                elif not was_there:
                    target.unlink(missing_ok=True)
            raise


def require_writable(path: Path) -> None:
    """Raises UnwritableFile where `atomic_writer` would refuse before it writes; asked before long work."""
    target = Path(os.path.realpath(path))
    try:
        _require_writable(target)
        if not target.parent.is_dir():
            raise FileNotFoundError(2, _why_no_folder(target.parent), str(target.parent))
        if not os.access(target.parent, os.W_OK):
            raise PermissionError(13, tr("the folder is read-only"), str(target.parent))
    except OSError as error:
        raise UnwritableFile.from_os_error(path, error) from error


def _why_no_folder(folder: Path) -> str:
    """Why the folder of a file cannot be used, in words."""
    if folder.exists():
        return tr("{folder} is a file, not a folder", folder=folder.name)
    if "~" in folder.parts:
        return tr("~ is a folder here, which does not exist; write out the path of your home")
    return tr("the folder does not exist")


def _remove_leftovers(folder: Path) -> None:
    """Remove files of killed programs of this user that are more than an hour old."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith(_PREFIX) and _SUFFIX in entry.name:
                with contextlib.suppress(OSError):
                    _remove_leftover(entry)


def _remove_leftover(entry: os.DirEntry[str]) -> None:
    found = entry.stat(follow_symlinks=False)
    is_own = not hasattr(os, "geteuid") or found.st_uid == os.geteuid()
    if not is_own or time.time() - found.st_mtime <= _OLD_SECONDS or _is_in_use(entry.path):
        return
    if stat.S_ISREG(found.st_mode):
        Path(entry.path).unlink()
    elif stat.S_ISDIR(found.st_mode):
        shutil.rmtree(entry.path, ignore_errors=True)


def _is_in_use(path: str) -> bool:
    """Whether a program that still runs holds a file or folder."""
    if not _HAS_LOCKS:
        return False  # there, open files cannot be removed
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False


def _lock(handle: int | None) -> None:
    """Lock a file in use for other programs, if the file system has locks; wait for them, within limits."""
    until = time.monotonic() + _PATIENCE
    while _HAS_LOCKS and handle is not None:
        try:
            return fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > until:
                return None
            time.sleep(0.02)
        except OSError:
            return None
    return None


@contextlib.contextmanager
def _locked_folder(folder: Path) -> Iterator[None]:
    """One program at a time replaces files of a folder, where the file system knows locks."""
    handle: int | None = None
    if _HAS_LOCKS:
        with contextlib.suppress(OSError):
            handle = os.open(folder, os.O_RDONLY)
            _lock(handle)
    try:
        yield
    finally:
        _close(handle)


def _close(handle: int | None) -> None:
    if handle is not None:
        with contextlib.suppress(OSError):
            os.close(handle)


def _synchronize(path: Path) -> None:
    """Flush the content of a file to the disk."""
    with path.open("r+b") as stream:
        os.fsync(stream.fileno())


def _require_writable(path: Path) -> None:
    """A rename would replace a file that the user has write-protected; refuse as an ordinary write would."""
    if path.is_dir():
        raise IsADirectoryError(21, tr("it is a folder"), str(path))
    if path.exists() and not path.is_file():
        raise OSError(22, "it is not an ordinary file", str(path))
    if path.exists() and not path.stat().st_mode & 0o222:
        raise PermissionError(13, tr("the file is read-only"), str(path))
    if path.exists() and not os.access(path, os.W_OK):
        raise PermissionError(13, tr("permission denied"), str(path))


def _copy_mode(path: Path, temporary: Path, most: int) -> None:
    """Keep the permissions of the replaced file; a new file gets those of any new file, within `most`."""
    if path.exists():
        mode = path.stat().st_mode & 0o777
    else:
        mask = os.umask(0)
        os.umask(mask)
        mode = 0o666 & ~mask & most
    temporary.chmod(mode)
