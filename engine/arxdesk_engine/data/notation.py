"""The notation of decimals and missing cells in a table of texts: guesses that a person can correct."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from arxdesk_engine.data.missing_codes import outstanding_codes
from arxdesk_engine.data.raw_table import RawColumn
from arxdesk_engine.data.schema import KNOWN_DATE_FORMATS, DataType, ValueType, detect_type
from arxdesk_engine.data.spelling import Spelling, marks_alike
from arxdesk_engine.foundation.language import tr

MARKERS = ("?", "NA", "N/A", "n/a", "#N/A", "NULL", "null", "NaN", "nan", "None", "-", "--", ".")
"""What programs and people write where a value is missing."""

_UNMISTAKABLE = ("?", "#N/A")
_EXAMINED = 2_000
_MOST = 0.9
_DECIMAL = ValueType(DataType.DECIMAL)
_DATES = tuple(ValueType(DataType.DATE, each) for each in KNOWN_DATE_FORMATS)
_WHOLE = re.compile(r"[+-]?\d+")
_EXPONENT = r"(?:[eE][+-]?\d{1,3})?"
_THOUSANDS = {
    mark: re.compile(rf"[+-]?[1-9]\d{{0,2}}(?:[{re.escape(marks_alike(mark))}]\d{{3}})+")
    for mark in (".", ",", " ", "'")
}
_ONE_GROUP = {mark: re.compile(rf"[+-]?[1-9]\d{{0,2}}{re.escape(mark)}\d{{3}}") for mark in (".", ",")}
"""Nobody can tell whether that is a number of thousands or one with three decimals."""
_WITH_DECIMALS = {mark: re.compile(rf"[+-]?\d*{re.escape(mark)}\d+{_EXPONENT}") for mark in (".", ",")}


@dataclass(frozen=True, slots=True)
class NotationEvidence:
    """Evidence for the marks in the numbers of a column: in how many texts each is certain.

    `doubtful` are texts such as 1.234, by their mark; `numbers` of the `texts` are numbers in some notation.
    """

    decimal: dict[str, int]
    thousands: dict[str, int]
    doubtful: dict[str, int]
    numbers: int
    texts: int

    @property
    def is_of_numbers(self) -> bool:
        """Whether nearly all texts are numbers."""
        return self.numbers > 0 and self.numbers >= _MOST * self.texts

    @property
    def decimal_mark(self) -> str | None:
        """The mark before decimals; None where nothing tells, or it tells two of them."""
        found = {mark for mark, texts in self.decimal.items() if texts}
        found |= {_other(mark) for mark in (".", ",") if self.thousands[mark]}
        return found.pop() if len(found) == 1 else None

    @property
    def thousands_mark(self) -> str | None:
        """The mark between thousands; None where nothing tells, or it tells two of them."""
        found = [mark for mark, texts in self.thousands.items() if texts]
        return found[0] if len(found) == 1 else None


@dataclass(frozen=True, slots=True)
class Doubt:
    """A text of a column that means another number if its mark means something else."""

    column: str
    text: str
    read_as: str
    or_else: str


def evidence_in(column: RawColumn) -> NotationEvidence:
    """The evidence of the distinct texts of a column; formats with numbers of their own give less."""
    texts = [text for text in column.dictionary[:_EXAMINED] if text and text not in MARKERS]
    decimal, thousands, doubtful = dict.fromkeys(".,", 0), dict.fromkeys(_THOUSANDS, 0), dict.fromkeys(".,", 0)
    numbers = 0
    for text in texts:
        if _WHOLE.fullmatch(text):
            numbers += 1
        elif (one := next((mark for mark, pattern in _ONE_GROUP.items() if pattern.fullmatch(text)), None)) is not None:
            numbers += 1
            if not (one == "." and column.has_numbers):
                doubtful[one] += 1
        elif (found := _marks_of(text)) is not None:
            numbers += 1
            if found[0]:
                decimal[found[0]] += 1
            if found[1]:
                thousands[found[1]] += 1
    return NotationEvidence(decimal, thousands, doubtful, numbers, len(texts))


def _marks_of(text: str) -> tuple[str, str] | None:
    """The marks before the decimals and between the thousands of a number that leaves no doubt; "" for none."""
    for mark, pattern in _WITH_DECIMALS.items():
        if pattern.fullmatch(text):
            return mark, ""
    for thousands, pattern in _THOUSANDS.items():
        found = pattern.match(text)
        if found is None:
            continue
        rest = text[found.end() :]
        if not rest:
            return "", thousands
        if rest[0] in ".," and rest[0] != thousands and re.fullmatch(rf"\d*{_EXPONENT}", rest[1:]):
            return rest[0], thousands
    return None


def decimal_mark(columns: Sequence[RawColumn]) -> tuple[str, str]:
    """The mark before decimals in most columns that have any, and how sure that is."""
    votes = {".": 0, ",": 0}
    for column in columns:
        found = evidence_in(column)
        if found.is_of_numbers and found.decimal_mark is not None:
            votes[found.decimal_mark] += 1
    total = sum(votes.values())
    mark = "," if votes[","] > votes["."] else "."
    if not total:
        return ".", tr("none found")
    return mark, "certain" if votes[mark] == total else tr("{votes} of {total} columns", votes=votes[mark], total=total)


def thousands_mark(columns: Sequence[RawColumn], decimal: tuple[str, str]) -> tuple[str, str]:
    """The mark between thousands in most columns that have any, and how sure that is; "" for none.

    `decimal` is what `decimal_mark` gave. Where that is known, texts such as 1.234 are whole numbers if the point is
    not the decimal mark, and they alone make it likely. Where nothing is known they stay in doubt.
    """
    mark, sure = decimal
    votes = dict.fromkeys(_THOUSANDS, 0)
    likely = 0
    other = _other(mark)
    for column in columns:
        found = evidence_in(column)
        if not found.is_of_numbers:
            continue
        if found.thousands_mark not in (None, mark):
            votes[found.thousands_mark or ""] += 1
        elif found.doubtful[other] and found.decimal_mark is None and not found.doubtful[mark]:
            likely += 1
    total = sum(votes.values())
    best = max(votes, key=lambda each: votes[each])
    if total:
        return best, "certain" if votes[best] == total else tr(
            "{votes} of {total} columns", votes=votes[best], total=total
        )
    if likely and sure != tr("none found"):
        return other, "likely"
    return "", tr("none found")


def own_marks(column: RawColumn, decimal: str, thousands: str) -> tuple[str, str] | None:
    """The marks of a column that is certainly written otherwise than its table; None where it is not."""
    found = evidence_in(column)
    if not found.is_of_numbers:
        return None
    own = found.thousands_mark or ""
    mark = found.decimal_mark or (_other(own) if own in (".", ",") else decimal)
    is_otherwise = (found.decimal_mark not in (None, decimal)) or (own not in ("", thousands))
    if not is_otherwise or mark == own:
        return None
    if not own and thousands != mark and not found.doubtful[_other(mark)]:
        return mark, ""
    return mark, own or (_other(mark) if found.doubtful[_other(mark)] else "")


def doubts(columns: Sequence[RawColumn], decimal: tuple[str, str], thousands: tuple[str, str]) -> tuple[Doubt, ...]:
    """Numbers such as 1.234 that nothing in the table tells the meaning of, one of each column."""
    found = []
    for column in columns:
        seen = evidence_in(column)
        if not seen.is_of_numbers or seen.decimal_mark is not None or seen.thousands_mark is not None:
            continue
        is_settled = decimal[1] != tr("none found")
        for mark in (".", ","):
            if not seen.doubtful[mark] or (is_settled and mark == decimal[0]):
                continue
            if is_settled and thousands[1] != "likely":
                continue
            text = next(text for text in column.dictionary if _ONE_GROUP[mark].fullmatch(text))
            whole, point = text.replace(mark, ""), text.replace(mark, ".")
            as_read = Spelling(decimal[0], thousands[0]).number(text)
            if as_read is None or _DECIMAL.parse(as_read) is None:
                found.append(Doubt(column.name, text, text, tr("{whole} or {point}", whole=whole, point=point)))
            else:
                found.append(Doubt(column.name, text, as_read, whole if as_read == point else point))
            break
    return tuple(found)


def _other(mark: str) -> str:
    return "," if mark == "." else "."


def markers_in(columns: Iterable[RawColumn]) -> dict[str, int]:
    """The markers of missing values that occur, and in how many cells; numbers only where they stand out."""
    columns = list(columns)
    found = outstanding_codes(columns)[0]
    for column in columns:
        places = {text: place for place, text in enumerate(column.dictionary)} if _may_have(column) else {}
        for marker in MARKERS:
            if marker in places:
                found[marker] = found.get(marker, 0) + int(np.count_nonzero(column.codes == places[marker]))
    return found


def null_markers(columns: Iterable[RawColumn]) -> tuple[str, ...]:
    """The markers that nobody would take for values: question marks, whatever stands among numbers or dates, and
    numbers such as -9 that stand out in several columns and are a value in none."""
    columns = list(columns)
    codes = outstanding_codes(columns)[1]
    found: set[str] = set()
    for column in columns:
        present = {text for text in column.dictionary if text} if _may_have(column) else set()
        markers = present.intersection(MARKERS)
        if markers:
            others = sorted(present.difference(MARKERS, codes))[:_EXAMINED]
            found |= markers if _has_scale(others, column) else markers.intersection(_UNMISTAKABLE)
    return (*(marker for marker in MARKERS if marker in found), *codes)


def _has_scale(texts: Sequence[str], column: RawColumn) -> bool:
    """Whether the texts of a column are numbers or dates, in notations of any kind and more than one of them."""
    if not texts:
        return False
    if detect_type(texts).has_scale:
        return True
    seen = evidence_in(column)
    has_marks = any(any(marks.values()) for marks in (seen.decimal, seen.thousands, seen.doubtful))
    if has_marks and seen.numbers == seen.texts:
        return True
    return all(any(each.parse(text) is not None for each in _DATES) for text in texts)


def _may_have(column: RawColumn) -> bool:
    """Whether a column is looked at: those with a type of their own write missing cells as their format does."""
    return column.declared is None or not column.declared.has_scale
