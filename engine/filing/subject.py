"""What a report is about: a search, and what was made of the table."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from engine.anonymizer import Anonymizer
from engine.search.local_recoding import LocalRecoding
from engine.search.solution import Solution
from engine.transform.apply import Output


class TrailEntry(Protocol):
    """One step of the audit trail. Of the data only `values` tells."""

    @property
    def moment(self) -> dt.datetime:
        """When it was done."""

    @property
    def action(self) -> str:
        """What kind of step it was."""

    @property
    def text(self) -> str:
        """What was done."""

    @property
    def values(self) -> str:
        """What of the data belongs to it."""


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """Everything that a report is made of.

    `output` is what was applied, None where nothing was; `local_recoding` is given where it is that of
    `Anonymizer.apply_recoding`. `written` is the file that was handed out, where there is one: it is compared with what
    is counted. `cut_short`: a person or a limit ended the search. `seed` is that of the search, None: that of the job.
    `trail_is_intact` says whether the entries prove to be unchanged, None where nobody knows.
    """

    anonymizer: Anonymizer
    solution: Solution
    output: Output | None = None
    local_recoding: LocalRecoding | None = None
    written: Path | None = None
    cut_short: bool = False
    seed: int | None = None
    trail: Iterable[TrailEntry] = ()
    trail_is_intact: bool | None = None
