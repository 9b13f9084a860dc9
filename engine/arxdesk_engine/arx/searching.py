"""How a project is searched: algorithm, limits, local recoding and the parameters of the genetic algorithm."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from arxdesk_engine.arx.files.configuration import CONFIG_OBJECTS, PROJECT_OBJECTS, Configuration
from arxdesk_engine.arx.files.java_values import Instance
from arxdesk_engine.arx.files.left_out import Findings
from arxdesk_engine.arx.files.sections import section
from arxdesk_engine.foundation.errors import quoted
from arxdesk_engine.foundation.language import short, tr
from arxdesk_engine.job.job import SuppressionSettings
from arxdesk_engine.job.quality import QualitySettings
from arxdesk_engine.job.search import LocalRecodingSettings, SearchSettings
from arxdesk_engine.search.heuristics.genetic_settings import GeneticSettings

NO_LIMIT = 2**31 - 1
"""What Java's numbers end with stands for no limit."""
_ALGORITHMS: Mapping[str, str] = MappingProxyType(
    {
        "BINARY": "flash",
        "BOTTOM_UP": "bottom-up",
        "TOP_DOWN": "top-down",
        "GENETIC": "genetic",
        "OPTIMAL": "optimal",
        "STEP_LIMIT": "bottom-up",
        "TIME_LIMIT": "bottom-up",
    }
)
"""The strategies of ARX by what their names contain; older versions name them after their limit."""
_GENETIC: Mapping[str, tuple[str, type[int | float]]] = MappingProxyType(
    {
        "elite_fraction": ("geneticAlgorithmEliteFraction", float),
        "crossover_fraction": ("geneticAlgorithmCrossoverFraction", float),
        "production_fraction": ("geneticAlgorithmProductionFraction", float),
        "mutation_probability": ("geneticAlgorithmMutationProbability", float),
        "immigration_fraction": ("geneticAlgorithmImmigrationFraction", float),
        "immigration_interval": ("geneticAlgorithmImmigrationInterval", int),
        "iterations": ("geneticAlgorithmIterations", int),
        "subpopulation_size": ("geneticAlgorithmSubpopulationSize", int),
    }
)
_PRESET_STEPS = 1_000
"""The limit of the desktop before anybody touches it."""
_PRESET = GeneticSettings(crossover_fraction=0.2, mutation_probability=0.2, subpopulation_size=100)
"""What ARX's genetic algorithm has before anybody touches it; ours has the values of the papers."""


def search_settings(found: Configuration, findings: Findings) -> SearchSettings:
    """The section [search]."""
    desktop = found.model.part("anonymizationConfiguration")
    named = None if desktop is None else desktop.text("searchType")
    strategy = named or found.arx.text("algorithm")
    values: dict[str, object] = {}
    algorithm = "optimal" if strategy is None else _algorithm(strategy)
    if algorithm is None:
        what = tr("the search strategy {strategy} is not known", strategy=quoted(str(strategy)))
        findings.leave_out(
            PROJECT_OBJECTS, what, tr("The whole lattice is searched: choose another algorithm if that is wrong.")
        )
        algorithm = "optimal"
    values["algorithm"] = algorithm
    if algorithm != "optimal":
        values |= _limits(found, desktop, str(strategy))
    genetic = _genetic(found, findings)
    if genetic is not None and (algorithm == "genetic" or genetic != _PRESET):
        values["genetic"] = genetic
    if desktop is not None and desktop.text("transformationType") == "LOCAL":
        values["local_recoding"] = _local_recoding(found.model, desktop)
    return section(SearchSettings, values, PROJECT_OBJECTS, findings) or SearchSettings()


def _algorithm(strategy: str) -> str | None:
    return next((ours for part, ours in _ALGORITHMS.items() if part in strategy.upper()), None)


def step_limit(found: Configuration) -> int | None:
    """How many steps a search of a part of the lattice takes at most; None where there is no limit."""
    for each in (found.model, found.arx):
        steps = each.get("heuristicSearchStepLimit")
        if isinstance(steps, int) and 0 < steps < NO_LIMIT:
            return steps
    return None


def _limits(found: Configuration, desktop: Instance | None, strategy: str) -> dict[str, object]:
    """The limits in force: those that the desktop switches on, else all that are set."""
    steps = step_limit(found)
    milliseconds = found.model.number("heuristicSearchTimeLimit") or found.arx.number("heuristicSearchTimeLimit")
    by_steps, by_time = _switched(desktop, "step"), _switched(desktop, "time")
    if strategy in ("STEP_LIMIT", "TIME_LIMIT"):
        by_steps, by_time = strategy == "STEP_LIMIT", strategy == "TIME_LIMIT"
    elif by_time is None and by_steps is not None:
        by_time = not by_steps  # the desktop has one of them
    if steps is None and by_steps:
        steps = _PRESET_STEPS
    values: dict[str, object] = {}
    if steps is not None and by_steps is not False:
        values["check_limit"] = steps
    if milliseconds is not None and 0 < milliseconds < NO_LIMIT and by_time is not False:
        values["time_limit"] = milliseconds / 1000.0
    return values


def _switched(desktop: Instance | None, limit: str) -> bool | None:
    """Whether a limit is switched on, by the field of the desktop that says so."""
    if desktop is None:
        return None
    flags = (value for name, value in desktop.fields.items() if limit in name.lower() and isinstance(value, bool))
    return next(flags, None)


def _genetic(found: Configuration, findings: Findings) -> GeneticSettings | None:
    values: dict[str, object] = {}
    for name, (field, kind) in _GENETIC.items():
        stored = found.model.number(field)
        stored = found.arx.number(field) if stored is None else stored
        if stored is not None:
            values[name] = kind(stored)
    return (
        section(GeneticSettings, values, tr("{file}, genetic algorithm", file=CONFIG_OBJECTS), findings)
        if values
        else None
    )


def begun_locally(
    search: SearchSettings, suppression: SuppressionSettings, quality: QualitySettings, findings: Findings
) -> tuple[SuppressionSettings, QualitySettings]:
    """The limit and the factor that ARX begins a local transformation with, in place of those that the project has.

    All but one of so many records as there are iterations may be suppressed at first, and suppressing costs nothing.
    """
    if search.local_recoding is None:
        return suppression, quality
    iterations = search.local_recoding.iterations
    limit = (iterations - 1) / iterations
    if (suppression.limit, quality.generalization_suppression_factor) != (limit, 0.0):
        found = tr(
            "local transformation begins with a limit and a factor of its own in ARX, "
            "not with the project's {limit} and "
            "{factor}",
            limit=short(suppression.limit),
            factor=short(quality.generalization_suppression_factor),
        )
        findings.leave_out(
            PROJECT_OBJECTS, found, tr("The job has {limit} and 0, as ARX uses them.", limit=short(limit))
        )
    return (
        suppression.model_copy(update={"limit": limit}),
        quality.model_copy(update={"generalization_suppression_factor": 0.0}),
    )


def _local_recoding(model: Instance, desktop: Instance) -> LocalRecodingSettings:
    stored = model.part("localRecodingModel")
    iterations = None if stored is None else stored.get("numIterations")
    iterations = desktop.get("numIterations") or iterations
    number = iterations if isinstance(iterations, int) and iterations >= 1 else LocalRecodingSettings().iterations
    return LocalRecodingSettings(iterations=number)
