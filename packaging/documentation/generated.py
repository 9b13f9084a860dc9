"""The parts of pages that the program says about itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping

PARTS: Mapping[str, Callable[[], str]] = {}
"""What a page asks for by `<!-- site: NAME -->`."""
