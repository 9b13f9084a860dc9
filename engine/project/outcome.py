"""What a search found, as it is kept with a project, and whether the table still confirms it."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from engine.lattice.lattice import Levels
from engine.search.solution import Solution


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a search, without what would go on with it.

    `cut_short`: somebody ended the search, or a limit did. `applied` is the transformation that makes the output, None
    where none was applied. `moment` (with time zone) is when the search ended, `version` the ArxDesk that searched.
    """

    solution: Solution
    cut_short: bool
    applied: Levels | None
    moment: dt.datetime
    version: str
