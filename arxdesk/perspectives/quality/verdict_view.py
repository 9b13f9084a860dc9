"""Usable for what, what was lost, at what cost: in one sentence and three plain ones."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from arxdesk import quality_words, words
from arxdesk.attributes import treatment_words
from arxdesk.document import Document
from arxdesk.models.detail import KeptDetail, kept_details
from arxdesk.results import Applied, Result
from arxdesk.widgets.verdict_card import VerdictCard
from engine.schema import Role

ICON = "quality"


class VerdictView(VerdictCard):
    """The verdict over the quality of what is applied."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.setMinimumHeight(112)

    def refresh(self) -> None:
        """Judge what is applied now."""
        result, applied = self._document.result, self._document.applied
        if result is None or applied is None:
            return
        details = kept_details(result, applied)
        good, sentence = _verdict(result, applied, details)
        model = self._document.job.quality.model
        lines = (_removed(result, applied), _changes(result, details), _score(model, applied))
        shown = (lines[0], " ".join(line for line in lines[1:] if line))
        self.set_verdict(
            "ok" if good else "warn", ICON, words.unbroken(sentence), [words.unbroken(line) for line in shown if line]
        )


def _verdict(result: Result, applied: Applied, details: Sequence[KeptDetail]) -> tuple[bool, str]:
    records, removed = result.records, applied.output.suppressed_records
    noun = f"people{result.of_part}"
    lost = [detail.name for detail in details if detail.lost]
    if removed == records:
        return False, f"Nothing is left: everybody was removed, {words.people(records)}."
    if len(lost) == len(details):
        return False, "Nothing is left of the quasi-identifiers."
    if removed * 2 > records:
        return False, f"Most people were removed: {words.count_with_share(records - removed, records, noun)} are left."
    gone = f"{words.joined(lost, 4)} {'is' if len(lost) == 1 else 'are'} gone completely"
    if len(lost) * 2 >= len(details):
        return False, f"Usable for few questions: {gone}."
    if lost:
        return False, f"Usable for most questions, but {gone}."
    if all(detail.unchanged for detail in details):
        return True, "Every value is as it was." if not removed else "Every value that was kept is as it was."
    return True, "Every quasi-identifier keeps some of its detail."


def _removed(result: Result, applied: Applied) -> str:
    records, removed = result.records, applied.output.suppressed_records
    others = result.anonymizer.dataset.records - records
    are = "is" if others == 1 else "are"
    outside = f" {words.people(others)} outside of it {are} not in the output." if others else ""
    if removed == 0:
        return f"All {words.people(records)}{result.of_part} were kept.{outside}"
    by_size = all(model.only_class_size for model in result.job.privacy)
    reason = "because too few others looked like them" if by_size else "so that the privacy models hold"
    verb = "was" if removed == 1 else "were"
    gone = words.count_with_share(removed, records, f"people{result.of_part}")
    return f"{gone} {verb} removed, {reason}.{outside}"


def _changes(result: Result, details: Sequence[KeptDetail]) -> str:
    unchanged = [detail.name for detail in details if detail.unchanged and not detail.lost]
    coarser = [detail.name for detail in details if not detail.unchanged and not detail.treatment and not detail.lost]
    roles = result.anonymizer.roles.items()
    masked: dict[str, list[str]] = {}
    for name, role in roles:
        if role is Role.IDENTIFYING:
            masked.setdefault(treatment_words.identifier(result.job.settings_of(name)), []).append(name)
    other = [name for name, role in roles if role not in (Role.IDENTIFYING, Role.QUASI_IDENTIFYING)]
    parts = []
    if unchanged:
        parts.append(f"{words.joined(unchanged)} {'is as it was' if len(unchanged) == 1 else 'are as they were'}")
    if coarser:
        parts.append(f"{words.joined(coarser)} {'is' if len(coarser) == 1 else 'are'} coarser")
    if result.is_differentially_private and other:
        parts.append(f"differential privacy shows nothing of {words.joined(other)}")
    parts.extend(
        f"{detail.name} shows the {detail.treatment}" for detail in details if detail.treatment and not detail.lost
    )
    parts.extend(f"identifying {words.joined(names)} {_plural(mask, len(names))}" for mask, names in masked.items())
    return f"{words.capitalized('; '.join(parts))}." if parts else ""


def _plural(verb: str, number: int) -> str:
    """ "is redacted" and "reads *", of several."""
    return verb if number == 1 else verb.replace("is ", "are ", 1).replace("reads ", "read ", 1)


def _score(model: str, applied: Applied) -> str:
    meaning = quality_words.meaning(model)
    return f"{quality_words.title(model)} {words.score(applied.check.score)}: {meaning[0].lower()}{meaning[1:]}"
