"""Random small tables of codes with suppressed cells, and what it means that two records look alike."""

import numpy as np
from hypothesis import strategies as st

SUPPRESSED = -1

Record = tuple[int, ...]


@st.composite
def records_with_suppressed_cells(draw, max_attributes=5, max_records=16, codes=(0, 1, 2, 3)) -> list[Record]:
    """At least one record and attribute; now and then all records are equal, or all different, or none suppressed."""
    attributes = draw(st.integers(1, max_attributes))
    kind = draw(st.sampled_from(("suppressed", "suppressed", "values", "all equal", "all different")))
    cell = st.sampled_from(codes) if kind == "values" else st.sampled_from((*codes, SUPPRESSED))
    record = st.tuples(*[cell] * attributes)
    if kind == "all equal":
        return [draw(record)] * draw(st.integers(1, max_records))
    return draw(st.lists(record, min_size=1, max_size=max_records, unique=kind == "all different"))


def columns_of(records: list[Record]) -> list[np.ndarray]:
    """The records as the engine takes them, int32[records] per attribute."""
    return [np.array(column, np.int32) for column in zip(*records, strict=True)]


def compatible(one: Record, other: Record) -> bool:
    """Whether two records can be of the same person when a suppressed cell may have been anything."""
    return all(a == b or SUPPRESSED in (a, b) for a, b in zip(one, other, strict=True))


def part(record: Record, attributes: tuple[int, ...]) -> Record:
    """Some cells of a record."""
    return tuple(record[index] for index in attributes)
