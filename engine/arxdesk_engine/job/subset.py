"""The research subset as a job says it: where it begins, and which records are added or taken out by hand."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import PurePath
from typing import Annotated, Literal, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import AfterValidator, Field, model_validator

from arxdesk_engine.foundation.errors import UnfitValue, quoted
from arxdesk_engine.foundation.language import marked, short, tr, whole
from arxdesk_engine.job.attributes import FilePath, Section

_RANGE = re.compile(r"\s*(\d{1,10})\s*(?:-\s*(\d{1,10})\s*)?", re.ASCII)
_SHOWN = 80


def ranges_of(text: str) -> tuple[tuple[int, int], ...]:
    """The ranges of records that a text such as "1-5, 9" lists, in ascending order: first and last, counted from 1.

    Ranges that touch or overlap are put together. Raises ValueError: what is wrong, and what to write.
    """
    return _joined(sorted(_range(piece) for piece in text.split(","))) if text.strip() else ()


def ranges_text(chosen: NDArray[np.bool_]) -> str:
    """The records of a mask, bool[records], as such a text."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], chosen, [False]]).astype(np.int8)))
    pairs = zip((edges[::2] + 1).tolist(), edges[1::2].tolist(), strict=True)
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in pairs)


def _range(piece: str) -> tuple[int, int]:
    found = _RANGE.fullmatch(piece)
    first = int(found[1]) if found else 0
    last = int(found[2] or found[1]) if found else 0
    if first < 1 or last < first:
        raise UnfitValue(
            tr("{piece} is not a range of records", piece=quoted(piece.strip())),
            tr('Write numbers from 1 on, such as "1-5, 9".'),
        )
    return first, last


def _joined(ranges: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    result: list[tuple[int, int]] = []
    for first, last in ranges:
        if result and first <= result[-1][1] + 1:
            result[-1] = (result[-1][0], max(last, result[-1][1]))
        else:
            result.append((first, last))
    return tuple(result)


def _records(text: str) -> str:
    ranges_of(text)
    return text


def _expression(text: str) -> str:
    if not text.strip():
        raise UnfitValue(tr("the expression is empty"), tr("Write a condition, such as age >= 18."))
    return text


class SubsetSettings(Section):
    """The section [subset] of a job: the records that are anonymized and shared; the others are the population.

    It begins with `base` ("all" or "none"), the records of an expression (`select`), those listed in a `file` written
    as the table is, or a `random` share of them drawn with a `seed`; `invert` takes the others instead. Then `include`
    adds and `exclude` takes out records by their numbers from 1, written as ranges: "1-5, 9".
    """

    base: Literal["all", "none"] = "all"
    select: Annotated[str, AfterValidator(_expression)] | None = None
    file: FilePath | None = None
    random: float | None = Field(default=None, gt=0.0, le=1.0, strict=True)
    seed: int = Field(default=0, ge=0, strict=True)
    invert: bool = Field(default=False, strict=True)
    include: Annotated[str, AfterValidator(_records)] = ""
    exclude: Annotated[str, AfterValidator(_records)] = ""

    @model_validator(mode="after")
    def _is_clear(self) -> Self:
        named = [name for name in ("select", "file", "random") if getattr(self, name) is not None]
        if len(named) > 1:
            raise UnfitValue(
                tr("{one} and {other} contradict each other", one=named[0], other=named[1]),
                tr("Write one of select, file and random."),
            )
        if named and self.base == "none":
            raise UnfitValue(
                tr('base = "none" and {other} contradict each other', other=named[0]), tr("Leave one of them out.")
            )
        if self.seed and self.random is None:
            raise UnfitValue(tr("seed has no meaning without random"), tr("Leave it out, or write random = 0.1."))
        both = next(_common(ranges_of(self.include), ranges_of(self.exclude)), None)
        if both is not None:
            raise UnfitValue(
                tr("record {record} is both included and excluded", record=both),
                tr("Take it out of one of the two lists."),
            )
        return self

    @property
    def by_hand(self) -> tuple[int, int]:
        """The numbers of records that are added and taken out one by one."""
        added, taken = (
            sum(last - first + 1 for first, last in ranges_of(text)) for text in (self.include, self.exclude)
        )
        return added, taken

    @property
    def description(self) -> str:
        """The subset in a few plain words."""
        if self.select is not None:
            shortened = self.select if len(self.select) <= _SHOWN else f"{self.select[: _SHOWN - 1]}…"
            base = tr("not ({condition})", condition=shortened) if self.invert else shortened
        elif self.file is not None:
            told = marked("not listed in {file}") if self.invert else marked("listed in {file}")
            base = tr(told, file=PurePath(self.file).name)
        elif self.random is not None:
            drawn = tr("{share} % at random, seed {seed}", share=short(100 * self.random, 4), seed=self.seed)
            base = tr("all but {drawn}", drawn=drawn) if self.invert else drawn
        else:
            base = tr("all records") if (self.base == "all") is not self.invert else tr("no records")
        added, taken = self.by_hand
        by_hand = [tr("{n} added by hand", n=whole(added))] if added else []
        by_hand += [tr("{n} taken out by hand", n=whole(taken))] if taken else []
        return ", ".join([base, *by_hand])

    def with_path(self, change: Callable[[str], str]) -> Self:
        """The same settings with another path of the file."""
        return self if self.file is None else self.model_copy(update={"file": change(self.file)})


def _common(first: tuple[tuple[int, int], ...], second: tuple[tuple[int, int], ...]) -> Iterator[int]:
    """The first record of every overlap of two ascending lists of ranges."""
    mine, other = 0, 0
    while mine < len(first) and other < len(second):
        low, high = max(first[mine][0], second[other][0]), min(first[mine][1], second[other][1])
        if low <= high:
            yield low
        if first[mine][1] < second[other][1]:
            mine += 1
        else:
            other += 1
