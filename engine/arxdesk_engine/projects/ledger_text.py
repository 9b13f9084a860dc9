"""The ledger in a text: what is kept of releases that no archive has yet, without a value of the table.

Rows are left out: they are in the file that was written. The groups of records are numbers, and so are the digests of
people.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Collection, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.foundation.language import tr
from arxdesk_engine.projects.layout import StoredLedger, StoredRelease
from arxdesk_engine.projects.ledger import NOT_RELEASED, Ledger, LedgerEntry, ReleasedRecords
from arxdesk_engine.projects.ledger_tables import ledger_facts

MOST_KEPT_CELLS = 2_000_000
"""So many groups and digests are kept; the latest releases come first."""
_TOLD = tuple(name for name in StoredRelease.model_fields if name not in ("has_tables", "has_rows"))


def ledger_text(ledger: Ledger, elsewhere: Collection[tuple[int, str]]) -> dict[str, Any] | None:
    """A ledger as plain values for JSON, with the groups of the releases that are not `elsewhere` (number and SHA-256).

    None for one that has never had a release.
    """
    facts, left, groups = ledger_facts(ledger), MOST_KEPT_CELLS, {}
    if facts is None:
        return None
    for each in reversed(ledger.entries):
        shown = each.shown
        if shown is None or (each.number, each.sha256) in elsewhere:
            continue
        left -= len(shown.classes) * (1 if shown.people is None else 2)
        if left < 0:
            break
        people = None if shown.people is None else _packed(shown.people.astype("<i8"))
        groups[str(each.number)] = [_packed(shown.classes.astype("<i4")), people]
    return {"facts": facts.model_dump(mode="json"), "groups": groups}


def ledger_of_text(content: Mapping[str, Any] | None, elsewhere: Ledger) -> Ledger:
    """The ledger that plain values mean; a release that `elsewhere` has as well is taken from there.

    Raises ValueError, TypeError or LookupError for values that are not those of a ledger.
    """
    if content is None:
        return elsewhere
    facts, groups = StoredLedger.model_validate(content["facts"]), dict(content["groups"])
    known = {(each.number, each.sha256): each for each in elsewhere.entries}
    entries = tuple(
        known.get((each.number, each.sha256)) or _entry(each, groups.get(str(each.number))) for each in facts.entries
    )
    return Ledger(entries, facts.dropped, bytes.fromhex(facts.key))


def _entry(facts: StoredRelease, groups: list[Any] | None) -> LedgerEntry:
    shown = None
    if groups is not None:
        packed_classes, packed_people = groups
        classes = _unpacked(packed_classes, "<i4").astype(np.int32)
        people = None if packed_people is None else _unpacked(packed_people, "<i8").astype(np.int64)
        if not len(classes) or classes.min() < NOT_RELEASED or classes.max() >= len(classes):
            raise ValueError(tr("the groups of a release are not those of its records"))
        if (people is not None) != bool(facts.person) or (people is not None and len(people) != len(classes)):
            raise ValueError(tr("the people of a release are not those of its records"))
        shown = ReleasedRecords((), classes, people)
    return LedgerEntry(**{name: getattr(facts, name) for name in _TOLD}, shown=shown)


def _packed(numbers: NDArray[Any]) -> str:
    return base64.b64encode(zlib.compress(numbers.tobytes(), 1)).decode()


def _unpacked(text: str, kind: str) -> NDArray[Any]:
    most = 8 * MOST_KEPT_CELLS
    try:
        return np.frombuffer(zlib.decompressobj().decompress(base64.b64decode(text, validate=True), most), kind)
    except zlib.error as error:
        raise ValueError(tr("the groups of a release are damaged")) from error
