"""The properties of input and output and the rules between them, as lines with before and after."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from arxdesk_engine.analysis import treatment_words
from arxdesk_engine.analysis.applied import Applied
from arxdesk_engine.analysis.class_counts import ClassCounts
from arxdesk_engine.analysis.tables import InputTable, OutputTable
from arxdesk_engine.data import type_names
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.words import ENGLISH, Words
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.search import GroupwiseSettings
from arxdesk_engine.privacy.model import PrivacyModel
from arxdesk_engine.quality import MODELS as QUALITY_MODELS
from arxdesk_engine.search.local_recoding import END_REASONS
from arxdesk_engine.search.solution import Solution, Status

_ROLES = {
    Role.QUASI_IDENTIFYING: "Quasi-identifying",
    Role.SENSITIVE: "Sensitive",
    Role.IDENTIFYING: "Identifying",
    Role.INSENSITIVE: "Not sensitive",
}
_STATUS = {
    Status.OPTIMAL: "optimum, proven",
    Status.BEST_FOUND: "best found, not proven",
    Status.INFEASIBLE: "no transformation satisfies the rules, proven",
    Status.NONE_FOUND: "nothing found",
}
_SHOWN = {
    "keep": "as it was",
    "suppress": "* everywhere",
    "code": "top and bottom coded",
    "shift dates": "dates shifted",
}


@dataclass(frozen=True, eq=False)
class Property:
    """One line: a name, its value in the input and in the output ("" if not applicable), and lines below."""

    name: str
    before: str = ""
    after: str = ""
    children: tuple[Property, ...] = ()

    def lines(self, depth: int = 0) -> Iterator[str]:
        """This line and all below it as tab-separated text."""
        yield "\t".join([f"{'  ' * depth}{self.name}", self.before, self.after])
        for child in self.children:
            yield from child.lines(depth + 1)


@dataclass(frozen=True, slots=True, eq=False)
class DescribedTables:
    """The tables to describe: the source of the input, and the configured `hierarchies`.

    `is_restored`: the search is kept in the project, so its proof was not repeated here.
    """

    input: InputTable
    output: OutputTable | None
    source: str
    hierarchies: Mapping[str, Hierarchy]
    is_restored: bool = False


def properties(
    tables: DescribedTables, found: Mapping[str, ClassCounts], words: Words = ENGLISH
) -> tuple[Property, ...]:
    """All lines; `found` has the groups before and after, missing while they are counted."""
    output, job = tables.output, tables.input.job
    lines = [
        Property("Table", children=_table(tables, found, words)),
        *([Property("Transformation", children=_transformation(tables, output, words))] if output is not None else []),
        Property("Privacy models", words.count(len(job.privacy)), children=_privacy(job)),
        Property("Quality and search", children=_rules(job, words)),
    ]
    lines += [
        Property(title, words.count(len(names)), children=tuple(_attribute(tables, name, words) for name in names))
        for role, title in _ROLES.items()
        if (names := [name for name in tables.input.dataset.names if job.settings_of(name).role is role])
    ]
    return tuple(lines)


def _table(tables: DescribedTables, found: Mapping[str, ClassCounts], words: Words) -> tuple[Property, ...]:
    dataset = tables.input.dataset
    before, after = found.get("before"), found.get("after")
    has_output = tables.output is not None
    lines = [
        Property("Source", tables.source),
        Property("Records", words.count(dataset.total_records)),
        Property("Columns", words.count(len(dataset.names)), words.count(len(dataset.names)) if has_output else ""),
    ]
    if before is not None and tables.input.quasi_identifiers:
        kept = words.count(after.kept) if after is not None else ""
        counted = {"records": "Records that count", "people": "People"}[before.unit]
        lines.append(Property(counted, words.count(before.counted), kept))
        lines.append(
            Property("Groups", words.count(before.classes), "" if after is None else words.count(after.classes))
        )
        lines.append(Property("Sizes of groups", _sizes(before, words), "" if after is None else _sizes(after, words)))
    if after is not None:
        gone = words.count_with_share(after.suppressed, after.counted, after.unit)
        lines.append(Property("Removed", "", gone))
    return tuple(lines)


def _sizes(found: ClassCounts, words: Words) -> str:
    if not found.classes:
        return "none"
    smallest, largest = int(found.sizes.min()), int(found.sizes.max())
    members = int((found.sizes * found.numbers).sum())  # somebody with several records can be in several groups
    average = words.decimal(members / found.classes, 1)
    return f"{words.count(smallest)} to {words.count(largest)}, {average} on average"


def _transformation(tables: DescribedTables, output: OutputTable, words: Words) -> tuple[Property, ...]:
    applied, solution = output.applied, output.solution
    title = QUALITY_MODELS[output.job.quality.model].description.name
    best = solution.best
    is_best = best is not None and applied.recoded is None and applied.check.levels == best.levels
    kept = " by the search that the project keeps" if tables.is_restored else ""
    lines = [
        Property("Levels", "", words.shortened(applied.check.levels, 30)),
        Property("Found as", "", f"{_STATUS[solution.status]}{kept}" if is_best else "chosen among the alternatives"),
        Property(
            title,
            "",
            "not defined for several transformations" if applied.score is None else words.score(applied.score),
        ),
        Property("Gap to the best possible", "", _gap(applied, solution, words)),
        Property("Satisfies the rules", "", "yes" if applied.check.anonymous else "no"),
    ]
    if applied.recoded is not None:
        recoded = applied.recoded
        more = words.counted(len(recoded.found.iterations), "transformation more", "transformations more")
        end = END_REASONS.get(recoded.found.end, "no records are removed any more")
        lines.append(
            Property("Local recoding", "", f"{more}, {words.records(recoded.people_kept)} kept after all; {end}")
        )
    return tuple(lines)


def _gap(applied: Applied, solution: Solution, words: Words) -> str:
    if applied.score is None or solution.is_drawn:
        return "not known"
    if applied.score <= solution.lower_bound or applied.score == 0:
        return "none, proven"
    return f"at most {words.percent((applied.score - solution.lower_bound) / applied.score)}"


def _privacy(job: Job) -> tuple[Property, ...]:
    lines = [Property(model.title, model.sentence, children=_parameters(model)) for model in job.privacy]
    lines += [Property(model.title, "paused", children=_parameters(model)) for model in job.paused]
    return tuple(lines)


def _parameters(model: PrivacyModel) -> tuple[Property, ...]:
    told = model.model_dump(mode="json", exclude={"model"}, exclude_none=True)
    return tuple(Property(name.replace("_", " "), _value(value)) for name, value in told.items())


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{name} {each}" for name, each in value.items())
    return f"{value:g}" if isinstance(value, float) else str(value).replace("_", " ")


def _rules(job: Job, words: Words) -> tuple[Property, ...]:
    quality, search = job.quality, job.search
    parameters = [
        Property("Aggregate", quality.aggregate or "default of the model"),
        Property("Generalization to suppression", words.decimal(quality.generalization_suppression_factor, 2)),
        Property("Monotonic variant", "yes" if quality.monotonic_variant else "no"),
    ]
    if quality.targets:
        parameters.append(Property("Targets", words.joined(quality.targets, 12)))
    if quality.model == "publisher-payout":
        costs = job.costs.model_dump()
        parameters.append(Property("Attacker", quality.attacker))
        parameters += [Property(name.replace("_", " ").capitalize(), f"{value:g}") for name, value in costs.items()]
    limits = [f"{search.time_limit:g} s"] if search.time_limit is not None else []
    limits += [words.counted(search.check_limit, "check", "checks")] if search.check_limit is not None else []
    lines = [
        Property("Suppression limit", words.percent(job.suppression.limit)),
        Property("Quality model", QUALITY_MODELS[quality.model].description.name, children=tuple(parameters)),
        Property("Algorithm", search.algorithm.replace("-", " ")),
        Property("Limits of the search", ", ".join(limits) or "none"),
    ]
    recoding = search.recoding_settings
    if isinstance(recoding, GroupwiseSettings):
        lines.append(Property("Recoding", "group by group"))
    elif recoding is not None:
        rounds = words.counted(recoding.iterations, "time", "times")
        lines.append(Property("Local recoding", f"at most {rounds}"))
    return tuple(lines)


def _attribute(tables: DescribedTables, name: str, words: Words) -> Property:
    settings, column = tables.input.job.settings_of(name), tables.input.dataset[name]
    output = tables.output
    after = output.dataset[name] if output is not None else None
    children = [
        Property("Type", type_names.name_of(column.type), type_names.name_of(after.type) if after is not None else ""),
        Property("Distinct values", words.count(len(column.values)), _distinct(after, words)),
    ]
    height = _height(tables, name)
    level = ""
    if settings.role is Role.QUASI_IDENTIFYING:
        children += [
            Property("Hierarchy", "none" if height is None else words.counted(height, "level", "levels")),
            Property("Levels allowed", _limits(settings, height, words)),
            Property("Weight", words.decimal(settings.weight, 2)),
            Property("Becomes", treatment_words.quasi_identifier(settings) or "coarser by its hierarchy"),
        ]
        level = _level(output, name, words)
    elif settings.role is Role.IDENTIFYING:
        level = treatment_words.identifier(settings) if output is not None else ""
    elif output is not None:
        is_hidden = not output.policy.shows(settings.role)
        shown = _SHOWN.get(settings.shown_as, settings.shown_as)
        level = "* everywhere" if is_hidden else treatment_words.perturbed(tables.input.job, name) or shown
    return Property(name, type_names.name_of(column.type), level, tuple(children))


def _distinct(after: Column | None, words: Words) -> str:
    return "" if after is None else words.count(len(after.values))


def _height(tables: DescribedTables, name: str) -> int | None:
    """The number of levels above the values."""
    output = tables.output
    if output is not None:
        bound = output.hierarchies.get(name)
        return None if bound is None else bound.maximum_level
    hierarchy = tables.hierarchies.get(name)
    return None if hierarchy is None else hierarchy.levels - 1


def _limits(settings: AttributeSettings, height: int | None, words: Words) -> str:
    highest = height or 0
    if settings.maximum_level is not None:
        highest = min(highest, settings.maximum_level)
    low = min(settings.minimum_level, highest)
    return words.count(low) if low == highest else f"{words.count(low)} to {words.count(highest)}"


def _level(output: OutputTable | None, name: str, words: Words) -> str:
    if output is None or name not in output.quasi_identifiers:
        return ""
    place = output.quasi_identifiers.index(name)
    used = sorted({levels[place] for levels in output.applied.transformations})
    highest = output.hierarchies[name].maximum_level
    if len(used) > 1:
        return f"levels {words.joined([words.count(level) for level in used])} of {words.count(highest)}"
    return words.level(used[0], highest)
