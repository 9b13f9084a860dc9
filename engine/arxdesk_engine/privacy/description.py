"""The description of a privacy model: names, promise, parameters and usual values, declared in the model's own file.

Dialog, card, series, report and help are made from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from functools import reduce

from arxdesk_engine.foundation.language import marked, short, tr
from arxdesk_engine.foundation.translated import translated

IDENTITY, ATTRIBUTE, MEMBERSHIP = (
    marked("Identity disclosure"),
    marked("Attribute disclosure"),
    marked("Membership disclosure"),
)
"""The field's terms for the harm that a model protects against."""

Condition = tuple[str, tuple[object, ...]]
"""Another parameter, and the values of it that matter."""


class ParameterKind(Enum):
    """How a parameter is entered."""

    WHOLE = "whole number"
    NUMBER = "number"
    SHARE = "share"
    """Entered in percent."""
    CHOICE = "choice"
    FLAG = "flag"
    LEVELS = "levels"
    """A level for each quasi-identifier."""
    SUBSET = "subset"
    """The records of the research subset."""

    @property
    def is_number(self) -> bool:
        """Whether a series of values can be tried."""
        return self in (ParameterKind.WHOLE, ParameterKind.NUMBER, ParameterKind.SHARE)


class Need(StrEnum):
    """Required of a project besides quasi-identifiers."""

    SENSITIVE = marked("a sensitive column")
    SUBSET = marked("a research subset")
    POPULATION = marked("the size of the population")
    COSTS = marked("benefits and costs")
    PERSON = marked("a person column")


@translated("label", "hint", "short", "unit", "choices", "meanings")
@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a model, by its name in a job.

    The form begins with `initial`; an empty field of an `optional` parameter leaves it out. `when` is the condition
    under which the parameter means anything. `meanings` explain the `choices`, one each, where these are not plain.

    A parameter with a `short` label can be changed on the card, from `least` to `most` by `step` (a form takes whatever
    the model accepts); `unit` stands behind it there, and under the condition `whole_when` it shows no decimals.
    `is_told`: title and sentence of the model tell its value.

    `series` are values that a series of searches proposes, unless `is_varied` is False; `symbol` is its letter.

    `for_ordered_values` is the choice for columns whose values have an order. `answered_by` makes the parameter a
    question of the form alone: the job answers it by the first of these parameters (each after its choice) that it has.
    """

    name: str
    label: str
    kind: ParameterKind
    initial: object = None
    hint: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    when: Condition | None = None
    optional: bool = False
    short: str = ""
    least: float = 0.0
    most: float = 1.0
    step: float = 1.0
    decimals: int = 0
    meanings: tuple[str, ...] = ()
    unit: str = ""
    whole_when: Condition | None = None
    is_told: bool = False
    series: tuple[float, ...] = ()
    is_varied: bool = True
    symbol: str = ""
    for_ordered_values: str = ""
    answered_by: tuple[tuple[str, str], ...] = ()

    @property
    def hint_with_limit(self) -> str:
        """The hint with the highest value where it names that: {most}."""
        return self.hint.replace("{most}", short(self.most))

    @property
    def is_of_job(self) -> bool:
        """Whether a job has it, and not the form alone."""
        return not self.answered_by


@dataclass(frozen=True, slots=True)
class CommonParameters:
    """Parameters in common use, and their name with values in braces: {k}, {t}, and shares as {dmin_percent}."""

    name: str
    values: Mapping[str, object]

    @property
    def label(self) -> str:
        """The name with its values."""
        numbers = {name: value for name, value in self.values.items() if isinstance(value, (int, float))}
        percents = {f"{name}_percent": short(100 * value) for name, value in numbers.items()}
        return tr(self.name, **{name: short(value) for name, value in numbers.items()}, **percents)


@translated("source")
@dataclass(frozen=True, slots=True)
class PresetValues:
    """The parameters that a preset for a usual purpose gives a model, and the source of their values."""

    values: Mapping[str, object]
    source: str


@translated("name", "against", "promise", "protects_against", "term", "in_short", "rule", "out_of_reach")
@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """A model in words, before it has parameters.

    Models are listed in their `order`, in dialogs under the heading `against`. `needs`: one of them is required besides
    quasi-identifiers. `protects_against` continues "Protects against" on the card, with `{attribute}` for the sensitive
    column; `term` is the field's term for it. `in_short` is its line in the contents of the help, and `rule` the
    condition that a table has to meet. `covers_columns`: the card counts the columns that the model covers.
    `out_of_reach` is said where a column has too many values for groups of usual sizes. `presets`, by their keys, are
    those that ask for the model: "public", "research" and "internal" release.
    """

    order: int = 1000
    name: str
    against: str
    promise: str
    needs: tuple[Need, ...] = ()
    protects_against: str
    term: str
    in_short: str
    rule: str
    source: str
    covers_columns: bool = False
    out_of_reach: str = ""
    parameters: tuple[Parameter, ...] = ()
    usual: tuple[CommonParameters, ...] = ()
    presets: Mapping[str, PresetValues] = field(default_factory=dict)

    def parameter(self, name: str) -> Parameter | None:
        """A parameter by its name."""
        return next((each for each in self.parameters if each.name == name), None)

    @property
    def requirements(self) -> str:
        """The needs in words; "" where quasi-identifiers are enough."""
        named = [tr(need) for need in self.needs]
        return reduce(lambda one, other: tr("{one}, or {other}", one=one, other=other), named) if named else ""

    @property
    def words(self) -> str:
        """Everything that a search by words looks at."""
        labels = (each.label for each in self.parameters)
        return " ".join((self.name, self.against, self.promise, self.requirements, *labels))

    def initial_values(self) -> dict[str, object]:
        """The values of a new form."""
        return {each.name: each.initial for each in self.parameters}

    def job_values(self, values: Mapping[str, object]) -> dict[str, object]:
        """The values of a form as a job states them: none that are empty, without meaning, or of the form alone."""
        stated: dict[str, object] = {}
        for parameter in self.parameters:
            value = values.get(parameter.name)
            empty = value is None or (parameter.optional and value == "")
            if parameter.is_of_job and matters(parameter, values) and not empty:
                stated[parameter.name] = value
        return stated

    def form_values(self, stated: Mapping[str, object]) -> dict[str, object]:
        """The values that a form shows of a model that a job states."""
        values: dict[str, object] = {}
        for parameter in self.parameters:
            missing = "" if parameter.kind is ParameterKind.CHOICE and parameter.optional else None
            usual = missing if parameter.optional else parameter.initial
            answers = (choice for choice, name in parameter.answered_by if stated.get(name) not in (None, {}))
            values[parameter.name] = stated.get(parameter.name, next(answers, usual))
        return values


def matters(parameter: Parameter, values: Mapping[str, object]) -> bool:
    """Whether a parameter means anything beside the other values of a form."""
    return is_met(parameter.when, values)


def is_met(condition: Condition | None, values: Mapping[str, object]) -> bool:
    """Whether the values meet a condition; without one they do."""
    return condition is None or values.get(condition[0]) in condition[1]


def percents(*shares: float) -> tuple[CommonParameters, ...]:
    """Usual thresholds of a share."""
    return tuple(CommonParameters(marked("At most {threshold_percent} %"), {"threshold": share}) for share in shares)
