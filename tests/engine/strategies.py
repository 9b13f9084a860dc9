"""Random small problems: tables, nested hierarchies, limits, weights.

What draws a part is made once: Hypothesis validates what an example makes anew, longer than it draws from it.
"""

import dataclasses
import functools

import numpy as np
from hypothesis import strategies as st

from tests.engine.naive import Case

AGGREGATES = ("sum", "maximum", "arithmetic-mean", "geometric-mean")
FACTORS = (0.0, 0.1, 0.25, 0.3, 0.5, 0.6, 0.75, 0.9, 1.0)
LIMITS = (0.0, 0.05, 0.1, 0.25, 0.5, 0.75, 1.0)
WEIGHTS = (0.0, 0.1, 0.25, 0.5, 1.0)
VALUES = ("", "*", "a", "b", "c", "d", "e", "1", "2", "10", "é")
MODELS = (
    ("not-modulo-three", 0),
    ("not-modulo-three", 1),
    ("at-most", 6),
    ("at-most", 15),
    ("multiple-of", 2),
    ("multiple-of", 3),
    ("at-least", 2),
    ("at-least", 4),
)
LABELS = ("*", "a", "b", "x", "y", "z", "w")

_LABELS = st.permutations(LABELS)
_LIMIT = st.sampled_from(LIMITS) | st.floats(0.0, 1.0)
_WEIGHT = st.sampled_from(WEIGHTS) | st.floats(0.0, 1.0, allow_subnormal=False)
_AGGREGATE = st.sampled_from(AGGREGATES)
_FACTOR = st.sampled_from(FACTORS)
_KIND = st.sampled_from(("as drawn", "as drawn", "as drawn", "one record", "all equal", "all different"))
_MODEL = st.sampled_from(MODELS)
_MODELS = st.just(()) | st.tuples(_MODEL) | st.tuples(_MODEL, _MODEL)
_COMMON_LIMIT = st.sampled_from((0.0, 0.0, 0.05, 1.0))
_BOOLEAN = st.booleans()

_number = functools.cache(st.integers)


@functools.cache
def _values(most: int) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(VALUES), min_size=1, max_size=most, unique=True)


@functools.cache
def _merging(groups: int) -> st.SearchStrategy[list[int]]:
    """For every group the one that it becomes part of."""
    return st.lists(_number(0, groups - 1), min_size=groups, max_size=groups)


@functools.cache
def _records(values: tuple[int, ...], most: int) -> st.SearchStrategy[list[tuple[int, ...]]]:
    """For every record the places of its values, of which there are so many in every column."""
    return st.lists(st.tuples(*(_number(0, count - 1) for count in values)), min_size=1, max_size=most)


@functools.cache
def _limits(levels: tuple[int, ...]) -> st.SearchStrategy[tuple[tuple[int, int], ...]]:
    """For every column two of its levels."""
    return st.tuples(*(st.tuples(*[_number(0, count - 1)] * 2) for count in levels))


@functools.cache
def _weights(attributes: int) -> st.SearchStrategy[tuple[float, ...] | None]:
    return st.none() | st.tuples(*[_WEIGHT] * attributes)


@st.composite
def hierarchies(draw, max_values: int = 6, max_levels: int = 4) -> tuple[tuple[str, ...], ...]:
    """Rows that nest: each level merges whole groups of the one before.

    Groups are uneven, labels are drawn anew for every level (so that the same text may mean different groups on
    different levels, and "*" may stand anywhere), and there may be a single level only.
    """
    values = draw(_values(max_values))
    columns = [tuple(values)]
    group_of = list(range(len(values)))
    for _level in range(draw(_number(0, max_levels - 1))):
        groups = sorted(set(group_of))
        merged = draw(_merging(len(groups)))
        group_of = [merged[groups.index(group)] for group in group_of]
        labels = draw(_LABELS)
        columns.append(tuple(labels[group] for group in group_of))
    return tuple(zip(*columns, strict=True))


_HIERARCHIES, _LOW_HIERARCHIES = hierarchies(max_levels=4), hierarchies(max_levels=3)


@st.composite
def tables(draw, max_attributes: int = 4, max_records: int = 24) -> tuple[tuple[tuple[str, ...], ...], tuple]:
    """Columns of a table, with a hierarchy for each that may list values the table does not have."""
    attributes = draw(_number(1, max_attributes))
    one = _HIERARCHIES if attributes < 4 else _LOW_HIERARCHIES
    drawn = [draw(one) for _attribute in range(attributes)]
    places = draw(_records(tuple(map(len, drawn)), max_records))
    records = [tuple(rows[place][0] for rows, place in zip(drawn, record, strict=True)) for record in places]
    if draw(_BOOLEAN):
        records = records + records
    return tuple(zip(*records, strict=True)), tuple(drawn)


_TABLES = tables()


@st.composite
def cases(draw) -> Case:
    """Whole problems."""
    columns, drawn = draw(_TABLES)
    limits = [sorted(levels) for levels in draw(_limits(tuple(len(rows[0]) for rows in drawn)))]
    limited = draw(_BOOLEAN)
    return Case(
        columns=columns,
        hierarchies=drawn,
        k=draw(_number(1, 6)),
        limit=draw(_LIMIT),
        weights=draw(_weights(len(columns))),
        aggregate=draw(_AGGREGATE),
        factor=draw(_FACTOR),
        bottom=tuple(low for low, _high in limits) if limited else None,
        top=tuple(high for _low, high in limits) if limited else None,
    )


_CASES = cases()


@st.composite
def cases_of_every_kind(draw) -> Case:
    """Problems of every kind, and now and then such where every record is the same or another one, or is alone."""
    case = draw(_CASES)
    match draw(_KIND):
        case "one record":
            case = _with_records(case, [next(zip(*case.columns, strict=True))])
        case "all equal":
            case = _with_records(case, [next(zip(*case.columns, strict=True))] * draw(_number(2, 12)))
        case "all different":
            case = _with_records(case, sorted(set(zip(*case.columns, strict=True))))
    return dataclasses.replace(
        case,
        models=draw(_MODELS),
        k=1 if draw(_BOOLEAN) else case.k,
        limit=draw(_COMMON_LIMIT) if draw(_BOOLEAN) else case.limit,
    )


def _with_records(case: Case, records: list[tuple[str, ...]]) -> Case:
    return dataclasses.replace(case, columns=tuple(zip(*records, strict=True)))


@st.composite
def wide_cases(draw) -> Case:
    """Up to 70 quasi-identifiers, few of which can be generalized: the keys of classes take up to four words."""
    attributes = draw(st.integers(1, 70))
    bits = draw(st.sampled_from((1, 2, 3)))
    values = [f"{value}" for value in range(draw(st.integers(2 ** (bits - 1) + 1, 2**bits)))]
    flat = tuple((value,) for value in values)
    deep = tuple((value, f"group {index // 2}") for index, value in enumerate(values))
    deepest = tuple((value, f"group {index // 2}", "*") for index, value in enumerate(values))
    movable = draw(st.lists(st.integers(0, attributes - 1), max_size=4, unique=True))
    drawn = [flat] * attributes
    for index in movable:
        drawn[index] = draw(st.sampled_from((deep, deepest)))
    generator = np.random.default_rng(draw(st.integers(0, 2**32)))
    prototypes = generator.integers(0, len(values), (draw(st.integers(1, 4)), attributes))
    records = prototypes[generator.integers(0, len(prototypes), draw(st.integers(1, 10)))]
    for index in movable:
        records[:, index] = generator.integers(0, len(values), len(records))
    return Case(
        columns=tuple(tuple(values[code] for code in column) for column in records.T),
        hierarchies=tuple(drawn),
        k=draw(st.integers(1, 4)),
        limit=draw(st.sampled_from((0.0, 0.2, 0.5, 1.0))),
        aggregate=draw(st.sampled_from(AGGREGATES)),
        models=draw(st.sampled_from(((), (), (("at-most", 3),), (("multiple-of", 2),)))),
    )


def reordered(case: Case, order: list[int]) -> Case:
    """The same problem with its columns in another order."""

    def pick(values):
        return None if values is None else tuple(values[index] for index in order)

    return dataclasses.replace(
        case,
        columns=pick(case.columns),
        hierarchies=pick(case.hierarchies),
        weights=pick(case.weights),
        bottom=pick(case.bottom),
        top=pick(case.top),
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
