"""Folders for data on disk during reading or counting; folders of killed programs are removed later."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

PREFIX = "arxdesk-data-"
_OWNER = "owner"
"""A file that is locked for as long as the program lives which made the folder."""
_UNLOCKED_SECONDS = 3_600
"""A folder without that file may be about to get it; after these seconds it is abandoned."""


@contextlib.contextmanager
def private_folder() -> Iterator[Path]:
    """A private folder, removed in the end. Raises OSError if none can be created.

    Folders of killed programs are removed first.
    """
    remove_abandoned_folders()
    folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    try:
        with (folder / _OWNER).open("wb") as owner:
            _lock(owner)
            yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def remove_abandoned_folders() -> None:
    """Remove the folders that programs of this user have left behind because they were killed."""
    with contextlib.suppress(OSError):
        for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
            with contextlib.suppress(OSError):
                if not folder.is_symlink() and _is_own(folder) and _is_abandoned(folder):
                    shutil.rmtree(folder, ignore_errors=True)


def _is_own(folder: Path) -> bool:
    return sys.platform == "win32" or folder.stat().st_uid == os.getuid()


def _is_abandoned(folder: Path) -> bool:
    owner = folder / _OWNER
    if not owner.exists():
        return time.time() - folder.stat().st_mtime > _UNLOCKED_SECONDS
    try:
        with owner.open("r+b") as stream:
            _lock(stream)
    except OSError:
        return False  # its program is alive
    return True


def _lock(stream: BinaryIO) -> None:
    """Lock a file until it is closed. Raises OSError if another program has locked it."""
    if sys.platform == "win32":
        msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
