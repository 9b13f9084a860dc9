"""Series of values for one number of a job: the numbers that can be varied, in words, with usual values."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QLocale

from arxdesk.ui.words import count, percent
from arxdesk_engine.foundation.errors import quoted
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.variation import Variable, variables
from arxdesk_engine.privacy.description import Parameter, ParameterKind, matters
from arxdesk_engine.privacy.model import PrivacyModel

MOST_VALUES = 50
_LIMITS = (0, 0.01, 0.02, 0.05, 0.1, 0.2)


@dataclass(frozen=True, slots=True)
class Numbered:
    """A number of a job that can be varied: its label, its letter where it has one, and its usual values."""

    variable: Variable
    label: str
    kind: ParameterKind
    symbol: str
    usual: tuple[float, ...]

    @property
    def key(self) -> str:
        """Identifies it among the numbers of a job."""
        return f"{self.variable.model}:{self.variable.name}"

    def told(self, value: float) -> str:
        """A value of it: "k = 5", "10 %"."""
        text = percent(value, 4) if self.kind is ParameterKind.SHARE else _number(value)
        return f"{self.symbol} = {text}" if self.symbol else text

    def proposal(self, job: Job) -> tuple[float, ...]:
        """Usual values and the present one."""
        present = self.variable.value_of(job)
        return tuple(sorted({*self.usual, *(() if present is None else (present,))}))


def numbers_of(job: Job) -> tuple[Numbered, ...]:
    """All numbers of the privacy models that are asked for, and the limit of removed records."""
    found = [each for each in (_numbered(job, variable) for variable in variables(job)) if each is not None]
    labels = [each.label for each in found]
    return tuple(_apart(job, each) if labels.count(each.label) > 1 else each for each in found)


def write_series(values: Sequence[float], kind: ParameterKind) -> str:
    """Values as they are typed, shares in percent without the sign."""
    factor = 100.0 if kind is ParameterKind.SHARE else 1.0
    mark = QLocale().decimalPoint()
    separator = "; " if mark == "," else ", "
    return separator.join(f"{value * factor:.6g}".replace(".", mark) for value in values)


def read_series(text: str, kind: ParameterKind) -> tuple[float, ...]:
    """The values of a text, each once, in its order. Raises ValueError with a sentence where one cannot be read.

    They are separated by semicolons or spaces, and by commas where no decimals begin with one.
    """
    is_decimal = QLocale().decimalPoint() == ","
    parts = [part for part in re.split(r"[;\s]+" if is_decimal else r"[,;\s]+", text.replace("%", " ")) if part]
    if not parts:
        raise ValueError(tr("Write at least one value."))
    values = tuple(dict.fromkeys(_read(part.strip(","), kind) for part in parts if part.strip(",")))
    if len(values) > MOST_VALUES:
        raise ValueError(
            tr("There are {number} values. Write at most {most}.", number=count(len(values)), most=count(MOST_VALUES))
        )
    return values


def _read(part: str, kind: ParameterKind) -> float:
    plain = part.replace(",", ".").replace("\u2212", "-")
    if kind is ParameterKind.WHOLE:
        if not re.fullmatch(r"[+-]?\d{1,10}", plain):
            raise ValueError(tr("{value} is not a whole number.", value=quoted(part)))
        return int(plain)
    if not re.fullmatch(r"[+-]?(\d{1,12}\.?\d*|\.\d+)([eE][+-]?\d{1,2})?", plain):
        raise ValueError(tr("{value} is not a number.", value=quoted(part)))
    return float(f"{float(plain) / 100:.12g}") if kind is ParameterKind.SHARE else float(plain)


def _numbered(job: Job, variable: Variable) -> Numbered | None:
    if variable.model is None:
        return Numbered(variable, tr("Records removed at most"), ParameterKind.SHARE, "", _LIMITS)
    model = job.privacy[variable.model]
    parameter = model.description.parameter(variable.name)
    if parameter is None or not (parameter.is_varied and parameter.kind.is_number):
        return None
    values = model.description.form_values(model.model_dump(mode="json"))
    if not matters(parameter, values):
        return None
    return Numbered(variable, _label(model, parameter), parameter.kind, parameter.symbol, parameter.series)


def _label(model: PrivacyModel, parameter: Parameter) -> str:
    of = f", {model.sensitive_attribute}" if model.sensitive_attribute else ""
    return f"{parameter.label}{of}"


def _apart(job: Job, numbered: Numbered) -> Numbered:
    """Two of the same label, told apart by their models, and by their places where these are the same."""
    place = numbered.variable.model
    if place is None:
        return numbered
    models = [model.model for model in job.privacy]
    name = job.privacy[place].description.name
    number = f" {models[: place + 1].count(models[place])}" if models.count(models[place]) > 1 else ""
    return replace(numbered, label=f"{numbered.label} – {name}{number}")


def _number(value: float) -> str:
    return f"{value:.6g}".replace(".", QLocale().decimalPoint())
