"""The detail kept, in a sentence."""

from __future__ import annotations

from arxdesk_engine.analysis.detail.measures import DetailMeasures
from arxdesk_engine.analysis.statistics.measure_words import ATTRIBUTE_MEASURES, GRANULARITY
from arxdesk_engine.analysis.tables import OutputTable
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.foundation.words import ENGLISH, Words


def sentence(output: OutputTable | None, found: DetailMeasures, measure: str, words: Words = ENGLISH) -> str:
    """The detail kept on average, and the most possible."""
    if found.quality is None:
        return tr("There are no records to measure.")
    overall = found.quality.aggregates.get(measure)
    title = ATTRIBUTE_MEASURES[measure].title.lower()
    if overall is None:
        return tr("No quasi-identifier is numeric: there is no {measure}. Choose another measure.", measure=title)
    left = found.mean_granularity if measure == GRANULARITY else overall.arithmetic_mean.quality
    share = words.percent_fixed(left)
    if output is None:
        if measure == "missings":
            return tr("Nothing is applied yet. {share} of the cells of the input have a value.", share=share)
        return tr("Nothing is applied yet: the input has all of its detail.")
    said = tr("Of the detail in the input, {share} is left on average.", share=share)
    if measure != GRANULARITY:
        said = tr(
            "Of the detail in the input, {share} is left on average, by its {measure}.", share=share, measure=title
        )
    removed = output.applied.output.suppressed_records
    if not removed:
        return f"{said} {tr('No records were removed, so 100 % is possible.')}"
    if removed == output.records:
        return tr("All records were removed, so no detail is left.")
    if measure not in (GRANULARITY, "generalization_intensity"):
        return said
    most, gone = words.percent_fixed(1 - removed / output.records), words.percent_fixed(removed / output.records)
    told = (
        marked("{most} is the most possible, as {gone} of the records of the {part} were removed.")
        if output.part
        else marked("{most} is the most possible, as {gone} of the records were removed.")
    )
    return f"{said} {tr(told, most=most, gone=gone, part=tr(output.part))}"
