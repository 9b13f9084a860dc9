"""A job proposed for a table that nobody has described yet, with the reason for each role beside it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.foundation.toml_text import inline, key_text
from arxdesk_engine.io.table import format_of
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.job.job import Job, job_from
from arxdesk_engine.preparation.importing.reading import read_first, read_whole
from arxdesk_engine.preparation.importing.table import ReadColumn, ReadTable
from arxdesk_engine.preparation.preparation import prepared
from arxdesk_engine.risk.role_proposal import RoleProposal, proposed_roles

_ABOUT = """\
# Proposed by arxdesk for {name}: {records:,} records, {columns:,} columns.
#
# The roles are guesses, from the names of columns and from their values. Read each of them before anything is shared:
#   identifying        names people: it is starred
#   quasi-identifying  could be known to somebody else: it is made coarser until people look alike
#   sensitive          must not become known of anybody: privacy models protect it
#   insensitive        nobody finds or learns anything by it: it is written as it is
"""
_PROTECTION = """\
# Every person looks like at least k - 1 others.
[[privacy]]
model = "k-anonymity"
k = 5
"""
_OF_SENSITIVE = """
# Keeps people who look alike from having one value alone; take the marks away to use it.
# [[privacy]]
# model = "l-diversity"
# attribute = {attribute}
# variant = "distinct"
# l = 2
"""
_REST = """
[suppression]
limit = 0.05  # at most 5 % of the records may be removed

[output]
suppressed = "drop"  # removed records are left out; "keep" writes them as *

[search]
time_limit = 60.0  # seconds; then the best so far
"""


@dataclass(frozen=True, slots=True)
class ProposedAttribute:
    """What is proposed for a column: its settings as a job has them, and why it has its role."""

    name: str
    settings: Mapping[str, Any]
    proposal: RoleProposal


@dataclass(frozen=True, slots=True)
class ProposedJob:
    """A job as text with comments, and what it says of each column. `records` were looked at."""

    text: str
    attributes: tuple[ProposedAttribute, ...]
    records: int

    @property
    def job(self) -> Job:
        """The job that the text is."""
        return job_from(tomllib.loads(self.text))

    def named(self, role: Role) -> list[str]:
        """The columns that are proposed for a role."""
        return [each.name for each in self.attributes if each.proposal.role is role]


def proposed_job(data: DataSource, written: str, control: Control | None = None) -> ProposedJob:
    """Propose a job for the table at `data`; `written` is how the job names its place.

    Syntax and types are those that are detected, roles come from the names of columns and the forms of their values
    (`risk.role_proposal`), hierarchies of quasi-identifiers are built automatically. Raises UnreadableFile,
    PasswordNeeded or InvalidData; Stopped.
    """
    control = control or Control()
    first = read_first(data, None, True, control)
    table = read_whole(first.data, None, first.sure, control)
    control.report(Progress(tr("Looking for identifying columns")))
    readings = {column.name: column.candidates[0].reading for column in table.columns}
    settings = {name: reading.settings for name, reading in readings.items()}
    source = table.data.model_copy(update={"cleanse": True})
    roles = proposed_roles(prepared(table.raw, source, settings, data.path), control)
    control.raise_if_stopped()
    attributes = tuple(_attribute(column, roles[column.name]) for column in table.columns)
    return ProposedJob("".join(_lines(table, written, attributes)), attributes, table.records)


def _attribute(column: ReadColumn, proposal: RoleProposal) -> ProposedAttribute:
    settings: dict[str, Any] = {"role": proposal.role.value}
    settings |= column.candidates[0].reading.settings.model_dump(mode="json", exclude_defaults=True, exclude={"role"})
    if proposal.role is Role.QUASI_IDENTIFYING:
        settings["hierarchy"] = {"builder": "automatic"}
    return ProposedAttribute(column.name, settings, proposal)


def _lines(table: ReadTable, written: str, attributes: tuple[ProposedAttribute, ...]) -> Iterator[str]:
    yield _ABOUT.format(name=written, records=table.records, columns=len(attributes))
    yield "\n[data]\n"
    misfits = any(column.candidates[0].misfits for column in table.columns)
    content = table.data.model_dump(mode="json", exclude_defaults=True) | {"path": written}
    if misfits:
        content["cleanse"] = True
    for key, value in content.items():
        comment = _doubt_of(key, table) if key != "cleanse" else "  # cells that do not fit their type become missing"
        yield f"{key} = {inline(value)}{comment}\n"
    for each in attributes:
        yield f"\n# {each.proposal.reason}{'' if each.proposal.decided else ' Please decide.'}\n"
        yield f"[attributes.{key_text(each.name)}]\n"
        yield from (f"{key} = {inline(value)}\n" for key, value in each.settings.items())
    if not any(each.proposal.role is Role.QUASI_IDENTIFYING for each in attributes):
        yield "\n# No column looks like one by which people could be found: give one the role quasi-identifying.\n"
    yield f"\n{_PROTECTION}"
    sensitive = [each.name for each in attributes if each.proposal.role is Role.SENSITIVE]
    if sensitive:
        yield _OF_SENSITIVE.format(attribute=inline(sensitive[0]))
    yield _REST


def _doubt_of(key: str, table: ReadTable) -> str:
    return "" if table.sure.get(key, "certain") == "certain" else "  # not certain: look at the file"


def table_at(path: str, table: str | None = None) -> DataSource:
    """The table at a path or the address of a database; `table` names one there, or a sheet of a workbook.

    Raises InvalidData for formats that cannot be read.
    """
    kind = format_of(path)
    named = {} if table is None or not kind.has_tables else {"table" if kind.value == "database" else "sheet": table}
    return DataSource.model_validate({"path": path, **named})
