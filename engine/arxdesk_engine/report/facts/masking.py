"""The text of a job without values of the data; omissions are marked.

Only fields known to hold no values are kept, so that fields added to jobs later are left out until they are named
here.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from typing import Any

from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.toml_text import toml_of
from arxdesk_engine.job.job import Job
from arxdesk_engine.privacy.model import SUBSET_SUFFIXES

LEFT_OUT = "left out with the values"

_WHOLE = (
    *("project", "costs", "population", "sampling", "suppression", "quality", "search", "utility", "attackers"),
    *("report", "statements"),
)
"""Sections that name attributes, numbers and files alone, and texts about the project."""
_DATA = (
    *("path", "engine", "count", "person", "per_person", "sheet", "table", "columns", "rename", "row_limit"),
    *("delimiter", "quote", "encoding", "header"),
    *("decimal_mark", "thousands_mark", "two_digit_years_until", "labels", "cleanse", "numbers_as_text"),
)
_ATTRIBUTE = (
    *(
        "role",
        "type",
        "format",
        "separator",
        "other_formats",
        "minimum_level",
        "maximum_level",
        "weight",
        "transformation",
    ),
    *("function", "missing", "masking", "shift", "decimal_mark", "thousands_mark", "two_digit_years_until"),
)
_SUBSET = ("base", "file", "random", "seed", "invert")
_EXPLORE = ("filters",)
_ANALYSIS = ("thresholds",)
_OUTPUT = (
    *("path", "suppressed", "table", "replace_table", "shuffle", "codebook", "leave_out", "delimiter", "quote"),
    *("spread", "spread_seed"),
    *("encoding", "decimal_mark", "line_end", "escape_formulas"),
)
_TABLE = (
    *("name", "path", "key", "parent", "parent_key", "sheet", "table", "delimiter", "encoding", "header", "unmatched"),
    *("output", "rows", "columns"),
)
_KEPT = {"data": _DATA, "subset": _SUBSET, "output": _OUTPUT, "explore": _EXPLORE, "analysis": _ANALYSIS}

Content = Mapping[str, Any]


def masked_job(job: Job) -> tuple[str, bool]:
    """A job as text without values, and whether anything had to be left out."""
    return _told(job, _masked)


def job_without_names(job: Job) -> tuple[str, bool]:
    """A job as text with values, but without those in the settings of columns that name people."""
    return _told(job, _without_names)


def _told(job: Job, change: Callable[[Content], dict[str, Any]]) -> tuple[str, bool]:
    text = job.to_toml()
    content = tomllib.loads(text)
    changed = change(content)
    return (toml_of(changed), True) if changed != content else (text, False)


def _without_names(content: Content) -> dict[str, Any]:
    attributes = {
        name: _attribute(settings) if settings.get("role") == Role.IDENTIFYING.value else settings
        for name, settings in content.get("attributes", {}).items()
    }
    return {**content, "attributes": attributes} if attributes else dict(content)


def _masked(content: Content) -> dict[str, Any]:
    masked: dict[str, Any] = {}
    for section, found in content.items():
        if section in _WHOLE:
            masked[section] = found
        elif section == "attributes":
            masked[section] = {name: _attribute(settings) for name, settings in found.items()}
        elif section in ("privacy", "paused"):
            masked[section] = [_model(model) for model in found]
        elif section == "tables":
            masked[section] = [_only(each, _TABLE) for each in found]
        elif section == "perturbation":
            masked[section] = [{key: LEFT_OUT if key == "matrix" else each[key] for key in each} for each in found]
        else:
            masked[section] = _only(found, _KEPT.get(section, ()))
    return masked


def _attribute(settings: Content) -> dict[str, Any]:
    """The settings of an attribute; the file of a hierarchy is named, settings of a builder may hold values."""
    masked = _only(settings, (*_ATTRIBUTE, "hierarchy"))
    hierarchy = settings.get("hierarchy")
    if isinstance(hierarchy, Mapping):
        masked["hierarchy"] = _only(hierarchy, ("builder",))
    return masked


def _model(model: Content) -> dict[str, Any]:
    """A privacy model; its subset may be an expression."""
    subset = model.get("subset")
    tells_values = isinstance(subset, str) and not subset.lower().endswith(SUBSET_SUFFIXES)
    return {key: LEFT_OUT if key == "subset" and tells_values else value for key, value in model.items()}


def _only(content: Content, kept: tuple[str, ...]) -> dict[str, Any]:
    return {key: value if key in kept else LEFT_OUT for key, value in content.items()}
