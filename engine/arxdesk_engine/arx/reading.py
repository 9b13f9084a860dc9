"""Reading a project of ARX into a job."""

from __future__ import annotations

import datetime as dt
import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from arxdesk_engine.arx.attributes import attribute_settings
from arxdesk_engine.arx.exploring import analysis_settings, audit_trail, explore_settings
from arxdesk_engine.arx.files.configuration import Configuration, configuration
from arxdesk_engine.arx.files.container import Container
from arxdesk_engine.arx.files.definition import Definition, StoredProject, definitions, project_facts, version_of
from arxdesk_engine.arx.files.java_values import Instance
from arxdesk_engine.arx.files.left_out import Findings
from arxdesk_engine.arx.files.sections import section
from arxdesk_engine.arx.functional import functional
from arxdesk_engine.arx.hierarchies import FOLDER, Place, StoredHierarchy, stored_hierarchy
from arxdesk_engine.arx.imported import RESULT_NOT_IMPORTED, Imported, LoadedImport
from arxdesk_engine.arx.models.privacy import built, compatible, need_fixed_hierarchies, privacy_models
from arxdesk_engine.arx.models.quality import quality_settings
from arxdesk_engine.arx.schemes import with_scheme
from arxdesk_engine.arx.searching import begun_locally, search_settings, step_limit
from arxdesk_engine.arx.subset import subset_settings
from arxdesk_engine.arx.surroundings import cost_settings, population_settings, suppression_settings, utility_settings
from arxdesk_engine.arx.types import TypedColumns, typed
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.raw_table import RawColumn, RawTable, folded
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.errors import InvalidData, quoted
from arxdesk_engine.foundation.language import marked, tr, whole
from arxdesk_engine.foundation.log import logged
from arxdesk_engine.foundation.moments import has_short_year
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.io.cells.options import TableOptions
from arxdesk_engine.io.files.archive import Archive
from arxdesk_engine.io.table import read_table
from arxdesk_engine.io.text.detect import can_delimit
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.project import MOST_DESCRIPTION, MOST_NAME, ProjectSettings
from arxdesk_engine.job.quality import QualitySettings
from arxdesk_engine.job.subset import SubsetSettings
from arxdesk_engine.preparation.loading import load_hierarchies
from arxdesk_engine.preparation.preparation import prepared
from arxdesk_engine.privacy.arx_forms import Values

_LOG = logging.getLogger(__name__)

TABLE = "data/input.csv"
_QUOTE: Literal['"'] = '"'
_ENCODING, _OLD_ENCODING = "utf-8", "cp1252"
"""ARX writes the table in this way, whatever the project says; very old versions as their system did."""
_PRECISION = "precision"
"""The quality model that goes by how many levels a hierarchy has."""
_KNOWN_ENTRIES = re.compile(
    r"metadata\.xml|project\.(dat|xml)|data/(input\.csv|output\.dat)|(input|output)/(config\.(dat|xml)|definition\.xml)|"
    r"(input|output)/hierarchies/.*|lattice\.(xml|dat)|infoloss\.dat|attributes\.dat|clipboard\.xml|filter\.dat",
    re.DOTALL,
)
_RESULT = ("data/output.dat", "lattice.dat", "lattice.xml", "output/config.dat")


def read_arx(path: Path, control: Control | None = None) -> Imported:
    """A project of ARX as a job. Raises UnreadableFile, or InvalidData for what is none; Stopped."""
    return _read(path, control or Control())[0]


def load_arx(path: Path, control: Control | None = None) -> LoadedImport:
    """A project of ARX with its table and its hierarchies. Raises a UserError; Stopped."""
    control = control or Control()
    imported, dataset = _read(path, control)
    control.report(Progress(tr("Reading the hierarchies")))
    return LoadedImport(imported, dataset, load_hierarchies(imported.job, dataset, control))


def _read(path: Path, control: Control) -> tuple[Imported, Dataset]:
    findings = Findings()
    with logged(_LOG, tr("read the project of ARX %s"), path), Archive(path) as archive:
        container = Container(archive, findings, control)
        if TABLE not in container:
            raise archive.broken(
                tr("there is no {table} in it, so that there is no table to anonymize", table=quoted(TABLE))
            )
        version = version_of(container, findings)
        found = configuration(container, findings)
        facts = _with_objects(project_facts(container, findings), found)
        defined = definitions(container, findings)
        table = _read_table(path, facts.delimiter, findings, control)
        reading = _Reading(path, container, found, defined, table, findings)
        control.report(Progress(tr("Reading the hierarchies")))
        job, dataset = reading.job(facts, control)
        _report_entries(container, table.raw, findings)
    trail = audit_trail(found, findings)
    return Imported(job, tuple(findings.left_out), tuple(findings.notes), version, trail), dataset


def _with_objects(facts: StoredProject, found: Configuration) -> StoredProject:
    """Complete the project by its object where the XML says nothing."""
    syntax = found.model.part("csvSyntax")
    delimiter = facts.delimiter or (syntax and syntax.text("delimiter")) or found.model.text("separator") or ""
    return replace(
        facts,
        title=_said(found.model, "name", facts.title),
        description=_said(found.model, "description", facts.description),
        delimiter=delimiter if can_delimit(delimiter) else "",
    )


def _said(model: Instance, field: str, written: str) -> str:
    """A text of the project: that of its object; else that of the XML, where what is missing is written as null."""
    if field in model.fields:
        return (model.text(field) or "").strip()
    return "" if written == "null" else written


@dataclass(frozen=True, slots=True, eq=False)
class _Table:
    """The table as its file has it, `null_values` folded, and how that is written."""

    raw: RawTable
    delimiter: str
    encoding: str
    null_values: tuple[str, ...]


def _read_table(path: Path, delimiter: str, findings: Findings, control: Control) -> _Table:
    """Read the table; empty cells are missing, and NULL as it is spelled there."""
    raw, encoding = _read_encoded(path, delimiter, findings, control)
    spelled = {text for column in raw.columns for text in column.dictionary if text.upper() == "NULL"}
    null_values = ("", *sorted(spelled))
    columns = []
    for column in raw.columns:
        if "" in column.dictionary and spelled.intersection(column.dictionary):
            found = tr("the column {column} has empty cells beside missing ones", column=quoted(column.name))
            findings.leave_out(TABLE, found, tr("Both are missing here; ARX treats the empty text as a value."))
        codes, dictionary = folded(column.codes, column.dictionary, null_values)
        columns.append(RawColumn(column.name, codes, tuple(dictionary), has_numbers=False))
    written = delimiter or (";" if raw.facts is None else raw.facts.delimiter)
    return _Table(RawTable(tuple(columns), raw.records, raw.facts), written, encoding, null_values)


def _read_encoded(path: Path, delimiter: str, findings: Findings, control: Control) -> tuple[RawTable, str]:
    options = TableOptions(delimiter=delimiter or None, quote=_QUOTE, encoding=_ENCODING, header=True)
    try:
        return read_table(str(path / TABLE), options, control), _ENCODING
    except InvalidData as error:
        try:
            raw = read_table(str(path / TABLE), replace(options, encoding=_OLD_ENCODING), control)
        except InvalidData:
            raise error from None
    findings.leave_out(
        TABLE, tr("it is not text in UTF-8"), tr("It is read as Western European text: check its letters.")
    )
    return raw, _OLD_ENCODING


@dataclass(slots=True, eq=False)
class _Reading:
    """The parts of a job, made one after the other: each knows those before it."""

    path: Path
    container: Container
    found: Configuration
    defined: Mapping[str, Definition]
    table: _Table
    findings: Findings
    heights: dict[str, int] = field(default_factory=dict)
    """The highest level of each attribute, as ARX has it."""

    def job(self, facts: StoredProject, control: Control) -> tuple[Job, Dataset]:
        """The whole job, and its table."""
        found, findings, names = self.found, self.findings, self.table.raw.names
        for name in self.defined.keys() - set(names):
            findings.leave_out(
                "input/definition.xml", tr("the table has no column {name}", name=quoted(name)), tr("It was left out.")
            )
        types = typed(self.table.raw.columns, self.defined, findings)
        data = self._data(types)
        asked, paused = compatible(*privacy_models(found, findings), findings)
        quality = self._quality(names)
        plain = {
            name: AttributeSettings(type=kind.kind, format=kind.format, order=kind.order)
            for name, kind in types.types.items()
        }
        dataset = prepared(self.table.raw, data, plain, str(self.path / TABLE))
        fixed = need_fixed_hierarchies(asked)
        attributes = {}
        for name in names:
            control.raise_if_stopped()
            attributes[name] = self._attribute(dataset, name, types, quality.model, fixed=fixed)
        self._report_weights(names)
        models = built(self._with_schemes(asked, attributes), tr("privacy models"), findings)
        subset = subset_settings(found, dataset, findings)
        if subset is None and any(model.needs_subset for model in models):
            subset = SubsetSettings()
        search = search_settings(found, findings)
        suppression, quality = begun_locally(search, suppression_settings(found, findings), quality, findings)
        job = Job(
            data=data,
            project=_project(facts, findings),
            attributes=attributes,
            privacy=models,
            paused=built(self._with_schemes(paused, attributes), tr("privacy models"), findings),
            costs=cost_settings(found, findings),
            population=population_settings(found, findings),
            subset=subset,
            suppression=suppression,
            quality=quality,
            search=search,
            utility=utility_settings(found, dataset, findings),
            explore=explore_settings(found, self.container, self._ranges(attributes), findings),
            analysis=analysis_settings(found, findings),
        ).at(self.path)
        return job, dataset

    def _data(self, types: TypedColumns) -> DataSource:
        has_short_years = any(has_short_year(kind.format or "") for kind in types.types.values())
        return DataSource(
            path=self._inside(TABLE),
            delimiter=self.table.delimiter,
            quote=_QUOTE,
            encoding=self.table.encoding,
            header=True,
            decimal_mark=types.decimal_mark,
            thousands_mark=types.thousands_mark,
            two_digit_years_until=dt.datetime.now().astimezone().date() if has_short_years else None,
            null_values=self.table.null_values,
        )

    def _inside(self, entry: str) -> str:
        """The path of an entry, relative to the folder of the archive."""
        return f"{self.path.name}/{entry}"

    def _quality(self, names: tuple[str, ...]) -> QualitySettings:
        values = quality_settings(self.found, self.findings)
        targets = [name for name in names if name in self.defined and self.defined[name].is_target]
        hidden = [name for name in targets if self.defined[name].role is Role.IDENTIFYING]
        for name in hidden:
            what = tr("{name} is a target variable and identifying: no output shows it", name=quoted(name))
            self.findings.leave_out("input/definition.xml", what, tr("It is no target here."))
        values["targets"] = tuple(name for name in targets if name not in hidden)
        return section(QualitySettings, values, tr("utility measure"), self.findings) or QualitySettings()

    def _attribute(
        self, dataset: Dataset, name: str, types: TypedColumns, quality: str, *, fixed: bool
    ) -> AttributeSettings:
        """The settings of an attribute; its hierarchy is a specification where that does the same."""
        found, defined = self.found, self.defined.get(name) or Definition(name)
        place = Place(str(self.path), self.table.delimiter, self.table.null_values)
        rows = found.input.table("hierarchies").get(name)
        stored = stored_hierarchy(name, defined.hierarchy, rows, self.container, place, self.findings)
        builder = found.input.table("hierarchyBuilders").get(name)
        made = functional(
            *(builder, stored, dataset[name], self.findings), needs_height=quality == _PRECISION, fixed=fixed
        )
        height = 0 if stored is None else stored.hierarchy.levels - 1
        if stored is None and made is not None:
            height = made.builder.build(dataset[name]).levels - 1
        self.heights[name] = height
        source = self._source(stored) if made is None else made.builder
        kind, has_root = types.types[name], made is not None and made.has_root
        return attribute_settings(defined, kind, source, (height, has_root), found, self.findings)

    def _source(self, stored: StoredHierarchy | None) -> str | HierarchyBuilder | None:
        if stored is None or not isinstance(stored.source, str):
            return None if stored is None else stored.source
        return self._inside(stored.source.removeprefix(f"{self.path}/"))

    def _with_schemes(
        self, models: tuple[Values, ...], attributes: Mapping[str, AttributeSettings]
    ) -> tuple[Values, ...]:
        grouped = {name: self.heights[name] for name, each in attributes.items() if each.is_grouped}
        return tuple(with_scheme(each, grouped, step_limit(self.found)) for each in models)

    def _ranges(self, attributes: Mapping[str, AttributeSettings]) -> dict[str, tuple[int, int]]:
        """The lowest and the highest level of the attributes that transformations have levels of."""
        return {
            name: (each.minimum_level, self.heights[name] if each.maximum_level is None else each.maximum_level)
            for name, each in attributes.items()
            if each.is_grouped
        }

    def _report_weights(self, names: tuple[str, ...]) -> None:
        for name in self.found.weights.keys() - set(names):
            what = tr("{name} has a weight, and the table has no such column", name=quoted(name))
            self.findings.leave_out(tr("input/config.dat, attributeWeights"), what, tr("It was left out."))


def _project(facts: StoredProject, findings: Findings) -> ProjectSettings:
    for text, most, found in (
        (facts.title, MOST_NAME, marked("the name has {n} characters")),
        (facts.description, MOST_DESCRIPTION, marked("the description has {n} characters")),
    ):
        if len(text) > most:
            findings.leave_out(
                "project.xml", tr(found, n=whole(len(text))), tr("The first {most} are kept.", most=whole(most))
            )
    return ProjectSettings(title=facts.title[:MOST_NAME], description=facts.description[:MOST_DESCRIPTION])


def _report_entries(container: Container, raw: RawTable, findings: Findings) -> None:
    """Report unknown entries, hierarchies without a column, and results that are computed anew."""
    for name in container.names:
        if _KNOWN_ENTRIES.fullmatch(name) is None:
            findings.leave_out(name, tr("this part of a project is not known"), tr("It was not imported."))
        elif name.startswith(FOLDER) and name.removeprefix(FOLDER).removesuffix(".csv") not in raw.names:
            findings.leave_out(name, tr("the table has no such column"), tr("The hierarchy was left out."))
    if any(name in container for name in _RESULT):
        findings.note(RESULT_NOT_IMPORTED)
