"""The answers to the points of a form: by the facts, by people, or that a point does not apply."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from arxdesk_engine.report.facts import Facts
from arxdesk_engine.report.forms.form import FormEvidence, FormPart, Point, ReportForm
from arxdesk_engine.report.layout.blocks import Block
from arxdesk_engine.report.sections import (
    adversaries,
    assurance,
    described_table,
    measures_taken,
    safe_harbor,
    thresholds,
)
from arxdesk_engine.report.sections.answer import Answer, NotApplicable

_EVIDENCE: Mapping[FormEvidence, Callable[[Facts], Answer]] = {
    FormEvidence.TABLE: described_table.table,
    FormEvidence.PEOPLE: described_table.people,
    FormEvidence.ROLES: described_table.roles,
    FormEvidence.PROPERTIES: described_table.properties,
    FormEvidence.DIRECT_IDENTIFIERS: described_table.direct_identifiers,
    FormEvidence.TREATMENT: measures_taken.treatment,
    FormEvidence.MODELS: measures_taken.models,
    FormEvidence.IDENTITY_MODELS: measures_taken.identity_models,
    FormEvidence.ATTRIBUTE_MODELS: measures_taken.attribute_models,
    FormEvidence.RANDOMIZATION: measures_taken.randomization,
    FormEvidence.PSEUDONYMS: measures_taken.pseudonyms,
    FormEvidence.REMOVED: measures_taken.removed_records,
    FormEvidence.DETAIL_KEPT: measures_taken.detail_kept,
    FormEvidence.VERDICT: thresholds.verdict,
    FormEvidence.RISKS: thresholds.risks,
    FormEvidence.RISKS_BEFORE: thresholds.risks_before,
    FormEvidence.POPULATION: thresholds.population,
    FormEvidence.ATTACKERS: adversaries.attackers,
    FormEvidence.ATTACK_VERDICT: adversaries.verdict,
    FormEvidence.SINGLING_OUT: adversaries.singling_out,
    FormEvidence.LINKABILITY: adversaries.linkability,
    FormEvidence.INFERENCE: adversaries.inference,
    FormEvidence.MEMBERSHIP: adversaries.membership,
    FormEvidence.ALGORITHM: adversaries.algorithm,
    FormEvidence.EARLIER_RELEASES: adversaries.earlier_releases,
    FormEvidence.RECOUNT: assurance.recount,
    FormEvidence.REPRODUCTION: assurance.reproduction,
    FormEvidence.RESPONSIBLE: assurance.responsible,
    FormEvidence.RECIPIENT: assurance.recipient,
    FormEvidence.POSTAL_CODES: safe_harbor.postal_codes,
}


class PointState(Enum):
    """How a point ends."""

    BY_TOOL = "by the tool"
    BY_PEOPLE = "by people"
    """People have written all that is asked of them; the tool may have added evidence."""
    OPEN = "open"
    """Something has to be written yet."""
    NOT_APPLICABLE = "does not apply"


@dataclass(frozen=True, slots=True, eq=False)
class AnsweredPoint:
    """A point with its evidence, and its statements by their keys, "" where one is to be written yet.

    `reasons` are why evidence does not apply; the point does not where there are no blocks beside them.
    """

    point: Point
    blocks: tuple[Block, ...]
    reasons: tuple[str, ...]
    statements: Mapping[str, str]

    @property
    def state(self) -> PointState:
        """How it ends."""
        if self.reasons and not self.blocks:
            return PointState.NOT_APPLICABLE
        if not self.statements:
            return PointState.BY_TOOL
        return PointState.BY_PEOPLE if all(self.statements.values()) else PointState.OPEN


def answered(facts: Facts, form: ReportForm) -> Iterator[tuple[FormPart, tuple[AnsweredPoint, ...]]]:
    """Every part of a form with its answered points."""
    for part in form.parts:
        yield part, tuple(_answered(facts, form, point) for point in part.points)


def _answered(facts: Facts, form: ReportForm, point: Point) -> AnsweredPoint:
    blocks: list[Block] = []
    reasons: list[str] = []
    for evidence in point.evidence:
        answer = _answer(facts, form, point, evidence)
        if isinstance(answer, NotApplicable):
            reasons.append(answer.reason)
        else:
            blocks += answer
    asked = point.statements
    if FormEvidence.SAFE_HARBOR in point.evidence and not safe_harbor.is_for_people(facts, point.subject):
        asked = ()
    statements = {key: facts.written.statements.get(key, "") for key in asked}
    return AnsweredPoint(point, tuple(blocks), tuple(dict.fromkeys(reasons)), statements)


def _answer(facts: Facts, form: ReportForm, point: Point, evidence: FormEvidence) -> Answer:
    match evidence:
        case FormEvidence.THRESHOLD:
            return thresholds.against_thresholds(facts, form.thresholds, names_them=form.names_threshold)
        case FormEvidence.SAFE_HARBOR:
            return safe_harbor.identifier(facts, point.subject)
    return _EVIDENCE[evidence](facts)
