"""The facts of columns that look like direct identifiers, and of what became of each in the released table.

What may stay is that of HIPAA's Safe Harbor, 45 CFR 164.514(b)(2)(i): states and the first three digits of postal
codes, years, and ages over 89 as one group. Labels are judged as they are released, however they were made.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from arxdesk_engine.analysis.risk.identifiers import identifiers_in
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import SUPPRESSED
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.report.facts.data import ColumnFacts
from arxdesk_engine.report.facts.subject import Subject
from arxdesk_engine.risk.identifiers import IdentifierHit

_REMOVED, _CODED = ("leave out", "suppress"), ("number", "pseudonym")
_YEARS = re.compile(r"\D*\d{4}(?:\D+\d{4})?\D*")
_WORD = re.compile(r"[^\W\d_]{3,}")
_NUMBER = re.compile(r"\d+")
_AREA = re.compile(r"\d{0,3}\D*")
_OLDEST, _LONGEST_LIFE = 89, 130


class IdentifierOutcome(StrEnum):
    """What became of a column that looks like an identifier."""

    REMOVED = "removed"
    ALLOWED = "as far as the rule allows"
    CODED = "replaced by codes"
    COARSER = "coarser"
    """Whether that is coarse enough is for people to judge."""
    KEPT = "kept"


@dataclass(frozen=True, slots=True)
class FoundIdentifier:
    """A column, the kind of identifier it looks like, and what became of it; `matched` is the share of its distinct
    values that have the form, None where its name alone tells. `becomes` is that of `ColumnFacts`."""

    column: str
    category: str
    kind: str
    matched: float | None
    becomes: str
    outcome: IdentifierOutcome


@dataclass(frozen=True, slots=True)
class IdentifierFacts:
    """The columns that look like identifiers, of `examined` ones; those outside memory were not examined."""

    found: tuple[FoundIdentifier, ...]
    examined: int
    unexamined: tuple[str, ...]


def identifier_facts(subject: Subject, columns: Collection[ColumnFacts], control: Control) -> IdentifierFacts | None:
    """Look for identifiers in the input, and at them in the output; None without one. Raises Stopped."""
    if subject.output is None:
        return None
    dataset = subject.anonymizer.dataset
    signs = identifiers_in(dataset, control).hits
    control.raise_if_stopped()
    treated = {each.name: each for each in columns}
    best: dict[tuple[str, str], IdentifierHit] = {}
    for hit in signs:
        best.setdefault((hit.column, hit.category), hit)
    found = []
    for hit in best.values():
        becomes = treated[hit.column].becomes
        outcome = _outcome(hit, becomes, dataset[hit.column], subject.output.dataset[hit.column])
        found.append(FoundIdentifier(hit.column, hit.category, hit.kind, hit.matched_share, becomes, outcome))
    unexamined = tuple(name for name in treated if name not in dataset.names)
    return IdentifierFacts(tuple(found), len(dataset.names), unexamined)


def _outcome(hit: IdentifierHit, becomes: str, before: Column, after: Column) -> IdentifierOutcome:
    if becomes in _REMOVED:
        return IdentifierOutcome.REMOVED
    if becomes in _CODED:
        return IdentifierOutcome.CODED
    labels = _shown(after)
    if not labels:
        return IdentifierOutcome.REMOVED
    if hit.permitted or is_coarse_enough(hit.kind, labels):
        return IdentifierOutcome.ALLOWED
    return IdentifierOutcome.KEPT if labels <= _shown(before) else IdentifierOutcome.COARSER


def is_coarse_enough(kind: str, labels: Collection[str]) -> bool:
    """Whether released labels of a kind of identifier (`risk.identifiers.KINDS`) tell no more than the rule allows."""
    match kind:
        case "date":
            return all(_YEARS.fullmatch(label) and not _WORD.search(label) for label in labels)
        case "postal-code":
            return all(_AREA.fullmatch(label) for label in labels)
        case "age":
            old = {label for label in labels if any(_is_old(number) for number in _NUMBER.findall(label))}
            return not old or (len(old) == 1 and all(_is_open(label) for label in old))
    return False


def _is_old(number: str) -> bool:
    return _OLDEST < int(number[:4]) <= _LONGEST_LIFE


def _is_open(label: str) -> bool:
    """Whether a label is the group of all ages from 90 on, such as ">=90" or "90+"."""
    return _NUMBER.findall(label) == [str(_OLDEST + 1)] and any(mark in label for mark in (">", "≥", "+"))


def _shown(column: Column) -> set[str]:
    """The texts that can be read in a column."""
    counts = np.bincount(column.codes, minlength=len(column.values))
    texts = (column.values[code].strip() for code in np.flatnonzero(counts).tolist())
    return {text for text in texts if text and text != SUPPRESSED}
