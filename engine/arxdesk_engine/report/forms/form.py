"""A form of the report as data: parts and points of a standard, and what answers each point."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from arxdesk_engine.job.analysis import ThresholdPreset


class FormEvidence(StrEnum):
    """What the facts of a report can tell; `report.form_answers` has the function of each."""

    TABLE = "table"
    PEOPLE = "people"
    ROLES = "roles"
    TREATMENT = "treatment"
    PROPERTIES = "properties"
    DIRECT_IDENTIFIERS = "direct identifiers"
    MODELS = "models"
    IDENTITY_MODELS = "models against identity disclosure"
    ATTRIBUTE_MODELS = "models against attribute disclosure"
    RANDOMIZATION = "randomization"
    PSEUDONYMS = "pseudonyms"
    RISKS = "risks"
    RISKS_BEFORE = "risks before"
    POPULATION = "population"
    THRESHOLD = "threshold"
    ATTACKERS = "attackers"
    ATTACK_VERDICT = "verdict over the attacks"
    SINGLING_OUT = "singling out"
    LINKABILITY = "linkability"
    INFERENCE = "inference"
    MEMBERSHIP = "membership"
    ALGORITHM = "what the algorithm gives away"
    EARLIER_RELEASES = "earlier releases"
    REMOVED = "removed records"
    DETAIL_KEPT = "detail kept"
    VERDICT = "verdict"
    RECOUNT = "recount"
    REPRODUCTION = "reproduction"
    RESPONSIBLE = "responsible"
    RECIPIENT = "recipient"
    SAFE_HARBOR = "Safe Harbor"
    POSTAL_CODES = "postal codes"


@dataclass(frozen=True, slots=True)
class Point:
    """A point of a standard: its number there, its heading, and what is asked, in words of our own.

    `evidence` answers it from the facts, `statements` (keys of `job.statements`) are what people write. A point does
    not apply where none of its evidence does. `subject` narrows the evidence, such as to one kind of identifier.
    """

    number: str
    heading: str
    asked: str
    evidence: tuple[FormEvidence, ...] = ()
    statements: tuple[str, ...] = ()
    subject: str = ""


@dataclass(frozen=True, slots=True)
class FormPart:
    """A chapter of the form: `key` names it, for links."""

    key: str
    heading: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class ReportForm:
    """A form by its `key` in a job (`job.report.FORMS`).

    `sentence` says in the choice of forms what it is for; `edition` which text is meant. `thresholds` are those that
    it names (`names_threshold`), or precedents where it leaves them to whoever shares the data.
    """

    key: str
    title: str
    sentence: str
    edition: str
    parts: tuple[FormPart, ...]
    thresholds: tuple[ThresholdPreset, ...] = ()
    names_threshold: bool = False

    @property
    def points(self) -> Iterator[Point]:
        """All points in their order."""
        for part in self.parts:
            yield from part.points

    @property
    def statements(self) -> tuple[str, ...]:
        """The keys of the statements that its points ask for, each once."""
        return tuple(dict.fromkeys(key for point in self.points for key in point.statements))
