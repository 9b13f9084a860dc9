"""Cache of compiled kernels for packaged programs: in the user's cache folder, once per version.

Numba finds a place for machine code by the source file of a function. A packaged program has no such file: what is left
of its name is relative, so that Numba's place would change with the folder that the program is started from. This
place depends on neither, and the code in it is as fresh as the program file.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from functools import lru_cache
from pathlib import Path
from types import FunctionType

import platformdirs

from arxdesk_engine import __version__

_fallbacks: list[tempfile.TemporaryDirectory[str]] = []


def is_packaged() -> bool:
    """Whether this is a packaged program and not Python with files of source code."""
    return bool(getattr(sys, "frozen", False))


def allow_no_cache() -> None:
    """Let kernels be compiled at every start where Numba finds no folder for them: a read-only code and home."""
    from numba.core.dispatcher import Dispatcher  # noqa: PLC0415 - after `jit` has hidden what it does not need

    keep_compiled = Dispatcher.enable_caching

    def enable_caching(dispatcher: Dispatcher) -> None:
        try:
            keep_compiled(dispatcher)
        except RuntimeError as error:
            if "no locator available" not in str(error):
                raise

    Dispatcher.enable_caching = enable_caching  # type: ignore[method-assign, assignment]  # it has no other switch


@lru_cache(maxsize=1)
def folder() -> str:
    """The folder of this version, or one for this start alone where the user's may not be written to."""
    named = os.environ.get("NUMBA_CACHE_DIR")
    wanted = Path(named or platformdirs.user_cache_path("ArxDesk", appauthor=False)) / f"kernels-{__version__}"
    try:
        wanted.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=wanted).close()
    except OSError:
        _fallbacks.append(tempfile.TemporaryDirectory(prefix="arxdesk-kernels-"))
        return _fallbacks[-1].name
    return str(wanted)


@lru_cache(maxsize=1)
def fingerprint() -> bytes:
    """A digest of the program file, which holds the code of all kernels."""
    with Path(sys.executable).open("rb") as program:
        return hashlib.file_digest(program, "sha256").digest()


class ProgramLocator:
    """Tells Numba the place of one function; its methods are those that Numba asks for."""

    def __init__(self, line: int) -> None:
        self._line = line

    @classmethod
    def from_function(cls, function: FunctionType, _file: str) -> ProgramLocator:
        """The place of a function."""
        return cls(function.__code__.co_firstlineno)

    def ensure_cache_path(self) -> None:
        """Make the folder, which somebody may have emptied meanwhile."""
        Path(folder()).mkdir(parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        """The folder."""
        return folder()

    def get_source_stamp(self) -> bytes:
        """A stamp; cached code of another stamp is not used."""
        return fingerprint()

    def get_disambiguator(self) -> str:
        """A part of file names that differs between functions of one name in one module."""
        return str(self._line)


LOCATOR = f"{ProgramLocator.__module__}.{ProgramLocator.__qualname__}"
"""The name by which Numba finds it."""
