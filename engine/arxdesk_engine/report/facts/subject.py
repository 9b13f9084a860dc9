"""What a report is about: a search, and what was made of the table."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from pathlib import Path

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.projects.origin import Origin
from arxdesk_engine.projects.trail import NOTHING_DONE, Trail
from arxdesk_engine.release.export import Exported
from arxdesk_engine.release.transform.apply import Output
from arxdesk_engine.search.local_recoding import LocalRecoding
from arxdesk_engine.search.solution import Solution
from arxdesk_engine.verification.recount import Recount


@dataclass(frozen=True, slots=True)
class Restored:
    """A search that was done before and is told by a project: when it ended, and the ArxDesk that searched."""

    moment: dt.datetime | None
    version: str


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """Everything that a report is made of.

    `output` is what was applied, None where nothing was; `local_recoding` is given where it is that of
    `Anonymizer.apply_recoding`. `cut_short`: a person or a limit ended the search. `seed` is that of the search, None:
    that of the job. `origin` says where the table of a project came from. `restored` says that the search was not done
    now: then its best transformation was looked at again, and what it has proven is what the project says.

    Where the output was handed out, `exported` says where it went and `recount` what counting it there again has
    confirmed; without them the report counts a file of its own, and compares `written`, a file of the result, with it.
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
