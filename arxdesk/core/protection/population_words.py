"""The population of a project: the choices, the settings they become, and their meaning in words."""

from __future__ import annotations

from collections.abc import Mapping

from arxdesk.ui.words import capitalized, count, one_in
from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.job.job import job_from
from arxdesk_engine.job.population import PopulationSettings
from arxdesk_engine.risk.population import REGIONS, Population

NONE, SIZE, FRACTION = "none", "size", "fraction"
OPTIONS: Mapping[str, str] = {
    NONE: marked("Not known"),
    **{region: region for region in REGIONS},
    SIZE: marked("Number of people"),
    FRACTION: marked("The table is a share of it"),
}
"""The choices by their keys."""

_USUAL_SHARE, _USUAL_TIMES = 0.1, 10


def kind_of(settings: PopulationSettings | None) -> str:
    """The choice that settings stand for, one of OPTIONS."""
    if settings is None:
        return NONE
    return settings.region or (SIZE if settings.size is not None else FRACTION)


def settings_for(kind: str, known: PopulationSettings | None, records: int) -> PopulationSettings | None:
    """The settings that a choice begins with: a number of people begins with that of the region chosen before."""
    match kind:
        case "none":
            return None
        case "size":
            size = REGIONS[known.region] if known is not None and known.region is not None else _USUAL_TIMES * records
            return PopulationSettings(size=max(size, records, 1))
        case "fraction":
            return PopulationSettings(sampling_fraction=_USUAL_SHARE)
    return PopulationSettings(region=kind)


def with_number(kind: str, number: float | str | None) -> PopulationSettings | str:
    """The settings with a typed number, or the reason it is refused."""
    name = "size" if kind == SIZE else "sampling_fraction"
    try:
        settings = job_from({"data": {"path": "-"}, "population": {name: number}}).population
    except InvalidJob as error:
        problem = error.problems[0]
        return f"{capitalized(problem.found)}. {problem.remedy}"
    return settings if settings is not None else ""


def population_from(settings: PopulationSettings | None) -> Population | None:
    """The population itself."""
    if settings is None:
        return None
    return Population(settings.region, settings.size, settings.sampling_fraction)


def consequence(settings: PopulationSettings, records: int) -> tuple[str, bool]:
    """The consequence of a population for a table of so many records, and whether it is impossible."""
    try:
        population = population_from(settings)
        size = population.size_for(records) if population is not None else records
    except ValueError as error:
        return f"{capitalized(str(error).rstrip('.'))}.", True
    if size <= records:
        return tr("It is the whole population."), False
    share = one_in(records / size)
    if settings.size is None:
        return tr("The table is about {share} of {n} people.", share=share, n=count(size)), False
    return tr("The table is about {share}.", share=share), False
