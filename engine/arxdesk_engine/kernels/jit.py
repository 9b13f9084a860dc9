"""Numba, without the linear algebra that no kernel uses, and with a place for compiled code in packaged programs.

Where nothing can be written, compiled code is kept nowhere, and every start compiles again.

Where SciPy is installed Numba loads its linear algebra before the first kernel: a third of a second at every start.
"""

from __future__ import annotations

import sys
from typing import Any

from arxdesk_engine.kernels import program_cache

_is_hidden = "scipy" not in sys.modules
if _is_hidden:
    sys.modules["scipy"] = None  # type: ignore[assignment]  # so importing it fails, and Numba goes on without
try:
    import numba as nb
    import numba.np.arraymath  # this is where it looks for linear algebra
finally:
    if _is_hidden:
        del sys.modules["scipy"]

if program_cache.is_packaged():
    nb.config.CACHE_LOCATOR_CLASSES = program_cache.LOCATOR  # type: ignore[attr-defined]  # made at its import
else:
    program_cache.allow_no_cache()

__all__ = ["group_type", "nb"]


def group_type(group: type[tuple[Any, ...]], *members: object) -> Any:  # noqa: ANN401 - Numba has no types of its types
    """The type of a named group of arrays in the signature of a kernel; `members` are the types in its order."""
    if len(set(members)) == 1:
        return nb.types.NamedUniTuple(members[0], len(members), group)  # type: ignore[no-untyped-call]
    return nb.types.NamedTuple(members, group)  # type: ignore[no-untyped-call]
