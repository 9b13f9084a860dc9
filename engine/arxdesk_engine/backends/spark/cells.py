"""Tables of the distinct cells of some columns, in Spark's SQL: the conditions they satisfy, the values that stand for
them, and what becomes of them.

They are joined to the records by the cells as these are stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from arxdesk_engine.backends.border.shape import unused_name
from arxdesk_engine.backends.border.subset import SubsetCondition, SubsetPart
from arxdesk_engine.backends.border.treated import LABEL, TEXT, TreatedColumn
from arxdesk_engine.backends.spark.names import MARKED, SOURCE, name


def distinct_cells(columns: Sequence[str]) -> str:
    """The distinct cells of some columns, in an order of their own that is always the same."""
    listed = ", ".join(map(name, columns))
    return f"SELECT DISTINCT {listed}\nFROM {SOURCE}\nORDER BY {listed}"


def decided_cells(place: int) -> str:
    """The table of the cells of an attribute of a condition, by its place among them, with the parts they satisfy."""
    return f"decided_{place}"


def part_names(condition: SubsetCondition, attribute: str) -> dict[SubsetPart, str]:
    """The columns of such a table that are true where a cell satisfies a part of the condition."""
    parts = condition.parts_of(attribute)
    return {part: unused_name(f"part {number}", [attribute]) for number, part in enumerate(parts)}


def marked(condition: SubsetCondition, member: str) -> str:
    """Define the records with a further column, `member`: 1 for those of a research subset, else 0."""
    tables = {each: decided_cells(place) for place, each in enumerate(condition.attributes)}

    def satisfied(part: SubsetPart) -> str:
        return f"{tables[part.attribute]}.{name(part_names(condition, part.attribute)[part])}"

    joins = "".join(f"\n{_joined(SOURCE, table, [each])}" for each, table in tables.items())
    return (
        f"CREATE OR REPLACE TEMPORARY VIEW {MARKED} AS\n"
        f"SELECT {SOURCE}.*, CAST({condition.sql(satisfied)} AS INT) AS {name(member)}\nFROM {SOURCE}{joins}"
    )


def coarser_cells(place: int) -> str:
    """The table of the values of a quasi-identifier, by its place, with the one that stands for it at each level."""
    return f"values_{place}"


def level_name(level: int, attribute: str) -> str:
    """The column of such a table with the values of a level."""
    return unused_name(f"level {level}", [attribute])


def joins_of_coarser(relation: str, places: Mapping[str, int]) -> list[str]:
    """The joins of a relation with the tables of quasi-identifiers, by their places."""
    return [_joined(relation, coarser_cells(place), [each]) for each, place in places.items()]


def treated_cells(place: int) -> str:
    """The table of the cells of a treated column, by its place among them, with what becomes of them."""
    return f"treated_{place}"


def treated_names(column: TreatedColumn) -> tuple[str, str]:
    """The columns of such a table with what becomes of a cell: with the type of the column, and as text."""
    return unused_name(LABEL, column.inputs), unused_name(TEXT, column.inputs)


def joins_of_treated(relation: str, treated: Iterable[tuple[int, TreatedColumn]]) -> list[str]:
    """The joins of a relation with the tables of treated columns, by their places."""
    return [_joined(relation, treated_cells(place), each.inputs) for place, each in treated]


def _joined(relation: str, table: str, keys: Sequence[str]) -> str:
    same = "\n      AND ".join(f"{relation}.{name(each)} <=> {table}.{name(each)}" for each in keys)
    return f"LEFT JOIN {table} ON {same}"
