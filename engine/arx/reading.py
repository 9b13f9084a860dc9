"""Reading a project of ARX into a job."""

from __future__ import annotations

from pathlib import Path

from engine.arx.configuration import configuration
from engine.arx.container import Container
from engine.arx.definition import Definition, definitions, project_facts, version_of
from engine.arx.hierarchies import Place, StoredHierarchy, stored_hierarchy
from engine.arx.imported import Imported, LoadedImport
from engine.arx.left_out import Findings
from engine.arx.privacy_models import built, privacy_models
from engine.arx.types import TypedColumns, typed
from engine.attributes import AttributeSettings
from engine.control import Control, Progress
from engine.dataset import Dataset
from engine.io.archive import Archive
from engine.io.options import TableOptions
from engine.io.raw_table import RawTable, folded
from engine.io.table import read_table
from engine.job import DataSource, Job, SuppressionSettings
from engine.loading import load_hierarchies
from engine.preparation import prepared
from engine.project_settings import MOST_DESCRIPTION, MOST_NAME, ProjectSettings

TABLE = "data/input.csv"


def read_arx(path: Path, control: Control | None = None) -> Imported:
    """A project of ARX as a job. Raises UnreadableFile, or InvalidData for what is none; Stopped."""
    return load_arx(path, control).imported


def load_arx(path: Path, control: Control | None = None) -> LoadedImport:
    """A project of ARX with its table and its hierarchies. Raises a UserError; Stopped."""
    control, findings = control or Control(), Findings()
    with Archive(path) as archive:
        container = Container(archive, findings, control)
        if TABLE not in container:
            raise archive.broken(f'there is no "{TABLE}" in it, so that there is no table to anonymize')
        version = version_of(container, findings)
        facts = project_facts(container, findings)
        defined = definitions(container, findings)
        found = configuration(container, findings)
        raw, null_values = _table(path, facts.delimiter, facts.quote, control)
        types = typed(raw.columns, defined, findings)
        place = Place(path.name, facts.delimiter, null_values)
        control.report(Progress("Reading the hierarchies"))
        attributes = {}
        for name in raw.names:
            each = defined.get(name) or Definition(name)
            rows = found.input.table("hierarchies").get(name)
            stored = stored_hierarchy(
                name, each.hierarchy, rows, container, Place(str(path), place.delimiter, null_values), findings
            )
            attributes[name] = _settings(each, stored, types, path)
    data = DataSource(
        path=f"{path.name}/{TABLE}",
        delimiter=facts.delimiter,
        quote="'" if facts.quote == "'" else '"',
        encoding="utf-8",
        header=True,
        decimal_mark="," if types.decimal_mark == "," else ".",
        null_values=null_values,
    )
    asked, paused = privacy_models(found, findings)
    job = Job(
        data=data,
        project=ProjectSettings(title=facts.title[:MOST_NAME], description=facts.description[:MOST_DESCRIPTION]),
        attributes=attributes,
        privacy=built(asked, "privacy models", findings),
        paused=built(paused, "privacy models", findings),
        suppression=SuppressionSettings(limit=found.limit),
    ).at(path)
    dataset = _dataset(raw, job)
    imported = Imported(job, tuple(findings.left_out), tuple(findings.notes), version)
    return LoadedImport(imported, dataset, load_hierarchies(job, dataset, control))


def _table(path: Path, delimiter: str, quote: str, control: Control) -> tuple[RawTable, tuple[str, ...]]:
    """The table, and what stands for missing cells in it: nothing, and NULL as it is spelled there."""
    options = TableOptions(delimiter=delimiter, quote=quote, encoding="utf-8", header=True)
    raw = read_table(str(path / TABLE), options, control)
    spelled = {text for column in raw.columns for text in column.dictionary if text.upper() == "NULL"}
    null_values = ("", *sorted(spelled))
    columns = []
    for column in raw.columns:
        codes, dictionary = folded(column.codes, column.dictionary, null_values)
        columns.append(type(column)(column.name, codes, tuple(dictionary), has_numbers=False))
    return RawTable(tuple(columns), raw.records, raw.facts), null_values


def _dataset(raw: RawTable, job: Job) -> Dataset:
    return prepared(raw, job.data, job.attributes, job.table_place)


def _settings(
    defined: Definition, stored: StoredHierarchy | None, types: TypedColumns, path: Path
) -> AttributeSettings:
    kind = types.types[defined.name]
    source = None if stored is None else stored.source
    if isinstance(source, str):
        source = f"{path.name}{source.removeprefix(str(path))}"
    return AttributeSettings(
        role=defined.role,
        type=None if kind is None else kind.kind,
        format=None if kind is None else kind.format,
        order=() if kind is None else kind.order,
        hierarchy=source,
        minimum_level=defined.minimum or 0,
        maximum_level=defined.maximum,
    )
