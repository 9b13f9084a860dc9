"""Series of values for one number of a job: what can be varied, in words, and what is usual for it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QLocale

from arxdesk.core.protection.parameters import PARAMETERS, Kind, Parameter, form_values, matters
from arxdesk.core.protection.words import WORDS
from arxdesk.ui.words import percent
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.variation import Variable, variables
from arxdesk_engine.privacy.model import PrivacyModel

MOST_VALUES = 50
_FIXED = frozenset({"population", "steps", "seed"})
"""Numbers that say what is so, not how much protection is asked for."""
_PROPOSED: dict[str, tuple[float, ...]] = {
    "k": (2, 3, 5, 10, 20, 50),
    "l": (1, 2, 3, 4, 5, 6),
    "c": (1, 2, 3, 4, 8),
    "t": (0.1, 0.15, 0.2, 0.3, 0.4, 0.5),
    "delta": (0.5, 0.8, 1, 1.5, 2, 4),
    "beta": (0.5, 1, 2, 4, 10),
    "dmin": (0, 0.01, 0.05, 0.1),
    "dmax": (0.05, 0.1, 0.2, 0.3, 0.5),
    "significance": (0.001, 0.01, 0.05, 0.1),
    "threshold": (0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2),
    "highest": (0.05, 0.1, 0.2, 0.334, 0.5),
    "records": (0, 0.01, 0.02, 0.05, 0.1),
    "limit": (0, 0.01, 0.02, 0.05, 0.1, 0.2),
}
_SYMBOLS = frozenset({"k", "l", "c", "t", "delta", "beta"})


@dataclass(frozen=True, slots=True)
class Numbered:
    """A number of a job that can be varied: `label` is what it is, `symbol` its letter where it has one."""

    variable: Variable
    label: str
    kind: Kind
    symbol: str

    @property
    def key(self) -> str:
        """Tells it apart from the others of a job."""
        return f"{self.variable.model}:{self.variable.name}"

    def told(self, value: float) -> str:
        """A value of it: "k = 5", "10 %"."""
        text = percent(value, 4) if self.kind is Kind.SHARE else _number(value)
        return f"{self.symbol} = {text}" if self.symbol else text

    def proposal(self, job: Job) -> tuple[float, ...]:
        """Values that are usual, and the present one."""
        present = self.variable.value_of(job)
        usual = _PROPOSED.get(self.variable.name, ())
        return tuple(sorted({*usual, *(() if present is None else (present,))}))


def numbers_of(job: Job) -> tuple[Numbered, ...]:
    """All numbers of the privacy models that are asked for, and the limit of removed records."""
    found = [each for each in (_numbered(job, variable) for variable in variables(job)) if each is not None]
    labels = [each.label for each in found]
    return tuple(_apart(job, each) if labels.count(each.label) > 1 else each for each in found)


def write_series(values: Sequence[float], kind: Kind) -> str:
    """Values as they are typed, shares in percent without the sign."""
    factor = 100.0 if kind is Kind.SHARE else 1.0
    mark = QLocale().decimalPoint()
    separator = "; " if mark == "," else ", "
    return separator.join(f"{value * factor:.6g}".replace(".", mark) for value in values)


def read_series(text: str, kind: Kind) -> tuple[float, ...]:
    """The values of a text, each once, in its order. Raises ValueError with a sentence where one cannot be read.

    They are separated by semicolons or spaces, and by commas where no decimals begin with one.
    """
    is_decimal = QLocale().decimalPoint() == ","
    parts = [part for part in re.split(r"[;\s]+" if is_decimal else r"[,;\s]+", text.replace("%", " ")) if part]
    if not parts:
        raise ValueError("Write at least one value.")
    values = tuple(dict.fromkeys(_read(part.strip(","), kind) for part in parts if part.strip(",")))
    if len(values) > MOST_VALUES:
        raise ValueError(f"These are {len(values)} values. Leave it at {MOST_VALUES}.")
    return values


def _read(part: str, kind: Kind) -> float:
    plain = part.replace(",", ".").replace("\u2212", "-")
    if kind is Kind.WHOLE:
        if not re.fullmatch(r"[+-]?\d{1,10}", plain):
            raise ValueError(f"“{part}” is no whole number.")
        return int(plain)
    if not re.fullmatch(r"[+-]?(\d{1,12}\.?\d*|\.\d+)([eE][+-]?\d{1,2})?", plain):
        raise ValueError(f"“{part}” is no number.")
    return float(f"{float(plain) / 100:.12g}") if kind is Kind.SHARE else float(plain)


def _numbered(job: Job, variable: Variable) -> Numbered | None:
    if variable.model is None:
        return Numbered(variable, "Records removed at most", Kind.SHARE, "")
    model = job.privacy[variable.model]
    parameter = _parameter(model, variable.name)
    if parameter is None or variable.name in _FIXED:
        return None
    symbol = variable.name if variable.name in _SYMBOLS else ""
    return Numbered(variable, _label(model, parameter), parameter.kind, symbol)


def _parameter(model: PrivacyModel, name: str) -> Parameter | None:
    """A parameter that is a number and means something beside the others."""
    values = form_values(model.model, model.model_dump(mode="json"))
    for parameter in PARAMETERS[model.model]:
        is_number = parameter.kind in (Kind.WHOLE, Kind.NUMBER, Kind.SHARE)
        if parameter.name == name and is_number and matters(parameter, values):
            return parameter
    return None


def _label(model: PrivacyModel, parameter: Parameter) -> str:
    of = f", {model.sensitive_attribute}" if model.sensitive_attribute else ""
    return f"{parameter.label}{of}"


def _apart(job: Job, numbered: Numbered) -> Numbered:
    """Two of the same label, told apart by their models, and by their places where these are the same."""
    place = numbered.variable.model
    if place is None:
        return numbered
    models = [model.model for model in job.privacy]
    name = WORDS[models[place]].name
    number = f" {models[: place + 1].count(models[place])}" if models.count(models[place]) > 1 else ""
    return Numbered(numbered.variable, f"{numbered.label} – {name}{number}", numbered.kind, numbered.symbol)


def _number(value: float) -> str:
    return f"{value:.6g}".replace(".", QLocale().decimalPoint())
