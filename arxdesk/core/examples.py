"""The example projects that ship with ArxDesk."""

from __future__ import annotations

import importlib.resources
from dataclasses import dataclass
from pathlib import Path

from arxdesk_engine.foundation.language import marked


@dataclass(frozen=True, slots=True)
class Example:
    """An example: the name of its folder and its job, and what it is about."""

    name: str
    title: str


DISCHARGE = Example("discharge", marked("Hospital discharges"))
OTHER_EXAMPLES = (
    Example("registry", marked("Sets of diagnoses")),
    Example("survey", marked("Household survey")),
    Example("hospital", marked("Patients, visits and diagnoses")),
    Example("visits", marked("Repeated visits")),
)


def example_project(name: str = DISCHARGE.name) -> Path:
    """The job file of an example, without a name that of hospital discharges of 10,000 invented people."""
    return Path(str(importlib.resources.files("arxdesk_resources").joinpath("examples", name, f"{name}.toml")))


def is_of_examples(folder: Path) -> bool:
    """Whether a folder is that of an example, which belongs to the program."""
    return any(folder == example_project(each.name).parent for each in (DISCHARGE, *OTHER_EXAMPLES))
