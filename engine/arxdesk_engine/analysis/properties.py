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
from arxdesk_engine.foundation.language import marked, short, tr, tr_n, tr_of
from arxdesk_engine.foundation.translated import Texts
from arxdesk_engine.foundation.words import ENGLISH, Words
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.search import GroupwiseSettings
from arxdesk_engine.privacy.model import PrivacyModel
from arxdesk_engine.quality import MODELS as QUALITY_MODELS
from arxdesk_engine.search.local_recoding import END_REASONS
from arxdesk_engine.search.solution import Solution, Status

_ROLES = Texts(
    {
        Role.QUASI_IDENTIFYING: marked("Quasi-identifying"),
        Role.SENSITIVE: marked("Sensitive"),
        Role.IDENTIFYING: marked("Identifying"),
        Role.INSENSITIVE: marked("Not sensitive"),
    }
)
_STATUS = Texts(
    {
        Status.OPTIMAL: marked("optimum, proven"),
        Status.BEST_FOUND: marked("best found, not proven"),
        Status.INFEASIBLE: marked("no transformation satisfies the rules, proven"),
        Status.NONE_FOUND: marked("nothing found"),
    }
)
_SHOWN = Texts(
    {
        "keep": marked("as it was"),
        "suppress": marked("* everywhere"),
        "code": marked("top and bottom coded"),
        "shift dates": marked("dates shifted"),
    }
)


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
        Property(tr("Table"), children=_table(tables, found, words)),
        *(
            [Property(tr("Transformation"), children=_transformation(tables, output, words))]
            if output is not None
            else []
        ),
        Property(tr("Privacy models"), words.count(len(job.privacy)), children=_privacy(job)),
        Property(tr("Quality and search"), children=_rules(job, words)),
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
        Property(tr("Source"), tables.source),
        Property(tr("Records"), words.count(dataset.total_records)),
        Property(tr("Columns"), words.count(len(dataset.names)), words.count(len(dataset.names)) if has_output else ""),
    ]
    if before is not None and tables.input.quasi_identifiers:
        kept = words.count(after.kept) if after is not None else ""
        counted = tr("People") if before.unit == "people" else tr("Records that count")
        lines.append(Property(counted, words.count(before.counted), kept))
        lines.append(
            Property(tr("Groups"), words.count(before.classes), "" if after is None else words.count(after.classes))
        )
        lines.append(
            Property(tr("Sizes of groups"), _sizes(before, words), "" if after is None else _sizes(after, words))
        )
    if after is not None:
        gone = words.count_with_share(after.suppressed, after.counted, after.unit)
        lines.append(Property(tr("Removed"), "", gone))
    return tuple(lines)


def _sizes(found: ClassCounts, words: Words) -> str:
    if not found.classes:
        return tr_of("groups", "none")
    smallest, largest = int(found.sizes.min()), int(found.sizes.max())
    members = int((found.sizes * found.numbers).sum())  # somebody with several records can be in several groups
    average = words.decimal(members / found.classes, 1)
    return tr(
        "{smallest} to {largest}, {average} on average",
        smallest=words.count(smallest),
        largest=words.count(largest),
        average=average,
    )


def _transformation(tables: DescribedTables, output: OutputTable, words: Words) -> tuple[Property, ...]:
    applied, solution = output.applied, output.solution
    title = QUALITY_MODELS[output.job.quality.model].description.name
    best = solution.best
    is_best = best is not None and applied.recoded is None and applied.check.levels == best.levels
    found_as = _STATUS[solution.status]
    if tables.is_restored:
        found_as = tr("{status} by the search that the project keeps", status=found_as)
    lines = [
        Property(tr("Levels"), "", words.shortened(applied.check.levels, 30)),
        Property(tr("Found as"), "", found_as if is_best else tr("chosen among the alternatives")),
        Property(
            title,
            "",
            tr("not defined for several transformations") if applied.score is None else words.score(applied.score),
        ),
        Property(tr("Gap to the best possible"), "", _gap(applied, solution, words)),
        Property(tr("Satisfies the rules"), "", _yes(applied.check.anonymous)),
    ]
    if applied.recoded is not None:
        recoded = applied.recoded
        number = len(recoded.found.iterations)
        told = tr_n(
            number,
            "{n} transformation more, {records} kept after all; {end}",
            "{n} transformations more, {records} kept after all; {end}",
            n=words.count(number),
            records=words.records(recoded.people_kept),
            end=END_REASONS.get(recoded.found.end, tr("no records are removed any more")),
        )
        lines.append(Property(tr("Local recoding"), "", told))
    return tuple(lines)


def _gap(applied: Applied, solution: Solution, words: Words) -> str:
    if applied.score is None or solution.is_drawn:
        return tr("not known")
    if applied.score <= solution.lower_bound or applied.score == 0:
        return tr("none, proven")
    return tr("at most {share}", share=words.percent((applied.score - solution.lower_bound) / applied.score))


def _privacy(job: Job) -> tuple[Property, ...]:
    lines = [Property(model.title, model.sentence, children=_parameters(model)) for model in job.privacy]
    lines += [Property(model.title, tr("paused"), children=_parameters(model)) for model in job.paused]
    return tuple(lines)


def _parameters(model: PrivacyModel) -> tuple[Property, ...]:
    told = model.model_dump(mode="json", exclude={"model"}, exclude_none=True)
    return tuple(Property(name.replace("_", " "), _value(value)) for name, value in told.items())


def _yes(is_so: object) -> str:
    return tr("yes") if is_so else tr("no")


def _value(value: object) -> str:
    if isinstance(value, bool):
        return _yes(value)
    if isinstance(value, dict):
        return ", ".join(f"{name} {each}" for name, each in value.items())
    return short(value) if isinstance(value, float) else str(value).replace("_", " ")


def _rules(job: Job, words: Words) -> tuple[Property, ...]:
    quality, search = job.quality, job.search
    parameters = [
        Property(tr("Aggregate"), quality.aggregate or tr("default of the model")),
        Property(tr("Generalization to suppression"), words.decimal(quality.generalization_suppression_factor, 2)),
        Property(tr("Monotonic variant"), _yes(quality.monotonic_variant)),
    ]
    if quality.targets:
        parameters.append(Property(tr("Targets"), words.joined(quality.targets, 12)))
    if quality.model == "publisher-payout":
        costs = job.costs.model_dump()
        parameters.append(Property(tr("Attacker"), quality.attacker))
        parameters += [Property(name.replace("_", " ").capitalize(), short(value)) for name, value in costs.items()]
    limits = [f"{short(search.time_limit)} s"] if search.time_limit is not None else []
    if (checks := search.check_limit) is not None:
        limits.append(tr_n(checks, "{n} check", "{n} checks", n=words.count(checks)))
    lines = [
        Property(tr("Suppression limit"), words.percent(job.suppression.limit)),
        Property(tr("Quality model"), QUALITY_MODELS[quality.model].description.name, children=tuple(parameters)),
        Property(tr("Algorithm"), search.algorithm.replace("-", " ")),
        Property(tr("Limits of the search"), ", ".join(limits) or tr_of("limits", "none")),
    ]
    recoding = search.recoding_settings
    if isinstance(recoding, GroupwiseSettings):
        lines.append(Property(tr("Recoding"), tr("group by group")))
    elif recoding is not None:
        number = recoding.iterations
        most = tr_n(number, "at most {n} time", "at most {n} times", n=words.count(number))
        lines.append(Property(tr("Local recoding"), most))
    return tuple(lines)


def _attribute(tables: DescribedTables, name: str, words: Words) -> Property:
    settings, column = tables.input.job.settings_of(name), tables.input.dataset[name]
    output = tables.output
    after = output.dataset[name] if output is not None else None
    children = [
        Property(
            tr("Type"), type_names.name_of(column.type), type_names.name_of(after.type) if after is not None else ""
        ),
        Property(tr("Distinct values"), words.count(len(column.values)), _distinct(after, words)),
    ]
    height = _height(tables, name)
    level = ""
    if settings.role is Role.QUASI_IDENTIFYING:
        children += [
            Property(
                tr("Hierarchy"),
                tr_of("a hierarchy", "none")
                if height is None
                else tr_n(height, "{n} level", "{n} levels", n=words.count(height)),
            ),
            Property(tr("Levels allowed"), _limits(settings, height, words)),
            Property(tr("Weight"), words.decimal(settings.weight, 2)),
            Property(tr("Becomes"), treatment_words.quasi_identifier(settings) or tr("coarser by its hierarchy")),
        ]
        level = _level(output, name, words)
    elif settings.role is Role.IDENTIFYING:
        level = treatment_words.identifier(settings) if output is not None else ""
    elif output is not None:
        is_hidden = not output.policy.shows(settings.role)
        shown = _SHOWN.get(settings.shown_as, settings.shown_as)
        level = tr("* everywhere") if is_hidden else treatment_words.perturbed(tables.input.job, name) or shown
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
    return (
        words.count(low) if low == highest else tr("{low} to {high}", low=words.count(low), high=words.count(highest))
    )


def _level(output: OutputTable | None, name: str, words: Words) -> str:
    if output is None or name not in output.quasi_identifiers:
        return ""
    place = output.quasi_identifiers.index(name)
    used = sorted({levels[place] for levels in output.applied.transformations})
    highest = output.hierarchies[name].maximum_level
    if len(used) > 1:
        return tr(
            "levels {levels} of {highest}",
            levels=words.joined([words.count(level) for level in used]),
            highest=words.count(highest),
        )
    return words.level(used[0], highest)
