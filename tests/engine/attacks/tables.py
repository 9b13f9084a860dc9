"""Small releases with every kind of label, and what an attacker finds in them by comparing every pair."""

import numpy as np
from hypothesis import strategies as st

from arxdesk_engine.attacks.attacked import AttackedColumn, AttackedTable
from arxdesk_engine.attacks.labels.coverage import Coverage
from arxdesk_engine.data.schema import Role

NAMES = ("a", "b", "c")


def table_of(values, labels, covers, secrets, released_secrets, outside):
    """An attacked table: values and labels are lists of rows, covers a matrix for each column."""
    columns = {
        name: AttackedColumn(
            np.array([row[place] for row in values], np.int64),
            np.array([row[place] for row in labels], np.int64),
            Coverage.of_matrix(np.array(covers[place], np.bool_)),
            tuple(map(str, range(len(covers[place])))),
        )
        for place, name in enumerate(NAMES)
    }
    kinds = max([*secrets, *released_secrets], default=0) + 1
    columns["secret"] = AttackedColumn(
        np.array(secrets, np.int64),
        np.array(released_secrets, np.int64),
        Coverage.of_matrix(np.eye(kinds, dtype=np.bool_)),
        tuple(map(str, range(kinds))),
    )
    gone = np.array(outside, np.bool_)
    roles = dict.fromkeys(NAMES, Role.QUASI_IDENTIFYING) | {"secret": Role.SENSITIVE}
    return AttackedTable(columns, ~gone, gone, roles)


@st.composite
def releases(draw):
    """People, a release that need not be made of them, and any relation of labels and values."""
    people, rows = draw(st.integers(1, 12)), draw(st.integers(0, 12))
    sizes = [(draw(st.integers(1, 4)), draw(st.integers(1, 4))) for _name in NAMES]
    values = [[draw(st.integers(0, size - 1)) for size, _labels in sizes] for _each in range(people)]
    labels = [[draw(st.integers(0, size - 1)) for _values, size in sizes] for _each in range(rows)]
    covers = [[[draw(st.booleans()) for _label in range(labels_)] for _value in range(size)] for size, labels_ in sizes]
    secrets = [draw(st.integers(0, 2)) for _each in range(people)]
    released = [draw(st.integers(0, 2)) for _each in range(rows)]
    outside = [draw(st.booleans()) for _each in range(people)]
    known = tuple(draw(st.lists(st.sampled_from(NAMES), unique=True)))
    return table_of(values, labels, covers, secrets, released, outside), known


def pairs(table, known):
    """The released rows that each record can be, by comparing it with every row."""

    def can_be(record, row):
        columns = [table.columns[each] for each in known]
        return all(each.covers.holds(each.values[record])[each.labels[row]] for each in columns)

    return [[row for row in range(table.rows) if can_be(record, row)] for record in range(len(table.members))]
