"""The search for the transformation that loses least. `ALGORITHMS` lists the algorithms by name."""

from __future__ import annotations

from arxdesk_engine.search.exact.optimal import optimal
from arxdesk_engine.search.heuristics.bottom_up import bottom_up
from arxdesk_engine.search.heuristics.genetic import genetic
from arxdesk_engine.search.heuristics.top_down import top_down
from arxdesk_engine.search.published.best_first import best_first
from arxdesk_engine.search.published.datafly import datafly
from arxdesk_engine.search.published.flash import flash
from arxdesk_engine.search.published.igreedy import igreedy
from arxdesk_engine.search.published.incognito import incognito
from arxdesk_engine.search.published.ola import ola
from arxdesk_engine.search.published.two_phase import two_phase
from arxdesk_engine.search.solution import Algorithm
from arxdesk_engine.search.whole.exhaustive import exhaustive

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
