"""Models and builders of other distributions, found by their entry points before the first job is read."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from arxdesk_engine.hierarchies.builders import register as register_builder
from arxdesk_engine.privacy import register as register_privacy_model
from arxdesk_engine.quality import register as register_quality_model

_LOG = logging.getLogger(__name__)


class ExtensionWarning(UserWarning):
    """An extension could not be loaded; everything else goes on without it."""


GROUPS: Mapping[str, Callable[[Any], None]] = {
    "arxdesk.privacy_models": register_privacy_model,
    "arxdesk.quality_models": register_quality_model,
    "arxdesk.builders": register_builder,
}
"""The groups of entry points, and what makes each class of theirs known. An entry names a class."""


@cache
def load_extensions() -> tuple[str, ...]:
    """Load the classes that installed distributions name in `GROUPS`, once; returns the names of those that failed.

    A distribution that cannot be loaded is told by an `ExtensionWarning`.
    """
    failed = []
    for group, register in GROUPS.items():
        for entry in entry_points(group=group):
            if (problem := _problem_of(entry, register)) is not None:
                failed.append(entry.name)
                warnings.warn(f"{entry.value} ({group}) is left out: {problem}", ExtensionWarning, stacklevel=2)
    return tuple(failed)


def _problem_of(entry: EntryPoint, register: Callable[[Any], None]) -> str | None:
    """What keeps an extension from being used; None: nothing."""
    try:
        register(entry.load())
    except Exception as error:  # noqa: BLE001 - code of others, which must not end this program
        _LOG.warning("the extension %s cannot be loaded: %s", entry.value, type(error).__name__)
        return f"{type(error).__name__}: {error}"
    return None
