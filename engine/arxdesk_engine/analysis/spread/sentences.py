"""The usefulness of a copy with drawn values, in words."""

from __future__ import annotations

from arxdesk_engine.analysis.spread.errors import SpreadErrors
from arxdesk_engine.analysis.statistics.marginal_tables import TableErrors
from arxdesk_engine.foundation.language import tr, tr_n
from arxdesk_engine.foundation.words import ENGLISH, Words
from arxdesk_engine.release.spreading.written import WrittenSpread


def copy_sentence(written: WrittenSpread, words: Words = ENGLISH) -> str:
    """What was drawn, and where it is."""
    drawn, kept = sum(written.drawn.values()), sum(written.kept.values())
    labels = tr_n(drawn, "{n} label", "{n} labels", n=words.count(drawn))
    if not kept:
        return tr("A copy with values drawn for {labels} was written to {path}.", labels=labels, path=written.path)
    return tr_n(
        kept,
        "A copy with values drawn for {labels} was written to {path}; {n} label stays, as no values below are known.",
        "A copy with values drawn for {labels} was written to {path}; {n} labels stay, as no values below are known.",
        n=words.count(kept),
        labels=labels,
        path=written.path,
    )


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
