"""From an expression and a table to the mask of the records that satisfy it."""

from __future__ import annotations

import bisect
import itertools
import math
import operator
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.data.schema import DEFAULT_DATE_FORMAT, DataType, ValueType
from arxdesk_engine.data.selection.invalid import InvalidSelection, SelectionFault, shortened, shown
from arxdesk_engine.data.selection.parser import parse
from arxdesk_engine.data.selection.pattern import compiled
from arxdesk_engine.data.selection.syntax import (
    ComparisonNode,
    Condition,
    Connective,
    Junction,
    Literal,
    Negation,
    Operator,
    Selection,
    in_single_quotes,
)
from arxdesk_engine.foundation.errors import SHOWN_PROBLEMS, suggestion
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.foundation.moments import pattern_of

Mask = NDArray[np.bool_]

_OPPOSITES = {
    Operator.NOT_EQUAL: Operator.EQUAL,
    Operator.NOT_IN: Operator.IN,
    Operator.NOT_BETWEEN: Operator.BETWEEN,
    Operator.NOT_LIKE: Operator.LIKE,
}
_ORDERED: dict[Operator, Callable[[str, str], bool]] = {
    Operator.LESS: operator.lt,
    Operator.LESS_OR_EQUAL: operator.le,
    Operator.GREATER: operator.gt,
    Operator.GREATER_OR_EQUAL: operator.ge,
}


def select(dataset: Dataset, expression: str | Selection) -> Mask:
    """The records that satisfy an expression, bool[records].

    A missing cell satisfies `is missing` and no other comparison; `not`, `and` and `or` are two-valued. Raises
    InvalidSelection, also with the unknown attributes and the values that do not fit the types of their attributes.
    """
    selection = parse(expression) if isinstance(expression, str) else expression
    columns = {column.name: column for column in dataset}
    misfits = (fault for comparison in selection.comparisons for fault in _misfits(comparison, columns))
    faults = tuple(itertools.islice(misfits, SHOWN_PROBLEMS))  # to look for the nearest names takes its time
    if faults:
        raise InvalidSelection(selection.expression, selection.source, faults)
    return _on_records(selection.condition, columns)


def _misfits(comparison: ComparisonNode, columns: Mapping[str, Column]) -> Iterator[SelectionFault]:
    """An unknown attribute, or values that do not fit a known one."""
    name = comparison.attribute
    if name not in columns:
        in_other_case = next((known for known in columns if known.casefold() == name.casefold()), name)
        remedy = suggestion(in_other_case, tuple(columns))
        yield SelectionFault(comparison.position, tr("the table has no attribute {shown}", shown=shown(name)), remedy)
        return
    if comparison.operator in (Operator.LIKE, Operator.NOT_LIKE):
        return
    kind = columns[name].type
    for value in comparison.values:
        if not (kind.has_scale or value.in_quotes):
            text = shortened(value.text)
            found = tr("attribute {shown} is text, {text} is not in quotes", shown=shown(name), text=text)
            yield SelectionFault(
                value.position, found, tr("Write {in_single_quotes}.", in_single_quotes=in_single_quotes(text))
            )
        elif kind.has_scale and kind.parse(value.text) is None:
            found = tr(
                "attribute {name} is of type {kind}, {value} is not",
                name=shown(name),
                kind=tr(kind.kind.value),
                value=shown(value.text),
            )
            yield SelectionFault(value.position, found, _fitting(kind, value))


def _fitting(kind: ValueType, value: Literal) -> str:
    """The remedy for an attribute with a scale."""
    match kind.kind:
        case DataType.INTEGER:
            return tr("Write a whole number, such as 30.")
        case DataType.DECIMAL:
            return tr("Write a number, such as 2.5.")
        case DataType.DATE:
            return tr("Write dates as {pattern_of}.", pattern_of=pattern_of(kind.format or DEFAULT_DATE_FORMAT))
        case _:
            return suggestion(value.text, kind.order)


def _on_records(condition: Condition, columns: Mapping[str, Column]) -> Mask:
    """The mask of the records; what concerns a single attribute is decided on its values."""
    attribute, *others = condition.attributes
    if isinstance(condition, ComparisonNode) or not others:
        column = columns[attribute]
        return np.take(_on_values(condition, column), column.codes)
    if isinstance(condition, Negation):
        return ~_on_records(condition.operand, columns)
    return _combined(condition.connective, (_on_records(part, columns) for part in _by_attribute(condition)))


def _by_attribute(junction: Junction) -> Iterator[Condition]:
    """The operands, those that concern the same single attribute put together."""
    alone: dict[str, list[Condition]] = {}
    for operand in junction.operands:
        attribute, *others = operand.attributes
        if others:
            yield operand
        else:
            alone.setdefault(attribute, []).append(operand)
    for operands in alone.values():
        yield Junction(junction.connective, tuple(operands))


def _combined(connective: Connective, masks: Iterator[Mask]) -> Mask:
    combine = np.logical_and if connective is Connective.AND else np.logical_or
    result = next(masks)
    for mask in masks:
        combine(result, mask, out=result)
    return result


def _on_values(condition: Condition, column: Column) -> Mask:
    """The mask of the distinct values of the one attribute that the condition concerns."""
    match condition:
        case ComparisonNode():
            return _compared(condition, column)
        case Negation(operand):
            return ~_on_values(operand, column)
        case Junction(connective, operands):
            return _combined(connective, (_on_values(operand, column) for operand in operands))


def _compared(comparison: ComparisonNode, column: Column) -> Mask:
    if comparison.operator is Operator.MISSING:
        return ~_present(column)
    if comparison.operator is Operator.NOT_MISSING:
        return _present(column)
    positive = _OPPOSITES.get(comparison.operator, comparison.operator)
    if column.type.has_scale and positive is not Operator.LIKE:
        comparable, satisfied = _by_scale(positive, comparison.values, column)
    else:
        predicate = _by_text(positive, [value.text for value in comparison.values])
        comparable = _present(column)
        satisfied = np.fromiter(map(predicate, column.values), np.bool_, len(column.values))
    return comparable & (satisfied if positive is comparison.operator else ~satisfied)


def _present(column: Column) -> Mask:
    return np.fromiter(map(bool, column.values), np.bool_, len(column.values))


def _by_text(positive: Operator, wanted: list[str]) -> Callable[[str], bool]:
    """Compare texts code point by code point."""
    match positive:
        case Operator.EQUAL | Operator.IN:
            return frozenset(wanted).__contains__
        case Operator.BETWEEN:
            low, high = wanted
            return lambda text: low <= text <= high
        case Operator.LIKE:
            pattern = compiled(wanted[0])
            if pattern is None:
                raise ValueError("a selection is made by parse, which refuses such patterns")
            matches = pattern.fullmatch
            return lambda text: matches(text) is not None
        case _:
            (bound,) = wanted
            holds = _ORDERED[positive]
            return lambda text: holds(text, bound)


def _by_scale(positive: Operator, wanted: tuple[Literal, ...], column: Column) -> tuple[Mask, Mask]:
    """The values that have a place on the scale, and those of them that satisfy the comparison."""
    places = bisect.bisect_left(column.values, math.inf, key=_position_in(column.type))
    comparable = np.arange(len(column.values)) < places
    orders = (_order(column, value.text) for value in wanted)
    match positive:
        case Operator.EQUAL | Operator.IN:
            return comparable, _combined(Connective.OR, (order == 0 for order in orders))
        case Operator.BETWEEN:
            return comparable, (next(orders) >= 0) & (next(orders) <= 0)
        case Operator.LESS:
            return comparable, next(orders) < 0
        case Operator.LESS_OR_EQUAL:
            return comparable, next(orders) <= 0
        case Operator.GREATER:
            return comparable, next(orders) > 0
        case _:
            return comparable, next(orders) >= 0


def _order(column: Column, wanted: str) -> NDArray[np.int8]:
    """Whether each value is less than (-1), equal to (0) or greater than (1) a value of the scale, int8[values].

    The values of a column stand in the order of their positions, so that few of them have to be read. Numbers of the
    same position are compared digit by digit, since 64 bits do not tell apart numbers of more than 15 digits.
    """
    position = _position_in(column.type)
    sought = position(wanted)
    first = bisect.bisect_left(column.values, sought, key=position)
    last = bisect.bisect_right(column.values, sought, lo=first, key=position)
    order = np.ones(len(column.values), np.int8)
    order[:first] = -1
    order[first:last] = 0
    if column.type.kind.is_numeric:
        exact = Decimal(wanted)
        for code in range(first, last):
            number = Decimal(column.values[code])
            order[code] = int(number > exact) - int(number < exact)
    return order


def _position_in(kind: ValueType) -> Callable[[str], float]:
    """The position of a text on a scale; what does not fit comes last, as in a column."""

    def position(text: str) -> float:
        parsed = kind.parse(text)
        return math.inf if parsed is None else parsed

    return position
