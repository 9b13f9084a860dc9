"""A privacy model for tests, written as anybody would add one: its file is all that the program knows of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from arxdesk_engine.classes.classes import Classes
from arxdesk_engine.privacy.arx_forms import NUMBER, ArxForms, ArxText, whole
from arxdesk_engine.privacy.criterion import ClassCriterion
from arxdesk_engine.privacy.description import (
    IDENTITY,
    CommonParameters,
    Description,
    Parameter,
    ParameterKind,
    PresetValues,
)
from arxdesk_engine.privacy.model import PrivacyModel
from arxdesk_engine.privacy.table import WholeTable

PAGE = """# Even size

The size of every group is a multiple of a number.

## Parameters

| parameter | meaning |
|---|---|
| `factor` | the number |

## Formula

c mod f = 0

## Limits

It protects nobody.

## Source

- Invented for the tests, 2026.

## Related

[All privacy models](../privacy-models.md)
"""


@dataclass(frozen=True, slots=True)
class MultipleSize(ClassCriterion):
    """The size of every class is a multiple of the factor; so is that of a union of such classes."""

    factor: int

    @property
    def monotonic_without_suppression(self) -> bool:
        """Always."""
        return True

    def violating(self, classes: Classes) -> NDArray[np.bool_]:
        """Classes of other sizes."""
        return classes.counts % self.factor != 0


class EvenSize(PrivacyModel):
    """The size of every class is a multiple of a number."""

    description = Description(
        name="Even size",
        against="odd numbers",
        promise="Nobody is left over when groups are paired.",
        protects_against="being left over",
        term=IDENTITY,
        in_short="against being left over",
        rule="the size of every group is a multiple of `factor`",
        source="Invented for the tests",
        parameters=(
            Parameter(
                *("factor", "Multiple of (f)", ParameterKind.WHOLE, 2, "1 allows every size."),
                short="f",
                least=1,
                most=100,
                is_told=True,
                series=(2, 3, 4),
                symbol="f",
            ),
        ),
        usual=(CommonParameters("Pairs", {"factor": 2}), CommonParameters("Triples", {"factor": 3})),
        presets={"internal": PresetValues({"factor": 2}, "Pairs: colleagues never work alone.")},
    )
    arx = ArxForms(
        order=1000,
        criteria={"EvenSize": lambda each: {"factor": each.get("f")}},
        desktop_field="evenSizeModel",
        desktop=lambda each: {"factor": each.get("factor")},
        texts=(ArxText(rf"even-{NUMBER}", lambda found: {"factor": whole(found[1])}),),
    )

    model: Literal["even-size"] = "even-size"
    factor: int = Field(ge=1, strict=True)

    def bind(self, table: WholeTable) -> MultipleSize:
        """The factor."""
        return MultipleSize(self.factor)

    @property
    def title(self) -> str:
        """Such as multiples of 2."""
        return f"multiples of {self.factor}"

    @property
    def sentence(self) -> str:
        """The promise with its number."""
        return f"The size of every group is a multiple of {self.factor}."
