"""delta-presence: how likely somebody of the population is in the research subset (Nergiz et al. 2007)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, model_validator

from arxdesk_engine.classes.classes import Classes
from arxdesk_engine.foundation.errors import UnfitValue
from arxdesk_engine.foundation.language import marked, short, tr
from arxdesk_engine.privacy.arx_forms import NUMBER, ArxForms, ArxText
from arxdesk_engine.privacy.criterion import ClassCriterion
from arxdesk_engine.privacy.description import MEMBERSHIP, CommonParameters, Description, Need, Parameter, ParameterKind
from arxdesk_engine.privacy.model import SubsetModel, subset_parameter
from arxdesk_engine.privacy.table import WholeTable

_SLACK = 1e-12
_RECORD = 1e-3
"""What part of a record rounding may amount to, in sums over millions of them."""


@dataclass(frozen=True, slots=True)
class Presence(ClassCriterion):
    """dmin <= records that count / records <= dmax, in every class of the population.

    The share of a union lies between the least and the largest of its parts' shares: monotonic without suppression.
    Not inherited: of a class with too large a share a part can have a smaller one. With dmin > 0 a class of which
    nothing counts violates and cannot be suppressed; its parts are such classes as well (`judges_absence`).
    The reference tool loses that test as soon as another model implies a minimal class size, and then accepts
    transformations with a presence of 0; here it holds in every combination.
    """

    dmin: float
    dmax: float

    @property
    def monotonic_without_suppression(self) -> bool:
        """Always."""
        return True

    @property
    def judges_absence(self) -> bool:
        """With dmin > 0."""
        return self.dmin > 0.0

    def violating(self, classes: Classes) -> NDArray[np.bool_]:
        """Classes with a share outside the limits."""
        all_records, counts = classes.population_counts, classes.counts
        too_few = counts < self.dmin * all_records * (1.0 - _SLACK)
        violating: NDArray[np.bool_] = too_few | (counts > self.dmax * all_records * (1.0 + _SLACK))
        return violating

    def least_suppressed(self, classes: Classes, violating: NDArray[np.bool_]) -> NDArray[np.int64]:
        """(c - dmax C) / (1 - dmax) of c records that count among C, at least 1.

        With r of them the population of what is kept loses r, too: c - r <= dmax (C - r).
        """
        least = ClassCriterion.least_suppressed(self, classes, violating)
        if self.dmax < 1.0:
            too_many = classes.counts - self.dmax * classes.population_counts
            share = np.ceil(too_many / (1.0 - self.dmax) - _RECORD)
            least = np.where(least > 0, np.clip(share, 1, classes.counts), 0).astype(np.int64)
        return least


def _probability(name: str, label: str, initial: float, short: str, series: tuple[float, ...]) -> Parameter:
    return Parameter(
        *(name, label, ParameterKind.SHARE, initial),
        short=short,
        step=0.01,
        decimals=3,
        is_told=True,
        series=series,
    )


class DeltaPresence(SubsetModel):
    """In every class between dmin and dmax of the population are in the research subset (engine reference 3.5).

    Examples
    --------
    >>> import arxdesk as ad
    >>> ad.DeltaPresence(subset="age < 65", dmin=0.0, dmax=0.5).title
    '(0, 0.5)-presence'
    """

    description = Description(
        order=50,
        name=marked("δ-Presence"),
        against=marked("being known to be in it"),
        promise=marked("Whether somebody is in the shared part stays uncertain."),
        needs=(Need.SUBSET,),
        protects_against=marked("learning whether somebody is in the shared part"),
        term=MEMBERSHIP,
        in_short=marked("against being known to be in the table"),
        rule=marked("between dmin and dmax of every group of the whole table belong to the subset"),
        source="Nergiz et al. 2007",
        parameters=(
            _probability("dmin", marked("Probability at least"), 0.0, marked("from"), (0, 0.01, 0.05, 0.1)),
            _probability("dmax", marked("Probability at most"), 0.2, marked("to"), (0.05, 0.1, 0.2, 0.3, 0.5)),
            subset_parameter(),
        ),
        usual=tuple(
            CommonParameters(marked("Between {dmin_percent} and {dmax_percent} %"), {"dmin": low, "dmax": high})
            for low, high in (
                *((0.0, 0.05), (0.0, 0.1), (0.0, 0.15), (0.0, 0.2), (0.0, 0.3), (0.0, 0.5)),
                *((0.05, 0.1), (0.05, 0.15), (0.05, 0.2), (0.1, 0.2), (0.01, 0.05)),
            )
        ),
    )
    only_once = True
    arx = ArxForms(
        order=30,
        criteria={"DPresence": lambda each: {"dmin": each.get("dMin"), "dmax": each.get("dMax")}},
        desktop_field="dPresenceModel",
        desktop=lambda each: {"dmin": each.get("dmin"), "dmax": each.get("dmax")},
        presets=({"dmin": 0.0, "dmax": 0.0}, {"dmin": 0.001, "dmax": 0.001}),
        texts=(
            ArxText(
                rf"\({NUMBER}, ?{NUMBER}\)-presence",
                lambda found: {"dmin": float(found[1]), "dmax": float(found[2])},
            ),
        ),
    )

    model: Literal["delta-presence"] = "delta-presence"
    dmin: float = Field(default=0.0, ge=0.0, le=1.0, strict=True)
    dmax: float = Field(default=1.0, ge=0.0, le=1.0, strict=True)

    @model_validator(mode="after")
    def _limits_fit(self) -> Self:
        if self.dmin > self.dmax:
            raise UnfitValue(
                tr("dmin = {dmin} is larger than dmax = {dmax}", dmin=short(self.dmin), dmax=short(self.dmax)),
                tr("Exchange them."),
            )
        return self

    def bind(self, table: WholeTable) -> Presence:  # noqa: ARG002 - classes know all that matters
        """The limits."""
        return Presence(self.dmin, self.dmax)

    @property
    def title(self) -> str:
        """Such as (0.05, 0.15)-presence."""
        return tr("({least}, {most})-presence", least=short(self.dmin), most=short(self.dmax))

    @property
    def sentence(self) -> str:
        """The promise with its limits."""
        return tr(
            "Whether somebody is in the shared part stays uncertain: for everybody the probability is between {least} "
            "% and {most} %.",
            least=short(100 * self.dmin, 3),
            most=short(100 * self.dmax, 3),
        )
