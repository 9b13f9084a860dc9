"""Perturbing the columns of an output: after everything else, and over the records that are kept alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.dataset import Codes, Column, Dataset
from arxdesk_engine.data.schema import SUPPRESSED
from arxdesk_engine.perturbation.method import AppliedPerturbation, Perturbation, PerturbedRecords

Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Perturbing:
    """The perturbations of a job, in its order; `households` int32[records] is the household of each record, None where
    the job declares none."""

    dataset: Dataset
    asked: Sequence[Perturbation]
    households: Codes | None = None

    def applied(
        self, treated: Mapping[str, Column], kept: Bools
    ) -> tuple[dict[str, Column], tuple[AppliedPerturbation, ...]]:
        """The perturbed columns, and what was done to them.

        `treated` are the columns that stand in place of those of the table. `kept` bool[records] are the records that
        are shared and not removed; in the others every perturbed cell reads "*".
        """
        columns: dict[str, Column] = {}
        found = []
        places = np.flatnonzero(kept)
        for each in self.asked:
            before = {name: columns.get(name) or treated.get(name) or self.dataset[name] for name in each.names}
            records = PerturbedRecords(
                {name: column.at(places) for name, column in before.items()},
                None if self.households is None else self.households[places],
            )
            if not len(places):
                found.append(AppliedPerturbation(each, 0, dict.fromkeys(each.columns, 0)))
                continue
            made = each.perturb(records)
            changed = {column.name: _differences(records.columns[column.name], column) for column in made.columns}
            found.append(AppliedPerturbation(each, records.number, changed, made.facts, made.tables))
            columns |= {column.name: _spread(column, places, self.dataset.records) for column in made.columns}
        return columns, tuple(found)


def perturbable(dataset: Dataset, asked: Perturbation, households: Codes | None) -> PerturbedRecords:
    """All records of a table with the columns that a perturbation names, which are there."""
    return PerturbedRecords({name: dataset[name] for name in asked.names}, households)


def _differences(before: Column, after: Column) -> int:
    """The number of cells that read otherwise."""
    place = {text: code for code, text in enumerate(before.values)}
    same = np.array([place.get(text, -1) for text in after.values], np.int64)
    return int((same[after.codes] != before.codes).sum())


def _spread(column: Column, places: NDArray[np.intp], records: int) -> Column:
    """A column of some records in the table of all: "*" in the others."""
    if len(places) == records:
        return Column(column.name, column.codes, column.values, column.type)
    values = column.values if SUPPRESSED in column.values else (*column.values, SUPPRESSED)
    codes = np.full(records, values.index(SUPPRESSED), np.int32)
    codes[places] = column.codes
    return Column(column.name, codes, values, column.type)
