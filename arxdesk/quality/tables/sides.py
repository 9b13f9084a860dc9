"""The two tables side by side."""

from __future__ import annotations

from arxdesk_engine.analysis.shown.rows import SideName

SIDES: tuple[SideName, SideName] = ("before", "after")
