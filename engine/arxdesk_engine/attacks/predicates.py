"""Predicate singling out (Cohen & Nissim 2020): who reads the release alone says something that is true of one person.

A combination of released labels in a few columns that stands in one row is a predicate: everybody whose values these
labels can cover fulfils it. It singles out where one person of the original table does. Somebody who has not seen the
release finds such predicates as well: one that holds of a person with probability w isolates one of n with probability
n w (1 - w)^(n - 1), which is largest, (1 - 1/n)^(n - 1) or about 37 %, for w = 1/n. Only what is found more often than
that is due to the release.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.attacks.attacked import AttackedColumn, AttackedTable
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.foundation.words import ENGLISH, Words
from arxdesk_engine.risk.intervals import Share
from arxdesk_engine.verification.texts import categorical, group_numbers

MOST_COLUMNS = 3
MOST_PREDICATES = 2_000
"""So many are tried, drawn at random where there are more."""
MOST_SETS = 400
"""So many sets of columns are gone through, the smallest ones, and of the largest size some drawn at random."""
_AT_A_TIME = 64

Numbers = NDArray[np.int64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Predicates:
    """Combinations of labels that isolate a row of the release, in sets of up to `columns` columns.

    `found` are all of them. Of those that were tried, `people` int64[tried] is how many people of the original fulfil
    each, and `weights` float64[tried] the share of people who would, by what the release shows of each column alone.
    `number` is that of the people of the original.
    """

    columns: int
    found: int
    people: Numbers
    weights: NDArray[np.float64]
    number: int

    @property
    def isolating(self) -> Share:
        """The predicates that one person of the original fulfils."""
        return Share(int((self.people == 1).sum()), len(self.people))

    @property
    def by_chance(self) -> float:
        """The share of predicates as specific as these that isolate one person without the release."""
        n = self.number
        if n == 0 or not len(self.weights):  # nobody to isolate, or by nothing
            return 0.0
        return float((n * self.weights * (1.0 - self.weights) ** (n - 1)).mean())

    @property
    def most_by_chance(self) -> float:
        """The share of any predicates that isolate one person without the release, at most."""
        return (1.0 - 1.0 / self.number) ** (self.number - 1) if self.number else 0.0

    def plain(self) -> dict[str, object]:
        """As it stands in a JSON report."""
        return {
            "columns": self.columns,
            "found": self.found,
            "isolating": self.isolating.plain(),
            "by_chance": self.by_chance,
            "most_by_chance": self.most_by_chance,
        }

    def sentence(self, words: Words = ENGLISH) -> str:
        """How many there are, how many hold of one person, and how many would without the release."""
        if not self.found:
            return tr(
                "No combination of up to {columns} released columns belongs to a single row.", columns=self.columns
            )
        share = self.isolating
        told = marked(
            "{n} combinations of up to {columns} released columns belong to a single row; of {tried} tried, {share} "
            "hold "
            "of exactly one person of the input ({low} to {high}): no more than by chance ({chance}; of any "
            "combinations "
            "at most {most})."
        )
        if share.interval[0] > self.by_chance:
            told = marked(
                "{n} combinations of up to {columns} released columns belong to a single row; of {tried} tried, "
                "{share} "
                "hold of exactly one person of the input ({low} to {high}): more than by chance ({chance}; of any "
                "combinations at most {most})."
            )
        low, high = map(words.percent_fixed, share.interval)
        return tr(
            told,
            n=words.count(self.found),
            columns=self.columns,
            tried=words.count(share.of),
            share=words.percent_fixed(share.value),
            low=low,
            high=high,
            chance=words.percent_fixed(self.by_chance),
            most=words.percent_fixed(self.most_by_chance),
        )


def predicates(
    table: AttackedTable,
    largest: int = MOST_COLUMNS,
    most: int = MOST_PREDICATES,
    seed: int = 0,
    control: Control | None = None,
) -> Predicates:
    """Find what isolates a row of the release in sets of up to `largest` columns, and try at most `most` of them on the
    members. Raises Stopped."""
    control = control or Control()
    generator = np.random.default_rng(seed)
    sets = _sets(tuple(table.columns), largest, generator)
    found, drawn = [], []
    for number, names in enumerate(sets):
        control.raise_if_stopped()
        control.report(Progress(tr("Looking for single rows"), number / (2 * len(sets))))
        columns = [table.columns[name] for name in names]
        rows = _by_what_they_show(columns, _single_rows([each.labels for each in columns]))
        found.append(len(rows))
        drawn.append(generator.permutation(rows)[:most])
    taken = np.array(found, np.int64)
    if taken.sum() > most:
        taken = generator.multivariate_hypergeometric(taken, most, method="marginals")
    people, weights = [np.zeros(0, np.int64)], [np.zeros(0)]
    for number, (names, rows, some) in enumerate(zip(sets, drawn, taken.tolist(), strict=True)):
        control.raise_if_stopped()
        control.report(Progress(tr("Looking for single rows"), 0.5 + number / (2 * len(sets))))
        if some:
            people.append(_people(table, names, rows[:some]))
            weights.append(_weights(table, names, rows[:some]))
    members = table.members if table.people is None else np.unique(table.people[table.members])
    number = int(table.members.sum()) if table.people is None else len(members)
    return Predicates(largest, sum(found), np.concatenate(people), np.concatenate(weights), number)


def _sets(names: Sequence[str], largest: int, generator: np.random.Generator) -> list[tuple[str, ...]]:
    """The sets of columns that are gone through, the smaller ones first."""
    found: list[tuple[str, ...]] = []
    for size in range(1, largest + 1):
        left = MOST_SETS - len(found)
        some = list(itertools.islice(itertools.combinations(names, size), 50 * MOST_SETS))
        if len(some) > left:
            some = [some[place] for place in np.sort(generator.permutation(len(some))[:left]).tolist()]
        found += some
    return found


def _single_rows(columns: Sequence[Numbers]) -> Numbers:
    """The rows, int64[n], whose codes in some columns nothing else has."""
    group = group_numbers([categorical(codes, range(int(codes.max(initial=0)) + 1)) for codes in columns])
    return np.flatnonzero(np.bincount(group)[group] == 1)


def _by_what_they_show(columns: Sequence[AttackedColumn], rows: Numbers) -> Numbers:
    """The rows in the order of their labels: what is drawn of them must not depend on where they stand in the file,
    which may be shuffled."""
    ranks = [np.argsort(np.argsort(each.shown)) if each.shown else np.arange(each.covers.size) for each in columns]
    keys = [rank[each.labels[rows]] for rank, each in zip(ranks, columns, strict=True)]
    return rows[np.lexsort(keys[::-1])]


def _people(table: AttackedTable, names: Sequence[str], rows: Numbers) -> Numbers:
    """How many people of the original the labels of each row can cover in some columns, int64[rows]."""
    members = np.flatnonzero(table.members)
    whose = members if table.people is None else table.people[members]
    columns = [table.columns[name] for name in names]
    tuples, first = _tuples([each.values[members] for each in columns])
    alone = np.bincount(tuples, minlength=len(first)) if table.people is None else None
    found = np.zeros(len(rows), np.int64)
    for start, some in _blocks(rows):
        fulfilled = np.ones((len(first), len(some)), np.bool_)
        for each in columns:
            fulfilled &= each.covers.of_labels(each.labels[some])[each.values[members][first]]
        if alone is not None:
            found[start : start + len(some)] = alone @ fulfilled
            continue
        for place in range(len(some)):
            found[start + place] = len(np.unique(whose[fulfilled[tuples, place]]))
    return found


def _blocks(rows: Numbers) -> Iterator[tuple[int, Numbers]]:
    for start in range(0, len(rows), _AT_A_TIME):
        yield start, rows[start : start + _AT_A_TIME]


def _tuples(columns: Sequence[Numbers]) -> tuple[Numbers, Numbers]:
    """The tuple of each record, int64[records], and a record of each."""
    group = group_numbers([categorical(codes, range(int(codes.max(initial=0)) + 1)) for codes in columns])
    first = np.zeros(int(group.max(initial=-1)) + 1, np.int64)
    first[group[::-1]] = np.arange(len(group))[::-1]
    return group, first


def _weights(table: AttackedTable, names: Sequence[str], rows: Numbers) -> NDArray[np.float64]:
    """The share of people whom the labels of each row cover, float64[rows], as the release alone lets one expect it:
    each label stands for all of its values alike, and columns are independent."""
    found = np.ones(len(rows))
    for name in names:
        column = table.columns[name]
        shown = np.bincount(column.labels, minlength=column.covers.size) / table.rows
        found *= column.covers.gathered(column.covers.spread(shown))[column.labels[rows]]
    return found
