"""Detection of columns that hold one of the 18 identifiers of HIPAA's Safe Harbor rule.

The rule is 45 CFR 164.514(b)(2); names and forms usual in Germany are known besides those of the United States.
"""

from __future__ import annotations

import csv
import datetime as dt
import functools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import SUPPRESSED, DataType
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.risk.identifier_forms import FORMS, folded_words, listed, resource

DEFAULT_THRESHOLD = 0.5
MOST_EXAMINED = 20_000
"""The number of distinct values examined per column, evenly spaced if there are more."""

UNCLEAR = 0.3
"""The certainty of a form that ordinary numbers have as well, such as five digits, without support by the name."""
AGREED = 0.95
"""The least certainty of any form that agrees with the name of the column."""
UNIQUE = 0.5
"""The certainty that a code unique to each record identifies a person."""

_OLDEST_NAMED = 89
_OLDEST = 130
_WORDS_OF_A_NAME = 6
_LEAST_LISTED, _LISTED_RECORDS = 20, 0.25
_LEAST_UNIQUE = 20
_WORDS_OF_A_QUESTION, _MOST_MARKS = 5, 13
MENTIONED = 0.25
"""A word with less than this share of a sentence is only mentioned in it."""


class IdentifierCategory(StrEnum):
    """The identifiers (A) to (R) of 45 CFR 164.514(b)(2)(i), in that order."""

    NAME = marked("name")
    GEOGRAPHY = marked("geographic subdivision")
    DATE = marked("date or age over 89")
    TELEPHONE = marked("telephone number")
    FAX = marked("fax number")
    EMAIL = marked("e-mail address")
    SOCIAL_SECURITY = marked("social security number")
    MEDICAL_RECORD = marked("medical record number")
    HEALTH_PLAN = marked("health plan beneficiary number")
    ACCOUNT = marked("account number")
    LICENCE = marked("certificate or licence number")
    VEHICLE = marked("vehicle identifier")
    DEVICE = marked("device identifier")
    URL = marked("web address")
    IP_ADDRESS = marked("IP address")
    BIOMETRIC = marked("biometric identifier")
    PHOTOGRAPH = marked("photograph")
    OTHER = marked("other unique number or code")


KINDS = {
    "name": IdentifierCategory.NAME,
    "first-name": IdentifierCategory.NAME,
    "last-name": IdentifierCategory.NAME,
    "address": IdentifierCategory.GEOGRAPHY,
    "city": IdentifierCategory.GEOGRAPHY,
    "district": IdentifierCategory.GEOGRAPHY,
    "postal-code": IdentifierCategory.GEOGRAPHY,
    "state": IdentifierCategory.GEOGRAPHY,
    "coordinates": IdentifierCategory.GEOGRAPHY,
    "date": IdentifierCategory.DATE,
    "age": IdentifierCategory.DATE,
    "birth-year": IdentifierCategory.DATE,
    "telephone": IdentifierCategory.TELEPHONE,
    "fax": IdentifierCategory.FAX,
    "email": IdentifierCategory.EMAIL,
    "social-security-number": IdentifierCategory.SOCIAL_SECURITY,
    "medical-record-number": IdentifierCategory.MEDICAL_RECORD,
    "health-plan-number": IdentifierCategory.HEALTH_PLAN,
    "account-number": IdentifierCategory.ACCOUNT,
    "iban": IdentifierCategory.ACCOUNT,
    "payment-card": IdentifierCategory.ACCOUNT,
    "certificate-or-licence": IdentifierCategory.LICENCE,
    "vehicle-number": IdentifierCategory.VEHICLE,
    "licence-plate": IdentifierCategory.VEHICLE,
    "device": IdentifierCategory.DEVICE,
    "url": IdentifierCategory.URL,
    "ip-address": IdentifierCategory.IP_ADDRESS,
    "biometric": IdentifierCategory.BIOMETRIC,
    "photograph": IdentifierCategory.PHOTOGRAPH,
    "unique-code": IdentifierCategory.OTHER,
}
"""The kinds of identifiers, and the category of each."""


class Detector(StrEnum):
    """The evidence for an identifier."""

    NAME = "name"
    VALUES = "values"


@dataclass(frozen=True, slots=True)
class IdentifierHit:
    """One reason to take a column for an identifier; it holds no value of the data.

    `kind` is one of KINDS; `synonym` the known column name that the name resembles, None without one;
    `matched_share` the share of the distinct values that match (missing and suppressed cells aside), None for
    unexamined values; `confidence` is in (0, 1]. `permitted`: Safe Harbor itself allows this kind: states, which
    are reported because they still narrow down the search.
    """

    column: str
    category: IdentifierCategory
    kind: str
    detector: Detector
    confidence: float
    synonym: str | None = None
    matched_share: float | None = None

    @property
    def permitted(self) -> bool:
        """Whether the rule does not ask to remove it."""
        return self.kind == "state"


def find_identifiers(
    columns: Iterable[Column],
    threshold: float = DEFAULT_THRESHOLD,
    year: int | None = None,
    control: Control | None = None,
    most_examined: int = MOST_EXAMINED,
    weights: NDArray[np.int64] | None = None,
) -> tuple[IdentifierHit, ...]:
    """The reasons to take columns for identifiers: in the order of the columns, the most confident one first.

    A name counts where it, or some successive words of it, is within the tolerance of a known name; values count where
    more than `threshold` of the distinct ones match. `year` is the present one (None: by the clock), from which years
    of birth are counted; `most_examined` is the largest number of distinct values examined per column; `weights`
    int64[records] is the number of records that each row stands for (None: one each). If `control` is stopped the
    columns done until then are returned.
    """
    control = control or Control()
    year = year or dt.datetime.now(dt.UTC).year
    columns = list(columns)
    hits: list[IdentifierHit] = []
    for done, column in enumerate(columns, 1):
        if control.stopped:
            break
        values = _Values.of(column, most_examined, weights)
        hits += sorted(_hits(column, values, threshold, year), key=lambda hit: (-hit.confidence, hit.kind))
        control.report(Progress(tr("Looking for identifiers"), done / len(columns)))
    return tuple(hits)


def _hits(column: Column, values: _Values, threshold: float, year: int) -> list[IdentifierHit]:
    named = _by_name(column.name, MENTIONED if is_rating(column) else 0.0)
    by_name = [hit for hit in named if hit.kind not in ("age", "birth-year")]
    by_age = [hit for hit in (_old(values, hit, year) for hit in named if hit not in by_name) if hit is not None]
    return [*by_name, *by_age, *_by_values(column, values, threshold, named)]


def is_rating(column: Column) -> bool:
    """Whether the name is a question or a sentence, and the values are a few marks as answers.

    Words mentioned in such a sentence ("Satisfaction with the offers of the city") do not describe the column.
    """
    words = [word for word in folded_words(column.name) if not word.isdigit()]
    values = [value for value in column.values if value.strip()]
    return len(words) >= _WORDS_OF_A_QUESTION and len(values) <= _MOST_MARKS and all(map(_is_mark, values))


def _is_mark(value: str) -> bool:
    return re.fullmatch(r"-?\d{1,2}(?:\.0+)?", value.strip()) is not None


@dataclass(frozen=True, slots=True)
class _Synonym:
    text: str
    folded: str
    kind: str
    tolerance: int
    letters: frozenset[str]


@functools.cache
def _synonyms() -> tuple[_Synonym, ...]:
    rows = csv.DictReader(resource("column_names.csv").splitlines())
    folded = ((row, "".join(folded_words(row["name"]))) for row in rows)
    return tuple(
        _Synonym(row["name"], text, row["kind"], int(row["tolerance"]), frozenset(text)) for row, text in folded
    )


def distance(one: str, other: str) -> int:
    """The number of letters to insert, delete or replace between two texts (Levenshtein 1966)."""
    row = list(range(len(other) + 1))
    for index, letter in enumerate(one, 1):
        diagonal, row[0] = row[0], index
        for place, against in enumerate(other, 1):
            diagonal, row[place] = row[place], min(row[place] + 1, row[place - 1] + 1, diagonal + (letter != against))
    return row[-1]


def _by_name(name: str, least_share: float) -> list[IdentifierHit]:
    """The nearest synonyms of the longest runs of words that have one; at most one hit per category.

    Runs with less than a share of the letters do not count.
    """
    words = folded_words(name)
    length = sum(len(word) for word in words)
    found: list[tuple[range, IdentifierHit]] = []
    for number in range(min(len(words), _WORDS_OF_A_NAME), 0, -1):
        for start in range(len(words) - number + 1):
            run = range(start, start + number)
            if any(set(run) <= set(longer) for longer, _hit in found):
                continue
            text = "".join(words[start : start + number])
            if len(text) < least_share * length:
                continue
            share = 0.5 + 0.5 * len(text) / length
            found += [(run, _named(name, synonym, off, share)) for synonym, off in _nearest(text)]
    best: dict[IdentifierCategory, IdentifierHit] = {}
    for _run, hit in found:
        if hit.category not in best or hit.confidence > best[hit.category].confidence:
            best[hit.category] = hit
    return list(best.values())


@functools.lru_cache(maxsize=4096)
def _nearest(text: str) -> tuple[tuple[_Synonym, int], ...]:
    """The synonyms nearest to a text, of those within their tolerance."""
    letters = frozenset(text)
    near = [
        (synonym, distance(text, synonym.folded))
        for synonym in _synonyms()
        # Each letter that only one of them has costs a step, and so does each that one is longer.
        if max(abs(len(text) - len(synonym.folded)), len(letters - synonym.letters), len(synonym.letters - letters))
        <= synonym.tolerance
    ]
    near = [(synonym, off) for synonym, off in near if off <= synonym.tolerance]
    least = min((off for _synonym, off in near), default=0)
    return tuple((synonym, off) for synonym, off in near if off == least)


def _named(name: str, synonym: _Synonym, off: int, share: float) -> IdentifierHit:
    confidence = (1.0 - off / len(synonym.folded)) * share
    return IdentifierHit(name, KINDS[synonym.kind], synonym.kind, Detector.NAME, confidence, synonym.text)


@dataclass(frozen=True, slots=True)
class _Values:
    """The examined distinct values of a column, and their numbers of records."""

    texts: Sequence[str]
    records: Sequence[int]

    @classmethod
    def of(cls, column: Column, most: int, weights: NDArray[np.int64] | None) -> _Values:
        counts = np.bincount(column.codes, weights, len(column.values))
        present = [
            code
            for code, value in enumerate(column.values)
            if counts[code] and value.strip() and value.strip() != SUPPRESSED
        ]
        examined = present[:: -(-len(present) // most) or 1]
        return cls([column.values[code].strip() for code in examined], [int(counts[code]) for code in examined])


def _old(values: _Values, named: IdentifierHit, year: int) -> IdentifierHit | None:
    """Ages over 89, or years of birth that imply one, in a column with such a name; a single one counts."""
    numbers = [int(found[1]) for text in values.texts if (found := re.fullmatch(r"(\d{1,4})(?:\.0+)?", text))]
    ages = numbers if named.kind == "age" else [year - number for number in numbers]
    old = sum(_OLDEST_NAMED < age <= _OLDEST for age in ages)
    if not old:
        return None
    share = old / len(values.texts)
    return IdentifierHit(
        named.column, named.category, named.kind, Detector.VALUES, named.confidence, named.synonym, share
    )


def _by_values(
    column: Column, values: _Values, threshold: float, named: Sequence[IdentifierHit]
) -> list[IdentifierHit]:
    """The most confident hit of each category."""
    is_quantity = not listed("quantities.txt").isdisjoint(folded_words(column.name))
    best: dict[IdentifierCategory, IdentifierHit] = {}
    for form in FORMS if values.texts else ():
        matching = [index for index, text in enumerate(values.texts) if form.matches(text)]
        share = len(matching) / len(values.texts)
        if share <= threshold and not (form.is_list and _often_listed(values, matching)):
            continue
        agrees = any(hit.kind == form.kind for hit in named)
        certainty = max(AGREED, form.certainty) if agrees else form.certainty
        if not agrees and not any(form.is_clear(values.texts[index]) for index in matching):
            if is_quantity or named:
                continue
            certainty = UNCLEAR
        hit = IdentifierHit(column.name, KINDS[form.kind], form.kind, Detector.VALUES, certainty * share, None, share)
        if hit.category not in best or hit.confidence > best[hit.category].confidence:
            best[hit.category] = hit
    if not best and not named and not is_quantity and _is_unique_code(column, values):
        return [IdentifierHit(column.name, KINDS["unique-code"], "unique-code", Detector.VALUES, UNIQUE, None, 1.0)]
    return list(best.values())


def _often_listed(values: _Values, matching: Sequence[int]) -> bool:
    """Whether many records have one of many listed words: lists lack rare names, but have those of most people."""
    records = sum(values.records[index] for index in matching)
    return len(matching) >= _LEAST_LISTED and records > _LISTED_RECORDS * sum(values.records)


def _is_unique_code(column: Column, values: _Values) -> bool:
    """Whether every record has a value of its own that is a whole number or a text without blanks."""
    is_code = column.type.kind in (DataType.INTEGER, DataType.STRING)
    is_unique = len(values.texts) >= _LEAST_UNIQUE and max(values.records) == 1
    return is_code and is_unique and not any(re.search(r"\s", text) for text in values.texts)
