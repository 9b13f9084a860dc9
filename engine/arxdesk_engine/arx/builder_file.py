"""Specifications of hierarchies that ARX saved (`.ahs`): one object of Java."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from arxdesk_engine.arx.builders import specifications
from arxdesk_engine.arx.files.java_objects import RefusedObjects, read_objects
from arxdesk_engine.arx.files.java_values import Instance
from arxdesk_engine.arx.labels import NoCounterpart
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidHierarchy, Problem, UnreadableFile
from arxdesk_engine.foundation.language import marked, tr, whole
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.hierarchies.builders import builder_from

AHS_SUFFIX = ".ahs"
MAX_BYTES = 16 * 1024 * 1024
_REMEDY = marked("Load the hierarchy itself: ARX exports it as a CSV file.")


def read_ahs(path: Path, control: Control | None = None) -> HierarchyBuilder:
    """The specification in a file of ARX. Raises UnreadableFile, or InvalidHierarchy where ours cannot say the same.

    Labels of dates and numbers may be written in another way than in ARX: compare the preview.
    """
    try:
        with path.open("rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise UnreadableFile.from_os_error(path, error) from error
    if len(raw) > MAX_BYTES:
        raise InvalidHierarchy(
            Problem(str(path), tr("the file is larger than {n} bytes", n=whole(MAX_BYTES)), tr(_REMEDY))
        )
    try:
        found = read_objects(raw, control)
    except RefusedObjects as error:
        found_there = tr("this is no hierarchy of ARX: {error}", error=error)
        raise InvalidHierarchy(Problem(str(path), found_there, tr("Choose another file."))) from error
    builder = next((each for each in found if isinstance(each, Instance)), None)
    if builder is None:
        raise InvalidHierarchy(Problem(str(path), tr("there is no hierarchy in it"), tr("Choose another file.")))
    try:
        for content in specifications(builder):
            return builder_from(content)
    except NoCounterpart as error:
        raise InvalidHierarchy(Problem(str(path), str(error), tr(_REMEDY))) from error
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        said = str(fault.get("ctx", {}).get("error", fault["msg"])).rstrip(".")
        raise InvalidHierarchy(
            Problem(str(path), tr("its settings do not fit: {reason}", reason=said), tr(_REMEDY))
        ) from error
    raise InvalidHierarchy(Problem(str(path), tr("its settings are not enough to make a hierarchy"), tr(_REMEDY)))
