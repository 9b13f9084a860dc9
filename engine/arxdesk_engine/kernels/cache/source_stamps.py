"""When compiled kernels are stale: where any kernel that they call or take constants from has changed.

Numba looks at the file of a function alone, and would keep what it has compiled into it from others.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path
from typing import Any

_KERNELS = "kernels"
_IMPORTS = re.compile(r"^from [\w]+\.kernels([\w.]*) import (\([^)]*\)|[^\n]*)", re.MULTILINE)
_NAMES = re.compile(r"\w+")


def heed_imports() -> None:
    """Let Numba compile again what has changed in the file of a kernel, or in one that it imports."""
    from numba.core.caching import _SourceFileBackedLocatorMixin  # noqa: PLC0415 - after `jit` has hidden what it does not need

    def get_source_stamp(locator: Any) -> str:  # noqa: ANN401 - Numba has no types of its locators
        return stamp(Path(locator._py_file))  # noqa: SLF001 - it has no other name

    _SourceFileBackedLocatorMixin.get_source_stamp = get_source_stamp  # type: ignore[method-assign]  # no other switch


@cache
def stamp(file: Path) -> str:
    """A digest of a file of kernels, and of all those that it imports, directly or not."""
    digest = hashlib.sha256()
    for source in sorted(_with_imports(file)):
        digest.update(_digest(source))
    return digest.hexdigest()


def _with_imports(file: Path) -> set[Path]:
    found, open_ones = set[Path](), [file]
    while open_ones:
        source = open_ones.pop()
        if source not in found:
            found.add(source)
            open_ones.extend(_imported(source))
    return found


@cache
def _imported(file: Path) -> tuple[Path, ...]:
    """The files of kernels that one of them imports from, or imports."""
    root = next((folder for folder in file.parents if folder.name == _KERNELS), None)
    if root is None:
        return ()
    found = []
    for package, names in _IMPORTS.findall(file.read_text("utf-8")):
        module = root.joinpath(*package.split("."))
        candidates = [module.with_suffix(".py"), *(module / f"{name}.py" for name in _NAMES.findall(names))]
        found += [each for each in candidates if each.is_file()]
    return tuple(found)


@cache
def _digest(file: Path) -> bytes:
    return hashlib.sha256(file.read_bytes()).digest()
