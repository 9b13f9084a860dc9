"""What was taken over from a project of ARX, and what was not: in plain words, and kept in the audit trail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.arx.imported import Imported
from engine.arx.left_out import LeftOut
from engine.attributes import AttributeSettings
from engine.dataset import Dataset
from engine.hierarchies.builder import HierarchyBuilder
from engine.hierarchies.hierarchy import Hierarchy
from engine.job import Job
from engine.project.trail import Trail
from engine.schema import Role

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
class TakenOver:
    """`name` is the file of the ARX project; `taken` are sentences with numbers and without values of the table."""

    name: str
    taken: tuple[str, ...]
    left_out: tuple[LeftOut, ...] = ()
    notes: tuple[str, ...] = ()

    @classmethod
    def of(cls, name: str, imported: Imported, dataset: Dataset, hierarchies: Mapping[str, Hierarchy]) -> TakenOver:
        """What an import has given."""
        taken = tuple(_taken(imported.job, dataset, hierarchies))
        replaced = len(imported.trail)
        notes = imported.notes
        if replaced:
            made = _counted(replaced, "replacement of values was", "replacements of values were")
            notes = (*notes, f"{made} made in ARX already.")
        return cls(name, taken, imported.left_out, notes)

    @classmethod
    def of_trail(cls, trail: Trail) -> TakenOver | None:
        """What the trail of a project says of that; None where it was not imported from ARX."""
        taken, left, notes = [], [], []
        for entry in trail.entries:
            if entry.action != "imported":
                continue
            if entry.text.startswith(_TAKEN):
                taken.append(entry.text.removeprefix(_TAKEN))
            elif entry.text.startswith(_LEFT):
                found, _tab, instead = entry.values.partition("\t")
                left.append(LeftOut(entry.text.removeprefix(_LEFT), found, instead))
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
        """The first sentence."""
        number = len(self.left_out)
        if not number:
            return "Everything was taken over."
        return f"{_counted(number, 'thing was', 'things were')} not taken over as in ARX."

    @property
    def text(self) -> str:
        """All of it, to copy and to file."""
        lines = [f"Taken over from ARX{f': {self.name}' if self.name else ''}", "", self.lead, ""]
        lines += ["Taken over", *(f"- {each}" for each in self.taken)]
        if self.left_out:
            lines += ["", "Not taken over as it was"]
            for each in self.left_out:
                lines.append(f"- {each.place}: {each.found}.")
                lines += [f"  {each.instead}"] if each.instead else []
        if self.notes:
            lines += ["", "Notes", *(f"- {each}" for each in self.notes)]
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
    if job.privacy:
        yield _counted(len(job.privacy), "privacy model", "privacy models")
    if job.paused:
        yield _counted(len(job.paused), "privacy model that is paused", "privacy models that are paused")
    yield f"a suppression limit of {100 * job.suppression.limit:.4g} %"
    yield f"the quality model {job.quality.model}"
    yield from _taken_beside(job)


def _taken_beside(job: Job) -> Iterator[str]:
    """What few projects have."""
    if job.subset is not None:
        yield "the research subset"
    if job.population is not None:
        yield "the population"
    if job.costs != type(job.costs)():
        yield "costs and benefits"
    if job.search != type(job.search)():
        yield f"the search: algorithm {job.search.algorithm} and its limits"
    if job.utility is not None:
        yield "what the output is to be good for"
    if job.explore.filters != type(job.explore.filters)():
        yield "the filters of Explore, which hide transformations in its list"
    if job.analysis != type(job.analysis)():
        yield "the thresholds of Risk"
    if job.explore.pins:
        yield _counted(len(job.explore.pins), "pinned transformation", "pinned transformations")


def _counted(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"
