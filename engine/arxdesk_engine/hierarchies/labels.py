"""The labels of groups of values: the label functions of hierarchies (engine reference 1.10)."""

from __future__ import annotations

import decimal
import math
from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, SerializerFunctionWrapHandler, model_serializer, model_validator

from arxdesk_engine.data.schema import SUPPRESSED
from arxdesk_engine.foundation.errors import UnfitValue, quoted, suggestion
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.hierarchies.scale import Scale

OF_BOUNDS = (
    *("interval", "bounds", "range", "constant"),
    *("arithmetic-mean", "geometric-mean", "arithmetic-mean-of-bounds", "geometric-mean-of-bounds"),
)
"""The functions that need no more than the two ends of a group."""
OF_VALUES = (
    *("set", "interval", "bounds", "constant", "common-prefix", "set-of-prefixes"),
    *("arithmetic-mean", "geometric-mean", "arithmetic-mean-of-bounds", "geometric-mean-of-bounds"),
)
"""The functions of a list of values."""
FUNCTIONS = tuple(dict.fromkeys((*OF_VALUES, *OF_BOUNDS)))
_FINER = 2
_LOGARITHM_DIGITS = 34


class Label(BaseModel):
    """A label function with its parameters; in a job its name alone, or a table such as { function, text }.

    `text` is the text of "constant", `length` the number of characters of "set-of-prefixes", `fill` a character that
    pads "common-prefix" to the length of the longest value, `lower` and `upper` say of "interval" which of its ends
    belong to it; None: both of a list of values, and the lower one alone of a half-open interval.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    function: str
    text: str | None = None
    length: int | None = Field(default=None, ge=1, strict=True)
    fill: str | None = Field(default=None, min_length=1, max_length=1)
    lower: Literal["closed", "open"] | None = None
    upper: Literal["closed", "open"] | None = None

    @model_validator(mode="before")
    @classmethod
    def _from_name(cls, value: object) -> object:
        return {"function": value} if isinstance(value, str) else value

    @model_validator(mode="after")
    def _parameters_fit(self) -> Self:
        if self.function not in FUNCTIONS:
            raise UnfitValue(
                tr("{function} is not known", function=quoted(self.function)), suggestion(self.function, FUNCTIONS)
            )
        given = {"text": self.text, "length": self.length, "fill": self.fill, "lower": self.lower, "upper": self.upper}
        of = {"constant": ("text",), "set-of-prefixes": ("length",), "common-prefix": ("fill",)}
        allowed = ("lower", "upper") if self.function == "interval" else of.get(self.function, ())
        for name, value in given.items():
            if value is not None and name not in allowed:
                raise UnfitValue(tr("{function} has no {name}", function=self.function, name=name), tr("Leave it out."))
        if self.function == "constant" and not self.text:
            raise UnfitValue(
                tr("the constant label has no text"),
                tr("Write {example}.", example='{ function = "constant", text = "..." }'),
            )
        if self.function == "set-of-prefixes" and self.length is None:
            raise UnfitValue(
                tr("the length is missing"),
                tr("Write {example}.", example='{ function = "set-of-prefixes", length = 2 }'),
            )
        return self

    @model_serializer(mode="wrap")
    def _plain(self, handler: SerializerFunctionWrapHandler) -> Any:  # noqa: ANN401 - a text or a table
        full = {name: value for name, value in handler(self).items() if value is not None}
        return self.function if len(full) <= 1 else {"function": self.function, **full}

    def of_bounds(self, low: Decimal, high: Decimal, scale: Scale) -> str:
        """The label of [low, high). Raises ValueError where it has none."""
        match self.function:
            case "interval":
                left = "]" if self.lower == "open" else "["
                right = "]" if self.upper == "closed" else "["
                return f"{left}{scale.text(low)}, {scale.text(high)}{right}"
            case "range":
                last = high - 1
                return scale.text(low) if last == low else f"{scale.text(low)}-{scale.text(last)}"
            case "bounds":
                return f"[{scale.text(low)}, {scale.text(high)}]"
            case "constant":
                return str(self.text)
            case _:
                return _mean_text([low, high], scale, geometric="geometric" in self.function)

    def of_values(self, values: Sequence[str], scale: Scale | None) -> str:
        """The label of at least one value in order; `scale` is needed only by means.

        Raises ValueError for values without one.
        """
        match self.function:
            case "set":
                return "{" + ", ".join(dict.fromkeys(values)) + "}"
            case "interval":
                left = "]" if self.lower == "open" else "["
                right = "[" if self.upper == "open" else "]"
                return f"{left}{values[0]}, {values[-1]}{right}"
            case "bounds":
                return f"[{values[0]}, {values[-1]}]"
            case "constant":
                return str(self.text)
            case "common-prefix":
                prefix = _common_prefix(min(values), max(values))
                longest = max(map(len, values))
                return prefix.ljust(longest, self.fill) if self.fill else prefix or SUPPRESSED
            case "set-of-prefixes":
                return "-".join(dict.fromkeys(value[: self.length] for value in values))
            case _:
                return self._mean_of_values(values, scale)

    def _mean_of_values(self, values: Sequence[str], scale: Scale | None) -> str:
        if scale is None:
            raise UnfitValue(
                tr("texts have no {function}", function=self.function),
                tr("Choose another label, or order the values as numbers."),
            )
        chosen = [values[0], values[-1]] if self.function.endswith("of-bounds") else values
        positions = [position for position in map(scale.parse, chosen) if position is not None]
        return _mean_text(positions, scale, geometric="geometric" in self.function)


def _common_prefix(first: str, last: str) -> str:
    """The common prefix of the first and the last text in order, and so of all between."""
    same = (place for place, (one, other) in enumerate(zip(first, last, strict=False)) if one != other)
    return first[: next(same, min(len(first), len(last)))]


def _mean_text(positions: Sequence[Decimal], scale: Scale, *, geometric: bool) -> str:
    """The mean, rounded half up: to two decimal places more than the numbers have, to seconds for dates."""
    mean = _geometric_mean(positions) if geometric else sum(positions, Decimal()) / len(positions)
    finest = min(int(position.as_tuple().exponent) for position in positions)
    places = 0 if scale.date_format is not None else min(finest, 0) - _FINER
    return scale.text(mean.quantize(Decimal(1).scaleb(places), decimal.ROUND_HALF_UP))


def _geometric_mean(positions: Sequence[Decimal]) -> Decimal:
    if min(positions) < 0:
        raise UnfitValue(tr("negative numbers have no geometric mean"), tr("Choose the arithmetic mean."))
    if min(positions) == 0:
        return Decimal()
    if len(positions) == 1:
        return positions[0]
    # More digits would take long; the product of many numbers needs a wide range of exponents.
    context = decimal.Context(prec=_LOGARITHM_DIGITS, Emin=decimal.MIN_EMIN, Emax=decimal.MAX_EMAX)
    with decimal.localcontext(context):
        product = math.prod(positions, start=Decimal(1))
        return product.sqrt() if len(positions) == 2 else (product.ln() / len(positions)).exp()


def distinct(labels: Sequence[str]) -> list[str]:
    """Labels of different groups, repeated ones with "-2", "-3" and so on."""
    taken, found = set(labels), []
    seen: dict[str, int] = {}
    for label in labels:
        number = seen.get(label, 0) + 1
        name = label if number == 1 else f"{label}-{number}"
        while number > 1 and name in taken:
            number += 1
            name = f"{label}-{number}"
        seen[label] = number
        taken.add(name)
        found.append(name)
    return found
