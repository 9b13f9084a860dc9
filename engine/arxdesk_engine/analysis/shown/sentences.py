"""Captions and sentences around the two tables of Quality."""

from __future__ import annotations

from arxdesk_engine.analysis.shown.rows import VisibleRows
from arxdesk_engine.analysis.tables import TableClasses
from arxdesk_engine.foundation.words import ENGLISH, Words


def columns(number: int, hidden: int, words: Words = ENGLISH) -> str:
    """ "9 columns", "7 of 9 columns"."""
    every = words.counted(number, "column", "columns")
    return f"{words.count(number - hidden)} of {every}" if hidden else every


def of_input(rows: VisibleRows, part: str, shown_columns: str, words: Words = ENGLISH, *, alone: bool) -> str:
    """The caption of the input, which may be a `part` of the table; where it stands `alone`, with its groups."""
    of_part = f" of the {part}" if rows.outside else ""
    grouped = f" in {groups(rows.before, words)}" if alone and len(rows.before.sizes) else ""
    return f"{words.records(rows.people)}{of_part}{grouped}, {shown_columns}"


def of_output(rows: VisibleRows, shown_columns: str, words: Words = ENGLISH) -> str:
    """The caption of the output."""
    grouped = f" in {groups(rows.after, words)}" if rows.after is not None and len(rows.after.sizes) else ""
    return f"{words.records(rows.people - rows.gone)}{grouped}, {shown_columns}"


def groups(classes: TableClasses, words: Words = ENGLISH) -> str:
    """ "397 groups"."""
    return words.counted(len(classes.sizes), "group", "groups")


def foot(rows: VisibleRows, words: Words = ENGLISH) -> str:
    """The sizes of the groups of the output, and the values of removed records."""
    if rows.after is None:
        return ""
    said = []
    if rows.largest:
        several = rows.smallest != rows.largest
        sizes = f"{words.count(rows.smallest)} to {words.count(rows.largest)}" if several else words.count(rows.largest)
        said.append(f"Groups of {sizes} {'people' if rows.after.people is not None else 'records'}.")
    reads = "Removed records read * in every quasi-identifier."
    return " ".join([*said, reads if rows.gone else "No records were removed."])


def outside(number: int, part: str, words: Words = ENGLISH, *, shown: bool) -> str:
    """The label of the link that shows or hides the records that do not count."""
    return f"{'Hide' if shown else 'Show'} {words.records(number)} outside of the {part}"


def copied(number: int, selected: int, words: Words = ENGLISH) -> str:
    """The sentence after copying."""
    rows = words.counted(selected, "row", "rows")
    return f"Copied {rows}." if number == selected else f"Copied the first {words.count(number)} of {rows}."
