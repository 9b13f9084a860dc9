"""The example project that ships with ArxDesk."""

from __future__ import annotations

import importlib.resources
from pathlib import Path


def example_project() -> Path:
    """The job file of the example: hospital discharges of 10,000 invented people."""
    place = importlib.resources.files("arxdesk_resources").joinpath("examples", "discharge", "discharge.toml")
    return Path(str(place))
