"""The verdict over an output: losses, what remains, and the next step, in plain sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arxdesk_engine.analysis import treatment_words
from arxdesk_engine.analysis.class_counts import ClassCounts
from arxdesk_engine.analysis.detail.kept import KeptDetail, kept_details
from arxdesk_engine.analysis.tables import InputTable, OutputTable
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.foundation.words import ENGLISH, Words, in_parts, of_unit
from arxdesk_engine.quality import MODELS as QUALITY_MODELS

_BRIEF = {"0 keeps every detail, 1 keeps none.": marked("0 keeps every detail.")}
"""Meanings of scores that the verdict shortens."""


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
    columns = len(dataset.names)
    size = tr_n(
        columns,
        "{records} in {n} column.",
        "{records} in {n} columns.",
        n=words.count(columns),
        records=words.records(dataset.total_records),
    )
    if not quasi:
        chosen = tr(
            "No column is quasi-identifying yet, so there are no groups. Choose quasi-identifiers in Configure."
        )
        return QualityVerdict(None, tr("The input, as it was loaded."), (size, chosen))
    known = tr_n(
        len(quasi),
        "{n} column is quasi-identifying: {columns}.",
        "{n} columns are quasi-identifying: {columns}.",
        n=words.count(len(quasi)),
        columns=words.joined(quasi),
    )
    if found is None:
        return QualityVerdict(None, tr("The input, as it was loaded."), (f"{size} {known}",))
    others = dataset.total_records - table.counted
    if others:
        outside = tr(
            "{records} outside of the {part} do not count.", records=words.records(others), part=tr(table.policy.part)
        )
        known = f"{known} {outside}"
    return QualityVerdict(None, _input_sentence(found, words), (f"{size} {known}", _input_next(found, words)))


def _input_sentence(found: ClassCounts, words: Words) -> str:
    if not found.counted:
        return tr("The input has no records that count.")
    unique = int(found.affected[found.sizes == 1].sum())
    if not unique:
        values = {
            "all": of_unit(found.counted, found.unit, words),
            "groups": tr_n(
                found.classes, "{n} group of look-alikes", "{n} groups of look-alikes", n=words.count(found.classes)
            ),
        }
        if found.unit == "people":
            return tr("Nobody in the input is unique: {all} form {groups}.", **values)
        return tr("No record of the input is unique: {all} form {groups}.", **values)
    return tr_n(
        unique,
        "{records} in the input is unique.",
        "{records} in the input are unique.",
        records=words.count_with_share(unique, found.counted, found.unit),
    )


def _input_next(found: ClassCounts, words: Words) -> str:
    if not found.counted:
        return ""
    return tr_n(
        found.classes,
        "By these {n} group can be told apart. Nothing is lost yet: anonymize to see the cost of protection.",
        "By these {n} groups can be told apart. Nothing is lost yet: anonymize to see the cost of protection.",
        n=words.count(found.classes),
    )


def _verdict(output: OutputTable, details: Sequence[KeptDetail], words: Words) -> tuple[bool, str]:
    records, removed = output.records, output.applied.output.suppressed_records
    lost = [detail.name for detail in details if detail.lost]
    if removed == records:
        return False, tr("No data are left: all records were removed, {records}.", records=words.records(records))
    if len(lost) == len(details):
        return False, tr("Nothing is left of the quasi-identifiers.")
    if removed * 2 > records:
        left = words.count_with_share(records - removed, records, output.counted_noun("records"))
        return False, tr("Most records were removed: {records} are left.", records=left)
    named = words.joined(lost, 4)
    if len(lost) * 2 >= len(details):
        return False, tr_n(
            len(lost),
            "Usable for few questions: {columns} is gone completely.",
            "Usable for few questions: {columns} are gone completely.",
            columns=named,
        )
    if lost:
        return False, tr_n(
            len(lost),
            "Usable for most questions, but {columns} is gone completely.",
            "Usable for most questions, but {columns} are gone completely.",
            columns=named,
        )
    if all(detail.unchanged for detail in details) and _perturbed(output):
        return True, tr("Every quasi-identifier is unchanged, and other columns are perturbed.")
    if all(detail.unchanged for detail in details):
        return True, tr("Every value is unchanged.") if not removed else tr("Every kept value is unchanged.")
    return True, tr("Every quasi-identifier keeps some of its detail.")


def _next(output: OutputTable, details: Sequence[KeptDetail]) -> str:
    """A suggestion for the next step."""
    removed, records = output.applied.output.suppressed_records, output.records
    lost = [detail.name for detail in details if detail.lost]
    if removed == records:
        return tr("Relax the privacy models in Configure, or choose another transformation in Explore.")
    if lost and len(lost) < len(details):
        if len(lost) == 1:
            return tr("If {column} matters, find a result that keeps it.", column=lost[0])
        return tr("If they matter, find a result that keeps more.")
    if removed * 2 > records:
        return tr("Choose a transformation in Explore that removes fewer records and makes the others coarser.")
    if all(detail.unchanged for detail in details) and not removed:
        if _perturbed(output):
            return tr("Check Risk before you release it: perturbation gives no guarantee.")
        return tr("Check Risk before you release it: no change protects anybody.")
    return tr("Check the columns you need, or compare others.")


def _removed(output: OutputTable, words: Words) -> str:
    removed = output.applied.output.suppressed_records
    if removed == 0:
        told = [tr("All {records} were kept.", records=_all_records(output, words))]
    else:
        told = [_gone(output, removed, words), _still_shown(output, words)]
    return " ".join(each for each in (*told, _outside(output, words)) if each)


def _all_records(output: OutputTable, words: Words) -> str:
    records = words.records(output.records)
    if not output.policy.part:
        return records
    return tr("{records} of the {part}", records=records, part=tr(output.policy.part))


def _outside(output: OutputTable, words: Words) -> str:
    """The records that never were in question; "" where there are none."""
    others = output.input.dataset.total_records - output.records
    if not others:
        return ""
    if output.policy.counts_all and output.policy.limits_records:
        return tr_n(
            others,
            "{n} record beyond the limit of each person is not in the output.",
            "{n} records beyond the limit of each person are not in the output.",
            n=words.count(others),
        )
    return tr_n(
        others,
        "{n} record outside of it is not in the output.",
        "{n} records outside of it are not in the output.",
        n=words.count(others),
    )


def _gone(output: OutputTable, removed: int, words: Words) -> str:
    """How many were removed, and why."""
    by_size = all(model.only_class_size for model in output.job.privacy)
    people = output.applied.output.people
    if output.problem.removes_people and people is not None:
        number, records = people.removed, words.records(removed)
        gone = words.count_with_share(number, output.problem.number, output.counted_noun("people"))
        if by_size:
            return tr_n(
                number,
                "{people} was removed with {records}, because their groups were too small.",
                "{people} were removed with {records}, because their groups were too small.",
                people=gone,
                records=records,
            )
        return tr_n(
            number,
            "{people} was removed with {records}, so that the privacy models hold.",
            "{people} were removed with {records}, so that the privacy models hold.",
            people=gone,
            records=records,
        )
    gone = words.count_with_share(removed, output.records, output.counted_noun("records"))
    if by_size:
        return tr_n(
            removed,
            "{records} was removed, because their groups were too small.",
            "{records} were removed, because their groups were too small.",
            records=gone,
        )
    return tr_n(
        removed,
        "{records} was removed, so that the privacy models hold.",
        "{records} were removed, so that the privacy models hold.",
        records=gone,
    )


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
    return tr("Their {columns} can still be read.", columns=words.joined(shown, 3)) if shown else ""


def _changes(output: OutputTable, details: Sequence[KeptDetail], words: Words) -> str:
    unchanged = [detail.name for detail in details if detail.unchanged and not detail.lost]
    coarser = [detail.name for detail in details if not detail.unchanged and not detail.treatment and not detail.lost]
    roles = output.roles.items()
    masked: dict[treatment_words.Masked, list[str]] = {}
    keys = {each.parent_key for each in output.dataset.linked}
    for name, role in roles:
        if role is Role.IDENTIFYING:
            mask = treatment_words.masked_as(output.job.settings_of(name), links=name in keys)
            masked.setdefault(mask, []).append(name)
    hidden = [name for name, role in roles if role is not Role.IDENTIFYING and not output.policy.shows(role)]
    parts = []
    if unchanged:
        parts.append(
            tr_n(
                len(unchanged),
                "{columns} is as it was",
                "{columns} are as they were",
                columns=words.joined(unchanged),
            )
        )
    if coarser:
        parts.append(tr_n(len(coarser), "{columns} is coarser", "{columns} are coarser", columns=words.joined(coarser)))
    if hidden:
        parts.append(tr("differential privacy shows nothing of {columns}", columns=words.joined(hidden)))
    parts.extend(
        tr("{column} shows the {aggregate}", column=detail.name, aggregate=detail.treatment)
        for detail in details
        if detail.treatment and not detail.lost
    )
    if perturbed := _perturbed(output):
        parts.append(
            tr_n(len(perturbed), "{columns} is perturbed", "{columns} are perturbed", columns=words.joined(perturbed))
        )
    parts.extend(treatment_words.of_columns(mask, words.joined(names), len(names)) for mask, names in masked.items())
    return f"{words.capitalized(in_parts(parts))}." if parts else ""


def _perturbed(output: OutputTable) -> list[str]:
    """The columns whose cells were changed at the end."""
    return [name for each in output.applied.output.perturbations for name in each.asked.columns]


def _score(output: OutputTable, words: Words) -> str:
    model, score = output.job.quality.model, output.applied.score
    if score is None:
        return ""
    described = QUALITY_MODELS[model].description
    meaning = described.meaning
    for whole, brief in _BRIEF.items():
        meaning = tr(brief) if meaning == tr(whole) else meaning
    said = f"{meaning[0].lower()}{meaning[1:]}"
    return tr("{measure} {score}: {meaning}", measure=described.name, score=words.score(score), meaning=said)
