"""(epsilon, delta)-differential privacy by random sampling, generalization and k-anonymity (SafePub)."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from typing import Literal, Self

import numpy as np
from pydantic import Field, StrictInt, field_validator, model_validator

from arxdesk_engine.foundation.errors import UnfitValue, quoted
from arxdesk_engine.foundation.language import marked, short, tr, whole
from arxdesk_engine.privacy.arx_forms import NUMBER, ArxForms, ArxText, StoredObject, Values
from arxdesk_engine.privacy.description import CommonParameters, Description, Parameter, ParameterKind
from arxdesk_engine.privacy.model import PrivacyModel, UnfitModel
from arxdesk_engine.privacy.size import MinimalSize
from arxdesk_engine.privacy.table import WholeTable

DEGREES = {"low": 0.2, "low-medium": 0.4, "medium": 0.5, "medium-high": 0.6, "high": 0.8}
"""How far each scheme generalizes every attribute, as a share of its levels (engine reference 1.4)."""

_OUTWARDS = 1e-9
"""By how much rounding is taken to have been too favourable: the guarantee only gets stronger."""
_IMPRECISION = 1e-6
"""How imprecise the rate of a bound may be where gamma and beta are almost 1."""
MOST_SIZES = 2_000_000


_ARX_BUDGET_SHARE = 0.1
"""What ARX spends of epsilon on choosing the transformation unless told otherwise."""


def _stored(each: StoredObject, budget_share: object = _ARX_BUDGET_SHARE) -> Values:
    """ARX's scheme stays what it is until the levels are known (`arx.schemes`)."""
    epsilon, scheme = each.get("epsilon"), each.part("generalization")
    chosen: Values = {"generalization": scheme}
    if scheme is None:
        chosen = {"search_budget": _share_of(epsilon, budget_share)}
    return {"epsilon": epsilon, "delta": each.get("delta"), **chosen}


def _share_of(epsilon: object, share: object) -> object:
    """A share of epsilon, as the decimal that somebody would write."""
    if isinstance(epsilon, int | float) and isinstance(share, int | float):
        return float(f"{epsilon * share:.12g}")
    return None


class DifferentialPrivacy(PrivacyModel):
    """(epsilon, delta)-differential privacy (Bild, Kuhn, Prasser 2018; Li, Qardaji, Su 2012; engine reference 3.9).

    Every record is kept with the probability beta, the kept ones are generalized, and classes of fewer than k are
    suppressed. With a `scheme`, one for all attributes or `levels` for each, the transformation does not depend on the
    data. With a `search_budget`, a part of epsilon is spent on choosing the transformation in `steps` steps of the
    exponential mechanism. Everything may be suppressed, and what is not quasi-identifying is not shown. The sample and
    the choice are drawn by the operating system's generator; a `seed` makes them repeatable, which is for tests:
    who knows it knows the sample.

    For the search it is a minimal class size. k is the least number that fulfils the bound; the reference tool takes
    one or more above it. Not for parts of a table: each would spend epsilon again.

    Examples
    --------
    >>> import arxdesk as ad
    >>> ad.DifferentialPrivacy(epsilon=1.0, delta=1e-5, scheme="medium").title
    '(1, 1e-05)-differential privacy'
    """

    description = Description(
        order=110,
        name=marked("Differential privacy"),
        against=marked("all of these"),
        promise=marked("The published table hardly depends on any one person."),
        protects_against=marked("learning whether somebody is in the table, and so anything about them"),
        term=marked("Membership, attribute and identity disclosure"),
        in_short=marked("against all of these"),
        rule=marked(
            "the published table hardly depends on any one person, at levels that a `scheme` or "
            "`levels` fix, or that a `search_budget` pays for"
        ),
        source="Li, Qardaji, Su 2012; Bild, Kuhn, Prasser 2018",
        parameters=(
            Parameter(
                *("epsilon", marked("Epsilon"), ParameterKind.NUMBER, 1.0),
                marked("The smaller, the less one person matters; from 0.001 to 100."),
                short=marked("epsilon"),
                least=0.001,
                most=100.0,
                decimals=3,
                is_told=True,
            ),
            Parameter(
                *(
                    "delta",
                    marked("Delta"),
                    ParameterKind.NUMBER,
                    1e-6,
                    marked("The probability that this fails; less than 1 / records."),
                ),
                is_told=True,
                series=(1e-8, 1e-7, 1e-6),
                symbol="delta",
            ),
            Parameter(
                *("way", marked("Levels are chosen"), ParameterKind.CHOICE, "scheme"),
                choices=(
                    ("scheme", marked("by a scheme, whatever the data are")),
                    ("levels", marked("by hand, whatever the data are")),
                    ("search", marked("by the data, for a part of epsilon")),
                ),
                answered_by=(("search", "search_budget"), ("levels", "levels")),
            ),
            Parameter(
                *("scheme", marked("Coarseness"), ParameterKind.CHOICE, "medium"),
                choices=(
                    ("low", marked("Low")),
                    ("low-medium", marked("Low to medium")),
                    ("medium", marked("Medium")),
                    ("medium-high", marked("Medium to high")),
                    ("high", marked("High")),
                    ("", marked("Each column has its level")),
                ),
                when=("way", ("scheme", "levels")),
                optional=True,
            ),
            Parameter("levels", marked("Levels"), ParameterKind.LEVELS, when=("way", ("levels",))),
            Parameter(
                *("search_budget", marked("Epsilon for the search"), ParameterKind.NUMBER, 0.1),
                marked("Less than epsilon; the rest protects the records."),
                when=("way", ("search",)),
            ),
            Parameter(
                *("steps", marked("Steps of the search"), ParameterKind.WHOLE, 100),
                when=("way", ("search",)),
                is_varied=False,
            ),
            Parameter(
                *(
                    "seed",
                    marked("Seed"),
                    ParameterKind.WHOLE,
                    None,
                    marked("For tests only: the seed reveals the sample."),
                ),
                optional=True,
                is_varied=False,
            ),
        ),
        usual=tuple(
            CommonParameters("epsilon {epsilon}, delta {delta}", {"epsilon": epsilon, "delta": delta})
            for delta in (1e-6, 1e-7, 1e-8)
            for epsilon in (0.1, 0.5, 1.0, 1.5, 2.0)
        ),
    )
    only_once = True
    is_slow = True
    holds_beside = ("differential-privacy", "k-anonymity")
    """The proof covers the removal of groups below a size that is fixed beforehand, the one of k-anonymity: delta falls
    as k rises, so that a larger k is as good. What any other model removes follows from sensitive values, from the
    number of the records or from other groups, where a single record decides of many: no budget covers that."""
    needs_fixed_hierarchies = True
    """Generalization must not depend on the table (Li, Qardaji and Su 2012)."""
    arx = ArxForms(
        order=110,
        criteria=dict.fromkeys(("EDDifferentialPrivacy", "DataDependentEDDifferentialPrivacy"), _stored),
        desktop_field="differentialPrivacyModel",
        desktop=lambda each: _stored(each, each.get("epsilonGeneralizationFraction") or _ARX_BUDGET_SHARE),
        presets=({"epsilon": 2.0, "delta": 1e-6, "search_budget": 0.2},),
        texts=(
            ArxText(
                rf"\({NUMBER}, ?{NUMBER}\)-DP",
                lambda found: {
                    "epsilon": float(found[1]),
                    "delta": float(found[2]),
                    "search_budget": _share_of(float(found[1]), _ARX_BUDGET_SHARE),
                },
                marked("how {text} chooses the transformation"),
                marked("A tenth of epsilon is spent on the choice, as usual in ARX."),
            ),
        ),
    )

    model: Literal["differential-privacy"] = "differential-privacy"
    epsilon: float = Field(ge=0.001, le=100.0, strict=True)
    delta: float = Field(gt=0.0, lt=1.0, strict=True)
    scheme: str | None = None
    levels: dict[str, StrictInt] = Field(default_factory=dict)
    search_budget: float | None = Field(default=None, gt=0.0, strict=True)
    steps: int = Field(default=100, ge=1, le=1_000_000, strict=True)
    seed: int | None = Field(default=None, ge=0, strict=True)

    @field_validator("scheme")
    @classmethod
    def _known_scheme(cls, value: str | None) -> str | None:
        if value is not None and value not in DEGREES:
            raise UnfitValue(
                tr("{value} is not known", value=quoted(value)), tr("Allowed: {names}.", names=", ".join(DEGREES))
            )
        return value

    @model_validator(mode="after")
    def _one_way_to_choose(self) -> Self:
        chosen = self.scheme is not None or bool(self.levels)
        if chosen == (self.search_budget is not None):
            found = tr("there are both a scheme and a search_budget") if chosen else tr("scheme is missing")
            raise UnfitValue(found, tr("Write a scheme, levels for the attributes, or a search_budget."))
        if self.search_budget is not None and self.search_budget >= self.epsilon:
            raise UnfitValue(tr("search_budget leaves nothing of epsilon"), tr("Make it smaller."))
        return self

    @property
    def epsilon_of_sample(self) -> float:
        """The part of epsilon left for the anonymization itself."""
        return self.epsilon - (self.search_budget or 0.0)

    @property
    def probability(self) -> float:
        """beta, with which every record is kept."""
        return sampling_probability(self.epsilon_of_sample)

    @property
    def k(self) -> int:
        """The smallest class that is shown."""
        return minimal_size(self.epsilon_of_sample, self.delta)

    def bind(self, table: WholeTable) -> MinimalSize:  # noqa: ARG002 - the guarantee must not depend on the data
        """A minimal size of k."""
        return MinimalSize(self.k)

    @property
    def mechanism(self) -> Self:
        """The model itself."""
        return self

    @property
    def only_class_size(self) -> bool:
        """Always."""
        return True

    def with_renamed_level(self, old: str, new: str) -> Self:
        """The same model with another name in `levels`."""
        if old not in self.levels:
            return self
        levels = {new if name == old else name: level for name, level in self.levels.items()}
        return self.model_copy(update={"levels": levels})

    def without_levels_of(self, names: Collection[str]) -> Self:
        """The same model with fewer `levels`."""
        if not any(name in self.levels for name in names):
            return self
        levels = {name: level for name, level in self.levels.items() if name not in names}
        return self.model_copy(update={"levels": levels})

    def needs_level_of(self, name: str) -> bool:
        """Whether it is the only one, without a scheme for the others."""
        return not self.scheme and set(self.levels) == {name}

    def levels_of(self, maximum_levels: Mapping[str, int]) -> dict[str, int]:
        """The level of each quasi-identifier under the scheme, from their maximum levels. Raises UnfitModel."""
        for name, level in self.levels.items():
            if name not in maximum_levels or not 0 <= level <= maximum_levels[name]:
                found = tr('level {level} of "{column}" does not exist', level=level, column=name)
                raise UnfitModel(
                    found, tr("Write levels of the quasi-identifiers: {columns}.", columns=", ".join(maximum_levels))
                )
        missing = [name for name in maximum_levels if name not in self.levels]
        if missing and self.scheme is None:
            raise UnfitModel(
                tr('"{column}" has no level', column=missing[0]),
                tr("Write one, or a scheme for the attributes without."),
            )
        degree = DEGREES.get(self.scheme or "", 0.0)
        return {
            name: self.levels.get(name, math.floor(degree * maximum + 0.5)) for name, maximum in maximum_levels.items()
        }

    @property
    def title(self) -> str:
        """Such as (1, 1e-06)-differential privacy."""
        return tr("({epsilon}, {delta})-differential privacy", epsilon=short(self.epsilon), delta=short(self.delta))

    @property
    def sentence(self) -> str:
        """The promise with its parameters."""
        return tr(
            "The published table hardly depends on whether somebody is in the table: by a factor of at most {factor}, "
            "but for a probability of {delta}.",
            factor=short(math.exp(min(self.epsilon, 100.0)), 3),
            delta=short(self.delta),
        )


def sampling_probability(epsilon: float) -> float:
    """beta = 1 - exp(-epsilon), the largest that the theorem allows (Bild et al. 2018, theorem 3), rounded down."""
    return -math.expm1(-epsilon) * (1.0 - _OUTWARDS)


def minimal_size(epsilon: float, delta: float) -> int:
    """The least k with delta(k) <= delta; see `delta_of`. Raises UnfitModel where it is beyond any table."""
    beta, gamma = sampling_probability(epsilon), _gamma(epsilon)
    last = _last_that_matters(beta, gamma, delta)
    too_likely = np.flatnonzero(_tails(np.arange(1, last + 1), beta, gamma) > delta)
    first_size = int(too_likely[-1]) + 2 if len(too_likely) else 1
    # The least k whose N starts at first_size: ceil(k / gamma - 1) >= first_size.
    return math.floor(gamma * first_size * (1.0 + _OUTWARDS)) + 1


def delta_of(k: int, epsilon: float) -> float:
    """delta(k): the largest of P[Bin(N, beta) > gamma N] for all N >= ceil(k / gamma - 1) (Bild et al. 2018).

    beta = 1 - exp(-epsilon), gamma = (exp(epsilon) - 1 + beta) / exp(epsilon).
    """
    beta, gamma = sampling_probability(epsilon), _gamma(epsilon)
    first = max(1, math.ceil(k / gamma - 1.0 - _OUTWARDS))
    found = float(_tails(np.array([first]), beta, gamma)[0])
    last = max(first, _last_that_matters(beta, gamma, max(found, 1e-300)))
    return float(_tails(np.arange(first, last + 1), beta, gamma).max())


def _gamma(epsilon: float) -> float:
    return (math.exp(epsilon) - 1.0 + sampling_probability(epsilon)) / math.exp(epsilon)


def _last_that_matters(beta: float, gamma: float, delta: float) -> int:
    """From the next N on the tail is below delta: it is at most exp(-N D), Hoeffding's bound (1963, theorem 1).

    D = gamma ln(gamma / beta) + (1 - gamma) ln((1 - gamma) / (1 - beta)). Bild et al. have beta - gamma for the second
    term, which is less, and for large epsilon far too little to come to an end.
    """
    rest = (1.0 - gamma) * math.log((1.0 - gamma) / (1.0 - beta)) if gamma < 1.0 else 0.0
    rate = (gamma * math.log(gamma / beta) + rest) * (1.0 - _IMPRECISION)
    last = math.ceil(-math.log(delta) / rate) if rate > 0.0 else MOST_SIZES + 1
    if last > MOST_SIZES:
        raise UnfitModel(
            tr("epsilon is so large that classes of more than {n} records may be needed", n=whole(MOST_SIZES)),
            tr("Make it smaller."),
        )
    return max(1, last)


def _tails(sizes: np.ndarray, beta: float, gamma: float) -> np.ndarray:
    """P[Bin(N, beta) > gamma N] for each N, rounded up."""
    from scipy.stats import binom  # noqa: PLC0415 - slow to import, and few jobs need it

    most = np.floor(gamma * sizes * (1.0 - _OUTWARDS))
    tails: np.ndarray = binom.sf(most, sizes, beta) * (1.0 + _OUTWARDS)
    return tails
