"""The libraries that only an extra of this package brings, and the sentence where one is missing."""

from __future__ import annotations

import importlib.util

from arxdesk_engine.foundation.errors import InvalidData, Problem
from arxdesk_engine.foundation.language import tr

_LIBRARIES = {
    "desktop": ("PySide6", "Qt"),
    "databases": ("sqlalchemy", "SQLAlchemy"),
    "duckdb": ("duckdb", "DuckDB"),
    "statistical": ("pyreadstat", "pyreadstat"),
}
"""For each extra: the module that tells whether it is there, and its name for people."""


class MissingLibrary(InvalidData):
    """A library that only an extra of this package brings is not installed."""


def require_extra(extra: str, place: str, otherwise: str = "") -> None:
    """Raises MissingLibrary, about `place`, where the library of an extra is missing; `otherwise` is another way."""
    module, name = _LIBRARIES[extra]
    if importlib.util.find_spec(module) is not None:
        return
    remedy = tr(
        'Install it with: pip install "arxdesk[{extra}]". {otherwise}', extra=extra, otherwise=otherwise
    ).rstrip()
    raise MissingLibrary(Problem(place, tr("{name} is needed for this, and is not installed", name=name), remedy))
