"""Hierarchies that ship with ArxDesk: age, dates, ZIP codes, countries, diagnoses."""

from __future__ import annotations

import csv
import functools
import importlib.resources
import re
import tomllib
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from pydantic import field_validator

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.foundation.errors import UnfitValue, quoted, suggestion
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.hierarchies.builder import ClassifyingBuilder, HierarchyBuilder, Labels, Row
from arxdesk_engine.hierarchies.date import DateBuilder
from arxdesk_engine.hierarchies.interval import IntervalBuilder
from arxdesk_engine.hierarchies.redaction import RedactionBuilder

_SPECIFICATIONS: Mapping[str, type[HierarchyBuilder]] = {
    "interval": IntervalBuilder,
    "date": DateBuilder,
    "redaction": RedactionBuilder,
}
_COUNTRY_FORMS = {"countries-alpha-2": "alpha-2", "countries-alpha-3": "alpha-3", "countries-names": "name"}
_COUNTRY_VALUES = {
    "countries-alpha-2": marked("alpha-2 of a country"),
    "countries-alpha-3": marked("alpha-3 of a country"),
    "countries-names": marked("name of a country"),
}
TITLES = (
    marked("age in years, 0 to 120"),
    marked("dates by month, quarter, year and decade"),
    marked("dates by ISO week and its year"),
    marked("ZIP codes of the United States by their first digits"),
    marked("countries (ISO 3166-1 alpha-2) by regions of the United Nations (M49)"),
    marked("countries (ISO 3166-1 alpha-3) by regions of the United Nations (M49)"),
    marked("countries (English names of ISO 3166-1) by regions of the United Nations (M49)"),
    marked("diagnoses (ICD-10, WHO 2019) by category, block and chapter"),
)
"""The titles of those that ship with the program, for the catalogues."""
_DIAGNOSIS = re.compile(r"([A-Z]\d\d)(?:\.?[0-9A-Z]{1,4})?(?:\.?-)?[*+†!]?", re.ASCII)
_WORD = re.compile(r"[^\W_]+")
_LITTLE_WORDS = frozenset(("and", "the", "of"))


def names() -> tuple[str, ...]:
    """The names by which jobs call them."""
    return tuple(_index())


def title(name: str) -> str:
    """The title of a ready-made hierarchy. Raises KeyError for other names."""
    told = str(_index()[name]["title"])
    return tr(told)


class ReadyMadeBuilder(ClassifyingBuilder):
    """One of the hierarchies that ship with ArxDesk, by its name.

    Examples
    --------
    >>> import arxdesk as ad
    >>> ad.ReadyMade(name="icd-10").labels_of(["J45"])
    [('J45', 'J45', 'J40-J47', 'J00-J99', '*')]
    """

    builder: Literal["ready-made"] = "ready-made"
    name: str

    @field_validator("name")
    @classmethod
    def _is_known(cls, value: str) -> str:
        if value not in names():
            raise UnfitValue(tr("{value} is not known", value=quoted(value)), suggestion(value, names()))
        return value

    @property
    def title(self) -> str:
        """The name of the kind."""
        return title(self.name)

    @property
    def specification(self) -> HierarchyBuilder | None:
        """The builder of another kind that makes it, where that can be changed."""
        content = _index()[self.name].get("specification")
        if content is None:
            return None
        updated = content if self.other is None else {**content, "other": self.other}
        return _SPECIFICATIONS[content["builder"]].model_validate(updated)

    def resolved(self, column: Column) -> HierarchyBuilder:
        """The same, or its builder with the date format of the column; its domain is that of the table."""
        specification = self.specification
        if isinstance(specification, DateBuilder):
            return specification.resolved(column)
        return self

    def domain(self, column: Column) -> Sequence[str]:
        """All values of the table in the form of the column, then other values of the column."""
        return list(dict.fromkeys((*listed_in(self.name), *column.values)))

    def labels_of(self, values: Sequence[str]) -> list[Row]:
        """A row for each value. Raises InvalidHierarchy for unknown values if there is no `other`."""
        specification = self.specification
        return super().labels_of(values) if specification is None else specification.labels_of(values)

    @property
    def _levels(self) -> int:
        return 3

    @property
    def _expected(self) -> str:
        return tr("code of ICD-10") if self.name == "icd-10" else tr(_COUNTRY_VALUES[self.name])

    def _classifier(self) -> Callable[[str], Labels | None]:
        return _diagnosis if self.name == "icd-10" else _country


def _text(name: str) -> str:
    return importlib.resources.files("arxdesk_resources").joinpath("hierarchies", name).read_text(encoding="utf-8")


@functools.cache
def _index() -> dict[str, dict[str, Any]]:
    return tomllib.loads(_text("ready-made.toml"))


@functools.cache
def countries() -> tuple[dict[str, str], ...]:
    """Every country of ISO 3166-1: its codes and name, its area, sub-region and region, other names.

    Regions are those of UN M49; the area is the intermediate region if there is one, else the sub-region.
    """
    return tuple(csv.DictReader(_text("countries.csv").splitlines(), delimiter=";"))


@functools.cache
def diagnosis_blocks() -> tuple[tuple[str, str, str, str], ...]:
    """The blocks of ICD-10 (WHO, 2019) in order: first and last category, number and range of the chapter."""
    rows = csv.reader(_text("icd-10.csv").splitlines()[1:], delimiter=";")
    return tuple((first, last, chapter, categories) for first, last, chapter, categories in rows)


def listed_in(name: str) -> list[str]:
    """The values that one of them lists by itself, as it writes them."""
    if name in _COUNTRY_FORMS:
        return [row[_COUNTRY_FORMS[name]] for row in countries()]
    lowest, highest = _index()[name].get("domain", (0, -1))
    return [str(value) for value in range(lowest, highest + 1)]


def _folded(text: str) -> str:
    words = (word for word in _WORD.findall(text.casefold()) if word not in _LITTLE_WORDS)
    return " ".join(words)


@functools.cache
def _regions() -> dict[str, Labels]:
    found: dict[str, Labels] = {}
    for row in countries():
        known_as = (row["alpha-2"], row["alpha-3"], row["name"], *filter(None, row["also"].split("|")))
        found.update({_folded(name): (row["area"], row["sub-region"], row["region"]) for name in known_as})
    return found


def _country(value: str) -> Labels | None:
    return _regions().get(_folded(value))


@functools.cache
def _first_categories() -> list[str]:
    return [first for first, *_rest in diagnosis_blocks()]


def _diagnosis(value: str) -> Labels | None:
    """Category, block and chapter of a code such as E11.9 or E119.

    A category of a national modification that lies in a chapter but in no block is a block of its own.
    """
    found = _DIAGNOSIS.fullmatch(value.upper())
    if found is None:
        return None
    category = found[1]
    place = max(bisect_right(_first_categories(), category) - 1, 0)
    first, last, _chapter, categories = diagnosis_blocks()[place]
    if first <= category <= last:
        return category, f"{first}-{last}", categories
    last_of_chapter = categories.partition("-")[2]
    return (category, f"{category}-{category}", categories) if first <= category <= last_of_chapter else None
