"""The subject of a report: a search and the applied table."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.projects.origin import Origin
from arxdesk_engine.projects.trail import NOTHING_DONE, Trail
from arxdesk_engine.release.export import Exported
from arxdesk_engine.release.transform.apply import Output
from arxdesk_engine.search.local_recoding import LocalRecoding
from arxdesk_engine.search.solution import Solution
from arxdesk_engine.verification.recount import Recount

if TYPE_CHECKING:  # pandas is slow to import
    from arxdesk_engine.attacks.earlier import EarlierRelease


@dataclass(frozen=True, slots=True)
class Restored:
    """An earlier search kept in a project: its end and the version of ArxDesk."""

    moment: dt.datetime | None
    version: str


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """All inputs of a report.

    `output` is the applied table, None without one; `local_recoding` is given if it is that of
    `Anonymizer.apply_recoding`. `cut_short`: a person or a limit ended the search. `seed` is that of the search, None:
    that of the job. `origin` is the source of the table of a project. `restored` is an earlier search of the project:
    its best transformation was checked again, its proof is that of the project.

    For an exported output, `exported` is its destination and `recount` the confirmations of the recount there;
    without them the report recounts a file of its own and compares `written`, a file of the result, with it.
    """

    anonymizer: Anonymizer
    solution: Solution
    output: Output | None = None
    local_recoding: LocalRecoding | None = None
    cut_short: bool = False
    seed: int | None = None
    exported: Exported | None = None
    recount: Recount | None = None
    written: Path | None = None
    origin: Origin | None = None
    restored: Restored | None = None
    trail: Trail = NOTHING_DONE
    earlier: tuple[EarlierRelease, ...] = ()
    """Earlier releases of the same people, which are attacked beside this one."""
    not_compared: tuple[str, ...] = ()
    """The names of those whose rows or people are not known any more."""
