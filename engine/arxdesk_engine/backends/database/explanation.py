"""All statements of a release within a database, for people to read and to run."""

from __future__ import annotations

import numpy as np
import sqlalchemy as sa

from arxdesk_engine.backends.border.shape import KEPT, OUTSIDE, REMOVED, label_name
from arxdesk_engine.backends.database.labels import whole_numbers
from arxdesk_engine.backends.database.lookups import LookupStatements
from arxdesk_engine.backends.database.recounting import RecountStatements
from arxdesk_engine.backends.database.statements import DatabaseStatements
from arxdesk_engine.backends.database.temporary import (
    CODE,
    FATE,
    LABEL,
    NUMBER,
    ReleaseTables,
    part_name,
    treated_keys,
)
from arxdesk_engine.data.schema import ValueType
from arxdesk_engine.io.cells.typed import WrittenCells

_FILLED = "filled by the program"
_LONG = "x" * 255
"""A label that a column of texts has room for."""


def explanation(tables: ReleaseTables, target: sa.TableClause, staging: sa.TableClause) -> str:
    """The statements with the reason for each, as they run one after the other."""
    make, count = DatabaseStatements(tables), RecountStatements(tables)
    shape, system = tables.shape, tables.system
    quasi, texts = shape.quasi_identifiers, {*shape.labelled, *(each.name for each in shape.treated)}
    parts = {
        **_cells(tables),
        "The distinct tuples with their counts": make.group,
        "They are read for the search": make.read_tuples,
        f"The labels that the search gives to each tuple, {_FILLED}; {KEPT} in the last column if its records are kept,"
        f" {REMOVED} if they are removed, {OUTSIDE} outside the research subset": (
            make.make_labels(_labels(len(shape.labelled)))
        ),
        **{f"The label and the code of each value of {each}": make.mapping(i) for i, each in enumerate(quasi)},
        "The labels of missing values": make.missing,
        "The tuples whose records are removed, by the codes of their values": make.removed,
        "The released table, under a name that nobody uses": make.release(staging, removes=True),
        "The second count: groups of the released table that differ": (
            count.groups_that_differ(staging, texts, removes=True)
        ),
        "The released table gets its name": ";\n".join(system.named(staging, target, replaces=False)),
    }
    last = {"The second count, of the table with its name": count.groups_that_differ(target, texts, removes=True)}
    if system.keeps_snapshot:
        parts = {"One transaction, so that all statements see the same records": "BEGIN", **parts}
        last = {"The released table is there for others": "COMMIT", **last}
    begin = "\n".join(f"{each};" for each in system.first)
    reasons = (f"-- {_one_line(reason)}\n{each};" for reason, each in (*parts.items(), *last.items()))
    return "\n\n".join([begin, *reasons]).strip()


def _cells(tables: ReleaseTables) -> dict[str, str]:
    """The statements about distinct cells."""
    lookups, shape, system = LookupStatements(tables), tables.shape, tables.system
    parts = {}
    for each in tables.cells:
        parts[f"The distinct cells of {each} with their codes"] = lookups.list_cells(each)
        parts[f"The program reads the cells of {each}"] = lookups.read_cells(each)
    for each, members in tables.members.items():
        numbers = range(0 if shape.subset is None else len(shape.subset.parts_of(each)))
        cells = [_numbers(CODE), *(_numbers(part_name(number)) for number in numbers)]
        reason = f"The cells of {each} that satisfy the condition of the research subset (1), {_FILLED}"
        parts[reason] = system.filled_table(members.made, cells, [CODE])
    for column in shape.treated:
        keys = treated_keys(column)
        if column.person is not None:
            pairs = f"The program reads which cells of {column.name} stand beside which of {column.person}"
            parts[pairs] = lookups.read_pairs(column)
        made = system.filled_table(tables.treated[column.name].made, [*map(_numbers, keys), _texts(LABEL)], keys)
        parts[f"What becomes of the cells of {column.name}, {_FILLED}"] = made
    return parts


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _labels(number: int) -> list[WrittenCells]:
    """Labels of which only the names and types are known, for people to read."""
    return [_numbers(NUMBER), *(_texts(label_name(place)) for place in range(number)), _numbers(FATE)]


def _numbers(name: str) -> WrittenCells:
    return whole_numbers(name, np.zeros(1, np.int64))


def _texts(name: str) -> WrittenCells:
    return WrittenCells(name, ValueType(), np.zeros(1, np.int32), (_LONG,), (_LONG,))
