"""Settings of a job that would tear linked tables apart, or go by the rows of one table where they are joined."""

from __future__ import annotations

from collections.abc import Iterator

from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.errors import Problem, quoted
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.io.databases.address import is_address
from arxdesk_engine.job.attributes import AGGREGATING
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.policy import policy_of
from arxdesk_engine.release.linked_export import names_in_table


def faults_of_linked(job: Job, dataset: Dataset) -> Iterator[Problem]:
    """Everything wrong about the linked tables of a job beside their join."""
    if not job.tables:
        return
    if not dataset.linked:
        yield Problem(
            f"{job.source}, tables", tr("the table was read without them"), tr("Read the tables by this job.")
        )
        return
    for place, found, remedy in (
        *_of_people(job),
        *_of_keys(job, dataset),
        *_unfit_settings(job),
        *_of_columns(dataset),
    ):
        yield Problem(f"{job.source}, {place}", found, remedy)


def _of_people(job: Job) -> Iterator[tuple[str, str, str]]:
    policy = policy_of(job)
    if not policy.counts_people:
        found = tr("a person has rows in several tables, and nothing says whose they are")
        yield "data.person", found, tr("Name the person column: person under [data].")
    elif not policy.removes_people:
        found = tr("the tables are linked, and single records of their join are removed")
        yield "suppression.removes", found, tr('Write removes = "people": people are left out of all tables.')
    if not policy.counts_all:
        found = tr("the tables are linked, and only some records of their join are shared")
        place = "subset" if job.sampling is None else "sampling"
        yield place, found, tr("Choose all records, or take the others out of the tables.")


def _of_keys(job: Job, dataset: Dataset) -> Iterator[tuple[str, str, str]]:
    for name in dict.fromkeys(each.parent_key for each in dataset.linked if each.parent_key):
        settings, place = job.settings_of(name), f"attributes.{name}"
        if name not in dataset:
            yield (
                "data.columns",
                tr("{name} links tables, and is not read", name=quoted(name)),
                tr("Add {name}.", name=quoted(name)),
            )
        elif settings.role is not Role.IDENTIFYING:
            found = tr("{name} links tables, and is {role}", name=quoted(name), role=tr(settings.role.value))
            remedy = tr('Write role = "identifying": numbers, or pseudonyms, stand in its place in all tables.')
            yield f"{place}.role", found, remedy
        elif settings.masking.method == "redact":
            found = tr(
                "{name} links tables, and characters of it are hidden, so that two keys can read the same",
                name=quoted(name),
            )
            yield f"{place}.masking", found, tr('Write method = "suppress", for numbers, or "pseudonym".')
        if name in job.output.leave_out:
            yield (
                "output.leave_out",
                tr("{name} links tables, and is left out", name=quoted(name)),
                tr("Leave out other columns only."),
            )


def _unfit_settings(job: Job) -> Iterator[tuple[str, str, str]]:
    for part in ("count", "weight", "household", "row_limit"):
        if getattr(job.data, part) is not None:
            yield (
                f"data.{part}",
                tr("the tables are linked, and {part} is about the rows of one", part=part),
                tr("Leave it out."),
            )
    if job.data.engine not in ("auto", "memory"):
        yield "data.engine", tr("the tables are linked, which is done in memory"), tr('Write engine = "memory".')
    for part in ("codebook", "spread"):
        if getattr(job.output, part) is not None:
            yield f"output.{part}", tr("the tables are linked, and it is written for one table"), tr("Leave it out.")
    if job.output.path is not None and (is_address(job.output.path) or job.output.table is not None):
        yield "output.path", tr("the tables are linked, and are written to files"), tr("Name a file, such as out.csv.")
    if job.utility is not None:
        yield "utility", tr("the tables are linked, and uses are measured for one table"), tr("Leave the section out.")
    for name, settings in job.attributes.items():
        if settings.transformation in AGGREGATING:
            found = tr("the tables are linked, and aggregates differ between the records of one row")
            yield f"attributes.{name}.transformation", found, tr('Write "generalize" or "suppress".')


def _of_columns(dataset: Dataset) -> Iterator[tuple[str, str, str]]:
    for linked in dataset.linked:
        names = [shown for name, shown in names_in_table(linked).items() if name in dataset]
        if twice := next((name for name in names if names.count(name) > 1), None):
            which = tr("the table {name}", name=linked.name) if linked.name else tr("the first table")
            yield (
                "data.rename",
                tr("two columns of {table} would be named {name}", table=which, name=quoted(twice)),
                tr("Rename one of them."),
            )
