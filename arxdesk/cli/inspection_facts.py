"""The facts that `arxdesk inspect` reports of a job, its table and its hierarchies."""

from __future__ import annotations

from typing import Any

from arxdesk_engine import __version__
from arxdesk_engine.analysis.facts.summary import subset_facts
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.hierarchies.table import TableBuilder
from arxdesk_engine.risk.reidentification import prosecutor_risk


def inspection_facts(anonymizer: Anonymizer) -> dict[str, Any]:
    """Attributes, levels, size of the lattice and risk of the input, as plain values."""
    job, problem = anonymizer.job, anonymizer.problem
    attributes = []
    for column in anonymizer.dataset:
        settings = job.settings_of(column.name)
        hierarchy = anonymizer.hierarchies.get(column.name)
        attributes.append(
            {
                "name": column.name,
                "role": settings.role.value,
                "type": column.type.kind.value,
                "format": column.type.format,
                "distinct_values": len(column.values),
                "levels": None if hierarchy is None else hierarchy.levels,
                "transformation": settings.shown_as,
                "hierarchy": _hierarchy_facts(settings.hierarchy, column),
            }
        )
    subset = subset_facts(problem, job)
    risk = prosecutor_risk(problem.grouping.input_sizes[0])
    return {
        "arxdesk": __version__,
        "records": problem.grouping.records,
        "distinct_records": len(problem.grouping.input_sizes[0]),
        "attributes": attributes,
        "privacy": [model.title for model in job.privacy],
        "suppression_limit_records": problem.suppressible_records,
        "lattice_size": problem.lattice.size,
        **({} if subset is None else {"subset": subset}),
        "risk": {
            "prosecutor": {
                "highest": risk.highest,
                "average": risk.average,
                "records_at_risk": risk.records_at_risk,
                "sample_uniques": risk.sample_uniques,
                "threshold": risk.threshold,
            }
        },
    }


def _hierarchy_facts(source: str | HierarchyBuilder | None, column: Column) -> object:
    """The file that a hierarchy is read from, or its builder, with the values taken from the column."""
    if not isinstance(source, HierarchyBuilder):
        return source
    if isinstance(source, TableBuilder):
        return {"builder": source.builder, "rows": len(source.rows)}  # as many as a file has
    facts = source.model_dump(mode="json", exclude_defaults=True)
    resolved = source.resolved(column)
    return facts if type(resolved) is type(source) else {**facts, "proposed": resolved.builder}
