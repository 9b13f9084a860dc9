"""Numba, without the linear algebra that no kernel uses.

Where SciPy is installed Numba loads its linear algebra before the first kernel: a third of a second at every start.
"""

from __future__ import annotations

import sys

_is_hidden = "scipy" not in sys.modules
if _is_hidden:
    sys.modules["scipy"] = None  # type: ignore[assignment]  # so importing it fails, and Numba goes on without
try:
    import numba as nb
    import numba.np.arraymath  # noqa: F401 - this is where it looks for linear algebra
finally:
    if _is_hidden:
        del sys.modules["scipy"]

__all__ = ["nb"]
