"""Models that limit how much more frequent (or rarer) a value may be in a class than in the table."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from arxdesk_engine.classes.classes import Classes
from arxdesk_engine.foundation.language import marked, short, tr
from arxdesk_engine.kernels.groupwise import kinds
from arxdesk_engine.privacy.arx_forms import NUMBER, OF_ATTRIBUTE, ArxForms, ArxText, Reader
from arxdesk_engine.privacy.criterion import ClassCriterion, GroupRule
from arxdesk_engine.privacy.description import ATTRIBUTE, CommonParameters, Description, Need, Parameter, ParameterKind
from arxdesk_engine.privacy.model import SensitiveModel
from arxdesk_engine.privacy.table import WholeTable

_SLACK = 1e-12
_RECORD = 1e-3
"""What part of a record rounding may amount to, in sums over millions of them."""
_ANY_BETA, _ANY_DELTA = 1e15, 50.0
"""What allows every share: no table has so many records."""
MOST_STEPS = 20_000_000
"""How many sizes of a class, times values, are tried before the search for the least one is left at that."""


@dataclass(frozen=True)
class SharesWithin(ClassCriterion):
    """The share of every value that occurs in a class lies between two limits of that value, both included.

    `least` and `most` float64[values]. With `must_have_all` every value with most > 0 has to occur. Not inherited: a
    part can be nearer to the table. Monotonic where only upper limits are set, or every value has to occur: shares of
    a union are means of its parts' shares. Where lower limits hold for present values only, a value that one part
    lacks gets a smaller share in the union, which can be too small: then nothing follows.
    A class of c records cannot hold more than floor(c most) of a value; where these are fewer than c in all, every
    class of c records violates.
    """

    attribute: str
    least: NDArray[np.float64]
    most: NDArray[np.float64]
    must_have_all: bool = False

    @property
    def counts_people(self) -> bool:
        """Never: shares are those of records, which add up when classes become one."""
        return False

    @property
    def monotonic_without_suppression(self) -> bool:
        """Without lower limits for present values only."""
        return self.must_have_all or not self.least.any()

    @cached_property
    def minimal_class_size(self) -> int:
        """The smallest number of records that can stay within the upper limits.

        A value has no record in a class of c where its limit is below 1 / c: the others have to allow for all.
        """
        limits = np.sort(self.most[self.most > 0.0])[::-1] * (1.0 + _SLACK)
        if len(limits) == 0:
            return 1
        needed = min(len(limits) - 1, int(np.searchsorted(np.cumsum(limits), 1.0 - _SLACK)))
        first = max(1, math.floor(1.0 / float(limits[needed])))
        last = first + max(1, MOST_STEPS // len(limits))
        for size in range(first, last):
            if np.floor(limits * size).sum() >= size:
                return size
        return last

    @property
    def group_rule(self) -> GroupRule:
        """Shares within the limits."""
        limits = np.concatenate([self.least, self.most])
        return GroupRule(kinds.SHARES, self.attribute, rank=int(self.must_have_all), real=limits)

    def violating(self, classes: Classes) -> NDArray[np.bool_]:
        """Classes with a share outside the limits."""
        from arxdesk_engine.kernels.diversity import share_is_outside  # noqa: PLC0415 - Numba is loaded when it is needed

        found = classes.histograms(self.attribute)
        violating = np.zeros(len(classes), np.bool_)
        share_is_outside(
            found.starts,
            found.values,
            found.counts,
            classes.counts,
            self.least,
            self.most,
            self.must_have_all,
            violating,
        )
        return violating

    def least_suppressed(self, classes: Classes, violating: NDArray[np.bool_]) -> NDArray[np.int64]:
        """X / (1 - M), at least 1, where a value is above its limit; what monotonicity says where one is below.

        X is how many records the values above their limits have too many, M the sum of these limits: with r records
        less in the class the limits, too, are lower by r M in all. Upper limits alone are monotonic, whatever else is
        asked: what is kept of a class keeps to them.
        """
        least = super().least_suppressed(classes, violating)
        if not violating.any():
            return least
        from arxdesk_engine.kernels.diversity import count_above_shares  # noqa: PLC0415

        found = classes.histograms(self.attribute)
        histograms = found.starts, found.values, found.counts, classes.counts
        count_above_shares(*histograms, self.most, _RECORD, violating, least)
        return least


class DeltaDisclosure(SensitiveModel):
    """delta-disclosure privacy: |log2(q / p)| < delta for every value (Brickell and Shmatikov 2008; reference 3.5).

    q is the share of the value in the class, p in the table. The publication asks it of all values, so that a class
    has to hold every one of them; like the reference tool this one asks it of those that occur, unless
    `absent_values` is `violating`. For the search see `SharesWithin`.

    Examples
    --------
    >>> import arxdesk as ad
    >>> ad.DeltaDisclosure(attribute="diagnosis", delta=1.0).title
    '1-disclosure privacy of diagnosis'
    """

    description = Description(
        order=60,
        name=marked("δ-Disclosure privacy"),
        against=marked("disclosure of values"),
        promise=marked("In no group a sensitive value is much more, or much less, frequent than in the table."),
        needs=(Need.SENSITIVE,),
        protects_against=marked("learning more about {attribute} from a group than from the whole table"),
        term=ATTRIBUTE,
        in_short=marked("against learning a value"),
        rule=marked("no value is 2^delta times as frequent, or as rare, as in the whole table"),
        source="Brickell and Shmatikov 2008",
        parameters=(
            Parameter(
                *("delta", marked("Difference at most (delta)"), ParameterKind.NUMBER, 1.0),
                marked("With 1 no value is twice as frequent as in the table, or half as frequent."),
                short=marked("delta"),
                least=0.001,
                most=1_000_000.0,
                decimals=3,
                is_told=True,
                series=(0.5, 0.8, 1, 1.5, 2, 4),
                symbol="delta",
            ),
            Parameter(
                *("absent_values", marked("Values absent from a group"), ParameterKind.CHOICE, "allowed"),
                choices=(("allowed", marked("are allowed")), ("violating", marked("break it, as published"))),
            ),
        ),
        usual=tuple(CommonParameters("delta {delta}", {"delta": delta}) for delta in (0.8, 1.0, 1.2, 1.5, 2.0)),
    )
    counts_people = False
    arx = ArxForms(
        order=60,
        criteria={"DDisclosurePrivacy": lambda each: {"attribute": each.get("attribute"), "delta": each.get("d")}},
        desktop_field="dDisclosurePrivacyModel",
        desktop=lambda each: {"attribute": each.get("attribute"), "delta": each.get("d")},
        presets=({"delta": 1.0},),
        texts=(
            ArxText(
                rf"{NUMBER}-disclosure[- ]privacy{OF_ATTRIBUTE}",
                lambda found: {"attribute": found[2], "delta": float(found[1])},
            ),
        ),
    )

    model: Literal["delta-disclosure"] = "delta-disclosure"
    delta: float = Field(gt=0.0, strict=True, allow_inf_nan=False)
    absent_values: Literal["allowed", "violating"] = "allowed"

    def bind(self, table: WholeTable) -> SharesWithin:
        """The limits p / 2^delta and p 2^delta, without the limits themselves."""
        shares = _shares(table, self.attribute)
        least, most = shares * 2.0**-self.delta * (1.0 + _SLACK), shares * 2.0 ** min(self.delta, _ANY_DELTA)
        must_have_all = self.absent_values == "violating"
        return SharesWithin(self.attribute, least, most * (1.0 - _SLACK), must_have_all)

    @property
    def holds_for_union_of_parts(self) -> bool:
        """Where it is monotonic: classes of several parts may become one."""
        return self.absent_values == "violating"

    @property
    def title(self) -> str:
        """Such as 1-disclosure privacy of diagnosis."""
        return tr("{delta}-disclosure privacy of {attribute}", delta=short(self.delta), attribute=self.attribute)

    @property
    def sentence(self) -> str:
        """How far a group may be from the table."""
        return tr(
            "In every group each value of {attribute} that occurs is less than {factor} times as frequent, or as rare, "
            "as in the whole table.",
            attribute=self.attribute,
            factor=short(2.0 ** min(self.delta, 100.0), 3),
        )


def _stored_likeness(variant: str) -> Reader:
    return lambda each: {"attribute": each.get("attribute"), "variant": variant, "beta": each.get("b", "beta")}


class BetaLikeness(SensitiveModel):
    """beta-likeness: (q - p) / p is at most beta for every value (Cao and Karras 2012; engine reference 3.5).

    q is the share of the value in the class, p in the table. The `enhanced` variant allows at most min(beta, -ln p),
    so that frequent values gain less. For the search see `SharesWithin`: only upper limits, therefore monotonic.

    Examples
    --------
    >>> import arxdesk as ad
    >>> ad.BetaLikeness(attribute="diagnosis", beta=1.0).title
    'basic 1-likeness of diagnosis'
    """

    description = Description(
        order=70,
        name=marked("β-Likeness"),
        against=marked("disclosure of values"),
        promise=marked("In no group a sensitive value is much more frequent than in the table."),
        needs=(Need.SENSITIVE,),
        protects_against=marked("learning more about {attribute} from a group than from the whole table"),
        term=ATTRIBUTE,
        in_short=marked("against learning a value"),
        rule=marked("no value is more than 1 + beta times as frequent as in the whole table"),
        source="Cao and Karras 2012",
        parameters=(
            Parameter(
                *("variant", marked("Rare values"), ParameterKind.CHOICE, "basic"),
                choices=(
                    ("basic", marked("may gain as others (basic)")),
                    ("enhanced", marked("may gain less (enhanced)")),
                ),
                is_told=True,
            ),
            Parameter(
                *("beta", marked("Gain at most (beta)"), ParameterKind.NUMBER, 1.0),
                marked("With 1 no value is more than twice as frequent as in the table."),
                short=marked("beta"),
                least=0.001,
                most=1_000_000.0,
                decimals=3,
                is_told=True,
                series=(0.5, 1, 2, 4, 10),
                symbol="beta",
            ),
        ),
        usual=tuple(
            CommonParameters(words, {"variant": variant, "beta": beta})
            for variant, words in (
                ("basic", marked("Basic {beta}-likeness")),
                ("enhanced", marked("Enhanced {beta}-likeness")),
            )
            for beta in (0.5, 1.0, 2.0, 4.0, 10.0)
        ),
    )
    counts_people = False
    arx = ArxForms(
        order=70,
        criteria={"BasicBLikeness": _stored_likeness("basic"), "EnhancedBLikeness": _stored_likeness("enhanced")},
        desktop_field="bLikenessModel",
        desktop=lambda each: {
            "attribute": each.get("attribute"),
            "variant": "enhanced" if each.flag("enhanced") else "basic",
            "beta": each.get("beta"),
        },
        presets=({"variant": "basic", "beta": 1.0},),
        texts=(
            ArxText(
                rf"(basic|enhanced)-{NUMBER}-likeness{OF_ATTRIBUTE}",
                lambda found: {"attribute": found[3], "variant": found[1].lower(), "beta": float(found[2])},
            ),
        ),
    )

    model: Literal["beta-likeness"] = "beta-likeness"
    variant: Literal["basic", "enhanced"] = "basic"
    beta: float = Field(gt=0.0, strict=True, allow_inf_nan=False)

    def bind(self, table: WholeTable) -> SharesWithin:
        """The upper limits p (1 + beta)."""
        shares = _shares(table, self.attribute)
        gain = np.full(len(shares), min(self.beta, _ANY_BETA))
        if self.variant == "enhanced":
            gain = np.minimum(gain, -np.log(np.where(shares > 0.0, shares, 1.0)))
        return SharesWithin(self.attribute, np.zeros(len(shares)), shares * (1.0 + gain) * (1.0 + _SLACK))

    @property
    def holds_for_union_of_parts(self) -> bool:
        """Each part is compared with the whole table, and shares of a union are means."""
        return True

    @property
    def title(self) -> str:
        """Such as basic 1-likeness of diagnosis."""
        if self.variant == "basic":
            return tr("basic {beta}-likeness of {attribute}", beta=short(self.beta), attribute=self.attribute)
        return tr("enhanced {beta}-likeness of {attribute}", beta=short(self.beta), attribute=self.attribute)

    @property
    def sentence(self) -> str:
        """How much more frequent a value may be in a group."""
        return tr(
            "In no group a value of {attribute} is more than {factor} times as frequent as in the whole table.",
            attribute=self.attribute,
            factor=short(1.0 + self.beta, 3),
        )


def _shares(table: WholeTable, attribute: str) -> NDArray[np.float64]:
    counts = table.value_counts[attribute]
    return counts / max(1, int(counts.sum()))
