"""Replacing values of the table: changes, consequences, and the resulting columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from dataclasses import replace as replace_fields

from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import quoted
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.attributes import AttributeSettings, ReplacementSettings
from arxdesk_engine.job.job import Job
from arxdesk_engine.preparation.preparation import read_as, spelling_of
from arxdesk_engine.preparation.replacing import change_of

SHOWN_VALUES = 500


@dataclass(frozen=True, slots=True)
class Replacement:
    """A replacement: old text, new text and attributes.

    `whole`: whole cells, the empty text standing for missing ones; otherwise every occurrence within a cell.
    """

    attributes: tuple[str, ...]
    find: str
    by: str
    whole: bool = True
    case: bool = True

    @property
    def rule(self) -> ReplacementSettings | None:
        """Its rule in a job; None if there is nothing to replace."""
        if not self.find and not self.whole:
            return None
        by = self.by.strip() if self.whole else self.by
        return ReplacementSettings(find=self.find, by=by, whole=self.whole, case=self.case)


@dataclass(frozen=True, slots=True)
class ChangedValue:
    """One distinct value that changes. `merges`: the new value exists already."""

    attribute: str
    before: str
    after: str
    cells: int
    merges: bool


@dataclass(frozen=True, slots=True)
class Replaced:
    """The effect of a replacement. `values` are the first of the `number` that change; `notes` the consequences."""

    replacement: Replacement
    values: tuple[ChangedValue, ...]
    number: int
    cells: int
    columns: tuple[tuple[Column, AttributeSettings], ...]
    notes: tuple[str, ...]


def replace(
    dataset: Dataset, job: Job, hierarchies: Mapping[str, Hierarchy], replacement: Replacement, control: Control
) -> Replaced:
    """Work out a replacement. A fresh reading of the table with the new settings gives the same columns."""
    values: list[ChangedValue] = []
    columns: list[tuple[Column, AttributeSettings]] = []
    notes: list[str] = []
    number = cells = 0
    rule = replacement.rule
    for name in replacement.attributes:
        if rule is None:
            break
        control.raise_if_stopped()
        column, before = dataset[name], job.settings_of(name)
        change = change_of(rule)
        changes = {old: new for old in column.values if (new := change(old)) != old}
        if not changes:
            continue
        if not _is_read_as_it_stands(column, before, job):
            notes.append(
                tr(
                    "{column} is left out: its cells are rewritten while they are read. Change how it is read first.",
                    column=name,
                )
            )
            continue
        counts = dict(zip(column.values, column.counts().tolist(), strict=True))
        there = set(column.values) - changes.keys()
        values += [ChangedValue(name, old, new, counts[old], new in there) for old, new in changes.items()]
        number += len(changes)
        cells += sum(counts[old] for old in changes)
        made, settings = _changed(column, before, rule, changes, job)
        notes += _consequences(column, made, hierarchies.get(name))
        columns.append((made, settings))
    return Replaced(replacement, tuple(values[:SHOWN_VALUES]), number, cells, tuple(columns), tuple(notes))


def _changed(
    column: Column, before: AttributeSettings, rule: ReplacementSettings, changes: Mapping[str, str], job: Job
) -> tuple[Column, AttributeSettings]:
    """The column with its type where the new values fit it, and the settings that say so.

    The resulting type is stored, so that later readings need not detect it again.
    """
    settings = before.model_copy(update={"replacements": (*before.replacements, rule)})
    if before.type is None:
        return _detected(column, settings, [changes.get(each, each) for each in column.values], job)
    order = tuple(dict.fromkeys(changes.get(value, value) for value in before.order))
    kind = ValueType(before.type, before.format, order)
    new = [changes.get(value, value) for value in column.values]
    if kind.has_scale and any(value and kind.parse(value) is None for value in new):
        kind = ValueType()
    update = {"type": kind.kind, "format": kind.format if kind.kind is DataType.DATE else None, "order": kind.order}
    return column.replaced(changes, kind), settings.model_copy(update=update)


def _detected(
    column: Column, settings: AttributeSettings, new: Sequence[str], job: Job
) -> tuple[Column, AttributeSettings]:
    """A column of new texts with the type that all of them have, in the notation of the table, else with a point.

    One notation is required of all values: decimal commas in a table do not justify misreading new values.
    """
    with_point = settings.model_copy(update={"decimal_mark": ".", "thousands_mark": ""})
    for tried in (settings, with_point):
        spelling = spelling_of(tried, job.data, has_numbers=column.spelling.has_numbers)
        texts, kind = read_as(new, tried, spelling)
        read = {old: text or "" for old, text in zip(column.values, texts, strict=True)}
        made = replace_fields(column, spelling=spelling).replaced(read, kind)
        if made.type.has_scale and (tried is settings or made.type.kind.is_numeric):
            if made.type == column.type and tried is settings:
                return made, settings
            return made, tried.model_copy(update={"type": made.type.kind, "format": made.type.format})
    texts, kind = read_as(new, settings, column.spelling)
    read = {old: text or "" for old, text in zip(column.values, texts, strict=True)}
    return column.replaced(read, kind), settings


def _consequences(before: Column, after: Column, hierarchy: Hierarchy | None) -> list[str]:
    notes = []
    if after.type.kind is not before.type.kind:
        misfit = next((value for value in after.values if value and before.type.parse(value) is None), None)
        types = {"now": tr(_KINDS[before.type.kind]), "then": tr(_KINDS[after.type.kind])}
        notes.append(
            tr(
                "{column} is {now} now and becomes {then}, since {value} is none.",
                column=before.name,
                value=quoted(misfit),
                **types,
            )
            if misfit is not None and before.type.has_scale
            else tr("{column} is {now} now and becomes {then}.", column=before.name, **types)
        )
    if hierarchy is not None:
        known = {row[0] for row in hierarchy.rows}
        missing = sum(value not in known for value in set(after.values) - set(before.values))
        if missing:
            notes.append(
                tr_n(
                    missing,
                    "{n} new value has no entry in the hierarchy of {column} yet. Add them there afterwards.",
                    "{n} new values have no entry in the hierarchy of {column} yet. Add them there afterwards.",
                    column=before.name,
                )
            )
    return notes


_KINDS = {
    DataType.STRING: marked("text"),
    DataType.INTEGER: marked("a whole number"),
    DataType.DECIMAL: marked("a decimal number"),
    DataType.DATE: marked("a date"),
    DataType.ORDINAL: marked("ordered"),
    DataType.SET: marked("a set of items"),
}


def _is_read_as_it_stands(column: Column, settings: AttributeSettings, job: Job) -> bool:
    """Whether the cells are the texts of the file, apart from replacements."""
    rewritten = settings.formats_beside or (job.data.cleanse and settings.type is not None) or column.merges
    return not rewritten and (column.spelling.has_plain_numbers or not column.type.kind.is_numeric)
