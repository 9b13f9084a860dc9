"""The verdict over an output: losses, what remains, and the next step, in plain sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arxdesk_engine.analysis import treatment_words
from arxdesk_engine.analysis.class_counts import ClassCounts
from arxdesk_engine.analysis.detail.kept import KeptDetail, kept_details
from arxdesk_engine.analysis.tables import InputTable, OutputTable
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.words import ENGLISH, Words, of_unit
from arxdesk_engine.quality import MODELS as QUALITY_MODELS

NEEDLESS = ", 1 keeps none."
"""The end of the meaning of a score that the verdict leaves out."""


@dataclass(frozen=True, slots=True)
class QualityVerdict:
    """A main sentence and details; `is_good` where nothing needs attention, None where nothing is judged."""

    is_good: bool | None
    sentence: str
    details: tuple[str, ...]


def verdict_of_output(output: OutputTable, words: Words = ENGLISH) -> QualityVerdict:
    """The verdict over an output."""
    details = kept_details(output)
    good, sentence = _verdict(output, details, words)
    gone = f"{_removed(output, words)} {_next(output, details)}"
    remains = " ".join(part for part in (_changes(output, details, words), _score(output, words)) if part)
    return QualityVerdict(good, sentence, (gone, remains))


def verdict_of_input(table: InputTable, found: ClassCounts | None, words: Words = ENGLISH) -> QualityVerdict:
    """The verdict over an input before anything is applied; `found` has its groups, None while they are counted."""
    dataset, quasi = table.dataset, table.quasi_identifiers
    columns = words.counted(len(dataset.names), "column", "columns")
    size = f"{words.records(dataset.total_records)} in {columns}."
    if not quasi:
        chosen = "No column is quasi-identifying yet, so there are no groups. Choose quasi-identifiers in Configure."
        return QualityVerdict(None, "The input, as it was loaded.", (size, chosen))
    known = f"{words.counted(len(quasi), 'column is', 'columns are')} quasi-identifying: {words.joined(quasi)}."
    if found is None:
        return QualityVerdict(None, "The input, as it was loaded.", (f"{size} {known}",))
    others = dataset.total_records - table.counted
    part = table.policy.part
    outside = f" {words.records(others)} outside of the {part} do not count." if others else ""
    return QualityVerdict(None, _input_sentence(found, words), (f"{size} {known}{outside}", _input_next(found, words)))


def _input_sentence(found: ClassCounts, words: Words) -> str:
    if not found.counted:
        return "The input has no records that count."
    unique = int(found.affected[found.sizes == 1].sum())
    if not unique:
        grouped = words.counted(found.classes, "group of look-alikes", "groups of look-alikes")
        nobody = "Nobody in the input" if found.unit == "people" else "No record of the input"
        return f"{nobody} is unique: {of_unit(found.counted, found.unit, words)} form {grouped}."
    alone = "is" if unique == 1 else "are"
    return f"{words.count_with_share(unique, found.counted, found.unit)} in the input {alone} unique."


def _input_next(found: ClassCounts, words: Words) -> str:
    if not found.counted:
        return ""
    grouped = words.counted(found.classes, "group", "groups")
    return f"By these {grouped} can be told apart. Nothing is lost yet: anonymize to see the cost of protection."


def _verdict(output: OutputTable, details: Sequence[KeptDetail], words: Words) -> tuple[bool, str]:
    records, removed = output.records, output.applied.output.suppressed_records
    noun = f"records{output.of_part}"
    lost = [detail.name for detail in details if detail.lost]
    if removed == records:
        return False, f"No data are left: all records were removed, {words.records(records)}."
    if len(lost) == len(details):
        return False, "Nothing is left of the quasi-identifiers."
    if removed * 2 > records:
        return False, f"Most records were removed: {words.count_with_share(records - removed, records, noun)} are left."
    gone = f"{words.joined(lost, 4)} {'is' if len(lost) == 1 else 'are'} gone completely"
    if len(lost) * 2 >= len(details):
        return False, f"Usable for few questions: {gone}."
    if lost:
        return False, f"Usable for most questions, but {gone}."
    if all(detail.unchanged for detail in details) and _perturbed(output):
        return True, "Every quasi-identifier is unchanged, and other columns are perturbed."
    if all(detail.unchanged for detail in details):
        return True, "Every value is unchanged." if not removed else "Every kept value is unchanged."
    return True, "Every quasi-identifier keeps some of its detail."


def _next(output: OutputTable, details: Sequence[KeptDetail]) -> str:
    """A suggestion for the next step."""
    removed, records = output.applied.output.suppressed_records, output.records
    lost = [detail.name for detail in details if detail.lost]
    if removed == records:
        return "Relax the privacy models in Configure, or choose another transformation in Explore."
    if lost and len(lost) < len(details):
        matter = f"{lost[0]} matters" if len(lost) == 1 else "they matter"
        return f"If {matter}, find a result that keeps {'it' if len(lost) == 1 else 'more'}."
    if removed * 2 > records:
        return "Choose a transformation in Explore that removes fewer records and makes the others coarser."
    if all(detail.unchanged for detail in details) and not removed:
        if _perturbed(output):
            return "Check Risk before you release it: perturbation gives no guarantee."
        return "Check Risk before you release it: no change protects anybody."
    return "Check the columns you need, or compare others."


def _removed(output: OutputTable, words: Words) -> str:
    records, removed = output.records, output.applied.output.suppressed_records
    others = output.input.dataset.total_records - records
    are = "is" if others == 1 else "are"
    is_limit = output.policy.counts_all and output.policy.limits_records
    where = "beyond the limit of each person" if is_limit else "outside of it"
    outside = f" {words.records(others)} {where} {are} not in the output." if others else ""
    if removed == 0:
        return f"All {words.records(records)}{output.of_part} were kept.{outside}"
    by_size = all(model.only_class_size for model in output.job.privacy)
    reason = "because their groups were too small" if by_size else "so that the privacy models hold"
    gone, people = words.count_with_share(removed, records, f"records{output.of_part}"), output.applied.output.people
    if output.problem.removes_people and people is not None:
        gone = words.count_with_share(people.removed, output.problem.number, f"people{output.of_part}")
        verb = f"{'was' if people.removed == 1 else 'were'} removed with {words.records(removed)}"
    else:
        verb = f"{'was' if removed == 1 else 'were'} removed"
    return f"{gone} {verb}, {reason}.{_still_shown(output, words)}{outside}"


def _still_shown(output: OutputTable, words: Words) -> str:
    """The columns of removed records that can still be read: removal hides quasi-identifiers."""
    job = output.job
    if not output.policy.keeps_suppressed:
        return ""
    is_hidden = {Role.SENSITIVE: job.suppression.sensitive, Role.INSENSITIVE: job.suppression.insensitive}
    shown = [
        name
        for name, role in output.roles.items()
        if not is_hidden.get(role, True)
        and job.settings_of(name).transformation != "suppress"
        and name not in output.applied.output.items
        and job.perturbation_of(name) is None
    ]
    return f" Their {words.joined(shown, 3)} can still be read." if shown else ""


def _changes(output: OutputTable, details: Sequence[KeptDetail], words: Words) -> str:
    unchanged = [detail.name for detail in details if detail.unchanged and not detail.lost]
    coarser = [detail.name for detail in details if not detail.unchanged and not detail.treatment and not detail.lost]
    roles = output.roles.items()
    masked: dict[str, list[str]] = {}
    keys = {each.parent_key for each in output.dataset.linked}
    for name, role in roles:
        if role is Role.IDENTIFYING:
            mask = treatment_words.identifier(output.job.settings_of(name), links=name in keys)
            masked.setdefault(mask, []).append(name)
    hidden = [name for name, role in roles if role is not Role.IDENTIFYING and not output.policy.shows(role)]
    parts = []
    if unchanged:
        parts.append(f"{words.joined(unchanged)} {'is as it was' if len(unchanged) == 1 else 'are as they were'}")
    if coarser:
        parts.append(f"{words.joined(coarser)} {'is' if len(coarser) == 1 else 'are'} coarser")
    if hidden:
        parts.append(f"differential privacy shows nothing of {words.joined(hidden)}")
    parts.extend(
        f"{detail.name} shows the {detail.treatment}" for detail in details if detail.treatment and not detail.lost
    )
    if perturbed := _perturbed(output):
        parts.append(f"{words.joined(perturbed)} {'is' if len(perturbed) == 1 else 'are'} perturbed")
    parts.extend(f"identifying {words.joined(names)} {_plural(mask, len(names))}" for mask, names in masked.items())
    return f"{words.capitalized('; '.join(parts))}." if parts else ""


def _perturbed(output: OutputTable) -> list[str]:
    """The columns whose cells were changed at the end."""
    return [name for each in output.applied.output.perturbations for name in each.asked.columns]


def _plural(verb: str, number: int) -> str:
    """ "is redacted" and "reads *", of several."""
    return verb if number == 1 else verb.replace("is ", "are ", 1).replace("reads ", "read ", 1)


def _score(output: OutputTable, words: Words) -> str:
    model, score = output.job.quality.model, output.applied.score
    if score is None:
        return ""
    meaning = QUALITY_MODELS[model].description.meaning
    said = f"{meaning.removesuffix(NEEDLESS)}." if meaning.endswith(NEEDLESS) else meaning
    return f"{QUALITY_MODELS[model].description.name} {words.score(score)}: {said[0].lower()}{said[1:]}"
