"""The usefulness of a copy with drawn values, in words."""

from __future__ import annotations

from arxdesk_engine.analysis.spread.errors import SpreadErrors
from arxdesk_engine.analysis.statistics.marginal_tables import TableErrors
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.foundation.words import ENGLISH, Words
from arxdesk_engine.release.spreading.written import WrittenSpread


def copy_sentence(written: WrittenSpread, words: Words = ENGLISH) -> str:
    """What was drawn, and where it is."""
    drawn, kept = sum(written.drawn.values()), sum(written.kept.values())
    said = f"A copy with values drawn for {words.counted(drawn, 'label', 'labels')} was written to {written.path}"
    if not kept:
        return f"{said}."
    return f"{said}; {words.counted(kept, 'label stays', 'labels stay')}, as no values below are known."


def sentence(found: SpreadErrors, words: Words = ENGLISH) -> str:
    """The mean errors of tables of drawn values, beside those of the labels spread evenly."""
    return tr(
        "Tables made of drawn values differ from those of the input by {drawn} on average; made of the labels, each "
        "spread evenly over its values, by {evenly}.",
        drawn=_errors(found.drawn, words),
        evenly=_errors(found.evenly, words),
    )


def _errors(found: TableErrors, words: Words) -> str:
    one = words.percent(found.one_way)
    if found.two_way is None:
        return tr("{share} (one column)", share=one)
    return tr("{one} (one column) and {two} (two columns)", one=one, two=words.percent(found.two_way))
