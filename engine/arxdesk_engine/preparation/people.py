"""Whose record each is, from the person column of a table, and which records of people with very many are left out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.dataset import Codes, Column, Dataset
from arxdesk_engine.data.schema import Role
from arxdesk_engine.job.job import Job
from arxdesk_engine.risk.wildcards import distinct_tuples


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


def surplus_records(job: Job, dataset: Dataset) -> NDArray[np.bool_] | None:
    """The records beyond the number that a job allows of each person, bool[records]; None where it allows any number.

    Of those drawn at random each set of a person is as likely; the same seed draws the same ones. The most common ones
    are those whose values in the quasi-identifiers, as they are read, most people have, and the first ones of equals.
    """
    person, limit = job.data.person, job.data.per_person
    if limit is None or person is None or person not in dataset:
        return None
    people = people_of(dataset, person)
    if limit.keep == "random":
        order = np.random.default_rng(limit.seed).random(dataset.records)
    else:
        order = -_people_alike(job, dataset, people)
    in_turn = np.lexsort((np.arange(dataset.records), order, people))
    owners = people[in_turn]
    rank = np.arange(dataset.records) - np.searchsorted(owners, owners)
    surplus = np.zeros(dataset.records, np.bool_)
    surplus[in_turn[rank >= limit.records]] = True
    return surplus


def _people_alike(job: Job, dataset: Dataset, people: Codes) -> NDArray[np.float64]:
    """How many people have a record with the values of each record in the quasi-identifiers, float64[records]."""
    columns = [each.codes for each in dataset if job.settings_of(each.name).role is Role.QUASI_IDENTIFYING]
    if not columns:
        return np.zeros(dataset.records)
    alike = distinct_tuples(columns).tuple_of_record
    pairs = distinct_tuples([alike, people])
    number: NDArray[np.int64] = np.bincount(pairs.codes[0], minlength=int(alike.max(initial=-1)) + 1)
    return number[alike].astype(np.float64)
