"""The facts that `arxdesk inspect` reports of a job, its table and its hierarchies."""

from __future__ import annotations

from typing import Any

from arxdesk_engine import __version__
from arxdesk_engine.analysis.class_counts import risk_of
from arxdesk_engine.analysis.facts.summary import subset_facts, transformations
from arxdesk_engine.analysis.items.rare import asked_of, rare_in
from arxdesk_engine.analysis.items.sentences import rare_sentence
from arxdesk_engine.analysis.people.limited_records import limited_records
from arxdesk_engine.analysis.people.linked_tables import linked_facts, linked_sentences
from arxdesk_engine.analysis.people.records_of_people import findings, people_sentence, records_of_people
from arxdesk_engine.analysis.risk.sample import sample_sentence, sides_of_sample
from arxdesk_engine.analysis.tables import InputTable
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.data.item_sets import as_items, item_sets
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.hierarchies.table import TableBuilder
from arxdesk_engine.job.job import Job
from arxdesk_engine.privacy.model import ItemCombinations


def inspection_facts(anonymizer: Anonymizer) -> dict[str, Any]:
    """Attributes, levels, size of the lattice and risk of the input, as plain values.

    Of a column of rows outside memory that nothing is grouped by, the type and the values are None.
    """
    from arxdesk_engine.report.facts.rows import attributes_of_rows, job_of_rows  # noqa: PLC0415 - pandas comes with them

    job, problem = job_of_rows(anonymizer), anonymizer.problem
    attributes, read = [], {column.name: column for column in anonymizer.dataset}
    asked = asked_of(job)
    done = transformations(job, attributes_of_rows(anonymizer))
    for name in attributes_of_rows(anonymizer):
        settings, column = job.settings_of(name), read.get(name)
        hierarchy = anonymizer.hierarchies.get(name)
        attributes.append(
            {
                "name": name,
                "role": settings.role.value,
                "type": None if column is None else column.type.kind.value,
                "format": None if column is None else column.type.format,
                "distinct_values": None if column is None else len(column.values),
                "levels": None if hierarchy is None else hierarchy.levels,
                "transformation": done[name],
                "hierarchy": None if column is None else _hierarchy_facts(settings.hierarchy, as_items(column)),
                **({"items": _items_facts(anonymizer, asked[name])} if name in asked else {}),
            }
        )
    subset, limit = subset_facts(problem, job), problem.suppressible
    person = job.data.person
    risk = risk_of(problem.grouping.input_groups[0], problem.grouping.input_people)
    return {
        "arxdesk": __version__,
        "records": problem.grouping.records,
        "distinct_records": len(problem.grouping.input_sizes[0]),
        "attributes": attributes,
        "privacy": [model.title for model in job.privacy],
        **({"suppression_limit_people": limit} if problem.removes_people else {"suppression_limit_records": limit}),
        "lattice_size": problem.lattice.size,
        **({} if subset is None else {"subset": subset}),
        **({} if person is None else {"people": _people_facts(job, anonymizer.dataset, person)}),
        **_sample_facts(anonymizer),
        **_linked_facts(anonymizer.dataset),
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


def _items_facts(anonymizer: Anonymizer, asked: ItemCombinations) -> dict[str, Any]:
    """The different items of a column of sets, and the people who have rare combinations of them."""
    found = rare_in(InputTable(anonymizer.job, anonymizer.dataset), asked, Control())
    return {
        "different": len(item_sets(found.column).names),
        "rare_combinations": found.total,
        "people_with_rare_combinations": found.having,
        "people_with_items": found.people,
        "sentence": rare_sentence({"before": found}),
    }


def _sample_facts(anonymizer: Anonymizer) -> dict[str, Any]:
    included = anonymizer.problem.grouping.included
    sides = sides_of_sample(anonymizer.job, anonymizer.dataset, anonymizer.quasi_identifiers, included)
    if not sides:
        return {}
    found = sides["before"]
    return {"sample": {**found.plain(), "sentence": sample_sentence(found)}}


def _linked_facts(dataset: Dataset) -> dict[str, Any]:
    return {**linked_facts(dataset), "linked": list(linked_sentences(dataset))} if dataset.linked else {}


def _people_facts(job: Job, dataset: Dataset, person: str) -> dict[str, Any]:
    found, limit = records_of_people(dataset, person), limited_records(job, dataset)
    limited = {} if limit is None else {"limit": {**limit.plain(), "sentence": limit.sentence()}}
    return {**found.plain(), "sentence": people_sentence(found), "findings": list(findings(found)), **limited}


def _hierarchy_facts(source: str | HierarchyBuilder | None, column: Column) -> object:
    """The file that a hierarchy is read from, or its builder, with the values taken from the column."""
    if not isinstance(source, HierarchyBuilder):
        return source
    if isinstance(source, TableBuilder):
        return {"builder": source.builder, "rows": len(source.rows)}  # as many as a file has
    facts = source.model_dump(mode="json", exclude_defaults=True)
    resolved = source.resolved(column)
    return facts if type(resolved) is type(source) else {**facts, "proposed": resolved.builder}
