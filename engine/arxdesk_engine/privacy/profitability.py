"""Game-theoretic models: a record is published where that pays, attacks included (Wan et al. 2015, 2017)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import StrictBool

from arxdesk_engine.classes.classes import Classes
from arxdesk_engine.foundation.costs import Costs
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.privacy.arx_forms import ArxForms, ArxText, Reader
from arxdesk_engine.privacy.criterion import ClassCriterion
from arxdesk_engine.privacy.description import IDENTITY, CommonParameters, Description, Need, Parameter, ParameterKind
from arxdesk_engine.privacy.model import SubsetModel, subset_parameter
from arxdesk_engine.privacy.size import MOST, MinimalPopulation, MinimalSize
from arxdesk_engine.privacy.table import WholeTable

_SLACK = 1e-12


@dataclass(frozen=True, eq=False)
class Profitable(ClassCriterion):
    """The publisher's expected payout for every record is above 0.

    B (1 - IL) - L rho if the adversary gains G rho - C > 0, otherwise B (1 - IL). rho = 1 / class size, in the table or
    the population; IL is the entropy-based information loss of the record, log10(product of shares) / log10(product of
    domain sizes) + 1 (engine reference 3.10). Generalization raises IL and lowers rho, so that nothing follows from a
    verdict for other transformations. A domain of one value loses nothing.
    """

    costs: Costs
    domain_sizes: NDArray[np.int64]
    of_population: bool

    def violating(self, classes: Classes) -> NDArray[np.bool_]:
        """Classes whose records do not pay, and those without records that count; what breaks even does not pay."""
        counts = np.maximum(classes.population_counts if self.of_population else classes.counts, 1)
        even = break_even(self.costs)
        is_attacked = np.ones(len(counts), np.bool_) if even is None else counts < math.ceil(even)
        loss = np.where(is_attacked, self.costs.publisher_loss / counts, 0.0)
        benefit = self.costs.publisher_benefit * self._information_left(classes)
        violating: NDArray[np.bool_] = (benefit <= loss * (1.0 + _SLACK)) | (classes.counts == 0)
        return violating

    def _information_left(self, classes: Classes) -> NDArray[np.float64]:
        """1 - IL, float64[classes]: the share of the digits of all domain sizes that tell a label from others."""
        whole = float(np.log10(self.domain_sizes).sum())
        if whole == 0.0:
            return np.ones(len(classes))
        left: NDArray[np.float64] = np.log10(self.domain_sizes / classes.rows_covered).sum(axis=1) / whole
        return left


def _stored_profitability(attacker: str, *, attack: bool) -> Reader:
    return lambda _each: {"attacker": attacker, "attack": attack}


_TITLES = {
    ("prosecutor", True): marked("profitability (prosecutor)"),
    ("prosecutor", False): marked("profitability (prosecutor, no attack)"),
    ("journalist", True): marked("profitability (journalist)"),
    ("journalist", False): marked("profitability (journalist, no attack)"),
}


class Profitability(SubsetModel):
    """Publishing pays for every record published (Wan et al. 2015, 2017; Prasser et al. 2017; reference 3.10).

    With `attack` the publisher's payout has to be above 0, an attack that pays for the adversary included. Without it
    every attack has to lose: in a class of n records, G / n < C. The `prosecutor` knows that a person is in the table;
    the `journalist` only that they are in the population, of which the table is the research subset. Benefit B, loss L,
    gain G and cost C come from `[costs]`.
    Without attack it is a minimal size, inherited and monotonic (`MinimalSize`, `MinimalPopulation`); with it
    nothing follows for other transformations (`Profitable`).

    Examples
    --------
    >>> import arxdesk as ad
    >>> ad.Profitability(attacker="prosecutor").title
    'profitability (prosecutor)'
    """

    description = Description(
        order=120,
        name=marked("Profitability"),
        against=marked("being found for gain"),
        promise=marked("Finding somebody does not pay."),
        needs=(Need.COSTS,),
        protects_against=marked("being found by someone who expects a gain from it"),
        term=IDENTITY,
        in_short=marked("against being found for gain"),
        rule=marked("publishing pays for every record, or no attack does"),
        source="Wan et al. 2015, 2017; Prasser et al. 2017",
        parameters=(
            Parameter(
                *("attacker", marked("The attacker"), ParameterKind.CHOICE, "prosecutor"),
                choices=(
                    ("prosecutor", marked("knows that somebody is in the table")),
                    ("journalist", marked("does not know who is in the table")),
                ),
                is_told=True,
            ),
            Parameter(
                *("attack", marked("Attacks may pay, if publishing still pays"), ParameterKind.FLAG, True),
                marked("Set benefits and costs under Limits and quality."),
                is_told=True,
            ),
            subset_parameter(("attacker", ("journalist",))),
        ),
        usual=tuple(
            CommonParameters(words, {"attacker": attacker, "attack": attack})
            for attacker, attack, words in (
                ("prosecutor", True, marked("Prosecutor, attacks may pay")),
                ("prosecutor", False, marked("Prosecutor, no attack pays")),
                ("journalist", True, marked("Journalist, attacks may pay")),
                ("journalist", False, marked("Journalist, no attack pays")),
            )
        ),
    )
    arx = ArxForms(
        order=120,
        criteria={
            f"{kind}{attacker.capitalize()}{suffix}": _stored_profitability(attacker, attack=attack)
            for attacker in ("prosecutor", "journalist")
            for kind, suffix, attack in (
                ("Profitability", "", True),
                ("Profitability", "NoAttack", False),
                ("Financial", "Privacy", True),
                ("Financial", "NoAttackPrivacy", False),
            )
        },
        desktop_field="stackelbergPrivacyModel",
        desktop=lambda each: {
            "attacker": (each.text("attackerModel") or "prosecutor").lower(),
            "attack": each.flag("allowAttacks") is not False,
        },
        presets=({"attacker": "prosecutor", "attack": True},),
        texts=(
            ArxText(
                r"(no-attack-)?profitability \((prosecutor|journalist)\).*",
                lambda found: {"attacker": found[2].lower(), "attack": not found[1]},
            ),
        ),
    )

    model: Literal["profitability"] = "profitability"
    attacker: Literal["prosecutor", "journalist"] = "prosecutor"
    attack: StrictBool = True

    @property
    def needs_subset(self) -> bool:
        """The journalist's population is the whole table."""
        return self.attacker == "journalist"

    @property
    def needs_costs(self) -> bool:
        """Always."""
        return True

    def bind(self, table: WholeTable) -> ClassCriterion:
        """The criterion for the costs of the job."""
        journalist = self.attacker == "journalist"
        if self.attack:
            return Profitable(table.costs, table.domain_sizes, journalist)
        k = size_without_attack(table.costs)
        return MinimalPopulation(k) if journalist else MinimalSize(k)

    @property
    def only_class_size(self) -> bool:
        """For the prosecutor without attack."""
        return not self.attack and self.attacker == "prosecutor"

    @property
    def holds_for_union_of_parts(self) -> bool:
        """For the prosecutor: records of a union are found with a smaller probability, at the same loss."""
        return self.attacker == "prosecutor"

    @property
    def is_judged_by_group(self) -> bool:
        """Without attack: otherwise it depends on the labels that the group gets."""
        return not self.attack and self.holds_for_union_of_parts

    @property
    def title(self) -> str:
        """Such as profitability (prosecutor, no attack)."""
        return tr(_TITLES[self.attacker, self.attack])

    @property
    def sentence(self) -> str:
        """The promise, by whether attacks may pay."""
        if self.attack:
            return tr("Publishing every record pays, what attacks cost included.")
        return tr("No attack pays: finding somebody costs more than it gains.")


def break_even(costs: Costs) -> Fraction | None:
    """G / C, the class size with which an attack neither gains nor loses; None where every attack gains.

    Costs are meant as the decimals they are written as.
    """
    gain, cost = costs.adversary_gain, costs.adversary_cost
    if gain == 0.0 or math.isinf(cost):
        return Fraction(0)
    if cost == 0.0 or math.isinf(gain):
        return None
    return Fraction(str(gain)) / Fraction(str(cost))


def size_without_attack(costs: Costs) -> int:
    """The smallest class in which an attack loses, G / size < C; 1 without gain, and none is large enough without cost.

    As in the reference breaking even is not enough: where G / C is a whole number it is the next one.
    """
    even = break_even(costs)
    return MOST if even is None else min(MOST, math.floor(even) + 1)
