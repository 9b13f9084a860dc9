"""Work of linking a table on threads: reading both, and making the project of their join."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from arxdesk.core.session.loaded_project import LoadedProject
from arxdesk.core.session.loading_work import opened
from arxdesk.core.values.provenance import Provenance
from arxdesk.importing.hierarchies_work import with_hierarchies_of
from arxdesk.importing.linking.choices import LinkChoices
from arxdesk_engine.analysis.people.linked_tables import linked_sentences
from arxdesk_engine.analysis.people.records_of_people import people_sentence, records_of_people
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.raw_table import RawTable
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.foundation.messages import told
from arxdesk_engine.io.table import read_table
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.linked_table import LinkedTable
from arxdesk_engine.preparation.linked_keys import ProposedKey, columns_of, proposed_key, tables_of
from arxdesk_engine.preparation.linking import source_of_linked, with_table
from arxdesk_engine.preparation.loading import load_hierarchies, load_raw, table_options
from arxdesk_engine.preparation.preparation import altered, prepared
from arxdesk_engine.release.formulation import require_fitting
from arxdesk_engine.risk.role_proposal import proposed_roles


@dataclass(frozen=True, slots=True, eq=False)
class LinkSource:
    """The open table, or the join that it is, and the one to link, as they were read."""

    join: RawTable
    raw: RawTable
    proposed: ProposedKey | None
    parents: dict[str, tuple[str, ...]]
    """The columns of each table of the join, by its name, the first one ""."""
    header: bool | None
    """Whether the first row of the table has to be said to name its columns."""


@dataclass(frozen=True, slots=True, eq=False)
class LinkedProject:
    """A project with one table more, and what it is made of in words."""

    project: LoadedProject
    sentences: tuple[str, ...]


def look(job: Job, path: str, control: Control) -> LinkSource:
    """Read both tables. Raises a UserError; Stopped."""
    join = load_raw(job, control)
    header = None
    raw = _read(job, path, header, control)
    if raw.header_doubt or (raw.facts is not None and not raw.facts.header):
        header = True  # without names there is no key
        raw = _read(job, path, header, control)
    parents = {name: columns_of(join, name) for name in tables_of(join)}
    return LinkSource(join, raw, proposed_key(join, raw), parents, header)


def _read(job: Job, path: str, header: bool | None, control: Control) -> RawTable:
    table = LinkedTable(name="table", path=path, key="key", header=header)
    return read_table(path, table_options(source_of_linked(job, table)), control)


def link(
    source: LinkSource, job: Job, choices: LinkChoices, file: Path | None, before: Provenance, control: Control
) -> LinkedProject:
    """The project of `job` with one table more; `before` is what is known of its past. Raises a UserError; Stopped."""
    control.report(Progress(tr("Joining the tables")))
    table = choices.table()
    join = with_table(source.join, table, source.raw, job)
    control.raise_if_stopped()
    new = join.linked[-1].columns
    job = _with_table(job, table, choices, new)
    dataset = prepared(join, job.data, job.attributes, job.table_place)
    job = with_hierarchies_of(_with_roles(job, dataset, new, control), dataset, new, control)
    hierarchies = load_hierarchies(job, dataset, control)
    require_fitting(job, dataset, hierarchies)
    control.raise_if_stopped()
    provenance = replace(before, raw=altered(join, job.data, dataset))
    found = LoadedProject.of(job, dataset, hierarchies, file, provenance)
    name = Path(choices.path).name
    found = replace(
        found, provenance=opened(found, told("Linked {name} by {key}", name=name, key=choices.key), action="imported")
    )
    people = people_sentence(records_of_people(dataset, choices.person))
    return LinkedProject(found, (*linked_sentences(dataset), people))


def _with_table(job: Job, table: LinkedTable, choices: LinkChoices, new: tuple[str, ...]) -> Job:
    """The job with a table, its columns where the job chooses some, and keys as columns that name people."""
    data = job.data.model_copy(
        update={
            "person": choices.person,
            "columns": (*job.data.columns, *new) if job.data.columns else (),
            "engine": "memory" if job.data.engine == "memory" else "auto",
        }
    )
    attributes = dict(job.attributes)
    for name in dict.fromkeys((choices.person, job.data.rename.get(choices.parent_key, choices.parent_key).strip())):
        settings = attributes.get(name, AttributeSettings())
        if settings.role is not Role.IDENTIFYING:
            attributes[name] = AttributeSettings(role=Role.IDENTIFYING, type=settings.type)
    update = {"data": data, "attributes": attributes, "tables": (*job.tables, table)}
    return job.model_copy(update=update)


def _with_roles(job: Job, dataset: Dataset, new: tuple[str, ...], control: Control) -> Job:
    """The job with proposed roles for new columns."""
    control.report(Progress(tr("Looking for identifying columns")))
    part = Dataset(tuple(column for column in dataset if column.name in new), dataset.source)
    attributes = dict(job.attributes)
    if part.columns:
        for name, each in proposed_roles(part, control).items():
            if each.decided and name not in attributes:
                attributes[name] = AttributeSettings(role=each.role)
    control.raise_if_stopped()
    return job.model_copy(update={"attributes": attributes})
