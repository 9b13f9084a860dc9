"""Older versions of `project.json` become the present one, step by step; newer ones say which ArxDesk they need."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from arxdesk_engine import __version__
from arxdesk_engine.foundation.errors import InvalidData, Problem
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.projects.layout import FORMAT

VERSION = 1
NEEDS = "0.1.0"
"""The oldest ArxDesk that reads what is written in this version."""

Content = dict[str, Any]
STEPS: Mapping[int, Callable[[Content], Content]] = {}
"""What makes the next version out of each older one. A step gets the content as it was read and returns a new one."""

_VERSION_OF_ARXDESK = re.compile(r"[0-9]{1,4}(\.[0-9]{1,4}){0,3}")


def migrated(content: object, source: str) -> Content:
    """The content of a `project.json` in the present version. Raises InvalidData for newer versions and for what is
    no project; `source` names the file."""
    if not isinstance(content, dict) or content.get("format") != FORMAT or type(content.get("version")) is not int:
        raise InvalidData(Problem(source, tr("it is not a project of ArxDesk"), tr("Choose another file.")))
    if content["version"] > VERSION:
        raise _too_new(content, source)
    while (version := content["version"]) < VERSION:
        if version not in STEPS:
            found = tr("its version {version} never existed", version=version)
            raise InvalidData(Problem(source, found, tr("Choose another copy of the file.")))
        try:
            content = {**STEPS[version](dict(content)), "version": version + 1}
        except (ValueError, TypeError, LookupError, AttributeError) as error:
            found = tr("it is damaged: its content does not match version {version}", version=version)
            raise InvalidData(Problem(source, found, tr("Choose another copy of the file."))) from error
    return content


def _too_new(content: Content, source: str) -> InvalidData:
    needs = content.get("needs")
    is_known = isinstance(needs, str) and _VERSION_OF_ARXDESK.fullmatch(needs) is not None
    needed = tr("ArxDesk {needs} or later", needs=needs) if is_known else tr("a newer ArxDesk")
    found = tr(
        "it was saved by a newer version and needs {needed}; this is ArxDesk {version}",
        needed=needed,
        version=__version__,
    )
    return InvalidData(Problem(source, found, tr("Open it with {needed}. Nothing was changed.", needed=needed)))
