"""The specification of a hierarchy as a file of its own: a table in TOML or JSON, as it stands in a job."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from arxdesk_engine.foundation.composed import composed_texts
from arxdesk_engine.foundation.errors import InvalidHierarchy, Problem, UnreadableFile
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.hierarchies.builders import builder_from
from arxdesk_engine.hierarchies.faults import problems_of
from arxdesk_engine.io.files.atomic import atomic_writer

MAX_BYTES = 4_000_000


def read_specification(path: Path) -> HierarchyBuilder:
    """Read a file of `write_specification`, or the table `hierarchy` of an attribute.

    Raises UnreadableFile, or InvalidHierarchy with every fault and its place.
    """
    try:
        with path.open("rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise UnreadableFile.from_os_error(path, error) from error
    if len(raw) > MAX_BYTES:
        raise InvalidHierarchy(Problem(str(path), tr("the file is larger than 4 MB"), tr("Choose a specification.")))
    content = _parsed(path, raw)
    if isinstance(content, dict) and "builder" not in content and isinstance(content.get("hierarchy"), dict):
        content = content["hierarchy"]
    try:
        return builder_from(composed_texts(content))
    except ValidationError as error:
        raise InvalidHierarchy(problems_of(error, str(path))) from error
    except RecursionError as error:
        raise InvalidHierarchy(_too_deep(path)) from error


def write_specification(path: Path, builder: HierarchyBuilder) -> None:
    """Write a specification, as JSON where the name ends in .json, else as TOML. Raises UnwritableFile."""
    content = builder.model_dump(mode="json", exclude_defaults=True)
    if path.suffix.lower() == ".json":
        text = json.dumps(content, ensure_ascii=False, indent=2)
    else:
        import tomlkit  # noqa: PLC0415 - only to write; reading does without

        text = tomlkit.dumps(content)
    with atomic_writer(path) as stream:
        stream.write(text.encode())


def _parsed(path: Path, raw: bytes) -> Any:  # noqa: ANN401 - whatever the file holds
    try:
        text = raw.decode("utf-8-sig")
        if not text.lstrip().startswith("{"):
            return tomllib.loads(text)
        content = json.loads(text)
        json.dumps(content, ensure_ascii=False).encode()  # JSON can name halves of characters, which no file can hold
        return content
    except UnicodeError as error:
        raise InvalidHierarchy(
            Problem(str(path), tr("this is not a text file in UTF-8"), tr("Choose a specification."))
        ) from error
    except RecursionError as error:
        raise InvalidHierarchy(_too_deep(path)) from error
    except ValueError as error:
        found = tr("this is neither TOML nor JSON: {error}", error=str(error)[:120])
        raise InvalidHierarchy(Problem(str(path), found, tr("Correct the line."))) from error


def _too_deep(path: Path) -> Problem:
    return Problem(str(path), tr("the values are nested too deeply"), tr("Write a flat table."))
