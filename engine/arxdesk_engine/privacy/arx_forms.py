"""The three forms in which ARX stores a privacy model: an object of its library, one of its desktop, and a text.

A model declares its own, so that projects of ARX are read without naming models elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

Values = dict[str, object]
"""Parameters of a model as a job states them, unchecked; None: not stated."""


class StoredObject(Protocol):
    """An object of ARX, by the names of its fields; of several names the first one counts that is there."""

    def get(self, *names: str) -> object:
        """A value."""

    def text(self, *names: str) -> str | None:
        """A text, or the name of a constant."""

    def flag(self, *names: str) -> bool | None:
        """Whether something is so."""

    def part(self, *names: str) -> object | None:
        """Another object."""


Reader = Callable[[StoredObject], Values]


@dataclass(frozen=True, slots=True)
class ArxText:
    """A text of ARX's XML (a pattern of all of it, in any case), and the parameters that it tells.

    `missing` names the parameter that the text leaves out, "{text}" being the text, and `usual` what it is in ARX.
    """

    pattern: str
    values: Callable[[re.Match[str]], Values]
    missing: str = ""
    usual: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArxForms:
    """How ARX stores a model.

    `criteria` are classes of its library, by their names. `desktop_field` is the field of a desktop project that holds
    the model; where `variants` are given, it holds others too, and those numbers of a "variant" are the model's.
    `presets` are parameters before anybody touches them. Models are listed in the `order` of ARX's desktop.
    """

    order: int
    criteria: Mapping[str, Reader]
    desktop_field: str
    desktop: Reader
    variants: Sequence[int] | None = None
    presets: tuple[Values, ...] = ()
    texts: tuple[ArxText, ...] = ()

    def holds(self, stored: StoredObject) -> bool:
        """Whether an object in its field is the model."""
        number = stored.get("variant")
        return self.variants is None or (isinstance(number, int) and number in self.variants)


NUMBER = r"([-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)"
OF_ATTRIBUTE = r" for attribute '(.*)'"


def whole(text: str) -> object:
    """A whole number, where a text is one."""
    number = float(text)
    return int(number) if number.is_integer() else number


def variant_name(names: Sequence[str], number: object) -> str:
    """The name of a variant; a number that is not known, which the model refuses."""
    return names[number] if isinstance(number, int) and 0 <= number < len(names) else f"number {number}"
