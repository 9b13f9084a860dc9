"""Whose record each is, from the person column of a table."""

from __future__ import annotations

import numpy as np

from arxdesk_engine.data.dataset import Codes, Column, Dataset


def people_of(dataset: Dataset, person: str) -> Codes:
    """The number of the person of every record, int32[records], from 0 without gaps."""
    _values, numbers = np.unique(dataset[person].codes, return_inverse=True)
    return numbers.astype(np.int32)


def number_of_people(person: Column) -> int:
    """How many people a person column names."""
    return int(np.count_nonzero(np.bincount(person.codes)))


def records_without_person(dataset: Dataset, person: str) -> int:
    """The number of records that nobody is named for."""
    column = dataset[person]
    missing = [code for code, value in enumerate(column.values) if not value.strip()]
    return int(np.isin(column.codes, missing).sum())
