"""The estimated number of people who are unique in the population of a table, for any sampling fraction."""

from __future__ import annotations

import math
from dataclasses import dataclass

from arxdesk_engine.analysis.class_counts import count_classes
from arxdesk_engine.analysis.tables import AnalyzedTable
from arxdesk_engine.foundation.errors import InvalidJob, Problem
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.foundation.words import Unit
from arxdesk_engine.risk.population import Population
from arxdesk_engine.risk.uniqueness import (
    SAMPLING_FRACTIONS,
    STEPS_PER_DECADE,
    Uniqueness,
    uniqueness,
    uniqueness_by_fraction,
)


@dataclass(frozen=True, slots=True)
class UniquenessEstimates:
    """The estimates for each of the sampling `fractions`, rising, and for the population itself (None: not
    known). Without kept records there is no `curve`.

    `records` are those that count, `kept` those of them in groups, the basis of all estimates, or people where these
    are counted (`unit`); `population` is
    the number of people that the records that count were drawn from.
    """

    fractions: tuple[float, ...]
    curve: tuple[Uniqueness, ...]
    own: Uniqueness | None
    population: int | None
    records: int
    kept: int
    unit: Unit = "records"

    @property
    def fraction(self) -> float | None:
        """The share of the population that the records are; None where the population is not known."""
        return None if self.population is None else self.records / max(self.population, 1)


def population_uniqueness(table: AnalyzedTable, population: Population | None) -> UniquenessEstimates:
    """Uniqueness in a population (None: not known) by all estimators, from nothing but the sizes of the groups.

    Raises a UserError where the population is smaller than the table.
    """
    classes = count_classes(table)
    size = _size(population, classes.counted)
    histogram = classes.histogram
    fractions = SAMPLING_FRACTIONS
    if size is not None and classes.counted:
        fractions = (*_lower(classes.counted / size), *fractions)
    return UniquenessEstimates(
        fractions=fractions,
        curve=uniqueness_by_fraction(histogram, fractions),
        own=None if size is None else uniqueness(histogram, size),
        population=size,
        records=classes.counted,
        kept=classes.kept,
        unit=classes.unit,
    )


def _size(population: Population | None, records: int) -> int | None:
    if population is None:
        return None
    try:
        return population.size_for(records)
    except ValueError as error:
        remedy = tr("Choose a population that the table can be a sample of.")
        raise InvalidJob(Problem("population", str(error), remedy)) from error


def _lower(fraction: float) -> tuple[float, ...]:
    """More fractions where the table is a smaller share than any that is usual."""
    lowest = math.floor(math.log10(fraction) - 0.25)
    first = round(math.log10(SAMPLING_FRACTIONS[0]))
    return tuple(
        10.0 ** (step / STEPS_PER_DECADE) for step in range(lowest * STEPS_PER_DECADE, first * STEPS_PER_DECADE)
    )
