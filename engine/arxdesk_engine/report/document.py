"""A whole report from its facts: title, subject, and the chosen sections in their order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from arxdesk_engine.report.facts import Facts
from arxdesk_engine.report.layout.blocks import Block, Chapter, Document
from arxdesk_engine.report.layout.content import ReportSection
from arxdesk_engine.report.layout.words import moment, name
from arxdesk_engine.report.sections import (
    attacks,
    checks,
    configuration,
    data,
    limits,
    quality,
    reproduction,
    risk,
    summary,
    trail,
    transformation,
)

_BLOCKS: Mapping[ReportSection, Callable[[Facts], Iterator[Block]]] = {
    ReportSection.SUMMARY: summary.blocks,
    ReportSection.DATA: data.blocks,
    ReportSection.CONFIGURATION: configuration.blocks,
    ReportSection.TRANSFORMATION: transformation.blocks,
    ReportSection.QUALITY: quality.blocks,
    ReportSection.RISK: risk.blocks,
    ReportSection.ATTACKS: attacks.blocks,
    ReportSection.CHECKS: checks.blocks,
    ReportSection.REPRODUCTION: reproduction.blocks,
    ReportSection.TRAIL: trail.blocks,
}
LIMITS = "limits"


def document_of(facts: Facts) -> Document:
    """The report in words. Its limits are part of every report, whatever the chosen sections."""
    chapters = [
        Chapter(section.value, section.heading, tuple(_BLOCKS[section](facts)))
        for section in ReportSection
        if section in facts.content
    ]
    chapters.append(Chapter(LIMITS, "Limits of this report", tuple(limits.blocks(facts))))
    return Document(
        title=name(facts.project.title or f"Anonymization of {facts.data.origin}", 200),
        subtitle="Evidence report",
        about=tuple(_about(facts)),
        chapters=tuple(chapters),
        remark=f"Made by ArxDesk {facts.versions.arxdesk} on {moment(facts.moment)}.",
    )


def _about(facts: Facts) -> Iterator[tuple[str, str]]:
    project = facts.project
    if project.recipient:
        yield "Recipient", name(project.recipient, 200)
    if project.responsible:
        yield "Responsible", name(project.responsible, 200)
    yield "Table", name(facts.data.origin)
    yield "Report made", moment(facts.moment)
    yield "Made with", f"ArxDesk {facts.versions.arxdesk}"
    values = "shown where they help" if facts.content.with_values else "none in this report"
    yield "Values of the data", values
