"""The content of a report: its sections, and whether it shows values of the data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from arxdesk_engine.foundation.errors import InvalidJob, Problem, quoted, suggestion
from arxdesk_engine.foundation.language import LANGUAGES, LanguageCode, marked, tr


class ReportSection(StrEnum):
    """The sections that can be chosen, in the order in which they stand."""

    SUMMARY = "summary"
    DATA = "data"
    CONFIGURATION = "configuration"
    TRANSFORMATION = "transformation"
    QUALITY = "quality"
    RISK = "risk"
    ATTACKS = "attacks"
    CHECKS = "checks"
    REPRODUCTION = "reproduction"
    TRAIL = "trail"

    @property
    def heading(self) -> str:
        """The heading of the section."""
        return tr(_HEADINGS[self])

    @property
    def sentence(self) -> str:
        """The description of the section in the choice of sections."""
        return tr(_SENTENCES[self])


ALL_SECTIONS = tuple(ReportSection)

_HEADINGS = {
    ReportSection.SUMMARY: marked("Summary"),
    ReportSection.DATA: marked("The data"),
    ReportSection.CONFIGURATION: marked("Requirements"),
    ReportSection.TRANSFORMATION: marked("The transformation"),
    ReportSection.QUALITY: marked("Detail kept"),
    ReportSection.RISK: marked("Remaining risks"),
    ReportSection.ATTACKS: marked("Attacks"),
    ReportSection.CHECKS: marked("Recounted"),
    ReportSection.REPRODUCTION: marked("Reproduction"),
    ReportSection.TRAIL: marked("Audit trail"),
}
_SENTENCES = {
    ReportSection.SUMMARY: marked("Requirements, results and remaining detail in plain words"),
    ReportSection.DATA: marked("Records, columns with their roles and types, source of the table"),
    ReportSection.CONFIGURATION: marked("Privacy models, limits, quality model, weights, hierarchies"),
    ReportSection.TRANSFORMATION: marked("The level of each column, and the proof that it is best, as far as known"),
    ReportSection.QUALITY: marked("Detail kept, in total and per column, and all measures"),
    ReportSection.RISK: marked("Three attackers before and after, group sizes, uniqueness in the population"),
    ReportSection.ATTACKS: marked("What strangers find out who read the release: singling out, linking, guesses"),
    ReportSection.CHECKS: marked("Every model and figure, recounted in the written table"),
    ReportSection.REPRODUCTION: marked("The job, the command, hashes of all files"),
    ReportSection.TRAIL: marked("The audit trail of the project"),
}


@dataclass(frozen=True, slots=True)
class ReportContent:
    """The chosen content.

    `with_values`: whether texts of the data are included (labels of hierarchies, frequent values,
    expressions, notes).
    `title` goes before that of the project, and `language` before that of the job (None).
    """

    sections: tuple[ReportSection, ...] = ALL_SECTIONS
    with_values: bool = False
    title: str = ""
    language: LanguageCode | None = None

    def __contains__(self, section: object) -> bool:
        """Whether a section was chosen."""
        return section in self.sections


def language_from(code: str, place: str) -> LanguageCode:
    """The language of a code such as "de". Raises InvalidJob."""
    for known in LANGUAGES:
        if code == known:
            return known
    raise InvalidJob(Problem(place, f"there is no report in {quoted(code)}", suggestion(code, LANGUAGES)))


def sections_from(text: str, place: str) -> tuple[ReportSection, ...]:
    """The sections of a list such as "summary,risk", in the order in which they stand. Raises InvalidJob."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    known = [each.value for each in ReportSection]
    unknown = [name for name in names if name not in known]
    if unknown or not names:
        found = f"there is no section {quoted(unknown[0])}" if unknown else "no section is named"
        raise InvalidJob(Problem(place, found, suggestion(unknown[0] if unknown else "", known)))
    return tuple(each for each in ReportSection if each.value in names)
