"""The groups of a written table: their sizes, their sensitive values, and their share of the population."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from arxdesk_engine.job.job import Job
from arxdesk_engine.verification.source import Source
from arxdesk_engine.verification.texts import group_numbers, one_below_the_other

Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Sensitive:
    """The distribution of a sensitive attribute over the groups.

    `group`, `value` and `count` int64[entries]: so many records of a group have a value, each pair of them once.
    `overall` int64[values] is how many of the records that were to be shared have each value, in the order of the
    values. `labels` holds, for each level of the hierarchy below its root, int64[values]: the label of each value.
    """

    group: Numbers
    value: Numbers
    count: Numbers
    overall: Numbers
    labels: tuple[Numbers, ...]


@dataclass(frozen=True, slots=True)
class WhosePeople:
    """Whose the records are: int64[rows] of the file, and int64[records] of the input.

    `linked_rows` int64[rows, tables] are the rows of linked tables in each of them, negative where a table has none.
    """

    of_rows: Numbers
    of_input: Numbers
    linked_rows: Numbers


@dataclass(frozen=True, slots=True)
class Evidence:
    """The facts by which the models of a job are judged.

    `records` were to be shared, before any was suppressed; `sizes` int64[groups] are the records of each group, and
    `sensitive` the attributes that the models look at, as far as the file shows them. `population()`: the records of
    each group in the whole table, int64[groups], and how many groups of the whole table have no record that was to be
    shared. `covered()`: the least and the largest number of rows of its hierarchy that each label of each group can
    stand for, int64[2, attributes, groups], and the rows of each hierarchy, int64[attributes]. `labels_of(group)`: what
    a group shows in each attribute that it is formed by. `group_and_person`: those of each record, int64[records in
    groups] twice, where people are counted, and `linked_rows` as in `WhosePeople`. `by_people` has the same facts with
    people (its `unit`) in place of records, each once in every group and once for each of their values in it; None
    where nobody says whose records these are.
    """

    job: Job
    records: int
    sizes: Numbers
    sensitive: Mapping[str, Sensitive]
    population: Callable[[], tuple[Numbers, int]]
    covered: Callable[[], tuple[Numbers, Numbers]]
    labels_of: Callable[[int], tuple[tuple[str, str], ...]]
    unit: str = "records"
    group_and_person: tuple[Numbers, Numbers] | None = None
    linked_rows: Numbers = field(default_factory=lambda: np.zeros((0, 0), np.int64))
    by_people: Evidence | None = None


def evidence_of(
    job: Job,
    source: Source,
    table: pd.DataFrame,
    transformations: Sequence[Mapping[str, int]],
    grouped_by: Sequence[str],
    *,
    shows_all: bool,
    counts: Numbers | None = None,
    people: WhosePeople | None = None,
) -> Evidence:
    """Group the records of a written table by their texts in the attributes `grouped_by`.

    `transformations` have the level of every quasi-identifier. Without `shows_all` the file shows nothing else.
    `counts` int64[rows] is what the file says of the records that each row stands for; None: one each. `people`: whose
    the records are; None: nobody says.
    """
    columns = [table[name].array for name in grouped_by]
    group = group_numbers(columns)
    sizes = _sums(group, counts)
    example = np.empty(len(sizes), np.int64)
    example[group] = np.arange(len(group))  # any record of a group shows what all of them do
    looked_at = {model.sensitive_attribute for model in job.privacy if shows_all}
    names = {name for name in looked_at if name is not None and name in table}
    labels = {name: cells[example] for name, cells in zip(grouped_by, columns, strict=True)}
    evidence = Evidence(
        job,
        source.records,
        sizes,
        {name: _sensitive(source, name, group, table[name].array, counts) for name in names},
        cache(lambda: _population(source, labels, transformations[0])),
        cache(lambda: _covered(source, labels, transformations)),
        lambda group: tuple((name, str(cells[group])) for name, cells in labels.items()),
    )
    if people is None:
        return evidence
    return replace(evidence, by_people=_by_people(evidence, source, table, group, labels, transformations[0], people))


def _by_people(
    evidence: Evidence,
    source: Source,
    table: pd.DataFrame,
    group: Numbers,
    labels: Mapping[str, pd.Categorical],
    levels: Mapping[str, int],
    people: WhosePeople,
) -> Evidence:
    """The same facts with the people of a table in place of its records."""
    shared = people.of_input if source.included is None else people.of_input[source.included]
    groups = len(evidence.sizes)
    return replace(
        evidence,
        records=len(np.unique(shared)),
        sizes=_distinct(group, people.of_rows, groups),
        sensitive={
            name: _values_of_people(source, name, group, table[name].array, people) for name in evidence.sensitive
        },
        population=cache(lambda: _population_of_people(source, labels, levels, people.of_input)),
        unit="people",
        group_and_person=(group, people.of_rows),
        linked_rows=people.linked_rows,
    )


def _values_of_people(
    source: Source, name: str, group: Numbers, cells: pd.Categorical, people: WhosePeople
) -> Sensitive:
    """The values of a sensitive attribute, each once for every person who has it in a group."""
    place = np.unique(np.stack([group, people.of_rows, cells.codes.astype(np.int64)]), axis=1, return_index=True)[1]
    found = _sensitive(source, name, group[place], cells[place], None)
    return replace(found, overall=np.zeros(0, np.int64))  # which no model that counts people asks for


def _population_of_people(
    source: Source, labels: Mapping[str, pd.Categorical], levels: Mapping[str, int], people: Numbers
) -> tuple[Numbers, int]:
    group, ours = _in_whole_table(source, labels, levels)
    there = slice(None) if source.there is None else source.there
    sizes = _distinct(group[there], people[there], int(max(group.max(), ours.max(initial=0))) + 1)
    if source.included is None:
        return sizes[ours], 0
    shared = _distinct(group[source.included], people[source.included], len(sizes))
    return sizes[ours], int(((sizes > 0) & (shared == 0)).sum())


def _distinct(group: Numbers, people: Numbers, groups: int) -> Numbers:
    """The distinct people of each group, int64[groups]."""
    return np.bincount(np.unique(np.stack([group, people]), axis=1)[0], minlength=groups).astype(np.int64)


def _sums(numbers: Numbers, counts: Numbers | None, least: int = 0) -> Numbers:
    """The records of each number from 0 on, int64[numbers], rows standing for `counts` of them."""
    return np.bincount(numbers, counts, least).astype(np.int64)


def _sensitive(source: Source, name: str, group: Numbers, cells: pd.Categorical, counts: Numbers | None) -> Sensitive:
    """Values that the input does not have come last."""
    values = source.values_in_order(name)
    cells = source.as_judged(name, cells)
    known = set(values)
    values += [text for text in cells.categories if text not in known]
    code_of = {text: code for code, text in enumerate(values)}

    def codes(of: pd.Categorical) -> Numbers:
        found: Numbers = np.array([code_of[text] for text in of.categories], np.int64)[of.codes]
        return found

    everybody, weights = source.judged(name), source.counts
    if source.included is not None:
        everybody, weights = everybody[source.included], None if weights is None else weights[source.included]
    pairs, place = np.unique(group * len(values) + codes(cells), return_inverse=True)
    return Sensitive(
        pairs // len(values),
        pairs % len(values),
        _sums(place, counts, len(pairs)),
        _sums(codes(everybody), weights, len(values)),
        _labels_below_root(source, name, values),
    )


def _labels_below_root(source: Source, name: str, values: list[str]) -> tuple[Numbers, ...]:
    """A last level of several labels, whether they occur or not, is not the root: that is above them."""
    levels = []
    for level in range(source.height(name)):
        labels = source.labels(name, level)
        codes, _distinct = pd.factorize(np.array([labels.get(value, f"no label, {value}") for value in values], object))
        levels.append(codes.astype(np.int64))
    if len(set(source.labels(name, source.height(name) - 1).values())) == 1:
        levels.pop()
    return tuple(levels)


def _population(source: Source, labels: Mapping[str, pd.Categorical], levels: Mapping[str, int]) -> tuple[Numbers, int]:
    """The groups of the whole table at the levels of a transformation, found by the texts of the file."""
    whole, ours = _in_whole_table(source, labels, levels)
    weights = source.counts if source.there is None else source.there.astype(np.int64)
    sizes = _sums(whole, weights, int(max(whole.max(), ours.max(initial=0))) + 1)
    if source.included is None:
        return sizes[ours], 0
    shared = _sums(whole[source.included], None, len(sizes))
    return sizes[ours], int(((sizes > 0) & (shared == 0)).sum())


def _in_whole_table(
    source: Source, labels: Mapping[str, pd.Categorical], levels: Mapping[str, int]
) -> tuple[Numbers, Numbers]:
    """The group of each record of the whole table, and of each group of the file: those of equal texts are one."""
    together = [one_below_the_other(source.generalized(name, levels[name]), labels[name]) for name in labels]
    group = group_numbers(together)
    return group[: len(source.table)], group[len(source.table) :]


def _covered(
    source: Source, labels: Mapping[str, pd.Categorical], transformations: Sequence[Mapping[str, int]]
) -> tuple[Numbers, Numbers]:
    domain = np.array([source.domain_size(name) for name in labels], np.int64)
    covered = []
    for (name, cells), size in zip(labels.items(), domain.tolist(), strict=True):
        rows = source.rows_covered(name, {levels[name] for levels in transformations})
        of_label = np.array([rows.get(label, (1, size)) for label in cells.categories], np.int64).reshape(-1, 2)
        covered.append(of_label[cells.codes].T)
    return np.stack(covered, axis=1), domain
