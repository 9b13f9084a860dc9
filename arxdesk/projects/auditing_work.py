"""Writing the audit trail and other texts to files, away from the main thread."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.errors import Problem, UnwritableFile
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.io.files.atomic import atomic_writer
from arxdesk_engine.projects.trail import Trail

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def write_trail(trail: Trail, path: Path, with_values: bool, control: Control) -> Path:
    """Write a trail as CSV, the oldest entry first, with the digests that bind the entries. Raises UnwritableFile."""
    control.report(Progress(tr("Writing {name}", name=path.name)))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    names = ("moment", "action", "text", *(("values",) if with_values else ()), "digest")
    writer.writerow(names)
    for entry in trail.entries:
        values = (_cell(entry.values),) if with_values else ()
        writer.writerow((entry.moment.isoformat(), entry.action, _cell(entry.words), *values, entry.digest))
    return write_text(text.getvalue(), path, control)


def write_text(text: str, path: Path, control: Control) -> Path:
    """Write a text in UTF-8, whole or not at all. Raises UnwritableFile."""
    control.raise_if_stopped()
    try:
        content = text.encode()
    except UnicodeEncodeError as error:
        raise UnwritableFile(
            Problem(str(path), tr("a name in it is not in UTF-8"), tr("Rename the column."))
        ) from error
    with atomic_writer(path) as stream:
        stream.write(content)
    return path


def _cell(text: str) -> str:
    """A text that a spreadsheet does not take for a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text
