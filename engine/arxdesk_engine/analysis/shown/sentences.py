"""Captions and sentences around the two tables of Quality."""

from __future__ import annotations

from arxdesk_engine.analysis.shown.rows import VisibleRows
from arxdesk_engine.analysis.tables import TableClasses
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.foundation.words import ENGLISH, Words


def columns(number: int, hidden: int, words: Words = ENGLISH) -> str:
    """ "9 columns", "7 of 9 columns"."""
    every = tr_n(number, "{n} column", "{n} columns", n=words.count(number))
    if not hidden:
        return every
    return tr("{part} of {columns}", part=words.count(number - hidden), columns=every)


def of_input(rows: VisibleRows, part: str, shown_columns: str, words: Words = ENGLISH, *, alone: bool) -> str:
    """The caption of the input, which may be a `part` of the table; where it stands `alone`, with its groups."""
    records = words.records(rows.people)
    if rows.outside:
        records = tr("{records} of the {part}", records=records, part=tr(part))
    return _in_groups(records, rows.before if alone else None, shown_columns, words)


def of_output(rows: VisibleRows, shown_columns: str, words: Words = ENGLISH) -> str:
    """The caption of the output."""
    return _in_groups(words.records(rows.people - rows.gone), rows.after, shown_columns, words)


def _in_groups(records: str, classes: TableClasses | None, shown_columns: str, words: Words) -> str:
    if classes is None or not len(classes.sizes):
        return tr("{records}, {columns}", records=records, columns=shown_columns)
    return tr("{records} in {groups}, {columns}", records=records, groups=groups(classes, words), columns=shown_columns)


def groups(classes: TableClasses, words: Words = ENGLISH) -> str:
    """ "397 groups"."""
    number = len(classes.sizes)
    return tr_n(number, "{n} group", "{n} groups", n=words.count(number))


def foot(rows: VisibleRows, words: Words = ENGLISH) -> str:
    """The sizes of the groups of the output, and the values of removed records."""
    if rows.after is None:
        return ""
    said = []
    if rows.largest:
        sizes = words.count(rows.largest)
        if rows.smallest != rows.largest:
            sizes = tr("{low} to {high}", low=words.count(rows.smallest), high=sizes)
        told = (
            marked("Groups of {sizes} records.") if rows.after.people is None else marked("Groups of {sizes} people.")
        )
        said.append(tr(told, sizes=sizes))
    reads = tr("Removed records read * in every quasi-identifier.")
    return " ".join([*said, reads if rows.gone else tr("No records were removed.")])


def outside(number: int, part: str, words: Words = ENGLISH, *, shown: bool) -> str:
    """The label of the link that shows or hides the records that do not count."""
    told = marked("Hide {records} outside of the {part}") if shown else marked("Show {records} outside of the {part}")
    return tr(told, records=words.records(number), part=tr(part))


def copied(number: int, selected: int, words: Words = ENGLISH) -> str:
    """The sentence after copying."""
    rows = tr_n(selected, "{n} row", "{n} rows", n=words.count(selected))
    if number == selected:
        return tr("Copied {rows}.", rows=rows)
    return tr("Copied the first {n} of {rows}.", n=words.count(number), rows=rows)
