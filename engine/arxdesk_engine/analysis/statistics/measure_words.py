"""The quality measures in words: their names, what their numbers mean, and why one cannot be computed."""

from __future__ import annotations

from dataclasses import dataclass

from arxdesk_engine.foundation.language import marked
from arxdesk_engine.foundation.translated import translated


@translated("title", "meaning", "raw", "missing")
@dataclass(frozen=True, slots=True)
class MeasureWords:
    """A measure: its title, the meaning of its share and of its raw value, and the reason if there is none."""

    title: str
    meaning: str
    raw: str
    missing: str = ""


GRANULARITY = "granularity"
_NOT_NUMERIC = marked("Its values are not numbers: there is no error to measure.")
_NONE_NUMERIC = marked("No quasi-identifier is numeric: there is no error to measure.")

ATTRIBUTE_MEASURES = {
    GRANULARITY: MeasureWords(
        marked("Granularity"),
        marked("100 % is every value as in the input, 0 % is nothing but *: how few values a cell can stand for."),
        marked("Mean share of the domain that a cell covers"),
    ),
    "generalization_intensity": MeasureWords(
        marked("Generalization intensity"),
        marked(
            "100 % is every value as in the input, 0 % is nothing but *: how few steps of the hierarchy were taken."
        ),
        marked("Mean share of the steps of the hierarchy that were taken"),
    ),
    "missings": MeasureWords(
        marked("Missings"),
        marked(
            "100 % is a value in every cell, 0 % is none: cells that are removed, missing, or of the coarsest level."
        ),
        marked("Share of the cells without information"),
    ),
    "non_uniform_entropy": MeasureWords(
        marked("Non-uniform entropy"),
        marked(
            "100 % is every value as in the input, 0 % is nothing but *: how few bits it takes to tell the values "
            "again."
        ),
        marked("Bits lost, summed up over all cells"),
    ),
    "squared_error": MeasureWords(
        marked("Squared error"),
        marked("100 % is every number as in the input, 0 % is no information."),
        marked("Sum of the squares of the greatest possible errors"),
        _NOT_NUMERIC,
    ),
}
"""By their names in `analysis.statistics.quality.AttributeQuality`."""

TABLE_MEASURES = {
    "discernibility": MeasureWords(
        marked("Discernibility"),
        marked("How few records each record is indistinguishable from."),
        marked("Pairs of people that look alike; the removed look like everybody"),
    ),
    "average_class_size": MeasureWords(
        marked("Average class size"), marked("How small the groups are."), marked("Mean number of people in a group")
    ),
    "ambiguity": MeasureWords(
        marked("Ambiguity"),
        marked("How few combinations of values each person can stand for."),
        marked("Combinations that the people can stand for, summed up"),
    ),
    "record_level_squared_error": MeasureWords(
        marked("Record-level squared error"),
        marked("How near the numbers of each person are to those in the input."),
        marked("Mean distance of a record from the largest possible, in standard deviations"),
        _NONE_NUMERIC,
    ),
    "explained_variance": MeasureWords(
        marked("Explained variance"),
        marked("How much of the spread of the numbers the middles of the output still explain."),
        marked("Squared errors of the middles shown, summed up"),
        _NONE_NUMERIC,
    ),
}
"""By their names in `analysis.statistics.quality.TableQuality`."""

AGGREGATES = {
    "arithmetic_mean": (
        marked("Arithmetic mean"),
        marked("Raw values are averaged; attributes with many values weigh more."),
    ),
    "geometric_mean": (
        marked("Geometric mean"),
        marked("As the arithmetic mean, but less drawn by single large losses."),
    ),
    "maximum": (marked("Maximum"), marked("The greatest raw value: the attribute with most loss.")),
    "arithmetic_mean_of_qualities": (marked("Arithmetic mean of shares"), marked("Every attribute weighs the same.")),
    "geometric_mean_of_qualities": (
        marked("Geometric mean of shares"),
        marked("Every attribute weighs the same, great losses less."),
    ),
}
"""By their names in `analysis.statistics.measure.Aggregates`."""
