"""Obstacles to a search: sentences with a remedy, and the place each leads to.

The rules are those of the engine (`arxdesk_engine.release.job_faults`). Told in words of the window are those that
people meet; what only a job file can say is told as the engine tells it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from arxdesk.core.values.declared import DECLARED_NAMES, DECLARED_PARTS, DECLARED_TITLES, DeclaredPart
from arxdesk.ui.words import capitalized, count, joined
from arxdesk_engine.backends.border.refusals import faults_outside_memory
from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.data.item_sets import is_set
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.errors import Problem
from arxdesk_engine.foundation.language import ENGLISH, in_language, language, tr, tr_n
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.policy import policy_of
from arxdesk_engine.privacy.model import PrivacyModel, SubsetModel
from arxdesk_engine.release.job_faults import faults_beside
from arxdesk_engine.risk.population import Population

LOOKED_AT = 200
"""So many values of an aggregated column tell whether its function suits it; the search looks at all of them."""

MOST_DECLARED = 20_000
"""So many values of a column with people, weights or households are looked at: they are sorted, so that negative
weights and empty cells are among them."""

NAMED = 4

MissingValues = Callable[[str], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Something missing or contradictory.

    `section` is a part of the job, such as "attributes" or "privacy"; `attribute` and `model` (its number, from 0) say
    which of them where it is one, `field` which setting of it.
    """

    text: str
    section: str
    attribute: str = ""
    model: int | None = None
    field: str = ""

    def __str__(self) -> str:
        return self.text


def obstacles_of(
    job: Job, dataset: Dataset, hierarchies: Mapping[str, Hierarchy], missing_values: MissingValues
) -> tuple[Obstacle, ...]:
    """Everything that a search would refuse and that can be seen at once; `missing_values` are codes without an entry.

    The content of research subsets is not looked at.
    """
    found = [*_of_the_whole(job, dataset)]
    found += _of_hierarchies(job, dataset, hierarchies, missing_values)
    found += _of_population(job, dataset.total_records)
    told = {(each.section, each.attribute, each.model, each.field) for each in found}
    for fault, english in _faults(partial(faults_beside, job, _thinned(job, dataset))):
        obstacle = _from(fault, english, job, dataset)
        if (obstacle.section, obstacle.attribute, obstacle.model, obstacle.field) not in told:
            found.append(obstacle)
    return tuple(found)


def obstacles_outside_memory(job: Job, dataset: Dataset, told: Sequence[Obstacle]) -> tuple[Obstacle, ...]:
    """The settings that need every record in memory, where the table is that of the distinct tuples of its rows.

    Those that were `told` already are left out.
    """
    of_rows = job.model_copy(update={"data": job.data.model_copy(update={"count": None})})
    places = {(each.section, each.attribute, each.model) for each in told}
    found = (_from(fault, english, job, dataset) for fault, english in _faults(partial(faults_outside_memory, of_rows)))
    return tuple(each for each in found if (each.section, each.attribute, each.model) not in places)


def about_undecided(names: Sequence[str]) -> tuple[Obstacle, ...]:
    """Decisions required before an export; () if every column has a role.

    It keeps nobody from searching: an undecided column is passed on as it is, which only matters once it leaves.
    """
    if not names:
        return ()
    text = tr_n(
        len(names),
        "{n} column has no role yet: {names}. Decide before you export.",
        "{n} columns have no role yet: {names}. Decide before you export.",
        n=count(len(names)),
        names=joined(list(names), NAMED),
    )
    return (Obstacle(text, "attributes", names[0], field="role"),)


def _of_the_whole(job: Job, dataset: Dataset) -> Iterator[Obstacle]:
    if dataset.records == 0:
        yield Obstacle(tr("The table has no records. Open one that has some."), "data")
    settings = [job.settings_of(name) for name in dataset.names]
    if not any(each.role is Role.QUASI_IDENTIFYING for each in settings):
        yield Obstacle(tr("Give at least one column the role quasi-identifying."), "attributes")
    elif not any(each.is_grouped for each in settings):
        text = tr("No quasi-identifier is left to form groups by. Generalize at least one of them.")
        yield Obstacle(text, "attributes")
    if not job.privacy:
        yield Obstacle(tr("Add a privacy model."), "privacy")


def _of_hierarchies(
    job: Job, dataset: Dataset, hierarchies: Mapping[str, Hierarchy], missing_values: MissingValues
) -> Iterator[Obstacle]:
    judged = {model.sensitive_attribute for model in job.privacy}
    may_be_from_data = policy_of(job).allows_hierarchies_from_data
    for name in dataset.names:
        settings = job.settings_of(name)
        made = settings.hierarchy
        if not may_be_from_data and isinstance(made, HierarchyBuilder) and made.depends_on_data:
            text = tr(
                "The hierarchy of {name} is made from the data, which differential privacy forbids. Edit it.", name=name
            )
            yield Obstacle(text, "attributes", name, field="hierarchy")
        if not settings.is_grouped and not (settings.role is Role.SENSITIVE and name in judged):
            continue
        if missing := missing_values(name):
            text = tr_n(
                len(missing),
                "{n} value of {name} has no entry in its hierarchy. Add them, or choose another hierarchy.",
                "{n} values of {name} have no entry in its hierarchy. Add them, or choose another hierarchy.",
                n=count(len(missing)),
                name=name,
            )
            yield Obstacle(text, "attributes", name, field="hierarchy")
        if settings.is_grouped:
            hierarchy = hierarchies.get(name)
            highest = hierarchy.levels - 1 if hierarchy else 0
            high = highest if settings.maximum_level is None else settings.maximum_level
            if not settings.minimum_level <= high <= highest:
                text = tr(
                    "The levels {low} to {high} of {name} do not exist: it has 0 to {highest}.",
                    low=settings.minimum_level,
                    high=high,
                    name=name,
                    highest=highest,
                )
                yield Obstacle(text, "attributes", name, field="levels")


def _of_population(job: Job, records: int) -> Iterator[Obstacle]:
    """How many of the `records` count where not all do only a search finds, and says then what does not fit."""
    if job.population is not None and not policy_of(job).counts_all:
        return
    if job.population is not None:
        settings = job.population
        try:
            Population(settings.region, settings.size, settings.sampling_fraction).size_for(records)
        except ValueError as error:
            yield Obstacle(
                tr("{fault}. Correct the population.", fault=capitalized(str(error).rstrip("."))), "population"
            )
        return
    for number, model in enumerate(job.privacy):
        if model.needs_population:
            yield Obstacle(
                tr("{model} needs the size of the population. Enter it.", model=model.title), "privacy", "", number
            )


def _thinned(job: Job, dataset: Dataset) -> Dataset:
    """The table with some values of aggregated columns and of sets, and the first ones of columns with people, weights
    or households: reading a million would hold up the window."""
    declared = [getattr(job.data, part) for part in DECLARED_PARTS]

    def some(column: Column) -> Column:
        if column.name in declared and len(column.values) > MOST_DECLARED:
            codes = column.codes.clip(max=MOST_DECLARED - 1)
            return Column(column.name, codes, column.values[:MOST_DECLARED], column.type)
        step = -(-len(column.values) // LOOKED_AT)
        is_read = is_set(column) or job.settings_of(column.name).is_aggregated
        if step == 1 or not is_read:
            return column
        return Column(column.name, column.codes, column.values[::step], column.type)

    return dataset.with_columns(map(some, dataset))


def _faults(find: Callable[[], Iterable[Problem]]) -> Iterator[tuple[Problem, str]]:
    """What the engine finds, and the same in English, by which its cases are told apart."""
    found = tuple(find())
    if language() == ENGLISH or not found:
        return ((each, each.found) for each in found)
    with in_language(ENGLISH):
        return zip(found, [each.found for each in find()], strict=True)


def _from(fault: Problem, english: str, job: Job, dataset: Dataset) -> Obstacle:
    """What the engine found, with the place that its dotted path names."""
    dotted = fault.place.removeprefix(f"{job.source}, ")
    section, _dot, rest = dotted.partition(".")
    said = f"{fault.found[:1].lower()}{fault.found[1:]}".rstrip(".")
    if section == "attributes" and rest:
        name, field = _attribute_of(rest, dataset)
        said = tr("no function is chosen") if english.rstrip(".") == "is missing" else said
        return Obstacle(f"{name}: {said}.", section, name, None, field)
    if section == "privacy" and rest:
        number, _dot, field = rest.partition(".")
        model = job.privacy[int(number) - 1]
        return Obstacle(
            _of_model(model, field, job, dataset) or f"{model.title}: {said}.", section, "", int(number) - 1
        )
    part = next((part for part in DECLARED_PARTS if section == "data" and rest.partition(",")[0] == part), None)
    if part is not None and getattr(job.data, part) in dataset:
        return _of_declared(fault, english, part, job)
    return Obstacle(f"{capitalized(fault.found).rstrip('.')}.", section)


def _of_declared(fault: Problem, english: str, part: DeclaredPart, job: Job) -> Obstacle:
    """What is wrong about a column with people, weights or households, with the way out where there is one."""
    name, place = str(getattr(job.data, part)), fault.place.rpartition(", ")[2]
    found, said_as = fault.found.rstrip("."), tr(DECLARED_NAMES[part])
    record = f"{capitalized(place)}: " if "." not in place else ""  # "data.weight", or "record 5"
    remedies = {
        "outside memory": "",
        "have counts": tr("Untick {part}.", part=tr(DECLARED_TITLES[part])),
        "is about the rows of one": tr("Untick {part}.", part=tr(DECLARED_TITLES[part])),
        "and is quasi-identifying": tr("Give it another role, or choose another column as {part}.", part=said_as),
        "whose record each is, and is": tr("Make it identifying, or choose another person column."),
    }
    usual = tr("Correct these cells in the table.") if part == "weight" else tr("Fill these cells in the table.")
    remedy = next((remedy for words, remedy in remedies.items() if words in english), usual)
    return Obstacle(f"{name}: {record}{found}. {remedy}".rstrip(), "attributes", name, field=part)


def _of_model(model: PrivacyModel, field: str, job: Job, dataset: Dataset) -> str:
    """The faults of models that people meet, with the way out."""
    name = model.sensitive_attribute
    if field == "attribute" and name is not None:
        if name not in dataset:
            return tr(
                "{model} is about {name}, which the table does not have. Choose another column.",
                model=model.title,
                name=name,
            )
        if job.settings_of(name).role is Role.SENSITIVE:
            return tr(
                "{model} needs {name} to be read as sets of items. Choose the type Set for it.",
                model=model.title,
                name=name,
            )
        return tr(
            "{model} needs {name} to be sensitive, and it is {role}.",
            model=model.title,
            name=name,
            role=tr(job.settings_of(name).role.value),
        )
    policy = policy_of(job)
    if policy.mechanism is not None and not field and policy.excludes(model.model):
        return tr(
            "{mechanism} cannot be combined with {model}: the groups that it removes reveal single people. "
            "Remove or pause one of the two.",
            mechanism=policy.mechanism.title,
            model=model.title,
        )
    if field == "subset" and isinstance(model, SubsetModel) and model.subset is None:
        return tr("{model} needs a research subset. Choose the records to be shared.", model=model.title)
    return ""


def _attribute_of(rest: str, dataset: Dataset) -> tuple[str, str]:
    """The attribute at the beginning of a dotted path, and what follows; names may have dots."""
    parts = rest.split(".")
    for end in range(len(parts), 0, -1):
        name = ".".join(parts[:end])
        if name in dataset:
            return name, ".".join(parts[end:])
    return rest, ""
