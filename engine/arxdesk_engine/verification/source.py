"""The input of a job, read a second time with pandas: its table, its hierarchies, its research subset.

Hierarchies in files are read here again. Those that a job specifies are made by the same builders as for the search,
from this reading of the table: their labels are what the job says they are, and only their use is counted again.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping
from fractions import Fraction

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.data.item_sets import as_items
from arxdesk_engine.data.schema import DataType, Role, ValueType, detect_type
from arxdesk_engine.data.selection import select
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.hierarchies.table import TableBuilder
from arxdesk_engine.io.files.archive import on_disk
from arxdesk_engine.io.hierarchy import delimiter_after_quotes
from arxdesk_engine.io.text.detect import detect_syntax
from arxdesk_engine.job.data_source import PerPersonSettings
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.subset import SubsetSettings
from arxdesk_engine.privacy.model import RandomSubset, SubsetModel
from arxdesk_engine.verification.input import notation_of, read_input, read_subset
from arxdesk_engine.verification.notation import respelled, respelled_rows
from arxdesk_engine.verification.texts import group_numbers, mapped, one_below_the_other, read_rows

Numbers = NDArray[np.int64]
Bools = NDArray[np.bool_]


class Source:
    """A table of texts with the hierarchies of its attributes, as plain dictionaries from value to label.

    `table` has a categorical column for each attribute. `included` bool[records] are the records that were to be
    shared: the research subset, or what differential privacy drew; None for all. `counts` int64[records] is the number
    of records that each row stands for; None: one each. `rows` are those of linked tables (`input.SourceTexts`).
    """

    def __init__(
        self,
        job: Job,
        table: pd.DataFrame,
        included: Bools | None,
        counts: Numbers | None = None,
        rows: Mapping[str, Numbers] | None = None,
    ) -> None:
        self._job = job
        self.counts = counts
        self.rows = rows or {}
        self.table = table
        self.included = included
        self.there: Bools | None = None
        """The records that are not left out of the table, so that they are in the population; None: all."""
        self.quasi_identifiers = [
            str(name) for name in table.columns if job.settings_of(str(name)).role is Role.QUASI_IDENTIFYING
        ]
        self._hierarchies: dict[str, list[tuple[str, ...]]] = {}
        self._generalized: dict[tuple[str, int], pd.Categorical] = {}

    @property
    def people(self) -> Numbers | None:
        """Whose each record is by the texts of its person column, int64[records]; None where the job says nothing."""
        person = self._job.data.person
        return None if person is None else pd.factorize(self.table[person].astype(object))[0].astype(np.int64)

    @classmethod
    def read(cls, job: Job, sample: Bools | None) -> Source:
        """Read what a job names. `sample` are the records that differential privacy drew; None without it.

        Raises UnreadableFile or InvalidData where that cannot be read any more.
        """
        found = read_input(job)
        job, table = _with_types(job, found.kinds), found.table  # by the texts alone, some would not be found again
        included, there = _research_subset(job, table) if sample is None else sample, None
        if job.data.person is not None and job.data.per_person is not None:
            there = _within_limit(table, job, job.data.person, job.data.per_person)
            included = there if included is None else included & there
        source = cls(job, table, included, found.counts, found.rows)
        source.there = there
        for name in table.columns:
            settings = job.settings_of(name)
            if settings.hierarchy is not None and settings.role in (Role.QUASI_IDENTIFYING, Role.SENSITIVE):
                source._hierarchies[name] = source._labels_of_levels(name, settings.hierarchy)
        return source

    @property
    def records(self) -> int:
        """The number of records to be shared."""
        if self.included is None:
            return len(self.table) if self.counts is None else int(self.counts.sum())
        return self.records_of(np.flatnonzero(self.included))

    def records_of(self, rows: Numbers) -> int:
        """The number of records that some rows, int64[chosen], stand for."""
        return len(rows) if self.counts is None else int(self.counts[rows].sum())

    def cells(self, name: str) -> pd.Categorical:
        """A column of the table."""
        cells: pd.Categorical = self.table[name].array
        return cells

    def kind(self, name: str) -> ValueType:
        """The type of an attribute: that of the job, or the detected one."""
        values = [value for value in self.cells(name).categories if value]
        return self._job.settings_of(name).value_type or detect_type(values)

    def judged(self, name: str) -> pd.Categorical:
        """A column as privacy models see it: with the bounds in place of what top and bottom coding hides."""
        coding, cells, kind = self._job.settings_of(name).coding, self.cells(name), self.kind(name)
        if coding is None:
            return cells
        low = -math.inf if coding.bottom is None else kind.parse(coding.bottom)
        high = math.inf if coding.top is None else kind.parse(coding.top)
        if low is None or high is None:
            return cells
        positions = kind.positions(list(cells.categories))
        beyond = np.where(positions < low, f"<{coding.bottom}", np.where(positions >= high, f">={coding.top}", ""))
        texts = [text or value for text, value in zip(beyond.tolist(), cells.categories, strict=True)]
        return mapped(cells, texts)

    def as_judged(self, name: str, cells: pd.Categorical) -> pd.Categorical:
        """Cells of a written table, with the texts of the input in place of those that say the same number or date."""
        return mapped(cells, respelled(list(cells.categories), list(self.judged(name).categories), self.kind(name)))

    def generalized(self, name: str, level: int) -> pd.Categorical:
        """A column at a level of its hierarchy; what the hierarchy does not list has no text."""
        if level == 0:
            return self.cells(name)
        known = self._generalized.get((name, level))
        if known is None:
            labels = self.labels(name, level)
            cells = self.cells(name)
            known = mapped(cells, [labels.get(value) for value in cells.categories])
            self._generalized[name, level] = known
        return known

    def labels(self, name: str, level: int) -> dict[str, str]:
        """From each value of an attribute to its label at a level; each is its own without a hierarchy."""
        rows = self._rows(name)
        return {row[0]: row[level] for row in rows if level < len(row)}

    def rows_of_items(self, name: str) -> list[tuple[str, ...]]:
        """The rows of the hierarchy of the items of a column of sets; none without one."""
        return self._hierarchies.get(name, [])

    def height(self, name: str) -> int:
        """The number of levels of an attribute."""
        return len(self._rows(name)[0])

    def domain_size(self, name: str) -> int:
        """The number of values in the hierarchy of an attribute."""
        return len(self._rows(name))

    def rows_covered(self, name: str, levels: Collection[int]) -> dict[str, tuple[int, int]]:
        """The least and the largest number of rows that have a label, over those of the levels that have it."""
        found: dict[str, list[int]] = {}
        for level in levels:
            for label, rows in Counter(self.labels(name, level).values()).items():
                found.setdefault(label, []).append(rows)
        return {label: (min(rows), max(rows)) for label, rows in found.items()}

    def values_in_order(self, name: str) -> list[str]:
        """The distinct values of an attribute in the order of its type: numbers, dates, its own order, or texts."""
        values, kind = list(self.judged(name).categories), self.kind(name)
        if not kind.has_scale:
            return sorted(values)
        positions = {value: kind.parse(value) for value in values}
        coding = self._job.settings_of(name).coding
        if coding is not None:
            positions |= {f"<{coding.bottom}": -math.inf, f">={coding.top}": math.inf}
        return sorted(values, key=lambda value: (positions[value] is None, positions[value] or 0.0, value))

    def _labels_of_levels(self, name: str, hierarchy: str | HierarchyBuilder) -> list[tuple[str, ...]]:
        """The rows of a hierarchy, from its file or its builder."""
        if isinstance(hierarchy, TableBuilder):
            rows = list(hierarchy.rows)
        elif isinstance(hierarchy, HierarchyBuilder):
            return list(hierarchy.build(as_items(_column(self._job, self.table, name))).rows)
        else:
            with on_disk(self._job.resolve(hierarchy)) as path:
                syntax = detect_syntax(path, delimiter=delimiter_after_quotes(path), header=False)
                rows = read_rows(path, syntax, self._job.data.null_values)
        if self.kind(name).kind is DataType.SET:
            return rows
        return respelled_rows(rows, list(self.cells(name).categories), self.kind(name), notation_of(self._job, name))

    def _rows(self, name: str) -> list[tuple[str, ...]]:
        return self._hierarchies.get(name) or [(value,) for value in self.cells(name).categories]


def _with_types(job: Job, kinds: Mapping[str, ValueType]) -> Job:
    """The job with types written out."""
    attributes = dict(job.attributes)
    for name, kind in kinds.items():
        found = {"type": kind.kind, "format": kind.format}
        attributes[name] = job.settings_of(name).model_copy(update=found)
    return job.model_copy(update={"attributes": attributes})


def _research_subset(job: Job, table: pd.DataFrame) -> Bools | None:
    """The research subset of a job, bool[records]; None where it has none."""
    if job.sampling is not None:
        return _drawn(table, job.sampling.fraction, job.sampling.seed)
    if job.subset is not None:
        return _of_section(job, job.subset, table)
    models = [model for model in job.privacy if isinstance(model, SubsetModel) and model.subset is not None]
    if not models:
        return None
    model, subset = models[0], models[0].subset
    if isinstance(subset, RandomSubset):
        return _drawn(table, subset.random, subset.seed)
    if model.subset_file is not None:
        return _listed_in(job, read_subset(job, model.subset_file), table)
    return _selected(job, table, str(subset))


def _within_limit(table: pd.DataFrame, job: Job, person: str, limit: PerPersonSettings) -> Bools:
    """The records that are kept of each person, bool[records]: those with the lowest numbers drawn, or the most people
    who have the same quasi-identifiers."""
    if limit.keep == "random":
        order = pd.Series(np.random.default_rng(limit.seed).random(len(table)))
    else:
        quasi = [name for name in table.columns if job.settings_of(str(name)).role is Role.QUASI_IDENTIFYING]
        texts = table.astype(object)
        order = -texts.groupby(quasi, sort=False)[person].transform("nunique") if quasi else pd.Series(0, table.index)
    rank = order.groupby(table[person].astype(object).to_numpy()).rank(method="first")
    kept: Bools = (rank <= limit.records).to_numpy()
    return kept


def _of_section(job: Job, subset: SubsetSettings, table: pd.DataFrame) -> Bools:
    """The records of the section [subset]: its base, turned round or not, then what is added and taken out."""
    if subset.select is not None:
        base = _selected(job, table, subset.select)
    elif subset.file is not None:
        base = _listed_in(job, read_subset(job, subset.file), table)
    elif subset.random is not None:
        base = _drawn(table, subset.random, subset.seed)
    else:
        base = np.repeat(subset.base == "all", len(table))
    numbers = np.arange(1, len(table) + 1)
    added, taken = np.isin(numbers, _numbers(subset.include)), np.isin(numbers, _numbers(subset.exclude))
    chosen: Bools = ((base != subset.invert) | added) & ~taken
    return chosen


def _numbers(text: str) -> Numbers:
    """The numbers of the records in a list such as "1-5, 9"."""
    ends = [[int(end) for end in piece.split("-")] for piece in text.split(",") if piece.strip()]
    return np.concatenate([np.arange(each[0], each[-1] + 1) for each in ends] or [np.empty(0, np.int64)])


def _selected(job: Job, table: pd.DataFrame, expression: str) -> Bools:
    columns = (_column(job, table, str(name)) for name in table.columns)
    return select(Dataset(tuple(columns)), expression)


def _column(job: Job, table: pd.DataFrame, name: str) -> Column:
    """A column of the table as the engine holds it."""
    cells, kind = table[name].array, job.settings_of(name).value_type
    return Column.encode(name, cells.codes.astype(np.int32), list(cells.categories), kind)


def _drawn(table: pd.DataFrame, share: float, seed: int) -> Bools:
    number = max(1, round(Fraction(repr(share)) * len(table)))
    chosen = np.random.default_rng(seed).choice(len(table), number, replace=False)
    return np.isin(np.arange(len(table)), chosen)


def _listed_in(job: Job, subset: pd.DataFrame, table: pd.DataFrame) -> Bools:
    """Which records another table with the same columns lists; equal ones as often as it does, the first ones first."""
    together = []
    for name in table.columns:
        ours, theirs = table[name].array, subset[name].array
        kind = job.settings_of(name).value_type or ValueType()
        texts = respelled(list(theirs.categories), list(ours.categories), kind)
        together.append(one_below_the_other(ours, mapped(theirs, texts)))
    group = group_numbers(together)
    group_of_ours, group_of_theirs = group[: len(table)], group[len(table) :]
    how_often = np.bincount(group_of_theirs, minlength=int(group.max()) + 1)
    rank = pd.Series(group_of_ours).groupby(group_of_ours).cumcount().to_numpy()
    listed: Bools = rank < how_often[group_of_ours]
    return listed
