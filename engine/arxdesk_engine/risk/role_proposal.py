"""The proposal of a role for each attribute, from its name and its values, for a person to decide.

Names are compared with listed ones (resources/arxdesk_resources/identifiers), values with the forms of identifiers and
of codes of diagnoses; separation of records is measured. Only the distinct values of a column are examined.
"""

from __future__ import annotations

import csv
import functools
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.data.schema import SUPPRESSED, DataType, Role
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.language import fixed, marked, tr, whole
from arxdesk_engine.risk.attributes import AttributeRisk, attribute_risks
from arxdesk_engine.risk.identifier_forms import folded, folded_words, listed, resource
from arxdesk_engine.risk.identifiers import MENTIONED, IdentifierCategory, IdentifierHit, find_identifiers, is_rating
from arxdesk_engine.risk.wildcards import DistinctTuples

EXAMINED = 1_000
"""The number of distinct values examined per column, evenly spaced: enough to recognize a form."""
MOST_BY_CONTENTS = 20
"""The largest number of quasi-identifiers by their values alone: those that separate most."""

_TELLING = 0.5
_FEW_VALUES = 100
_NEARLY_UNIQUE = 0.95
_LEAST_RECORDS = 20
_LEAST_CODES, _SHARE_OF_CODES = 3, 0.9
_WORDS_OF_PROSE, _LONG_TEXT = 3, 40
_MANY_TEXTS = 40
_LISTED_TEXTS = 20
_BATTERY = 6
"""The number of columns with the same values that make up the questions of one form, which outsiders do not know."""
_PART_OF_COMPOUND = 7  # shorter names occur in other words by chance
_WHOLE_NAME, _WORDS_IN_NAME, _PART_OF_NAME = 0.95, 0.75, 0.6
_NO_SIGN, _BY_CONTENTS = 0.3, 0.4

_ICD = re.compile(r"[A-TV-Z]\d[0-9AB](?:\.?[0-9A-Z]{1,4})?[*+!†]?")

_KNOWN_OF_PEOPLE = {
    **dict.fromkeys(("city", "district", "postal-code", "state"), marked("the place of residence")),
    "date": marked("a date"),
    "age": marked("the age"),
    "birth-year": marked("the date of birth"),
}
"""Identifiers of the rule that outsiders know of many people at once: coarser values can stay."""
_SAID = {
    "address": marked("addresses"),
    "coordinates": marked("coordinates"),
    "iban": marked("account numbers"),
    "name": marked("names"),
    "first-name": marked("first names"),
    "last-name": marked("last names"),
    "payment-card": marked("numbers of payment cards"),
    "licence-plate": marked("licence plates"),
    "unique-code": marked("a number or code unique to each record"),
}
_PLURALS = {
    IdentifierCategory.NAME: marked("names"),
    IdentifierCategory.GEOGRAPHY: marked("geographic subdivisions"),
    IdentifierCategory.DATE: marked("dates or ages over 89"),
    IdentifierCategory.TELEPHONE: marked("telephone numbers"),
    IdentifierCategory.FAX: marked("fax numbers"),
    IdentifierCategory.EMAIL: marked("e-mail addresses"),
    IdentifierCategory.SOCIAL_SECURITY: marked("social security numbers"),
    IdentifierCategory.MEDICAL_RECORD: marked("medical record numbers"),
    IdentifierCategory.HEALTH_PLAN: marked("health plan beneficiary numbers"),
    IdentifierCategory.ACCOUNT: marked("account numbers"),
    IdentifierCategory.LICENCE: marked("certificate or licence numbers"),
    IdentifierCategory.VEHICLE: marked("vehicle identifiers"),
    IdentifierCategory.DEVICE: marked("device identifiers"),
    IdentifierCategory.URL: marked("web addresses"),
    IdentifierCategory.IP_ADDRESS: marked("IP addresses"),
    IdentifierCategory.BIOMETRIC: marked("biometric identifiers"),
    IdentifierCategory.PHOTOGRAPH: marked("pictures"),
    IdentifierCategory.OTHER: marked("other unique numbers or codes"),
}
"""What columns hold, by the kind of an identifier, else by its category."""
TOPICS = (
    marked("an illness or its treatment"),
    marked("what somebody earns or owns"),
    marked("where somebody lives"),
    marked("the work"),
    marked("the nationality or origin"),
    marked("the education"),
    marked("the date of birth"),
    marked("the family"),
    marked("the marital status"),
    marked("a sampling weight"),
    marked("what somebody believes or thinks"),
    marked("the sex"),
    marked("the number of a household"),
    marked("the age"),
    marked("the ethnic group"),
    marked("how somebody looks"),
    marked("a crime"),
    marked("when somebody was somewhere"),
    marked("the sexual life"),
    marked("the language"),
    marked("the circumstances of a stay"),
    marked("how somebody lives"),
)
"""What names of columns can suggest: those of the list."""


_SUGGESTED = {
    Role.IDENTIFYING: marked("Its name suggests {topic}, which points to a few people."),
    Role.QUASI_IDENTIFYING: marked("Its name suggests {topic}, which others may know of a person."),
    Role.SENSITIVE: marked("Its name suggests {topic}, which others should not learn."),
    Role.INSENSITIVE: marked("Its name suggests {topic}, which is about the sample and not about a person."),
}
_UNKNOWN = marked("Neither its name nor its values show its meaning.")


@dataclass(frozen=True, slots=True)
class RoleProposal:
    """A proposed role for an attribute.

    `reason` is one sentence without a value of the data; `confidence` is in (0, 1]; `category` is the recognized kind
    of attribute: an identifier of HIPAA's list, a topic, or a form of its values. Without any evidence
    it is not `decided`: the role is the default, for the user to confirm.
    """

    role: Role
    reason: str
    confidence: float
    category: str
    decided: bool = True


def proposed_roles(dataset: Dataset, control: Control | None = None) -> Mapping[str, RoleProposal]:
    """A proposal for every attribute, in the order of the columns.

    If `control` is stopped the attributes done until then are returned.
    """
    control = control or Control()
    found: dict[str, RoleProposal] = {}
    by_contents: dict[str, AttributeRisk] = {}
    for done, column in enumerate(dataset, 1):
        if control.stopped:
            break
        hits = find_identifiers([column], most_examined=EXAMINED)
        telling = _telling(column)
        proposal = _by_evidence(column, hits, telling)
        if proposal is None:
            by_contents[column.name] = telling
            proposal = RoleProposal(Role.INSENSITIVE, tr(_UNKNOWN), _NO_SIGN, "no sign", decided=False)
        found[column.name] = proposal
        control.report(Progress(tr("Guessing roles"), done / len(dataset.columns)))
    return found | _telling_apart(dataset, by_contents)


def _by_evidence(column: Column, hits: Sequence[IdentifierHit], telling: AttributeRisk) -> RoleProposal | None:
    """The evidence of a complete name comes first; then forms of values; then the number of unique records."""
    topic = _by_topic(column.name, MENTIONED if is_rating(column) else 0.0)
    named = [hit for hit in hits if hit.synonym is not None]
    best_named = max((hit.confidence for hit in named), default=0.0)
    if topic is not None and topic.confidence >= best_named * _WHOLE_NAME:
        return topic
    if hits:
        hit = max(hits, key=lambda hit: (hit.synonym is not None, hit.confidence))
        if topic is None or hit.synonym is not None:
            return _of_identifier(hit)
    found = _by_prose(column) or _by_codes(column) or _by_uniqueness(column, telling)
    return topic or found or _by_quantity(column)


@functools.cache
def _topics() -> Mapping[str, tuple[Role, str]]:
    rows = csv.DictReader(resource("attribute_roles.csv").splitlines())
    return {folded(row["name"]): (Role(row["role"]), row["topic"]) for row in rows}


def _by_topic(name: str, least_share: float) -> RoleProposal | None:
    """The topic of the longest run of words that is listed, or of the longest listed word in a compound.

    Runs and words with less than a share of the letters do not count.
    """
    topics, words = _topics(), [word for word in folded_words(name) if not word.isdigit()]
    least = least_share * sum(map(len, words))
    for number in range(len(words), 0, -1):
        for start in range(len(words) - number, -1, -1):  # the last words of a name determine its kind
            run = "".join(words[start : start + number])
            known = topics.get(run) or topics.get(run.removesuffix("s"))
            if known is not None and len(run) >= least:
                return _of_topic(*known, _WHOLE_NAME if number == len(words) else _WORDS_IN_NAME)
    whole = "".join(words)
    parts = [topic for topic in topics if len(topic) >= max(_PART_OF_COMPOUND, least) and topic in whole]
    return _of_topic(*topics[max(parts, key=len)], _PART_OF_NAME) if parts else None


def _of_topic(role: Role, topic: str, confidence: float) -> RoleProposal:
    return RoleProposal(role, tr(_SUGGESTED[role], topic=tr(topic)), confidence, topic)


def _of_identifier(hit: IdentifierHit) -> RoleProposal:
    by_name, known = hit.synonym is not None, _KNOWN_OF_PEOPLE.get(hit.kind)
    if known is not None:
        reason = marked("Its values look as if they tell {known}, which others may know of a person.")
        if by_name:
            reason = marked("Its name says that it tells {known}, which others may know of a person.")
        told = tr(reason, known=tr(known))
        return RoleProposal(Role.QUASI_IDENTIFYING, told, hit.confidence, hit.category.value)
    reason = marked("Its values look as if they were {things}, which point to one person.")
    if by_name:
        reason = marked("Its name says that it holds {things}, which point to one person.")
    told = tr(reason, things=tr(_SAID.get(hit.kind, _PLURALS[hit.category])))
    return RoleProposal(Role.IDENTIFYING, told, hit.confidence, hit.category.value)


def _by_codes(column: Column) -> RoleProposal | None:
    """Codes of diagnoses (ICD-10)."""
    values = _examined(column)
    share = sum(_ICD.fullmatch(value) is not None for value in values) / max(1, len(values))
    if column.type.kind is not DataType.STRING or len(values) < _LEAST_CODES or share < _SHARE_OF_CODES:
        return None
    reason = tr("Its values look like codes of diagnoses (ICD-10), which others should not learn.")
    return RoleProposal(Role.SENSITIVE, reason, share * _SHARE_OF_CODES, "an illness or its treatment")


def _by_prose(column: Column) -> RoleProposal | None:
    """Texts of several words, many different ones, or a column that is named for them: people may be named in them."""
    values = _examined(column)
    named = not listed("free_text.txt").isdisjoint(folded_words(column.name))
    if column.type.kind is not DataType.STRING or len(values) < (_LISTED_TEXTS if named else _MANY_TEXTS):
        return None
    words = np.array([len(value.split()) for value in values])
    letters = np.array([len(value) for value in values])
    if not named and words.mean() < _WORDS_OF_PROSE and (letters.mean() < _LONG_TEXT or words.max() == 1):
        return None
    different = len(column.values) - ("" in column.values)
    reason = tr("It holds free text, {n} different ones, in which people may be named.", n=whole(different))
    return RoleProposal(Role.IDENTIFYING, reason, _BY_CONTENTS, "free text")


def _by_uniqueness(column: Column, telling: AttributeRisk) -> RoleProposal | None:
    """Nearly every record has a value of its own, as the number of a record."""
    if telling.records < _LEAST_RECORDS or telling.distinction < _NEARLY_UNIQUE:
        return None
    is_quantity = not listed("quantities.txt").isdisjoint(folded_words(column.name))
    if is_quantity or column.type.kind not in (DataType.INTEGER, DataType.STRING):
        return None
    reason = tr("Nearly every record has a value of its own, as a record number does.")
    return RoleProposal(Role.IDENTIFYING, reason, telling.distinction / 2, IdentifierCategory.OTHER.value)


def _by_quantity(column: Column) -> RoleProposal | None:
    """Numbers that are called an amount or a measurement."""
    if not column.type.kind.is_numeric or listed("quantities.txt").isdisjoint(folded_words(column.name)):
        return None
    reason = tr("Its name suggests an amount or a measurement, which others rarely know.")
    return RoleProposal(Role.INSENSITIVE, reason, _BY_CONTENTS, "an amount")


def _telling_apart(dataset: Dataset, telling: Mapping[str, AttributeRisk]) -> dict[str, RoleProposal]:
    """Unrecognized categories that separate records well: the best ones."""
    candidates = [
        name
        for name, risk in telling.items()
        if risk.separation >= _TELLING
        and dataset[name].type.kind is DataType.STRING
        and 2 <= len(dataset[name].values) <= _FEW_VALUES
    ]
    alike = Counter(frozenset(dataset[name].values) for name in candidates)
    candidates = [name for name in candidates if alike[frozenset(dataset[name].values)] < _BATTERY]
    candidates.sort(key=lambda name: -telling[name].separation)
    return {
        name: RoleProposal(
            Role.QUASI_IDENTIFYING,
            tr(
                "It has few values, and {share} % of all pairs of records differ in it.",
                share=fixed(100 * telling[name].separation, 0),
            ),
            _BY_CONTENTS,
            "tells records apart",
        )
        for name in candidates[:MOST_BY_CONTENTS]
    }


def _telling(column: Column) -> AttributeRisk:
    """Distinction and separation of one attribute, from its distinct values."""
    counts = column.counts()
    present = np.flatnonzero(counts)
    codes = np.arange(len(present), dtype=np.int32)[np.newaxis]
    return attribute_risks(DistinctTuples(codes, counts[present], column.codes), largest=1).sets[0]


def _examined(column: Column) -> list[str]:
    present = [value.strip() for value in column.values if value.strip() and value.strip() != SUPPRESSED]
    return present[:: -(-len(present) // EXAMINED) or 1]
