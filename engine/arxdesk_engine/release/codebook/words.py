"""The sentences of a codebook."""

from __future__ import annotations

import re
from collections.abc import Sequence

from arxdesk_engine.data.schema import DEFAULT_DATE_FORMAT, SUPPRESSED, DataType, Role, ValueType
from arxdesk_engine.foundation.moments import pattern_of
from arxdesk_engine.job.attributes import AttributeSettings

NOT_SHOWN = f'Not shown: every cell reads "{SUPPRESSED}".'
AS_IT_WAS = "As in the original."
DIFFERENTIALLY_PRIVATE = "The records are a random sample of the original ones (differential privacy)."
SAMPLE = "The records are a random sample of the original ones."
DROPPED = "Removed records are left out."
KEPT = f'Removed records are kept: their identifying cells read "{SUPPRESSED}".'
LIMITED = "Of each person {} are in the table, whatever the original has: numbers of records say little."
COUNTED = "Each row stands for as many records as its column {} says."
SHUFFLED = "The records come in a random order, independent of the original one."
SPREAD = (
    "The copy {} has drawn values in the place of labels, by the shares that the labels of this table give to them. "
    "They are not those of the original."
)
RENAMED = "The format forbids some names of columns; they have the whole name as their label."

ITEMS = (
    "Each cell holds a set of items. Some items are replaced by the group of items that they belong to, each group "
    "once in a cell, and rare ones may be left out; in removed records the cell is hidden."
)

PERTURBED = "Perturbed ({}): a cell may differ from the original one."
THEN_PERTURBED = "After that the column was perturbed: a cell may differ."

_TYPES = {
    DataType.STRING: "text",
    DataType.INTEGER: "whole number",
    DataType.DECIMAL: "number",
    DataType.ORDINAL: "ordered categories",
    DataType.SET: "set of items",
}
_FUNCTIONS = {
    "arithmetic-mean": "the mean",
    "geometric-mean": "the geometric mean",
    "median": "the median",
    "mode": "the most frequent one",
    "interval": "the least and the greatest",
    "set": "the set",
}
_INTERVAL = re.compile(r"([\[\]])\s*([^,\[\]]+?)\s*,\s*([^,\[\]]+?)\s*([\[\]])")
_RANGE = re.compile(r"(-?[0-9]+(?:\.[0-9]+)?)\s*[-–]\s*(-?[0-9]+(?:\.[0-9]+)?)")
_SET = re.compile(r"\{(.+)\}", re.DOTALL)
_BEGINNING = re.compile(r"([^*]+)(\*+)")
_END = re.compile(r"(\*+)([^*]+)")


def type_of(kind: ValueType) -> str:
    """The type of the cells of a column, in words."""
    if kind.kind is DataType.DATE:
        return f"date ({pattern_of(kind.format or DEFAULT_DATE_FORMAT)})"
    return _TYPES[kind.kind]


def range_of(kind: ValueType, texts: Sequence[str]) -> str:
    """The ends of the numbers or dates that occur; "" for other columns."""
    if kind.kind not in (DataType.INTEGER, DataType.DECIMAL, DataType.DATE):
        return ""
    placed = [(position, text) for text in texts if (position := kind.parse(text)) is not None]
    if not placed:
        return ""
    (_low, first), (_high, last) = min(placed), max(placed)
    return first if first == last else f"{first} to {last}"


def generalized(levels: Sequence[int], height: int, kind: str) -> str:
    """The treatment of a column with a hierarchy: its visible levels."""
    if height == 0 or set(levels) == {0}:
        return (
            "As in the original; in removed records it is hidden."
            if height == 0
            else f"Level 0 of {height}: as in the original."
        )
    hierarchy = f"a hierarchy ({kind})" if kind else "a hierarchy"
    if len(levels) == 1:
        return f"Replaced by coarser labels: level {levels[0]} of {height} of {hierarchy}."
    listed = f"{', '.join(map(str, levels[:-1]))} and {levels[-1]}"
    return f"Replaced by labels record by record: levels {listed} of {height} of {hierarchy}; level 0 is the original."


def of_settings(settings: AttributeSettings) -> str:
    """The treatment of a column that shows no labels of a hierarchy."""
    if settings.is_aggregated:
        what = _FUNCTIONS.get(settings.function or "", settings.function or "")
        found = f"Each cell shows {what} of the values in its group of records that look alike."
        return found if settings.missing == "ignore" else f"{found} Missing values count {_missing(settings.missing)}."
    if settings.role is Role.IDENTIFYING:
        return _masked(settings)
    if settings.coding is not None:
        bounds = []
        if settings.coding.bottom is not None:
            bounds.append(f'values below {settings.coding.bottom} read "<{settings.coding.bottom}"')
        if settings.coding.top is not None:
            bounds.append(f'values from {settings.coding.top} on read ">={settings.coding.top}"')
        text = " and ".join(bounds)
        return f"{text[0].upper()}{text[1:]}; all others are as in the original."
    if settings.shift is not None:
        return (
            f"Dates were moved by up to {settings.shift.days:,} days back or forth, "
            f"by the same number for all dates of a person (column {settings.shift.person})."
        )
    return AS_IT_WAS


def replaced_before(rules: int) -> str:
    """A note on replaced texts; recipients of the result do not learn which."""
    return f"Texts were corrected before, by {'1 rule' if rules == 1 else f'{rules:,} rules'}."


def _missing(how: str) -> str:
    return {"as-value": "as a value", "as-zero": "as zero"}.get(how, how)


def _masked(settings: AttributeSettings) -> str:
    masking = settings.masking
    if masking.method == "pseudonym":
        return (
            f"Replaced by pseudonyms of {masking.length} characters, the same one for the same value; "
            "without the key, which is secret, they cannot be made or reversed."
        )
    if masking.method == "redact":
        ends = (("first", masking.keep_first), ("last", masking.keep_last))
        shown = [f"the {end} {_characters(number)}" for end, number in ends if number]
        kept = f"Shown of each value: {' and '.join(shown)}" if shown else "Only the length is shown"
        return f'{kept}; "{masking.character}" stands for each hidden character.'
    return NOT_SHOWN


def meaning_of(label: str, *, of_numbers: bool) -> str:
    """The meaning of a label by its form; "" if unknown. `of_numbers`: it stands for numbers."""
    if of_numbers and (found := _RANGE.fullmatch(label)):
        return f"from {found[1]} to {found[2]}"
    if label.startswith("<") and len(label) > 1:
        return f"below {label[1:].lstrip('=').strip()}" if label[1] != "=" else f"{label[2:].strip()} or less"
    if label.startswith(">") and len(label) > 1:
        return f"{label[2:].strip()} or more" if label[1] == "=" else f"above {label[1:].strip()}"
    if found := _INTERVAL.fullmatch(label):
        left, low, high, right = found.groups()
        return f"{'from' if left == '[' else 'above'} {low} {'to' if right == ']' else 'to below'} {high}"
    if found := _SET.fullmatch(label):
        return f"one of: {found[1]}"
    if found := _BEGINNING.fullmatch(label):
        return f'begins with "{found[1]}", {_characters(len(found[2]))} hidden'
    if found := _END.fullmatch(label):
        return f'ends with "{found[2]}", {_characters(len(found[1]))} hidden'
    return ""


def _characters(number: int) -> str:
    return "1 character" if number == 1 else f"{number} characters"


def label_sentence(meaning: str, stands_for: tuple[int, int] | None, domain: int | None) -> str:
    """A label in words."""
    parts = [meaning] if meaning else []
    if stands_for is not None:
        least, most = stands_for
        number = f"{least:,}" if least == most else f"{least:,} to {most:,}"
        parts.append(f"stands for {number} of the {domain:,} values of the hierarchy")
    return "; ".join(parts)
