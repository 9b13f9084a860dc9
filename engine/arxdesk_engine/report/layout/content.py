"""The content of a report: its sections, and whether it shows values of the data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from arxdesk_engine.foundation.errors import InvalidJob, Problem, quoted, suggestion


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
        return _HEADINGS[self]

    @property
    def sentence(self) -> str:
        """The description of the section in the choice of sections."""
        return _SENTENCES[self]


ALL_SECTIONS = tuple(ReportSection)

_HEADINGS = {
    ReportSection.SUMMARY: "Summary",
    ReportSection.DATA: "The data",
    ReportSection.CONFIGURATION: "Requirements",
    ReportSection.TRANSFORMATION: "The transformation",
    ReportSection.QUALITY: "Detail kept",
    ReportSection.RISK: "Remaining risks",
    ReportSection.ATTACKS: "Attacks",
    ReportSection.CHECKS: "Recounted",
    ReportSection.REPRODUCTION: "Reproduction",
    ReportSection.TRAIL: "Audit trail",
}
_SENTENCES = {
    ReportSection.SUMMARY: "Requirements, results and remaining detail in plain words",
    ReportSection.DATA: "Records, columns with their roles and types, source of the table",
    ReportSection.CONFIGURATION: "Privacy models, limits, quality model, weights, hierarchies",
    ReportSection.TRANSFORMATION: "The level of each column, and the proof that it is best, as far as known",
    ReportSection.QUALITY: "Detail kept, in total and per column, and all measures",
    ReportSection.RISK: "Three attackers before and after, group sizes, uniqueness in the population",
    ReportSection.ATTACKS: "What strangers find out who read the release: singling out, linking, guesses",
    ReportSection.CHECKS: "Every model and figure, recounted in the written table",
    ReportSection.REPRODUCTION: "The job, the command, hashes of all files",
    ReportSection.TRAIL: "The audit trail of the project",
}


@dataclass(frozen=True, slots=True)
class ReportContent:
    """The chosen content.

    `with_values`: whether texts of the data are included (labels of hierarchies, frequent values,
    expressions, notes).
    `title` goes before that of the project.
    """

    sections: tuple[ReportSection, ...] = ALL_SECTIONS
    with_values: bool = False
    title: str = ""

    def __contains__(self, section: object) -> bool:
        """Whether a section was chosen."""
        return section in self.sections


def sections_from(text: str, place: str) -> tuple[ReportSection, ...]:
    """The sections of a list such as "summary,risk", in the order in which they stand. Raises InvalidJob."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    known = [each.value for each in ReportSection]
    unknown = [name for name in names if name not in known]
    if unknown or not names:
        found = f"there is no section {quoted(unknown[0])}" if unknown else "no section is named"
        raise InvalidJob(Problem(place, found, suggestion(unknown[0] if unknown else "", known)))
    return tuple(each for each in ReportSection if each.value in names)
