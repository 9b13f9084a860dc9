"""Columns of a job under another name, left out of its table, and brought back: everything that names them follows."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from arxdesk_engine.data.selection import InvalidSelection
from arxdesk_engine.data.selection.renaming import names_attribute, renamed_in
from arxdesk_engine.foundation.composed import composed
from arxdesk_engine.foundation.errors import InvalidJob, Problem, quoted
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.job.job import ALL_OTHERS, Job
from arxdesk_engine.preparation.quality_choice import CLASSIFICATION
from arxdesk_engine.privacy.model import PrivacyModel, SubsetModel

_COLUMNS = {
    "person": marked("{name} says whose record each is"),
    "weight": marked("{name} has sampling weights"),
    "household": marked("{name} says which household a record belongs to"),
}
"""The settings of [data] that name a column, and what it does."""
_OTHER_COLUMNS = {
    "person": marked("Choose another person column, or none, first, or keep the column."),
    "weight": marked("Choose another column of weights, or none, first, or keep the column."),
    "household": marked("Choose another household column, or none, first, or keep the column."),
}
"""What to do before such a column can be left out."""


@dataclass(frozen=True, slots=True)
class OmittedColumnSettings:
    """A column that was left out: its names in the file and in the job, and its settings."""

    source: str
    name: str
    settings: AttributeSettings | None = None


def renamed_job(job: Job, old: str, new: str, names: Collection[str]) -> Job:
    """The job with another name for a column, wherever it names it. `names` are those of the table.

    Expressions that cannot be read stay as they are. Raises InvalidJob: the name is empty, or another column has it.
    """
    new = composed(new).strip()
    if new == old:
        return job
    _require_free(job, old, new, names)
    change = _one_for_another(old, new)
    source = source_of(job.data, old)
    rename = {key: new if key == source else value for key, value in {**job.data.rename, source: new}.items()}
    if source == new:
        del rename[source]
    quality, utility, explore = job.quality, job.utility, job.explore
    forbidden = {change(name): levels for name, levels in explore.filters.forbidden.items()}
    pins = [
        each.model_copy(update={"levels": {change(name): level for name, level in each.levels.items()}})
        for each in explore.pins
    ]
    filters = explore.filters.model_copy(update={"forbidden": forbidden})
    return job.model_copy(
        update={
            "data": job.data.model_copy(update={"rename": rename, **_renamed_columns(job.data, change)}),
            "attributes": {change(name): _renamed_person(each, change) for name, each in job.attributes.items()},
            "privacy": tuple(_renamed_model(model, old, new) for model in job.privacy),
            "paused": tuple(_renamed_model(model, old, new) for model in job.paused),
            "perturbation": tuple(each.with_names(change) for each in job.perturbation),
            "attackers": tuple(each.with_names(change) for each in job.attackers),
            "subset": job.subset
            and job.subset.model_copy(update={"select": job.subset.select and _renamed(job.subset.select, old, new)}),
            "quality": quality.model_copy(
                update={
                    "targets": tuple(map(change, quality.targets)),
                    "features": tuple(map(change, quality.features)),
                }
            ),
            "utility": utility
            and utility.model_copy(
                update={
                    "targets": tuple(map(change, utility.targets)),
                    "features": tuple(map(change, utility.features)),
                    "scaling": {change(name): scaling for name, scaling in utility.scaling.items()},
                }
            ),
            "explore": explore.model_copy(update={"filters": filters, "pins": tuple(pins)}),
            "output": job.output.model_copy(update={"leave_out": tuple(map(change, job.output.leave_out))}),
        }
    )


def without_columns(job: Job, names: Collection[str], present: Sequence[str]) -> Job:
    """The job of the table without some of the columns that are `present` in it.

    Pins and filters keep what they say of them: it does no harm. Raises InvalidJob where no column would be left, or
    where the job needs one of them, with every such place.
    """
    left = [name for name in present if name not in names]
    if not left:
        found = tr("no column would be left in the table")
        raise InvalidJob(Problem(f"{job.source}, data.columns", found, tr("Keep one of them.")))
    if problems := [problem for name in present if name in names for problem in _needs(job, name)]:
        raise InvalidJob(problems)
    sources = tuple(source_of(job.data, name) for name in left)
    rename = {source: new for source, new in job.data.rename.items() if source in sources}
    utility = job.utility
    if utility is not None:
        scaling = {name: each for name, each in utility.scaling.items() if name not in names}
        utility = utility.model_copy(update={"scaling": scaling})
    quality = job.quality.model_copy(
        update={
            field: tuple(name for name in getattr(job.quality, field) if name not in names)
            for field in ("targets", "features")
        }
    )
    leave_out = tuple(name for name in job.output.leave_out if name not in names)
    return job.model_copy(
        update={
            "data": job.data.model_copy(update={"columns": sources, "rename": rename}),
            "attributes": {name: each for name, each in job.attributes.items() if name not in names},
            "privacy": tuple(model.without_levels_of(names) for model in job.privacy),
            "paused": tuple(model.without_levels_of(names) for model in job.paused),
            "quality": quality,
            "utility": utility,
            "output": job.output.model_copy(update={"leave_out": leave_out}),
        }
    )


def with_columns(job: Job, back: Iterable[OmittedColumnSettings], order: Sequence[str]) -> Job:
    """The job with columns that were left out; `order` names all columns that its table has then.

    Raises InvalidJob where another column has got the name of one of them.
    """
    back = tuple(back)
    by_name = {each.name: each for each in back}
    for name in by_name:
        if list(order).count(name) > 1:
            found = tr("another column is named {name} by now", name=quoted(name))
            raise InvalidJob(Problem(f"{job.source}, data.columns", found, tr("Rename that one first.")))
    sources = tuple(by_name[name].source if name in by_name else source_of(job.data, name) for name in order)
    rename = job.data.rename | {each.source: each.name for each in back if each.source != each.name}
    restored = {each.name: each.settings for each in back if each.settings is not None}
    return job.model_copy(
        update={
            "data": job.data.model_copy(update={"columns": sources, "rename": rename}),
            "attributes": {**job.attributes, **restored},
        }
    )


def source_of(data: DataSource, name: str) -> str:
    """The name that a column of the table has in its file."""
    return next((source for source, new in data.rename.items() if new.strip() == name), name)


def _renamed_columns(data: DataSource, change: Callable[[str], str]) -> dict[str, str | None]:
    named = {part: getattr(data, part) for part in _COLUMNS}
    return {part: None if name is None else change(name) for part, name in named.items()}


def data_once_written(data: DataSource, written: DataSource, kept: DataSource) -> DataSource:
    """How a table is read as `data` says once the same file, read as `written`, stands in an archive and is read as
    `kept`: there the columns have the names that they were written with."""

    def there(source: str) -> str:
        return written.rename.get(source, source).strip()

    sources = dict.fromkeys((*written.rename, *data.rename))
    named = {there(source): data.rename.get(source, source).strip() for source in sources}
    columns = () if set(data.columns) == set(written.columns) else tuple(map(there, data.columns))
    return kept.model_copy(
        update={
            "rename": {place: name for place, name in named.items() if place != name},
            "columns": columns,
            **{part: getattr(data, part) for part in _COLUMNS},
        }
    )


def _require_free(job: Job, old: str, new: str, names: Collection[str]) -> None:
    place = f"{job.source}, data.rename"
    if not new:
        raise InvalidJob(Problem(place, tr("the name is empty"), tr("Write a name.")))
    if new == ALL_OTHERS:
        raise InvalidJob(Problem(place, tr('"*" stands for all other columns in a job'), tr("Write another name.")))
    if not new.isprintable():
        raise InvalidJob(Problem(place, tr("the name has invisible characters"), tr("Write letters and digits.")))
    if new in names:
        raise InvalidJob(
            Problem(place, tr("another column is named {name}", name=quoted(new)), tr("Write another name."))
        )
    if old not in names:
        raise InvalidJob(
            Problem(place, tr("the table has no column {name}", name=quoted(old)), tr("Name one that it has."))
        )
    if new in job.attributes:
        found = tr("the job has settings for {name}, which the table does not have", name=quoted(new))
        raise InvalidJob(Problem(f"{job.source}, attributes.{new}", found, tr("Write another name.")))


def _one_for_another(old: str, new: str) -> Callable[[str], str]:
    return lambda name: new if name == old else name


def _renamed_person(settings: AttributeSettings, change: Callable[[str], str]) -> AttributeSettings:
    shift = settings.shift
    if shift is None or change(shift.person) == shift.person:
        return settings
    return settings.model_copy(update={"shift": shift.model_copy(update={"person": change(shift.person)})})


def _renamed_model(model: PrivacyModel, old: str, new: str) -> PrivacyModel:
    changes: dict[str, object] = {}
    if model.sensitive_attribute == old:
        changes["attribute"] = new
    if (expression := _expression_of(model)) is not None:
        changes["subset"] = _renamed(expression, old, new)
    model = model.with_renamed_level(old, new)
    return model.model_copy(update=changes) if changes else model


def _expression_of(model: PrivacyModel) -> str | None:
    if isinstance(model, SubsetModel) and isinstance(model.subset, str) and model.subset_file is None:
        return model.subset
    return None


def _renamed(expression: str, old: str, new: str) -> str:
    with contextlib.suppress(InvalidSelection):
        return renamed_in(expression, old, new)
    return expression


def _needs(job: Job, name: str) -> Iterator[Problem]:
    """The settings of a job that need a column, with the remedy."""
    for section, models in (("privacy", job.privacy), ("paused", job.paused)):
        is_paused = section == "paused"
        for number, model in enumerate(models, 1):
            place = f"{job.source}, {section}.{number}"
            if model.sensitive_attribute == name:
                told = marked("{model}, which is paused, needs {name}") if is_paused else marked("{model} needs {name}")
                found = tr(told, model=model.title, name=quoted(name))
                yield Problem(place, found, tr("Remove this model first, or keep the column."))
            if _is_compared(_expression_of(model), name):
                told = marked("the subset of {model} is chosen by {name}")
                if is_paused:
                    told = marked("the subset of {model}, which is paused, is chosen by {name}")
                found = tr(told, model=model.title, name=quoted(name))
                yield Problem(place, found, tr("Choose it differently first, or keep the column."))
            if model.needs_level_of(name):
                told = marked("{model} has a level for {name} alone")
                if is_paused:
                    told = marked("{model}, which is paused, has a level for {name} alone")
                found = tr(told, model=model.title, name=quoted(name))
                yield Problem(place, found, tr("Choose a scheme first, or keep the column."))
    yield from _perturbations_that_need(job, name)
    yield from _attackers_who_name(job, name)
    if job.subset is not None and _is_compared(job.subset.select, name):
        found = tr("the research subset is chosen by {name}", name=quoted(name))
        yield Problem(f"{job.source}, subset.select", found, tr("Choose it differently first, or keep the column."))
    yield from _names_rows(job, name)
    for other, settings in job.attributes.items():
        if other != name and settings.shift is not None and settings.shift.person == name:
            found = tr(
                "the dates of {other} are shifted by the people in {name}", other=quoted(other), name=quoted(name)
            )
            yield Problem(
                f"{job.source}, attributes.{other}.shift",
                found,
                tr("Treat them differently first, or keep the column."),
            )
    yield from _predicts(job, name)


def _names_rows(job: Job, name: str) -> Iterator[Problem]:
    """Settings by which a column says what its records are."""
    for part, found in _COLUMNS.items():
        if getattr(job.data, part) == name:
            yield Problem(f"{job.source}, data.{part}", tr(found, name=quoted(name)), tr(_OTHER_COLUMNS[part]))
    for number, table in enumerate(job.tables, 1):
        if job.data.rename.get(table.parent_column, table.parent_column).strip() == name:
            found = tr("{name} links the table {table}", name=quoted(name), table=table.name)
            yield Problem(f"{job.source}, tables.{number}.key", found, tr("Keep the column."))


def _is_compared(expression: str | None, name: str) -> bool:
    with contextlib.suppress(InvalidSelection):
        return expression is not None and names_attribute(expression, name)
    return False


def _predicts(job: Job, name: str) -> Iterator[Problem]:
    quality, utility = job.quality, job.utility
    if quality.model == CLASSIFICATION and name in (*quality.targets, *quality.features):
        found = tr("the quality model predicts {name}, or predicts from it", name=quoted(name))
        yield Problem(f"{job.source}, quality", found, tr("Choose other attributes there first, or keep the column."))
    if utility is not None and name in (*utility.targets, *utility.features):
        found = tr("the classification in Quality predicts {name}, or predicts from it", name=quoted(name))
        yield Problem(f"{job.source}, utility", found, tr("Choose other attributes there first, or keep the column."))


def _attackers_who_name(job: Job, name: str) -> Iterator[Problem]:
    for number, attacker in enumerate(job.attackers, 1):
        if name in (*attacker.knows, *attacker.secrets, *attacker.other):
            found = tr(
                "{attacker} is an attacker who knows {name}, or wants to", attacker=attacker.title, name=quoted(name)
            )
            yield Problem(
                f"{job.source}, attackers.{number}", found, tr("Take it out there first, or keep the column.")
            )


def _perturbations_that_need(job: Job, name: str) -> Iterator[Problem]:
    for number, asked in enumerate(job.perturbation, 1):
        if name in asked.names:
            found = tr("{perturbation} names {name}", perturbation=asked.title, name=quoted(name))
            yield Problem(
                f"{job.source}, perturbation.{number}", found, tr("Take it out there first, or keep the column.")
            )
