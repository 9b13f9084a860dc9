"""The search for the transformation that loses least. `ALGORITHMS` lists the algorithms by name."""

from __future__ import annotations

from engine.search.optimal import optimal
from engine.search.solution import Algorithm

ALGORITHMS: dict[str, Algorithm] = {"optimal": optimal}
"""Every algorithm by the name it has in a job."""
