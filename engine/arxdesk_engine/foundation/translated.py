"""Texts of declarations: English where they are declared, in the language of the moment where they are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from arxdesk_engine.foundation.language import tr

Kind = TypeVar("Kind", bound=type)
Key = TypeVar("Key")


def translated(*fields: str) -> Callable[[Kind], Kind]:
    """Have fields of a dataclass with slots read in the current language; what they are given is `marked`.

    A field is a text, or a tuple of texts, or of pairs of a key and its text: ("poisson", "estimated").
    """

    def of(kind: Kind) -> Kind:
        for name in fields:
            setattr(kind, name, _Translated(getattr(kind, name)))
        return kind

    return of


class _Translated:
    """Stands in front of the slot of a field."""

    def __init__(self, slot: Any) -> None:  # noqa: ANN401 - Python does not name its type
        self._slot = slot

    def __get__(self, instance: object, owner: type) -> object:
        return self if instance is None else _in_the_language(self._slot.__get__(instance, owner))

    def __set__(self, instance: object, text: object) -> None:
        self._slot.__set__(instance, text)


def _in_the_language(text: object) -> object:
    if isinstance(text, str):
        return tr(text)
    if isinstance(text, tuple):
        return tuple((each[0], tr(each[1])) if isinstance(each, tuple) else tr(each) for each in text)
    return text


class ClassText:
    """A `marked` text as an attribute of a class, which reads in the current language."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __get__(self, instance: object, owner: type) -> str:
        return tr(self._text)


class Texts(Mapping[Key, str]):
    """`marked` texts by their keys, which read in the current language."""

    def __init__(self, texts: Mapping[Key, str]) -> None:
        self._texts = dict(texts)

    def __getitem__(self, key: Key) -> str:
        return tr(self._texts[key])

    def __iter__(self) -> Iterator[Key]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)
