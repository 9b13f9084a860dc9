"""`arxdesk --version`: what is installed."""

from __future__ import annotations

import importlib.metadata
import platform
from collections.abc import Iterator

from arxdesk_engine import __version__

_LIBRARIES = (
    "numpy",
    "pandas",
    "numba",
    "pyarrow",
    "pydantic",
    "duckdb",
    "scipy",
    "scikit-learn",
    "PySide6-Essentials",
)
"""Those that results, or whether the window opens, can depend on."""


def version_lines(*, with_libraries: bool) -> Iterator[str]:
    """The version, and those of Python and the libraries that are installed."""
    yield f"arxdesk {__version__}"
    if not with_libraries:
        return
    yield f"Python {platform.python_version()} on {platform.platform()}"
    for name in _LIBRARIES:
        try:
            yield f"{name} {importlib.metadata.version(name)}"
        except importlib.metadata.PackageNotFoundError:  # an extra that is not installed, or a built program without it
            yield f"{name} -"
