"""The facts of how much detail an output keeps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from arxdesk_engine.analysis.spread.errors import SpreadErrors
from arxdesk_engine.release.transform.apply import Output
from arxdesk_engine.report.facts.data import frequent_values
from arxdesk_engine.report.facts.subject import Subject

MeasureOf = Mapping[str, float | None]
"""The share that is kept, by the name of a measure; None where it cannot be computed."""


@dataclass(frozen=True, slots=True)
class SharedValues:
    """Frequencies of values among the records that count, before and after; empty without values."""

    attribute: str
    before: tuple[tuple[str, int], ...]
    after: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class QualityFacts:
    """The detail kept, by every measure, as a share: 1 is the input, 0 no information.

    `kept` is the detail of the table, `kept_of` that of each quasi-identifier (granularity). `measures_of` has further
    measures of each, `table` those of the table, `aggregates` the means of those of the attributes. `mean_class_size`
    is the mean size of a class before and after.
    """

    kept: float
    kept_of: Mapping[str, float]
    measures_of: Mapping[str, MeasureOf]
    aggregates: Mapping[str, float]
    table: MeasureOf
    mean_class_size: tuple[float, float]
    values: tuple[SharedValues, ...]
    spread: SpreadErrors | None = None
    """The errors of a copy with drawn values; None where none is written."""


def quality_facts(subject: Subject, described: Mapping[str, Any], *, with_values: bool) -> QualityFacts | None:
    """From the report of the run (`Anonymizer.describe`); None where nothing was applied."""
    if subject.output is None:
        return None
    found = described["quality"]
    size = found["table"]["average_class_size"]
    return QualityFacts(
        found["granularity"],
        found["granularity_per_attribute"],
        {name: _shares(measures) for name, measures in found["attributes"].items()},
        {name: each["arithmetic_mean_of_qualities"] for name, each in found["aggregates"].items()},
        _shares(found["table"]),
        (size["minimum"], size["raw"]),
        _values(subject) if with_values else (),
        _spread(subject, subject.output),
    )


def _spread(subject: Subject, output: Output) -> SpreadErrors | None:
    exported, asked = subject.exported, subject.anonymizer.job.output.spread
    has_copy = asked is not None if exported is None else exported.spread is not None
    return subject.anonymizer.spread_errors(output, exported) if has_copy else None


def _shares(measures: Mapping[str, Mapping[str, float] | None]) -> MeasureOf:
    return {name: None if each is None else each["quality"] for name, each in measures.items()}


def _values(subject: Subject) -> tuple[SharedValues, ...]:
    """The most frequent values of each quasi-identifier in both tables."""
    output, dataset = subject.output, subject.anonymizer.dataset
    if output is None:
        return ()
    rows, names = subject.anonymizer.rows, subject.anonymizer.quasi_identifiers
    if rows is not None:
        names = tuple(each for each in names if each not in rows.minimum_levels)
    after = output.dataset
    return tuple(SharedValues(name, frequent_values(dataset, name), frequent_values(after, name)) for name in names)
