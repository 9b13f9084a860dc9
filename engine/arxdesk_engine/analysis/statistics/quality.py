"""All quality measures of an output at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.statistics import attribute_measures, table_measures
from arxdesk_engine.analysis.statistics.cells import Cells
from arxdesk_engine.analysis.statistics.measure import Aggregates, Measure, aggregates
from arxdesk_engine.analysis.statistics.numbers import numeric_cells
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.language import tr


@dataclass(frozen=True, slots=True)
class AttributeQuality:
    """The measures of one attribute; `squared_error` is None where it is not numeric."""

    granularity: Measure
    generalization_intensity: Measure
    missings: Measure
    non_uniform_entropy: Measure
    squared_error: Measure | None


@dataclass(frozen=True, slots=True)
class TableQuality:
    """The measures of a table; the last two are None where no attribute is numeric."""

    discernibility: Measure
    average_class_size: Measure
    ambiguity: Measure
    record_level_squared_error: Measure | None
    explained_variance: Measure | None


@dataclass(frozen=True, slots=True)
class Quality:
    """The detail kept in an output, by every measure: of each attribute, over all attributes, of the table."""

    attributes: dict[str, AttributeQuality]
    aggregates: dict[str, Aggregates]
    table: TableQuality


def quality(
    attributes: Mapping[str, Cells],
    sizes_before: NDArray[np.int64],
    sizes_after: NDArray[np.int64],
    control: Control | None = None,
) -> Quality:
    """Measure the quasi-identifiers, at least one, and the classes that they form.

    `sizes_before`, `sizes_after` int64[classes]: the class sizes of the input and of the records kept in the output;
    records in no class of the output are suppressed. Aggregates of squared errors are over numeric attributes.
    Raises Stopped where `control` asks for that.
    """
    control = control or Control()
    numbers = {}
    measured = {}
    for place, (name, cells) in enumerate(attributes.items()):
        control.raise_if_stopped()
        control.report(Progress(tr("Measuring the detail kept"), place / len(attributes)))
        number = numbers[name] = numeric_cells(cells)
        measured[name] = AttributeQuality(
            attribute_measures.granularity(cells),
            attribute_measures.generalization_intensity(cells),
            attribute_measures.missings(cells),
            attribute_measures.non_uniform_entropy(cells),
            None if number is None else attribute_measures.squared_error(number),
        )
    control.raise_if_stopped()
    numeric = [cells for cells in numbers.values() if cells is not None]
    table = TableQuality(
        table_measures.discernibility(sizes_before, sizes_after, int(sizes_before.sum() - sizes_after.sum())),
        table_measures.average_class_size(sizes_before, sizes_after),
        table_measures.ambiguity(list(attributes.values())),
        table_measures.record_level_squared_error(numeric),
        table_measures.explained_variance(numeric),
    )
    over = {}
    for field in AttributeQuality.__slots__:
        found = [getattr(each, field) for each in measured.values()]
        if known := [each for each in found if each is not None]:
            over[field] = aggregates(known)
    return Quality(measured, over, table)
