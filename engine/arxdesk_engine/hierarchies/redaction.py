"""Characters of a value replaced one after the other: for codes whose beginnings or ends matter most."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import SUPPRESSED
from arxdesk_engine.foundation.errors import UnfitValue
from arxdesk_engine.foundation.language import tr, whole
from arxdesk_engine.hierarchies.builder import ClassifyingBuilder, Labels, Row

_MOST_CHARACTERS = 1_000_000_000
"""Of all labels of a hierarchy together."""


def _character(value: str) -> str:
    if len(value) != 1:
        raise UnfitValue(tr("exactly one character is needed"), tr("Write one such as * or #."))
    return value


Character = Annotated[str, AfterValidator(_character)]


class RedactionBuilder(ClassifyingBuilder):
    """Values brought to one length, then redacted character by character, as engine reference 1.7 defines.

    `alignment` "left" pads values at their end, "right" at their beginning; `direction` is the start of redaction.
    `length` is that of the longest value (None: that of the column), `redacted` the number of characters replaced at
    each level (None: one more each time); at the last level all are. `root` is the label of that level: None for
    the redacted text itself. `alphabet` lists the allowed characters; None: any.

    Examples
    --------
    >>> import arxdesk as ad
    >>> ad.Redaction(length=5).labels_of(["81667"])
    [('81667', '8166*', '816**', '81***', '8****', '*****')]
    """

    builder: Literal["redaction"] = "redaction"
    alignment: Literal["left", "right"] = "left"
    direction: Literal["right-to-left", "left-to-right"] = "right-to-left"
    padding: Character = SUPPRESSED
    redaction: Character = SUPPRESSED
    length: int | None = Field(default=None, ge=1, strict=True)
    redacted: tuple[Annotated[int, Field(ge=1, strict=True)], ...] = ()
    alphabet: str | None = Field(default=None, min_length=1)
    root: str | None = Field(default=None, min_length=1)

    @model_validator(mode="after")
    def _redacts_more_and_more(self) -> Self:
        if any(before >= after for before, after in pairwise(self.redacted)):
            raise UnfitValue(
                tr("the numbers in redacted do not increase"), tr("Write them from few to many, such as [1, 2, 4].")
            )
        if self.length is not None and self.redacted and self.redacted[-1] > self.length:
            raise UnfitValue(
                tr("more than the {n} characters are redacted", n=whole(self.length)), tr("Write smaller numbers.")
            )
        return self

    @property
    def title(self) -> str:
        """The name of the kind."""
        return tr("redaction")

    @property
    def depends_on_data(self) -> bool:
        """Unless the length is given."""
        return self.length is None

    def resolved(self, column: Column) -> RedactionBuilder:
        """The same with the length of the longest value of the column."""
        if self.length is not None:
            return self
        longest = max(map(len, column.values), default=0)
        return self.model_copy(update={"length": max(longest, *self.redacted, 1) if self.redacted else max(longest, 1)})

    @property
    def _steps(self) -> list[int]:
        """The number of characters redacted at each level below the last."""
        length = self.length or 1
        return [step for step in self.redacted or range(1, length) if step < length]

    @property
    def _levels(self) -> int:
        length = self.length or 1
        return sum(step < length for step in self.redacted) if self.redacted else length - 1

    @property
    def _expected(self) -> str:
        length = whole(self.length or 1)
        if self.alphabet is None:
            return tr("text of at most {n} characters", n=length)
        return tr("text of the characters {alphabet} of at most {n} characters", alphabet=self.alphabet, n=length)

    @property
    def _remedy(self) -> str:
        return tr('Set a greater length, or give them a label of their own: other = "other".')

    def labels_of(self, values: Sequence[str]) -> list[Row]:
        """A row for each value. Raises InvalidHierarchy for values that are too long or have other characters."""
        if self.length is None:
            raise self._unfit(
                tr("the length of the values is not known"), tr("Write length = 5, or resolve it for a column.")
            )
        self._require_few_levels(self._levels + 2)
        characters = self.length * max(self._levels, 1) * len(values)
        if characters > _MOST_CHARACTERS:
            found = tr(
                "labels of {length} characters for {values} values are {total} characters",
                length=whole(self.length),
                values=whole(len(values)),
                total=whole(characters),
            )
            remedy = tr(
                "At most {n} are possible: set a smaller length, with a label for other values.",
                n=whole(_MOST_CHARACTERS),
            )
            raise self._unfit(found, remedy)
        root = self.redaction * self.length if self.root is None else self.root
        return [(*row[:-1], root) for row in super().labels_of(values)]

    def _classifier(self) -> Callable[[str], Labels | None]:
        length, steps = self.length or 1, self._steps
        masks = [self.redaction * step for step in steps]
        alphabet = None if self.alphabet is None else frozenset(self.alphabet)
        to_the_left = self.direction == "right-to-left"

        def labels(value: str) -> Labels | None:
            if len(value) > length or (alphabet is not None and not alphabet.issuperset(value)):
                return None
            padded = (
                value.ljust(length, self.padding) if self.alignment == "left" else value.rjust(length, self.padding)
            )
            if to_the_left:
                return tuple(padded[: length - step] + mask for step, mask in zip(steps, masks, strict=True))
            return tuple(mask + padded[step:] for step, mask in zip(steps, masks, strict=True))

        return labels
