"""Writing a result outside memory together with its codebook."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from arxdesk_engine.backends.grouped_table import GroupedTable
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.hierarchies.hierarchy import BoundHierarchy
from arxdesk_engine.job.job import Job
from arxdesk_engine.release.codebook.contents import codebook_of
from arxdesk_engine.release.codebook.writing import write_codebook
from arxdesk_engine.release.export import Exported, all_or_nothing, written_to
from arxdesk_engine.release.transform.apply import Output


def write_rows(
    rows: GroupedTable,
    job: Job,
    tuples: Dataset,
    hierarchies: Mapping[str, BoundHierarchy],
    output: Output,
    target: Path | str | None,
    control: Control,
    password: str | None = None,
) -> Exported:
    """Write the released rows and the codebook that a job asks for; `job` is that of the tuples.

    Raises as `GroupedTable.write` does. A file whose codebook cannot be written does not stay.
    """
    of_rows = rows.job_of_rows(job)
    with all_or_nothing(of_rows if target is None else written_to(of_rows, target)):
        exported = rows.write(output, target, control, password, job)
        if exported.codebook is not None:
            shown = rows.shown(of_rows, tuples, output, exported, control)
            write_codebook(exported.codebook, codebook_of(of_rows, hierarchies, shown))
    return exported
