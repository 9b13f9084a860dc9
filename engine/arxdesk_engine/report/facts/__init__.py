"""The facts of a report, as plain values: no words, no markup."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.language import LanguageCode, in_language, language
from arxdesk_engine.report.facts.attacks import AttackFacts, attack_facts
from arxdesk_engine.report.facts.checks import ChecksFacts, checks_facts
from arxdesk_engine.report.facts.configuration import ConfigurationFacts, configuration_facts
from arxdesk_engine.report.facts.data import DataFacts, data_facts
from arxdesk_engine.report.facts.identifiers import IdentifierFacts, identifier_facts
from arxdesk_engine.report.facts.quality import QualityFacts, quality_facts
from arxdesk_engine.report.facts.reproduction import ReproductionFacts, VersionFacts, reproduction_facts, version_facts
from arxdesk_engine.report.facts.risk import RiskFacts, risk_facts
from arxdesk_engine.report.facts.subject import Subject
from arxdesk_engine.report.facts.trail import TrailFacts, trail_facts
from arxdesk_engine.report.facts.transformation import (
    SearchFacts,
    TransformationFacts,
    search_facts,
    transformation_facts,
)
from arxdesk_engine.report.facts.written import WrittenFacts, written_facts
from arxdesk_engine.report.layout.content import ReportContent, ReportSection


@dataclass(frozen=True, slots=True)
class ProjectFacts:
    """Purpose and people of a project as entered by the user; empty by default."""

    title: str
    description: str
    recipient: str
    responsible: str
    job: str


@dataclass(frozen=True, slots=True, eq=False)
class Facts:
    """All facts of a report. `content` selects the sections.

    `applied` and `quality` are None without an applied transformation, `attacks` and `checks` also if their sections
    were not chosen and there is no form, `identifiers` without one.
    """

    content: ReportContent
    language: LanguageCode
    project: ProjectFacts
    moment: dt.datetime
    versions: VersionFacts
    data: DataFacts
    configuration: ConfigurationFacts
    search: SearchFacts
    applied: TransformationFacts | None
    quality: QualityFacts | None
    risk: RiskFacts
    attacks: AttackFacts | None
    checks: ChecksFacts | None
    reproduction: ReproductionFacts
    trail: TrailFacts
    written: WrittenFacts
    identifiers: IdentifierFacts | None


def facts_of(
    subject: Subject,
    content: ReportContent | None = None,
    control: Control | None = None,
    moment: dt.datetime | None = None,
) -> Facts:
    """Collect the facts; takes about as long as writing and verifying the table.

    `moment` is when the report is made, None: now. Without `content.with_values` no text of the data is among the
    facts. Raises Stopped where `control` asks for that, UnwritableFile where the table cannot be written for a check.
    """
    content = content or ReportContent()
    with in_language(content.language or subject.anonymizer.job.report.language):
        return _facts(subject, content, control or Control(), moment or dt.datetime.now(dt.UTC))


def _facts(subject: Subject, content: ReportContent, control: Control, moment: dt.datetime) -> Facts:
    values, anonymizer = content.with_values, subject.anonymizer
    written = written_facts(anonymizer.job)
    control.report(Progress("Collecting the evidence"))
    described = anonymizer.describe(subject.solution, subject.output, subject.local_recoding)
    control.raise_if_stopped()
    applied = transformation_facts(subject, described)
    checks = None
    if ReportSection.CHECKS in content or written.form:
        checks = checks_facts(subject, control, with_values=values)
    control.raise_if_stopped()
    control.report(Progress("Collecting the evidence"))
    quality = quality_facts(subject, described, with_values=values)
    control.raise_if_stopped()
    risk = risk_facts(subject)
    control.raise_if_stopped()
    attacks = None
    if ReportSection.ATTACKS in content or written.form:
        attacks = attack_facts(subject, control)
    control.raise_if_stopped()
    data = data_facts(subject, control, with_values=values)
    project = anonymizer.job.project
    title = content.title or project.title
    return Facts(
        content=content,
        language=language(),
        project=ProjectFacts(title, project.description, project.recipient, project.responsible, anonymizer.job.source),
        moment=moment,
        versions=version_facts(),
        data=data,
        configuration=configuration_facts(anonymizer, with_values=values),
        search=search_facts(subject),
        applied=applied,
        quality=quality,
        risk=risk,
        attacks=attacks,
        checks=checks,
        reproduction=reproduction_facts(subject, applied.score if applied else None, control, with_values=values),
        trail=trail_facts(subject, with_values=values),
        written=written,
        identifiers=identifier_facts(subject, data.columns, control) if written.form else None,
    )
