"""What every cell of a written file has to be, worked out of the input by other means than those that wrote it.

Aggregates are formed again for each group of the file. Groups are those of the texts in the attributes that are not
aggregated, and of the labels of clusters. Those do not stand in the file: they are those of the input at the levels
reported. Where records went through several transformations (local recoding) the other attributes may not tell through
which; then groups are formed by what the file shows alone, and the aggregates are left open.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from arxdesk_engine.data.schema import SUPPRESSED, Role
from arxdesk_engine.job.job import Job
from arxdesk_engine.verification.aggregates import Rule, wrong_aggregates
from arxdesk_engine.verification.item_sets import expected_cells, sorted_cells
from arxdesk_engine.verification.released import released
from arxdesk_engine.verification.source import Source
from arxdesk_engine.verification.texts import are_equal, group_numbers, one_below_the_other

Bools = NDArray[np.bool_]
Numbers = NDArray[np.int64]
_NO_LABEL = "\0"


class Contents:
    """The cells of one file beside those of the input.

    `expected` int64[rows] are the numbers of the records of the input that belong into the file, and `suppressed`
    bool[rows] which of them are suppressed. `levels` int16[records of the input, quasi-identifiers] are the levels
    claimed of each record after local recoding; None: all have those of the transformation. `mixes_levels`: they are
    those of its group, any that the transformations have in each attribute. Where the file has another number of rows
    they cannot be matched.
    Its `items`, given afterwards, say of each column of sets whose items are recoded how they are claimed to be shown.
    `left_out` are the quasi-identifiers that the file does not have: nothing is said of those.
    """

    def __init__(
        self,
        job: Job,
        source: Source,
        table: pd.DataFrame,
        transformations: Sequence[Mapping[str, int]],
        expected: Numbers,
        suppressed: Bools,
        *,
        mixes_levels: bool = False,
        levels: NDArray[np.int16] | None = None,
    ) -> None:
        self.items: Mapping[str, Mapping[str, Any]] = {}
        self._perturbed = {name for each in job.perturbation for name in each.columns}
        self._job, self._source, self._table = job, source, table
        self._transformations, self._expected, self._suppressed = transformations, expected, suppressed
        self.left_out = [name for name in source.quasi_identifiers if name not in table]
        settings = {name: job.settings_of(name) for name in source.quasi_identifiers if name in table}
        self._shown = list(settings)
        self.aggregated = [name for name, each in settings.items() if each.is_aggregated]
        self.clusters = [name for name in self.aggregated if settings[name].is_grouped]
        self.generalized = [name for name, each in settings.items() if each.transformation == "generalize"]
        self.starred = [name for name, each in settings.items() if each.transformation == "suppress"]
        self.can_be_matched = len(table) == len(expected)
        self._mixes_levels, self._levels = mixes_levels, levels
        self._is_label_at: dict[tuple[str, int], Bools] = {}
        self._labels = self._labels_of_clusters()

    @property
    def knows_clusters(self) -> bool:
        """Whether it is known which cluster every record is in."""
        return self._labels is not None

    @property
    def grouped_by(self) -> list[str]:
        """The attributes that groups are formed by."""
        return [*self.generalized, *(self.clusters if self.knows_clusters else self.aggregated)]

    @property
    def grouped(self) -> pd.DataFrame:
        """The file, with the labels of clusters in place of their aggregates where they are known."""
        return self._table if not self._labels else self._table.assign(**self._labels)

    def stars(self) -> Bools:
        """The records that read "*" in every quasi-identifier of the file, bool[rows]."""
        return self._are_stars(self._shown) if self._shown else np.zeros(len(self._table), np.bool_)

    def records_that_became_stars(self) -> Bools:
        """The expected records that read "*" in every quasi-identifier without being suppressed, bool[expected].

        By the levels alone, and where all aggregated attributes have such a value as well. Of several transformations
        none keeps such a record where nothing is aggregated or left out: it is anonymized again, or suppressed.
        """
        found = np.zeros(len(self._expected), np.bool_)
        if not all(self._can_be_star(name) for name in self.aggregated):
            return found
        if self._levels is not None:
            is_open = bool(self.aggregated or self.left_out) and self.can_be_matched
            return self.stars() & ~self._suppressed if is_open else found
        for levels in self._transformations:
            labels = [self._source.generalized(name, levels[name]) for name in self.generalized]
            if all(SUPPRESSED in cells.categories for cells in labels):
                found |= _all([np.asarray(cells == SUPPRESSED)[self._expected] for cells in labels], len(found))
        return found

    def wrong_quasi_identifiers(self) -> Bools:
        """The records that differ from the input at the levels of every transformation or at their own, bool[rows].

        What is aggregated is not looked at.
        """
        if self._mixes_levels:
            found = _all([self._is_label_at_any(name) for name in self.generalized], len(self._table))
        else:
            found = np.logical_or.reduce([self._is_at(levels) for levels in self._transformations])
        if self._levels is not None:
            own = self._levels[self._expected].T
            levels = dict(zip(self._source.quasi_identifiers, own, strict=True))
            found &= _all([self._is_label_at_own(name, levels[name]) for name in self.generalized], len(found))
        return ~(found & self._are_stars(self.starred))

    def wrong_aggregates(self, in_groups: Bools) -> Bools | None:
        """The records in groups that do not show the aggregate of their group, bool[rows]; None if left open."""
        if not self.knows_clusters or self.left_out:
            return None
        wrong = np.zeros(len(self._table), np.bool_)
        rows = self.grouped[in_groups]
        group = group_numbers([rows[name].array for name in self.grouped_by])
        for name in self.aggregated:
            settings, values = self._job.settings_of(name), self._source.values_in_order(name)
            rule = Rule(self._source.kind(name), settings.function or "", settings.missing, values)
            cells = self._source.cells(name)[self._expected][in_groups]
            wrong[in_groups] |= wrong_aggregates(group, cells, self.cells(name)[in_groups], rule)
        return wrong

    def wrong_others(self, *, shows_all: bool) -> Bools:
        """The records with a cell in another column that the job does not make of the input, bool[rows]."""
        wrong = np.zeros(len(self._table), np.bool_)
        for name in self._table.columns:
            if name not in self._source.quasi_identifiers and name not in self._perturbed:
                wrong |= ~self._is_as_released(name, shows_all=shows_all)
        return wrong

    def cells(self, name: str) -> pd.Categorical:
        """A column of the file."""
        cells: pd.Categorical = self._table[name].array
        return cells

    def _labels_of_clusters(self) -> dict[str, pd.Categorical] | None:
        """The label of every record in each attribute that is aggregated within clusters; None where not known."""
        if not self.clusters or not self.can_be_matched or self._mixes_levels:
            return None if self.clusters else {}
        first, *others = self._transformations
        found = {name: self._label(name, first) for name in self.clusters}
        is_known = self._is_at(first)
        for levels in others:
            here = self._is_at(levels)
            for name in self.clusters:
                labels = self._label(name, levels)
                if (here & is_known & ~are_equal(found[name], labels)).any():
                    return None
                found[name] = _either(found[name], labels, here & ~is_known)
            is_known |= here
        return found

    def _label(self, name: str, levels: Mapping[str, int]) -> pd.Categorical:
        labels = self._source.generalized(name, levels[name])[self._expected]
        without = labels.codes < 0  # a value that the hierarchy does not list any more
        return labels if not without.any() else labels.add_categories([_NO_LABEL]).fillna(_NO_LABEL)

    def _is_as_released(self, name: str, *, shows_all: bool) -> Bools:
        stars = np.asarray(self.cells(name) == SUPPRESSED)
        if not shows_all:
            return stars
        if name in self.items:
            return self._shows_items(name, stars)
        cells = released(self._job, self._source, name)
        if cells is None:
            return stars
        as_said = are_equal(self.cells(name), cells[self._expected])
        if self._is_hidden_with_record(name):
            return np.where(self._suppressed, stars, as_said)
        return as_said

    def _shows_items(self, name: str, stars: Bools) -> Bools:
        """The records that show their items as claimed, in any order; "*" if suppressed, or nothing is shown."""
        claimed, separator = self.items[name], self._source.kind(name).separator
        cells = self._source.cells(name)
        if claimed["items"] and claimed["items_left_out"] == claimed["items"]:
            return stars
        expected = expected_cells(cells, separator, claimed, self._source.rows_of_items(name))[self._expected]
        as_said = are_equal(sorted_cells(self.cells(name), separator), expected)
        return np.where(self._suppressed, stars, as_said)

    def _is_hidden_with_record(self, name: str) -> bool:
        suppression = self._job.suppression
        match self._job.settings_of(name).role:
            case Role.SENSITIVE:
                return suppression.sensitive
            case Role.INSENSITIVE:
                return suppression.insensitive
            case _:
                return True

    def _are_stars(self, names: Sequence[str]) -> Bools:
        return _all([np.asarray(self.cells(name) == SUPPRESSED) for name in names], len(self._table))

    def _can_be_star(self, name: str) -> bool:
        shows_values = self._job.settings_of(name).function in ("mode", "median")
        return shows_values and SUPPRESSED in self._source.cells(name).categories

    def _is_at(self, levels: Mapping[str, int]) -> Bools:
        return _all([self._is_label(name, levels[name]) for name in self.generalized], len(self._table))

    def _is_label_at_any(self, name: str) -> Bools:
        levels = {levels[name] for levels in self._transformations}
        found: Bools = np.logical_or.reduce([self._is_label(name, level) for level in sorted(levels)])
        return found

    def _is_label_at_own(self, name: str, levels: NDArray[np.int16]) -> Bools:
        """The records that read their label at the level of each, int16[rows]."""
        found = np.zeros(len(levels), np.bool_)
        for level in np.unique(levels).tolist():
            found |= (levels == level) & self._is_label(name, level)
        return found

    def _is_label(self, name: str, level: int) -> Bools:
        known = self._is_label_at.get((name, level))
        if known is None:
            known = are_equal(self.cells(name), self._source.generalized(name, level)[self._expected])
            self._is_label_at[name, level] = known
        return known


def _either(first: pd.Categorical, second: pd.Categorical, is_second: Bools) -> pd.Categorical:
    """The cells of the second column where it is said, those of the first elsewhere."""
    rows = np.arange(len(first))
    both: pd.Categorical = one_below_the_other(first, second)[np.where(is_second, rows + len(first), rows)]
    return both


def _all(conditions: Sequence[Bools], rows: int) -> Bools:
    """In which rows all conditions hold, bool[rows]; in all of them where there are none."""
    found: Bools = np.logical_and.reduce([np.ones(rows, np.bool_), *conditions])
    return found
