"""Reading and writing specifications of hierarchies, away from the main thread."""

from __future__ import annotations

from pathlib import Path

from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.io.specification import read_specification, write_specification


def load_specification(path: Path, control: Control) -> HierarchyBuilder:
    """Read a specification, ours or one that ARX saved. Raises a UserError."""
    control.report(Progress(tr("Reading the specification")))
    if path.suffix.lower() == ".ahs":
        from arxdesk_engine.arx.builder_file import read_ahs  # noqa: PLC0415 - few come from there

        return read_ahs(path, control)
    return read_specification(path)


def save_specification(builder: HierarchyBuilder, path: Path, control: Control) -> Path:
    """Write a specification. Raises UnwritableFile."""
    control.report(Progress(tr("Writing the specification")))
    write_specification(path, builder)
    return path
