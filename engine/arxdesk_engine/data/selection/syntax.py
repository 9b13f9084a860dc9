"""The meaning of an expression: an immutable tree of comparisons, negations and junctions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

KEYWORDS = ("and", "or", "not", "in", "between", "like", "is", "missing")
BARE_NAME = r"[^\W\d](?:[\w-]*\w)?"
"""Names that need no quotes: they begin with a letter or an underscore and do not end with a hyphen."""

_BARE_NAME = re.compile(BARE_NAME)


class Operator(StrEnum):
    """A comparison operator."""

    EQUAL = "="
    NOT_EQUAL = "!="
    LESS = "<"
    LESS_OR_EQUAL = "<="
    GREATER = ">"
    GREATER_OR_EQUAL = ">="
    IN = "in"
    NOT_IN = "not in"
    BETWEEN = "between"
    NOT_BETWEEN = "not between"
    LIKE = "like"
    NOT_LIKE = "not like"
    MISSING = "is missing"
    NOT_MISSING = "is not missing"


class Connective(StrEnum):
    """A connective of conditions."""

    AND = "and"
    OR = "or"


@dataclass(frozen=True, slots=True)
class Literal:
    """A value in an expression: its text, whether that stood in quotes, and where it begins (from 1)."""

    text: str
    in_quotes: bool
    position: int = field(default=1, compare=False)

    def __str__(self) -> str:
        return in_single_quotes(self.text) if self.in_quotes else self.text


@dataclass(frozen=True, slots=True)
class ComparisonNode:
    """One attribute compared with as many values as the operator asks for; where it begins (from 1)."""

    attribute: str
    operator: Operator
    values: tuple[Literal, ...] = ()
    position: int = field(default=1, compare=False)

    @property
    def attributes(self) -> frozenset[str]:
        """The one attribute."""
        return frozenset((self.attribute,))

    def __str__(self) -> str:
        values = [str(value) for value in self.values]
        match self.operator:
            case Operator.IN | Operator.NOT_IN:
                values = [f"({', '.join(values)})"]
            case Operator.BETWEEN | Operator.NOT_BETWEEN:
                values = [" and ".join(values)]
        return " ".join([written_name(self.attribute), self.operator, *values])


@dataclass(frozen=True, slots=True)
class Negation:
    """True where its operand, which is no negation itself, is false."""

    operand: ComparisonNode | Junction

    @property
    def attributes(self) -> frozenset[str]:
        """The attributes of the operand."""
        return self.operand.attributes

    def __str__(self) -> str:
        return f"not ({self.operand})" if isinstance(self.operand, Junction) else f"not {self.operand}"


@dataclass(frozen=True, slots=True)
class Junction:
    """True where all operands (and) or any (or) are; at least two, none of them a junction of the same kind."""

    connective: Connective
    operands: tuple[Condition, ...]

    @property
    def attributes(self) -> frozenset[str]:
        """The attributes of all operands."""
        return frozenset().union(*[operand.attributes for operand in self.operands])

    def __str__(self) -> str:
        # Only "and" needs parentheses around what it joins: it binds more strongly than "or".
        inside = Junction if self.connective is Connective.AND else ()
        texts = [f"({operand})" if isinstance(operand, inside) else str(operand) for operand in self.operands]
        return f" {self.connective} ".join(texts)


Condition = ComparisonNode | Negation | Junction


@dataclass(frozen=True, slots=True)
class Selection:
    """A parsed expression. Its text is the expression in normal form, which parses to an equal selection.

    `expression` is what was written; `source` names its place in messages.
    """

    condition: Condition
    expression: str = field(compare=False)
    source: str = field(default="selection", compare=False)

    @property
    def attributes(self) -> tuple[str, ...]:
        """The attributes used, in the order in which they are named first."""
        return tuple(dict.fromkeys(comparison.attribute for comparison in self.comparisons))

    @property
    def comparisons(self) -> tuple[ComparisonNode, ...]:
        """All comparisons in the order in which they are written."""
        return tuple(_comparisons(self.condition))

    def __str__(self) -> str:
        return str(self.condition)


def in_single_quotes(text: str) -> str:
    """A text value as it is written in an expression."""
    return "'" + text.replace("'", "''") + "'"


def written_name(name: str) -> str:
    """The name of an attribute as it is written in an expression, quoted only where it has to be."""
    if _BARE_NAME.fullmatch(name) and name.lower() not in KEYWORDS:
        return name
    return '"' + name.replace('"', '""') + '"'


def _comparisons(condition: Condition) -> Iterator[ComparisonNode]:
    if isinstance(condition, ComparisonNode):
        yield condition
        return
    for operand in condition.operands if isinstance(condition, Junction) else (condition.operand,):
        yield from _comparisons(operand)
