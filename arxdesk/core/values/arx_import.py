"""The import of an ARX project: settings taken over and left out, in words, recorded in the audit trail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from arxdesk_engine.arx.files.left_out import Omission
from arxdesk_engine.arx.imported import RESULT_NOT_IMPORTED, Imported
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.language import tr, tr_n
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.job import Job, PopulationSettings
from arxdesk_engine.privacy.model import PrivacyModel
from arxdesk_engine.projects.trail import Trail

MOST_RECORDED = 500
"""So many things that were not taken over stand in the trail; the rest is counted."""
_TAKEN, _LEFT, _NOTE = "Taken over: ", "Not taken over: ", "Note on what was taken over"
_ROLES = {
    Role.IDENTIFYING: ("identifying column", "identifying columns"),
    Role.QUASI_IDENTIFYING: ("quasi-identifying column", "quasi-identifying columns"),
    Role.SENSITIVE: ("sensitive column", "sensitive columns"),
    Role.INSENSITIVE: ("insensitive column", "insensitive columns"),
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
            made = _counted(replaced, "replacement of values was", "replacements of values were")
            notes = (*notes, f"{made} made in ARX already.")
        return cls(name, taken, imported.left_out, notes)

    @classmethod
    def of_trail(cls, trail: Trail) -> ArxImport | None:
        """The summary recorded in the trail of a project; None if it was not imported from ARX."""
        taken, left, notes = [], [], []
        for entry in trail.entries:
            if entry.action != "imported":
                continue
            if entry.text.startswith(_TAKEN):
                taken.append(entry.text.removeprefix(_TAKEN))
            elif entry.text.startswith(_LEFT):
                found, _tab, instead = entry.values.partition("\t")
                left.append(Omission(entry.text.removeprefix(_LEFT), found, instead))
            elif entry.text == _NOTE:
                notes.append(entry.values)
        return cls("", tuple(taken), tuple(left), tuple(notes)) if taken or left else None

    def recorded(self, trail: Trail) -> Trail:
        """The trail with an entry for each part, so that the list can be looked at later."""
        for sentence in self.taken:
            trail = trail.with_entry("imported", f"{_TAKEN}{sentence}")
        for each in self.left_out[:MOST_RECORDED]:
            trail = trail.with_entry("imported", f"{_LEFT}{each.place}", f"{each.found}\t{each.instead}")
        if (more := len(self.left_out) - MOST_RECORDED) > 0:
            trail = trail.with_entry("imported", f"{_LEFT}{more:,} more things")
        for note in self.notes:
            trail = trail.with_entry("imported", _NOTE, note)
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


def _taken(job: Job, dataset: Dataset, hierarchies: Mapping[str, Hierarchy]) -> Iterator[str]:
    yield f"{dataset.records:,} records with {_counted(len(dataset.names), 'column', 'columns')}"
    settings = [job.settings_of(name) for name in dataset.names]
    roles = Counter(each.role for each in settings)
    if roles:
        yield ", ".join(_counted(roles[role], *words) for role, words in _ROLES.items() if roles[role])
    typed = sum(each.type is not None for each in settings)
    if typed:
        yield f"the type of {_counted(typed, 'column', 'columns')}"
    built = sum(isinstance(each.hierarchy, HierarchyBuilder) for each in settings)
    if hierarchies:
        kinds = f", {built:,} of them with the rule that builds them" if built else ""
        yield f"{_counted(len(hierarchies), 'hierarchy', 'hierarchies')}{kinds}"
    limited = sum(bool(each.minimum_level) or each.maximum_level is not None for each in settings)
    if limited:
        yield f"limits of levels of {_counted(limited, 'column', 'columns')}"
    weighed = sum(each.weight != AttributeSettings().weight for each in settings)
    if weighed:
        yield f"the weight of {_counted(weighed, 'column', 'columns')}"
    yield from (f"the privacy model {_named(each)}" for each in job.privacy)
    yield from (f"the privacy model {_named(each)}, paused" for each in job.paused)
    yield f"a suppression limit of {100 * job.suppression.limit:.4g} %"
    yield f"the quality model {job.quality.model}"
    yield from _taken_beside(job)


def _taken_beside(job: Job) -> Iterator[str]:
    """Rare settings."""
    if job.subset is not None:
        yield f"the research subset: {job.subset.description}"
    if job.population is not None:
        yield f"the population: {_population(job.population)}"
    if job.costs != type(job.costs)():
        costs = job.costs
        yield (
            f"costs and benefits: publisher gains {costs.publisher_benefit:,g} and loses {costs.publisher_loss:,g}, "
            f"attacker gains {costs.adversary_gain:,g} and pays {costs.adversary_cost:,g}"
        )
    if job.search != type(job.search)():
        yield f"the search: algorithm {job.search.algorithm} and its limits"
    if job.utility is not None:
        yield f"what is to be predicted: {_counted(len(job.utility.targets), 'column', 'columns')}"
    if job.explore.filters != type(job.explore.filters)():
        yield "the filters of Explore, which hide transformations in its list"
    if job.analysis != type(job.analysis)():
        yield "the thresholds of Risk"
    if job.explore.pins:
        yield _counted(len(job.explore.pins), "pinned transformation", "pinned transformations")


def _named(model: PrivacyModel) -> str:
    """A model with its parameters and its column."""
    name = model.sensitive_attribute
    return model.title if name is None or name in model.title else f"{model.title} of {name}"


def _population(population: PopulationSettings) -> str:
    if population.region is not None:
        return f"that of {population.region}"
    if population.size is not None:
        return f"{population.size:,} people"
    return f"the table is a share of {100 * (population.sampling_fraction or 0.0):.4g} % of it"


def _counted(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"
