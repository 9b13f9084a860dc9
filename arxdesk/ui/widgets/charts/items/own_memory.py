"""Arrays of NumPy as the objects that Qt draws from them, whatever lay at their place before.

PySide remembers its objects by their addresses, and keeps those of layout items that Qt has deleted without a word: for
an array at such a place it would return the item, and the chart would not be painted.
"""

from __future__ import annotations

from typing import Any, TypeVar

import shiboken6
from pyqtgraph.Qt import compat

T = TypeVar("T")


def in_memory(address: int, kind: type[T]) -> T:
    """The object of a kind that begins at an address, which belongs to an array."""
    found: Any = shiboken6.wrapInstance(address, kind)
    while not isinstance(found, kind):
        shiboken6.invalidate(found)  # what it stood for is gone, else no array would be here
        found = shiboken6.wrapInstance(address, kind)
    return found


def install() -> None:
    """Have pyqtgraph take its objects from here."""
    compat.wrapinstance = in_memory
