"""Random small problems: tables, nested hierarchies, limits, weights."""

import numpy as np
from hypothesis import strategies as st

from tests.engine.naive import Case

AGGREGATES = ("sum", "maximum", "arithmetic-mean", "geometric-mean")
FACTORS = (0.0, 0.1, 0.25, 0.3, 0.5, 0.6, 0.75, 0.9, 1.0)
LIMITS = (0.0, 0.05, 0.1, 0.25, 0.5, 0.75, 1.0)
WEIGHTS = (0.0, 0.1, 0.25, 0.5, 1.0)
VALUES = ("", "*", "a", "b", "c", "d", "e", "1", "2", "10", "é")
LABELS = ("*", "a", "b", "x", "y", "z", "w")


@st.composite
def hierarchies(draw, max_values: int = 6, max_levels: int = 4) -> tuple[tuple[str, ...], ...]:
    """Rows that nest: each level merges whole groups of the one before.

    Groups are uneven, labels are drawn anew for every level (so that the same text may mean different groups on
    different levels, and "*" may stand anywhere), and there may be a single level only.
    """
    values = draw(st.lists(st.sampled_from(VALUES), min_size=1, max_size=max_values, unique=True))
    columns = [tuple(values)]
    group_of = list(range(len(values)))
    for _level in range(draw(st.integers(0, max_levels - 1))):
        groups = sorted(set(group_of))
        merged = draw(st.lists(st.integers(0, len(groups) - 1), min_size=len(groups), max_size=len(groups)))
        group_of = [merged[groups.index(group)] for group in group_of]
        labels = draw(st.permutations(LABELS))
        columns.append(tuple(labels[group] for group in group_of))
    return tuple(zip(*columns, strict=True))


@st.composite
def tables(draw, max_attributes: int = 4, max_records: int = 24) -> tuple[tuple[tuple[str, ...], ...], tuple]:
    """Columns of a table, with a hierarchy for each that may list values the table does not have."""
    attributes = draw(st.integers(1, max_attributes))
    drawn = [draw(hierarchies(max_levels=4 if attributes < 4 else 3)) for _attribute in range(attributes)]
    row = st.tuples(*(st.sampled_from([row[0] for row in rows]) for rows in drawn))
    records = draw(st.lists(row, min_size=1, max_size=max_records))
    if draw(st.booleans()):
        records = records + records
    return tuple(zip(*records, strict=True)), tuple(drawn)


@st.composite
def cases(draw) -> Case:
    """Whole problems."""
    columns, drawn = draw(tables())
    limits = [sorted(draw(st.tuples(*[st.integers(0, len(rows[0]) - 1)] * 2))) for rows in drawn]
    limited = draw(st.booleans())
    attributes = len(columns)
    weight = st.sampled_from(WEIGHTS) | st.floats(0.0, 1.0, allow_subnormal=False)
    return Case(
        columns=columns,
        hierarchies=drawn,
        k=draw(st.integers(1, 6)),
        limit=draw(st.sampled_from(LIMITS) | st.floats(0.0, 1.0)),
        weights=draw(st.none() | st.tuples(*[weight] * attributes)),
        aggregate=draw(st.sampled_from(AGGREGATES)),
        factor=draw(st.sampled_from(FACTORS)),
        bottom=tuple(low for low, _high in limits) if limited else None,
        top=tuple(high for _low, high in limits) if limited else None,
    )


@st.composite
def hard_cases(draw) -> Case:
    """Skewed tables over uneven hierarchies of up to five levels: a greedy descent misses the best of them."""
    generator = np.random.default_rng(draw(st.integers(0, 2**32)))
    attributes, records = draw(st.integers(2, 4)), draw(st.sampled_from([40, 120, 300]))
    columns, drawn = [], []
    for _attribute in range(attributes):
        values = int(generator.integers(4, 14))
        group = np.arange(values)
        levels = [group]
        for _level in range(int(generator.integers(1, 5))):
            names = np.unique(group)
            merged = np.sort(generator.integers(0, max(1, len(names) * 2 // 3), len(names)))
            group = merged[np.searchsorted(names, group)]
            levels.append(group)
        drawn.append(tuple(tuple(str(level[value]) for level in levels) for value in range(values)))
        weights = generator.dirichlet(np.full(values, 0.5))
        columns.append(tuple(str(value) for value in generator.choice(values, records, p=weights)))
    return Case(
        columns=tuple(columns),
        hierarchies=tuple(drawn),
        k=draw(st.integers(2, 8)),
        limit=draw(st.sampled_from((0.0, 0.02, 0.05, 0.2, 1.0))),
        weights=draw(st.none() | st.tuples(*[st.sampled_from((0.1, 0.5, 1.0))] * attributes)),
        aggregate=draw(st.sampled_from(AGGREGATES)),
        factor=draw(st.sampled_from((0.25, 0.5, 0.8))),
    )
