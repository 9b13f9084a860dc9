"""A whole report from its facts: title, subject, and the chosen sections in their order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from arxdesk_engine.foundation.language import in_language, moment, tr, tr_of
from arxdesk_engine.report.facts import Facts
from arxdesk_engine.report.form_chapters import form_chapters
from arxdesk_engine.report.forms.catalogue import ALL_FORMS
from arxdesk_engine.report.layout.blocks import Block, Chapter, Document
from arxdesk_engine.report.layout.content import ReportSection
from arxdesk_engine.report.layout.words import name
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
    with in_language(facts.language):
        return _document(facts)


def _document(facts: Facts) -> Document:
    form = ALL_FORMS.get(facts.written.form)
    chapters = [
        Chapter(section.value, section.heading, tuple(_BLOCKS[section](facts)))
        for section in ReportSection
        if section in facts.content
    ]
    chapters.append(Chapter(LIMITS, tr("Limits of this report"), tuple(limits.blocks(facts))))
    subtitle = tr("Evidence report")
    if form is not None:
        subtitle = tr("Evidence report by {form}", form=tr(form.title))
        annexes = (replace(each, title=tr("Annex: {section}", section=each.title)) for each in chapters)
        chapters = [*form_chapters(facts, form), *annexes]
    title = facts.project.title or tr("Anonymization of {table}", table=facts.data.origin)
    made = tr("Made by ArxDesk {version} on {moment}.", version=facts.versions.arxdesk, moment=moment(facts.moment))
    return Document(
        title=name(title, 200),
        subtitle=subtitle,
        about=tuple(_about(facts)),
        chapters=tuple(chapters),
        remark=made,
        language=facts.language,
        contents=tr_of("a table of contents", "Sections"),
    )


def _about(facts: Facts) -> Iterator[tuple[str, str]]:
    project = facts.project
    if project.recipient:
        yield tr("Recipient"), name(project.recipient, 200)
    if project.responsible:
        yield tr("Responsible"), name(project.responsible, 200)
    yield tr("Table"), name(facts.data.origin)
    yield tr("Report made"), moment(facts.moment)
    yield tr("Made with"), f"ArxDesk {facts.versions.arxdesk}"
    values = tr("shown where they help") if facts.content.with_values else tr("none in this report")
    yield tr("Values of the data"), values
