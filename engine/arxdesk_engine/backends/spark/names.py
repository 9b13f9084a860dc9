"""Names and texts as Spark's SQL has them, and the names of the relations of a release."""

from __future__ import annotations

SOURCE, MARKED, COARSER, LABELLED = "source", "marked", "coarser", "labelled"
"""The records; the same with those of the research subset told apart; with values put together; and the distinct tuples
with their labels."""


def name(identifier: str) -> str:
    """An identifier in the quotation marks of Spark."""
    return "`" + identifier.replace("`", "``") + "`"


def text(value: str) -> str:
    """A text as a literal."""
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
