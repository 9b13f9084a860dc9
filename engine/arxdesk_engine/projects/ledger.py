"""The ledger of a project: what was released of its table, so that the next release can be judged beside that."""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.raw_table import RawColumn
from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.job.job import model_from

MOST_RELEASES = 500
"""So many releases are kept; the oldest go first, and how many went is known."""
MOST_CELLS = 100_000_000
"""So many cells the tables of all releases may have together; beyond, the oldest releases lose theirs."""
MOST_NUMBER = 999_999
MOST_SENTENCE = 500
"""So many characters the sentence of a promise may have."""
NOT_RELEASED = -1
"""The class of a record that a release does not show."""
KEY_BYTES = 16


@dataclass(frozen=True, slots=True, eq=False)
class ReleasedRecords:
    """What a release has shown, for whoever holds the project.

    `columns` are the rows as they were written, in their order. `classes` int32[records of the input] is the group of
    each record in that release, NOT_RELEASED for none; `people` int64[records of the input] tells whose it is, by a
    keyed digest, None where no column says it.
    """

    columns: tuple[RawColumn, ...]
    classes: NDArray[np.int32]
    people: NDArray[np.int64] | None

    @property
    def cells(self) -> int:
        """The cells of both tables."""
        rows = len(self.columns[0].codes) if self.columns else 0
        return rows * len(self.columns) + len(self.classes) * (1 if self.people is None else 2)


@dataclass(frozen=True, slots=True, eq=False)
class LedgerEntry:
    """One release.

    `name` is its file without the folders, or its table without the server; `sha256` that of the file, or of the
    records of the table. `records` were written, and `suppressed` of the input were not kept. `levels` are those of the
    transformation, by quasi-identifier; with `own_levels` records have others. `models` are the promises in sentences,
    in English or as an older version wrote them, and `privacy` the same models as a job has them; none in releases of
    older versions.
    `input_digest` recognizes the records that it was made of, and `person` names the column by which people are found
    again in another input, "" for none. `confirmed`: the recount did not refute it. `shown` is None where that was too
    large, or is a set of linked tables.
    """

    moment: dt.datetime
    name: str
    sha256: str
    records: int
    columns: tuple[str, ...]
    levels: Mapping[str, int]
    own_levels: bool
    suppressed: int
    models: tuple[str, ...]
    recipient: str
    input_digest: str
    person: str
    confirmed: bool
    version: str
    shown: ReleasedRecords | None = None
    number: int = 0
    """Its number in the ledger, from 1 on."""
    privacy: tuple[Mapping[str, Any], ...] = ()

    @property
    def promises(self) -> tuple[str, ...]:
        """What was promised, in sentences of the current language where the models are known; else as it was kept."""
        if len(self.privacy) != len(self.models):
            return self.models
        try:
            return tuple(model_from(each).sentence for each in self.privacy)
        except InvalidJob:  # a model of an extension that is not installed here, or of another version
            return self.models


@dataclass(frozen=True, slots=True, eq=False)
class Ledger:
    """The releases of a project, the oldest first.

    `key` is that of the digests of people: without the project nobody can tell whose they are. Whoever has the project
    has the table anyway. `dropped` older releases were given up.
    """

    entries: tuple[LedgerEntry, ...] = ()
    dropped: int = 0
    key: bytes = field(default_factory=lambda: secrets.token_bytes(KEY_BYTES))

    def with_entry(self, entry: LedgerEntry) -> Ledger:
        """The ledger with one more release, which gets the next number."""
        number = max((each.number for each in self.entries), default=0) + 1
        entries = (*self.entries, replace(entry, number=number))
        too_many = max(0, len(entries) - MOST_RELEASES)
        return replace(self, entries=_within_room(entries[too_many:]), dropped=self.dropped + too_many)

    def without(self, number: int) -> Ledger:
        """The ledger without a release. Raises LookupError where it has none of that number."""
        self[number]
        return replace(self, entries=tuple(each for each in self.entries if each.number != number))

    def __getitem__(self, number: int) -> LedgerEntry:
        """The release of a number. Raises LookupError."""
        for each in self.entries:
            if each.number == number:
                return each
        raise LookupError(tr("the ledger has no release {number}", number=number))


def _within_room(entries: tuple[LedgerEntry, ...]) -> tuple[LedgerEntry, ...]:
    """The releases, without the tables of the oldest where there is no room for all."""
    left, found = MOST_CELLS, []
    for each in reversed(entries):
        left -= 0 if each.shown is None else each.shown.cells
        found.append(each if left >= 0 else replace(each, shown=None))
    return tuple(reversed(found))
