"""What the export wizard and the list of releases say of the ledger."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from PySide6.QtCore import QDateTime, QLocale

from arxdesk.ui.words import count, counted, joined, people
from arxdesk_engine.projects.ledger import LedgerEntry
from arxdesk_engine.projects.overlap import Overlap

MOST_NAME = 40
"""So many characters of the name of a file stand in a sentence."""


def times(number: int) -> str:
    """How often something was released."""
    return "once" if number == 1 else "twice" if number == 2 else f"{count(number)} times"


def pending_words(number: int) -> tuple[Literal["info"], str, str]:
    """While the releases are compared: kind of message, lead, sentence."""
    return "info", f"Released {times(number)} before.", "Comparing with what was shown then..."


def overlap_words(overlap: Overlap) -> tuple[Literal["ok", "warn", "info"], str, str]:
    """What this table tells together with earlier ones: kind of message, lead, sentence."""
    compared, left_out = len(overlap.names) - 1, _left_out(overlap)
    if not compared:
        return "info", f"Released {times(len(overlap.left_out))} before.", left_out
    least = count(overlap.least)
    if not overlap.some:
        sentence = f"Put together, the releases leave nobody among fewer than {least} people."
        return "ok", f"Released {times(compared)} before.", f"{sentence}{_spaced(left_out)}"
    are = "is" if overlap.some == 1 else "are"
    lead = f"Together with earlier releases {people(overlap.some)} {are} among fewer than {least}."
    said = ["In each release alone they are among more.", _turnover(overlap), _offending(overlap), left_out]
    return "warn", lead, " ".join(each for each in said if each)


def _turnover(overlap: Overlap) -> str:
    """Who is only in some of the releases, since that tells them apart."""
    came, went = overlap.found.came(overlap.least).some, overlap.found.went(overlap.least).some
    said = [f"{count(came)} are not in all earlier releases" if came else ""]
    said += [f"{count(went)} are in earlier ones only" if went else ""]
    found = joined([each for each in said if each], 2)
    return f"Of them {found}." if found else ""


def _offending(overlap: Overlap) -> str:
    """The first two releases that suffice, where there are more than two."""
    pair = overlap.offending
    if pair is None or len(overlap.names) == 2:
        return ""
    number, second = count(pair.narrowed.some), _short(pair.second)
    if pair in overlap.pairs[: len(overlap.names) - 1]:  # those with this table come first
        return f"This table and {second} suffice for {number} of them."
    return f"{_short(pair.first)} and {second}, which are out already, suffice for {number}."


def _short(name: str) -> str:
    """The name of a file in a sentence: its end tells it apart from others."""
    return name if len(name) <= MOST_NAME else f"…{name[1 - MOST_NAME :]}"


def _left_out(overlap: Overlap) -> str:
    if not overlap.left_out:
        return ""
    number = counted(len(overlap.left_out), "release is", "releases are")
    return f"{number} not compared: nothing finds the same people in this table."


def _spaced(text: str) -> str:
    return f" {text}" if text else ""


def released_at(entry: LedgerEntry) -> str:
    """When it was released, in local time."""
    moment = QDateTime.fromSecsSinceEpoch(int(entry.moment.timestamp()))
    return QLocale().toString(moment, "yyyy-MM-dd HH:mm")


def details(entry: LedgerEntry) -> Mapping[str, str]:
    """All that the list does not show of a release, by heading."""
    levels = [f"{name} {level}" for name, level in entry.levels.items()]
    own = "; records have levels of their own" if entry.own_levels else ""
    lines = {
        "Columns": joined(list(entry.columns), 12),
        "Levels": f"{joined(levels, 12)}{own}" if levels else "",
        "Promised": " ".join(entry.models) or "Nothing",
        "Recipient": entry.recipient,
        "SHA-256": entry.sha256,
        "Recounted": "Not refuted" if entry.confirmed else "Refuted: a claim did not hold",
        "Kept of it": _kept(entry),
    }
    return {heading: words for heading, words in lines.items() if words}


def _kept(entry: LedgerEntry) -> str:
    if entry.shown is None:
        return "These facts alone: the next release cannot be compared with it"
    if entry.records and not entry.shown.columns:
        return "The groups of its records; their rows were lost when the program ended"
    again = f", and {entry.person} finds its people in another table" if entry.person else ""
    return f"Its rows, and the groups of its records{again}"
