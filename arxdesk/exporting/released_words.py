"""What the export wizard and the list of releases say of the ledger."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from PySide6.QtCore import QDateTime, QLocale

from arxdesk.ui.words import count, joined
from arxdesk_engine.foundation.language import tr, tr_n
from arxdesk_engine.projects.ledger import LedgerEntry
from arxdesk_engine.projects.overlap import Overlap

MOST_NAME = 40
"""So many characters of the name of a file stand in a sentence."""


def times(number: int) -> str:
    """How often something was released."""
    if number == 2:
        return tr("twice")
    return tr_n(number, "once", "{n} times")


def pending_words(number: int) -> tuple[Literal["info"], str, str]:
    """While the releases are compared: kind of message, lead, sentence."""
    return "info", tr("Released {number} before.", number=times(number)), tr("Comparing with what was shown then...")


def overlap_words(overlap: Overlap) -> tuple[Literal["ok", "warn", "info"], str, str]:
    """What this table tells together with earlier ones: kind of message, lead, sentence."""
    compared, left_out = len(overlap.names) - 1, _left_out(overlap)
    if not compared:
        return "info", tr("Released {number} before.", number=times(len(overlap.left_out))), left_out
    least = count(overlap.least)
    if not overlap.some:
        sentence = tr("Put together, the releases leave nobody among fewer than {least} people.", least=least)
        return "ok", tr("Released {number} before.", number=times(compared)), f"{sentence}{_spaced(left_out)}"
    lead = tr_n(
        overlap.some,
        "Together with earlier releases {n} person is among fewer than {least}.",
        "Together with earlier releases {n} people are among fewer than {least}.",
        least=least,
    )
    said = [tr("In each release alone they are among more."), _turnover(overlap), _offending(overlap), left_out]
    return "warn", lead, " ".join(each for each in said if each)


def _turnover(overlap: Overlap) -> str:
    """Who is only in some of the releases, since that tells them apart."""
    came, went = overlap.found.came(overlap.least).some, overlap.found.went(overlap.least).some
    if came and went:
        return tr(
            "Of them {came} are not in all earlier releases and {went} are in earlier ones only.",
            came=count(came),
            went=count(went),
        )
    if came:
        return tr_n(
            came, "Of them {n} are not in all earlier releases.", "Of them {n} are not in all earlier releases."
        )
    if went:
        return tr_n(went, "Of them {n} are in earlier ones only.", "Of them {n} are in earlier ones only.")
    return ""


def _offending(overlap: Overlap) -> str:
    """The first two releases that suffice, where there are more than two."""
    pair = overlap.offending
    if pair is None or len(overlap.names) == 2:
        return ""
    number, second = count(pair.narrowed.some), _short(pair.second)
    if pair in overlap.pairs[: len(overlap.names) - 1]:  # those with this table come first
        return tr("This table and {second} suffice for {number} of them.", second=second, number=number)
    return tr(
        "{first} and {second}, which are out already, suffice for {number}.",
        first=_short(pair.first),
        second=second,
        number=number,
    )


def _short(name: str) -> str:
    """The name of a file in a sentence: its end tells it apart from others."""
    return name if len(name) <= MOST_NAME else f"…{name[1 - MOST_NAME :]}"


def _left_out(overlap: Overlap) -> str:
    if not overlap.left_out:
        return ""
    return tr_n(
        len(overlap.left_out),
        "{n} release is not compared: nothing finds the same people in this table.",
        "{n} releases are not compared: nothing finds the same people in this table.",
    )


def _spaced(text: str) -> str:
    return f" {text}" if text else ""


def released_at(entry: LedgerEntry) -> str:
    """When it was released, in local time."""
    moment = QDateTime.fromSecsSinceEpoch(int(entry.moment.timestamp()))
    return QLocale().toString(moment, "yyyy-MM-dd HH:mm")


def details(entry: LedgerEntry) -> Mapping[str, str]:
    """All that the list does not show of a release, by heading."""
    levels = [f"{name} {level}" for name, level in entry.levels.items()]
    shown = joined(levels, 12)
    if levels and entry.own_levels:
        shown = tr("{levels}; records have levels of their own", levels=shown)
    lines = {
        tr("Columns"): joined(list(entry.columns), 12),
        tr("Levels"): shown,
        tr("Promised"): " ".join(entry.promises) or tr("Nothing"),
        tr("Recipient"): entry.recipient,
        "SHA-256": entry.sha256,
        tr("Recounted"): tr("Not refuted") if entry.confirmed else tr("Refuted: a claim did not hold"),
        tr("Kept of it"): _kept(entry),
    }
    return {heading: words for heading, words in lines.items() if words}


def _kept(entry: LedgerEntry) -> str:
    if entry.shown is None:
        return tr("These facts alone: the next release cannot be compared with it")
    if entry.records and not entry.shown.columns:
        return tr("The groups of its records; their rows were lost when the program ended")
    if entry.person:
        return tr(
            "Its rows, and the groups of its records, and {column} finds its people in another table",
            column=entry.person,
        )
    return tr("Its rows, and the groups of its records")
