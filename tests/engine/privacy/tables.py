"""Random small tables with a sensitive attribute, as the textbook sees them and as the engine does."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import product

import numpy as np
from hypothesis import assume
from hypothesis import strategies as st

from arxdesk_engine.classes.classes import Classes, Grouping, Histograms
from arxdesk_engine.classes.partition import Partitioner
from arxdesk_engine.foundation.costs import Costs
from arxdesk_engine.hierarchies.hierarchy import Hierarchy, bind
from arxdesk_engine.hierarchies.validation import check
from arxdesk_engine.privacy.criterion import ClassCriterion
from arxdesk_engine.privacy.table import WholeTable
from tests.engine import naive
from tests.engine.privacy.textbook import Group, Sample, histograms, union
from tests.engine.problems import column_of, columns_and_hierarchies
from tests.engine.strategies import hierarchies, tables

SENSITIVE = "sensitive"
VALUES = ("", "a", "b", "c", "d")


@st.composite
def samples(draw, subset=None) -> Sample:
    """Tables of every kind, with a research subset or without (`subset`: always, or never)."""
    columns, rows = draw(tables(max_attributes=2, max_records=14))
    kind = draw(st.sampled_from(("as drawn", "as drawn", "as drawn", "one record", "one class", "one value")))
    if kind == "one record":
        columns = tuple(column[:1] for column in columns)
    if kind == "one class":
        columns = tuple(column[:1] * len(column) for column in columns)
    records = len(columns[0])
    tree = draw(hierarchies(max_values=5, max_levels=3))
    values = [row[0] for row in tree][: 1 if kind == "one value" else None]
    cells = draw(st.lists(st.sampled_from(values), min_size=records, max_size=records))
    included = None
    if draw(st.booleans()) if subset is None else subset:
        included = tuple(draw(st.lists(st.booleans(), min_size=records, max_size=records)))
        assume(any(included))
    return Sample(naive.Case(columns, rows), tuple(cells), tree, included)


@st.composite
def parts(draw, most_parts=4, most_of_a_value=4) -> list[Group]:
    """Classes of one transformation that are one class of another; some may hold no record that counts."""
    values = VALUES[: draw(st.integers(1, len(VALUES)))]
    found = []
    for _part in range(draw(st.integers(1, most_parts))):
        counts = draw(st.lists(st.integers(0, most_of_a_value), min_size=len(values), max_size=len(values)))
        others = draw(st.integers(0 if any(counts) else 1, 4))
        found.append(Group(dict(zip(values, counts, strict=True)), sum(counts) + others))
    return found


def table_of(sample: Sample, population: int | None = None, costs: Costs | None = None) -> WholeTable:
    """What the privacy models are told of a table."""
    column = column_of(SENSITIVE, sample.sensitive)
    overall = sample.overall
    return WholeTable(
        records=sum(sample.counting),
        value_counts={SENSITIVE: np.array([overall[value] for value in column.values])},
        hierarchies={SENSITIVE: bind(check(Hierarchy(tuple(map(tuple, sample.tree)))), column)},
        domain_sizes=np.array([len(rows) for rows in sample.case.hierarchies]),
        population=population,
        costs=costs or Costs(),
    )


def table_around(groups: Sequence[Group], others: Sequence[int] = ()) -> WholeTable:
    """The table of some classes and of other records, so many of each value."""
    values = list(groups[0].values)
    counts = Counter(union(groups).values)
    counts.update(dict(zip(values, others, strict=False)))
    tree = Hierarchy(tuple((value, f"group {index // 2}", "*") for index, value in enumerate(values)))
    return WholeTable(
        records=counts.total(),
        value_counts={SENSITIVE: np.array([counts[value] for value in values])},
        hierarchies={SENSITIVE: bind(tree, column_of(SENSITIVE, tuple(values)))},
        domain_sizes=np.array([4]),
    )


def transformations(sample: Sample) -> Iterator[tuple[Classes, list[Group]]]:
    """Every transformation: its classes, formed by grouping or by splitting all records, and those of the textbook."""
    columns, bound = columns_and_hierarchies(sample.case)
    codes = {SENSITIVE: column_of(SENSITIVE, sample.sensitive).codes}
    included = None if sample.included is None else np.array(sample.included)
    grouping = Grouping([column.codes for column in columns], bound, codes, included)
    partitioner = Partitioner(grouping, 1, None, whole_population=True)
    for number, levels in enumerate(naive.transformations(sample.case)):
        classes = grouping.classes(levels)
        if number % 2:
            ends = np.array(levels, np.int64)
            partition = partitioner.refine(partitioner.whole, ends, keep_rows=True, most_weighed=0)
            classes = partitioner.classes(partition)
        groups = sample.groups(levels)
        labels = dict(zip(classes.of_records.tolist(), naive.generalized(sample.case, levels), strict=True))
        assert sorted(labels) == list(range(len(groups)))
        yield classes, [groups[labels[each]] for each in range(len(groups))]


class Given:
    """Classes as criteria see them, from histograms alone."""

    def __init__(self, groups: Sequence[Group]) -> None:
        self._groups = groups
        self.counts = np.array([group.size for group in groups], np.int64)
        self.population_counts = np.array([group.population for group in groups], np.int64)
        self.rows_covered = np.array([[share * 4 for share in group.shares] for group in groups], np.int64)

    def __len__(self) -> int:
        return len(self._groups)

    def known(self, _asker, form):
        return form(self)

    def counted_values(self, attribute: str) -> np.ndarray:
        assert attribute == SENSITIVE
        return self.counts

    def histograms(self, attribute: str) -> Histograms:
        assert attribute == SENSITIVE
        entries = [
            (code, count) for group in self._groups for code, count in enumerate(group.values.values()) if count > 0
        ]
        lengths = [sum(count > 0 for count in group.values.values()) for group in self._groups]
        codes, counts = zip(*entries, strict=True) if entries else ((), ())
        starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
        return Histograms(starts, np.array(codes, np.int32), np.array(counts, np.int64))


def violations(criterion: ClassCriterion, groups: Sequence[Group]) -> list[bool]:
    """Which classes violate a criterion."""
    return criterion.violating(Given(groups)).tolist()


def assert_judged(criterion: ClassCriterion, sample: Sample, fulfils: Callable[[Group], bool | None]) -> None:
    """The verdict on every class of every transformation is that of the textbook; None: either may be right.

    What a class without any record that counts is said to be does not matter where absence is not judged.
    """
    for classes, groups in transformations(sample):
        for violates, group in zip(criterion.violating(classes).tolist(), groups, strict=True):
            if group.size > 0 or criterion.judges_absence:
                truth = fulfils(group)
                assert truth is None or violates == (not truth), group


def assert_implied(criterion: ClassCriterion, groups: Sequence[Group]) -> None:
    """Whatever the criterion claims is true of these classes and of their union.

    A class without any record that counts has nothing to suppress: where the criterion does not judge absence, it
    keeps no transformation from being anonymous.
    """
    whole = union(groups)
    *of_parts, of_whole = violations(criterion, [*groups, whole])
    if criterion.violations_are_inherited and of_whole:
        assert all(violates or group.size == 0 for violates, group in zip(of_parts, groups, strict=True))
    is_impossible = criterion.judges_absence and any(
        violates and group.size == 0 for violates, group in zip(of_parts, groups, strict=True)
    )
    suppressed = sum(group.size for violates, group in zip(of_parts, groups, strict=True) if violates)
    least = least_suppressed(criterion, [whole])[0]
    assert is_impossible or least <= suppressed
    if criterion.monotonic_without_suppression and not is_impossible and suppressed == 0:
        assert not of_whole or whole.size == 0 or (least == 0 and not criterion.is_exact)
    if criterion.judges_absence and of_whole and whole.size == 0:
        assert all(of_parts)
    for group, violates in zip([*groups, whole], [*of_parts, of_whole], strict=True):
        assert violates or group.size == 0 or group.size >= criterion.minimal_class_size
        if criterion.only_class_size:
            assert violates == (group.size < criterion.minimal_class_size)


def least_suppressed(criterion: ClassCriterion, groups: Sequence[Group]) -> list[int]:
    """How much of each class a criterion says that every specialization suppresses."""
    classes = Given(groups)
    return criterion.least_suppressed(classes, criterion.violating(classes)).tolist()


def assert_no_part_keeps_more(criterion: ClassCriterion, whole: Group) -> None:
    """No part of a class fulfils the criterion and leaves less of it than every specialization is said to suppress.

    All parts are tried, with none of the other records of the population and with all of them. What is left is
    suppressed, unless nothing of it counts and absence is judged.
    """
    (least,) = least_suppressed(criterion, [whole])
    found = [
        Group(dict(zip(whole.values, counts, strict=True)), sum(counts) + others)
        for counts in product(*(range(count + 1) for count in whole.values.values()))
        for others in {0, whole.population - whole.size}
        if sum(counts) > 0
        and (sum(counts) < whole.size or others == whole.population - whole.size or not criterion.judges_absence)
    ]
    for part, violates in zip(found, violations(criterion, found) if found else [], strict=True):
        assert violates or whole.size - part.size >= least, (least, part)


def assert_smaller_classes_violate(criterion: ClassCriterion, overall: Counter[str], most: int = 6) -> None:
    """Every class below the minimal size violates, whatever it holds: all histograms of up to `most` records.

    A class holds values of the table alone, each no more often than the table has it.
    """
    for size in range(1, min(criterion.minimal_class_size - 1, most) + 1):
        found = [
            Group({value: held[value] for value in overall}, size)
            for held in histograms([value for value in overall if overall[value]], size)
            if all(held[value] <= overall[value] for value in held)
        ]
        assert all(violations(criterion, found)), size
