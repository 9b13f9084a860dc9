"""The entry of the ledger that a release becomes."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from arxdesk_engine import __version__
from arxdesk_engine.data.raw_table import RawColumn
from arxdesk_engine.foundation.language import ENGLISH, in_language
from arxdesk_engine.io.parquet_guard import MOST_RECORDS
from arxdesk_engine.job.project import MOST_NAME
from arxdesk_engine.projects.input_identity import identity_of
from arxdesk_engine.projects.ledger import MOST_CELLS, MOST_SENTENCE, LedgerEntry, ReleasedRecords
from arxdesk_engine.projects.origin import name_of
from arxdesk_engine.projects.project import Project
from arxdesk_engine.release.export import Exported
from arxdesk_engine.release.transform.apply import Output


@in_language(ENGLISH)
def entry_of(
    project: Project, quasi_identifiers: Sequence[str], output: Output, exported: Exported, *, confirmed: bool
) -> LedgerEntry:
    """What the ledger of a project says of an output that was written.

    `quasi_identifiers` are those that the levels of the output belong to, in their order.
    """
    job, dataset = project.job, project.dataset
    identity = identity_of(job, dataset, project.raw_columns, project.ledger.key)
    names = [name for name in dataset.names if name not in exported.left_out]
    shown, size = None, len(exported.order) * len(names) + 2 * dataset.records
    if not job.tables and job.data.count is None and dataset.records <= MOST_RECORDS and size <= MOST_CELLS:
        columns = [output.dataset[name] for name in names]
        rows = tuple(
            RawColumn(each.name, each.codes, each.values).of_codes(each.codes[exported.order]) for each in columns
        )
        shown = ReleasedRecords(
            rows if len(exported.order) else (), np.asarray(output.members, np.int32), identity.people
        )
    table = name_of(exported.place)
    return LedgerEntry(
        moment=dt.datetime.now(dt.UTC).replace(microsecond=0),
        name=_cut(table if exported.table is None else f"{table} · {exported.table}", MOST_NAME),
        sha256=exported.sha256,
        records=exported.records,
        columns=tuple(names),
        levels=dict(zip(quasi_identifiers, map(int, output.levels), strict=True)),
        own_levels=output.own_levels is not None,
        suppressed=output.suppressed_records,
        models=tuple(_cut(each.sentence, MOST_SENTENCE) for each in job.privacy),
        privacy=tuple(
            each.with_paths(lambda path: Path(path).name).model_dump(mode="json", exclude_none=True)
            for each in job.privacy
        ),
        recipient=job.project.recipient,
        input_digest=identity.digest,
        person=identity.person,
        confirmed=confirmed,
        version=__version__,
        shown=shown,
    )


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
