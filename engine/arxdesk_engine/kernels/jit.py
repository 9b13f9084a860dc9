"""Numba, without the linear algebra that no kernel uses, and with a place for compiled code in packaged programs.

Where compiled kernels come with the program, what stands in for Numba is used, and Numba is not loaded (see `built`).
Where nothing can be written, compiled code is kept nowhere, and every start compiles again.

Where SciPy is installed Numba loads its linear algebra before the first kernel: a third of a second at every start.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from arxdesk_engine.kernels import built
from arxdesk_engine.kernels.cache import program_cache, source_stamps


@contextmanager
def _in_place(modules: Mapping[str, ModuleType | None]) -> Iterator[None]:
    sys.modules |= modules  # type: ignore[arg-type]  # None: importing it fails
    try:
        yield
    finally:
        for name in modules:
            del sys.modules[name]


_stand_in = built.stand_in()
if _stand_in is None:
    with _in_place({} if "scipy" in sys.modules else {"scipy": None}):  # Numba goes on without
        import numba as nb
        import numba.np.arraymath  # this is where it looks for linear algebra
    if program_cache.is_packaged():
        nb.config.CACHE_LOCATOR_CLASSES = program_cache.LOCATOR  # type: ignore[attr-defined]  # made at its import
    else:
        program_cache.allow_no_cache()
        source_stamps.heed_imports()
else:
    nb = _stand_in

__all__ = ["group_type", "nb"]


def group_type(group: type[tuple[Any, ...]], *members: object) -> Any:  # noqa: ANN401 - Numba has no types of its types
    """The type of a named group of arrays in the signature of a kernel; `members` are the types in its order."""
    if len(set(members)) == 1:
        return nb.types.NamedUniTuple(members[0], len(members), group)  # type: ignore[no-untyped-call]
    return nb.types.NamedTuple(members, group)  # type: ignore[no-untyped-call]
