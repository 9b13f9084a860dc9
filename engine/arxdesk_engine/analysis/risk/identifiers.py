"""Columns that look like one of the identifiers of HIPAA's Safe Harbor rule, and the risk that remains of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from arxdesk_engine.analysis.risk.ranking_words import short_names
from arxdesk_engine.analysis.risk.safe_harbor import SafeHarborAction, SafeHarborLine, builder_of, checklist, is_done
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.language import marked, tr, tr_n, tr_of
from arxdesk_engine.foundation.words import ENGLISH, Words
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.job import Job
from arxdesk_engine.risk.identifiers import IdentifierHit, find_identifiers

KIND_NAMES = {
    "name": marked("name"),
    "first-name": marked("first name"),
    "last-name": marked("last name"),
    "address": marked("address"),
    "city": marked("city"),
    "district": marked("district"),
    "postal-code": marked("postal code"),
    "state": marked("state"),
    "coordinates": marked("coordinates"),
    "date": marked("date"),
    "age": marked("age"),
    "birth-year": marked("year of birth"),
    "telephone": marked("telephone number"),
    "fax": marked("fax number"),
    "email": marked("e-mail address"),
    "social-security-number": marked("social security number"),
    "medical-record-number": marked("medical record number"),
    "health-plan-number": marked("health plan number"),
    "account-number": marked("account number"),
    "iban": marked("IBAN"),
    "payment-card": marked("payment card"),
    "certificate-or-licence": marked("certificate or licence"),
    "vehicle-number": marked("vehicle number"),
    "licence-plate": marked("licence plate"),
    "device": marked("device"),
    "url": marked("web address"),
    "ip-address": marked("IP address"),
    "biometric": marked("biometric identifier"),
    "photograph": marked("photograph"),
    "unique-code": marked("unique code"),
}
"""The kinds of identifiers (`risk.identifiers.KINDS`) within a sentence."""


@dataclass(frozen=True, slots=True, eq=False)
class IdentifierFindings:
    """Every sign of an identifier, column by column, the most certain one of each first, and the required treatment.

    `builders` make the values of a column as coarse as the rule requires, as written and as kept.
    `complete` is false if it was stopped: then columns are missing.
    """

    hits: tuple[IdentifierHit, ...]
    lines: dict[str, SafeHarborLine]
    builders: dict[str, tuple[HierarchyBuilder, ...]]
    columns: int
    complete: bool

    def is_done(self, column: str, settings: AttributeSettings) -> bool:
        """Whether a column that was found is removed or coarse enough, or may stay."""
        made = self.builders.get(column, ())
        return any(is_done(self.lines[column], settings, {column: each}) for each in made) or is_done(
            self.lines[column], settings, {}
        )

    def left(self, settings_of: Callable[[str], AttributeSettings]) -> tuple[str, ...]:
        """The columns that would be exported unchanged, against the rule and without protection."""
        return tuple(column for column in self.lines if self._is_readable(column, settings_of(column)))

    def _is_readable(self, column: str, settings: AttributeSettings) -> bool:
        """Quasi-identifiers are generalized together, unless their levels are fixed."""
        held = settings.maximum_level == 0 and settings.transformation == "generalize"
        if settings.role is Role.QUASI_IDENTIFYING and not held:
            return False
        return not self.is_done(column, settings)


@dataclass(frozen=True, slots=True)
class IdentifierSign:
    """One sign of an identifier: its certainty, the required treatment, "" for none, and whether that is done."""

    column: str
    category: str
    found_by: str
    confidence: float
    wanted: str
    is_done: bool
    details: str


def identifiers_in(dataset: Dataset, control: Control | None = None) -> IdentifierFindings:
    """Identifiers among all columns, by their names and their values; roles do not matter."""
    control = control or Control()
    hits = find_identifiers(dataset, control=control, weights=dataset.weights)
    lines = {line.column: line for line in checklist(hits, dataset)}
    builders = {column: _builders(line, dataset) for column, line in lines.items()}
    return IdentifierFindings(hits, lines, builders, len(dataset.names), not control.stopped)


def identifiers_sentence(found: IdentifierFindings, left: Sequence[str], words: Words = ENGLISH) -> str:
    """The number of columns that look like identifiers, and the number dealt with."""
    number = len(found.lines)
    columns = tr_n(found.columns, "{n} column", "{n} columns", n=words.count(found.columns))
    if not number:
        return tr(
            "None of {columns} looks like one of the 18 identifiers of HIPAA's Safe Harbor rule.", columns=columns
        )
    if not left:
        return tr_n(
            number,
            "{n} of {columns} looks like one of the 18 identifiers of HIPAA's Safe Harbor rule; these settings let "
            "none "
            "keep more than it allows.",
            "{n} of {columns} look like one of the 18 identifiers of HIPAA's Safe Harbor rule; these settings let none "
            "keep more than it allows.",
            n=words.count(number),
            columns=columns,
        )
    return tr_n(
        number,
        "{n} of {columns} looks like one of the 18 identifiers of HIPAA's Safe Harbor rule; these settings let "
        "{left} keep "
        "more than it allows: {names}.",
        "{n} of {columns} look like one of the 18 identifiers of HIPAA's Safe Harbor rule; these settings let {left} "
        "keep "
        "more than it allows: {names}.",
        n=words.count(number),
        columns=columns,
        left=words.count(len(left)),
        names=short_names(left, words),
    )


def identifier_signs(found: IdentifierFindings, job: Job, words: Words = ENGLISH) -> list[IdentifierSign]:
    """Every sign as a row."""
    done = {column: found.is_done(column, job.settings_of(column)) for column in found.lines}
    return [_sign(found, hit, is_done=done[hit.column], words=words) for hit in found.hits]


def _sign(found: IdentifierFindings, hit: IdentifierHit, *, is_done: bool, words: Words) -> IdentifierSign:
    line = found.lines[hit.column]
    wanted = "" if line.action is SafeHarborAction.NOTHING else tr(line.action.value)
    category = tr(hit.category.value)
    values = {"category": category, "kind": tr(KIND_NAMES[hit.kind]), "synonym": hit.synonym}
    if hit.matched_share is None:
        found_by = tr_of("what shows an identifier", "name")
        told = marked("{category} ({kind}), by its name.")
        if hit.synonym is not None:
            told = marked('{category} ({kind}), by its name, which is like "{synonym}".')
    else:
        values["share"] = words.percent(hit.matched_share)
        found_by = tr("{share} fit", share=values["share"])
        told = marked("{category} ({kind}), by its values, of which {share} fit.")
        if hit.synonym is not None:
            told = marked('{category} ({kind}), by its values, of which {share} fit, which is like "{synonym}".')
    details = f"{tr(told, **values)} {line.open}".strip()
    return IdentifierSign(hit.column, category, found_by, hit.confidence, wanted, is_done, details)


def _builders(line: SafeHarborLine, dataset: Dataset) -> tuple[HierarchyBuilder, ...]:
    column = dataset[line.column]
    builder = builder_of(line, column)
    return () if builder is None else (builder, builder.resolved(column))
