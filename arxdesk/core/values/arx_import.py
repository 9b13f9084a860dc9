"""The import of an ARX project: settings taken over and left out, in words, recorded in the audit trail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from arxdesk_engine.arx.files.left_out import Omission
from arxdesk_engine.arx.imported import RESULT_NOT_IMPORTED, Imported
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.language import ENGLISH, in_language, marked, tr, tr_n
from arxdesk_engine.foundation.messages import TextMessage, ToldText, told, told_n
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.population import PopulationSettings
from arxdesk_engine.privacy.model import PrivacyModel
from arxdesk_engine.projects.trail import Entry, Trail
from arxdesk_engine.quality import MODELS

MOST_RECORDED = 500
"""So many things that were not taken over stand in the trail; the rest is counted."""
_TAKEN, _LEFT = "Taken over: ", "Not taken over: "
"""How the English of the entries begins, by which they are found again."""
_NOTE = marked("Note on what was taken over")


def _identifying(number: int) -> ToldText:
    return told_n(number, "{n} identifying column", "{n} identifying columns")


def _quasi_identifying(number: int) -> ToldText:
    return told_n(number, "{n} quasi-identifying column", "{n} quasi-identifying columns")


def _sensitive(number: int) -> ToldText:
    return told_n(number, "{n} sensitive column", "{n} sensitive columns")


def _insensitive(number: int) -> ToldText:
    return told_n(number, "{n} insensitive column", "{n} insensitive columns")


_ROLES = {
    Role.IDENTIFYING: _identifying,
    Role.QUASI_IDENTIFYING: _quasi_identifying,
    Role.SENSITIVE: _sensitive,
    Role.INSENSITIVE: _insensitive,
}


@dataclass(frozen=True, slots=True)
class ArxImport:
    """`name` is the file of the ARX project; `taken` are sentences with numbers and without values of the table."""

    name: str
    taken: tuple[str, ...]
    left_out: tuple[Omission, ...] = ()
    notes: tuple[str, ...] = ()

    @classmethod
    def of(cls, name: str, imported: Imported, dataset: Dataset, hierarchies: Mapping[str, Hierarchy]) -> ArxImport:
        """The summary of an import."""
        taken = tuple(_taken(imported.job, dataset, hierarchies))
        replaced = len(imported.trail)
        notes = imported.notes
        if replaced:
            made = told_n(
                replaced,
                "{n} replacement of values was made in ARX already.",
                "{n} replacements of values were made in ARX already.",
            )
            notes = (*notes, made)
        return cls(name, taken, imported.left_out, notes)

    @classmethod
    def of_trail(cls, trail: Trail) -> ArxImport | None:
        """The summary recorded in the trail of a project; None if it was not imported from ARX."""
        taken, left, notes = [], [], []
        for entry in trail.entries:
            if entry.action != "imported":
                continue
            if entry.text.startswith(_TAKEN):
                taken.append(_sentence(entry))
            elif entry.text.startswith(_LEFT):
                found, _tab, instead = entry.values.partition("\t")
                left.append(Omission(entry.text.removeprefix(_LEFT), found, instead))
            elif entry.text == _NOTE:
                notes.append(entry.values)
        return cls("", tuple(taken), tuple(left), tuple(notes)) if taken or left else None

    def recorded(self, trail: Trail) -> Trail:
        """The trail with an entry for each part, so that the list can be looked at later."""
        for sentence in self.taken:
            trail = trail.with_entry("imported", told("Taken over: {sentence}", sentence=sentence))
        for each in self.left_out[:MOST_RECORDED]:
            trail = trail.with_entry(
                "imported", told("Not taken over: {place}", place=each.place), f"{each.found}\t{each.instead}"
            )
        if (more := len(self.left_out) - MOST_RECORDED) > 0:
            more_left = told_n(more, "Not taken over: {n} more thing", "Not taken over: {n} more things")
            trail = trail.with_entry("imported", more_left)
        for note in self.notes:
            trail = trail.with_entry("imported", told(_NOTE), note)
        return trail

    @property
    def lead(self) -> str:
        """The lead sentence."""
        number = len(self.left_out)
        if number:
            return tr_n(number, "{n} setting was not imported as in ARX.", "{n} settings were not imported as in ARX.")
        if RESULT_NOT_IMPORTED in self.notes:
            return tr("All settings were imported; the result is not: anonymize again.")
        return tr("All settings were imported.")

    @property
    def text(self) -> str:
        """The full text, for the clipboard and for a file."""
        title = tr("Imported from ARX: {name}", name=self.name) if self.name else tr("Imported from ARX")
        lines = [title, "", self.lead, ""]
        lines += [tr("Imported"), *(f"- {each}" for each in self.taken)]
        if self.left_out:
            lines += ["", tr("Not imported as in ARX")]
            for each in self.left_out:
                lines.append(f"- {each.place}: {each.found}.")
                lines += [f"  {each.instead}"] if each.instead else []
        if self.notes:
            lines += ["", tr("Notes"), *(f"- {each}" for each in self.notes)]
        return "\n".join(lines) + "\n"


def _sentence(entry: Entry) -> str:
    """What was taken over: told in the current language, or as it was recorded."""
    sentence = None if entry.message is None else entry.message.values.get("sentence")
    return sentence.told() if isinstance(sentence, TextMessage) else entry.text.removeprefix(_TAKEN)


def _taken(job: Job, dataset: Dataset, hierarchies: Mapping[str, Hierarchy]) -> Iterator[ToldText]:
    columns = told_n(len(dataset.names), "{n} column", "{n} columns")
    yield told_n(dataset.records, "{n} record with {columns}", "{n} records with {columns}", columns=columns)
    settings = [job.settings_of(name) for name in dataset.names]
    roles = Counter(each.role for each in settings)
    if roles:
        yield told(
            "roles: {columns}", columns=tuple(words(roles[role]) for role, words in _ROLES.items() if roles[role])
        )
    typed = sum(each.type is not None for each in settings)
    if typed:
        yield told_n(typed, "the type of {n} column", "the type of {n} columns")
    built = sum(isinstance(each.hierarchy, HierarchyBuilder) for each in settings)
    if hierarchies:
        number = told_n(len(hierarchies), "{n} hierarchy", "{n} hierarchies")
        by_rule = told_n(
            built,
            "{hierarchies}, {n} of them with the rule that builds it",
            "{hierarchies}, {n} of them with the rule that builds them",
            hierarchies=number,
        )
        yield by_rule if built else number
    limited = sum(bool(each.minimum_level) or each.maximum_level is not None for each in settings)
    if limited:
        yield told_n(limited, "limits of levels of {n} column", "limits of levels of {n} columns")
    weighed = sum(each.weight != AttributeSettings().weight for each in settings)
    if weighed:
        yield told_n(weighed, "the weight of {n} column", "the weight of {n} columns")
    yield from (told("the privacy model {model}", model=_named(each)) for each in job.privacy)
    yield from (told("the privacy model {model}, paused", model=_named(each)) for each in job.paused)
    yield told("a suppression limit of {share} %", share=float(f"{100 * job.suppression.limit:.4g}"))
    with in_language(ENGLISH):
        quality = MODELS[job.quality.model].description.name
    yield told("the quality model {model}", model=told(quality))
    yield from _taken_beside(job)


def _taken_beside(job: Job) -> Iterator[ToldText]:
    """Rare settings."""
    if job.subset is not None:
        yield told("the research subset: {subset}", subset=job.subset.description)
    if job.population is not None:
        yield told("the population: {population}", population=_population(job.population))
    if job.costs != type(job.costs)():
        costs = job.costs
        yield told(
            "costs and benefits: publisher gains {benefit} and loses {loss}, attacker gains {gain} and pays {cost}",
            benefit=costs.publisher_benefit,
            loss=costs.publisher_loss,
            gain=costs.adversary_gain,
            cost=costs.adversary_cost,
        )
    if job.search != type(job.search)():
        yield told("the search: algorithm {algorithm} and its limits", algorithm=job.search.algorithm)
    if job.utility is not None:
        targets = told_n(len(job.utility.targets), "{n} column", "{n} columns")
        yield told("what is to be predicted: {columns}", columns=targets)
    if job.explore.filters != type(job.explore.filters)():
        yield told("the filters of Explore, which hide transformations in its list")
    if job.analysis != type(job.analysis)():
        yield told("the thresholds of Risk")
    if job.explore.pins:
        yield told_n(len(job.explore.pins), "{n} pinned transformation", "{n} pinned transformations")


def _named(model: PrivacyModel) -> str | ToldText:
    """A model with its parameters and its column."""
    name = model.sensitive_attribute
    is_said = name is None or name in model.title
    return model.title if is_said else told("{model} of {column}", model=model.title, column=name)


def _population(population: PopulationSettings) -> ToldText:
    if population.region is not None:
        return told("that of {region}", region=population.region)
    if population.size is not None:
        return told_n(population.size, "{n} person", "{n} people")
    share = float(f"{100 * (population.sampling_fraction or 0.0):.4g}")
    return told("the table is a share of {share} % of it", share=share)
