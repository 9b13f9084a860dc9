"""Whether two inputs are the same records, and which people are in both."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.raw_table import RawColumn
from arxdesk_engine.data.schema import Role
from arxdesk_engine.job.job import Job

_BYTES = 8


@dataclass(frozen=True, slots=True, eq=False)
class InputIdentity:
    """The records of an input: their `digest`, and whose each is.

    `people` int64[records] are keyed digests of the cells of the column `person`; None, and "", where no column tells
    people apart.
    """

    digest: str
    records: int
    person: str
    people: NDArray[np.int64] | None


def identity_of(job: Job, dataset: Dataset, raw: Iterable[RawColumn], key: bytes) -> InputIdentity:
    """The identity of a table: `raw` are its columns as they were read, so that replacing texts does not change it.

    The digest is the SHA-256 of those of all columns, sorted: neither the names of columns nor their order count, the
    order of records does. People are told by the person column of the job, else by the first identifying column
    that has a value of its own in every record; their digests are BLAKE2b (RFC 7693) with a key, of 64 bits.
    """
    digests = sorted(digest_of_cells(column) for column in raw)
    person = _person(job, dataset)
    people = None if not person else _hashed(dataset[person].values, key)[dataset[person].codes]
    return InputIdentity(hashlib.sha256("".join(digests).encode()).hexdigest(), dataset.records, person, people)


def digest_of_cells(column: RawColumn) -> str:
    """The SHA-256 of the cells of a column, in hexadecimal digits, however the dictionary is ordered."""
    return hashlib.sha256(_hashed(column.dictionary)[column.codes].astype("<i8").data).hexdigest()


def _hashed(texts: Iterable[str], key: bytes = b"") -> NDArray[np.int64]:
    """Digests of texts, int64[texts]; one by one, so that other threads go on."""

    def digest(text: str) -> int:
        content = text.encode("utf-8", "surrogatepass")
        return int.from_bytes(hashlib.blake2b(content, digest_size=_BYTES, key=key).digest(), "little", signed=True)

    return np.fromiter(map(digest, texts), np.int64)


def _person(job: Job, dataset: Dataset) -> str:
    if job.data.person is not None:
        return job.data.person
    for column in dataset:
        is_key = job.settings_of(column.name).role is Role.IDENTIFYING and "" not in column.values[:1]
        if is_key and len(column.values) == dataset.records == len(np.unique(column.codes)):
            return column.name
    return ""
