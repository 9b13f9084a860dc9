"""Numba, without the linear algebra that no kernel uses, and with a place for compiled code in packaged programs.

Where nothing can be written, compiled code is kept nowhere, and every start compiles again.

Where SciPy is installed Numba loads its linear algebra before the first kernel: a third of a second at every start.
"""

from __future__ import annotations

import sys

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

__all__ = ["nb"]
