"""All statements of a release within a database, for people to read and to run."""

from __future__ import annotations

import numpy as np
import sqlalchemy as sa

from arxdesk_engine.backends.border.shape import label_name
from arxdesk_engine.backends.database.recounting import RecountStatements
from arxdesk_engine.backends.database.statements import DatabaseStatements
from arxdesk_engine.backends.database.temporary import NUMBER, REMOVED, ReleaseTables
from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.io.cells.typed import WrittenCells

_LONG = "x" * 255
"""A label that a column of texts has room for."""


def explanation(tables: ReleaseTables, target: sa.TableClause, staging: sa.TableClause) -> str:
    """The statements with the reason for each, as they run one after the other."""
    make, count = DatabaseStatements(tables), RecountStatements(tables)
    quasi, system = tables.shape.quasi_identifiers, tables.system
    parts = {
        "The distinct tuples with their counts": make.group,
        "They are read for the search": make.read_tuples,
        "The labels that the search gives to each tuple, filled by the program; 1 if its records are removed": (
            make.make_labels(_text_labels(len(quasi)))
        ),
        **{f"The label and the code of each value of {each}": make.mapping(i) for i, each in enumerate(quasi)},
        "The labels of missing values": make.missing,
        "The tuples whose records are removed, by the codes of their values": make.removed,
        "The released table, under a name that nobody uses": make.release(staging, removes=True),
        "The second count: groups of the released table that differ": count.groups_that_differ(staging, quasi),
        "The released table gets its name": ";\n".join(system.named(staging, target, replaces=False)),
    }
    last = {"The second count, of the table with its name": count.groups_that_differ(target, quasi)}
    if system.keeps_snapshot:
        parts = {"One transaction, so that all statements see the same records": "BEGIN", **parts}
        last = {"The released table is there for others": "COMMIT", **last}
    begin = "\n".join(f"{each};" for each in system.first)
    reasons = (f"-- {_one_line(reason)}\n{each};" for reason, each in (*parts.items(), *last.items()))
    return "\n\n".join([begin, *reasons]).strip()


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _text_labels(number: int) -> list[WrittenCells]:
    """Labels of which only the names and types are known, for people to read."""
    codes = np.empty(0, np.int32)
    return [
        WrittenCells(NUMBER, ValueType(DataType.INTEGER), codes, (), (1,)),
        *(WrittenCells(label_name(place), ValueType(), codes, (), (_LONG,)) for place in range(number)),
        WrittenCells(REMOVED, ValueType(DataType.INTEGER), codes, (), (0, 1)),
    ]
