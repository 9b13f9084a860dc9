"""All quality measures of a table."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from arxdesk_engine.analysis.facts.summary import cells_of
from arxdesk_engine.analysis.statistics.cells import Cells
from arxdesk_engine.analysis.statistics.quality import Quality, quality
from arxdesk_engine.analysis.tables import AnalyzedTable, InputTable, OutputTable
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.hierarchies.hierarchy import Hierarchy, bind


@dataclass(frozen=True, slots=True, eq=False)
class DetailMeasures:
    """All quality measures of the quasi-identifiers; `quality` is None without a quasi-identifier or record.

    `granularity` is the detail kept of each quasi-identifier, in column order, `mean_granularity` of the table: exact
    if nothing is aggregated.
    """

    quality: Quality | None
    granularity: tuple[float, ...]
    mean_granularity: float


def measures(table: AnalyzedTable, control: Control | None = None) -> DetailMeasures:
    """The measures of an output, or of an input: there all of the detail is left, but cells may be missing.

    Raises a UserError where the research subset cannot be read, or Stopped.
    """
    control = control or Control()
    control.report(Progress(tr("Comparing the cells")))
    names = table.quasi_identifiers
    if isinstance(table, InputTable):
        sizes = table.classes.sizes
        cells = {name: _unchanged(table, name) for name in names}
        found = quality(cells, sizes, sizes, control) if names and len(sizes) else None
        return DetailMeasures(found, (1.0,) * len(names), 1.0)
    return _of_output(table, control)


def _of_output(table: OutputTable, control: Control) -> DetailMeasures:
    problem, applied, names = table.problem, table.applied, table.quasi_identifiers
    recoding = None if applied.recoded is None else applied.recoded.found.recoding
    cells = cells_of(problem, table.input.dataset, applied.output, names, recoding)
    control.raise_if_stopped()
    before, after = problem.grouping.input_sizes[0], applied.output.class_sizes
    found = quality(cells, before, after, control) if names and problem.grouping.records else None
    return DetailMeasures(found, applied.granularity, applied.mean_granularity)


def _unchanged(table: InputTable, name: str) -> Cells:
    """An attribute of the input beside itself."""
    column = table.dataset[name]
    nobody = np.zeros(column.records, np.bool_)
    hierarchy, weights = bind(Hierarchy.identity(column.values), column), table.dataset.weights
    return Cells(column, column, hierarchy, nobody, table.included, 0, weights)
