"""Sentences that are kept and read again in another language: an English text with its values, not yet put together."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from arxdesk_engine.foundation.language import ENGLISH, catalogue, in_language, language, short, tr, whole

MOST_DEEP = 4
"""So deep messages may stand in each other when they are read from a file."""
_FIELD = re.compile(r"{(\w+)}")


@dataclass(frozen=True, slots=True)
class TextMessage:
    """A sentence by the text that the catalogues translate and by what stands for its {placeholders}.

    With `many` it is a text by `number`, as `tr_n` has it. Numbers are written as the language does, messages are told
    in it, and several values follow each other behind commas.
    """

    text: str
    values: Mapping[str, Any] = field(default_factory=dict)
    many: str = ""
    number: int = 0

    def told(self) -> ToldText:
        """The sentence in the current language."""
        values = {"n": self.number, **self.values} if self.many else self.values
        return ToldText(_FIELD.sub(lambda place: _said(values.get(place[1], place[0])), self._template()), self)

    def _template(self) -> str:
        """The text of the current language with its placeholders. Nothing is filled in as `str.format` does, which
        does more than that with a text out of a file."""
        code, one = language(), not self.many or self.number == 1
        if code == ENGLISH:
            return self.text if one else self.many
        found = catalogue(code)
        return found.ngettext(self.text, self.many, self.number) if self.many else found.gettext(self.text)

    def in_english(self) -> str:
        """The sentence in English."""
        with in_language(ENGLISH):
            return str(self.told())

    def plain(self) -> dict[str, Any]:
        """As plain values for JSON."""
        found: dict[str, Any] = {"text": self.text}
        if self.values:
            found["values"] = {name: _plain(value) for name, value in self.values.items()}
        if self.many:
            found |= {"many": self.many, "number": self.number}
        return found

    @property
    def size(self) -> int:
        """The characters of its plain form."""
        return len(json.dumps(self.plain()))


class ToldText(str):
    """A sentence in the language it was made in, which knows its message: whoever keeps it, keeps that."""

    __slots__ = ("message",)
    message: TextMessage

    def __new__(cls, text: str, message: TextMessage) -> Self:
        """The sentence `text` of a message."""
        made = super().__new__(cls, text)
        made.message = message
        return made


def told(text: str, /, **values: object) -> ToldText:
    """A text as `tr` makes it, which is kept as its message. Values are texts, numbers, told texts, or tuples."""
    return TextMessage(text, _kept(values)).told()


def told_n(number: int, one: str, many: str, /, **values: object) -> ToldText:
    """A text by a number as `tr_n` makes it, which is kept as its message."""
    return TextMessage(one, _kept(values), many, number).told()


def message_of(plain: object, depth: int = MOST_DEEP) -> TextMessage:
    """The message that plain values mean. Raises ValueError where they mean none."""
    if not isinstance(plain, dict) or depth == 0 or not plain.keys() <= {"text", "values", "many", "number"}:
        raise ValueError(tr("it is not a message"))
    text, values, many, number = (plain.get(name, usual) for name, usual in _USUAL.items())
    is_fit = isinstance(text, str) and text and isinstance(values, dict) and isinstance(many, str)
    if not is_fit or type(number) is not int:
        raise ValueError(tr("it is not a message"))
    return TextMessage(text, {name: _value(value, depth - 1) for name, value in values.items()}, many, number)


_USUAL: dict[str, Any] = {"text": None, "values": {}, "many": "", "number": 0}


def _kept(values: Mapping[str, object]) -> dict[str, Any]:
    return {name: _message(value) for name, value in values.items()}


def _message(value: object) -> object:
    if isinstance(value, tuple):
        return tuple(map(_message, value))
    if isinstance(value, float) and not math.isfinite(value):  # JSON has no word for that
        return f"{value:g}"
    return value.message if isinstance(value, ToldText) else value


def _said(value: object) -> str:
    match value:
        case TextMessage():
            return value.told()
        case tuple():
            return ", ".join(map(_said, value))
        case int():
            return whole(value)
        case float():
            return short(value)
        case _:
            return str(value)


def _plain(value: object) -> object:
    match value:
        case TextMessage():
            return value.plain()
        case tuple():
            return [_plain(each) for each in value]
        case int() | float():
            return value
        case _:
            return str(value)


def _value(value: object, depth: int) -> object:
    match value:
        case dict():
            return message_of(value, depth)
        case list():
            if depth == 0:
                raise ValueError(tr("it is not a message"))
            return tuple(_value(each, depth - 1) for each in value)
        case bool() | None:
            raise ValueError(tr("it is not a message"))
        case str() | int() | float():
            return value
        case _:
            raise ValueError(tr("it is not a message"))
