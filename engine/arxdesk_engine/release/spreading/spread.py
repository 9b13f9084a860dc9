"""A released table in which every label is replaced by a value below it, drawn from what the table itself shows."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.data.schema import SUPPRESSED, Role, ValueType, detect_type
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.hierarchies.hierarchy import BoundHierarchy
from arxdesk_engine.hierarchies.table import TableBuilder
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.policy import policy_of
from arxdesk_engine.job.search import GroupwiseSettings
from arxdesk_engine.release.spreading.drawing import draw_leaves
from arxdesk_engine.release.spreading.leaves import LabelLeaves, leaves_under
from arxdesk_engine.release.spreading.shares import MOST_STEPS, leaf_shares, shares_in_labels
from arxdesk_engine.release.transform.apply import Output

Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class SpreadSource:
    """What is known of a generalized column besides its cells: the rows of its hierarchy, and the levels it shows.

    `has_public_leaves`: whether the hierarchy was written down, and not made from the values of the table. `type` is
    the one that the job gives to its values; None: that of the drawn ones.
    """

    rows: tuple[tuple[str, ...], ...]
    levels: tuple[int, ...]
    has_public_leaves: bool
    type: ValueType | None

    def under(self, column: Column) -> LabelLeaves:
        """The leaves under each text of a column."""
        return leaves_under(column.values, self.rows, self.levels)


@dataclass(frozen=True, slots=True, eq=False)
class Spread:
    """A table with drawn values: the columns of a result, and its records `order` (int64[records]).

    `drawn` is, by generalized column, the number of cells that had a label with other leaves than itself, and `kept`
    the number of cells with a label that stays. `sources` has what is known of these columns.
    """

    dataset: Dataset
    order: NDArray[np.int64]
    drawn: Mapping[str, int]
    kept: Mapping[str, int]
    sources: Mapping[str, SpreadSource]


def spread_table(
    job: Job, hierarchies: Mapping[str, BoundHierarchy], output: Output, order: NDArray[np.int64] | None = None
) -> Spread:
    """Spread the records `order` (int64[records written]; None: those that the job writes, in the order of the input)
    of an output, without the columns that the job leaves out.

    A function of the written table, the hierarchies and the seed of the job alone: nothing else that the output knows
    of its records is used. What stays as it is: records that read "*" in every quasi-identifier where removed records
    are written, labels without leaves, and of a hierarchy made from the values of the table the labels of which the
    table shows no leaf.
    """
    keeps_suppressed = policy_of(job).keeps_suppressed
    if order is None:
        chosen = output.to_write(with_suppressed=keeps_suppressed)
        order = np.arange(output.dataset.records) if chosen is None else np.flatnonzero(chosen)
    released = [column.at(order) for column in output.dataset if column.name not in job.output.leave_out]
    sources = {
        column.name: _source(job, column.name, hierarchies, output, order)
        for column in released
        if _is_generalized(job, column.name)
    }
    identifying = [each for each in released if job.settings_of(each.name).role is Role.QUASI_IDENTIFYING]
    is_read = np.ones(len(order), np.bool_)
    if keeps_suppressed and identifying:
        is_read = ~np.logical_and.reduce([_reads(each, SUPPRESSED) for each in identifying])
    generators = np.random.default_rng(job.output.spread_seed).spawn(len(released))
    columns, drawn, kept = [], {}, {}
    for column, generator in zip(released, generators, strict=True):
        if column.name not in sources:
            columns.append(column)
            continue
        source = sources[column.name]
        found, drawn[column.name], kept[column.name] = _spread(column, is_read, source, _steps(job, output), generator)
        columns.append(found)
    return Spread(Dataset(tuple(columns), output.dataset.source), order, drawn, kept, sources)


def leaves_are_public(hierarchy: str | HierarchyBuilder | None) -> bool:
    """Whether a hierarchy was written down, in a file or a table: its leaves are no secret of the data."""
    return isinstance(hierarchy, str | TableBuilder)


def _is_generalized(job: Job, name: str) -> bool:
    settings = job.settings_of(name)
    return settings.role is Role.QUASI_IDENTIFYING and settings.transformation == "generalize"


def _source(
    job: Job,
    name: str,
    hierarchies: Mapping[str, BoundHierarchy],
    output: Output,
    order: NDArray[np.int64],
) -> SpreadSource:
    place, settings = list(hierarchies).index(name), job.settings_of(name)
    levels = (output.levels[place],)
    if output.own_levels is not None:
        kept = order[~output.suppressed[order]]
        levels = tuple(np.unique(output.own_levels[kept, place]).tolist()) or levels
    return SpreadSource(hierarchies[name].rows, levels, leaves_are_public(settings.hierarchy), settings.value_type)


def _steps(job: Job, output: Output) -> int:
    """The steps of the estimate: to the maximum of likelihood only where width says nothing of the values.

    Without a defence, cells are narrow because their values are frequent. The maximum takes the frequent ones for all
    there are then; one step does not go so far.
    """
    settings = job.search.recoding_settings
    is_public = isinstance(settings, GroupwiseSettings) and settings.defence == "public-splits"
    return MOST_STEPS if output.own_levels is None or is_public else 1


def _spread(
    column: Column, is_read: Bools, source: SpreadSource, steps: int, generator: np.random.Generator
) -> tuple[Column, int, int]:
    """A column with drawn values, the number of cells that had labels, and of those that keep one."""
    if source.levels == (0,):
        return column, 0, 0
    under = source.under(column)
    if not source.has_public_leaves:
        under = under.among(_shown(column, is_read, source))
    codes = column.codes.astype(np.int64)
    read = is_read & (under.sizes > 0)[codes]
    counts = np.bincount(codes[read], minlength=len(column.values))
    shares = shares_in_labels(leaf_shares(counts, under, steps), under)
    leaves = np.full(len(codes), -1)
    leaves[read] = draw_leaves(codes[read], under, shares, generator)
    texts = [*(row[0] for row in source.rows), *column.values]
    present, found = np.unique(np.where(read, leaves, len(source.rows) + codes), return_inverse=True)
    values = tuple(dict.fromkeys(texts[code] for code in present.tolist()))
    place = {text: code for code, text in enumerate(values)}
    final = np.array([place[texts[code]] for code in present.tolist()], np.int32)[found]
    is_itself = _is_one_of(column, {row[0] for row in source.rows} if 0 in source.levels else set())
    kept = int((is_read & ~read).sum())
    value_type = (
        ValueType() if kept else source.type or detect_type([each for each in values if each not in ("", SUPPRESSED)])
    )
    return Column(column.name, final, values, value_type), int((read & ~is_itself[codes]).sum()), kept


def _shown(column: Column, is_read: Bools, source: SpreadSource) -> Bools:
    """The leaves of a hierarchy that the column itself shows, bool[rows]."""
    if 0 not in source.levels:
        return np.zeros(len(source.rows), np.bool_)
    there = np.bincount(column.codes[is_read], minlength=len(column.values)) > 0
    shown = {text for text, is_there in zip(column.values, there.tolist(), strict=True) if is_there}
    return np.array([row[0] in shown for row in source.rows], np.bool_)


def _is_one_of(column: Column, texts: Collection[str]) -> Bools:
    """Which values of a column are among some texts, bool[values]."""
    return np.array([text in texts for text in column.values], np.bool_)


def _reads(column: Column, text: str) -> Bools:
    return _is_one_of(column, (text,))[column.codes]
