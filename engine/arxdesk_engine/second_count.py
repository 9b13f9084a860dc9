"""The second count of a result that was written: what the program knows of it, handed to those who count again."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.foundation.log import logged
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.policy import policy_of
from arxdesk_engine.release.export import Exported, dataset_to_write
from arxdesk_engine.release.linked_export import names_in_table
from arxdesk_engine.release.transform.apply import Output
from arxdesk_engine.verification.recount import Recount, recount
from arxdesk_engine.verification.written import WrittenFile, WrittenPart

if TYPE_CHECKING:
    from arxdesk_engine.backends.grouped_table import GroupedTable

_LOG = logging.getLogger(__name__)


def count_again(
    job: Job,
    dataset: Dataset,
    rows: GroupedTable | None,
    output: Output,
    exported: Exported,
    facts: Mapping[str, Any],
    control: Control,
) -> Recount:
    """Count a table that was written again, by a path that shares nothing with the search.

    `rows` are the rows where they are, if `dataset` is that of their distinct tuples; `facts` are the claims. Raises
    Stopped where `control` asks for it.
    """
    if rows is not None:  # the tuples are judged, and the rows are compared with them
        exported = rows.released
        facts = {**facts, "output": exported.plain()}
    spread = exported.spread
    written = WrittenFile(
        exported.place,
        exported.delimiter,
        output.suppressed,
        sample=output.included if policy_of(job).draws_sample else None,
        order=exported.order,
        table=exported.table,
        renamed=exported.renamed,
        shown=None if exported.table is None else dataset_to_write(job, output.dataset),
        form=exported.form,
        left_out=exported.left_out,
        levels=output.own_levels,
        parts=tuple(_parts(dataset, output, exported)),
        spread=None
        if spread is None
        else WrittenFile(
            spread.path,
            spread.delimiter,
            output.suppressed,
            order=exported.order,
            renamed=spread.renamed,
            form=spread.form,
            left_out=exported.left_out,
        ),
    )
    with logged(_LOG, tr("second count of %s"), exported.place):
        found = recount(job, written, facts, control)
        if rows is not None:
            found = rows.confirmed(found, control)
    _LOG.info("%d claims, %d refuted", len(found.models) + len(found.facts), len(found.refuted))
    return found


def _parts(dataset: Dataset, output: Output, exported: Exported) -> Iterator[WrittenPart]:
    """The files of linked tables."""
    for linked in dataset.linked if exported.tables else ():
        part = exported.tables[linked.name]
        file = WrittenFile(
            part.place,
            part.delimiter,
            output.suppressed,
            order=part.order,
            renamed=part.renamed,
            form=part.form,
            left_out=exported.left_out,
        )
        names = {name: shown for name, shown in names_in_table(linked).items() if name in dataset}
        yield WrittenPart(linked.name, file, names, linked.parent_key)
