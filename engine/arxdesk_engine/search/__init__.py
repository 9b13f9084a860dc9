"""The search for the transformation that loses least. `ALGORITHMS` lists the algorithms by name."""

from __future__ import annotations

from arxdesk_engine.search.best_first import best_first
from arxdesk_engine.search.bottom_up import bottom_up
from arxdesk_engine.search.datafly import datafly
from arxdesk_engine.search.exhaustive import exhaustive
from arxdesk_engine.search.flash import flash
from arxdesk_engine.search.genetic import genetic
from arxdesk_engine.search.igreedy import igreedy
from arxdesk_engine.search.incognito import incognito
from arxdesk_engine.search.ola import ola
from arxdesk_engine.search.optimal import optimal
from arxdesk_engine.search.solution import Algorithm
from arxdesk_engine.search.top_down import top_down
from arxdesk_engine.search.two_phase import two_phase

ALGORITHMS: dict[str, Algorithm] = {
    "optimal": optimal,
    "flash": flash,
    "two-phase": two_phase,
    "best-first": best_first,
    "ola": ola,
    "incognito": incognito,
    "exhaustive": exhaustive,
    "bottom-up": bottom_up,
    "top-down": top_down,
    "genetic": genetic,
    "igreedy": igreedy,
    "datafly": datafly,
}
"""Every algorithm by the name it has in a job."""
