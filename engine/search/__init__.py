"""The search for the transformation that loses least. `ALGORITHMS` lists the algorithms by name."""

from __future__ import annotations

from engine.search.best_first import best_first
from engine.search.bottom_up import bottom_up
from engine.search.datafly import datafly
from engine.search.exhaustive import exhaustive
from engine.search.flash import flash
from engine.search.genetic import genetic
from engine.search.igreedy import igreedy
from engine.search.incognito import incognito
from engine.search.ola import ola
from engine.search.optimal import optimal
from engine.search.solution import Algorithm
from engine.search.top_down import top_down
from engine.search.two_phase import two_phase

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
