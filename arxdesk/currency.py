"""When a result still belongs to a configuration, and what of a configuration nobody may lose without being asked."""

from __future__ import annotations

from collections.abc import Iterable

from arxdesk.configuration import SEARCHED_SECTIONS
from arxdesk.obstacles import needs_population
from engine.analysis_settings import AnalysisSettings
from engine.attributes import AttributeSettings
from engine.explore_settings import Filters
from engine.job import Job


def asks_the_same(first: Job, second: Job, attributes: Iterable[str]) -> bool:
    """Whether a search would be asked the same by both, as far as jobs tell."""
    sections = all(_as_searched(first, section) == _as_searched(second, section) for section in SEARCHED_SECTIONS)
    return sections and all(_same(first.settings_of(name), second.settings_of(name)) for name in attributes)


def asked_about(job: Job) -> Job:
    """The part of a job that nobody may lose without being asked: all but how its results are looked at."""
    explore = job.explore.model_copy(update={"filters": Filters()})
    return job.model_copy(update={"explore": explore, "analysis": AnalysisSettings()})


def _same(first: AttributeSettings, second: AttributeSettings) -> bool:
    """Comparing field by field takes its time, and hardly ever is there anything to compare."""
    return first is second or first == second


def _as_searched(job: Job, section: str) -> object:
    """A section of a job as far as a search depends on it: what it removed is recoded after it, and a population that
    no model estimates from is for the figures of Risk alone."""
    if section == "search":
        return job.search.model_copy(update={"local_recoding": None})
    if section == "population" and not any(map(needs_population, job.privacy)):
        return None
    return getattr(job, section)
