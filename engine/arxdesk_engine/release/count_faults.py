"""Settings of a job that need every record in a row of its own, beside a table of rows with counts."""

from __future__ import annotations

from collections.abc import Iterator

from arxdesk_engine.foundation.errors import Problem
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.job.attributes import AGGREGATING
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.policy import policy_of
from arxdesk_engine.preparation.named_subsets import named_subsets

ONE_RECORD_EACH = marked("Or give every record a row of its own, and leave count out of [data].")


def faults_with_counts(job: Job) -> list[Problem]:
    """Everything that a job asks for and that goes by rows, where a row stands for several records."""
    return [Problem(place, found, f"{remedy} {tr(ONE_RECORD_EACH)}") for place, found, remedy in _faults(job)]


def _faults(job: Job) -> Iterator[tuple[str, str, str]]:
    drawn = tr("records are drawn one by one, and the rows have counts")
    by_expression = tr("Choose records by an expression.")
    if policy_of(job).mechanism is not None:
        yield policy_of(job).place, drawn, tr("Choose another privacy model.")
    if job.sampling is not None:
        yield f"{job.source}, sampling", drawn, by_expression
    for subset in named_subsets(job):
        if subset.settings.random is not None:
            yield subset.place, drawn, by_expression
        if subset.settings.file is not None:
            yield subset.place, tr("a file lists records one by one, and the rows have counts"), by_expression
    for name, settings in job.attributes.items():
        if settings.transformation in AGGREGATING:
            place, remedy = f"{job.source}, attributes.{name}.transformation", tr('Write "generalize" or "suppress".')
            yield place, tr("aggregates are formed of single records, and the rows have counts"), remedy
        if isinstance(settings.hierarchy, HierarchyBuilder) and settings.hierarchy.counts_records:
            place, remedy = f"{job.source}, attributes.{name}.hierarchy", tr("Write out its settings, or name a file.")
            yield place, tr("this builder goes by the number of rows with each value, and the rows have counts"), remedy
    if job.data.count in job.output.leave_out:
        found = tr("the counts of the rows are left out, and nobody could tell how many records there are")
        yield f"{job.source}, output.leave_out", found, tr("Leave out other columns only.")
    if job.utility is not None:
        found = tr("the uses of a table are measured record by record, and the rows have counts")
        yield f"{job.source}, utility", found, tr("Leave the section out.")
    if job.output.spread is not None:
        found = tr("values are drawn for single records, and the rows have counts")
        yield f"{job.source}, output.spread", found, tr("Leave it out.")
