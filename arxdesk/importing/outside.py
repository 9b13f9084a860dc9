"""What is asked of a table whose records stay where they are, before they are grouped. Knows no Qt."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from arxdesk.importing.choices import Choices
from arxdesk.importing.draft import Draft
from arxdesk.ui.words import joined
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.language import tr, tr_n
from arxdesk_engine.preparation.importing.table import ImportSource, Reading, ReadTable

NAMED = 4
DataEngine = Literal["auto", "memory", "duckdb", "database"]


def engine_for(source: ImportSource, *, outside: bool) -> DataEngine:
    """The engine that leaves the records of a source where they are, or reads them into memory."""
    if outside:
        return "database" if source.is_database else "duckdb"
    return "memory" if source.stays else "auto"


def known_records(draft: Draft) -> int | None:
    """The number of records of the table, as far as it is known."""
    source, choices, table = draft.source, draft.choices, draft.table
    if draft.stays_outside and source is not None and choices is not None:
        named = (each.rows for each in source.tables if each.name == choices.data.table)
        return next(named, None) if source.is_database else source.records
    return table.records if table is not None and table.whole else None


def fault_of(draft: Draft) -> str:
    """Why the columns cannot be taken as they are, or nothing.

    Where records stay outside they are grouped once, and columns that are not grouped are seen no more: all roles are
    decided before that.
    """
    choices = draft.choices
    fault = "" if choices is None else choices.fault()
    if fault or choices is None or not draft.stays_outside or draft.proposals is None:
        return fault
    if undecided := draft.undecided():
        names = joined([choices.columns[place].name for place in undecided], NAMED)
        return tr_n(
            len(undecided),
            "{n} column has no role: {names}. Give it one before the records are grouped.",
            "{n} columns have no role: {names}. Give them one before the records are grouped.",
            names=names,
        )
    if not any(draft.role_of(place) is Role.QUASI_IDENTIFYING for place, _column in choices.kept()):
        return tr("No column is quasi-identifying. The records are grouped by such columns: choose at least one.")
    return ""


def with_misfits_as_text(table: ReadTable, choices: Choices) -> Choices:
    """The choices with columns read as text that have cells which do not fit: nobody can correct them."""
    for place, column in enumerate(table.columns):
        if column.candidates[0].misfits and choices.columns[place].reading is None:
            choices = choices.with_column(place, replace(choices.columns[place], reading=Reading()))
    return choices
