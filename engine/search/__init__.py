"""The search for the transformation that loses least. `ALGORITHMS` lists the algorithms by name."""

from __future__ import annotations

from engine.search.bottom_up import bottom_up
from engine.search.datafly import datafly
from engine.search.genetic import genetic
from engine.search.igreedy import igreedy
from engine.search.optimal import optimal
from engine.search.solution import Algorithm
from engine.search.top_down import top_down

ALGORITHMS: dict[str, Algorithm] = {
    "optimal": optimal,
    "bottom-up": bottom_up,
    "top-down": top_down,
    "genetic": genetic,
    "igreedy": igreedy,
    "datafly": datafly,
}
"""Every algorithm by the name it has in a job."""
