"""From the text of an expression to its tree: a grammar, and what is said of texts that do not follow it."""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from arxdesk_engine.data.selection.invalid import InvalidSelection, SelectionFault, shortened, shown
from arxdesk_engine.data.selection.pattern import compiled
from arxdesk_engine.data.selection.syntax import (
    BARE_NAME,
    KEYWORDS,
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
from arxdesk_engine.foundation.composed import composed
from arxdesk_engine.foundation.language import marked, tr, whole
from arxdesk_engine.foundation.translated import Texts

if TYPE_CHECKING:
    from lark import Lark, Token

LONGEST = 10_000
"""How many characters an expression may have."""
DEEPEST = 40
"""How many parentheses may be open at once. The tree is at most three times as deep, far from Python's own limit."""

_GRAMMAR = rf"""
    ?start: disjunction
    ?disjunction: conjunction ("or"i conjunction)*
    ?conjunction: negation ("and"i negation)*
    ?negation: NOT* operand
    ?operand: "(" disjunction ")" | comparison
    ?comparison: attribute OPERATOR value                        -> simple
        | attribute [NOT] "in"i "(" value ("," value)* ")"       -> membership
        | attribute [NOT] "between"i value "and"i value          -> between
        | attribute [NOT] "like"i value                          -> like
        | attribute "is"i [NOT] "missing"i                       -> missing
    attribute: NAME | QUOTED | TEXT
    value: TEXT | PLAIN

    NOT: "not"i
    OPERATOR: /<=|>=|<>|!=|==|=|<|>/
    NAME: /{BARE_NAME}/
    QUOTED: /"(?:[^"]|"")*+"|`(?:[^`]|``)*+`/
    TEXT: /'(?:[^']|'')*+'/
    PLAIN: /[+-]?\.?\d[\w.:+\/-]*/
    %ignore /\s+/
"""
_SAME_OPERATOR = {"==": "=", "<>": "!="}
_WRITE_INSTEAD = {"≤": "<=", "≥": ">=", "≠": "!=", "&": "and", "|": "or", "!": "not"}
_CURLY_QUOTES = "‘’‚‛“”„‟«»´"
_SIGNS_OF_ARITHMETIC = "+-*/−"
_REMEDIES = Texts(
    {
        "NAME": marked("Write a condition, such as age >= 18."),
        "PLAIN": marked("Write a value: a number, a date, or text in single quotes."),
        "OPERATOR": marked("After an attribute comes =, !=, <, <=, >, >=, in, between, like or is missing."),
        "MISSING": marked("Write is missing or is not missing; values are compared by = and !=."),
        "LIKE": marked("Write not in, not between or not like; the opposite of = is !=."),
        "LPAR": marked("Write the values in parentheses: in ('a', 'b')."),
        "COMMA": marked("Separate the values by commas and close the parenthesis; decimals have a point: 1.5."),
        "OR": marked("Conditions are joined by and, or."),
        "AND": marked("Write both ends: between 1 and 5."),
        "RPAR": marked("Close the parenthesis."),
        "$END": marked("There is no open parenthesis to close."),
    }
)
"""What could follow, told by the first of these kinds that is accepted."""


def parse(expression: str, source: str = "selection") -> Selection:
    """Read an expression; `source` names its place in messages. Raises InvalidSelection."""
    expression = composed(expression)
    if len(expression) > LONGEST:
        found = tr("the expression has {n} characters, more than {most}", n=whole(len(expression)), most=whole(LONGEST))
        raise InvalidSelection(expression, source, [SelectionFault(LONGEST + 1, found, tr("Shorten the expression."))])
    if not expression.strip():
        fault = SelectionFault(1, tr("the expression is empty"), tr("Write a condition, such as age >= 18."))
        raise InvalidSelection(expression, source, [fault])
    selection = Selection(_condition(expression, source), expression, source)
    faults = [fault for comparison in selection.comparisons for fault in _meaningless(comparison)]
    if faults:
        raise InvalidSelection(expression, source, faults)
    return selection


def _condition(expression: str, source: str) -> Condition:
    from lark.exceptions import LarkError, UnexpectedCharacters, UnexpectedToken  # noqa: PLC0415 - slow to import

    run = _parser().parse_interactive(expression)
    try:
        for depth, token in _nesting(run.iter_parse()):
            if depth > DEEPEST:
                fault = SelectionFault(
                    _begin(token),
                    tr("more than {deepest} parentheses are open", deepest=DEEPEST),
                    tr("Simplify the expression."),
                )
                raise InvalidSelection(expression, source, [fault])
        condition: Condition = run.feed_eof()  # type: ignore[no-untyped-call]
    except UnexpectedToken as error:
        fault = _misplaced(error.token, run.accepts(), len(expression) + 1)  # type: ignore[no-untyped-call]
    except UnexpectedCharacters as error:
        fault = _strange(expression, error.pos_in_stream or 0)
    except LarkError:
        fault = SelectionFault(
            1, tr("the expression cannot be read"), tr("Compare attributes with values, such as age >= 18.")
        )
    else:
        return condition
    raise InvalidSelection(expression, source, [fault])


def acceptable(beginning: str) -> frozenset[str]:
    """The kinds of tokens that may follow the beginning of an expression; none where it is wrong already."""
    from lark.exceptions import LarkError  # noqa: PLC0415 - slow to import

    run = _parser().parse_interactive(beginning[:LONGEST])
    try:
        for depth, _token in _nesting(run.iter_parse()):
            if depth > DEEPEST:
                return frozenset()
        return frozenset(run.accepts())  # type: ignore[no-untyped-call]
    except LarkError:
        return frozenset()


def _nesting(tokens: Iterator[Token]) -> Iterator[tuple[int, Token]]:
    """Count open parentheses before a token reaches the parser."""
    depth = 0
    for token in tokens:
        depth += (token.type == "LPAR") - (token.type == "RPAR")
        yield depth, token


@functools.cache
def _parser() -> Lark:
    from lark import Lark  # noqa: PLC0415 - slow to import, and most jobs select nothing

    return Lark(_GRAMMAR, parser="lalr", lexer="basic", transformer=_SelectionBuilder())


def _begin(token: Token) -> int:
    return (token.start_pos or 0) + 1


class _SelectionBuilder:
    """The callbacks of the parser: one for each rule of the grammar, called with the results of its parts."""

    def attribute(self, parts: Sequence[Token]) -> tuple[str, int]:
        (token,) = parts
        return str(token) if token.type == "NAME" else _without_quotes(token), _begin(token)

    def value(self, parts: Sequence[Token]) -> Literal:
        (token,) = parts
        in_quotes = token.type == "TEXT"
        return Literal(_without_quotes(token) if in_quotes else str(token), in_quotes, _begin(token))

    def simple(self, parts: Sequence[Any]) -> ComparisonNode:
        (name, position), sign, value = parts
        return ComparisonNode(name, Operator(_SAME_OPERATOR.get(sign, str(sign))), (value,), position)

    def membership(self, parts: Sequence[Any]) -> ComparisonNode:
        return _compared(parts, Operator.IN, Operator.NOT_IN)

    def between(self, parts: Sequence[Any]) -> ComparisonNode:
        return _compared(parts, Operator.BETWEEN, Operator.NOT_BETWEEN)

    def like(self, parts: Sequence[Any]) -> ComparisonNode:
        return _compared(parts, Operator.LIKE, Operator.NOT_LIKE)

    def missing(self, parts: Sequence[Any]) -> ComparisonNode:
        return _compared(parts, Operator.MISSING, Operator.NOT_MISSING)

    def negation(self, parts: Sequence[Any]) -> Condition:
        *signs, operand = parts
        condition: Condition = operand
        if len(signs) % 2 == 0:
            return condition
        return condition.operand if isinstance(condition, Negation) else Negation(condition)

    def conjunction(self, parts: Sequence[Condition]) -> Junction:
        return _joined(Connective.AND, parts)

    def disjunction(self, parts: Sequence[Condition]) -> Junction:
        return _joined(Connective.OR, parts)


def _without_quotes(token: Token) -> str:
    quote = token[0]
    return token[1:-1].replace(quote * 2, quote)


def _compared(parts: Sequence[Any], plain: Operator, negated: Operator) -> ComparisonNode:
    (name, position), negation, *values = parts
    return ComparisonNode(name, plain if negation is None else negated, tuple(values), position)


def _joined(connective: Connective, parts: Sequence[Condition]) -> Junction:
    operands: list[Condition] = []
    for part in parts:
        if isinstance(part, Junction) and part.connective is connective:
            operands.extend(part.operands)
        else:
            operands.append(part)
    return Junction(connective, tuple(operands))


def _meaningless(comparison: ComparisonNode) -> Iterator[SelectionFault]:
    """Expressions that follow the grammar but make no sense for any table."""
    for value in comparison.values:
        if not value.text:
            found = tr("the empty text is a missing cell, which no comparison finds")
            yield SelectionFault(value.position, found, tr("Write is missing or is not missing."))
        elif comparison.operator in (Operator.LIKE, Operator.NOT_LIKE):
            if not value.in_quotes:
                yield SelectionFault(
                    value.position,
                    tr("a pattern is text"),
                    tr("Write {in_single_quotes}.", in_single_quotes=in_single_quotes(shortened(value.text))),
                )
            elif compiled(value.text) is None:
                remedy = tr(r"Write \% for a percent sign, \_ for an underscore and \\ for a backslash.")
                yield SelectionFault(value.position, tr("a backslash in the pattern escapes nothing"), remedy)


def _strange(expression: str, index: int) -> SelectionFault:
    """A character that can begin nothing: an open quote, a sign of another language, or one that nobody sees."""
    character = expression[index]
    position = index + 1
    if character in "'\"`":
        return SelectionFault(
            position,
            tr("the quote {character} is not closed", character=character),
            tr("A quote inside of quotes is written twice."),
        )
    named = f"U+{ord(character):04X} {unicodedata.name(character, '')}".rstrip()
    found = tr(
        "the character {character} is not expected here", character=character if character.isprintable() else named
    )
    if character in _CURLY_QUOTES:
        return SelectionFault(position, found, tr("Write straight quotes: 'text', \"attribute\"."))
    if character in _WRITE_INSTEAD:
        return SelectionFault(
            position, found, tr("Write {write_instead} instead.", write_instead=_WRITE_INSTEAD[character])
        )
    if character in _SIGNS_OF_ARITHMETIC:
        return SelectionFault(position, found, tr("An attribute is compared with a value; nothing can be computed."))
    return SelectionFault(
        position, found, tr("Text values stand in single quotes, unusual names of attributes in double quotes.")
    )


def _misplaced(token: Token, accepted: set[str], end: int) -> SelectionFault:
    """A token that cannot follow those before it; `accepted` are the kinds of those that could."""
    expected = next((kind for kind in _REMEDIES if kind in accepted), "NAME")
    if token.type == "$END":
        return SelectionFault(end, tr("the expression ends too early"), _REMEDIES[expected])
    kind = "WORD" if token.type == "NAME" or token.type.lower() in KEYWORDS else token.type
    word = shortened(token) if kind in ("QUOTED", "TEXT") else shown(token)
    found = tr("{word} is not expected here", word=word)
    return SelectionFault(_begin(token), found, _better_remedy(expected, kind, token) or _REMEDIES[expected])


def _better_remedy(expected: str, kind: str, token: Token) -> str:
    """The remedy where a token shows the intention; nothing otherwise."""
    text = shortened(token)
    match expected, kind:
        case "NAME", "PLAIN":
            return tr("A comparison begins with the attribute: age > 30, not 30 < age.")
        case "NAME", "WORD":
            return tr(
                'The word belongs to the language; as the name of an attribute it is written "{text}".', text=text
            )
        case "PLAIN", "WORD" if token.type == "MISSING":
            return tr("Write is missing or is not missing.")
        case "PLAIN", "WORD":
            return tr(
                "Values that are text stand in single quotes: {in_single_quotes}.",
                in_single_quotes=in_single_quotes(text),
            )
        case "PLAIN", "QUOTED":
            value = in_single_quotes(text[1:-1])
            return tr(
                "Double quotes and backticks are for attributes; text values stand in single quotes: {value}.",
                value=value,
            )
        case "OPERATOR", "WORD":
            words = tr('Names of several words stand in double quotes: "country of birth".')
            return f"{_REMEDIES[expected]} {words}"
        case "OR", "COMMA":
            return tr("Decimals have a point: 1.5; several values are compared by in (1, 5).")
    return ""
