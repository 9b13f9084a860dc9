"""How many records people have, and which columns stay the same in all records of a person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.foundation.words import ENGLISH, Words
from arxdesk_engine.preparation.people import people_of

MOST_DIFFERING = 0.05
"""The share of people with several records up to which different values are taken for errors."""


class Constancy(StrEnum):
    """Whether a column is the same in all records of a person."""

    CONSTANT = "constant"
    NEARLY_CONSTANT = "nearly constant"
    """In few people it differs, who are told: it may be an error."""
    CHANGING = "changing"
    UNKNOWN = "unknown"
    """Nobody has several records."""


@dataclass(frozen=True, slots=True)
class ColumnOfPeople:
    """A column, and in how many of the people with several records its values differ."""

    name: str
    constancy: Constancy
    differing: int


@dataclass(frozen=True, slots=True)
class RecordsOfPeople:
    """The people of a table: all of them, those with several records, and the records of one of them."""

    people: int
    with_several: int
    median: float
    most: int
    columns: tuple[ColumnOfPeople, ...]

    def plain(self) -> dict[str, Any]:
        """As it stands in a JSON report."""
        return {
            "people": self.people,
            "with_several_records": self.with_several,
            "median_records": self.median,
            "most_records": self.most,
            "columns": {
                each.name: {"in_a_person": each.constancy.value, "people_differing": each.differing}
                for each in self.columns
            },
        }

    def of_column(self, name: str) -> ColumnOfPeople | None:
        """What is known of a column; None for the person column itself."""
        return next((each for each in self.columns if each.name == name), None)


def records_of_people(dataset: Dataset, person: str) -> RecordsOfPeople:
    """Count the records of each person, and the people in whom each other column differs.

    Missing cells are a value. A column is nearly constant where its values differ in at most 5 % of the people with
    several records.
    """
    people = people_of(dataset, person)
    counts = np.bincount(people)
    several = int((counts > 1).sum())
    columns = tuple(_column(column.name, people, column.codes, several) for column in dataset if column.name != person)
    median, most = (float(np.median(counts)), int(counts.max())) if len(counts) else (0.0, 0)
    return RecordsOfPeople(len(counts), several, median, most, columns)


def differing_people(dataset: Dataset, person: str, name: str) -> NDArray[np.bool_]:
    """The records of people in whom a column differs, bool[records]."""
    people = people_of(dataset, person)
    return _differs(people, dataset[name].codes)[people]


def differing_rows(dataset: Dataset, person: str, name: str) -> NDArray[np.intp]:
    """The same as places in the table, person by person, intp[n]."""
    found = np.flatnonzero(differing_people(dataset, person, name))
    return found[np.argsort(people_of(dataset, person)[found], kind="stable")]


def _column(name: str, people: NDArray[np.int32], codes: NDArray[np.int32], several: int) -> ColumnOfPeople:
    differing = int(_differs(people, codes).sum())
    if several == 0:
        constancy = Constancy.UNKNOWN
    elif differing == 0:
        constancy = Constancy.CONSTANT
    else:
        is_rare = differing <= MOST_DIFFERING * several
        constancy = Constancy.NEARLY_CONSTANT if is_rare else Constancy.CHANGING
    return ColumnOfPeople(name, constancy, differing)


def _differs(people: NDArray[np.int32], codes: NDArray[np.int32]) -> NDArray[np.bool_]:
    """The people with different codes, bool[people]."""
    number = int(people.max(initial=-1)) + 1
    least = np.full(number, np.iinfo(np.int32).max, np.int32)
    largest = np.full(number, -1, np.int32)
    np.minimum.at(least, people, codes)
    np.maximum.at(largest, people, codes)
    found: NDArray[np.bool_] = least < largest
    return found


def people_sentence(found: RecordsOfPeople, words: Words = ENGLISH) -> str:
    """How many people there are, and with how many records."""
    people = words.people(found.people)
    if found.with_several == 0:
        return tr("{people} with one record each.", people=people)
    return tr(
        "{people}, {several} of them with several records, {most} at most.",
        people=people,
        several=words.count(found.with_several),
        most=words.count(found.most),
    )


def findings(found: RecordsOfPeople, words: Words = ENGLISH) -> Sequence[str]:
    """A sentence for every column that is nearly constant."""
    return [
        tr(
            "{column} differs between the records of {people} and is the same for all others: check these values.",
            column=each.name,
            people=words.people(each.differing),
        )
        for each in found.columns
        if each.constancy is Constancy.NEARLY_CONSTANT
    ]
