"""Research subsets: which records of a table are to be shared, the others being the population they are hidden in."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.classes.packing import group
from arxdesk_engine.data.dataset import Codes, Dataset
from arxdesk_engine.data.spelling import exact_value
from arxdesk_engine.foundation.errors import InvalidData, Problem, quoted
from arxdesk_engine.foundation.language import tr, tr_n


def random_records(records: int, share: float, seed: int) -> NDArray[np.bool_]:
    """A simple random sample without replacement of round(share x records) records, at least one, bool[records].

    The share is meant as the decimal it is written as.
    """
    chosen = np.random.default_rng(seed).choice(records, max(1, round(Fraction(str(share)) * records)), replace=False)
    included = np.zeros(records, np.bool_)
    included[chosen] = True
    return included


def sampled_records(records: int, probability: float, seed: int | None) -> NDArray[np.bool_]:
    """Every record on its own with a probability, bool[records]; without a seed as the operating system draws it.

    Probabilities are taken as multiples of 2^-64, rounded down.
    """
    threshold = int(probability * 2.0**64)
    if threshold >= 2**64:
        return np.ones(records, np.bool_)
    if seed is None:
        import secrets  # noqa: PLC0415 - what protects people must not be foreseeable

        drawn = np.frombuffer(secrets.token_bytes(8 * records), np.uint64)
    else:
        drawn = np.random.default_rng(seed).integers(0, 2**64, records, np.uint64, endpoint=False)
    return drawn < np.uint64(threshold)


def matching_records(dataset: Dataset, subset: Dataset) -> NDArray[np.bool_]:
    """The records of a table that another table with the same columns lists, bool[records].

    Records that occur several times are taken as often as they are listed, the first ones first. Raises InvalidData
    where columns differ, or a record that is listed is not in the table, or not as often.
    """
    missing = [name for name in dataset.names if name not in subset]
    if missing or len(subset.names) != len(dataset.names):
        found = (
            tr("has no attribute {name}", name=quoted(missing[0]))
            if missing
            else tr("has other columns than the table")
        )
        raise InvalidData(Problem(subset.source, found, tr("A subset has the same columns as the table.")))
    together = np.stack([_common_codes(dataset, subset, name) for name in dataset.names], axis=1)
    _representatives, _counts, members = group(together, np.ones(len(together), np.int64))
    ours, theirs = members[: dataset.records], members[dataset.records :]
    wanted = np.bincount(theirs, minlength=int(members.max(initial=-1)) + 1)
    there = np.bincount(ours, minlength=len(wanted))
    if (wanted > there).any():
        record = int(np.flatnonzero((wanted > there)[theirs])[0]) + 1
        number = int((wanted - there).clip(0).sum())
        found = tr_n(
            number,
            "this record is there more often than in the table ({n} such record in all)",
            "this record is there more often than in the table ({n} such records in all)",
        )
        if there[theirs[record - 1]] == 0:
            found = tr_n(
                number,
                "this record is not in the table ({n} such record in all)",
                "this record is not in the table ({n} such records in all)",
            )
        raise InvalidData(
            Problem(
                tr("{place}, record {record}", place=subset.source, record=record),
                found,
                tr("A subset lists records of the table."),
            )
        )
    order = np.argsort(ours, kind="stable")
    first = np.concatenate([[0], np.cumsum(there)[:-1]])
    rank = np.empty(len(ours), np.int64)
    rank[order] = np.arange(len(ours)) - first[ours[order]]
    included: NDArray[np.bool_] = rank < wanted[ours]
    return included


def _common_codes(dataset: Dataset, subset: Dataset, name: str) -> NDArray[np.uint64]:
    """The codes of one column in both tables, one after the other, so that equal texts, and texts of equal
    numbers or dates, have equal codes."""
    ours, theirs = dataset[name], subset[name]
    code_of: dict[Hashable, int] = {}
    for code, value in enumerate(ours.values):
        code_of[value] = code
        if (meant := exact_value(value, ours.type)) is not None:
            code_of[meant] = code
    codes: list[int] = []
    number = len(ours.values)
    for value in theirs.values:
        meant = exact_value(value, ours.type)
        key: Hashable = value if meant is None else meant
        codes.append(code_of.setdefault(key, number))
        number += codes[-1] == number
    translated: Codes = np.array(codes, np.int32)[theirs.codes] if codes else np.empty(0, np.int32)
    return np.concatenate([ours.codes, translated]).astype(np.uint64)
